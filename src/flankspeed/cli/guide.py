"""The guide: the cards of a lesson, between the board and the prompt of the terminal."""

from __future__ import annotations

from collections.abc import Callable

from flankspeed.engine import Match
from flankspeed.engine.lessons.cards import Card, card_at, moment_of
from flankspeed.engine.lessons.lesson import Lesson
from flankspeed.engine.lessons.progress import Progress


class Guide:
    """Shows the card of the moment, and keeps how far the learner is."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self._lesson = lesson
        self._match = match
        self._progress = Progress()
        self._card: Card | None = None

    def show(self, say: Callable[[str], object], wait: Callable[[], object]) -> None:
        """Say the cards that are to be read, waiting after each, then the one of the choice."""
        while (card := self._now()) is not None:
            say(_text(card))
            if card.wants:
                break
            wait()
            self._progress.read(card, self._match.choices)
        self._card = card

    def chose(self, text: str, choices: int) -> str:
        """A choice was made, the first after so many; what is to be said of it."""
        card, self._card = self._card, None
        return self._progress.chose(card, text, choices) if card else ""

    def _now(self) -> Card | None:
        match = self._match
        moment = moment_of(match, self._lesson.learner)
        return card_at(self._lesson, self._progress.done(match.choices), moment) if moment else None


def _text(card: Card) -> str:
    rule = f" ({card.rule})" if card.rule else ""
    lines = [
        f"\n--- {card.number + 1}/{card.total} {card.title} ---",
        f"{card.words.strip()}{rule}",
    ]
    if card.wants:
        lines.append(f"Try: {card.wants[0]}")
    return "\n".join(lines)
