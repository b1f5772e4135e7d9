"""The words of a status: checked as they are loaded, counted as people count."""

from pathlib import Path

import pytest

from flankspeed.engine import DataError
from flankspeed.engine.show.status import Status, StatusWords, status_lines
from flankspeed.engine.show.text import fill

WORDS = """
[turn]
turn = "Turn {turn}"

[standing]
even = "{ships:ship|ships} left"

[[phase]]
key = "fire"
part = "turn"
title = "Fire"
help = "Guns fire."
rule = "X-1"

[[phase]]
key = "move"
part = "turn"
title = "Move"
help = "Ships move."
rule = "X-2"
next = "Next turn"
"""


def words(folder: Path, text: str = WORDS) -> StatusWords:
    path = folder / "status.toml"
    path.write_text(text, encoding="utf-8")
    return StatusWords(path, ["X-1", "X-2"], ["fire", "move"])


@pytest.mark.parametrize(
    ("key", "number", "follows", "rule"),
    [("fire", 0, "Move", "X-1"), ("move", 1, "Next turn", "X-2")],
)
def test_a_phase_stands_among_those_of_its_part(
    tmp_path: Path, key: str, number: int, follows: str, rule: str
) -> None:
    said = words(tmp_path)
    status = said.status(key, said.turn("turn", {"turn": 3}), "0700", "")
    assert (status.phases, status.phase) == (["Fire", "Move"], number)
    assert (status.turn, status.time, status.next, status.rule) == ("Turn 3", "0700", follows, rule)


@pytest.mark.parametrize(
    ("ships", "text"), [(0, "0 ships left"), (1, "1 ship left"), (2, "2 ships left")]
)
def test_a_standing_counts(tmp_path: Path, ships: int, text: str) -> None:
    assert words(tmp_path).standing("even", {"ships": ships}) == text


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("X-2", "X-3", "there is no rule 'X-3'"),
        ('key = "move"', 'key = "fire"', "each phase must stand there once: move"),
        ('next = "Next turn"', "", "nothing says what comes after 'Move'"),
        ('title = "Fire"', 'titel = "Fire"', "unknown field `titel`"),
    ],
)
def test_faults_are_found_as_it_is_loaded(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        words(tmp_path, WORDS.replace(old, new))


def test_numbers_may_be_written_as_usual_too() -> None:
    assert fill("{by:+d} of {all}", {"by": 1, "all": 10}) == "+1 of 10"


def test_a_status_in_lines() -> None:
    assert status_lines(Status()) == []
    told = Status("Turn 1", "", ["Fire", "Move"], 0, "Move", "even")
    assert status_lines(told) == ["Turn 1. Fire, then: Move", "even"]
