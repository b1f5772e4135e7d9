"""What a planner finds out about the options of one decision."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from flankspeed.engine import Choice, Decision
from flankspeed.games.kamikaze.state import KamikazeState


class Weighing(NamedTuple):
    """Values of all options in percent to win, their standard error, and what to say of each."""

    values: list[float]
    error: float
    words: Callable[[Choice], str]


class Planner(Protocol):
    """Whoever weighs the options of one phase."""

    def weighing(self, state: KamikazeState, decision: Decision) -> Weighing:
        """What the options are worth to the seat that chooses."""


def toss(seed: int, state: KamikazeState, option: Choice) -> float:
    """A number from 0 to 1 that decides between equals: by the seed and what is asked, no more."""
    asked = f"{seed} {state.turn} {state.active} {state.mp} {state.hits} {option.text}"
    return Random(asked).random()
