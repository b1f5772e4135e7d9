"""4.3, 4.4 The hazards of a move: the chances to strike other vessels and to run on the ground."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.games.samar.data.figures import CRITICAL, FIGURES, OTHER
from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.odds.throw import FACES
from flankspeed.games.samar.rules.movement.fouling import fouling_entries
from flankspeed.games.samar.rules.movement.shallows import endangered
from flankspeed.games.samar.state import SamarState

# 4.4: the chance that a hex of shallows is the end of a ship that they endanger.
BEACHED = sum(CRITICAL.at(die, OTHER) == "waterline" for die in range(1, FACES + 1)) / FACES


def fouling_chance(shift: int) -> float:
    """4.3: the chance to strike one vessel, with what counts on the die."""
    least = FIGURES.fouling.at_least
    return sum(die + shift >= least for die in range(1, FACES + 1)) / FACES


def collision_chance(state: SamarState, ship: int, others: Sequence[int]) -> float:
    """4.3: the chance to strike any of the vessels in a hex."""
    shift = sum(value for _, value in fouling_entries(state, [ship, *others]))
    return 1 - (1 - fouling_chance(shift)) ** len(others)


def beaching_chance(state: SamarState, ship: int) -> float:
    """4.4: the chance that the hex a ship enters is the end of it."""
    shallows = state.charts.terrain[state.where[ship]] == SHALLOWS
    return BEACHED if shallows and endangered(state, ship) else 0.0
