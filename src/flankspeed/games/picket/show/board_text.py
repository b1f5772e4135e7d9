"""The map and the ship's log in letters."""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.show.picture import victory
from flankspeed.engine.show.text import filled, listed
from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, CALIBRES, SECTIONS
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.view.types import (
    BoardView,
    EquipmentView,
    Fate,
    GunView,
    PlaneView,
    PrimaryView,
)

_SIGNS = {
    "/": "/1 one hit",
    "=": "=x destroyed",
    "!": "! cannot fire",
    "(": "(1) one man repairs it",
    ">": ">1 aimed at plane 1",
    "*": "* by director",
}
_FATES: dict[Fate, str] = {"flamed": " F", "shot down": " X", "spent": " -"}
_CELL = 24  # the width of an altitude in the table of planes


def board_text(view: BoardView) -> str:
    """The board as plain text: the time, the attack, the guns, the damage, the people."""
    return "\n".join(
        [
            *_header(view),
            *_wave(view),
            *_waves_to_come(view),
            "",
            *_guns(view),
            *damage_words(view),
            "",
            *_tracks(view),
            *_crews(view),
            *_people(view),
        ]
    )


def _header(view: BoardView) -> list[str]:
    """Where and when: USS Evans, 11 May 1945, morning, clear; station 15."""
    helpers = view.support
    station = f"station {helpers.station}" if helpers.station else "no station yet"
    red = ", Kikusui" if view.time.kikusui else ""
    head = f"{captions.ship_name(view)}: {captions.when(view)}, {view.weather}{red}"
    support = [
        f"FDT {'yes' if helpers.fdt else 'no'}",
        f"SFS {helpers.sfs_free} of {helpers.sfs}",
        f"AFS {helpers.afs}",
        captions.cover(helpers),
    ]
    if view.advanced:
        support.append(f"land radar {len(helpers.land_radar)}")
    lines = [
        *filled("", [f"{head};", station], " "),
        *filled("", support),
        *listed("The ship", view.conditions),
    ]
    if view.result:
        lines += filled("", [f"{victory(view.result)}:", view.result.outcome], " ")
    return lines


# --- The enemy ---


def _wave(view: BoardView) -> list[str]:
    """The wave under way: a table of bearings and altitudes, then the special planes."""
    attack = view.attack
    if not attack.planes and not attack.specials:
        return ["", "No planes over the ship."]
    lines = ["", f"Wave {attack.wave}:"]
    if attack.planes:
        lines += _table(attack.planes)
    for number, plane in enumerate(attack.specials, 1):
        goal = f" at {plane.section}" if plane.section else ""
        marks = f", {_marks(plane)}" if _marks(plane) else ""
        spray = ", spray fire" if plane.sprayed else ""
        fate = f", {plane.fate}" if plane.fate != "coming" else ""
        name = f"{captions.armed(plane)}{goal}{fate}"
        lines.append(f"  special {number}: {name}{marks}{spray}")
    support = [
        f"{_marks(plane)} on {number} {plane.name}"
        for number, plane in enumerate(attack.planes, 1)
        if _marks(plane)
    ]
    lines += listed("Support", support)
    return lines


def _table(planes: list[PlaneView]) -> list[str]:
    """Altitudes across, bearings that have planes down; as many lines as a space's planes need."""
    lines = ["      " + "".join(f"{name:<{_CELL}}" for name in reversed(ALTITUDES)).rstrip()]
    for bearing in BEARINGS:
        columns = [
            [
                f"{number} {plane.name}{_tally(plane)}"
                for number, plane in enumerate(planes, 1)
                if (plane.bearing, plane.altitude) == (bearing, altitude)
            ]
            for altitude in reversed(captions.ALTITUDE_NAMES)
        ]
        for row in range(max(map(len, columns))):
            cells = [
                column[row] if row < len(column) else ("." if not row else "") for column in columns
            ]
            name = "" if row else bearing
            lines.append(f"  {name:<4}" + "".join(f"{cell:<{_CELL}}" for cell in cells).rstrip())
    return lines


def _tally(plane: PlaneView) -> str:
    """Hits as strokes, or a letter for what has become of it: F flamed, X shot down, - spent."""
    if plane.fate != "coming":
        return _FATES[plane.fate]
    return " " + "'" * plane.hits if plane.hits else ""


def _marks(plane: PlaneView) -> str:
    return " ".join(f"{name} {n}" for name, n in (("AFS", plane.afs), ("SFS", plane.sfs)) if n)


def _waves_to_come(view: BoardView) -> list[str]:
    lines: list[str] = []
    for number, wave in enumerate(view.attack.waves, view.attack.wave + 1):
        names = [captions.in_space(plane) for plane in wave.planes]
        names += [captions.armed(plane) for plane in wave.specials]
        lines += listed(f"Wave {number} to come", names)
    return lines


# --- The ship ---


def _guns(view: BoardView) -> list[str]:
    """The guns by section, and what the signs beside them mean."""
    lines: list[str] = []
    guns = sorted(view.guns, key=lambda gun: CALIBRES.index(gun.calibre))
    for name in SECTIONS:
        words = [_gun(gun) for gun in guns if gun.section == name]
        lines += filled(f"{name:<8} ", words, "  ", " " * 9)
    shown = "".join(lines)
    signs = [words for sign, words in _SIGNS.items() if sign in shown]
    return [*lines, *filled(" " * 9, signs, indent=" " * 9)]


def _gun(gun: GunView) -> str:
    word = captions.gun_word(gun)
    if gun.destroyed:
        return f"{word}=x"
    if gun.hits:
        word = f"{word}/{gun.hits}"
    if not gun.can_fire:
        word = f"{word}!"
    if gun.crew:
        word = f"{word}({gun.crew})"
    if gun.target is None:
        return word
    return f"{word}>{gun.target}{'*' if gun.by_director else ''}"


def damage_words(view: BoardView) -> list[str]:
    """Everything that is hit, burns or is flooded, with the men at work there."""
    primaries = [
        _damaged_primary(room)
        for room in view.primaries
        if room.hits or room.fire or room.flooded or room.crew
    ]
    equipment = [_damaged_equipment(item) for item in view.equipment if item.hits]
    lines = [*listed("Damage", [*primaries, *equipment]), *_damaged_secondaries(view)]
    fires = [
        f"{section.name} {section.deck_fires} of {section.deck_fire_spaces}"
        for section in view.sections
        if section.deck_fires
    ]
    lines += listed("Deck fires", fires)
    return lines or ["No damage."]


def _damaged_primary(room: PrimaryView) -> str:
    tally = "destroyed" if room.destroyed else f"{room.hits} of {room.boxes}"
    fire, flooded = " fire" * room.fire, " flooded" * room.flooded
    return f"{room.name} {tally}{fire}{flooded}{_men(room.crew)}"


def _damaged_equipment(item: EquipmentView) -> str:
    return f"{item.name} {'destroyed' if item.destroyed else 'damaged'}{_men(item.crew)}"


def _damaged_secondaries(view: BoardView) -> Iterator[str]:
    """The secondaries that are hit, by section; ~ is flooded."""
    hit = [room for room in view.secondaries if room.hits]
    for section in SECTIONS:
        for word, destroyed in (("damaged", False), ("destroyed", True)):
            rooms = [
                f"{room.name}{'~' * room.flooded}{_men(room.crew)}"
                for room in hit
                if room.section == section and room.destroyed == destroyed
            ]
            yield from listed(f"Secondary {word}, {section}", rooms)


def _men(men: int) -> str:
    return f" +{men} crew" if men else ""


def _tracks(view: BoardView) -> Iterator[str]:
    """All tracks, with list and trim if there is any."""
    words = [
        f"{name} {captions.signed(value) if name == 'morale' else value}"
        for name, value in view.tracks.items()
    ]
    words.append(f"water lines hit {view.water_lines} of {view.water_line_boxes}")
    leans = ((view.lean.list, ("port", "starboard")), (view.lean.trim, ("stern", "bow")))
    words += [f"{sides[net > 0]} {abs(net)}" for net, sides in leans if net]
    return filled("", words)


# --- The people ---


def _crews(view: BoardView) -> list[str]:
    words = [
        f"Repair {section.repair} ({section.name}) {section.free} of {section.crew} free"
        for section in view.sections
    ]
    return list(listed("Crews", words))


def _people(view: BoardView) -> list[str]:
    words = []
    for person in view.people:
        name, where = captions.called(person), f" ({person.post})" if person.post else ""
        value = f"{captions.signed(person.value)}{where}"
        words.append(f"{name} {value}" if person.alive else f"{name} killed")
    return list(listed("People", words))
