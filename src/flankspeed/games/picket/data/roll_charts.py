"""Charts of support, weather and consequences: everything but attacks, fire and damage.

`roll_charts()` is the `RollCharts`. A `Chart` is looked up by the roll, `chart[roll]`, or with
columns by `chart.at(roll, column)`. Modified rolls beyond the ends find the end row in every chart
that takes modifiers. Columns by an officer's or chit's value come from `value_column(value)`, those
of Table 20 from `repair_column(value)`.

- Stations (`stations.toml`): `basic_station[roll]` is Table 1-1: one station, or two for d6 1-3 and
  4-6; `march_station[turn]` is Table 2-2 for turns 1 to 8, empty on days when none is assigned;
  `station.at(roll, station_column[turn])` Tables 2-2A to 2-4B; `reroll(turn, roll)`;
  `station_modifier[station]` for Table 8-1; `fdt` 3-1, `sfs` 4-1, `land_radar` 5-1,
  `land_radar_shift[stations at work]`.
- Weather (`weather.toml`): `weather` 6-1, `rain`, `storm` 6-2, `typhoon_days` 6-3 and
  `typhoon_called`, its note; `typhoon_damage` 6-4, `anchorage_days` 6-5, `weather_modifiers`.
- Air support (`afs.toml`): `cover(turn, night)` is the block of Table 7-1; `afs_markers` 7-2 by
  chit; `afs_kikusui` 7-3; `afs_modifiers`.
- Consequences (`consequences.toml`): `officer_killed[roll]` 13 (a person or `NOBODY`),
  `hull_integrity` 14, `hull_loss` 14-1 (columns 1-2 and 3+ planes), `random` 15,
  `reassigned_days`, `ship_sunk` 16, `emergency` 17, `anchorage_weeks` 18 (`TO_THE_REAR` is 0),
  `replenish_days` 18-1, `manoeuvre` 19, `repair` 20, `repair_removes[roll]`, `flooding` 21,
  `explosion` 21-1 (columns magazine, other), `morale` 23, `supplies` 24, and `figures`, the dice
  and points of damage control. 17, 19 and 20 are `Threshold`s: `repair.roll(why, column)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from flankspeed.engine import Chart, DataError
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.calendar import FIRST_TURN, LAST_TURN, turn_named
from flankspeed.games.picket.data.ids import NOBODY, PEOPLE
from flankspeed.games.picket.data.load import (
    Named,
    Raw,
    Sourced,
    Threshold,
    by_roll,
    index_of,
    raw,
    same_names,
)

TO_THE_REAR = 0  # Table 18
ALL_MARKERS = 9  # Table 20
VALUES = ("-2", "-1", "0", "+1", "+2")
STATIONS = range(1, 17)
TYPHOON_DAMAGE = ("sinks", "anchorage", "hull 2", "hull 1", "none")
DAMAGE_RANDOM = (
    "water lines",
    "fighters",
    "lose SFS",
    "officer",
    "superficial",
    "land radar",
    "new station",
    "sinks",
)


class Cover(NamedTuple):
    """A block of Table 7-1: none, carrier, land or both."""

    first: int
    last: int
    day: Chart[str]
    night: Chart[str]
    parted: bool  # which is day and which night is uncertain


class Figures(Named, frozen=True, kw_only=True):
    """Dice (a d6) and points of damage control."""

    shown_as = "consequences.figures"

    deck_fire_out_at_most: int
    secondary_repaired_at_most: int
    water_lines_repaired_at_least: int
    primary_floods_at_least: int
    flood_destroys_at_least: int
    secondary_floods_at_least: int
    crewman_killed_at_least: int
    repair_value: int
    repair_penalty: tuple[int, int, int, int]
    equipment_column: int
    carried_over: int
    water_lines_deck_fire: int
    water_lines_repair: int
    water_lines_flooding: int
    emergency_repair: int
    flood_manoeuvre: int
    engine_manoeuvre: int
    tank_fuel: int
    manoeuvre_fuel: int
    secondary_hull: int


class WeatherModifiers(Named, frozen=True, kw_only=True):
    """What counts on Tables 6-1 and 6-2 after bad weather, and on Table 8-1 in the rain."""

    shown_as = "weather.modifiers"

    bad_before: int
    rain_attack: int


class AfsModifiers(Named, frozen=True, kw_only=True):
    """What counts on Tables 7-2 and 7-3, with a fighter direction team and without."""

    shown_as = "afs.modifiers"

    fdt: int
    no_fdt: int


class RollCharts(NamedTuple):
    """The charts rolled on; see the module for what each is."""

    basic_station: Chart[tuple[int, ...]]
    march_station: Mapping[int, tuple[int, ...]]
    station: Chart[int]
    station_column: tuple[int, ...]  # by turn; -1 in March
    reroll_turns: range
    reroll_roll: int
    station_modifier: tuple[int, ...]
    fdt: Chart[str]
    sfs: Chart[int]
    land_radar: Chart[str]
    land_radar_shift: tuple[int, ...]
    weather: Chart[str]
    rain: Chart[str]
    storm: Chart[str]
    typhoon_days: Chart[int]
    typhoon_called: Chart[str]
    typhoon_damage: Chart[str]
    anchorage_days: Chart[int]
    weather_modifiers: WeatherModifiers
    covers: tuple[Cover, ...]
    afs_markers: Chart[int]
    afs_kikusui: Chart[int]
    afs_modifiers: AfsModifiers
    officer_killed: Chart[int]
    hull_integrity: Chart[str]
    hull_loss: Chart[int]
    random: Chart[str]
    reassigned_days: Chart[int]
    ship_sunk: Chart[str]
    emergency: Threshold
    anchorage_weeks: Chart[int]
    replenish_days: Chart[int]
    manoeuvre: Threshold
    repair: Threshold
    repair_removes: Chart[int]
    flooding: Chart[str]
    explosion: Chart[str]
    morale: Chart[int]
    supplies: Chart[int]
    figures: Figures

    def reroll(self, turn: int, roll: int) -> bool:
        """Whether this roll for a station is thrown again on this date (Table 2-2A)."""
        return roll == self.reroll_roll and turn in self.reroll_turns

    def cover(self, turn: int, night: bool, swapped: bool = False) -> Chart[str]:
        """The block of Table 7-1 for a date; dates beyond the sheet take its first or last.

        R-23: blocks that are parted from their headings can be `swapped`.
        """
        for block in self.covers:
            if turn <= block.last:
                break
        if block.parted and swapped:
            night = not night
        return block.night if night else block.day


class _March(Sourced, frozen=True, kw_only=True):
    days: list[tuple[str, str]]


class _Periods(Sourced, frozen=True, kw_only=True):
    days: list[tuple[str, str, str]]


class _Reroll(Sourced, frozen=True, kw_only=True):
    column: str
    roll: int
    first: str
    last: str


class _Shift(Sourced, frozen=True, kw_only=True):
    values: tuple[int, int, int, int, int]


class _StationFile(msgspec.Struct, forbid_unknown_fields=True):
    basic: ChartData
    march: _March
    advanced: ChartData
    periods: _Periods
    reroll: _Reroll
    modifier: ChartData
    fdt: ChartData
    sfs: ChartData
    land_radar: ChartData
    land_radar_shift: _Shift


class _WeatherFile(msgspec.Struct, forbid_unknown_fields=True):
    weather: ChartData
    rain: ChartData
    storm: ChartData
    typhoon_days: ChartData
    typhoon_called: ChartData
    typhoon_damage: ChartData
    anchorage_days: ChartData
    modifiers: WeatherModifiers


class _Cover(msgspec.Struct, forbid_unknown_fields=True):
    first: str
    last: str
    day: ChartData
    night: ChartData
    parted: bool = False


class _AfsFile(msgspec.Struct, forbid_unknown_fields=True):
    cover: list[_Cover]
    markers: ChartData
    kikusui: ChartData
    modifiers: AfsModifiers


class _ConsequenceFile(msgspec.Struct, forbid_unknown_fields=True):
    officer_killed: ChartData
    hull_integrity: ChartData
    hull_loss: ChartData
    random: ChartData
    reassigned_days: ChartData
    ship_sunk: ChartData
    emergency: Threshold
    anchorage_weeks: ChartData
    replenish_days: ChartData
    manoeuvre: Threshold
    repair: Threshold
    repair_removes: ChartData
    flooding: ChartData
    explosion: ChartData
    morale: ChartData
    supplies: ChartData
    figures: Figures


def value_column(value: int) -> int:
    """The column of an officer's, chit's or summed value: -2 or less to +2 or more."""
    return min(max(value, -2), 2) + 2


def repair_column(value: int) -> int:
    """The column of Table 20 for the value of a repair."""
    return 0 if value <= -2 else 1 if value <= 0 else 2 if value == 1 else 3


def hull_loss_column(planes: int) -> int:
    """The column of Table 14-1 for the number of planes that struck."""
    return int(planes > 2)


def parse_roll_charts(stations: Raw, weather: Raw, afs: Raw, consequences: Raw) -> RollCharts:
    """Check and make the charts from the contents of the four files."""
    s = convert(stations, _StationFile, "stations.toml")
    w = convert(weather, _WeatherFile, "weather.toml")
    a = convert(afs, _AfsFile, "afs.toml")
    c = convert(consequences, _ConsequenceFile, "consequences.toml")
    _check_columns(a, c)
    station = Chart("2-2A to 2-4B", s.advanced, int, STATIONS)
    index_of("stations.toml: reroll", s.reroll.column, station.columns)
    return RollCharts(
        basic_station=Chart("1-1", s.basic, str).map(lambda cell: _cell("1-1", cell)),
        march_station=_march(s.march, s.periods),
        station=station,
        station_column=_station_columns(s.periods, station.columns),
        reroll_turns=range(turn_named(s.reroll.first), turn_named(s.reroll.last) + 1),
        reroll_roll=s.reroll.roll,
        station_modifier=by_roll(Chart("station modifiers", s.modifier, int)),
        fdt=Chart("3-1", s.fdt, str, ("none", "assigned")),
        sfs=Chart("4-1", s.sfs, int, range(3)),
        land_radar=Chart("5-1", s.land_radar, str, ("silent", "active")),
        land_radar_shift=s.land_radar_shift.values,
        weather=Chart("6-1", w.weather, str, ("storm", "rain", "clear")),
        rain=Chart("rain", w.rain, str, ("none", "attack")),
        storm=Chart("6-2", w.storm, str, ("typhoon", "no attack")),
        typhoon_days=Chart("6-3", w.typhoon_days, int, range(1, 8)),
        typhoon_called=Chart("6-3 note", w.typhoon_called, str, ("no", "yes")),
        typhoon_damage=Chart("6-4", w.typhoon_damage, str, TYPHOON_DAMAGE),
        anchorage_days=Chart("6-5", w.anchorage_days, int, range(1, 8)),
        weather_modifiers=w.modifiers,
        covers=_covers(a.cover),
        afs_markers=Chart("7-2", a.markers, int, range(10)),
        afs_kikusui=Chart("7-3", a.kikusui, int, range(10)),
        afs_modifiers=a.modifiers,
        officer_killed=_killed(c.officer_killed),
        hull_integrity=Chart("14", c.hull_integrity, str, ("sinks", "afloat")),
        hull_loss=Chart("14-1", c.hull_loss, int, range(10)),
        random=Chart("15", c.random, str, DAMAGE_RANDOM),
        reassigned_days=Chart("15, roll 8", c.reassigned_days, int, range(1, 8)),
        ship_sunk=Chart("16", c.ship_sunk, str, ("sinks", "afloat")),
        emergency=c.emergency,
        anchorage_weeks=Chart("18", c.anchorage_weeks, int, range(5)),
        replenish_days=Chart("18-1", c.replenish_days, int, range(1, 8)),
        manoeuvre=c.manoeuvre,
        repair=c.repair,
        repair_removes=Chart("20, success", c.repair_removes, int, (1, 2, 3, ALL_MARKERS)),
        flooding=Chart("21", c.flooding, str, ("fails", "flooded")),
        explosion=Chart("21-1", c.explosion, str, ("explosion", "none")),
        morale=Chart("23", c.morale, int, range(-4, 5)),
        supplies=Chart("24", c.supplies, int, range(10)),
        figures=c.figures,
    )


def _check_columns(afs: _AfsFile, consequences: _ConsequenceFile) -> None:
    for name, columns, expected in (
        ("7-2", afs.markers.columns, VALUES),
        ("14-1", consequences.hull_loss.columns, ("1-2", "3+")),
        ("17", consequences.emergency.columns, VALUES),
        ("19", consequences.manoeuvre.columns, VALUES),
        ("20", consequences.repair.columns, ("<=-2", "-1 to 0", "+1", ">=+2")),
        ("21-1", consequences.explosion.columns, ("magazine", "engine, fire or fuel")),
        ("23", consequences.morale.columns, VALUES),
    ):
        same_names(f"chart {name}: columns", tuple(columns), expected)


def _cell(name: str, cell: str) -> tuple[int, ...]:
    parts = cell.split("/")
    if len(parts) > 2 or not all(part.isdecimal() and int(part) in STATIONS for part in parts):
        raise DataError(f"chart {name}: {cell!r} is no station; write 3, or 1/2 for a d6")
    return tuple(int(part) for part in parts)


def _march(march: _March, periods: _Periods) -> Mapping[int, tuple[int, ...]]:
    days = {
        turn_named(day): () if cell == "next" else _cell("2-2", cell) for day, cell in march.days
    }
    if list(days) != list(range(FIRST_TURN, turn_named(periods.days[0][1]))):
        raise DataError("stations.toml: march must have every day before the first period")
    return MappingProxyType(days)


def _station_columns(periods: _Periods, names: tuple[str, ...]) -> tuple[int, ...]:
    same_names("stations.toml: periods", [day[0] for day in periods.days], names)
    columns = [-1] * turn_named(periods.days[0][1])
    for column, (name, first, last) in enumerate(periods.days):
        if turn_named(first) != len(columns) or turn_named(last) < len(columns):
            raise DataError(f"stations.toml: period {name} leaves a gap or overlaps")
        columns += [column] * (turn_named(last) + 1 - len(columns))
    if len(columns) != LAST_TURN + 1:
        raise DataError("stations.toml: the periods do not last to Jun 25")
    return tuple(columns)


def _covers(blocks: list[_Cover]) -> tuple[Cover, ...]:
    covers = tuple(_cover(block) for block in blocks)
    ends = [FIRST_TURN - 1, *(block.last for block in covers)]
    if [block.first - 1 for block in covers] != ends[:-1] or ends[-1] != LAST_TURN:
        raise DataError("afs.toml: the periods of Table 7-1 leave a gap or overlap")
    return covers


def _cover(data: _Cover) -> Cover:
    name, results = f"7-1, {data.first}", ("none", "carrier", "land", "both")
    return Cover(
        turn_named(data.first),
        turn_named(data.last),
        Chart(f"{name}, day", data.day, str, results),
        Chart(f"{name}, night", data.night, str, results),
        data.parted,
    )


def _killed(data: ChartData) -> Chart[int]:
    names = Chart("13", data, str, (*PEOPLE, "nobody"))
    return names.map(lambda name: NOBODY if name == "nobody" else PEOPLE.index(name))


@cache
def roll_charts() -> RollCharts:
    """The charts of the game."""
    return parse_roll_charts(raw("stations"), raw("weather"), raw("afs"), raw("consequences"))
