"""The sea as an admiral sees it: the way to the south, the edges of the map, room to turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import HEXES, STEPS, Facing, Hex
from flankspeed.games.samar.data.map import LAND, OCEAN
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS

FAR: Final = 99
_OUTSIDE: Final = 20 * 128
_FAR_OFF: Final = 20  # steps from the edge that are as good as any number


@mypyc_attr(allow_interpreted_subclasses=True)
class Waters:
    """Fields of steps over the map, by hex, and what was found out about room to turn."""

    __slots__ = (
        "_off",
        "_per_move",
        "_stays",
        "_terrain",
        "edge",
        "rim",
        "south",
        "terrain",
    )

    def __init__(self, charts: Charts) -> None:
        self._terrain = charts.terrain
        # The map with nothing around it for as far as any move goes, also by negative numbers.
        self.terrain = charts.terrain + bytes(_OUTSIDE)
        self._per_move = charts.options.pivot == "per_move"
        self._stays: dict[int, bool] = {}
        self._off: dict[int, bytes] = {}
        terrain = charts.terrain
        # Hexes of movement that take a ship off the map: by the deep water of the south, anywhere.
        self.south = _spread(terrain, charts.south)
        self.edge = _spread(
            terrain,
            [h for h in charts.hexes if not all(terrain[h + step] for step in STEPS)],
        )
        # Steps to the first hex that is not open sea.
        rough = [h + step for h in charts.hexes for step in STEPS if terrain[h + step] != OCEAN]
        self.rim = bytes(max(steps - 1, 0) for steps in _spread(terrain, rough))

    def off(self, maneuver: int) -> bytes:
        """The steps that take a ship out of open sea, by its hex and facing (hex * 8 + facing)."""
        found = self._off.get(maneuver)
        if found is None:
            found = self._off[maneuver] = _ways_off(self._terrain, maneuver)
        return found

    def stays(self, hex_: Hex, facing: Facing, maneuver: int, steps: int) -> bool:
        """Whether a ship that starts here can stay on the map, and off the land, so long."""
        if steps < self.rim[hex_] or not steps:
            return True
        key = ((hex_ * 8 + facing) * 4 + maneuver) * 16 + steps
        found = self._stays.get(key)
        if found is None:
            found = self._stays[key] = self._find(hex_, facing, maneuver, steps)
        return found

    def _find(self, hex_: Hex, facing: Facing, maneuver: int, steps: int) -> bool:
        ahead = hex_ + STEPS[facing]
        if self._terrain[ahead] in (0, LAND):
            return False
        for turn, cost in zip(TURNS, COSTS, strict=True):
            left = maneuver - cost
            if left >= 0 and self.stays(
                ahead, (facing + turn) % 6, left if self._per_move else maneuver, steps - 1
            ):
                return True
        return False


def _spread(terrain: bytes, start: Iterable[Hex]) -> bytes:
    """The steps from each hex of open sea to beyond the nearest of these."""
    steps = bytearray([FAR]) * HEXES
    ring, count = list(dict.fromkeys(start)), 1
    while ring:
        for hex_ in ring:
            steps[hex_] = count
        count += 1
        around = dict.fromkeys(hex_ + step for hex_ in ring for step in STEPS)
        ring = [h for h in around if 0 < h < HEXES and terrain[h] == OCEAN and steps[h] == FAR]
    return bytes(steps)


def _ways_off(terrain: bytes, maneuver: int) -> bytes:
    """By hex and facing, the fewest steps off the map, into shallows or ashore."""
    steps = bytearray([FAR]) * (8 * HEXES)
    turns = [turn for turn, cost in zip(TURNS, COSTS, strict=True) if cost <= maneuver]
    sea = [hex_ for hex_ in range(HEXES) if terrain[hex_] == OCEAN]
    ring = [(h, f) for h in sea for f in range(6) if terrain[h + STEPS[f]] != OCEAN]
    count = 1
    while ring and count < _FAR_OFF:
        for hex_, facing in ring:
            steps[hex_ * 8 + facing] = count
        count += 1
        before = dict.fromkeys(
            (hex_ - STEPS[(facing - turn) % 6], (facing - turn) % 6)
            for hex_, facing in ring
            for turn in turns
        )
        ring = [(h, f) for h, f in before if terrain[h] == OCEAN and steps[h * 8 + f] == FAR]
    return bytes(steps)


@lru_cache(maxsize=64)
def waters_of(charts: Charts) -> Waters:
    """The waters of these charts: always the same object."""
    return Waters(charts)
