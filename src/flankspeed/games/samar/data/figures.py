"""The charts of the rulebook: `FIGURES` by name, and the Critical Hit Throw (`charts.toml`)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from flankspeed.engine import Chart, DataError, Figure, Modifier
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import convert
from flankspeed.games.samar.data.load import Raw, Sourced, raw

COLUMNS = ("high", "low", "torpedo", "other")
HIGH, LOW, TORPEDO, OTHER = range(4)
CRITICALS = ("waterline", "fire", "catastrophic")

Face = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0)]


class Firing(Sourced, frozen=True, kw_only=True):
    """The Firing Throw (5.5): dice gained and lost."""

    hit_at_least: Face
    broadside: int
    cruise: int
    slowed: int
    flank: int
    evading: int
    far: int  # without radar
    far_beyond: Count
    target_broadside: int
    crowd: int  # each other ship in the target's hex
    target_slowed: int
    smoke: int  # each marker
    close: int
    extended: int


class Ranges(Sourced, frozen=True, kw_only=True):
    """5.4: point blank in hexes, the other bands in halves of the printed range."""

    point_blank: Count
    close_halves: Count
    maximum_halves: Count


class Panic(Sourced, frozen=True, kw_only=True):
    """5.6: a greater sum panics a ship of the navy."""

    ijn: int
    usn: int


class Damage(Sourced, frozen=True, kw_only=True):
    """The Damage Throw (6.1): weight of fire against armor."""

    critical_at_least: Face
    weaker: int
    equal: int
    stronger: int
    double: int


class Bonus(Sourced, frozen=True, kw_only=True):
    """What a flag adds to a die."""

    bonus: int


class Torpedo(Sourced, frozen=True, kw_only=True):
    """7.2, 7.3: the torpedo, and the launches a ship has beyond her rating."""

    range: Count
    weight: Count
    least_dice: Count
    more_ijn: Count
    more_usn: Count
    more_damaged: Count


class Speed(Sourced, frozen=True, kw_only=True):
    """4.1: hexes at a speed status, or gained by it."""

    cruise: Count
    slowed: Count
    slowed_maneuver: Count
    flank: Count
    flank_first: Count
    flank_slow_maneuver: Count


class Fouling(Sourced, frozen=True, kw_only=True):
    """4.3: the fouling die and what is added to it."""

    at_least: Face
    all_slow: int
    flank: int
    evading: int


class Collision(Sourced, frozen=True, kw_only=True):
    """A-17: the die of each hull in a collision."""

    critical_at_least: Face


class Shallows(Sourced, frozen=True, kw_only=True):
    """4.4: the armor from which shallows are a danger."""

    heavy_armor: Count


class Removal(Sourced, frozen=True, kw_only=True):
    """The highest die that takes a marker away."""

    smoke: Face
    fire: Face
    panic_ijn: Face
    panic_usn: Face
    hulk: Face


class Entry(Sourced, frozen=True, kw_only=True):
    """3.1, 3.2: how many enter."""

    taffy2_per_turn: Count
    bombardment_divisor: Annotated[int, Meta(ge=1)]
    special_at_most: Face


class Victory(Sourced, frozen=True, kw_only=True):
    """3.4: armor that left by the south."""

    ijn_major: Count
    usn_major: Count


class Secondary(Sourced, frozen=True, kw_only=True):
    """A-26: a secondary battery that fires on a ship."""

    range: Count
    weight: Count


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `charts.toml`."""

    firing: Firing
    ranges: Ranges
    panic: Panic
    damage: Damage
    plunging: Bonus
    torpedo_prone: Bonus
    torpedo: Torpedo
    speed: Speed
    fouling: Fouling
    collision: Collision
    shallows: Shallows
    removal: Removal
    entry: Entry
    victory: Victory
    secondary: Secondary
    critical: ChartData


def parse_figures(contents: Raw) -> Figures:
    """Check and make the figures from the contents of `charts.toml`."""
    figures = convert(contents, Figures, "charts.toml")
    if figures.victory.usn_major >= figures.victory.ijn_major:
        raise DataError("charts.toml: victory: both sides would win a major victory")
    if figures.critical.columns != list(COLUMNS):
        raise DataError(f"charts.toml: critical: the columns are {', '.join(COLUMNS)}")
    critical_chart(figures)
    return figures


def critical_chart(figures: Figures) -> Chart[str]:
    """The Critical Hit Throw, with the columns HIGH, LOW, TORPEDO and OTHER."""
    return Chart("critical", figures.critical, str, CRITICALS)


FIGURES = parse_figures(raw("charts"))
CRITICAL: Chart[str] = critical_chart(FIGURES)


def figure(chart: str, name: str) -> Figure:
    """A named figure, as it is shown beside the board: `figure("firing", "hit_at_least")`."""
    value = getattr(getattr(FIGURES, chart), name)
    return Figure(chart, name.replace("_", " "), value)


def counted(name: str, chart: str, figure_name: str, times: int = 1) -> Modifier:
    """A modifier that a named figure gives, once or so many times."""
    found = figure(chart, figure_name)
    return Modifier(name, times * found.value, found.used)
