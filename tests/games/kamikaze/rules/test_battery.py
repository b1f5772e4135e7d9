"""Sets of the ship's mounts, by id, by kind, and as the odds count them."""

from __future__ import annotations

import pytest

from flankspeed.engine import DataError
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.battery import Battery


def test_mounts_are_named_as_they_are() -> None:
    battery = Battery(KamikazeOptions())
    assert battery.mask(["51", "52", "51"]) == 0b11
    assert [mount.id for mount in battery.of(battery.select(type="40mm", section="bow"))] == [
        "41",
        "42",
    ]
    with pytest.raises(DataError, match="no mount '9'"):
        battery.mask(["9"])


def test_guns_of_one_kind_are_lost_in_order_for_the_odds() -> None:
    """Which of the 5-inch in the stern is gone makes no difference: the lowest is."""
    battery = Battery(KamikazeOptions())
    alive = battery.all & ~battery.mask(["55", "27", "25", "42"])
    assert battery.canonical(alive) == battery.all & ~battery.mask(["53", "25", "26", "42"])
    assert battery.canonical(battery.all) == battery.all
