"""The same state: states that other versions have written are compared by what is on the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from flankspeed import games
from flankspeed.engine import Match, RecordError, Rolled
from flankspeed.engine.decision import Choice
from flankspeed.engine.records.written_state import same_state, write_state
from flankspeed.engine.slots import slots_of

FIRST = 6  # the number that the first class of a text has
Kinds = list[list[str]]


def mid_game(game: str, choices: int = 40) -> Match:
    match, random = Match(games.load(game), dice=Rolled(2)), Random(2)
    for _ in range(choices):
        assert match.decision is not None
        match.play(random.choice(match.decision.options))
    return match


def altered(text: str, change: Callable[[list[str], list[Any]], None]) -> str:
    """A text in which each object is changed: the names of its class, and its parts."""
    kinds, top = json.loads(text)

    def walk(value: Any) -> None:
        if isinstance(value, list):
            for part in value[1:]:
                walk(part)
            if value[0] >= FIRST:
                change(kinds[value[0] - FIRST], value)

    walk(top)
    return json.dumps([kinds, top])


def no_words(kind: list[str], value: list[Any]) -> None:
    for at, field in enumerate(kind[2:], 1):
        if field in ("label", "prompt"):
            value[at] = "?"


def other_modules(kind: list[str], value: list[Any]) -> None:
    kind[0] = "elsewhere"


@pytest.mark.parametrize("game", ["samar", "picket", "kamikaze"])
@pytest.mark.parametrize("change", [no_words, other_modules])
def test_words_and_modules_do_not_count(
    game: str, change: Callable[[list[str], list[Any]], None]
) -> None:
    text = write_state(mid_game(game).state)
    other = altered(text, change)
    assert other != text
    assert same_state(text, other)
    assert same_state(other, text)


@pytest.mark.parametrize("game", ["samar", "picket", "kamikaze"])
def test_every_choice_leads_to_another_state(game: str) -> None:
    match, random, before = Match(games.load(game), dice=Rolled(2)), Random(2), list[str]()
    for _ in range(25):
        assert match.decision is not None
        match.play(random.choice(match.decision.options))
        now = write_state(match.state)
        assert same_state(now, now)
        assert not any(same_state(now, text) for text in before[-5:])
        before.append(now)


def test_a_field_that_one_of_them_has_does_not_count() -> None:
    text = write_state(mid_game("kamikaze").state)
    kinds, top = json.loads(text)
    kinds[0].append("fuel")
    more, other = (json.dumps([kinds, [*top, fuel]]) for fuel in (7, 8))
    assert same_state(text, more)
    assert same_state(more, text)
    assert not same_state(more, other)


def test_options_count_by_their_text() -> None:
    def change(kind: list[str], value: list[Any]) -> None:
        if {*slots_of(Choice)} <= {*kind}:
            value[1 + kind[2:].index("text")] += "!"

    text = write_state(mid_game("kamikaze").state)
    assert not same_state(text, altered(text, change))


def test_the_order_of_a_dict_does_not_count() -> None:
    one, other = ([4, *pairs] for pairs in (["a", 1, "b", [0]], ["b", [0], "a", 1]))
    assert same_state(json.dumps([[], one]), json.dumps([[], other]))
    assert not same_state(json.dumps([[], one]), json.dumps([[], [4, "a", [0], "b", 1]]))
    assert not same_state(json.dumps([[], one]), json.dumps([[], [4, "a", 1]]))


@pytest.mark.parametrize("text", ["", "[", "1", "[[], [9]]", "[[], []]", "[" * 100_000])
def test_what_is_no_state_is_refused(text: str) -> None:
    good = write_state(mid_game("kamikaze", 1).state)
    with pytest.raises(RecordError, match=r"^the states cannot be compared: "):
        same_state(text, good)
