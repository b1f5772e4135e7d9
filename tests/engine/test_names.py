"""What a player's file or call may say, so that every record of it can be read again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game import Nim, NimOptions, NimState, nim, play

import flankspeed
from flankspeed.engine import (
    DataError,
    DiceError,
    Entered,
    Event,
    IllegalChoice,
    Match,
    NeedDice,
    OptionError,
    Record,
    Rolled,
    Scripted,
    verify,
)
from flankspeed.engine.data import LONGEST_NAME, check_name
from flankspeed.engine.records.rows import Line

UNREADABLE = [
    "",
    " ",
    "a\nb",
    "a\r",
    "5#1",
    "[x]",
    "a]",
    " a",
    "a ",
    "a\u2028b",
    "a  b",
    "\x00",
    "x" * 99,
]
LONG = "x" * LONGEST_NAME


# Names


@pytest.mark.parametrize("name", UNREADABLE)
def test_names_that_a_record_cannot_hold(name: str) -> None:
    with pytest.raises(DataError, match="name a mount: ") as caught:
        check_name("a mount", name)
    assert "\n" not in str(caught.value)


@settings(deadline=None)
@given(st.text(max_size=LONGEST_NAME))
def test_whatever_is_allowed_as_a_name_can_be_read_again(name: str) -> None:
    try:
        check_name("a ship", name)
    except DataError:
        return
    text = f"{Record.parse(HEADER).header}{Line(1, 'usn', f'name {name}', (), f'she is {name}')}\n"
    line = Record.parse(text).lines[0]
    assert (line.choice, line.comment) == (f"name {name}", f"she is {name}")


HEADER = "flankspeed: 2\ngame: nim\nrules: 1\nscenario: plain\ndice: seed 1\n\n"


def mounts(*ids: str) -> dict[str, Any]:
    gun = {"type": "40mm", "section": "bow", "side": "port", "source": "rulebook"}
    return {"mounts": [gun | {"id": name} for name in ids]}


@pytest.mark.parametrize("name", UNREADABLE)
def test_own_mounts_of_kamikaze_have_readable_names(name: str) -> None:
    with pytest.raises(DataError, match="name a mount"):
        flankspeed.new("kamikaze", seed=1, data=mounts("41", name))


def test_own_mounts_of_kamikaze_with_good_names() -> None:
    match = flankspeed.new("kamikaze", "dives-1", seed=1, data=mounts("A-1", "Müller 2", "3.5, ="))
    while match.decision is not None:
        match.play(0)
    assert verify(match.game, Record.parse(str(match.record))) is True


@pytest.mark.parametrize("key", ["ship", "title"])
@pytest.mark.parametrize("name", UNREADABLE[1:])
def test_own_scenarios_of_picket_have_readable_names(key: str, name: str) -> None:
    with pytest.raises(DataError, match=r"name a (ship|scenario)"):
        flankspeed.new("picket", "own", seed=1, data={"scenario": {"date": "Apr 6", key: name}})


def test_a_name_may_be_as_long_as_a_board_can_show_and_a_title_longer() -> None:
    own = {"date": "Apr 6", "ship": LONG, "title": LONG * 2}
    flankspeed.new("picket", "own", seed=1, data={"scenario": own})
    flankspeed.new("kamikaze", seed=1, data=mounts(LONG))
    for game, data in (
        ("picket", {"scenario": own | {"ship": f"{LONG}x"}}),
        ("picket", {"scenario": own | {"title": f"{LONG * 2}x"}}),
        ("kamikaze", mounts(f"{LONG}x")),
    ):
        with pytest.raises(DataError, match=r"is too long to name a \w+: [48]0 letters at most"):
            flankspeed.new(game, "own" if game == "picket" else None, seed=1, data=data)


def test_data_nested_too_deeply_are_one_sentence() -> None:
    deep: object = 1
    for _ in range(5000):
        deep = {"a": deep}
    for game in ("kamikaze", "picket", "samar"):
        with pytest.raises(DataError):
            flankspeed.new(game, seed=1, data={"scenario": deep, "mounts": deep, "ships": deep})


class TalkativeNim(Nim):
    """Tells of every event in two lines."""

    def describe(self, event: Event) -> str:
        return f"first\nsecond\r\n{super().describe(event)}\u2028last"


def test_whatever_a_game_tells_a_comment_is_one_line() -> None:
    match = play(Match(TalkativeNim(), dice=Rolled(1)), "take 1", "take 2")
    assert match.record.lines[0].comment.startswith("first second usn takes 1 ×")
    assert str(Record.parse(str(match.record))) == str(match.record)


class WordyOptions(NimOptions, frozen=True, kw_only=True):
    """Nim with a text among its options."""

    word: str = "x"


class WordyNim(Nim):
    """Nim with a text among its options."""

    options_type = WordyOptions

    def new(self, scenario: str, options: Any, data: object = None) -> NimState:
        return super().new(scenario, options)


@pytest.mark.parametrize("word", ["", "two words", "x\ny", "x heap=3"])
def test_an_option_in_a_header_is_one_word(word: str) -> None:
    with pytest.raises(OptionError, match=r"option word cannot be .*: use one word"):
        Match(WordyNim(), options=WordyOptions(word=word), dice=Rolled(1))


# Numbers


@pytest.mark.parametrize("value", [1.5, True, "3", None, [3], 1.0])
def test_only_whole_numbers_are_typed_in(value: Any) -> None:
    match = nim(Entered())
    with pytest.raises(NeedDice):
        match.play("gamble")
    with pytest.raises(DiceError, match="a d6 cannot show "):
        match.enter(value)
    assert (match.need is not None, match.choices) == (True, 0)
    match.enter(1)


@pytest.mark.parametrize("value", [1.5, True, "3", None])
@pytest.mark.parametrize("source", [Scripted, Entered])
def test_only_whole_numbers_are_thrown(source: Any, value: Any) -> None:
    with pytest.raises(DiceError, match="a d6 cannot show "):
        source([value]).throw(1, "a test")
    match = nim(source([value]))
    with pytest.raises(DiceError, match="a d6 cannot show "):
        match.play("gamble")


@pytest.mark.parametrize("seed", [1.5, True, "7", None, 10**1000])
def test_a_seed_is_a_whole_number_that_a_record_can_hold(seed: Any) -> None:
    with pytest.raises(DiceError, match="the seed of dice is a whole number"):
        Rolled(seed)


@pytest.mark.parametrize("seed", [0, -7, 10**998])
def test_any_such_seed_stands_in_a_record(seed: int) -> None:
    record = Record.parse(str(nim(Rolled(seed)).record))
    dice = record.dice()
    assert isinstance(dice, Rolled)
    assert dice.seed == seed


@pytest.mark.parametrize("choice", [True, False, 1.0, None, b"take 1", ["take 1"]])
def test_what_is_neither_option_text_nor_number_is_no_choice(choice: Any) -> None:
    match = nim(Rolled(1))
    with pytest.raises(IllegalChoice, match="is no choice: name an option, its text or its number"):
        match.play(choice)
    with pytest.raises(IllegalChoice, match="is no choice: name an option, its text or its number"):
        match.state.copy().play(choice, Rolled(1))
    assert match.choices == 0
