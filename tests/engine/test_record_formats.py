"""Versions of the record format and of a game's rules, and shortcuts in either."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

import pytest
from toy_game import GAMBLE, SEATS, Nim, NimState, play

from flankspeed.engine import (
    Choice,
    Entered,
    Match,
    NeedDice,
    Record,
    RecordError,
    Rolled,
    UndoBarred,
    replay,
    resume,
    verify,
)
from flankspeed.engine.records.record import Header


class BoldNim(Nim):
    """Nim of one seat, where `bold` stands for gambling until no more than 10 matches are left."""

    def shortcuts(self, state: NimState) -> list[Choice]:
        return [Choice("bold", "gamble on and on")]

    def shortcut_choice(self, state: NimState, text: str) -> Choice | None:
        assert text == "bold"
        return GAMBLE if state.heap > 10 else None


class NewerNim(Nim):
    """Nim whose rules have changed."""

    rules_version: ClassVar[int] = 3


@pytest.fixture(autouse=True)
def _one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toy_game.SEATS", (SEATS[0], SEATS[0]))


def bold(dice: Rolled | Entered | None = None) -> Match:
    return Match(BoldNim(), options={"heap": 30}, dice=dice or Rolled(3))


def record_of(match: Match) -> list[tuple[str, str]]:
    return [(line.choice, " ".join(map(str, line.throws))) for line in match.record.lines]


def old_text(match: Match) -> str:
    """The record of a match that is one `bold`, as format 1 had it: all in one line."""
    throws = " ".join(str(throw) for line in match.record.lines for throw in line.throws)
    header = str(match.record.header).replace("flankspeed: 2", "flankspeed: 1")
    return header.replace("rules: 1\n", "") + f"1 usn bold [{throws}]\n"


# Formats


def test_a_record_says_under_which_rules_it_was_made() -> None:
    assert str(Match(Nim(), dice=Rolled(1)).record).startswith("flankspeed: 2\ngame: nim\nrules: 1")
    match = Match(NewerNim(), dice=Rolled(1))
    assert str(match.record).startswith("flankspeed: 2\ngame: nim\nrules: 3\n")
    assert Record.parse(str(match.record)).header == match.record.header


def test_a_header_that_does_not_say_otherwise_is_of_the_first_rules() -> None:
    header = Header(game="nim", scenario="plain")
    assert (header.format, header.rules) == (2, 1)


def test_format_1_is_still_read_and_goes_on_in_format_2() -> None:
    match = play(Match(Nim(), dice=Rolled(3)), "take 1", "gamble")
    text = str(match.record)
    old = text.replace("flankspeed: 2", "flankspeed: 1").replace("rules: 1\n", "")
    record = Record.parse(old)
    assert (record.header.format, record.header.rules) == (1, 1)
    assert str(record) == old
    assert verify(Nim(), record) is True
    assert str(replay(Nim(), record).record) == str(resume(Nim(), record).record) == text


def test_a_shortcut_in_format_1_is_the_choices_it_stands_for() -> None:
    match = bold()
    match.play("bold")
    assert len(match.record.lines) > 2
    record = Record.parse(old_text(match))
    assert len(record.lines) == 1
    assert verify(BoldNim(), record) is True
    again = resume(BoldNim(), record)
    assert str(again.record) == str(match.record)
    assert again.state == match.state


def test_the_throws_of_a_shortcut_in_format_1_are_compared() -> None:
    match = bold()
    match.play("bold")
    short = old_text(match).replace("]", " d6=1]")
    with pytest.raises(RecordError, match=r"line \d+: the rules throw \[.*\] here, the record has"):
        replay(BoldNim(), Record.parse(short))


def test_a_shortcut_is_no_choice_in_format_2() -> None:
    match = bold()
    match.play("bold")
    text = old_text(match).replace("flankspeed: 1\ngame: nim", "flankspeed: 2\ngame: nim\nrules: 1")
    with pytest.raises(RecordError, match=r"line \d+: 'bold' cannot be chosen now"):
        replay(BoldNim(), Record.parse(text))


# Versions of the rules


def test_a_record_of_older_rules_that_replays_goes_on_under_the_new_ones() -> None:
    match = play(Match(Nim(), dice=Rolled(3)), "take 1", "gamble")
    again = resume(NewerNim(), match.record)
    assert (again.state, again.record.header.rules) == (match.state, 3)
    assert match.record.header.rules == 1
    assert verify(NewerNim(), match.record) is True


@pytest.mark.parametrize("call", [verify, replay, resume])
def test_a_record_of_older_rules_that_does_not_replay_says_so(call: object) -> None:
    match = play(Match(Nim(), dice=Rolled(3)), "take 1", "take 2")
    text = str(match.record).replace("take 2", "take 4")
    with pytest.raises(
        RecordError,
        match=r"^line 10: 'take 4' cannot be chosen now .* \(the record was made under rules 1 of "
        r"nim, which is at rules 3 now\)$",
    ) as caught:
        call(NewerNim(), Record.parse(text))  # type: ignore[operator]
    assert caught.value.line == 10
    with pytest.raises(RecordError, match="cannot be chosen now") as caught:
        call(Nim(), Record.parse(text))  # type: ignore[operator]
    assert "under rules" not in str(caught.value)


@pytest.mark.parametrize("call", [verify, replay, resume])
def test_a_record_of_newer_rules_is_refused(call: object) -> None:
    record = play(Match(NewerNim(), dice=Rolled(3)), "take 1").record
    with pytest.raises(RecordError, match="made under rules 3 of nim, and only those up to 1 are"):
        call(Nim(), record)  # type: ignore[operator]


# Shortcuts and typed-in dice


def test_a_shortcut_goes_on_after_its_dice_are_typed_in() -> None:
    match = bold(Entered())
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.play("bold")
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.enter(5)
    with pytest.raises(NeedDice, match="throw 2d4 for the bonus"):
        match.enter(6)
    assert record_of(match) == [("gamble", "d6=5")]
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.enter(1, 1)
    with pytest.raises(NeedDice, match="throw d6 for the gamble"):
        match.enter(5)
    events = match.enter(4)  # of the 12 matches that are left
    assert [event.kind for event in events] == ["gamble", "take"]
    assert match.need is None
    assert record_of(match) == [
        ("gamble", "d6=5"),
        ("gamble", "d6=6 2d4=1,1"),
        ("gamble", "d6=5"),
        ("gamble", "d6=4"),
    ]
    with pytest.raises(NeedDice):
        match.play("gamble")
    match.enter(1)  # the shortcut is over
    assert len(match.record.lines) == 5


def test_a_shortcut_taken_back_while_it_waits_does_not_go_on() -> None:
    match = bold(Entered())
    with pytest.raises(NeedDice):
        match.play("bold")
    with pytest.raises(NeedDice):
        match.enter(5)
    match.undo()
    assert match.need is None
    with pytest.raises(UndoBarred, match="dice were thrown after 'gamble'"):
        match.undo()
    with pytest.raises(NeedDice):
        match.play("gamble")
    match.enter(5)
    assert record_of(match) == [("gamble", "d6=5")] * 2


def test_a_shortcut_ends_with_the_turn_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toy_game.SEATS", SEATS)
    match = bold(Entered())
    with pytest.raises(NeedDice):
        match.play("bold")
    match.enter(5)
    assert match.decision
    assert (match.decision.seat, match.need) == ("ijn", None)
    with pytest.raises(NeedDice):
        match.play("gamble")
    match.enter(5)
    assert match.need is None


def test_a_shortcut_and_typed_in_dice_make_the_same_game_as_rolled_ones() -> None:
    rolled, typed = bold(), bold(Entered())
    rolled.play("bold")
    with pytest.raises(NeedDice):
        typed.play("bold")
    throws = [throw for line in rolled.record.lines for throw in line.throws]
    for throw in throws:
        with suppress(NeedDice):
            typed.enter(*throw.values)
    assert typed.record.lines == rolled.record.lines
    assert typed.state == rolled.state
