"""Sources of dice."""

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from flankspeed.engine import Dice, DiceError, Entered, NeedDice, Rolled, Scripted, Throw
from flankspeed.engine.dice import Traced

D6 = range(1, 7)
KEY = bytes(range(32))
BLOCK = 1344


def stream(key: bytes, blocks: int) -> bytes:
    """The bytes of a stream, as the design writes them down."""
    return b"".join(
        hashlib.shake_128(key + n.to_bytes(8, "big")).digest(BLOCK) for n in range(blocks)
    )


# Rolled


def test_the_stream_never_changes() -> None:
    """Records name seeds: what these dice show is part of the record format."""
    dice = Rolled(7)
    assert dice.throw(20, "d6") == [1, 1, 3, 1, 3, 6, 1, 5, 6, 4, 4, 2, 5, 4, 2, 4, 6, 2, 3, 4]
    assert dice.throw(10, "d8", 8) == [1, 3, 4, 7, 4, 5, 1, 6, 4, 4]
    assert Rolled(7).key.hex() == hashlib.sha256(b"flankspeed 7").hexdigest()


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 8, 10, 100, 129, 255, 256])
def test_bytes_above_the_last_multiple_are_dropped(sides: int) -> None:
    limit = 256 // sides * sides
    expected = [byte % sides + 1 for byte in stream(KEY, 3) if byte < limit]
    assert Rolled(KEY).throw(len(expected), "", sides) == expected
    assert (len(expected) == 3 * BLOCK) == (256 % sides == 0)


def test_every_die_shows_all_its_faces_and_no_other() -> None:
    shown = {sides: set(Rolled(3).throw(20 * sides, "", sides)) for sides in range(1, 257)}
    assert [s for s, faces in shown.items() if faces != set(range(1, s + 1))] == []


@pytest.mark.parametrize(("sides", "bound"), [(6, 20.5), (8, 24.3), (10, 27.9), (100, 148.2)])
def test_faces_are_equally_likely(sides: int, bound: float) -> None:
    """Chi-square of a fixed seed against the 99.9 per cent point."""
    throws = 60_000
    faces = Counter(Rolled(1).throw(throws, "", sides))
    expected = throws / sides
    assert sum((faces[f] - expected) ** 2 / expected for f in range(1, sides + 1)) < bound


def test_successive_dice_are_independent() -> None:
    dice = Rolled(2).throw(72_001, "")
    pairs = Counter(pairwise(dice))
    expected = 72_000 / 36
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in D6 for b in D6) < 66.7


@pytest.mark.parametrize("sides", [0, -1, -6, 257])
def test_no_such_die(sides: int) -> None:
    with pytest.raises(DiceError, match=f"there is no d{sides} to throw for luck"):
        Rolled(1).roll(sides, "luck")


@pytest.mark.secret_dice
def test_streams_differ() -> None:
    streams = [
        Rolled(7),
        Rolled(8),
        Rolled(-7),
        Rolled(7, 0),
        Rolled(7, 1),
        Rolled(70),
        Rolled(KEY),
        Rolled.secret(),
        Rolled.secret(),
    ]
    assert len({tuple(dice.throw(40, "")) for dice in streams}) == len(streams)
    assert len({dice.commitment for dice in streams}) == len(streams)


@pytest.mark.secret_dice
def test_only_a_plain_seed_is_public() -> None:
    assert Rolled(7).seed == 7
    assert [Rolled(7, 1).seed, Rolled(KEY).seed, Rolled.secret().seed] == [None] * 3


def test_a_key_gives_the_stream_of_its_seed() -> None:
    assert Rolled(Rolled(7).key).throw(50, "") == Rolled(7).throw(50, "")


def test_commitment_is_the_sha256_of_the_key() -> None:
    assert Rolled(KEY).commitment == hashlib.sha256(KEY).hexdigest()


@pytest.mark.parametrize("thrown", [0, 1, 1000, 1344, 5000])
def test_copy_goes_on_from_here(thrown: int) -> None:
    dice, plain = Rolled(5), Rolled(5)
    dice.throw(thrown, "")
    twin = dice.copy()
    assert twin.seed == 5
    ahead = plain.throw(thrown + 2000, "")[thrown:]
    assert twin.throw(2000, "") == ahead
    assert dice.throw(2000, "") == ahead
    twin.rewind()
    assert twin.throw(2000, "") == ahead


SOURCES: list[Callable[[], Dice]] = [
    lambda: Rolled(4),
    lambda: Scripted([1, 2, 3, 4, 5, 6, 1, 2, 3]),
    lambda: Entered([1, 2, 3, 4, 5, 6, 1, 2, 3]),
]


@pytest.mark.parametrize("make", SOURCES)
def test_rewind_goes_back_to_what_was_kept(make: Callable[[], Dice]) -> None:
    plain, dice = make().throw(9, ""), make()
    assert list(dice.throw(2, "")) == list(plain[:2])
    dice.rewind()
    assert list(dice.throw(3, "")) == list(plain[:3])
    dice.keep()
    for _ in range(2):
        assert list(dice.throw(6, "")) == list(plain[3:])
        dice.rewind()


def test_rewind_over_a_block() -> None:
    dice = Rolled(4)
    dice.throw(1000, "")
    dice.keep()
    first = dice.throw(3000, "")
    dice.rewind()
    assert dice.throw(3000, "") == first


def test_dice_are_the_same_however_they_are_asked_for() -> None:
    plain, one, two = Rolled(4).throw(3000, ""), Rolled(4), Rolled(4)
    assert [one.d6("") for _ in range(3000)] == plain
    assert [value for _ in range(1500) for value in two.two_d6("")] == plain
    for count in range(1, 12):
        few = Rolled(4)
        thrown = [value for _ in range(3000 // count) for value in few.throw(count, "")]
        assert thrown == plain[: len(thrown)]


# Draws


@pytest.mark.parametrize("make", [lambda: Rolled(6), lambda: Traced(Rolled(6))])
def test_draw_takes_counters_out(make: Callable[[], Dice]) -> None:
    cup = list("abcdefgh")
    drawn = make().draw(cup, 8, "chits")
    assert sorted(drawn) == cup
    assert cup == list("abcdefgh")
    assert make().draw(cup, 3, "chits") == drawn[:3]


def test_draws_are_the_same_as_rolls_one_by_one_through_many_blocks() -> None:
    whole, single = Rolled(6), Traced(Rolled(6))
    for _ in range(600):
        assert whole.draw("abcdefgh", 8, "chits") == single.draw("abcdefgh", 8, "chits")


def test_draw_by_number() -> None:
    traced = Traced(Scripted([3, 1, 2]))
    assert traced.draw("abcd", 3, "chit") == ["c", "a", "d"]
    assert traced.throws == [Throw(s, (v,), "chit") for s, v in [(4, 3), (3, 1), (2, 2)]]


def test_every_draw_is_equally_likely() -> None:
    dice = Rolled(9)
    drawn = Counter("".join(dice.draw("abc", 2, "")) for _ in range(12_000))
    assert sum((drawn[pair] - 2000) ** 2 / 2000 for pair in drawn) < 20.5
    assert len(drawn) == 6


def test_draw_of_nothing() -> None:
    assert Rolled(1).draw("", 0, "chit") == []


@pytest.mark.parametrize("cup", ["", "ab"])
def test_draw_of_more_than_there_is(cup: str) -> None:
    with pytest.raises(DiceError, match=f"3 cannot be drawn from a cup of {len(cup)} for chits"):
        Rolled(1).draw(cup, 3, "chits")


# Scripted


def test_scripted_dice_come_in_order() -> None:
    dice = Scripted([3, 6, 8, 1])
    assert dice.d6("one") == 3
    assert dice.throw(1, "two") == [6]
    assert dice.left == 2
    assert dice.roll(8, "three") == 8
    assert dice.throw(0, "none") == []
    assert dice.d6("four") == 1
    assert dice.left == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1], "2d6 for luck but only 1 dice are left"),
        ([1, 7], "a d6 cannot show 7"),
        ([0, 1], "a d6 cannot show 0"),
    ],
)
def test_scripted_dice_that_cannot_be(values: list[int], message: str) -> None:
    dice = Scripted(values)
    with pytest.raises(DiceError, match=message):
        dice.throw(2, "luck")
    assert dice.left == len(values)


# Entered


def test_entered_dice_are_asked_for() -> None:
    dice = Entered()
    with pytest.raises(NeedDice, match="throw 2d8 for luck") as caught:
        dice.throw(2, "luck", 8)
    assert dice.need is caught.value
    assert (caught.value.count, caught.value.sides, caught.value.why) == (2, 8, "luck")
    dice.enter([8, 1])
    assert dice.need is None
    assert dice.throw(2, "luck", 8) == [8, 1]
    with pytest.raises(NeedDice, match="throw d6 for more"):
        dice.d6("more")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "2d6 for luck are asked for, but 0 were given"),
        ([1, 2, 3], "but 3 were given"),
        ([1, 7], "a d6 cannot show 7"),
        ([-1, 6], "a d6 cannot show -1"),
    ],
)
def test_entered_dice_that_cannot_be(values: list[int], message: str) -> None:
    dice = Entered()
    with pytest.raises(NeedDice):
        dice.throw(2, "luck")
    with pytest.raises(DiceError, match=message):
        dice.enter(values)
    assert dice.need is not None
    assert dice.entered == 0


def test_entered_dice_can_be_forgotten() -> None:
    dice = Entered([8, 2])
    with pytest.raises(NeedDice):
        dice.throw(3, "luck")
    dice.forget()
    assert (dice.entered, dice.need) == (0, None)
    with pytest.raises(NeedDice, match="throw 3d6"):
        dice.throw(3, "luck")


def test_nothing_is_asked_for() -> None:
    with pytest.raises(DiceError, match="no dice are asked for now"):
        Entered().enter([1])


# Traced


def test_traced_notes_every_throw_until_kept() -> None:
    traced = Traced(Scripted([1, 2, 3, 4]))
    traced.d6("one")
    traced.throw(0, "nothing")
    traced.throw(2, "pair", 4)
    assert traced.throws == [Throw(6, (1,), "one"), Throw(4, (2, 3), "pair")]
    traced.keep()
    assert traced.throws == []
    assert traced.d6("four") == 4
    traced.rewind()
    assert traced.throws == []
    assert traced.d6("four") == 4


def test_tracing_changes_no_die() -> None:
    plain, traced = Rolled(3), Traced(Rolled(3))
    for dice in (plain, traced):
        dice.d6("")
    assert plain.throw(5, "", 8) == traced.throw(5, "", 8)
    assert plain.draw(range(20), 20, "") == traced.draw(range(20), 20, "")
    assert plain.roll(100, "") == traced.roll(100, "")


@pytest.mark.parametrize(
    ("throw", "text"),
    [(Throw(8, (3,)), "d8=3"), (Throw(6, (1, 6), "luck"), "2d6=1,6")],
)
def test_throw_as_text(throw: Throw, text: str) -> None:
    assert str(throw) == text
