"""What "k kamikazes through" is worth: the chance to sink the undamaged ship with so many dives.

The figures are computed by `flankspeed odds kamikaze --kamikazes 6` (default options, the pilot who
is optimal for the crash chance) and kept as data, because all of it takes minutes.
"""

from __future__ import annotations

from functools import cache

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.games.kamikaze.data.board import DATA


class ThroughData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `through.toml`: the chance to sink the ship by the number of kamikazes, from 0."""

    optimal: tuple[float, float, float, float, float, float, float]
    direct: tuple[float, float, float, float, float, float, float]


@cache
def through_data() -> ThroughData:
    """The figures of both pilots."""
    return convert(read_toml(DATA / "through.toml"), ThroughData, "through.toml")


def chance_with(kamikazes: int) -> float:
    """The chance that so many well-flown dives sink the ship."""
    return through_data().optimal[kamikazes]
