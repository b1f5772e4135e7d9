"""A-36 Sea room: which speeds and turns leave a ship a way on that does not end ashore."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import HEXES, STEPS, Facing, Hex
from flankspeed.games.samar.data.map import LAND
from flankspeed.games.samar.data.markers import BATTLE, IJN, ShipNumber, SpeedStatus
from flankspeed.games.samar.rules.movement.speed import allowance, longest_move, maneuver, statuses
from flankspeed.games.samar.state import SamarState

# 4.2: the turns a ship can make on entering a hex, easiest first: hexsides to starboard (of six),
# and the maneuver each takes. A set of turns is a mask with a bit for each.
TURNS: Final = (0, 5, 1, 4, 2, 3)
COSTS: Final = (0, 1, 1, 2, 2, 3)
ALL_TURNS: Final = tuple(sum(1 << turn for turn in range(6) if COSTS[turn] <= m) for m in range(4))
_FAR: Final = 255


class SeaRoom:
    """The coast as ships see it: what is found once is remembered.

    With `closed` exits, leaving the map by the south is as bad as land (A-15).
    """

    __slots__ = ("_closed", "_per_move", "_terrain", "_ways", "danger")

    def __init__(self, charts: Charts, closed: bool) -> None:
        self._terrain = charts.terrain
        self._closed = charts.south if closed else frozenset()
        self._per_move = charts.options.pivot == "per_move"
        self._ways: dict[int, int] = {}
        self.danger = self._dangers(charts)  # by hex, the fewest steps that can end ashore

    def _dangers(self, charts: Charts) -> bytes:
        terrain, closed = charts.terrain, self._closed
        danger = bytearray([_FAR]) * HEXES
        water = [hex_ for hex_ in charts.hexes if terrain[hex_] != LAND]
        ring = [h for h in water if h in closed or any(terrain[h + s] == LAND for s in STEPS)]
        steps = 0
        while ring:
            steps += 1
            for hex_ in ring:
                danger[hex_] = steps
            around = dict.fromkeys(hex_ + step for hex_ in ring for step in STEPS)
            ring = [h for h in around if terrain[h] not in (0, LAND) and danger[h] == _FAR]
        return bytes(danger)

    def ways(self, hex_: Hex, facing: Facing, maneuver: int, steps: int) -> int:
        """The turns, on entering a hex, after which so many more steps can be made."""
        if steps < self.danger[hex_]:
            return ALL_TURNS[maneuver]
        key = ((hex_ * 8 + facing) * 4 + maneuver) * 64 + steps
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = self._find(hex_, facing, maneuver, steps)
        return ways

    def _find(self, hex_: Hex, facing: Facing, maneuver: int, steps: int) -> int:
        ways = 0
        for turn in range(6):
            left = maneuver - COSTS[turn]
            if left >= 0:
                heading = (facing + TURNS[turn]) % 6
                if self.free(hex_, heading, left if self._per_move else maneuver, steps):
                    ways |= 1 << turn
        return ways

    def free(self, hex_: Hex, facing: Facing, maneuver: int, steps: int) -> bool:
        """Whether a ship can go so many steps from here; leaving the map ends its way."""
        if steps < self.danger[hex_]:
            return True
        ahead = hex_ + STEPS[facing]
        terrain = self._terrain[ahead]
        if not terrain:
            return hex_ not in self._closed
        return terrain != LAND and self.ways(ahead, facing, maneuver, steps - 1) > 0


@lru_cache(maxsize=128)
def sea_room(charts: Charts, closed: bool) -> SeaRoom:
    """The sea room of these charts: always the same object."""
    return SeaRoom(charts, closed)


def rooms(state: SamarState, ship: ShipNumber) -> tuple[SeaRoom, ...]:
    """The sea room a ship must keep; where there is none of the first, the next will do.

    A ship that cannot help leaving by the south leaves (A-56), though it is forbidden (A-15).
    """
    charts = state.charts
    land = sea_room(charts, False)
    forbidden = charts.options.early_south_exit == "forbidden" and not state.cleared
    if forbidden and charts.navy[ship] == IJN:
        return sea_room(charts, True), land
    return (land,)


def open_statuses(state: SamarState, ship: ShipNumber) -> tuple[SpeedStatus, ...]:
    """A-28, A-36: the statuses that keep the ship off the land; all of them if none does."""
    legal = statuses(state, ship)
    hex_, facing, before = state.where[ship], state.facing[ship], state.speed[ship]
    longest, turning = longest_move(state, ship), maneuver(state, ship)
    for room in rooms(state, ship):
        if longest < room.danger[hex_]:
            return legal
        kept = tuple(
            status
            for status in legal
            if room.free(hex_, facing, turning, allowance(state, ship, before, status))
        )
        if kept:
            return kept
    return legal


def open_entries(state: SamarState, ship: ShipNumber) -> tuple[tuple[Hex, Facing], ...]:
    """A-51, A-36: the hexes and headings of its group from which a ship has a way on."""
    charts = state.charts
    entries = charts.entries[charts.ships[ship].group]
    steps = allowance(state, ship, BATTLE, BATTLE) - 1
    turning = maneuver(state, ship)
    for room in rooms(state, ship):
        kept = tuple(entry for entry in entries if room.ways(*entry, turning, steps))
        if kept:
            return kept
    return entries


def open_turns(
    state: SamarState, ship: ShipNumber, turned: int, hex_: Hex, facing: Facing, steps: int
) -> int:
    """4.2, A-36: the turns in the hex ahead, by a ship that has `turned` so much in its move."""
    turning = maneuver(state, ship)
    if state.charts.options.pivot == "per_move":
        turning = max(0, turning - turned)
    for room in rooms(state, ship):
        ways = room.ways(hex_, facing, turning, steps)
        if ways:
            return ways
    return ALL_TURNS[turning]
