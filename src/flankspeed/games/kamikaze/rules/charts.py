"""Charts: everything that one set of options fixes before play, shared by all its states."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from flankspeed.engine import DataError, OptionError
from flankspeed.engine.data import convert
from flankspeed.engine.only_one import only_one
from flankspeed.games.kamikaze.data.board import (
    BOARD,
    FACINGS,
    POSITIONS,
    SECTION_AT,
    Facing,
    Position,
    Square,
    ahead,
    square_at,
)
from flankspeed.games.kamikaze.data.charts import KILL_NUMBERS, KILL_TITLES, TURNS, Turn
from flankspeed.games.kamikaze.data.overrides import Overrides
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.battery import Battery
from flankspeed.games.kamikaze.rules.movement import BITS, Face, MoveChart, Paths
from flankspeed.games.kamikaze.rules.shot import Shot, shots

UNREACHABLE: Final = 99


class Charts:
    """The charts of one set of options and data: immutable, looked up and never copied."""

    def __init__(self, options: KamikazeOptions, overrides: Overrides) -> None:
        self.keeper: object = None
        self.options = options
        self.overrides = overrides
        self._sharp = options.sharp_turns == "extended"
        self.turns = _turns(self._sharp)
        self.paths = _paths(self._sharp, options.edge_exit == "lost")  # by group
        self.dive_moves = _dive_moves(self._sharp)
        self._shots = self._figure_2(overrides)
        self.entry_points = self._entry_points(overrides)
        self.battery = Battery(options, overrides.mounts)
        # Where a jink to the left or right leads: a position, or -1 off the board.
        self.jinks = _jinks(options.jink_square)
        # The squares a fighter's guns can reach from each position, with the direction of each.
        self.arcs = _arcs(options.fire_arc)
        self.arc_bits = tuple(sum(BITS[square] for square in arc) for arc in self.arcs)
        self.faces = tuple(Face(facing) for facing in range(len(FACINGS)))

    def _figure_2(self, overrides: Overrides) -> tuple[Shot, ...]:
        chart = self.options.fig2
        if (chart == "custom") != (overrides.kill_numbers is not None):
            raise OptionError("p1.fig2=custom and kill_numbers in the data need each other")
        if overrides.kill_numbers:
            return shots(overrides.kill_numbers)
        return shots(KILL_NUMBERS[chart], KILL_TITLES[chart])

    def _entry_points(self, overrides: Overrides) -> tuple[Square, ...]:
        if (self.options.entry_layout == "custom") != (overrides.entry_points is not None):
            raise OptionError("p2.entryLayout=custom and entry_points in the data need each other")
        points = overrides.entry_points
        if points is None:
            points = BOARD.entry_points.compass
        squares = tuple(square_at(*point) for point in points)
        if len(squares) != 8:
            raise DataError(f"there are eight entry points, not {len(squares)}")
        for point, square in zip(points, squares, strict=True):
            if square < 0 or SECTION_AT[square] >= 0:
                raise DataError(f"entry point {point} is not a sea square of the board")
        return squares

    def shot(self, line: Facing, target_facing: Facing) -> Shot:
        """Figure 2: the shot by the angle between the line of fire and the target's facing."""
        return self._shots[(target_facing - line) & 7]

    @property
    def reach(self) -> tuple[int, ...]:
        """The fewest MP that take a dive from each position to the ship, jinks left aside."""
        return _reach(self._sharp)

    def __reduce__(self) -> tuple[Any, ...]:
        # Charts are equal by identity: there is one object for each set of options and data.
        return charts_of, (self.options, msgspec.to_builtins(self.overrides))


# What few options decide is worked out once for each of their values, and shared.


@cache
def _turns(sharp: bool) -> tuple[Turn, ...]:
    return tuple(turn for turn in TURNS if sharp or not turn.sharp)


@cache
def _paths(sharp: bool, edges: bool) -> tuple[Paths, Paths, Paths]:
    fighter = Paths(MoveChart(_turns(sharp), through=False, edges=edges))
    kamikaze = Paths(MoveChart(_turns(sharp), through=True, edges=edges))
    return fighter, kamikaze, fighter


@cache
def _dive_moves(sharp: bool) -> MoveChart:
    return MoveChart(_turns(sharp), through=False, edges=False, ship=True)


@cache
def _reach(sharp: bool) -> tuple[int, ...]:
    moves = _dive_moves(sharp)
    cost = [UNREACHABLE] * POSITIONS
    changed = True
    while changed:
        changed = False
        for position in range(POSITIONS):
            for move in moves[position]:
                crash = SECTION_AT[move.to >> 3] >= 0
                total = move.cost + (0 if crash else cost[move.to])
                if total < cost[position]:
                    cost[position] = total
                    changed = True
    return tuple(cost)


@cache
def _jinks(kind: str) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(_jink(kind, position, side) for side in (-1, 1)) for position in range(POSITIONS)
    )


def _jink(kind: str, position: Position, side: int) -> Position:
    """Figure 4 (A-32): into the lateral square, and 45 degrees to that side."""
    facing = position & 7
    diagonal = facing % 2 == 1
    quarter = kind == "quarter" or (kind == "mixed" and diagonal)
    square = ahead(position >> 3, facing + (side if quarter else 2 * side))
    return -1 if square < 0 else square * 8 + ((facing + side) & 7)


@cache
def _arcs(kind: str) -> tuple[dict[int, int], ...]:
    turns = (0,) if kind == "ahead" else (0, -1, 1)
    return tuple(
        {
            ahead(position >> 3, position + turn): (position + turn) & 7
            for turn in turns
            if ahead(position >> 3, position + turn) >= 0
        }
        for position in range(POSITIONS)
    )


@only_one(most=64)
def _charts(options: KamikazeOptions, overrides: bytes) -> Charts:
    return Charts(options, convert(msgspec.json.decode(overrides), Overrides, "the data"))


def charts_of(options: KamikazeOptions, data: Mapping[str, Any] | None = None) -> Charts:
    """The charts for these options and overriding data: always the same object for the same."""
    overrides = convert(dict(data or {}), Overrides, "the data")
    return _charts(options, msgspec.json.encode(overrides))
