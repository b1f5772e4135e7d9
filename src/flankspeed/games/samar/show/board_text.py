"""The map in letters, cropped to where ships are, and lists of everything."""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.show.picture import victory
from flankspeed.engine.show.text import filled, listed
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import DISTANCE, Hex, column_row, hex_at, hex_named
from flankspeed.games.samar.data.markers import (
    COMBAT,
    CONDITIONS,
    DIW,
    PHASES,
    SEATS,
    SET_UP,
)
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import BoardView

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
_ABSENT = "absent"  # where ships are that are in no list


def board_text(view: BoardView, charts: Charts) -> str:
    """The board as plain text: the whole table, or the sea round the ship that is being steered."""
    under_way = view.course.ship if view.course else None
    for ship in view.ships:
        if ship.place == under_way and ship.hex:
            lines = _surroundings(view, charts, ship, hex_named(ship.hex))
            break
    else:
        lines = _table(view, charts)
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _table(view: BoardView, charts: Charts) -> list[str]:
    """The time, the map, the ships, what is off the map."""
    cells = _cells(view)
    shown = list(cells)
    if not shown and view.phase == PHASES[SET_UP]:
        shown = list(charts.set_up)
    lines = [*_header(view), "", *_map(charts, cells, shown), ""]
    for navy in SEATS:
        fleet = view.fleet(navy)
        lines += [*_ships(fleet, navy.upper()), *_elsewhere(fleet), ""]
    return [*lines, *_air(view), *_smoke(view), *_attacks(view)]


def _surroundings(view: BoardView, charts: Charts, ship: ShipView, here: Hex) -> list[str]:
    """The map near a ship, her own line, and what awaits her."""
    shown = [hex_ for hex_ in charts.hexes if DISTANCE[hex_ - here] <= _NEAR]
    cells = {h: cell for h, cell in _cells(view).items() if DISTANCE[h - here] <= _NEAR}
    headed = f"{_heading(ship.navy.upper())}  markers"
    return [*_map(charts, cells, shown), "", headed, *_line(ship), *view.warnings]


def _header(view: BoardView) -> list[str]:
    """When it is, how far one sees, and how victory stands."""
    when = captions.standing(view)
    known = [f"{when[0].upper()}{when[1:]}", f"sighting limit {view.sighting} hexes"]
    if view.first:
        known.append(f"{view.first.upper()} moves first")
    stand = view.victory
    cleared = f"map cleared at {stand.cleared_at}" if stand.cleared else "map not cleared"
    lost = f"armor lost IJN {stand.ijn_lost}, USN {stand.usn_lost}"
    lines = [
        *filled("", known, "; "),
        *filled("Victory: ", [cleared, f"armor gone south {stand.exited}", lost], "; "),
    ]
    if stand.result:
        lines.append(f"{victory(stand.result)}: {stand.outcome}")
    return lines


# --- The map ---


def _map(charts: Charts, cells: dict[Hex, str], shown: list[Hex]) -> list[str]:
    """Two lines a row, odd columns above and even ones below; long empty stretches left out.

    A map too wide for the screen is drawn in two parts, the west first.
    """
    if not shown:
        return ["No ship is on the map."]
    places = [column_row(hex_) for hex_ in shown]
    left = max(min(column for column, _ in places) - 1, 1)
    left -= 1 - left % 2  # an odd column first, so that the row numbers have room
    right = min(max(column for column, _ in places) + 1, charts.sea.columns)
    columns = range(left, right + 1)
    if len(columns) <= _COLUMNS:
        return [*_part(charts, columns, places, cells), *_SIGNS]
    half = len(columns) // 4 * 2  # the east begins with an odd column, too
    west, east = columns[:half], columns[half:]
    lines = _part(charts, west, places, cells)
    return [*lines, "", *_part(charts, east, places, cells), *_SIGNS]


def _part(
    charts: Charts, columns: range, places: list[tuple[int, int]], cells: dict[Hex, str]
) -> list[str]:
    """The map of some columns, from the northernmost row that has anything to the southernmost."""
    busy = [row for column, row in places if column in columns]
    top, bottom = max(min(busy) - 1, 1), min(max(busy) + 1, charts.sea.rows)
    lines = ["  " + "".join(f"{column:02d} " for column in columns)]
    calm: list[int] = []
    for row in range(top, bottom + 1):
        if row not in busy and top < row < bottom:
            calm.append(row)
            continue
        lines += [*_stretch(charts, calm, columns), *_row(charts, row, columns, cells)]
        calm = []
    return lines


def _stretch(charts: Charts, rows: list[int], columns: range) -> list[str]:
    """Rows without anything: drawn if they are few."""
    if len(rows) < _CALM:
        return [line for row in rows for line in _row(charts, row, columns, {})]
    return [f"   --- rows {rows[0]:02d} to {rows[-1]:02d}: nothing ---"]


def _row(charts: Charts, row: int, columns: range, cells: dict[Hex, str]) -> list[str]:
    """The two lines of a row, its number before the second; the first column is an odd one."""
    lines = []
    for start, half in (("  ", columns[::2]), (f"{row:02d}{'':<{_PITCH}}", columns[1::2])):
        hexes = [hex_at(column, row) for column in half]
        shown = [cells.get(hex_) or _GROUND[charts.terrain[hex_]] for hex_ in hexes]
        lines.append(start + "".join(f"{cell:<{2 * _PITCH}}" for cell in shown))
    return lines


def _cells(view: BoardView) -> dict[Hex, str]:
    """What stands in each hex that holds anything, in five letters at most."""
    cells = {hex_named(smoke.hex): f"~{smoke.markers}" for smoke in view.smoke}
    for hex_, members in view.stacks().items():
        top = min(members, key=lambda ship: ship.hulk)
        cells[hex_named(hex_)] = _counter(top, len(members) - 1)
    return cells


def _counter(ship: ShipView, others: int) -> str:
    """IJN ships have capitals and small headings, USN ships the other way round."""
    allied = ship.navy == "usn"
    code = _code(ship).lower() if allied else _code(ship).upper()
    if others:
        return f"{code}+{others}" if others < 10 else f"{code}++"
    if ship.hulk:
        return f"%{code}"
    heading = ship.facing or ""
    return code + (heading if allied else heading.lower())


def _code(ship: ShipView) -> str:
    """Three letters of a battleship's name; C1 for CA1, V12 for CVE12."""
    if ship.type in _LETTERS and ship.short.startswith(ship.type):
        return _LETTERS[ship.type] + ship.short.removeprefix(ship.type)[:2]
    return ship.short.replace(" ", "")[:3]


# --- Lists ---


def _ships(fleet: list[ShipView], side: str) -> list[str]:
    """The ships of a navy on the map."""
    lines = [line for ship in fleet if ship.hex for line in _line(ship)]
    return [f"{_heading(side)}  markers", *lines] if lines else [f"{side}: no ship on the map"]


def _heading(side: str) -> str:
    names = zip(captions.RATINGS, _WIDTHS, strict=True)
    return f"{side:<8}{'':<14}{'at':<8}{'speed':<9}" + "".join(f"{n:>{w}}" for n, w in names)


_WIDTHS = (4, 4, 4, 3, 4, 3, 4, 3)  # of the columns of ratings


def _line(ship: ShipView) -> Iterator[str]:
    """A ship with her markers, in a second line if they need it."""
    name = captions.short_name(ship.name)
    values = zip(ship.printed, _WIDTHS, strict=True)
    ratings = "".join(f"{value:>{width}}" for value, width in values)
    at, speed = captions.whereabouts(ship), _speed(ship)
    start = f"{ship.id:<8} {name:<13.13} {at:<7} {speed:<8}{ratings}  "
    return filled(start, _markers(ship) or [""], " ", " " * 9)


def _speed(ship: ShipView) -> str:
    return "DIW" if ship.condition == CONDITIONS[DIW] else captions.speed(ship)


def _markers(ship: ShipView) -> list[str]:
    """Markers and air units on a ship, as short as can be."""
    found = (
        (ship.damaged, "dmg"),
        (ship.hits, f"{ship.hits}/{ship.ratings.armor}"),
        (ship.fires, f"fire{ship.fires}"),
        (ship.panic, "panic"),
        (ship.torpedoes_out, f"torp{ship.torpedoes_out}"),
        (ship.led, "led"),
    )
    words = [word for true, word in found if true]
    return words + [f"{kind}x{count}" for kind, count in ship.air.items()]


def _elsewhere(fleet: list[ShipView]) -> list[str]:
    """The ships of a navy that are not on the map, by where they are."""
    lines: list[str] = []
    for where, words in captions.WHEREABOUTS.items():
        names = [captions.full_name(ship) for ship in fleet if ship.whereabouts == where]
        if names and where != _ABSENT:
            lines += listed(f"{words[0].upper()}{words[1:]}", names)
    return lines


def _air(view: BoardView) -> Iterator[str]:
    """The air units by kind: ready, on targets, in the cup, spent."""
    words = []
    for air in view.air:
        counts = (
            (air.ready, "ready"),
            (air.on_targets, "on targets"),
            (air.in_cup, "to come"),
            (air.spent, "spent"),
        )
        words.append(f"{air.kind} {' '.join(f'{n} {name}' for n, name in counts if n)}")
    if view.special:
        words.append("a special attack must be placed")
    return listed("Air units", words)


def _smoke(view: BoardView) -> Iterator[str]:
    words = [f"{s.hex} x{s.markers}" if s.markers > 1 else s.hex for s in view.smoke]
    return listed("Smoke", words)


def _attacks(view: BoardView) -> list[str]:
    """A-32: what this phase's attacks have done, before it counts."""
    if view.phase != PHASES[COMBAT] or not view.blows:
        return []
    names = captions.attackers(view)
    return ["Attacks of this phase:", *(f"  {captions.attack(names, b)}" for b in view.blows)]
