"""Decisions and choices."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from flankspeed import games
from flankspeed.engine import Choice, Decision, IllegalChoice, Match, Rolled


class Move(Choice):
    __slots__ = ("to",)

    def __init__(self, text: str, to: int) -> None:
        super().__init__(text, f"to {to}", f"hex:{to}")
        self.to = to


ONE, TWO = Move("move one", 1), Move("move two", 2)
DECISION = Decision("usn", "where to?", (ONE, TWO))


def test_a_choice_is_its_text() -> None:
    assert Move("move one", 9) == ONE
    assert Choice("move one", "another label") == ONE
    assert len({ONE, TWO, Choice("move two", "")}) == 2
    assert (ONE == "move one") is False
    assert (str(ONE), repr(ONE)) == ("move one", "<move one>")
    assert (ONE.label, ONE.place, Choice("a", "b").place) == ("to 1", "hex:1", "")


@pytest.mark.parametrize(
    "wanted", ["move two", TWO, Choice("move two", ""), Move("move two", 9), 1]
)
def test_find_gives_the_option_itself(wanted: Choice | str | int) -> None:
    assert DECISION.find(wanted) is TWO


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_beyond_the_options_cannot_be_found(number: int) -> None:
    with pytest.raises(IllegalChoice, match=f"there is no option {number} now \\(usn may choose"):
        DECISION.find(number)


@pytest.mark.parametrize("text", ["move three", "", "move", "MOVE ONE", "move one "])
def test_what_is_not_offered_cannot_be_found(text: str) -> None:
    with pytest.raises(IllegalChoice) as caught:
        DECISION.find(text)
    offer = "usn may choose move one, move two"
    assert str(caught.value) == f"{text!r} cannot be chosen now ({offer})"


def test_a_long_offer_is_cut_short() -> None:
    decision = Decision("ijn", "?", tuple(Choice(str(n), "") for n in range(9)))
    with pytest.raises(IllegalChoice, match=r"ijn may choose 0, 1, 2, 3, 4, 5 and 3 more"):
        decision.find("x")


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (Decision("usn", "where to?", (ONE, TWO)), True),
        (Decision("ijn", "where to?", (ONE, TWO)), False),
        (Decision("usn", "whither?", (ONE, TWO)), False),
        (Decision("usn", "where to?", (TWO, ONE)), False),
        (Decision("usn", "where to?", (ONE,)), False),
        ("usn", False),
    ],
)
def test_decisions_are_equal_by_value(other: object, equal: bool) -> None:
    assert (other == DECISION) is equal


def test_decision_for_people() -> None:
    assert repr(DECISION) == "<usn: where to? (2 options)>"


@pytest.mark.parametrize("name", ["text", "label", "place", "to", "colour"])
def test_a_choice_does_not_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(ONE, name, "other")
    with pytest.raises(AttributeError):
        delattr(ONE, name)
    assert (ONE.text, ONE.label, ONE.place, ONE.to) == ("move one", "to 1", "hex:1", 1)


def test_a_choice_says_that_it_does_not_change() -> None:
    with pytest.raises(AttributeError, match="a choice does not change: label of 'move one' is"):
        ONE.label = "to 2"


@pytest.mark.parametrize("name", ["seat", "prompt", "options"])
def test_a_decision_does_not_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(DECISION, name, "other")
    assert Decision("usn", "where to?", (ONE, TWO)) == DECISION


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_choices_and_decisions_can_be_copied_and_sent(copied: Callable[[Any], Any]) -> None:
    assert copied(DECISION) == DECISION
    twin = copied(ONE)
    assert (twin, twin.label, twin.place, twin.to) == (ONE, "to 1", "hex:1", 1)


def _all_choices(cls: type[Choice]) -> list[type[Choice]]:
    return [cls, *(sub for kind in cls.__subclasses__() for sub in _all_choices(kind))]


def test_no_game_has_choices_that_take_new_attributes() -> None:
    for game in games.names():
        games.load(game)
    kinds = [kind for kind in _all_choices(Choice) if kind.__module__.startswith("flankspeed.")]
    assert len(kinds) > 20
    assert [kind for kind in kinds if kind.__dictoffset__] == []


@pytest.mark.parametrize("game", games.names())
def test_what_a_game_offers_cannot_be_changed(game: str) -> None:
    """Menus are shared by all matches: who could change one would change them all."""
    chance, rules = Random(5), games.load(game)
    offered = 0
    for scenario in rules.ready_scenarios()[:3]:
        match = Match(rules, scenario, dice=Rolled(3))
        while match.decision is not None and match.choices < 150:
            options = match.decision.options
            assert type(options) is tuple
            for option in options:
                slots = [slot for kind in type(option).__mro__ for slot in _slots(kind)]
                hash(tuple(getattr(option, slot) for slot in slots))  # nothing in it changes either
                offered += 1
            match.play(chance.choice(options))
    assert offered > 100


def _slots(kind: type) -> tuple[str, ...]:
    return tuple(getattr(kind, "__slots__", ()))
