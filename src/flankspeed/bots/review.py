"""A review: the decisions of a record that cost most by a bot's judgement, with the better ones."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from math import hypot
from typing import Any

import msgspec

from flankspeed.engine import Adviser, Game, Record, Weighed
from flankspeed.engine.records.states import first_state, next_state


class Judged(msgspec.Struct, frozen=True):
    """An option as the reviewer weighs it."""

    text: str
    label: str
    value: float
    error: float
    words: str


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something: after how many choices, whose it was, and what was better."""

    number: int
    seat: str
    prompt: str
    made: Judged
    better: Judged
    cost: float


class Review(msgspec.Struct, frozen=True):
    """The costliest decisions, the worst first, in the reviewer's unit; how many were weighed."""

    bot: str
    unit: str
    decisions: int
    weighed: int
    costly: list[Costly]


def review(
    game: Game[Any], record: Record, name: str, bot: Adviser, seats: Iterable[str], most: int = 3
) -> Review:
    """Weigh every choice that these seats made; estimates count for what is beyond their error."""
    state, found = first_state(game, record), list[Costly]()
    wanted, decisions, weighed = set(seats), 0, 0
    for line in record.lines:
        if line.number == 0:
            continue
        decision = state.decision
        assert decision is not None, "a record goes no further than the game"
        if decision.seat in wanted and len(decision.options) > 1:
            decisions += 1
            options = bot.weigh(state, decision)
            weighed += bool(options)
            made = next((each for each in options if each.choice.text == line.choice), None)
            if made is not None and _cost(options[0], made) > 0:
                found.append(
                    Costly(
                        line.number - 1,
                        decision.seat,
                        decision.prompt,
                        _judged(made),
                        _judged(options[0]),
                        options[0].value - made.value,
                    )
                )
        state = next_state(state, line)
    worst = nlargest(most, found, key=lambda each: each.cost)
    return Review(name, bot.unit, decisions, weighed, worst)


def _cost(best: Weighed, made: Weighed) -> float:
    """What is lost for certain: an estimate may be off by twice its error."""
    return best.value - made.value - 2 * hypot(best.error, made.error)


def _judged(weighed: Weighed) -> Judged:
    choice = weighed.choice
    return Judged(choice.text, choice.label, weighed.value, weighed.error, weighed.words)
