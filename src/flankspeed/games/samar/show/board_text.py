"""The map in letters, cropped to where ships are, and lists of everything."""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.picture import victory
from flankspeed.engine.text import filled, listed
from flankspeed.games.samar.data.hexes import DISTANCE, FACINGS, column_row, hex_at, hex_name
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    COMBAT,
    DIW,
    HULK,
    IJN,
    NOT_SAID,
    SET_UP,
    STATUSES,
    USN,
)
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.victory import armor_lost
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.warnings import warnings
from flankspeed.games.samar.state import SamarState

_PITCH = 3  # letters from a column to the next; each hex has one more of them on either side
_COLUMNS = 25  # that fit the screen; a wider map is drawn in two parts
_NEAR = 7  # hexes round a ship under way that are shown
_CALM = 3  # so many rows without anything are not drawn
_LETTERS = {"CA": "C", "CL": "L", "DD": "D", "DE": "E", "CVE": "V"}
_GROUND = (" ", ".", ":", "#")  # off the map, open ocean, shallows, land
_SIGNS = (
    "C1se: an IJN ship (C CA, L CL, D DD) and her heading;",
    "v7N: a USN ship (v CVE, e DE); C1+2: and two more ships; %v7 hulk;",
    "~2 smoke; . ocean : shallows # land.",
)
_SIDES = ("IJN", "USN")


def board_text(state: SamarState) -> str:
    """The board as plain text: the whole table, or the sea round the ship that is being steered."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Course) and state.where[step.ship] > 0:
        lines = _surroundings(state, step.ship)
    else:
        lines = _table(state)
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _table(state: SamarState) -> list[str]:
    """The time, the map, the ships, what is off the map."""
    cells = _cells(state)
    lines = [*_header(state), "", *_map(state, cells, list(cells)), ""]
    for navy in (IJN, USN):
        lines += [*_ships(state, navy), *_elsewhere(state, navy), ""]
    return [*lines, *_air(state), *_smoke(state), *_attacks(state)]


def _surroundings(state: SamarState, ship: int) -> list[str]:
    """The map near a ship, her own line, and what awaits her."""
    here = state.where[ship]
    shown = [hex_ for hex_ in state.charts.hexes if DISTANCE[hex_ - here] <= _NEAR]
    cells = {hex_: cell for hex_, cell in _cells(state).items() if hex_ in shown}
    headed = f"{_heading(_SIDES[state.charts.navy[ship]])}  markers"
    return [*_map(state, cells, shown), "", headed, *_line(state, ship), *warnings(state)]


def _header(state: SamarState) -> list[str]:
    """When it is, how far one sees, and how victory stands."""
    sighting = state.charts.turns[state.turn - 1].sighting
    when = captions.standing(state)
    known = [f"{when[0].upper()}{when[1:]}", f"sighting limit {sighting} hexes"]
    if state.first != NOT_SAID:
        known.append(f"{_SIDES[state.first]} moves first")
    cleared = "map not cleared"
    if state.cleared:
        cleared = f"map cleared at {state.charts.turns[state.cleared_turn - 1].time}"
    lost = ", ".join(f"{_SIDES[navy]} {armor_lost(state, navy)}" for navy in (IJN, USN))
    lines = [
        *filled("", known, "; "),
        *filled(
            "Victory: ", [cleared, f"armor gone south {state.exited}", f"armor lost {lost}"], "; "
        ),
    ]
    if state.result:
        lines.append(f"{victory(state.result)}: {state.result.outcome}")
    return lines


# --- The map ---


def _map(state: SamarState, cells: dict[int, str], shown: list[int]) -> list[str]:
    """Two lines a row, odd columns above and even ones below; long empty stretches left out.

    A map too wide for the screen is drawn in two parts, the west first.
    """
    if not shown and state.phase == SET_UP:
        shown = list(state.charts.set_up)
    if not shown:
        return ["No ship is on the map."]
    places = [column_row(hex_) for hex_ in shown]
    left = max(min(column for column, _ in places) - 1, 1)
    left -= 1 - left % 2  # an odd column first, so that the row numbers have room
    right = min(max(column for column, _ in places) + 1, state.charts.sea.columns)
    columns = range(left, right + 1)
    if len(columns) <= _COLUMNS:
        return [*_part(state, columns, places, cells), *_SIGNS]
    half = len(columns) // 4 * 2  # the east begins with an odd column, too
    west, east = columns[:half], columns[half:]
    lines = _part(state, west, places, cells)
    return [*lines, "", *_part(state, east, places, cells), *_SIGNS]


def _part(
    state: SamarState, columns: range, places: list[tuple[int, int]], cells: dict[int, str]
) -> list[str]:
    """The map of some columns, from the northernmost row that has anything to the southernmost."""
    busy = [row for column, row in places if column in columns]
    top, bottom = max(min(busy) - 1, 1), min(max(busy) + 1, state.charts.sea.rows)
    lines = ["  " + "".join(f"{column:02d} " for column in columns)]
    calm: list[int] = []
    for row in range(top, bottom + 1):
        if row not in busy and top < row < bottom:
            calm.append(row)
            continue
        lines += [*_stretch(state, calm, columns), *_row(state, row, columns, cells)]
        calm = []
    return lines


def _stretch(state: SamarState, rows: list[int], columns: range) -> list[str]:
    """Rows without anything: drawn if they are few."""
    if len(rows) < _CALM:
        return [line for row in rows for line in _row(state, row, columns, {})]
    return [f"   --- rows {rows[0]:02d} to {rows[-1]:02d}: nothing ---"]


def _row(state: SamarState, row: int, columns: range, cells: dict[int, str]) -> list[str]:
    """The two lines of a row, its number before the second."""
    terrain = state.charts.terrain
    lines = []
    for odd in (1, 0):
        line = "" if odd else f"{row:02d}"
        for column in columns:
            if column % 2 == odd:
                hex_ = hex_at(column, row)
                start = 2 + (column - columns[0]) * _PITCH
                line = f"{line:<{start}}{cells.get(hex_) or _GROUND[terrain[hex_]]}"
        lines.append(line)
    return lines


def _cells(state: SamarState) -> dict[int, str]:
    """What stands in each hex that holds anything, in five letters at most."""
    cells = {hex_: f"~{count}" for hex_, count in sorted(state.smoke.items())}
    stacks: dict[int, list[int]] = {}
    for ship, where in enumerate(state.where):
        if where > 0:
            stacks.setdefault(where, []).append(ship)
    for hex_, members in stacks.items():
        members.sort(key=lambda ship: (state.condition[ship] == HULK, ship))
        cells[hex_] = _counter(state, members[0], len(members) - 1)
    return cells


def _counter(state: SamarState, ship: int, others: int) -> str:
    """IJN ships have capitals and small headings, USN ships the other way round."""
    navy = state.charts.navy[ship]
    code = _code(state.charts.ships[ship])
    code = code.lower() if navy == USN else code.upper()
    if others:
        return f"{code}+{others}" if others < 10 else f"{code}++"
    if state.condition[ship] == HULK:
        return f"%{code}"
    heading = FACINGS[state.facing[ship]]
    return code + (heading if navy == USN else heading.lower())


def _code(ship: Ship) -> str:
    """Three letters of a battleship's name; C1 for CA1, V12 for CVE12."""
    if ship.type in _LETTERS and ship.short.startswith(ship.type):
        return _LETTERS[ship.type] + ship.short.removeprefix(ship.type)[:2]
    return ship.short.replace(" ", "")[:3]


# --- Lists ---


def _ships(state: SamarState, navy: int) -> list[str]:
    """The ships of a navy on the map."""
    ships = [ship for ship in state.charts.navies[navy] if state.where[ship] > 0]
    if not ships:
        return [f"{_SIDES[navy]}: no ship on the map"]
    lines = [line for ship in ships for line in _line(state, ship)]
    return [f"{_heading(_SIDES[navy])}  markers", *lines]


def _heading(side: str) -> str:
    names = zip(captions.RATINGS, _WIDTHS, strict=True)
    return f"{side:<8}{'':<14}{'at':<8}{'speed':<9}" + "".join(f"{n:>{w}}" for n, w in names)


_WIDTHS = (4, 4, 4, 3, 4, 3, 4, 3)  # of the columns of ratings


def _line(state: SamarState, number: int) -> Iterator[str]:
    """A ship with her markers, in a second line if they need it."""
    ship = state.charts.ships[number]
    name = captions.short_name(ship)
    at, speed = captions.whereabouts(state, number), _speed(state, number)
    values = zip(captions.ratings(state, number), _WIDTHS, strict=True)
    ratings = "".join(f"{value:>{width}}" for value, width in values)
    start = f"{ship.id:<8} {name:<13.13} {at:<7} {speed:<8}{ratings}  "
    return filled(start, _markers(state, number) or [""], " ", " " * 9)


def _speed(state: SamarState, ship: int) -> str:
    if state.condition[ship] == DIW:
        return "DIW"
    return captions.speed(state, ship) if state.condition[ship] else STATUSES[state.speed[ship]]


def _markers(state: SamarState, ship: int) -> list[str]:
    """Markers and air units on a ship, as short as can be."""
    armor = state.charts.armor[state.face[ship]]
    found = (
        (state.face[ship] & 1, "dmg"),
        (state.hits[ship], f"{state.hits[ship]}/{armor}"),
        (state.fires[ship], f"fire{state.fires[ship]}"),
        (state.panic[ship], "panic"),
        (state.launched[ship], f"torp{state.launched[ship]}"),
        (state.led[ship], "led"),
    )
    words = [word for true, word in found if true]
    strikes = captions.strikes(state, ship).items()
    return words + [f"{state.charts.squadrons[kind].kind}x{count}" for kind, count in strikes]


def _elsewhere(state: SamarState, navy: int) -> list[str]:
    """The ships of a navy that are not on the map, by where they are."""
    lines: list[str] = []
    for where, (_, words) in captions.WHEREABOUTS.items():
        ships = [s for s in state.charts.navies[navy] if state.where[s] == where]
        if ships and where != ABSENT:
            names = [captions.full_name(state.charts.ships[ship]) for ship in ships]
            lines += listed(f"{words[0].upper()}{words[1:]}", names)
    return lines


def _air(state: SamarState) -> Iterator[str]:
    """The air units by kind: ready, on targets, in the cup, spent."""
    charts = state.charts
    words = []
    for kind, squadron in enumerate(charts.squadrons):
        places = [at for unit, at in zip(charts.units, state.air, strict=True) if unit == kind]
        on = sum(place >= 0 for place in places)
        counts = (
            (places.count(AIR_BOX), "ready"),
            (on, "on targets"),
            (places.count(AIR_CUP), "to come"),
            (places.count(AIR_SPENT), "spent"),
        )
        words.append(f"{squadron.kind} {' '.join(f'{n} {name}' for n, name in counts if n)}")
    if state.special:
        words.append("a special attack must be placed")
    return listed("Air units", words)


def _smoke(state: SamarState) -> Iterator[str]:
    hexes = sorted(state.smoke.items(), key=lambda item: hex_name(item[0]))
    words = [f"{hex_name(hex_)} x{n}" if n > 1 else hex_name(hex_) for hex_, n in hexes]
    return listed("Smoke", words)


def _attacks(state: SamarState) -> list[str]:
    """A-32: what this phase's attacks have done, before it counts."""
    if state.phase != COMBAT or not state.blows:
        return []
    return ["Attacks of this phase:", *(f"  {captions.attack(state, b)}" for b in state.blows)]
