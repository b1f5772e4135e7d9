"""Where a ship's move can end, and the way there: worked out once for every kind of move."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.games.samar.data.hexes import STEPS, Facing, Hex
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS

# A node of a fan is one int: the hex as a difference from the start, the facing in it, and the
# hexsides the ship may still turn. So nodes need no objects, and hexes may be negative.
_LEFT: Final = 2
_FACING: Final = 3
_HEX: Final = 5


def _node(hex_: Hex, facing: Facing, left: int) -> int:
    return (hex_ << _FACING | facing) << _LEFT | left


class Way(NamedTuple):
    """A move: the hexes entered (as differences from the start) and the facing in each."""

    hexes: tuple[Hex, ...]
    facings: tuple[Facing, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Fan:
    """All ends of a move of so many steps on the open sea, whatever lies there.

    `ends` has, for each hex that the move can end in, the facings it can end with.
    """

    __slots__ = ("_layers", "_nodes", "_ways", "ends")

    def __init__(self, facing: Facing, maneuver: int, steps: int, per_move: bool) -> None:
        layers: list[dict[int, list[int]]] = [{_node(0, facing, maneuver): []}]
        for _ in range(steps):
            layers.append(_further(layers[-1], maneuver, per_move))
        self._layers = layers
        self._nodes: dict[tuple[int, int], list[int]] = {}
        for node in layers[-1]:
            end = node >> _HEX, node >> _LEFT & 7
            self._nodes.setdefault(end, []).append(node)
        self.ends: dict[int, tuple[int, ...]] = {}
        for hex_, last in self._nodes:
            self.ends[hex_] = (*self.ends.get(hex_, ()), last)
        self._ways: dict[tuple[int, int], Way] = {}

    def way(self, hex_: Hex, facing: Facing) -> Way:
        """The plainest way to an end."""
        end = hex_, facing
        if end not in self._ways:
            node = self._nodes[end][0]
            nodes = [node]
            for layer in reversed(self._layers[1:]):
                node = layer[node][0]
                nodes.append(node)
            self._ways[end] = _way(nodes)
        return self._ways[end]

    def cheapest(
        self, hex_: Hex, facing: Facing, cost: Callable[[int], float]
    ) -> tuple[float, Way]:
        """The way to an end whose hexes cost least."""
        known: dict[tuple[int, int], tuple[float, int]] = {}
        last = len(self._layers) - 1
        best = min(self._nodes[hex_, facing], key=lambda node: self._cost(last, node, cost, known))
        total = self._cost(last, best, cost, known)
        nodes = [best]
        for layer in range(last, 0, -1):
            nodes.append(known[layer, nodes[-1]][1])
        return total, _way(nodes)

    def _cost(
        self,
        layer: int,
        node: int,
        cost: Callable[[int], float],
        known: dict[tuple[int, int], tuple[float, int]],
    ) -> float:
        if not layer:
            return 0.0
        key = layer, node
        if key not in known:
            came = [
                (self._cost(layer - 1, before, cost, known), before)
                for before in self._layers[layer][node]
            ]
            least, before = min(came, key=lambda pair: pair[0])
            known[key] = least + cost(node >> _HEX), before
        return known[key][0]


def _further(layer: dict[int, list[int]], maneuver: int, per_move: bool) -> dict[int, list[int]]:
    """One step more: each node with those it can be reached from."""
    after: dict[int, list[int]] = {}
    for node in layer:
        left, facing = node & 3, node >> _LEFT & 7
        ahead = (node >> _HEX) + STEPS[facing]
        for turn, cost in zip(TURNS, COSTS, strict=True):
            if cost <= left:
                rest = left - cost if per_move else maneuver
                after.setdefault(_node(ahead, (facing + turn) % 6, rest), []).append(node)
    return after


def _way(backwards: list[int]) -> Way:
    nodes = backwards[-2::-1]  # without the start
    return Way(tuple(n >> _HEX for n in nodes), tuple(n >> _LEFT & 7 for n in nodes))


@lru_cache(maxsize=512)
def fan_of(facing: Facing, maneuver: int, steps: int, per_move: bool) -> Fan:
    """The fan of such a move: always the same object."""
    return Fan(facing, maneuver, steps, per_move)
