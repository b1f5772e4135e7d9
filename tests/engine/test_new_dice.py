"""A match that goes on with other dice: its record names both, and both are checked."""

from __future__ import annotations

import pytest

import flankspeed
from flankspeed import games
from flankspeed.engine import (
    DiceError,
    Entered,
    Match,
    Record,
    RecordError,
    Rolled,
    SharedDice,
    UndoBarred,
    reopen,
    replay,
    resume,
    verify,
)
from flankspeed.engine.records.shared_dice import commit

GAME = games.load("kamikaze")
FIRST, SECOND = bytes(32), bytes(31) + b"\1"


def _played_out(match: Match) -> Match:
    while match.decision:
        match.play(0)
    return match


def _taken_in(first: Rolled, then: Rolled) -> Match:
    """A match that has changed its dice after some choices, and is over."""
    match = Match(GAME, "dives-1", dice=first)
    match.play(0)
    match.play(0)
    again = reopen(GAME, Record.parse(str(match.record)))
    again.change_dice(then, "imported")
    return _played_out(again)


def test_the_record_names_both_and_both_are_checked() -> None:
    match = _taken_in(Rolled(3), Rolled(SECOND))
    text = str(match.record)
    assert text.startswith("flankspeed: 4\n")
    assert "\ndice: seed 3\n\n" in text
    assert f"\ndice: sha256 {commit(SECOND.hex())} # imported\n3 " in text
    assert text.count("\nkey: ") == 1
    record = Record.parse(text)
    assert str(record) == text
    assert verify(GAME, record)
    assert str(replay(GAME, record).record) == text


@pytest.mark.parametrize("line", [0, 2], ids=["before", "after"])
def test_an_edited_die_of_either_part_does_not_verify(line: int) -> None:
    match = _taken_in(Rolled(3), Rolled(SECOND))
    thrown = [each for each in match.record.lines if each.throws]
    which = next(each for each in thrown if each.number >= line)
    throw = which.throws[0]
    other = throw._replace(values=(throw.values[0] % throw.sides + 1, *throw.values[1:]))
    text = str(match.record)
    row = str(which).partition("\n")[0]
    with pytest.raises(RecordError) as caught:
        verify(GAME, Record.parse(text.replace(row, row.replace(str(throw), str(other), 1))))
    assert caught.value.line == text[: text.index(row)].count("\n") + 1


def test_dice_whose_key_was_never_told_are_not_checked_but_the_others_are() -> None:
    text = str(_taken_in(Rolled(FIRST), Rolled(SECOND)).record)
    assert not verify(GAME, Record.parse(text))
    told = text.replace("\ndice: sha256", f"\nkey: {FIRST.hex()}\ndice: sha256")
    told = told.replace(f"\nkey: {FIRST.hex()}\n", "\n", 1)  # not in the header
    assert str(Record.parse(told)) == told
    assert verify(GAME, Record.parse(told))
    for wrong in (
        told.replace(FIRST.hex(), "ab" * 32),
        text.replace(SECOND.hex(), "ab" * 32),
        text.replace(f"key: {SECOND.hex()}\n", ""),
    ):
        with pytest.raises(RecordError, match=r"not the one|lacks the key"):
            verify(GAME, Record.parse(wrong))


def test_shared_dice_can_follow() -> None:
    drawn = {"usn": "11" * 32, "ijn": "22" * 32}
    bound = {seat: commit(part) for seat, part in drawn.items()}
    text = str(_taken_in(Rolled(3), SharedDice(SECOND.hex(), bound, drawn)).record)
    assert f"\ncommitments: usn={bound['usn']} ijn={bound['ijn']}\ncontributions: " in text
    assert verify(GAME, Record.parse(text))
    with pytest.raises(RecordError, match="usn's contribution is not the one"):
        verify(GAME, Record.parse(text.replace("11" * 32, "33" * 32)))
    with pytest.raises(RecordError, match="no seat 'raf'"):
        verify(GAME, Record.parse(text.replace("usn=", "raf=")))


def test_it_goes_on_and_back_as_any_other() -> None:
    match = flankspeed.new("kamikaze", seed=3)
    match.play("pick E1")
    match.play("enter 11")
    match.change_dice(Rolled(4))
    with pytest.raises(UndoBarred, match="the dice are others since then"):
        match.undo()
    match.play("move ahead")
    match.undo()
    match.take_back(0, "ijn")
    match.play("pick E2")
    stream = Rolled(4)
    assert match.record.lines[-1].throws[0].values == (stream.d6(""),)
    record = Record.parse(str(match.record))
    assert str(record) == str(match.record)
    assert verify(GAME, record)
    again = resume(GAME, record)
    for each in (again, match):
        each.play("enter 11")
        each.play("move ahead")
    assert str(again.record) == str(match.record)


def test_before_the_first_line_they_are_the_first_dice() -> None:
    match = flankspeed.new("kamikaze", seed=3)
    match.change_dice(Entered())
    assert match.record.header.dice == "entered"
    assert str(match.record).startswith("flankspeed: 2\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("flankspeed: 4", "flankspeed: 3", "is not 'number seat choice"),
        ("dice: sha256", "dice: sha257", "dice that are 'sha257 .*' have no key"),
        ("dice: seed 3", "dice: sead 3", "seed, sha256, shared, entered or scripted"),
        ("# imported", "# imported\ncommitments: usn=1", "nobody can have contributed"),
        ("result: ", "commitments: usn=1\nresult: ", "belongs to no dice"),
    ],
)
def test_a_forged_record_is_refused(old: str, new: str, why: str) -> None:
    text = str(_taken_in(Rolled(3), Rolled(SECOND)).record)
    assert text.count(old) == 1
    with pytest.raises(RecordError, match=why):
        verify(GAME, Record.parse(text.replace(old, new)))


def test_a_key_without_a_result_is_refused() -> None:
    """Its maker would know all dice to come."""
    match = Match(GAME, "dives-1", dice=Rolled(FIRST))
    text = f"{match.record}key: {FIRST.hex()}\n"
    assert verify(GAME, Record.parse(text))
    with pytest.raises(RecordError, match="must not tell the key of its dice"):
        reopen(GAME, Record.parse(text))


def test_a_file_that_is_being_written_keeps_its_dice(tmp_path: object) -> None:
    match = flankspeed.new("kamikaze", seed=3)
    match.save(f"{tmp_path}/match.fsr")
    with pytest.raises(DiceError, match="only grows"):
        match.change_dice(Rolled(1))
    match.close()
