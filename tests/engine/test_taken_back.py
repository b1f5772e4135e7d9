"""What is taken back after dice stays in the record, and its dice are not thrown again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flankspeed
from flankspeed import games
from flankspeed.engine import (
    Match,
    Record,
    RecordError,
    Rolled,
    UndoBarred,
    replay,
    resume,
    verify,
)

GAME = games.load("kamikaze")


def _thrown(match: Match) -> list[int]:
    return [value for throw in match.record.lines[-1].throws for value in throw.values]


def _begun() -> Match:
    """A match in which the first choice throws a die."""
    match = flankspeed.new("kamikaze", seed=1)
    match.play("pick E1")
    return match


def test_the_match_goes_on_from_where_it_was_with_the_next_dice() -> None:
    match, twin = _begun(), flankspeed.new("kamikaze", seed=1)
    before = twin.state
    first = _thrown(match)
    match.take_back(0, "ijn", "E2 was meant")
    assert match.state == before
    assert (match.choices, match.chapters) == (0, twin.chapters)
    match.play("pick E1")
    stream = Rolled(1)
    assert [stream.d6(""), stream.d6("")] == [*first, *_thrown(match)]


def test_the_record_keeps_what_was_taken_back_and_why() -> None:
    match = _begun()
    match.take_back(0, "ijn", "usn agreed:\n E2 was meant")
    match.play("pick E2")
    rows = str(match.record).partition("\n\n")[2].splitlines()
    assert [row.partition(" [")[0] for row in rows] == [
        "0 game start",
        "1 ijn pick E1",
        "back: 0 ijn # usn agreed: E2 was meant",
        "1 ijn pick E2",
    ]
    assert str(match.record).startswith("flankspeed: 3\n")
    assert match.record.taken_back == 1
    assert str(flankspeed.new("kamikaze", seed=1).record).startswith("flankspeed: 2\n")


def test_the_record_is_read_verified_and_gone_on_with() -> None:
    match = _begun()
    match.play("enter 11")
    match.take_back(1, "ijn")
    match.play("enter 12")
    match.play("move ahead")
    match.take_back(0, "ijn")
    match.play("pick E3")
    record = Record.parse(str(match.record))
    assert str(record) == str(match.record)
    assert verify(GAME, record)
    assert replay(GAME, record).state == match.state
    again = resume(GAME, record)
    again.play("enter 13")
    match.play("enter 13")
    assert again.state == match.state
    assert str(again.record) == str(match.record)


def test_a_look_at_a_moment_sees_what_counts() -> None:
    match = _begun()
    match.take_back(0, "ijn")
    match.play("pick E3")
    match.play("enter 11")
    twin = replay(GAME, match.record, 1)
    assert twin.record.lines[-1].choice == "pick E3"
    seen: list[int] = []
    replay(GAME, match.record, watch=lambda shown: seen.append(shown.choices))
    assert seen == [0, 1, 2]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("1 ijn pick E1 [d6=", "1 ijn pick E1 [d6=9", "d6"),
        ("back: 0 ijn", "back: 1 ijn", "nothing to take back to choice 1"),
        ("back: 0 ijn", "back: 0 nobody", "no seat"),
        ("back: 0 ijn", "back: 0", "is not 'number seat choice"),
        ("flankspeed: 3", "flankspeed: 2", "choice 0 can be nothing but"),
    ],
)
def test_a_forged_record_does_not_verify(old: str, new: str, why: str) -> None:
    match = _begun()
    match.take_back(0, "ijn")
    match.play("pick E2")
    text = str(match.record)
    assert old in text
    with pytest.raises(RecordError, match=why):
        verify(GAME, Record.parse(text.replace(old, new)))


def test_what_was_taken_back_cannot_be_left_out() -> None:
    """Its die was thrown: without it the next one would be another."""
    match = _begun()
    first = _thrown(match)
    while _thrown(match) == first:  # until the dice tell
        match.take_back(0, "ijn")
        match.play("pick E1")
    rows = str(match.record).splitlines(keepends=True)
    start = rows.index("0 game start\n")
    with pytest.raises(RecordError, match="the dice stream shows"):
        verify(GAME, Record.parse("".join([*rows[: start + 1], rows[-1]])))


def test_what_cannot_be_taken_back(tmp_path: Path) -> None:
    match = _begun()
    with pytest.raises(UndoBarred, match="nothing was chosen since then"):
        match.take_back(1, "ijn")
    match.take_back(0, "ijn")
    with pytest.raises(UndoBarred, match="nothing has been chosen yet"):
        match.undo()
    match.play("pick E1")
    match.play("enter 11")
    match.play("move ahead")
    match.take_back(2, "ijn")
    with pytest.raises(UndoBarred, match="what followed it was taken back"):
        match.undo()
    match.save(tmp_path / "match.fsr")
    with pytest.raises(UndoBarred, match="written to a file"):
        match.take_back(0, "ijn")
    match.close()
    over = flankspeed.new("kamikaze", "dives-1", seed=2)
    while over.decision is not None:
        over.play(0)
    with pytest.raises(UndoBarred, match="the game is over"):
        over.take_back(0, "ijn")


@given(st.integers(0, 10**6))
def test_whatever_is_taken_back_the_record_replays(seed: int) -> None:
    random = Random(seed)
    match = flankspeed.new("kamikaze", "dives-2", seed=seed)
    for _ in range(30):
        if match.decision is None:
            break
        if match.choices and random.random() < 0.25:
            match.take_back(random.randrange(match.choices), "ijn")
        else:
            match.play(random.choice(match.decision.options))
    record = Record.parse(str(match.record))
    assert verify(GAME, record)
    again = replay(GAME, record)
    assert (again.state, again.record.lines) == (match.state, match.record.lines)
    assert again.chapters == match.chapters
