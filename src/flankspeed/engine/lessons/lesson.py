"""Lessons as data: a match with set dice, and the steps that a learner is taken through.

A game has one TOML file for each in its folder `lessons`. A learner is free to do otherwise, so a
step is found by what the position is like (`When`), not by a count of choices.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError, FlankspeedError

if TYPE_CHECKING:
    from flankspeed.engine.game import Game

LEARNER = "learner"  # who sits at the seat that the lesson is for
# The parts of a table, besides the places of its board, that a step can point at.
PARTS = ("prompt", "list", "odds", "advice", "undo", "log", "charts", "details", "tools")

Words = Annotated[str, Meta(min_length=1)]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the position must be like; whatever is named must hold. A `*` stands for any letters.

    `prompt` is the question that is asked, `happened` a line of the log since the learner last
    chose, `place` one that a wanted choice is about; `over` says that the match has ended.
    """

    prompt: str = ""
    happened: str = ""
    place: str = ""
    over: bool = False

    def __bool__(self) -> bool:
        return self != When()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: what is to be done and why, where to press, and the choices that are waited for.

    `wants` are texts of choices (a `*` stands for any letters); without any, the learner reads and
    goes on. A step without `when` comes as soon as a choice that it wants is on offer, or, if it
    wants none, right after the step before. `point` names places of the board or `PARTS`; without
    it, the places of the choices that are wanted are meant. One that comes `again` is shown for
    every further choice that it fits.
    """

    title: Words
    words: Words
    point: list[Words] = []
    rule: str = ""
    when: When = When()
    wants: list[Words] = []
    otherwise: str = ""
    again: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to learn by: how it is set up, who plays what, and the steps.

    `opening` are the choices, with `;` between them, made before the learner sits down.
    """

    title: Words
    minutes: Annotated[int, Meta(ge=1, le=60)]
    scenario: Words
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    seats: dict[str, str]
    briefing: Words
    steps: Annotated[list[Step], Meta(min_length=1)]
    options: dict[str, str | int | bool] = {}
    opening: str = ""
    name: str = ""

    @property
    def learner(self) -> str:
        """The seat that the lesson is for."""
        return next(seat for seat, who in self.seats.items() if who == LEARNER)

    @property
    def bots(self) -> dict[str, str]:
        """The bots at the other seats."""
        return {seat: who for seat, who in self.seats.items() if who != LEARNER}

    @property
    def before(self) -> list[str]:
        """The choices of the opening."""
        words = " ".join(self.opening.split())
        return [choice.strip() for choice in words.split(";")] if words else []

    @property
    def cards(self) -> list[Step]:
        """The briefing, then the steps."""
        return [Step(self.title, self.briefing), *self.steps]


def load_lessons(game: Game[Any], folder: Traversable) -> list[Lesson]:
    """The lessons in a game's folder, in the order of their names; none if there is no folder."""
    if not folder.is_dir():
        return []
    found = sorted((file for file in folder.iterdir()), key=lambda file: file.name)
    return [_load(game, file) for file in found if file.name.endswith(".toml")]


def _load(game: Game[Any], file: Traversable) -> Lesson:
    lesson = convert(read_toml(file), Lesson, file.name)
    lesson = msgspec.structs.replace(lesson, name=file.name.removesuffix(".toml"))
    try:
        _check(game, lesson)
    except FlankspeedError as error:
        raise DataError(f"{file.name}: {error}") from error
    return lesson


def _check(game: Game[Any], lesson: Lesson) -> None:
    """Refuse what the game does not have."""
    game.find_scenario(lesson.scenario)
    game.options(lesson.options)
    if list(lesson.seats) != list(game.seats):
        raise DataError(f"seats must be those of the game, in order: {', '.join(game.seats)}")
    if list(lesson.seats.values()).count(LEARNER) != 1:
        raise DataError(f"one seat must be the {LEARNER}'s")
    for who in lesson.bots.values():
        if who not in ("random", *game.bots):
            raise DataError(f"there is no bot {who!r}")
    rules = {rule.id for rule in game.rules()}
    for step in lesson.steps:
        _check_step(step, rules)


def _check_step(step: Step, rules: set[str]) -> None:
    if step.rule and step.rule not in rules:
        raise DataError(f"step {step.title!r}: there is no rule {step.rule!r}")
    for point in step.point:
        if ":" not in point and point not in PARTS:
            raise DataError(f"step {step.title!r} points at {point!r}: a place, or one of {PARTS}")
    if (step.otherwise or step.again) and not step.wants:
        raise DataError(f"step {step.title!r} wants no choice: none is otherwise, nor made again")
    if step.when.place and not step.wants:
        raise DataError(f"step {step.title!r} wants no choice: none is about {step.when.place!r}")
    if step.wants and step.when.over:
        raise DataError(f"step {step.title!r} wants a choice when the match is over")
