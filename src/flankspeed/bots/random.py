"""The bot that plays anything, and everything with the same chance."""

from __future__ import annotations

from random import Random
from typing import Any

from flankspeed.engine import Choice, Decision, State


class RandomBot:
    """Chooses among the options at random; the same seed chooses the same."""

    def __init__(self, seed: int = 0) -> None:
        self._use(Random(seed))

    def _use(self, stream: Random) -> None:
        self._stream = stream
        self._random = stream.random  # looked up once

    def choose(self, state: State, decision: Decision) -> Choice:
        """Any option, each as likely as the next."""
        options = decision.options
        return options[int(self._random() * len(options))]

    def __reduce__(self) -> tuple[Any, ...]:
        # A copied method would still be that of the first bot's stream.
        return _from_here, (type(self), self._stream.getstate())


def _from_here(kind: type[RandomBot], state: tuple[Any, ...]) -> RandomBot:
    """A bot with a stream of its own, that goes on from a state."""
    bot, stream = kind(), Random()
    stream.setstate(state)
    bot._use(stream)
    return bot
