"""The battery: the guns of a ship as the rules of fire see them, worked out before play.

A mount is a number into `charts.mounts`, as everywhere in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final

from flankspeed.games.picket.data.firing_chart import Mount, firing_chart
from flankspeed.games.picket.data.ids import (
    CALIBRE_OF,
    EQUIPMENT,
    FIVE_INCH,
    FORTY,
    MAG_20_AFT,
    MAG_40_AFT,
    MAG_LIGHT_FWD,
    SPACES,
)
from flankspeed.games.picket.data.ship import ship

MOST_PLANES: Final = 32  # a wave never has so many: the bits of a lane, the `I` of a struct


class Battery:
    """What is known of each mount by its place on the ship; 5-inch guns stand first."""

    __slots__ = (
        "calibres",
        "directed",
        "directed_by",
        "feeding",
        "five_inch",
        "hits",
        "ids",
        "lanes",
        "magazines",
        "order",
        "reaching",
    )

    def __init__(self, mounts: Sequence[Mount], light_mags: str) -> None:
        self.ids = tuple(mount.id for mount in mounts)
        self.calibres = tuple(CALIBRE_OF[number] for number in self.ids)
        directors = tuple(mount.director for mount in mounts)  # -1: none
        self.directed = sum(1 << mount for mount, item in enumerate(directors) if item >= 0)
        self.directed_by = tuple(  # the mask of a director's mounts, by equipment
            sum(1 << mount for mount, by in enumerate(directors) if by == item)
            for item in range(len(EQUIPMENT))
        )
        # 5-inch, 40mm, 20mm.
        self.order = tuple(sorted(range(len(mounts)), key=self.calibres.__getitem__))
        self.five_inch = range(self.calibres.count(FIVE_INCH))
        assert self.order[: len(self.five_inch)] == tuple(self.five_inch)
        self.hits = tuple(firing_chart().hits[calibre] for calibre in self.calibres)  # 7.3.P
        self.feeding = tuple(_feeding(mount, light_mags) for mount in mounts)
        # Every magazine that feeds a gun, with the hits that destroy it.
        self.magazines = tuple(
            (magazine, ship().primaries[magazine].boxes)
            for magazine in sorted({magazine for feeding in self.feeding for magazine in feeding})
        )
        # The mounts that reach each space of the map, each in a lane of bits of its own, so that
        # the planes in reach of all mounts can be gathered at once.
        self.lanes = Struct(f"<{len(mounts)}I")
        self.reaching = tuple(
            sum(
                1 << MOST_PLANES * number for number, m in enumerate(mounts) if m.reach >> space & 1
            )
            for space in range(SPACES)
        )

    def in_reach(self, planes: int) -> list[int]:
        """The planes in reach of each mount, out of their lanes."""
        return list(self.lanes.unpack(planes.to_bytes(self.lanes.size, "little")))


def _feeding(mount: Mount, light_mags: str) -> tuple[int, ...]:
    """R-01: the magazines that must all be gone before a gun stops."""
    calibre, magazine = CALIBRE_OF[mount.id], mount.magazine
    if calibre == FIVE_INCH:
        return (magazine,)
    own_aft = MAG_40_AFT if calibre == FORTY else MAG_20_AFT
    if light_mags == "own_and_fwd_shared":
        return (own_aft, MAG_LIGHT_FWD)
    if magazine == MAG_LIGHT_FWD or light_mags == "own_calibre":
        return (magazine,)
    return (MAG_20_AFT, MAG_40_AFT)
