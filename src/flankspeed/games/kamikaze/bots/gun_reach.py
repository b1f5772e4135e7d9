"""The reach of a fighter's guns: the chance to shoot a plane down in the next move."""

from __future__ import annotations

from functools import cache, lru_cache

from mypy_extensions import mypyc_attr

from flankspeed.games.kamikaze.data.board import SOUTH, SQUARES, STEPS, Facing, Position, column_row
from flankspeed.games.kamikaze.data.planes import CAP, KAMIKAZES
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.dogfight import MOVEMENT_POINTS

_MOST_MP = max(MOVEMENT_POINTS[CAP].chances())
_KAMIKAZE_MP = max(MOVEMENT_POINTS[KAMIKAZES].chances())


@mypyc_attr(allow_interpreted_subclasses=True)
class Reach:
    """The chance that a fighter shoots a plane down in its next move, by where both are.

    `chances[facing of the hunter][facing of the prey]` maps the offset of their squares, as
    `SPREAD` counts it, to the chance; offsets that are out of reach are not in it.
    """

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
        self._free: dict[tuple[int, int], float] = {}
        self.chances = [
            [_chances(charts, _shots_from(charts, hunter), prey) for prey in range(8)]
            for hunter in range(8)
        ]
        # The same for a kamikaze that flies south first, by the rows it has before it.
        self.chances_south = [
            [_flown_south(chances[SOUTH], rows) for chances in self.chances]
            for rows in range(_KAMIKAZE_MP + 1)
        ]

    def kill_chance(self, hunter: Position, prey: Position) -> float:
        """The best chance over all shots in reach: points may not suffice, and shots may miss."""
        offset = SPREAD[prey >> 3] - SPREAD[hunter >> 3]
        return self.chances[hunter & 7][prey & 7].get(offset, 0.0)

    def free(self, position: Position, group: int) -> float:
        """The share of throws that a plane can spend on the board: near an edge not all."""
        free = self._free.get((position, group))
        if free is None:
            ends, throws = self._charts.paths[group].ends, MOVEMENT_POINTS[group].readings
            free = sum(ends(position, throw.result) != 0 for throw in throws) / len(throws)
            self._free[position, group] = free
        return free


# Squares on a wider grid, so that each difference of two stands for one displacement only.
_WIDTH = 64
SPREAD = tuple(row * _WIDTH + column for column, row in map(column_row, range(SQUARES)))


def _chances(
    charts: Charts, shots: dict[tuple[int, int], dict[int, int]], prey: Facing
) -> dict[int, float]:
    chances = {}
    for (dx, dy), lines in shots.items():
        best = 0.0
        for line, cost in lines.items():
            best = max(best, _enough(cost) * charts.shot(line, prey).chance)
        chances[dy * _WIDTH + dx] = best
    return chances


def _flown_south(chances: dict[int, float], rows: int) -> dict[int, float]:
    """The mean over the throws of a kamikaze; one that gets off the board is out of reach."""
    found: dict[int, float] = {}
    for offset, chance in chances.items():
        for flown in range(1, rows + 1):
            before = offset - flown * _WIDTH
            found[before] = found.get(before, 0.0) + chance / _KAMIKAZE_MP
    return found


@cache
def _enough(cost: int) -> float:
    """The chance that a fighter's throw gives it so many points."""
    throws = MOVEMENT_POINTS[CAP].readings
    return sum(throw.result >= cost for throw in throws) / len(throws)


@lru_cache(maxsize=8)
def reach_of(charts: Charts) -> Reach:
    """The reach of fighters with these charts."""
    return Reach(charts)


def _shots_from(charts: Charts, facing: Facing) -> dict[tuple[int, int], dict[int, int]]:
    """For each square relative to a fighter: the lines of fire to it, and the MP each takes."""
    costs: dict[tuple[int, int, int], int] = {}
    by_cost: list[list[tuple[int, int, int]]] = [[] for _ in range(_MOST_MP + 1)]
    by_cost[0].append((0, 0, facing))
    for spent, states in enumerate(by_cost):
        for x, y, heading in states:
            for turn in charts.turns:
                direction = (heading + turn.eighths) & 7
                dx, dy = STEPS[direction]
                state, cost = (x + dx, y + dy, direction), spent + turn.cost
                if cost <= _MOST_MP and cost < costs.get(state, _MOST_MP + 1):
                    costs[state] = cost
                    by_cost[cost].append(state)
    shots: dict[tuple[int, int], dict[int, int]] = {}
    for (x, y, line), cost in costs.items():
        dx, dy = STEPS[line]
        lines = shots.setdefault((x + dx, y + dy), {})
        lines[line] = min(cost, lines.get(line, cost))
    return shots
