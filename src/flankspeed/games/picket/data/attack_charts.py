"""Charts of attack: how many planes come, from where, in which waves (`attacks.toml`).

`attack_charts()` is the `AttackCharts`:

- `.determination.at(roll, value_column(sum))`: Table 8-1, a letter, `NO_ATTACK` or `RANDOM`;
  `.shifts` its column shifts; `.night` the d6 before it ("none" or "half").
- `.letters[letter][roll]`: Tables A to H, each cell a `Raid`.
- `.extra_bearing[roll]` (Note A, table D2) and `.kikusui_bearing[roll]` (22-1) are bearings 0 to 7,
  `.altitude[d6]` goes with both.
- `.random[roll]`: Table 8-2, a `RandomResult`; `.note_b` its d6 ("weather" or "radar").
- `.waves[planes]`: Table 8-3, the planes of each wave, from 0 to the most planes there can be.
- `.kikusui`: Table 22, planes by 2d6.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import Chart, DataError
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, SpaceId, space_of
from flankspeed.games.picket.data.load import Named, Raw, raw, same_names
from flankspeed.games.picket.data.planes import WEAPONS, planes
from flankspeed.games.picket.data.roll_charts import VALUES

LETTERS = "ABCDEFGH"
NO_ATTACK = "NA"
RANDOM = "RR"

_RAID = re.compile(r"(\d+)(\*?): (.+)")
_PLANES = re.compile(r"(?:(\d)x)?(\d+[LMH])")


class Raid(NamedTuple):
    """A cell of a lettered chart: the spaces of its planes in the order of drawing."""

    kind: Literal["none", "planes", "random"]
    spaces: tuple[SpaceId, ...] = ()
    extra: bool = False  # Note A: d6 planes more


class RandomResult(NamedTuple):
    """A cell of Table 8-2: a special plane with its weapon, or Note B."""

    kind: Literal["plane", "note B"]
    plane: int = -1  # type
    weapon: int = -1
    counter: int = -1  # the special counter, one of `planes().set_aside`


class Shifts(Named, frozen=True, kw_only=True):
    """The column shifts of Table 8-1; those of chits and land radar come from elsewhere."""

    shown_as = "attacks.shifts"

    fdt: int
    no_fdt: int
    no_cover: int
    radars_work: int
    radar_damaged: int
    radar_destroyed: int
    each_sfs: int
    no_sfs: int
    bridge: int
    cic: int
    radio: int
    plot_room: int


class AttackCharts(NamedTuple):
    """The charts of attack; see the module for what each is."""

    determination: Chart[str]
    shifts: Shifts
    night: Chart[str]
    letters: Mapping[str, Chart[Raid]]
    extra_bearing: Chart[int]
    altitude: Chart[int]
    random: Chart[RandomResult]
    note_b: Chart[str]
    waves: tuple[tuple[int, ...], ...]
    kikusui: Chart[int]
    kikusui_bearing: Chart[int]


class _AttackFile(msgspec.Struct, forbid_unknown_fields=True):
    determination: ChartData
    shifts: Shifts
    night: ChartData
    letter: dict[str, ChartData]
    extra_bearing: ChartData
    altitude: ChartData
    random: ChartData
    note_b: ChartData
    waves: ChartData
    kikusui: ChartData
    kikusui_bearing: ChartData


def parse_attack_charts(contents: Raw) -> AttackCharts:
    """Check and make the charts from the contents of `attacks.toml`."""
    data = convert(contents, _AttackFile, "attacks.toml")
    same_names("attacks.toml: letter", list(data.letter), LETTERS)
    same_names("chart 8-1: columns", data.determination.columns, VALUES)
    waves = _waves(data.waves)
    return AttackCharts(
        determination=Chart("8-1", data.determination, str, (*LETTERS, NO_ATTACK, RANDOM)),
        shifts=data.shifts,
        night=Chart("night", data.night, str, ("none", "half")),
        letters=MappingProxyType({name: _letter(name, data.letter[name]) for name in LETTERS}),
        extra_bearing=_bearings("D2", data.extra_bearing),
        altitude=_chart("altitude", data.altitude, ALTITUDES).map(ALTITUDES.index),
        random=_chart("8-2", data.random).map(_random),
        note_b=_chart("8-2, note B", data.note_b, ("weather", "radar")),
        waves=waves,
        kikusui=Chart("22", data.kikusui, int, range(1, len(waves))),
        kikusui_bearing=_bearings("22-1", data.kikusui_bearing),
    )


def _chart(name: str, data: ChartData, results: tuple[str, ...] | None = None) -> Chart[str]:
    return Chart(name, data, str, results)


def _letter(name: str, data: ChartData) -> Chart[Raid]:
    return _chart(name, data).map(lambda cell: _raid(f"chart {name}", cell))


def _raid(where: str, cell: str) -> Raid:
    if cell == "0":
        return Raid("none")
    if cell == RANDOM:
        return Raid("random")
    match = _RAID.fullmatch(cell)
    if not match:
        raise DataError(f"{where}: {cell!r} is no attack; write 2: 180L 180M, 0 or RR")
    spaces: list[int] = []
    for part in match[3].split():
        planes_there = _PLANES.fullmatch(part)
        if not planes_there:
            raise DataError(f"{where}: {part!r} in {cell!r} is no bearing and altitude")
        spaces += [space_of(planes_there[2])] * int(planes_there[1] or 1)
    if len(spaces) != int(match[1]):
        raise DataError(f"{where}: {cell!r} has {len(spaces)} bearings for {match[1]} planes")
    return Raid("planes", tuple(spaces), bool(match[2]))


def _bearings(name: str, data: ChartData) -> Chart[int]:
    return Chart(name, data, int, BEARINGS).map(BEARINGS.index)


def _random(cell: str) -> RandomResult:
    if cell == "note B":
        return RandomResult("note B")
    pool = planes()
    for counter in pool.set_aside:
        kind = pool.counters[counter]
        if cell == f"{pool.types[kind.type].name} {WEAPONS[kind.weapon]}":
            return RandomResult("plane", kind.type, kind.weapon, counter)
    raise DataError(f"chart 8-2: {cell!r} is no plane that was set aside with this weapon")


def _waves(data: ChartData) -> tuple[tuple[int, ...], ...]:
    chart = _chart("8-3", data)
    waves: list[tuple[int, ...]] = [()]
    for count, (cell,) in chart.rows:
        parts = [str(count)] if cell == "all" else cell.split("/")
        if len(parts) > 3 or not all(part.isdecimal() for part in parts):
            raise DataError(f"chart 8-3: {cell!r} are no waves; write 6/3/2 or all")
        wave = tuple(int(part) for part in parts)
        if sum(wave) != count:
            raise DataError(f"chart 8-3: {cell!r} are {sum(wave)} planes, not {count}")
        waves.append(wave)
    return tuple(waves)


@cache
def attack_charts() -> AttackCharts:
    """The charts of attack of the game."""
    return parse_attack_charts(raw("attacks"))
