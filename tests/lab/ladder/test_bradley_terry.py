"""Ratings: right where they can be worked out, and within their intervals as often as they say."""

from __future__ import annotations

from itertools import permutations
from math import log
from random import Random

import pytest

from flankspeed.lab.ladder.bradley_terry import ELO, Duel, fit

pytest.importorskip("numpy")


def duels(first_wins: int, second_wins: int, count: int) -> list[Duel]:
    """Players 0 and 1 meet so often each way; what the first seat wins when 0 and 1 sit there."""
    forth = [Duel(0, 1, n, float(n < first_wins)) for n in range(count)]
    return forth + [Duel(1, 0, count + n, float(n < second_wins)) for n in range(count)]


def logit(wins: float, count: int) -> float:
    """By Firth: half a win and half a loss more where there is nothing else to fit."""
    return log((wins + 0.5) / (count - wins + 0.5))


def games(strengths: list[float], seat: float, count: int, random: Random) -> list[Duel]:
    """Games of known strengths; half of those with the same dice go the same way."""
    made = []
    for dice in range(count):
        common = random.random()
        for first, second in permutations(range(len(strengths)), 2):
            chance = 1 / (1 + 10 ** (-(strengths[first] - strengths[second] + seat) / 400))
            luck = common if random.random() < 0.5 else random.random()
            made.append(Duel(first, second, dice, float(luck < chance)))
    return made


@pytest.mark.parametrize(("first", "second"), [(15, 8), (10, 10), (20, 1), (20, 0)])
def test_two_players(first: int, second: int) -> None:
    """The sum of both seats' chances is the seat, their difference the player."""
    ratings = fit(duels(first, second, 20), players=2, anchor=1)
    of_first, of_second = logit(first, 20), logit(second, 20)
    assert ratings.rating(0).mean == pytest.approx(ELO * (of_first - of_second) / 2)
    assert ratings.advantage.mean == pytest.approx(ELO * (of_first + of_second) / 2, abs=1e-6)
    assert ratings.expected(0, 1) == pytest.approx((first + 0.5) / 21)
    assert ratings.rating(1).mean == ratings.rating(1).high == 0  # the anchor


def test_draws_count_half() -> None:
    won_and_lost = [Duel(0, 1, n, n % 2) for n in range(20)]
    drawn = [Duel(0, 1, n, 0.5) for n in range(20)]
    back = [Duel(1, 0, 20 + n, float(n < 5)) for n in range(20)]
    one, other = (fit([*part, *back], 2, 1).rating(0).mean for part in (won_and_lost, drawn))
    assert one == pytest.approx(other)


def test_400_points_are_ten_wins_for_one() -> None:
    ratings = fit(duels(1000, 100, 1100), players=2, anchor=1)
    assert ratings.rating(0).mean == pytest.approx(400, abs=2)


def test_whoever_wins_all_has_a_rating_with_a_wide_interval() -> None:
    """With 40 of 40 a chance of 0.93 is not refuted (one in twenty): some 450 points."""
    rating = fit(duels(20, 0, 20), players=2, anchor=1).rating(0)
    assert 0 < rating.low < 450 < rating.mean < rating.high < 2000


def test_any_anchor_tells_the_same_differences() -> None:
    played = games([0, 100, 250], 60, 60, Random(1))
    low, high = (fit(played, 3, anchor) for anchor in (0, 2))
    assert low.rating(1).mean == pytest.approx(high.difference(1, 0).mean)
    one, other = low.difference(2, 1), high.difference(2, 1)
    assert one.mean == pytest.approx(other.mean)
    assert one.low == pytest.approx(other.low)
    assert low.advantage.high == pytest.approx(high.advantage.high)


def test_games_told_twice_are_no_more_evidence() -> None:
    """Where all games come twice with the same dice, half of them are no news."""
    played = games([0, 80], 150, 200, Random(2))
    once, twice = (fit(many, 2, 0).advantage for many in (played, played * 2))
    # Less what Firth takes from fewer games, the same interval.
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.05)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of 100 ladders: all but about five, rather fewer, for the wider of two intervals is taken."""
    strengths, seat = [0.0, 150.0, 500.0], -100.0
    held = dict.fromkeys(("rating", "step", "seat"), 0)
    random = Random(3)
    for _ in range(100):
        ratings = fit(games(strengths, seat, 20, random), 3, 0)
        for name, estimate, truth in (
            ("rating", ratings.rating(2), 500),
            ("step", ratings.difference(2, 1), 350),
            ("seat", ratings.advantage, seat),
        ):
            held[name] += estimate.low <= truth <= estimate.high
    assert all(89 <= count <= 99 for count in held.values()), held
