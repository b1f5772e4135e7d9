"""Phase 2: hits on the kamikaze and its jinks (rulebook "Kamikaze hits and jinks")."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from kamikaze_dives import (
    dive,
    entering,
    fate,
    kinds,
    lost,
    play,
    sixes,
    where,
)

from flankspeed.games.kamikaze.data.board import FACINGS, STEPS

RIGHT, LEFT, NONE = (5, 2), (5, 1), (4, 2)  # black and yellow die


@pytest.mark.rule("K-2-hit-1")
def test_hits_add_up_over_a_dive() -> None:
    state = dive("11,2 S")
    for hits, dice in ((1, [6, 1]), (1, [5, 1]), (3, [6, 6])):
        new = dice.count(6)
        events = play(state, "move ahead", *dice, *NONE * new)
        assert state.hits == hits
        assert [event.facts["total"] for event in events if event.kind == "volley"] == [hits]


@pytest.mark.rule("K-2-hit-1")
def test_the_next_kamikaze_starts_without_hits() -> None:
    state = dive("11,2 S", hits=5, waiting=1)
    play(state, "move ahead", 6, 1, 1)  # shot down; D8 1
    assert state.hits == 0
    play(state, "face S", 6, 6, *NONE, *NONE)
    assert (fate(state, 2), state.hits) == ("flying", 2)


@pytest.mark.rule("K-2-hit-2")
@pytest.mark.parametrize(("hits", "dice"), [(5, [6, 1]), (4, [6, 6]), (5, [6, 6])])
def test_six_hits_destroy_it_at_once(hits: int, dice: list[int]) -> None:
    state = dive("11,2 S", hits=hits)
    events = play(state, "move ahead", *dice)
    assert kinds(events) == ["move", "volley", "shot down", "afloat"]
    assert fate(state) == "shot down"


@pytest.mark.rule("K-2-hit-2")
def test_six_hits_next_to_the_ship_are_no_crash() -> None:
    state = dive("13,12 W", hits=0)
    play(state, "move ahead", *sixes(6, of=10))
    assert (fate(state), state.damage, lost(state)) == ("shot down", 0, [])


@pytest.mark.rule("K-2-hit-2", "K-2-jink-1")
def test_t_j6_three_sixes_on_four_hits_and_two_on_three() -> None:
    state = dive("21,13 N", hits=4)
    play(state, "move ahead", 6, 6, 6)  # no jink dice
    assert fate(state) == "shot down"
    state = dive("21,13 N", hits=3)
    events = play(state, "move ahead", 6, 6, 1, *NONE, *NONE)
    assert kinds(events) == ["move", "volley", "jink", "jink"]
    assert state.hits == 5


@pytest.mark.rule("K-2-jink-1")
@pytest.mark.parametrize("hits", range(4))
def test_each_hit_of_the_volley_is_checked_by_itself(hits: int) -> None:
    state = dive("12,16 N", hits=2)  # the hits of earlier volleys are not checked again
    events = play(state, "move ahead", *sixes(hits, of=7), *NONE * hits)
    assert kinds(events).count("jink") == hits


@pytest.mark.rule("K-2-jink-2", "K-2-jink-3")
@pytest.mark.parametrize(("black", "yellow"), list(product(range(1, 7), repeat=2)))
def test_black_die_jinks_and_yellow_die_gives_the_side(black: int, yellow: int) -> None:
    state = dive("11,4 S")
    play(state, "move ahead", 6, 1, black, yellow)
    side = "10,5 SW" if yellow % 2 == 0 else "12,5 SE"
    assert where(state) == ("11,5 S" if black <= 4 else side)


@pytest.mark.rule("K-2-jink-2", "K-2-jink-3")
@pytest.mark.parametrize(
    ("black", "yellow", "side"), [(4, 2, "none"), (5, 4, "right"), (6, 1, "left")]
)
def test_t_j2_jink_dice(black: int, yellow: int, side: str) -> None:
    events = play(dive("11,4 S"), "move ahead", 6, 1, black, yellow)
    assert [event.facts["side"] for event in events if event.kind == "jink"] == [side]


T_J1 = {  # facing: displacement and new facing of a jink to the right, then to the left
    "N": ((1, 0), "NE", (-1, 0), "NW"),
    "NE": ((1, 1), "E", (-1, -1), "N"),
    "E": ((0, 1), "SE", (0, -1), "NE"),
    "SE": ((-1, 1), "S", (1, -1), "E"),
    "S": ((-1, 0), "SW", (1, 0), "SE"),
    "SW": ((-1, -1), "W", (1, 1), "S"),
    "W": ((0, -1), "NW", (0, 1), "SW"),
    "NW": ((1, -1), "N", (-1, 1), "W"),
}


@pytest.mark.rule("K-2-jink-4", "K-2-jink-5")
@pytest.mark.parametrize("facing", FACINGS)
def test_t_j1_a_jink_leads_abeam_and_turns_45_degrees(facing: str) -> None:
    right, right_facing, left, left_facing = T_J1[facing]
    dx, dy = STEPS[FACINGS.index(facing)]
    for dice, (x, y), turned in ((RIGHT, right, right_facing), (LEFT, left, left_facing)):
        state = dive(f"{5 - dx},{4 - dy} {facing}", mp=10)
        play(state, "move ahead", 6, 1, *dice)
        assert where(state) == f"{5 + x},{4 + y} {turned}"
        assert state.mp == 9


@pytest.mark.rule("K-2-jink-6")
@pytest.mark.parametrize(
    ("jinks", "at"),
    [((RIGHT, RIGHT), "9,4 W"), ((RIGHT, LEFT), "11,6 S"), ((NONE, RIGHT), "10,5 SW")],
)
def test_t_j3_jinks_follow_one_another(jinks: tuple[tuple[int, int], ...], at: str) -> None:
    state = dive("11,4 S", mp=9)
    play(state, "move ahead", 6, 6, *[die for jink in jinks for die in jink])
    assert (where(state), state.mp) == (at, 8)


@pytest.mark.rule("K-2-jink-7")
@pytest.mark.parametrize(
    ("facing", "jink", "at"),
    [("SW", RIGHT, ""), ("SW", LEFT, ""), ("S", RIGHT, "20,1 SW"), ("S", LEFT, "")],
)
def test_t_j4_a_jink_off_the_board_splashes(facing: str, jink: tuple[int, int], at: str) -> None:
    state = entering(2)
    play(state, f"face {facing}", 6, 1, *jink)
    if at:
        assert where(state) == at
    else:
        assert (fate(state), state.result) == ("splashed", ("usn", "the ship is afloat"))


@pytest.mark.rule("K-2-jink-7")
@pytest.mark.parametrize("dice", [(*LEFT,), (*NONE, *RIGHT)])
def test_a_splash_ends_the_checks(dice: tuple[int, ...]) -> None:
    state = entering(2)
    play(state, "face SW", 6, 6, *dice)
    assert fate(state) == "splashed"


@pytest.mark.rule("K-2-jink-7", "K-2-jink-2", "K-2-fire-2")
@pytest.mark.parametrize(
    ("point", "facing", "guns", "chance"), [(2, "SW", 2, 0.1080), (4, "NW", 3, 0.1576)]
)
def test_t_j4_chance_of_a_splash_on_entry(
    point: int, facing: str, guns: int, chance: float
) -> None:
    """All that the dice can show at a corner: misses and hits, checks passed, then a jink or none.

    A 1 stands for the five misses, a black 1 for the four that do not jink.
    """
    splashed = total = Fraction(0)
    for volley in product((1, 6), repeat=guns):
        hits = volley.count(6)
        weight = Fraction(5 ** (guns - hits), 6**guns)
        for passed in range(hits + 1):
            ends: list[tuple[int, ...]] = [()] if passed == hits else [RIGHT, LEFT]
            for end in ends:
                state = entering(point)
                play(state, f"face {facing}", *volley, *NONE * passed, *end)
                likely = weight * Fraction(2, 3) ** passed * (Fraction(1, 6) if end else 1)
                total += likely
                splashed += likely * (fate(state) == "splashed")
    assert total == 1
    assert splashed == 1 - Fraction(17, 18) ** guns
    assert float(splashed) == pytest.approx(chance, abs=5e-5)


@pytest.mark.rule("K-2-jink-4", "K-2-jink-7")
def test_a_jink_into_the_corner_is_still_on_the_board() -> None:
    state = dive("1,3 NE")
    play(state, "move ahead", 6, 1, *LEFT)
    assert (where(state), fate(state)) == ("1,1 N", "flying")


@pytest.mark.rule("K-2-jink-8")
@pytest.mark.parametrize(
    ("at", "volley", "jink", "section", "side"),
    [
        ("12,10 S", sixes(1, of=6), RIGHT, "bow", "starboard"),
        ("12,13 N", sixes(1, of=10), LEFT, "amidships", "starboard"),
        ("10,14 N", sixes(1, of=10), RIGHT, "stern", "port"),
        ("10,10 E", sixes(1, of=4), RIGHT, "bow", "ahead"),
    ],
)
def test_t_j5_a_jink_into_the_ship_is_a_crash(
    at: str, volley: list[int], jink: tuple[int, int], section: str, side: str
) -> None:
    state = dive(at)
    events = play(state, "move ahead", *volley, *jink, 2, 1)  # damage, gun die
    (crash,) = [event for event in events if event.kind == "crash"]
    assert (crash.facts["section"], crash.facts["side"]) == (section, side)
    assert (fate(state), state.damage) == ("crashed", 2)


@pytest.mark.rule("K-2-jink-8", "K-2-jink-6")
def test_a_crash_ends_the_checks() -> None:
    state = dive("12,10 S")
    play(state, "move ahead", *sixes(3, of=6), *NONE, *RIGHT, 3, 1)
    assert (fate(state), state.damage) == ("crashed", 3)
