"""Movement: what each move costs and where it leads (rulebook Figure 1), ready to look up."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice
from flankspeed.engine.decision import WHERE, WHOM, Place
from flankspeed.games.kamikaze.data.board import (
    COLUMNS,
    FACINGS,
    POSITIONS,
    ROWS,
    SECTION_AT,
    SECTIONS,
    SQUARES,
    STEPS,
    Facing,
    Position,
    Square,
    ahead,
    column_row,
    square_at,
    square_name,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import Turn

# Beyond the squares: off the south edge, where kamikazes come through, and off any other way.
OFF_SOUTH: Final = POSITIONS
OFF_ELSEWHERE: Final = POSITIONS + 8
SOUTH_BIT: Final = 1 << SQUARES
ELSEWHERE_BIT: Final = 1 << (SQUARES + 1)
_KEYS: Final = POSITIONS << 4
_NOWHERE_BIT: Final = 1 << (SQUARES + 2)  # where no goal is
BITS: Final = tuple(1 << square for square in range(SQUARES))
SEA: Final = (1 << SQUARES) - 1
BUT: Final = tuple(SEA ^ bit for bit in BITS)  # all squares but one


class Move(Choice):
    """Turn, enter the next square, pay for it; `to` is the new position, or one off the board."""

    __slots__ = ("cost", "to")

    def __init__(self, text: str, label: str, place: str, cost: int, to: int) -> None:
        super().__init__(text, label, place)
        self.cost = cost
        self.to = to

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHERE),)


class CrashMove(Move):
    """The move into the ship: it is done to the section on that square."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHOM),)


class Face(Choice):
    """Begin the dive with this facing."""

    __slots__ = ("facing",)

    def __init__(self, facing: Facing) -> None:
        name = FACINGS[facing]
        super().__init__(f"face {name}", f"dive in facing {name}", f"facing:{name}")
        self.facing = facing

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHERE),)


@mypyc_attr(native_class=False)
class MoveChart(dict[int, tuple[Move, ...]]):
    """The moves that lead away from each position, made when first asked for."""

    def __init__(
        self, turns: tuple[Turn, ...], *, through: bool, edges: bool, ship: bool = False
    ) -> None:
        """`through`: may leave in the south; `edges`: by any edge; `ship`: the ship is there."""
        self.turns = turns
        self._through = through
        self._edges = edges
        self._ship = ship

    def __missing__(self, position: Position) -> tuple[Move, ...]:
        moves = [self._move(position, turn) for turn in self.turns]
        self[position] = found = tuple(move for move in moves if move is not None)
        return found

    def _move(self, position: Position, turn: Turn) -> Move | None:
        facing = (position + turn.eighths) & 7
        square = ahead(position >> 3, facing)
        cost = f"{turn.cost} MP"
        if square < 0:
            return self._move_off(position, facing, turn)
        to = square * 8 + facing
        if self._ship and SECTION_AT[square] >= 0:
            section = SECTIONS[SECTION_AT[square]]
            label = f"{turn.words}: crash into the {section}, {cost}"
            return CrashMove(f"crash {turn.name}", label, f"section:{section}", turn.cost, to)
        label = f"{turn.words} to {square_name(square)}, heading {FACINGS[facing]}, {cost}"
        return Move(f"move {turn.name}", label, square_place(square), turn.cost, to)

    def _move_off(self, position: Position, facing: Facing, turn: Turn) -> Move | None:
        """K-1-exit: a kamikaze comes through in the south; any other way out loses the plane."""
        _, row = column_row(position >> 3)
        south = row + STEPS[facing][1] > ROWS
        place = square_place(position >> 3)
        if south and self._through:
            label = f"{turn.words}, heading {FACINGS[facing]}: through, {turn.cost} MP"
            return Move(f"exit {turn.name}", label, place, turn.cost, OFF_SOUTH)
        if self._edges:
            heading = f"{turn.words}, heading {FACINGS[facing]}"
            label = f"{heading}: off the board and lost, {turn.cost} MP"
            return Move(f"leave {turn.name}", label, place, turn.cost, OFF_ELSEWHERE)
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Paths:
    """For each `position << 4 | mp`: the moves it can pay, each with the squares it can end on.

    The squares are a bit mask. A move is legal if its mask meets the squares that are free, so
    nobody is led into a path that cannot be finished (K-1-move-12).
    """

    __slots__ = ("_ends", "_found", "_lasts", "_moves", "_sets")

    def __init__(self, moves: MoveChart) -> None:
        self._moves = moves
        # By key; what is not known yet is empty, a mask -1.
        self._found: list[tuple[tuple[Move, int], ...]] = [()] * _KEYS
        self._sets: list[tuple[Move, ...]] = [()] * _KEYS
        self._lasts = [-1] * _KEYS
        self._ends = [-1] * _KEYS

    def __getitem__(self, key: int) -> tuple[tuple[Move, int], ...]:
        found = self._found[key]
        if not found:
            mp = key & 15
            found = self._found[key] = tuple(
                (move, self.ends(move.to, mp - move.cost))
                for move in self._moves[key >> 4]
                if move.cost <= mp
            )
        return found

    def legal(self, position: Position, mp: int, goal: int) -> tuple[Move, ...]:
        """The moves that can end in `goal`: all, if it holds the last square of each."""
        key = position << 4 | mp
        lasts = self._lasts[key]
        if lasts < 0:
            lasts = self._look_up(key)
        if goal & lasts == lasts:
            return self._sets[key]
        return tuple([move for move, ends in self[key] if ends & goal])

    def _look_up(self, key: int) -> int:
        """Note all moves that can be paid, and the last square that each can end on."""
        lasts = 0
        for _, ends in self[key]:
            lasts |= 1 << ends.bit_length() - 1 if ends else _NOWHERE_BIT
        moves, mp = self._moves[key >> 4], key & 15
        payable = tuple([move for move in moves if move.cost <= mp])
        self._sets[key] = moves if payable == moves else payable
        self._lasts[key] = lasts
        return lasts

    def ends(self, position: Position, mp: int) -> int:
        """The squares where a plane can stand when it has spent exactly `mp`."""
        if position == OFF_SOUTH:
            return SOUTH_BIT  # whatever is left lapses
        if position == OFF_ELSEWHERE:
            return ELSEWHERE_BIT
        if mp == 0:
            return BITS[position >> 3]
        key = position << 4 | mp
        found = self._ends[key]
        if found < 0:
            found = 0
            for _, ends in self[key]:
                found |= ends
            self._ends[key] = found
        return found

    def reach(self, position: Position, mp: int, goal: int) -> dict[int, int]:
        """The squares on all ways that end in `goal`, each with the most MP left on arrival."""
        found: dict[int, int] = {}
        known, ways = set(), [(position, mp)]
        while ways:
            position, mp = ways.pop()
            for move, ends in self[position << 4 | mp]:
                way = move.to, mp - move.cost
                if ends & goal and move.to < OFF_SOUTH and way not in known:
                    known.add(way)
                    ways.append(way)
                    square = move.to >> 3
                    found[square] = max(found.get(square, 0), mp - move.cost)
        return found


def south_of(row: int) -> int:
    """The mask of all squares south of a row, the way out included."""
    return SEA & ~((1 << (row * COLUMNS)) - 1) | SOUTH_BIT


def row_squares(row: int) -> list[Square]:
    """The squares of a row from west to east."""
    return [square_at(column, row) for column in range(1, COLUMNS + 1)]
