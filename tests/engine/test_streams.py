"""Dice that count themselves, and dice with a stream for each purpose."""

from __future__ import annotations

import pytest

from flankspeed.engine import Dice, DiceError, Rolled
from flankspeed.engine.dice import Traced
from flankspeed.engine.streams import Counted, Streams

CUP = "abcdefgh"


def thrown(dice: Dice) -> list[object]:
    """A bit of everything, for two purposes in turn."""
    return [
        dice.throw(5, "guns"),
        dice.d6("weather"),
        dice.two_d6("guns"),
        dice.roll(8, "weather"),
        dice.draw(CUP, 3, "officers"),
        dice.throw(2, "guns", 10),
        dice.throw(0, "guns"),
    ]


def test_counted_dice_are_the_same_dice() -> None:
    assert thrown(Counted(Rolled(7))) == thrown(Rolled(7))


@pytest.mark.parametrize("kind", [Counted, Streams])
def test_throws_are_counted_as_a_record_has_them(kind: type[Counted]) -> None:
    dice, traced = kind(Rolled(7)), Traced(Rolled(7))
    thrown(dice)
    thrown(traced)
    assert dice.throws == len(traced.throws) == 8  # three counters are drawn one by one


def test_a_purpose_has_its_own_dice() -> None:
    """Whatever is thrown for other things, and however much."""
    plain, busy = Streams(Rolled(7)), Streams(Rolled(7))
    first = [plain.d6("weather") for _ in range(50)]
    second = []
    for _ in range(50):
        busy.throw(3, "guns")
        second.append(busy.d6("weather"))
    assert first == second
    assert first == [Rolled(Rolled(7).key + b"weather").throw(50, "")[n] for n in range(50)]
    assert first != [plain.d6("guns") for _ in range(50)]


def test_purposes_are_not_alike() -> None:
    """The dice of two purposes agree as often as chance has it: 1,000 of 6,000, give or take."""
    dice = Streams(Rolled(1))
    pairs = zip(dice.throw(6000, "one"), dice.throw(6000, "other"), strict=True)
    assert 900 < sum(a == b for a, b in pairs) < 1100


@pytest.mark.parametrize("kind", [Counted, Streams])
def test_going_back(kind: type[Counted]) -> None:
    dice = kind(Rolled(7))
    thrown(dice)
    dice.keep()
    first = thrown(dice), dice.d6("new"), dice.throws
    dice.rewind()
    assert (thrown(dice), dice.d6("new"), dice.throws) == first


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(DiceError, match="9 cannot be drawn from a cup of 8 for officers"):
        Streams(Rolled(7)).draw(CUP, 9, "officers")
