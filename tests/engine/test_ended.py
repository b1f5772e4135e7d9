"""Matches that people end: the match is over, the record says how, and it replays."""

from __future__ import annotations

from pathlib import Path

import pytest

import flankspeed
from flankspeed import games
from flankspeed.engine import (
    Entered,
    IllegalChoice,
    Match,
    OptionError,
    Record,
    RecordError,
    Rolled,
    replay,
    resume,
    verify,
)
from flankspeed.engine.report.report import report

GAME = games.load("kamikaze")


def _begun(seed: int = 1) -> Match:
    match = flankspeed.new("kamikaze", seed=seed)
    match.play("pick E1")
    return match


def test_who_resigns_has_lost_and_nothing_follows() -> None:
    match = _begun()
    before = match.state
    match.resign("usn")
    assert match.result == ("ijn", "usn has resigned")
    assert (match.decision, match.state.agenda) == (None, [])
    assert before.result is None  # what others have looked at stays as it was
    assert match.undo_barred() == "the game is over"
    for again in (lambda: match.resign("ijn"), lambda: match.play("enter 11")):
        with pytest.raises(IllegalChoice, match="the game is over"):
            again()


def test_the_record_is_read_replayed_and_verified() -> None:
    match = Match(GAME, dice=Rolled(b"secret"))
    match.play("pick E1")
    match.agree_to_draw(["usn", "ijn"])
    text = str(match.record)
    assert text.startswith("flankspeed: 4\n")
    assert text.splitlines()[-3:] == [
        "ended: agreed usn ijn",
        f"key: {b'secret'.hex()}",
        "result: draw a draw was agreed",
    ]
    record = Record.parse(text)
    assert str(record) == text
    assert verify(GAME, record)
    assert replay(GAME, record).state == match.state
    assert resume(GAME, record).result == (None, "a draw was agreed")
    assert replay(GAME, record, 0).result is None
    assert report(GAME, record).verdict.words == "A draw: a draw was agreed."


def test_before_the_first_line_a_bare_one_stands_for_it() -> None:
    match = flankspeed.new("kamikaze", seed=1)
    match.resign("ijn")
    assert str(match.record).endswith(
        "\n\n0 game start\nended: resigned ijn\nresult: usn ijn has resigned\n"
    )
    assert verify(GAME, Record.parse(str(match.record)))
    waiting = flankspeed.new("kamikaze", "dives-1", dice=Entered())
    waiting.resign("ijn")
    assert waiting.need is None
    record = Record.parse(str(waiting.record))
    assert verify(GAME, record) is False  # typed-in dice
    assert report(GAME, record).outcome == "ijn has resigned"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("result: usn", "result: ijn", "the record ends with ijn"),
        ("ended: resigned ijn\n", "", "the game with no result"),
        ("ended: resigned ijn", "ended: resigned raf", "no seat 'raf'"),
        ("ended: resigned ijn", "ended: resigned ijn usn", "one of two sides"),
        ("ended: resigned ijn", "ended: bored ijn", "is not 'ended: resigned SEAT'"),
        ("ended: resigned ijn", "ended: resigned ijn\n2 ijn enter 11", "can follow the end"),
        ("ended: resigned ijn", "ended: resigned ijn\ndice: entered", "can follow the end"),
        ("flankspeed: 4", "flankspeed: 3", "is not 'number seat choice"),
    ],
)
def test_a_forged_record_does_not_verify(old: str, new: str, why: str) -> None:
    match = _begun()
    match.resign("ijn")
    text = str(match.record)
    assert text.count(old) == 1
    with pytest.raises(RecordError, match=why):
        verify(GAME, Record.parse(text.replace(old, new)))


def test_a_file_says_so_too(tmp_path: Path) -> None:
    for choices in (0, 1):
        path = tmp_path / f"{choices}.fsr"
        match = flankspeed.new("kamikaze", seed=1)
        match.save(path)
        if choices:
            match.play("pick E1")
        match.resign("ijn")
        match.close()
        assert path.read_text() == str(match.record)
        assert verify(GAME, Record.read(path))


def test_one_seat_alone_gives_up_to_its_enemy_and_strangers_cannot() -> None:
    match = flankspeed.new("picket", seed=1)
    match.resign("usn")
    assert match.result is not None
    assert match.result.winner == "ijn"
    with pytest.raises(OptionError, match="no seat"):
        _begun().resign("raf")
