"""2.3 The map's hexes: numbers, neighbours, distances, bearings.

A hex is one int, `column * 128 + slant`, where `slant` counts along the column with the half-hex
offsets taken out. So a step in a direction adds the same number everywhere, and the difference of
two hexes fixes their distance and bearing: `DISTANCE[to - start]`. Differences may be negative:
they index these tables from the end.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

Hex: TypeAlias = int
Facing: TypeAlias = int  # an index into `FACINGS`

_COLUMN: Final = 128  # more than twice the longest column, so that no two differences are the same
_LIFT: Final = 20  # keeps slants above zero in the easternmost columns
HEXES: Final = 34 * _COLUMN
SPAN: Final = 64 * _COLUMN  # the length of a table indexed by differences

# 2.3: the hexsides clockwise from north.
FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
STEPS: Final = (-1, _COLUMN - 1, _COLUMN, 1, 1 - _COLUMN, -_COLUMN)


def hex_at(column: int, row: int) -> Hex:
    """The hex of a column and row, both counted from 1."""
    x = column - 1
    return column * _COLUMN + row - 1 - (x - x % 2) // 2 + _LIFT


def column_row(hex_: Hex) -> tuple[int, int]:
    """The column and row of a hex."""
    column, slant = divmod(hex_, _COLUMN)
    x = column - 1
    return column, slant - _LIFT + (x - x % 2) // 2 + 1


@cache
def hex_name(hex_: Hex) -> str:
    """S-2.3-hexid-1: two digits for the column, two for the row."""
    column, row = column_row(hex_)
    return f"{column:02d}{row:02d}"


def hex_named(name: str) -> Hex:
    """The hex with that number."""
    return hex_at(int(name[:2]), int(name[2:]))


def offset(difference: int) -> tuple[int, int]:
    """The columns and slants that a difference of two hexes consists of."""
    columns = (difference + _COLUMN // 2) // _COLUMN
    return columns, difference - columns * _COLUMN


def centre(difference: int) -> tuple[int, int]:
    """Where the centre of a hex lies from another's: 3 to a column, 2 to a hex's height."""
    columns, slants = offset(difference)
    return 3 * columns, 2 * slants + columns


def dot(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The product that gives true angles, as a hex's height is the root of 3 of our units."""
    return one[0] * other[0] + 3 * one[1] * other[1]


def _differences() -> list[int]:
    return [columns * _COLUMN + slants for columns in range(-31, 32) for slants in range(-57, 58)]


def _distances() -> bytes:
    table = bytearray(SPAN)
    for difference in _differences():
        columns, slants = offset(difference)
        table[difference] = max(abs(columns), abs(slants), abs(columns + slants))
    return bytes(table)


DISTANCE: Final = _distances()


@cache
def broadsides(half_angle: int, boundary: str) -> tuple[bytes, ...]:
    """5.3 (A-22): for each facing and difference, 1 if it lies in the broadside arc.

    The same hex has no bearing, and so no arc (A-44).
    """
    share = 9 if half_angle == 30 else 3  # the squared cosine times 12, a step's squared length
    tables = []
    for step in STEPS:
        facing = centre(step)
        table = bytearray(SPAN)
        for difference in _differences():
            bearing = centre(difference)
            ahead = dot(facing, bearing) ** 2
            limit = share * dot(bearing, bearing)
            table[difference] = ahead <= limit if boundary == "broadside" else ahead < limit
        table[0] = 0
        tables.append(bytes(table))
    return tuple(tables)
