"""The board: squares, facings and positions as small integers, and their names.

A square is `(row - 1) * 21 + column - 1`; a position is a square with a facing, `square * 8 +
facing`. Facings run clockwise from north, so `+1` is 45 degrees to the right.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TypeAlias

import msgspec

from flankspeed.engine.data import check_source, convert, read_toml

DATA = files("flankspeed.games.kamikaze.data")

FACINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

SECTIONS = ("bow", "amidships", "stern")
BOW, AMIDSHIPS, STERN = range(3)

Square: TypeAlias = int
Facing: TypeAlias = int
Position: TypeAlias = int
ColumnRow = tuple[int, int]


class _Board(msgspec.Struct, forbid_unknown_fields=True):
    columns: int
    rows: int
    source: str
    why: str = ""


class _Ship(msgspec.Struct, forbid_unknown_fields=True):
    bow: ColumnRow
    amidships: ColumnRow
    stern: ColumnRow
    source: str
    why: str = ""


class _EntryPoints(msgspec.Struct, forbid_unknown_fields=True):
    compass: list[ColumnRow]
    source: str
    why: str = ""


class BoardData(msgspec.Struct, forbid_unknown_fields=True):
    """The file `board.toml`."""

    board: _Board
    ship: _Ship
    entry_points: _EntryPoints


def _load() -> BoardData:
    data = convert(read_toml(DATA / "board.toml"), BoardData, "board.toml")
    for name, part in (("board", data.board), ("ship", data.ship), ("entry", data.entry_points)):
        check_source(f"board.toml, {name}", part.source, part.why)
    return data


BOARD = _load()
COLUMNS, ROWS = BOARD.board.columns, BOARD.board.rows
SQUARES = COLUMNS * ROWS
POSITIONS = SQUARES * 8


def square_at(column: int, row: int) -> Square:
    """The square of a column and row, or -1 if that is off the board."""
    if 1 <= column <= COLUMNS and 1 <= row <= ROWS:
        return (row - 1) * COLUMNS + column - 1
    return -1


def column_row(square: Square) -> ColumnRow:
    """The column and row of a square."""
    return square % COLUMNS + 1, square // COLUMNS + 1


def position_at(column: int, row: int, facing: str) -> Position:
    """The position of a square and the name of a facing."""
    return square_at(column, row) * 8 + FACINGS.index(facing)


def ahead(square: Square, facing: Facing) -> Square:
    """The square next to this one in a direction, or -1 if that is off the board."""
    column, row = column_row(square)
    dx, dy = STEPS[facing % 8]
    return square_at(column + dx, row + dy)


def square_name(square: Square) -> str:
    """A square as people write it: (column,row)."""
    column, row = column_row(square)
    return f"({column},{row})"


def position_name(position: Position) -> str:
    """A position as people write it: (column,row) facing."""
    return f"{square_name(position >> 3)} {FACINGS[position & 7]}"


def place_at(column: int, row: int) -> str:
    """The square of a column and row as the place of a choice or an event."""
    return f"square:{column},{row}"


def square_place(square: Square) -> str:
    """A square as the place of a choice or an event."""
    return place_at(*column_row(square))


SHIP_SQUARES = tuple(
    square_at(*square) for square in (BOARD.ship.bow, BOARD.ship.amidships, BOARD.ship.stern)
)
# The section on each square, or -1 for open sea.
SECTION_AT = tuple(
    SHIP_SQUARES.index(square) if square in SHIP_SQUARES else -1 for square in range(SQUARES)
)
SHIP_COLUMN, BEAM_ROW = BOARD.ship.amidships
