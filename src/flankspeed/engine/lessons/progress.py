"""Progress: how far a learner is, and a match begun from a lesson."""

from __future__ import annotations

from typing import Any

from flankspeed.engine.dice import Rolled
from flankspeed.engine.errors import DataError, FlankspeedError
from flankspeed.engine.game import Game
from flankspeed.engine.lessons.cards import Card
from flankspeed.engine.lessons.lesson import Lesson
from flankspeed.engine.match import Match

HUMAN = "human"  # how a record names a person


def begin(game: Game[Any], lesson: Lesson) -> Match:
    """The match of a lesson, as the learner finds it."""
    seats = {seat: lesson.bots.get(seat, HUMAN) for seat in game.seats}
    options = game.options_for([lesson.learner], lesson.options)
    match = Match(game, lesson.scenario, options, dice=Rolled(lesson.seed), seats=seats)
    for choice in lesson.before:
        try:
            match.play(choice)
        except FlankspeedError as error:
            raise DataError(f"the opening of {lesson.name}: {error}") from error
    return match


class Progress:
    """How many cards are behind a learner; a choice that is taken back brings its card back."""

    def __init__(self) -> None:
        self._marks: list[tuple[int, int]] = []  # after so many choices, so many cards are done

    def done(self, choices: int) -> int:
        """How many cards are behind him, now that so many choices stand in the record."""
        self._marks = [mark for mark in self._marks if mark[0] <= choices]
        return self._marks[-1][1] if self._marks else 0

    def read(self, card: Card, choices: int) -> None:
        """The learner has read a card, and goes on."""
        self._marks.append((choices, card.done))

    def chose(self, card: Card, text: str, choices: int) -> str:
        """He has made a choice, the first after so many; what is said if it was another one."""
        self._marks.append((choices + 1, card.done))
        return "" if text in card.wants else card.otherwise
