"""Decisions and choices."""

import pytest

from flankspeed.engine import Choice, Decision, IllegalChoice


class Move(Choice):
    __slots__ = ("to",)

    def __init__(self, text: str, to: int) -> None:
        super().__init__(text, f"to {to}", f"hex:{to}")
        self.to = to


ONE, TWO = Move("move one", 1), Move("move two", 2)
DECISION = Decision("usn", "where to?", [ONE, TWO])


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
    decision = Decision("ijn", "?", [Choice(str(n), "") for n in range(9)])
    with pytest.raises(IllegalChoice, match=r"ijn may choose 0, 1, 2, 3, 4, 5 and 3 more"):
        decision.find("x")


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (Decision("usn", "where to?", (ONE, TWO)), True),
        (Decision("ijn", "where to?", [ONE, TWO]), False),
        (Decision("usn", "whither?", [ONE, TWO]), False),
        (Decision("usn", "where to?", [TWO, ONE]), False),
        (Decision("usn", "where to?", [ONE]), False),
        ("usn", False),
    ],
)
def test_decisions_are_equal_by_value(other: object, equal: bool) -> None:
    assert (other == DECISION) is equal


def test_decision_for_people() -> None:
    assert repr(DECISION) == "<usn: where to? (2 options)>"
