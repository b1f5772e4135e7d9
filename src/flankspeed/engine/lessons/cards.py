"""Cards: the step of a lesson that is shown at a moment of the match.

How far a learner is, is one number: `done`, the cards that are behind him. A choice of his, wanted
or not, leaves the card of the moment behind; so does "next". From there the first card that fits
the position is shown: one whose moment has passed is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

import msgspec

from flankspeed.engine.decision import Choice
from flankspeed.engine.lessons.lesson import Lesson, Step
from flankspeed.engine.match import Match


class Moment(NamedTuple):
    """What a lesson looks at: the learner's question and choices, what happened since his last."""

    prompt: str
    choices: Sequence[Choice]
    happened: Sequence[str]
    over: bool


class Card(msgspec.Struct, frozen=True):
    """A step as it is shown: card `number` of `total`.

    `wants` are the texts of the choices it waits for, of those on offer; none: the learner reads
    it and goes on. `point` are places of the board and parts of the table; `otherwise` is said if
    another choice is made. `done` is how many cards are behind the learner after it.
    """

    number: int
    total: int
    title: str
    words: str
    rule: str
    point: list[str]
    wants: list[str]
    otherwise: str
    done: int


def moment_of(match: Match, seat: str) -> Moment | None:
    """The moment for a learner's seat; None while others must choose, or dice are typed in."""
    over = match.result is not None
    decision = match.state.decision_of(seat)
    if not over and (decision is None or match.need is not None):
        return None
    choices = [*decision.options, *match.game.shortcuts(match.state)] if decision else []
    prompt = decision.prompt if decision else ""
    return Moment(prompt, choices, _happened(match, seat), over)


def _happened(match: Match, seat: str) -> list[str]:
    """The lines of the log since the seat last chose."""
    lines = match.record.lines
    own = [line.number for line in lines if line.seat == seat]
    since = match.chapters[own[-1] if own else 0 :]
    return [match.game.describe(event) for events in since for event in events]


def step_at(lesson: Lesson, done: int, moment: Moment) -> int | None:
    """The number of the card to be shown (the briefing is 0); None if none fits now."""
    cards = lesson.cards
    fitting = (n for n in range(done, len(cards)) if _fits(cards[n], moment, follows=n == done))
    return next(fitting, None)


def _fits(step: Step, moment: Moment, *, follows: bool) -> bool:
    when = step.when
    choices = wanted(step, moment)
    if step.wants and not choices:
        return False
    if not when:
        return bool(step.wants) or follows
    return (
        when.over <= moment.over
        and (not when.place or any(when.place == p.id for c in choices for p in c.places))
        and (not when.prompt or fnmatchcase(moment.prompt, when.prompt))
        and (not when.happened or any(fnmatchcase(line, when.happened) for line in moment.happened))
    )


def wanted(step: Step, moment: Moment) -> list[Choice]:
    """The choices on offer that a step waits for, in the order in which it names them."""
    found = [c for text in step.wants for c in moment.choices if fnmatchcase(c.text, text)]
    return list(dict.fromkeys(found))


def card_at(lesson: Lesson, done: int, moment: Moment) -> Card | None:
    """The card to be shown; None if none fits now."""
    number = step_at(lesson, done, moment)
    if number is None:
        return None
    cards = lesson.cards
    step = cards[number]
    choices = wanted(step, moment)
    return Card(
        number=number,
        total=len(cards),
        title=step.title,
        words=step.words,
        rule=step.rule,
        point=step.point or [choice.place for choice in choices if choice.place],
        wants=[choice.text for choice in choices],
        otherwise=step.otherwise,
        done=number if step.again else number + 1,
    )
