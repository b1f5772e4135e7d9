"""Ratings from history: how the figures of a ship become the two sides of a counter.

The printed counters are lost; these formulas (figures in `ships.toml`) replace them.
"""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from flankspeed.games.samar.data.load import Sourced

Navy = Literal["ijn", "usn"]
ShipType = Literal["BB", "CA", "CL", "DD", "CVE", "DE"]

# What a counter can show.
Range = Annotated[int, Meta(ge=1, le=30)]
Rating = Annotated[int, Meta(ge=0, le=12)]
Strength = Annotated[int, Meta(ge=1, le=12)]
Maneuver = Annotated[int, Meta(ge=1, le=3)]

FLAGS = (
    "no_extended",
    "radar",
    "aa_guns_only",
    "aa_secondary",
    "plunging",
    "torpedo_prone",
    "no_flank",
)


class Side(NamedTuple):
    """One printed side of a counter (2.5)."""

    range: Range
    gunnery: Rating
    secondary: Rating
    weight: Strength
    armor: Strength
    torpedo: Rating
    speed: Strength
    maneuver: Maneuver


class Inputs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What history tells of a ship."""

    guns: Annotated[int, Meta(ge=1)]
    bore: Annotated[float, Meta(gt=0)]  # inches
    calibres: Annotated[int, Meta(ge=1)]
    reach: Annotated[int, Meta(ge=1)]  # yards
    tons: Annotated[int, Meta(ge=1)]
    belt: Annotated[int, Meta(ge=0)]  # millimetres
    knots: Annotated[float, Meta(gt=0)]
    heavy_aa: Annotated[int, Meta(ge=0)]  # barrels
    light_aa: Annotated[int, Meta(ge=0)]  # barrels
    tubes: Annotated[int, Meta(ge=0)]  # bearing on one side
    director: Annotated[int, Meta(ge=0, le=3)]
    length: Annotated[int, Meta(ge=1)]  # metres
    deck: bool  # armored
    secondary: bool  # a battery fit to fire on ships


class _PerNavy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ijn: Annotated[float, Meta(gt=0)]
    usn: Annotated[float, Meta(gt=0)]

    def of(self, navy: Navy) -> float:
        return self.ijn if navy == "ijn" else self.usn


class _TypesPerNavy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ijn: tuple[ShipType, ...]
    usn: tuple[ShipType, ...]

    def of(self, navy: Navy) -> tuple[ShipType, ...]:
        return self.ijn if navy == "ijn" else self.usn


class Formulas(Sourced, frozen=True, kw_only=True):
    """The figures of the formulas."""

    extended_bore: float
    extended_share: Annotated[float, Meta(gt=0)]
    guns_per_die: Annotated[int, Meta(ge=1)]
    carrier_gunnery: int
    aa_most: int
    aa_barrels: Annotated[int, Meta(ge=1)]
    aa_light: Annotated[int, Meta(ge=1)]
    aa_factor: _PerNavy
    weight_divisor: Annotated[int, Meta(ge=1)]
    weight_left: float
    armor_tons: tuple[tuple[int, int], ...]
    armor_belt: Annotated[int, Meta(ge=1)]
    plunging_tons: int
    tubes_per_die: _PerNavy
    radar: _TypesPerNavy
    torpedo_prone: _TypesPerNavy
    knots_per_hex: Annotated[int, Meta(ge=1)]
    battle_percent: int
    no_flank_knots: int
    handy_length: int
    handy_knots: int
    small_length: int
    damaged_speed: int

    def __post_init__(self) -> None:
        """Check that the armor of the smallest ship is known."""
        super().__post_init__()
        if not any(tons == 0 for tons, _ in self.armor_tons):
            raise ValueError("armor_tons does not start at 0 tons")


class Design(NamedTuple):
    """A ship as the formulas see it."""

    navy: Navy
    type: ShipType
    inputs: Inputs


def ratings(design: Design, f: Formulas, yards: int, full_speed: bool = False) -> tuple[Side, Side]:
    """The front and back of a ship's counter; `yards` to a hex."""
    front = Side(
        range=_range(design.inputs, f, yards),
        gunnery=_gunnery(design, f),
        secondary=_secondary(design, f),
        weight=max(1, nearest(_power(design.inputs, f))),
        armor=_armor(design.inputs, f),
        torpedo=nearest(design.inputs.tubes / f.tubes_per_die.of(design.navy)),
        speed=speed(design.inputs, f, full_speed),
        maneuver=_maneuver(design.inputs, f),
    )
    back = Side(
        range=front.range,
        gunnery=ceil(front.gunnery / 2),
        secondary=front.secondary // 2,
        weight=max(1, nearest(f.weight_left * _power(design.inputs, f))),
        armor=ceil(front.armor / 2),
        torpedo=max(0, front.torpedo - 1),
        speed=damaged_speed(front.speed, f),
        maneuver=max(1, front.maneuver - 1),
    )
    return front, back


def flags(design: Design, f: Formulas) -> tuple[str, ...]:
    """The flags of a ship's counter, in the order of `FLAGS`."""
    navy, kind, inputs = design
    marked = (
        inputs.bore < f.extended_bore,
        kind in f.radar.of(navy),
        kind == "CVE",
        not inputs.secondary,
        inputs.tons > f.plunging_tons and not inputs.deck,
        kind in f.torpedo_prone.of(navy),
        inputs.knots < f.no_flank_knots,
    )
    return tuple(flag for flag, is_marked in zip(FLAGS, marked, strict=True) if is_marked)


def nearest(value: float) -> int:
    """Rounded to the nearest whole number, halves up."""
    return floor(value + 0.5)


def speed(inputs: Inputs, f: Formulas, full: bool) -> int:
    """Battle speed: a share of the maximum, or all of it at `full` or with none in hand (H)."""
    share = 100 if full or inputs.knots < f.no_flank_knots else f.battle_percent
    return nearest(inputs.knots * share / (100 * f.knots_per_hex))


def damaged_speed(front: int, f: Formulas) -> int:
    """The speed on the back of a counter."""
    return max(f.damaged_speed, front - 1)


def _range(inputs: Inputs, f: Formulas, yards: int) -> int:
    """The reach of the guns, or what the extended band of 5.4 takes to that reach."""
    share = 1.0 if inputs.bore < f.extended_bore else f.extended_share
    return nearest(inputs.reach / (yards * share))


def _gunnery(design: Design, f: Formulas) -> int:
    if design.type == "CVE":
        return f.carrier_gunnery
    return nearest(design.inputs.guns / f.guns_per_die) + design.inputs.director


def _secondary(design: Design, f: Formulas) -> int:
    inputs, factor = design.inputs, f.aa_factor.of(design.navy)
    barrels = inputs.heavy_aa * f.aa_light + inputs.light_aa
    return min(f.aa_most, 1 + floor(factor * barrels / (f.aa_light * f.aa_barrels)))


def _power(inputs: Inputs, f: Formulas) -> float:
    return inputs.bore * sqrt(inputs.guns * inputs.calibres) / f.weight_divisor


def _armor(inputs: Inputs, f: Formulas) -> int:
    base = max(points for tons, points in f.armor_tons if inputs.tons >= tons)
    return nearest(base + inputs.belt / f.armor_belt)


def _maneuver(inputs: Inputs, f: Formulas) -> int:
    handy = inputs.length < f.handy_length and inputs.knots >= f.handy_knots
    return 1 + handy + (inputs.length < f.small_length)
