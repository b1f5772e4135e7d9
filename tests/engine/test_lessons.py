"""Lessons: how they are read, which card is shown when, and what undo does to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from flankspeed import games
from flankspeed.engine import Choice, DataError, OptionError
from flankspeed.engine.lessons.cards import Card, Moment, card_at, step_at
from flankspeed.engine.lessons.lesson import Lesson, Step, When, load_lessons
from flankspeed.engine.lessons.progress import Progress, begin

GAME = games.load("kamikaze")
HEAD = """
title = "A lesson"
minutes = 5
scenario = "dives-1"
seed = 4
seats = { usn = "learner", ijn = "lieutenant" }
briefing = "What it is about."
"""
STEP = '[[steps]]\ntitle = "Look"\nwords = "There."\n'


def read(folder: Path, text: str) -> Lesson:
    (folder / "first.toml").write_text(text, encoding="utf-8")
    return load_lessons(GAME, folder)[0]


def made(*steps: Step) -> Lesson:
    return Lesson("A lesson", 5, "dives-1", 4, {"usn": "learner"}, "Briefing.", list(steps))


def moment(*choices: str, prompt: str = "", happened: str = "", over: bool = False) -> Moment:
    return Moment(
        prompt, [Choice(text, text, f"place:{text}") for text in choices], [happened], over
    )


def test_a_lesson_is_read(tmp_path: Path) -> None:
    lesson = read(tmp_path, HEAD + STEP)
    assert lesson.name == "first"
    assert lesson.learner == "usn"
    assert lesson.bots == {"ijn": "lieutenant"}
    assert [card.title for card in lesson.cards] == ["A lesson", "Look"]


def test_no_folder_no_lessons(tmp_path: Path) -> None:
    assert load_lessons(GAME, tmp_path / "lessons") == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD, "missing required field `steps`"),
        (HEAD.replace("dives-1", "none") + STEP, "no scenario 'none'"),
        (HEAD.replace("lieutenant", "nobody") + STEP, "no bot 'nobody'"),
        (HEAD.replace("learner", "random") + STEP, "one seat must be the learner's"),
        (HEAD.replace(', ijn = "lieutenant"', "") + STEP, "seats must be those of the game"),
        (HEAD + 'options = { none = "1" }\n' + STEP, "no option 'none'"),
        (HEAD + STEP + 'rule = "none"\n', "no rule 'none'"),
        (HEAD + STEP + 'point = ["nowhere"]\n', "points at 'nowhere'"),
        (HEAD + STEP + 'otherwise = "Well."\n', "wants no choice"),
        (HEAD + STEP + "again = true\n", "wants no choice"),
        (HEAD + STEP + 'when = { place = "square:1,1" }\n', "none is about 'square:1,1'"),
        (HEAD + STEP + 'wants = ["a"]\nwhen = { over = true }\n', "when the match is over"),
        (HEAD + STEP + 'when = { never = "x" }\n', "unknown field `never`"),
    ],
)
def test_a_fault_is_told_with_its_file(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(DataError, match=rf"first\.toml: .*{fault}"):
        read(tmp_path, text)


def test_the_opening_is_played(tmp_path: Path) -> None:
    lesson = read(tmp_path, HEAD + 'opening = """\nface E;\nguns bow\n"""\n' + STEP)
    assert begin(GAME, lesson).choices == 2
    wrong = read(tmp_path, HEAD + 'opening = "face nowhere"\n' + STEP)
    with pytest.raises(DataError, match="the opening of first: 'face nowhere'"):
        begin(GAME, wrong)


def test_a_lesson_is_found_by_its_name() -> None:
    first = GAME.lessons()[0]
    assert GAME.find_lesson(None) is first
    assert GAME.find_lesson(first.name) is first
    with pytest.raises(OptionError, match="no lesson 'none'"):
        GAME.find_lesson("none")


def test_the_briefing_comes_first_then_what_follows_it() -> None:
    lesson = made(Step("Read", "on"), Step("Read", "further"))
    assert [step_at(lesson, done, moment("a")) for done in range(4)] == [0, 1, 2, None]


def test_a_step_waits_for_its_moment() -> None:
    lesson = made(
        Step("Choose", "it", wants=["go *"]),
        Step("Hit", "!", when=When(happened="* hits *")),
        Step("Asked", "?", when=When(prompt="Where*")),
        Step("End", ".", when=When(over=True)),
    )
    assert step_at(lesson, 1, moment("stay")) is None
    assert step_at(lesson, 1, moment("stay", "go there")) == 1
    assert step_at(lesson, 1, moment("stay", happened="it hits you")) == 2
    assert step_at(lesson, 1, moment("stay", prompt="Where to?")) == 3
    assert step_at(lesson, 1, moment(over=True)) == 4
    near = made(Step("Choose", "it", wants=["go *"], when=When(place="place:go here")))
    assert step_at(near, 1, moment("go there")) is None
    assert step_at(near, 1, moment("go here")) == 1
    assert step_at(lesson, 4, moment("go there")) is None  # what is done is not shown again


def test_what_only_follows_is_skipped_with_the_step_before() -> None:
    lesson = made(
        Step("Choose", "it", wants=["go"]), Step("Gone", "away"), Step("Left", "?", wants=["stay"])
    )
    assert step_at(lesson, 1, moment("stay")) == 3
    assert step_at(lesson, 2, moment("stay")) == 2


def test_a_card_tells_what_is_wanted_and_where() -> None:
    lesson = made(Step("Choose", "it", wants=["go b", "go *"], otherwise="Well."))
    card = card_at(lesson, 1, moment("stay", "go a", "go b"))
    assert card == Card(
        1, 2, "Choose", "it", "", ["place:go b", "place:go a"], ["go b", "go a"], "Well.", 2
    )
    assert card_at(lesson, 1, moment("stay")) is None


def shown(lesson: Lesson, progress: Progress, choices: int, at: Moment) -> Card:
    card = card_at(lesson, progress.done(choices), at)
    assert card is not None
    return card


def test_progress_goes_back_with_undo() -> None:
    lesson = made(
        Step("Choose", "it", wants=["go"], otherwise="Well."), Step("Choose", "again", wants=["go"])
    )
    progress, at = Progress(), moment("go", "stay")
    progress.read(shown(lesson, progress, 0, at), 0)
    assert progress.chose(shown(lesson, progress, 0, at), "stay", 0) == "Well."
    assert shown(lesson, progress, 1, at).words == "again"
    assert shown(lesson, progress, 0, at).words == "it"
    assert progress.chose(shown(lesson, progress, 0, at), "go", 0) == ""


def test_a_card_may_come_again() -> None:
    lesson = made(
        Step("On", "and on", wants=["go"], again=True), Step("End", ".", when=When(over=True))
    )
    progress, at = Progress(), moment("go")
    progress.read(shown(lesson, progress, 0, at), 0)
    for choices in range(3):
        card = shown(lesson, progress, choices, at)
        assert card.title == "On"
        progress.chose(card, "go", choices)
    assert shown(lesson, progress, 3, moment(over=True)).title == "End"
