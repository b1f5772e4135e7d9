"""The firing reference chart: the Fletcher's mounts and what they reach (`firing_chart.toml`).

- `firing_chart()`: a `FiringChart` with `.mounts` (17, by mount id), `.hits[calibre]` that destroy
  a gun, `.crew[calibre]` men who may repair one (rule 11.5) and `.leans[lean]`, what list and trim
  take away (chart 4.3). Other ships and fits: see `fits`.
- A `Mount` has `.reach`, a mask of spaces (`ids.space_of`): bit `bearing * 3 + altitude`.
- A `LeanLimit` has `.least`, the net value from which it counts, and `.blocked`, the mask of spaces
  no gun can fire into then: `mount.reach & ~limit.blocked`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    BEARINGS,
    CALIBRE_OF,
    CALIBRES,
    EQUIPMENT,
    FIVE_INCH,
    FLETCHER_MOUNTS,
    HIGH,
    LEANS,
    LOW,
    MAG_OF_GUN,
    MK37,
    MOUNTS,
    PRIMARIES,
    SECTIONS,
    TWENTY,
    AltitudeId,
    EquipmentId,
    FireSide,
    Lean,
    MountId,
    PrimaryId,
    Section,
    SectionId,
    Side,
)
from flankspeed.games.picket.data.load import Raw, Sourced, index_of, raw, same_names


class Mount(NamedTuple):
    """A gun position; `director` is -1 where there is none; `reach` is a mask of spaces."""

    id: MountId
    section: SectionId
    side: Side
    magazine: PrimaryId  # the one of its calibre
    director: EquipmentId
    reach: int


class LeanLimit(NamedTuple):
    """What list or trim of `least` or more takes from the guns.

    `blocked` is the mask of spaces out of reach by the bearing fired into; the sides are kept for
    the reading by the place of the mount (setting trim_by).
    """

    least: int
    blocked: int
    no_high: FireSide
    no_low: FireSide


class FiringChart(NamedTuple):
    """The guns of the game's ship."""

    mounts: tuple[Mount, ...]
    hits: tuple[int, ...]  # that destroy a gun, by calibre
    crew: tuple[int, ...]  # most men repairing a gun, by calibre
    leans: tuple[LeanLimit, ...]


class MountData(Sourced, frozen=True, kw_only=True):
    """A mount as it stands in a file."""

    name: str
    section: Section
    side: Side
    magazine: str
    director: str = ""


class ArcData(Sourced, frozen=True, kw_only=True):
    """A row of a firing reference chart as it stands in a file."""

    mount: str
    cells: str


class _Guns(Sourced, frozen=True, kw_only=True):
    hits: dict[str, int]
    repair_crew: dict[str, int]


class _Lean(Sourced, frozen=True, kw_only=True, rename={"least": "from"}):
    name: Lean
    least: int
    no_high: FireSide
    no_low: FireSide


class _Sides(Sourced, frozen=True, kw_only=True):
    forward: list[int]
    aft: list[int]
    starboard: list[int]
    port: list[int]


class _ChartFile(msgspec.Struct, forbid_unknown_fields=True):
    guns: _Guns
    mount: list[MountData]
    arc: list[ArcData]
    lean: list[_Lean]
    sides: _Sides


def reach_of(arc: ArcData) -> int:
    """The mask of spaces that a row of a firing reference chart covers."""
    cells = arc.cells.split()
    what = f"firing chart, {arc.mount}"
    if len(cells) != len(BEARINGS):
        raise DataError(f"{what}: {len(cells)} bearings, not {len(BEARINGS)}")
    reach = 0
    for bearing, cell in enumerate(cells):
        if cell != "-" and cell != "".join(name for name in ALTITUDES if name in cell):
            raise DataError(f"{what}: {cell!r} are no altitudes; write LMH, LM, MH, ... or -")
        for altitude, name in enumerate(ALTITUDES):
            if name in cell:
                reach |= 1 << bearing * 3 + altitude
    if CALIBRE_OF[index_of(what, arc.mount, MOUNTS)] == TWENTY and "H" in arc.cells:
        raise DataError(f"{what}: a 20mm gun cannot fire high")
    if not reach:
        raise DataError(f"{what}: it reaches nothing")
    return reach


def mount_of(data: MountData, arc: ArcData) -> Mount:
    """A mount with its row of the firing chart, its names made ids."""
    what = f"mount {data.name}"
    number = index_of(what, data.name, MOUNTS)
    magazine = index_of(what, data.magazine, PRIMARIES)
    director = index_of(what, data.director, EQUIPMENT) if data.director else -1
    calibre = CALIBRE_OF[number]
    if (director >= 0) == (calibre == TWENTY) or (director == MK37) != (calibre == FIVE_INCH):
        raise DataError(f"{what}: {data.director or 'none'!r} is not its director")
    if (calibre == FIVE_INCH) != (magazine in MAG_OF_GUN):
        raise DataError(f"{what}: {data.magazine!r} is not its magazine")
    section = SECTIONS.index(data.section)
    return Mount(number, section, data.side, magazine, director, reach_of(arc))


def parse_firing_chart(contents: Raw) -> FiringChart:
    """Check and make the guns from the contents of `firing_chart.toml`."""
    data = convert(contents, _ChartFile, "firing_chart.toml")
    fitted = MOUNTS[:FLETCHER_MOUNTS]
    for what, names, expected in (
        ("hits", tuple(data.guns.hits), CALIBRES),
        ("repair_crew", tuple(data.guns.repair_crew), CALIBRES),
        ("mount", tuple(item.name for item in data.mount), fitted),
        ("arc", tuple(item.mount for item in data.arc), fitted),
        ("lean", tuple(item.name for item in data.lean), LEANS),
    ):
        same_names(f"firing_chart.toml: {what}", names, expected)
    return FiringChart(
        tuple(mount_of(mount, arc) for mount, arc in zip(data.mount, data.arc, strict=True)),
        tuple(data.guns.hits.values()),
        tuple(data.guns.repair_crew.values()),
        tuple(_limit(item, data.sides) for item in data.lean),
    )


def _limit(lean: _Lean, sides: _Sides) -> LeanLimit:
    high = _spaces(getattr(sides, lean.no_high), HIGH)
    low = _spaces(getattr(sides, lean.no_low), LOW)
    return LeanLimit(lean.least, high | low, lean.no_high, lean.no_low)


def _spaces(bearings: list[int], altitude: AltitudeId) -> int:
    names = [str(bearing) for bearing in BEARINGS]
    return sum(
        1 << index_of("firing_chart.toml: sides", str(bearing), names) * 3 + altitude
        for bearing in bearings
    )


@cache
def firing_chart() -> FiringChart:
    """The guns of the game's ship."""
    return parse_firing_chart(raw("firing_chart"))
