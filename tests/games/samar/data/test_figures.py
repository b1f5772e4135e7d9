"""The charts of the rulebook: the named figures, and the Critical Hit Throw."""

from __future__ import annotations

import pytest

from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.figures import CRITICAL, FIGURES, HIGH, LOW, OTHER, TORPEDO
from flankspeed.games.samar.options import SamarOptions


@pytest.mark.parametrize(
    ("column", "results"),
    [
        (HIGH, "fire fire fire fire catastrophic catastrophic"),
        (LOW, "fire fire fire fire fire catastrophic"),
        (TORPEDO, "waterline waterline waterline waterline waterline waterline"),
        (OTHER, "waterline waterline fire fire fire fire"),
    ],
)
def test_critical_hit_throw(column: int, results: str) -> None:
    assert [CRITICAL.at(roll, column) for roll in range(1, 7)] == results.split()
    assert CRITICAL.at(8, column) == CRITICAL.at(6, column)


@pytest.mark.parametrize(
    ("ship", "close", "effective", "longest"),
    [
        ("J-Yamato", 8, 15, 23), ("J-Nagato", 7, 14, 21), ("J-Kongo", 7, 13, 20),
        ("U-Miss", 6, 12, 18), ("J-CA4", 6, 11, 17), ("U-CA1", 5, 10, 15), ("U-CL1", 5, 9, 14),
        ("J-CL1", 4, 8, 12), ("J-DD1", 5, 10, 10), ("U-DD1", 5, 9, 9),
    ],
)  # fmt: skip
def test_range_bands(ship: str, close: int, effective: int, longest: int) -> None:
    charts = charts_of(SamarOptions())
    for face in (2 * charts.number[ship], 2 * charts.number[ship] + 1):
        found = charts.close[face], charts.range[face], charts.reach[face]
        assert found == (close, effective, longest)


def test_figures() -> None:
    f = FIGURES
    assert (f.firing.hit_at_least, f.firing.broadside, f.firing.target_broadside) == (5, 2, 1)
    assert (f.firing.cruise, f.firing.slowed, f.firing.flank, f.firing.evading) == (1, -1, -1, -2)
    assert (f.firing.far, f.firing.far_beyond, f.firing.smoke) == (-1, 15, -1)
    assert (f.firing.crowd, f.firing.target_slowed) == (1, 1)
    assert (f.firing.close, f.firing.extended) == (1, -1)
    assert (f.panic.ijn, f.panic.usn) == (12, 15)
    assert (f.damage.weaker, f.damage.equal, f.damage.stronger, f.damage.double) == (-1, 0, 1, 2)
    assert (f.damage.critical_at_least, f.plunging.bonus, f.torpedo_prone.bonus) == (5, 1, 1)
    assert (f.torpedo.range, f.torpedo.weight, f.torpedo.least_dice) == (6, 8, 1)
    assert (f.torpedo.more_usn, f.torpedo.more_ijn, f.torpedo.more_damaged) == (0, 1, 1)
    assert (f.speed.cruise, f.speed.slowed, f.speed.slowed_maneuver) == (3, 2, 0)
    assert (f.speed.flank, f.speed.flank_first, f.speed.flank_slow_maneuver) == (2, 1, 1)
    assert (f.fouling.at_least, f.collision.critical_at_least) == (5, 5)
    assert (f.fouling.source, f.collision.source) == ("rulebook", "reconstructed")
    assert (f.fouling.all_slow, f.fouling.flank, f.fouling.evading) == (-1, 1, 2)
    assert (f.removal.smoke, f.removal.fire, f.removal.hulk) == (3, 3, 2)
    assert (f.removal.panic_ijn, f.removal.panic_usn) == (2, 3)
    assert (f.entry.taffy2_per_turn, f.entry.special_at_most) == (4, 2)
    assert [die // f.entry.bombardment_divisor for die in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert (f.victory.ijn_major, f.victory.usn_major, f.shallows.heavy_armor) == (20, 8, 3)
    assert (f.secondary.range, f.secondary.weight) == (2, 1)
