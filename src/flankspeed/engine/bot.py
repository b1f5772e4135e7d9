"""Who answers decisions without being asked twice: bots, and those of them that say why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from flankspeed.engine.decision import Choice, Decision


class Bot(Protocol):
    """Whoever can answer decisions; what it remembers only saves it from thinking twice."""

    def choose(self, state: Any, decision: Decision) -> Choice:
        """The choice to make; `state` is the bot's to look at, not to change."""


class Weighed(NamedTuple):
    """An option and what a bot expects of it, the more the better, in the unit of its adviser.

    `error` is the standard error of an estimate, 0 of an exact number; `words` are for players.
    """

    choice: Choice
    value: float
    error: float
    words: str


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that says what it weighs; `unit` reads after a number ("points of armor")."""

    unit: str

    def weigh(self, state: Any, decision: Decision) -> Sequence[Weighed]:
        """Every option, the best first: that is what it chooses. Empty if nothing can be said."""
