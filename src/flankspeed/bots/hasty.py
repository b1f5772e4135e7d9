"""A weaker level of a bot that weighs its options: it does not look closely enough."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import exp
from random import Random
from typing import Any

from flankspeed.engine import Adviser, Choice, Decision, Weighed


class HastyBot:
    """Takes options nearly as good for as good: those that cost it more, the less often.

    `haste` is the difference, in the adviser's unit, at which it errs once in about three times.
    """

    def __init__(self, mind: Adviser, haste: float, seed: int = 0) -> None:
        self._mind = mind
        self._haste = haste
        self._seed = seed

    def choose(self, state: Any, decision: Decision) -> Choice:
        """One of the options, by what each is worth."""
        weighed = self._mind.weigh(state, decision)
        if not weighed:
            return self._mind.choose(state, decision)
        best = max(each.value for each in weighed)
        weights = [exp((each.value - best) / self._haste) for each in weighed]
        mark = self._luck(decision, weighed) * sum(weights)
        for each, reached in zip(weighed, accumulate(weights), strict=True):
            if mark < reached:
                return each.choice
        return weighed[-1].choice

    def _luck(self, decision: Decision, weighed: Sequence[Weighed]) -> float:
        """From 0 to 1, by the position alone: a bot made anew in mid-game goes on the same."""
        values = [each.value for each in weighed]
        return Random(f"{self._seed} {decision.prompt} {values}").random()
