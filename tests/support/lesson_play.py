"""A learner: plays a lesson through, card by card, by a rule of his own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flankspeed import bots
from flankspeed.engine import Game, Match
from flankspeed.engine.lessons.cards import Card, Moment, card_at, moment_of
from flankspeed.engine.lessons.lesson import Lesson
from flankspeed.engine.lessons.progress import Progress, begin

# The text of the choice to be made, where the card (None: there is none) wants or allows one.
Choosing = Callable[[Card | None, Moment], str]


class Learner:
    """One who sits before a lesson; `cards` are those he was shown, in order."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self.lesson = lesson
        self.match: Match = begin(game, lesson)
        self.progress = Progress()
        self.cards: list[Card] = []
        self._bots = {seat: bots.make(game, who) for seat, who in lesson.bots.items()}

    def moment(self) -> Moment:
        """The learner's next moment: the bots choose until it comes."""
        while (moment := moment_of(self.match, self.lesson.learner)) is None:
            decision = self.match.decision
            assert decision is not None
            bot = self._bots[decision.seat]
            self.match.play(bot.choose(self.match.state, decision))
        return moment

    def step(self, choosing: Choosing) -> bool:
        """Read a card and go on, or make a choice; False once there is nothing more to do."""
        moment, before = self.moment(), self.match.choices
        card = card_at(self.lesson, self.progress.done(before), moment)
        if card:
            self.cards.append(card)
            if not card.wants:
                self.progress.read(card, before)
                return True
        if moment.over:
            return False
        text = choosing(card, moment)
        self.match.play(text)
        if card:
            self.progress.chose(card, text, before)
        return True
