"""What "k kamikazes through" is worth: the chance to sink the undamaged ship with so many dives.

The figures are computed by `flankspeed odds kamikaze --kamikazes 6` (default options) and kept as
data, because all of it takes minutes.
"""

from __future__ import annotations

from functools import cache

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.games.kamikaze.data.board import DATA


class ThroughData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `through.toml`: the chance to sink the ship by the number of kamikazes, from 0."""

    direct: tuple[float, float, float, float, float, float, float]
    crashing: tuple[float, float, float, float, float, float, float]
    sinking: tuple[float, float, float, float, float, float, float]


@cache
def through_data() -> ThroughData:
    """The figures of all pilots."""
    return convert(read_toml(DATA / "through.toml"), ThroughData, "through.toml")


def chance_with(kamikazes: int) -> float:
    """The chance that so many dives flown for that sink the ship."""
    return through_data().sinking[kamikazes]
