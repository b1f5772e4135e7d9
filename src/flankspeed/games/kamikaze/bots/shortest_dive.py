"""Dives by the shortest way, whatever fires at it: a pilot who looks at the ship alone."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision
from flankspeed.games.kamikaze.bots.weighing import Weighing, toss
from flankspeed.games.kamikaze.data.board import SECTION_AT
from flankspeed.games.kamikaze.data.charts import DIVE_MP
from flankspeed.games.kamikaze.rules.defensive_fire import GunGroup, HoldMount
from flankspeed.games.kamikaze.rules.movement import Face, Move
from flankspeed.games.kamikaze.state import KamikazeState

# A square of the way, and a gun that does not fire, are taken to cost so many percent.
_A_SQUARE = 5.0
_A_GUN = 2.0
_EQUAL = 1e-6


@mypyc_attr(allow_interpreted_subclasses=True)
class ShortestDive:
    """Weighs moves by the way to the ship, and guns by their number."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def weighing(self, state: KamikazeState, decision: Decision) -> Weighing:
        """Values that compare the options of one decision only."""
        values = [
            100 - _cost(state, option) + _EQUAL * toss(self._seed, state, option)
            for option in decision.options
        ]
        return Weighing(values, 0.0, lambda option: _words(state, option))


def _cost(state: KamikazeState, option: Choice) -> float:
    if isinstance(option, Move | Face):
        return _A_SQUARE * _way(state, option)
    if isinstance(option, GunGroup):
        return _A_GUN * (len(state.charts.battery.mounts) - _dice(state, option))
    return _A_GUN if isinstance(option, HoldMount) else 0.0


def _way(state: KamikazeState, option: Move | Face) -> int:
    """The MP to the ship by this option, if nothing happens on the way."""
    reach = state.charts.reach
    if isinstance(option, Face):
        return 1 + reach[state.charts.entry_points[state.entry - 1] * 8 + option.facing]
    return option.cost + (0 if SECTION_AT[option.to >> 3] >= 0 else reach[option.to])


def _dice(state: KamikazeState, option: GunGroup) -> int:
    square = state.positions[state.active] >> 3
    return state.charts.battery.firing(square, state.guns, option.group).bit_count()


def _words(state: KamikazeState, option: Choice) -> str:
    if isinstance(option, Move | Face):
        return f"{_way(state, option)} of {state.mp or DIVE_MP} MP to the ship"
    return f"{_dice(state, option)} dice" if isinstance(option, GunGroup) else ""
