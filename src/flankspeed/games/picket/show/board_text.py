"""The map and the ship's log in letters."""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.picture import victory
from flankspeed.engine.text import filled, listed
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    BEARINGS,
    CALIBRE_OF,
    EQUIPMENT,
    PEOPLE,
    PRIMARIES,
    SECTIONS,
)
from flankspeed.games.picket.data.ship import TRACKS
from flankspeed.games.picket.rules.damage.compartments import primary_destroyed
from flankspeed.games.picket.rules.damage.equipment import equipment_destroyed
from flankspeed.games.picket.rules.damage.flooding import net_lean
from flankspeed.games.picket.rules.damage.guns import gun_can_fire, gun_destroyed
from flankspeed.games.picket.rules.damage.people import called, free_crew
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.places import GUN_IDS
from flankspeed.games.picket.rules.station.support import kikusui_today
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.aims import Aims, aims
from flankspeed.games.picket.state import COMING, NOWHERE, PicketState, Plane

_SIGNS = {
    "/": "/1 one hit",
    "=": "=x destroyed",
    "!": "! cannot fire",
    "(": "(1) one man repairs it",
    ">": ">1 aimed at plane 1",
    "*": "* by director",
}
_CELL = 24  # the width of an altitude in the table of planes


def board_text(state: PicketState) -> str:
    """The board as plain text: the time, the attack, the guns, the damage, the people."""
    aimed = aims(state)
    return "\n".join(
        [
            *_header(state),
            *_wave(state, aimed),
            *_waves_to_come(state),
            "",
            *_guns(state, aimed),
            *damage_words(state),
            "",
            *_tracks(state),
            *_crews(state),
            *_people(state),
        ]
    )


def _header(state: PicketState) -> list[str]:
    """Where and when: USS Evans, 11 May 1945, morning, clear; station 15."""
    station = f"station {state.station}" if state.station else "no station yet"
    red = ", Kikusui" if kikusui_today(state) else ""
    head = f"{captions.ship_name(state)}: {captions.when(state)}, {captions.weather(state)}{red}"
    support = [
        f"FDT {'yes' if state.fdt else 'no'}",
        f"SFS {max(state.sfs - state.sfs_used, 0)} of {state.sfs}",
        f"AFS {state.afs}",
        captions.cover(state),
    ]
    if state.charts.advanced:
        support.append(f"land radar {len(state.land_radar)}")
    lines = [
        *filled("", [f"{head};", station], " "),
        *filled("", support),
        *listed("The ship", captions.conditions(state)),
    ]
    if state.result:
        lines += filled("", [f"{victory(state.result)}:", state.result.outcome], " ")
    return lines


# --- The enemy ---


def _wave(state: PicketState, aimed: Aims) -> list[str]:
    """The wave under way: a table of bearings and altitudes, then the special planes."""
    if not state.planes and not state.specials:
        return ["", "No planes over the ship."]
    lines = ["", f"Wave {state.wave}:"]
    if state.planes:
        lines += _table(state)
    for number, plane in enumerate(state.specials, 1):
        goal = f" at {SECTIONS[plane.section]}" if plane.section != NOWHERE else ""
        spray = ", spray fire" if aimed.sprayed >> number - 1 & 1 else ""
        marks = _marks(aimed.specials.afs[number - 1], aimed.specials.sfs[number - 1])
        name = f"{captions.type_name(plane)} with {captions.weapon_name(plane)}{goal}"
        markers = f", {marks}" if marks else ""
        lines.append(f"  special {number}: {name}{_state_of(plane)}{markers}{spray}")
    support = [
        f"{_marks(afs, sfs)} on {number} {captions.type_name(plane)}"
        for number, (plane, afs, sfs) in enumerate(
            zip(state.planes, aimed.planes.afs, aimed.planes.sfs, strict=True), 1
        )
        if afs or sfs
    ]
    lines += listed("Support", support)
    return lines


def _table(state: PicketState) -> list[str]:
    """Altitudes across, bearings that have planes down; as many lines as a space's planes need."""
    lines = ["      " + "".join(f"{name:<{_CELL}}" for name in reversed(ALTITUDES)).rstrip()]
    for bearing, degrees in enumerate(BEARINGS):
        columns = [
            [
                f"{number} {captions.type_name(plane)}{_tally(plane)}"
                for number, plane in enumerate(state.planes, 1)
                if (plane.bearing, plane.altitude) == (bearing, altitude)
            ]
            for altitude in reversed(range(len(ALTITUDES)))
        ]
        for row in range(max(map(len, columns))):
            cells = [
                column[row] if row < len(column) else ("." if not row else "") for column in columns
            ]
            name = "" if row else degrees
            lines.append(f"  {name:<4}" + "".join(f"{cell:<{_CELL}}" for cell in cells).rstrip())
    return lines


def _tally(plane: Plane) -> str:
    """Hits as strokes, or a letter for what has become of it: F flamed, X shot down, - spent."""
    if plane.fate != COMING:
        return (" F", " X", " -")[plane.fate - 1]
    return " " + "'" * plane.hits if plane.hits else ""


def _state_of(plane: Plane) -> str:
    if plane.fate != COMING:
        return f", {captions.FATES[plane.fate]}"
    return f", {plane.hits} hits" if plane.hits else ""


def _marks(afs: int, sfs: int) -> str:
    return " ".join(f"{name} {n}" for name, n in (("AFS", afs), ("SFS", sfs)) if n)


def _waves_to_come(state: PicketState) -> list[str]:
    lines: list[str] = []
    for number, (regular, specials) in enumerate(state.waves, state.wave + 1):
        names = [f"{captions.type_name(plane)} {captions.space(plane)}" for plane in regular]
        names += [f"{captions.type_name(p)} with {captions.weapon_name(p)}" for p in specials]
        lines += listed(f"Wave {number} to come", names)
    return lines


# --- The ship ---


def _guns(state: PicketState, aimed: Aims) -> list[str]:
    """The guns by section, and what the signs beside them mean."""
    lines: list[str] = []
    for section, name in enumerate(SECTIONS):
        words = [
            _gun(state, mount, aimed)
            for mount, gun in sorted(
                enumerate(state.charts.mounts), key=lambda pair: CALIBRE_OF[pair[1].id]
            )
            if gun.section == section
        ]
        lines += filled(f"{name:<8} ", words, "  ", " " * 9)
    shown = "".join(lines)
    signs = [words for sign, words in _SIGNS.items() if sign in shown]
    return [*lines, *filled(" " * 9, signs, indent=" " * 9)]


def _gun(state: PicketState, mount: int, aimed: Aims) -> str:
    word = GUN_IDS[state.charts.mounts[mount].id]
    if gun_destroyed(state, mount):
        return f"{word}=x"
    if state.guns[mount]:
        word = f"{word}/{state.guns[mount]}"
    if not gun_can_fire(state, mount):
        word = f"{word}!"
    if state.at_gun[mount]:
        word = f"{word}({state.at_gun[mount]})"
    if aimed.guns[mount] == HELD:
        return word
    director = "*" if aimed.slaved >> mount & 1 else ""
    return f"{word}>{aimed.guns[mount] + 1}{director}"


def damage_words(state: PicketState) -> list[str]:
    """Everything that is hit, burns or is flooded, with the men at work there."""
    lines = [
        *listed("Damage", [*_damaged_primaries(state), *_damaged_equipment(state)]),
        *_damaged_secondaries(state),
    ]
    fires = [
        f"{name} {count} of {state.charts.options.deckfire_len}"
        for name, count in zip(SECTIONS, state.deck_fires, strict=True)
        if count
    ]
    lines += listed("Deck fires", fires)
    return lines or ["No damage."]


def _damaged_primaries(state: PicketState) -> Iterator[str]:
    for room, hits in enumerate(state.primaries):
        fire, flooded = state.fires >> room & 1, state.flooded >> room & 1
        if hits or fire or flooded or state.at_primary[room]:
            boxes = state.charts.ship.primaries[room].boxes
            tally = "destroyed" if primary_destroyed(state, room) else f"{hits} of {boxes}"
            yield (
                f"{PRIMARIES[room]} {tally}{' fire' if fire else ''}"
                f"{' flooded' if flooded else ''}{_men(state.at_primary[room])}"
            )


def _damaged_equipment(state: PicketState) -> Iterator[str]:
    for item in state.charts.fit.equipment:
        if state.equipment[item]:
            tally = "destroyed" if equipment_destroyed(state, item) else "damaged"
            yield f"{EQUIPMENT[item]} {tally}{_men(state.at_equipment[item])}"


def _damaged_secondaries(state: PicketState) -> Iterator[str]:
    """The secondaries that are hit, by section; ~ is flooded."""
    for section, name in enumerate(SECTIONS):
        for word, boxes in (("damaged", 1), ("destroyed", state.charts.ship.secondary_boxes)):
            rooms = [
                f"{room.name}{'~' * (state.secondary_flooded >> number & 1)}"
                f"{_men(state.secondary_crew >> number & 1)}"
                for number, room in enumerate(state.charts.ship.secondaries)
                if room.section == section and state.secondaries[number] == boxes
            ]
            yield from listed(f"Secondary {word}, {name}", rooms)


def _men(men: int) -> str:
    return f" +{men} crew" if men else ""


def _tracks(state: PicketState) -> Iterator[str]:
    """All tracks, with list and trim if there is any."""
    words = [f"{name} {getattr(state, name)}" for name in TRACKS[:-1]]
    words.append(f"morale {captions.signed(state.morale)}")
    words.append(f"water lines hit {state.water_lines} of {state.charts.ship.water_lines}")
    to_starboard, to_bow = net_lean(state)
    for net, sides in ((to_starboard, ("port", "starboard")), (to_bow, ("stern", "bow"))):
        if net:
            words.append(f"{sides[net > 0]} {abs(net)}")
    return filled("", words)


# --- The people ---


def _crews(state: PicketState) -> list[str]:
    words = [
        f"Repair {section + 1} ({name}) {free_crew(state, section)} of {state.crew[section]} free"
        for section, name in enumerate(SECTIONS)
    ]
    return list(listed("Crews", words))


def _people(state: PicketState) -> list[str]:
    words = []
    for person in range(len(PEOPLE)):
        name = called(state, person)
        post = captions.post_name(state, person)
        where = f" ({post})" if post else ""
        alive, value = state.alive >> person & 1, captions.signed(state.values[person])
        words.append(f"{name} {value}{where}" if alive else f"{name} killed")
    return list(listed("People", words))
