"""The bot that plays anything, and everything with the same chance."""

from __future__ import annotations

from random import Random

from flankspeed.engine import Choice, Decision, State


class RandomBot:
    """Chooses among the options at random; the same seed chooses the same."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed).random

    def choose(self, state: State, decision: Decision) -> Choice:
        """Any option, each as likely as the next."""
        options = decision.options
        return options[int(self._random() * len(options))]
