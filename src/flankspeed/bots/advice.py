"""Advice: what a bot would choose in one's place, and what every option is worth to it."""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.engine import Adviser, Bot, Choice, Decision, State, Weighed

_TOLD = 0.005  # what two digits tell


class Advice(NamedTuple):
    """A choice and what it was weighed against, the best first; nothing if the bot cannot say."""

    choice: Choice
    unit: str
    weighed: tuple[Weighed, ...] = ()


def advise(bot: Bot, state: State, decision: Decision) -> Advice:
    """The advice of the mind that would move: what it names is what it would do."""
    if isinstance(bot, Adviser) and (weighed := bot.weigh(state, decision)):
        return Advice(weighed[0].choice, bot.unit, tuple(weighed))
    return Advice(bot.choose(state, decision), "")


def cost_text(cost: float, unit: str) -> str:
    """How much less an option is worth than the best, for players."""
    digits = 2 if abs(cost) < 1 else 1
    return f"{cost:.{digits}f} {unit}"


def less_text(cost: float, unit: str) -> str:
    """The same of an option beside the best: what cannot be told apart is as good."""
    return f"{cost_text(cost, unit)} less" if cost >= _TOLD else "as good"
