"""5.2 Line of sight: which hexes a line crosses, what blocks it, and the smoke along it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import ceil, floor
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.data.hexes import DISTANCE, Hex, centre, dot, offset

_CORNERS: Final = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


class Line(NamedTuple):
    """A-23: the hexes between two ends of a line, as differences from its start.

    `crossed` are those whose interior it passes, `grazed` the pairs between which it runs along a
    hexside; `near` and `near_grazed` are those of them that touch the start. `mask << start + low`
    has a bit for every hex crossed or grazed.
    """

    crossed: tuple[int, ...]
    grazed: tuple[tuple[int, int], ...]
    near: tuple[int, ...]
    near_grazed: tuple[tuple[int, int], ...]
    mask: int
    low: int


@cache
def line(difference: int) -> Line:
    """The line between two hexes that lie `difference` apart."""
    end = centre(difference)
    length = dot(end, end)
    crossed = []
    sides: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for hex_ in _around(difference):
        middle = centre(hex_)
        if not 0 < dot(end, middle) < length:
            continue
        corners = [(middle[0] + x, middle[1] + y) for x, y in _CORNERS]
        products = [end[0] * y - end[1] * x for x, y in corners]
        if min(products) < 0 < max(products):
            crossed.append(hex_)
        elif products.count(0) == 2:
            on_line = tuple(sorted((x, y) for x, y in corners if end[0] * y == end[1] * x))
            sides.setdefault(on_line, []).append(hex_)
    grazed = [(pair[0], pair[1]) for pair in sides.values()]
    touched = [*crossed, *(hex_ for pair in grazed for hex_ in pair)]
    low = min(touched, default=0)
    return Line(
        tuple(crossed),
        tuple(grazed),
        tuple(hex_ for hex_ in crossed if DISTANCE[hex_] == 1),
        tuple(pair for pair in grazed if DISTANCE[pair[0]] == DISTANCE[pair[1]] == 1),
        sum(1 << hex_ - low for hex_ in touched),
        low,
    )


def _around(difference: int) -> list[int]:
    """All hexes that a line could touch, its ends left out, from its start on."""
    columns, slants = offset(difference)
    if not columns:
        step = 1 if slants > 0 else -1
        return list(range(step, slants, step))
    end_x, end_y = centre(difference)
    slope = end_y / end_x
    reach = 2 * abs(slope) + 1.01  # how far from the line a hex's centre may lie
    step = 1 if columns > 0 else -1
    found = []
    for column in range(0, columns + step, step):
        height = slope * 3 * column
        first = ceil((height - reach - column) / 2)
        last = floor((height + reach - column) / 2)
        found += [column * 128 + slant for slant in range(first, last + 1)]
    return sorted((hex_ for hex_ in found if hex_ not in (0, difference)), key=_from_start)


def _from_start(hex_: int) -> tuple[int, int]:
    return DISTANCE[hex_], hex_


@mypyc_attr(allow_interpreted_subclasses=True)
class Sight:
    """What lies on the sea at one moment, ready for many lines: smoke, ships that block, land."""

    __slots__ = ("_either", "_ends", "_graze", "_land", "_marked", "_smoke", "_vessels")

    def __init__(
        self, land: int, smoke: Mapping[Hex, int], vessels: Mapping[Hex, int], graze: str, ends: str
    ) -> None:
        """`land` as bits, smoke markers by hex (A-25), ships that are no hulks by hex."""
        self._land = land
        self._smoke = smoke
        self._vessels = vessels
        self._graze = graze != "none"
        self._either = graze == "either_side"
        self._ends = ends
        self._marked = land
        for hex_ in smoke:
            self._marked |= 1 << hex_

    def clear(self, start: Hex, end: Hex) -> bool:
        """5.2: neither land nor a ship next to the firer stands in the way (A-24, A-36)."""
        way = line(end - start)
        vessels = self._vessels
        for hex_ in way.near:
            if hex_ + start in vessels:
                return False
        for one, other in way.near_grazed:
            if self._graze and self._counts(one + start in vessels, other + start in vessels):
                return False
        return not way.mask << start + way.low & self._land or not self._land_blocks(way, start)

    def _counts(self, one: bool, other: bool) -> bool:
        return one or other if self._either else one and other

    def _land_blocks(self, way: Line, start: Hex) -> bool:
        land = self._land
        if any(land >> hex_ + start & 1 for hex_ in way.crossed):
            return True
        return self._graze and any(
            self._counts(bool(land >> one + start & 1), bool(land >> other + start & 1))
            for one, other in way.grazed
        )

    def smoke(self, start: Hex, end: Hex) -> int:
        """4.5: the markers on the line, its end hexes included (A-25)."""
        smoke = self._smoke
        if not smoke:
            return 0
        count = 0
        if self._ends != "none":
            count = smoke.get(end, 0)
            if self._ends == "both" and start != end:
                count += smoke.get(start, 0)
        way = line(end - start)
        if way.mask << start + way.low & self._marked:
            for hex_ in way.crossed:
                count += smoke.get(hex_ + start, 0)
            if self._graze:
                pick = max if self._either else min
                for one, other in way.grazed:
                    count += pick(smoke.get(one + start, 0), smoke.get(other + start, 0))
        return count
