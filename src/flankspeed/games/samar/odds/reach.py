"""4.0 to 4.3 Where a ship's move can end: of all ways there the least dangerous, then the plainest.

Only what the rules would offer hex by hex is searched, so every way found is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from flankspeed.games.samar.data.hexes import FACINGS, STEPS, Facing, Hex, hex_name
from flankspeed.games.samar.data.map import LAND, OFF_MAP
from flankspeed.games.samar.data.markers import (
    BATTLE,
    CRUISE,
    EVASIVE,
    FLANK,
    STATUSES,
    SpeedStatus,
)
from flankspeed.games.samar.odds.perils import SAFE, Peril, Perils
from flankspeed.games.samar.rules.movement.course import Course, statuses_now
from flankspeed.games.samar.rules.movement.sea_room import (
    ALL_TURNS,
    COSTS,
    TURNS,
    open_entries,
    open_turns,
    rooms,
)
from flankspeed.games.samar.rules.movement.speed import allowance, maneuver
from flankspeed.games.samar.state import SamarState

_PLAIN: Final = 1e-6  # what a hexside turned counts beside any danger
# A ship keeps its speed where that leads there; else these, the nearest change first.
_PREFERRED: Final = (BATTLE, FLANK, CRUISE, EVASIVE)


class Way(NamedTuple):
    """A move to its end: what is ordered before its first step, then hexes and facing in each."""

    orders: tuple[str, ...]
    status: SpeedStatus
    hexes: tuple[Hex, ...]
    facings: tuple[Facing, ...]
    turned: int
    peril: Peril


class _Start(NamedTuple):
    """How a move can begin: its orders, and the hex (perhaps off the map) it goes on from."""

    orders: tuple[str, ...]
    hex: Hex
    facing: Facing


class _Node(NamedTuple):
    cost: float
    turned: int
    before: int


def ways(state: SamarState, course: Course) -> dict[tuple[Hex, Facing], Way]:
    """The best way to each end of a ship's move, at the speed it keeps if that leads there."""
    found: dict[tuple[Hex, Facing], Way] = {}
    for status, steps, starts in _beginnings(state, course):
        perils = Perils(state, course.ship, status, course.fired)
        search = _Search(state, course, steps, perils)
        for end, way in search.ways(starts, status, found):
            found[end] = way
    return found


def _beginnings(
    state: SamarState, course: Course
) -> Iterator[tuple[SpeedStatus, int, list[_Start]]]:
    """The statuses it can move at, with the hexes to go and where it goes from."""
    ship = course.ship
    hex_, facing, before = state.where[ship], state.facing[ship], state.speed[ship]
    if course.begun:
        here = course.outside if course.entering else hex_
        yield before, course.hexes - course.done, [_Start((), here, facing)]
    elif course.entering:
        entries = open_entries(state, ship)
        starts = [_entry(*entry) for entry in entries]
        yield BATTLE, allowance(state, ship, BATTLE, BATTLE), starts
    else:
        statuses = statuses_now(state, ship, course.stage)
        for status in dict.fromkeys((before, *_PREFERRED)):
            if status in statuses:
                start = _Start((STATUSES[status],), hex_, facing)
                yield status, allowance(state, ship, before, status), [start]


def _entry(hex_: Hex, heading: Facing) -> _Start:
    """A-51: a ship enters from off the map."""
    text = f"enter {hex_name(hex_)} {FACINGS[heading]}"
    return _Start((text,), hex_ - STEPS[heading], heading)


class _Search:
    """All ways of a move of so many steps, layer by layer.

    A node is one int: hex, facing, and the hexsides the ship may still turn.
    """

    def __init__(self, state: SamarState, course: Course, steps: int, perils: Perils) -> None:
        self._state = state
        self._ship = course.ship
        self._steps = steps
        self._perils = perils
        self._full = maneuver(state, course.ship)
        self._per_move = state.charts.options.pivot == "per_move"
        self._left = max(0, self._full - course.turned) if self._per_move else self._full
        self._danger = rooms(state, course.ship)[0].danger

    def ways(
        self,
        starts: Sequence[_Start],
        status: SpeedStatus,
        known: dict[tuple[Hex, Facing], Way],
    ) -> Iterator[tuple[tuple[Hex, Facing], Way]]:
        """The best way to each end that is not known."""
        first = {_key(start.hex, start.facing, self._left): start for start in starts}
        layers = [dict.fromkeys(first, _Node(0.0, 0, 0))]
        for left in reversed(range(self._steps)):
            layers.append(self._further(layers[-1], left))
        best: dict[tuple[Hex, Facing], int] = {}
        for key, node in layers[-1].items():
            end = key >> 6, key >> 3 & 7
            if end not in known and (end not in best or node.cost < layers[-1][best[end]].cost):
                best[end] = key
        for end, key in best.items():
            nodes = [key]
            for layer in reversed(layers[1:]):
                nodes.append(layer[nodes[-1]].before)
            *path, start = nodes
            hexes = tuple(node >> 6 for node in reversed(path))
            facings = tuple(node >> 3 & 7 for node in reversed(path))
            cost, turned, _ = layers[-1][key]
            harmless = cost < turned * _PLAIN + _PLAIN / 2
            peril = SAFE if harmless else self._perils.along(hexes, facings)
            yield end, Way(first[start].orders, status, hexes, facings, turned, peril)

    def _further(self, layer: dict[int, _Node], steps: int) -> dict[int, _Node]:
        """One step more, after which so many are left; ways off the map and ashore are left out."""
        terrain, perils = self._state.charts.terrain, self._perils
        after: dict[int, _Node] = {}
        for key, node in layer.items():
            left, facing = key & 7, key >> 3 & 7
            ahead = (key >> 6) + STEPS[facing]
            if terrain[ahead] in (OFF_MAP, LAND):
                continue
            mask, calm = self._turns(ahead, facing, left, steps), perils.calm(ahead)
            for turn, (side, cost) in enumerate(zip(TURNS, COSTS, strict=True)):
                if not mask >> turn & 1:
                    continue
                heading = (facing + side) % 6
                risk = 0.0 if calm else perils.at(ahead, heading).risk
                total = node.cost + risk + cost * _PLAIN
                to = _key(ahead, heading, left - cost if self._per_move else left)
                if to not in after or total < after[to].cost:
                    after[to] = _Node(total, node.turned + cost, key)
        return after

    def _turns(self, ahead: Hex, facing: Facing, left: int, steps: int) -> int:
        """4.2, A-36: the turns open in the hex ahead."""
        if steps < self._danger[ahead]:
            return ALL_TURNS[left]
        turned = self._full - left
        return open_turns(self._state, self._ship, turned, ahead, facing, steps)


def _key(hex_: Hex, facing: Facing, left: int) -> int:
    return (hex_ << 3 | facing) << 3 | left
