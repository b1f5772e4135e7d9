"""The odds of one throw, worked out by hand."""

from __future__ import annotations

from math import comb

import pytest

from flankspeed.games.samar.data.figures import HIGH, LOW, OTHER
from flankspeed.games.samar.data.figures import TORPEDO as TORPEDO_COLUMN
from flankspeed.games.samar.odds.throw import NEVER, NOTHING, PLAIN, STRAFING, outcome


def test_a_single_die() -> None:
    """W = A: 5 and 6 are criticals; the other column floods on 1-2 and burns on 3-6."""
    found = outcome(1, 2 / 6, OTHER, 0, 1, 1, 5, 1, 3, 0)
    assert found[:4] == pytest.approx((1 / 3, 1 / 3, 1 / 3 * 1 / 3 * 2 / 3, 1 / 3))
    assert found.flipped == pytest.approx(1 / 3)
    assert found.slowed == pytest.approx(1 / 3 * 1 / 3 * 1 / 3)
    assert found.burning == pytest.approx(1 / 3 * 1 / 3 * 2 / 3)
    assert found.panicked == pytest.approx(2 / 6)
    assert found.sunk == found.dead == 0


@pytest.mark.parametrize(
    ("column", "bonus", "faces"),
    [(HIGH, 0, 2), (HIGH, 1, 3), (HIGH, 2, 4), (LOW, 0, 1), (LOW, 1, 2)],
)
def test_catastrophic_hits(column: int, bonus: int, faces: int) -> None:
    """T4, S-T4-P-1: with +2 to the damage die, 3-6 are criticals."""
    one = 1 / 3 * 4 / 6 * faces / 6
    for dice in (1, 6, 9):
        found = outcome(dice, 4 / 6, column, bonus, 1, 1, NEVER, 50, 99, 0)
        assert found.sunk == pytest.approx(1 - (1 - one) ** dice)
        assert found.panicked == found.slowed == found.flipped == 0


def test_sinking_by_hits_alone() -> None:
    found = outcome(8, 0.0, PLAIN, 0, 1, 1, NEVER, 3, 5, 0)
    exactly = [comb(8, k) * (1 / 3) ** k * (2 / 3) ** (8 - k) for k in range(9)]
    assert found.sunk == pytest.approx(sum(exactly[5:]))
    assert found.flipped == pytest.approx(sum(exactly[3:5]))


def test_two_waterline_hits_stop_a_ship() -> None:
    """Torpedoes, +2: two thirds of the hits flood."""
    flood = 1 / 3 * 4 / 6
    fresh = outcome(2, 4 / 6, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 0)
    assert fresh.slowed == pytest.approx(2 * flood * (1 - flood))
    assert fresh.dead == pytest.approx(flood**2)
    slowed = outcome(2, 4 / 6, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 1)
    assert slowed.slowed == 0
    assert slowed.dead == pytest.approx(1 - (1 - flood) ** 2)
    assert outcome(2, 4 / 6, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 2).dead == 0
    assert outcome(2, 4 / 6, TORPEDO_COLUMN, 0, 1, 2, NEVER, 9, 18, 0).slowed == 0


def test_two_markers_for_a_critical() -> None:
    found = outcome(1, 4 / 6, OTHER, 0, 2, 1, NEVER, 2, 3, 0)
    assert found.markers == pytest.approx(1 / 3 * (1 + 4 / 6))
    assert found.flipped == pytest.approx(1 / 3 * 4 / 6)


def test_strafing_only_burns() -> None:
    found = outcome(3, 2 / 6, STRAFING, 0, 1, 1, 1, 1, 1, 0)
    assert found.fires == pytest.approx(3 / 9)
    assert found.panicked == pytest.approx(1)
    assert found.sunk == found.markers == found.flipped == 0


def test_no_dice() -> None:
    assert outcome(0, 4 / 6, LOW, 1, 1, 1, 1, 1, 1, 0) == NOTHING
    assert outcome(-3, 4 / 6, LOW, 1, 1, 1, 1, 1, 1, 0) == NOTHING
    assert outcome(3, 4 / 6, LOW, 1, 1, 1, 1, 1, 1, 0, 0) == NOTHING
