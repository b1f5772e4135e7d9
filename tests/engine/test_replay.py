"""Records that end early: before the first dice, or just before the result."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import flankspeed
from flankspeed import games
from flankspeed.engine import (
    Entered,
    Match,
    NeedDice,
    OptionError,
    Record,
    RecordError,
    Rolled,
    reopen,
    replay,
    resume,
)

GAME = games.load("kamikaze")


def _played_out() -> Match:
    match = Match(GAME, "dives-1", dice=Rolled(b"secret"))
    random = Random(2)
    while match.decision is not None:
        match.play(random.choice(match.decision.options))
    return match


def test_a_record_that_ends_before_the_first_dice_waits_for_them() -> None:
    record = Record.parse(str(flankspeed.new("kamikaze", "dives-1", dice=Entered()).record))
    assert record.lines == []
    assert str(replay(GAME, record).need) == "throw d8 for entry point"
    match = resume(GAME, record)
    match.enter(3)
    assert match.decision is not None
    assert "entry point 3" in match.decision.prompt


def test_a_seeded_record_without_lines_starts_by_itself() -> None:
    whole = flankspeed.new("kamikaze", "dives-1", seed=4)
    header, _, _ = str(whole.record).partition("\n\n")
    match = resume(GAME, Record.parse(header + "\n\n"))
    assert match.state == whole.state
    assert match.record.lines == whole.record.lines


def test_a_record_cut_off_before_its_result_is_finished_on_resuming() -> None:
    match = _played_out()
    text = str(match.record)
    cut = Record.parse(text[: text.index("key: ")])
    with pytest.raises(RecordError, match="ends with no result"):
        replay(GAME, cut)
    again = resume(GAME, cut, Rolled(b"secret"))
    assert str(again.record) == text


def test_a_wrong_result_is_refused_on_resuming() -> None:
    text = str(_played_out().record).replace("result: usn", "result: ijn")
    with pytest.raises(RecordError, match="the record ends with ijn"):
        resume(GAME, Record.parse(text))


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({"raf": "human"}, "no seat 'raf'"),
        ({"usn": "two words"}, "use one word"),
        ({"usn": "line\nbreak"}, "use one word"),
        ({"usn": ""}, "use one word"),
    ],
)
def test_who_sits_where_must_fit_into_a_header(seats: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Match(GAME, dice=Rolled(1), seats=seats)


def test_a_reopened_record_goes_on_with_the_dice_it_is_given() -> None:
    match = Match(GAME, "dives-1", dice=Rolled(b"secret"))
    again = reopen(GAME, Record.parse(str(match.record)))
    assert (again.state, str(again.record)) == (match.state, str(match.record))
    again.change_dice(Entered())
    assert (again.record.header.named, again.record.named.name) == (match.record.named, "entered")
    with suppress(NeedDice):
        while True:
            again.play(0)
    assert again.need is not None


def test_a_finished_record_is_reopened_with_its_key() -> None:
    match = _played_out()
    again = reopen(GAME, Record.parse(str(match.record)))
    assert str(again.record) == str(match.record)
    assert again.secret_key == match.secret_key != ""
