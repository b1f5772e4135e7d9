"""What a seat sees of the board, made first: text and picture are drawn from it.

All information in this game is open. Squares are told as column and row.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

import msgspec

from flankspeed.engine import Result
from flankspeed.games.kamikaze.data.board import (
    COLUMNS,
    FACINGS,
    ROWS,
    SECTIONS,
    SHIP_SQUARES,
    SQUARES,
    ColumnRow,
    Position,
    column_row,
    square_at,
)
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import RANGES, Guns
from flankspeed.games.kamikaze.data.planes import (
    FATES,
    FLYING,
    GROUP_NAMES,
    LOST,
    NAMES,
    Plane,
    group_of,
    is_kamikaze,
)
from flankspeed.games.kamikaze.rules.battery import Battery
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.defensive_fire import Volley, automatic_group
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.state import KamikazeState

TAKEN_OFF = "taken off"  # the fate of a fighter that was still there when the dives began
_KEPT = 32  # how many of the parts that seldom change are kept


class PlaneView(msgspec.Struct, frozen=True):
    """A plane: where it is, or what has become of it; `gone` if it is lost in any way."""

    name: str
    group: str
    fate: str
    gone: bool
    square: ColumnRow | None
    facing: str | None

    @property
    def place(self) -> str:
        """The plane as a place of the board."""
        return f"plane:{self.name}"

    @property
    def where(self) -> str:
        """Where it is, as people write it: (column,row) facing; nothing if it is nowhere."""
        return f"({self.square[0]},{self.square[1]}) {self.facing}" if self.square else ""


class Run(NamedTuple):
    """Squares of a row that lie side by side, from the first column to the last."""

    row: int
    first: int
    last: int


class MountView(msgspec.Struct, frozen=True):
    """A gun position of the ship; `sector` is where it bears and reaches."""

    id: str
    name: str
    type: str
    section: str
    side: str
    destroyed: bool
    sector: tuple[Run, ...]

    @property
    def place(self) -> str:
        """The mount as a place of the board."""
        return f"mount:{self.id}"


class RangeView(msgspec.Struct, frozen=True):
    """How far a type of gun reaches, and its two utmost squares, north-west and south-east."""

    type: str
    range: int
    north_west: ColumnRow
    south_east: ColumnRow


class ShipView(msgspec.Struct, frozen=True):
    """The destroyer; `most_dice` is the most that her guns, all whole, throw at a square."""

    squares: dict[str, ColumnRow]
    damage: int
    mounts: tuple[MountView, ...]
    ranges: tuple[RangeView, ...]
    most_dice: int


class ReachView(msgspec.Struct, frozen=True):
    """A square that the plane that moves can fly to: the most MP left there, and may it stop."""

    square: ColumnRow
    mp: int
    stop: bool


class BoardView(msgspec.Struct, frozen=True):
    """The whole board; the ship lies on it in phase 2 only.

    `active` is the plane that moves or dives, with its MP left. Of a dive: the number of its
    `entry` point, the `hits` it has taken, and the dice that fire (`under_fire`) where it stands.
    `dice` is, by row and column, how many would fire at it there; `path` is the last flight.
    """

    phase: int
    turn: int
    planes: tuple[PlaneView, ...]
    ship: ShipView
    entry_points: tuple[ColumnRow, ...]
    active: str | None
    mp: int
    entry: int | None
    hits: int
    under_fire: int | None
    dice: tuple[tuple[int, ...], ...]
    path: tuple[ColumnRow, ...]
    reach: tuple[ReachView, ...]
    result: Result | None

    @property
    def dives(self) -> bool:
        """Whether the dogfight is over."""
        return self.phase == 2

    @property
    def on_board(self) -> list[tuple[PlaneView, ColumnRow]]:
        """The planes on the board with their squares; the active one is last, to lie on top."""
        found = [(plane, plane.square) for plane in self.planes if plane.square]
        return sorted(found, key=lambda standing: standing[0].name == self.active)

    @property
    def active_plane(self) -> PlaneView | None:
        """The plane that moves or dives."""
        return next((plane for plane in self.planes if plane.name == self.active), None)

    def planes_of(self, group: str) -> list[PlaneView]:
        """The planes of a group."""
        return [plane for plane in self.planes if plane.group == group]


def board_view(state: KamikazeState) -> BoardView:
    """The board as data."""
    charts, active = state.charts, state.active
    dives = state.phase == 2
    diving = dives and active >= 0
    group = automatic_group(state) if diving else ""
    return BoardView(
        phase=state.phase,
        turn=state.turn,
        planes=tuple(_plane(state, plane) for plane in range(len(NAMES))),
        ship=ShipView(
            squares=_SHIP_SQUARES,
            damage=min(state.damage, SINKING_DAMAGE),
            mounts=_mounts(charts.battery, state.guns),
            ranges=_ranges(charts),
            most_dice=max(map(max, _dice(charts.battery, charts.battery.all, ""))),
        ),
        entry_points=tuple(column_row(square) for square in charts.entry_points),
        active=NAMES[active] if active >= 0 else None,
        mp=state.mp,
        entry=state.entry if diving else None,
        hits=state.hits if diving else 0,
        under_fire=_under_fire(state, group) if diving else None,
        dice=_dice(charts.battery, state.guns, group) if dives else (),
        path=tuple(column_row(position >> 3) for position in state.path),
        reach=_reachable(state),
        result=state.result,
    )


_SHIP_SQUARES = {
    name: column_row(square) for name, square in zip(SECTIONS, SHIP_SQUARES, strict=True)
}


def _plane(state: KamikazeState, plane: Plane) -> PlaneView:
    position, fate = state.positions[plane], state.fates[plane]
    # K-2-setup-1: whatever else is left of the dogfight is on the board no more.
    taken_off = state.phase == 2 and fate <= FLYING and not is_kamikaze(plane)
    on_board = position >= 0
    return PlaneView(
        name=NAMES[plane],
        group=GROUP_NAMES[group_of(plane)],
        fate=TAKEN_OFF if taken_off else FATES[fate],
        gone=fate >= LOST,
        square=column_row(position >> 3) if on_board else None,
        facing=FACINGS[position & 7] if on_board else None,
    )


@lru_cache(maxsize=_KEPT)
def _mounts(battery: Battery, guns: Guns) -> tuple[MountView, ...]:
    """The mounts, those not in `guns` destroyed."""
    return tuple(
        MountView(m.id, m.name, m.type, m.section, m.side, not guns >> i & 1, sector)
        for i, (m, sector) in enumerate(zip(battery.mounts, _sectors(battery), strict=True))
    )


@lru_cache(maxsize=_KEPT)
def _sectors(battery: Battery) -> tuple[tuple[Run, ...], ...]:
    """K-2-fire-4 to 10: by mount, the squares that it bears on and reaches."""
    masks = [reduce(or_, (mask for _, mask in groups)) for groups in battery.bearing]
    return tuple(_runs(masks, 1 << i) for i in range(len(battery.mounts)))


def _runs(masks: list[int], mount: int) -> tuple[Run, ...]:
    runs: list[Run] = []
    for square in range(SQUARES):
        if masks[square] & mount:
            column, row = column_row(square)
            joined = runs and (runs[-1].row, runs[-1].last) == (row, column - 1)
            first = runs.pop().first if joined else column
            runs.append(Run(row, first, column))
    return tuple(runs)


@lru_cache(maxsize=_KEPT)
def _ranges(charts: Charts) -> tuple[RangeView, ...]:
    """K-2-fire-4: the reach of each type of gun from the ship, or from its own mounts (A-23)."""
    found = []
    for gun_type, reach in RANGES.items():
        origins = [
            square
            for section, square in _SHIP_SQUARES.items()
            if charts.options.range == "ship"
            or charts.battery.select(section=section, type=gun_type)
        ]
        if origins:
            columns, rows = zip(*origins, strict=True)
            north_west = max(min(columns) - reach, 1), max(min(rows) - reach, 1)
            south_east = min(max(columns) + reach, COLUMNS), min(max(rows) + reach, ROWS)
            found.append(RangeView(gun_type, reach, north_west, south_east))
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def _dice(battery: Battery, guns: Guns, group: str) -> tuple[tuple[int, ...], ...]:
    """By row and column, the dice that fire; `group` is the one that does where two could."""
    return tuple(
        tuple(
            battery.firing(square_at(column, row), guns, group).bit_count()
            for column in range(1, COLUMNS + 1)
        )
        for row in range(1, ROWS + 1)
    )


def _under_fire(state: KamikazeState, group: str) -> int | None:
    """The dice of the volley that is coming, or of one that would be fired where it stands."""
    position = state.positions[state.active]
    if position < 0:
        return None
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Volley):
        return step.dice(state)
    return state.charts.battery.firing(position >> 3, state.guns, group).bit_count()


def _reachable(state: KamikazeState) -> tuple[ReachView, ...]:
    """Where the plane that moves in the dogfight can still fly."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Flight) or state.active < 0 or state.positions[state.active] < 0:
        return ()
    return _reach(state.charts, state.group, state.positions[state.active], state.mp, step.goal)


@lru_cache(maxsize=_KEPT)
def _reach(
    charts: Charts, group: int, position: Position, mp: int, goal: int
) -> tuple[ReachView, ...]:
    """The squares on all ways that end in `goal`."""
    paths = charts.paths[group]
    stops = paths.ends(position, mp) & goal
    return tuple(
        ReachView(column_row(square), left, bool(stops >> square & 1))
        for square, left in sorted(paths.reach(position, mp, goal).items())
    )
