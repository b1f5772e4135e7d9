"""Where hexes lie in the picture, and lines drawn along their sides."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import STEPS, Hex, column_row, hex_named

Point = tuple[float, float]

# A hex is 52 wide and 46 high, its flat sides 26 long; columns lie 39 apart.
WIDE, FLAT, STEP, TALL = 26, 13, 39, 23
_CORNERS = (
    (-FLAT, -TALL),
    (FLAT, -TALL),
    (WIDE, 0),
    (FLAT, TALL),
    (-FLAT, TALL),
    (-WIDE, 0),
)


@cache
def centre(hex_: Hex) -> tuple[int, int]:
    """The centre of a hex, also of one beyond the edge of the map."""
    column, row = column_row(hex_)
    return WIDE + (column - 1) * STEP, (2 * row - column % 2) * TALL


@cache
def middle(name: str) -> tuple[int, int]:
    """The centre of the hex with that number."""
    return centre(hex_named(name))


def size(charts: Charts) -> tuple[int, int]:
    """Width and height of the map."""
    sea = charts.sea
    return (sea.columns - 1) * STEP + 2 * WIDE, (2 * sea.rows + 1) * TALL


def cell(hex_: Hex) -> str:
    """The outline of one hex."""
    x, y = centre(hex_)
    return f"M{x - WIDE} {y}l13-23h26l13 23-13 23h-26z"


def small_cell(hex_: Hex) -> str:
    """An outline that lies inside its hex, clear of those of its neighbours."""
    x, y = centre(hex_)
    return f"M{x - 22} {y}l11-19.5h22l11 19.5-11 19.5h-22z"


def loops(hexes: Collection[Hex]) -> list[list[tuple[int, int]]]:
    """The outlines of an area of hexes, clockwise, as corner points; holes the other way."""
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    for hex_ in sorted(hexes):
        x, y = centre(hex_)
        for side, step in enumerate(STEPS):
            if hex_ + step not in hexes:
                (x1, y1), (x2, y2) = _CORNERS[side], _CORNERS[(side + 1) % 6]
                ends[x + x1, y + y1] = (x + x2, y + y2)
    found = []
    while ends:
        start, point = ends.popitem()
        loop = [start]
        while point != start:
            loop.append(point)
            point = ends.pop(point)
        found.append(loop)
    return found


def outline(hexes: Collection[Hex]) -> str:
    """The outline of an area of hexes, along their sides."""
    parts = []
    for loop in loops(hexes):
        (x, y), d = loop[0], ""
        for u, v in loop[1:]:
            d += f"h{u - x}" if v == y else f"l{u - x} {v - y}"
            x, y = u, v
        parts.append(f"M{loop[0][0]} {loop[0][1]}{d}z".replace(" -", "-"))
    return "".join(parts)


def shore(hexes: Collection[Hex], sway: float, clip: Callable[[Point], Point]) -> str:
    """A soft, uneven outline of an area, as coasts and depths have; `sway` is how uneven."""
    parts = []
    for loop in loops(hexes):
        points = [clip(_swayed(point, sway)) for point in loop]
        middles = [
            ((x + u) / 2, (y + v) / 2)
            for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True)
        ]
        d = "M" + _pair(middles[-1])
        for point, middle in zip(points, middles, strict=True):
            d += f"Q{_pair(point)} {_pair(middle)}"
        parts.append(d + "z")
    return "".join(parts)


def _swayed(point: tuple[int, int], sway: float) -> Point:
    x, y = point
    return x + sway * chance(x, y, 1), y + sway * chance(x, y, 2)


def chance(x: int, y: int, salt: int) -> float:
    """A number from -1 to 1 that looks random and is always the same for the same point."""
    mixed = (x * 0x9E3779B1 + y * 0x85EBCA77 + salt * 0xC2B2AE3D) & 0xFFFFFFFF
    for shift in (15, 13, 16):
        mixed = (mixed ^ mixed >> shift) * 0x2C1B3C6D & 0xFFFFFFFF
    return ((mixed ^ mixed >> 15) % 2001) / 1000 - 1


def _pair(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"
