"""Every lesson of every game: it can be followed to its end, and bears whatever else is done."""

from __future__ import annotations

import random
import re

import pytest
from lesson_play import Learner

from flankspeed import games
from flankspeed.engine.lessons.cards import Card, Moment
from flankspeed.engine.lessons.lesson import Lesson
from flankspeed.engine.lessons.progress import begin

LESSONS = [(name, lesson) for name in games.names() for lesson in games.load(name).lessons()]
every_lesson = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game}-{lesson.name}" for game, lesson in LESSONS]
)


def advised(card: Card | None, moment: Moment) -> str:
    assert card is not None, f"no card helps with {moment.prompt!r}"
    return card.wants[0]


def test_every_game_has_a_lesson() -> None:
    assert {game for game, _ in LESSONS} == set(games.names())


@every_lesson
def test_whoever_follows_it_sees_every_card(game: str, lesson: Lesson) -> None:
    learner = Learner(games.load(game), lesson)
    while not learner.cards or learner.cards[-1].number < len(lesson.cards) - 1:
        learner.moment()
        picture = learner.match.game.picture(learner.match.state, lesson.learner)
        assert learner.step(advised)
        assert unseen(learner.cards[-1], picture) == []
    numbers = [card.number for card in learner.cards]
    assert list(dict.fromkeys(numbers)) == list(range(len(lesson.cards)))
    assert numbers == sorted(numbers)


def unseen(card: Card, picture: str) -> list[str]:
    """The places that a card points at, and that the picture does not have."""
    places = [point for point in card.point if ":" in point]
    return [p for p in places if not re.search(rf'(id|data-place)="{re.escape(p)}"', picture)]


@every_lesson
@pytest.mark.parametrize("seed", range(4))
def test_whoever_does_otherwise_is_shown_what_fits(game: str, lesson: Lesson, seed: int) -> None:
    rng = random.Random(seed)

    def other(card: Card | None, moment: Moment) -> str:
        if card:
            assert set(card.wants) <= {choice.text for choice in moment.choices}
        return rng.choice(moment.choices).text

    learner = Learner(games.load(game), lesson)
    for _ in range(150):
        if not learner.step(other):
            break
    numbers = [card.number for card in learner.cards]
    assert numbers == sorted(numbers)


@every_lesson
def test_its_match_is_an_ordinary_one(game: str, lesson: Lesson) -> None:
    match = begin(games.load(game), lesson)
    assert match.record.header.dice == f"seed {lesson.seed}"
    assert match.decision is not None
    assert match.decision.seat == lesson.learner


@every_lesson
def test_it_is_short_and_simple(game: str, lesson: Lesson) -> None:
    assert 5 <= lesson.minutes <= 10
    for card in lesson.steps:
        assert len(card.title) <= 40
        assert len(card.words) <= 300, card.title
