"""`flankspeed lessons` and `play --lesson`: learning a game in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import refusal, run

from flankspeed import games
from flankspeed.engine import Record

LESSON = games.load("kamikaze").find_lesson("last-pass")
LEARN = ("play", "kamikaze", "--lesson", "last-pass")


def learn(cwd: Path, *lines: str, more: tuple[str, ...] = ()) -> str:
    ran = run(*LEARN, *more, cwd=cwd, stdin="".join(f"{line}\n" for line in lines))
    assert (ran.err, ran.code) == ("", 0)
    return " ".join(ran.out.split())


def test_the_lessons_are_listed(tmp_path: Path) -> None:
    listed = json.loads(run("lessons", "--json", cwd=tmp_path).out)
    assert {each["game"] for each in listed} == set(games.names())
    own = run("lessons", "kamikaze", cwd=tmp_path).out
    assert LESSON.title in own
    assert games.load("samar").lessons()[0].title not in own


def test_cards_stand_between_board_and_prompt_and_words_are_said_if_one_does_otherwise(
    tmp_path: Path,
) -> None:
    steps = LESSON.steps
    out = learn(tmp_path, "", "", "pick C1", "move left90", "pick C3", "move left90", "u", "q")
    shown = [
        f"--- {n}/{len(LESSON.cards)} {card.title} ---" for n, card in enumerate(LESSON.cards, 1)
    ]
    places = [out.index(card) for card in shown[:6]]
    assert places == sorted(places)
    assert "Try: pick C1 usn: Turn 7" in out
    assert steps[4].otherwise in out
    assert out.count(shown[5]) == 2  # undo brings it back
    assert out.index("Phase 1, turn 7") < places[0]
    assert "Turn 1" not in out  # of the opening


def test_a_lesson_is_followed_to_the_end_of_the_match(tmp_path: Path) -> None:
    moves = ("pick C1", "move left90", "pick C3", "move right90", "move ahead", "move right45")
    lines = ("", "", *moves, "fire K4", "", *["guns stern"] * 7, "")
    out = learn(tmp_path, *lines, more=("--record", "game.fsr"))
    assert f"--- {len(LESSON.cards)}/{len(LESSON.cards)} {LESSON.steps[-1].title} ---" in out
    record = Record.read(tmp_path / "game.fsr")
    assert record.result is not None
    assert record.result.winner == "usn"
    verified = run("replay", "game.fsr", "--verify", cwd=tmp_path)
    assert verified.code == 0
    again = run(*LEARN, "--record", "game.fsr", cwd=tmp_path)
    assert "a lesson begins a match of its own" in refusal(again)


@pytest.mark.parametrize(
    "more", [("--seed", "1"), ("--seat", "usn"), ("--scenario", "attack"), ("--dice", "entered")]
)
def test_a_lesson_has_its_own_start(tmp_path: Path, more: tuple[str, ...]) -> None:
    assert "a lesson has its own scenario" in refusal(run(*LEARN, *more, cwd=tmp_path))


def test_a_lesson_must_be_there(tmp_path: Path) -> None:
    ran = run("play", "kamikaze", "--lesson", "none", cwd=tmp_path)
    assert "no lesson 'none' (there are: last-pass)" in refusal(ran)
