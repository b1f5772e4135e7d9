"""Scenario and campaign cards, and the names of ships (`scenarios.toml`, `names.toml`).

- `scenarios()`: the `Scenario`s 1 to 8 by number: dates as turns, ship, fit, station, phases of the
  day, Kikusui number, and the special rules of 7 and 8. `Scenario.relief` maps (turn of the
  scenario, phase) to the lowest d6 that relieves the ship at the end of that phase.
- `campaigns()`: a `Campaigns` with the mini campaign's `.mini_days` (a d6 table) and `.mini_first`,
  and the long campaign's `.long_first`, `.blocks`, `.block_days` and `.draw_at`.
- `ship_names()`: the Fletchers one may take, as `ShipName(name, hull)`; `hull_number(name)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from flankspeed.engine import Chart, DataError
from flankspeed.engine.chart import ChartData
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.calendar import PHASES, calendar, turn_named
from flankspeed.games.picket.data.fits import FITS
from flankspeed.games.picket.data.load import Raw, Rows, Sourced, index_of, raw
from flankspeed.games.picket.data.roll_charts import STATIONS

Phase = Literal["morning", "midday", "night"]


class Scenario(NamedTuple):
    """A scenario card."""

    number: int
    title: str
    first: int  # turn
    last: int  # turn
    ship: str
    fit: str
    other_fits: tuple[str, ...]
    station: int
    phases: tuple[int, ...]  # played on each day
    kikusui: int  # number of the mass raid; 0: none
    manoeuvre: bool  # is the emergency manoeuvre allowed
    relief: Mapping[tuple[int, int], int]  # by turn from 1 and phase: lowest d6
    stopped_at_least: int  # a d6 each phase; 0: never stopped
    stopped_modifier: int  # on Table 10


class Campaigns(NamedTuple):
    """The campaign cards."""

    mini_first: int
    mini_days: Chart[int]
    long_first: int
    blocks: int
    block_days: int
    draw_at: int


class ShipName(NamedTuple):
    """A Fletcher and her hull number."""

    name: str
    hull: int


class _Scenario(Sourced, frozen=True, kw_only=True):
    number: int
    title: str
    first: str
    last: str
    ship: str
    fit: str
    station: int
    phases: tuple[Phase, ...]
    kikusui: int
    other_fits: tuple[str, ...] = ()
    manoeuvre: bool = True
    relief: tuple[tuple[int, Phase, int], ...] = ()
    stopped_at_least: int = 0
    stopped_modifier: int = 0


class _Mini(Sourced, frozen=True, kw_only=True):
    first: str
    title: str
    rule: str
    dice: str
    rows: Rows


class _Long(Sourced, frozen=True, kw_only=True):
    first: str
    blocks: int
    block_days: int
    draw_at: int


class _ScenarioFile(msgspec.Struct, forbid_unknown_fields=True):
    scenario: list[_Scenario]
    mini_campaign: _Mini
    long_campaign: _Long


class _Names(Sourced, frozen=True, kw_only=True):
    ships: list[tuple[str, int]]


class _NameFile(msgspec.Struct, forbid_unknown_fields=True):
    names: _Names


def parse_scenarios(contents: Raw) -> Mapping[int, Scenario]:
    """Check and make the scenarios from the contents of `scenarios.toml`."""
    data = convert(contents, _ScenarioFile, "scenarios.toml")
    if [card.number for card in data.scenario] != list(range(1, len(data.scenario) + 1)):
        raise DataError("scenarios.toml: the scenarios are not numbered in order")
    return MappingProxyType({card.number: _scenario(card) for card in data.scenario})


def _scenario(card: _Scenario) -> Scenario:
    where = f"scenarios.toml: scenario {card.number}"
    first, last = turn_named(card.first), turn_named(card.last)
    if last < first:
        raise DataError(f"{where}: it ends before it begins")
    if card.station not in STATIONS:
        raise DataError(f"{where}: there is no station {card.station}")
    for key in (card.fit, *card.other_fits):
        index_of(where, key, FITS)
    phases = tuple(PHASES.index(name) for name in card.phases)
    if not phases or list(phases) != sorted(set(phases)):
        raise DataError(f"{where}: the phases of a day come once each, in order")
    if card.kikusui and calendar().kikusui[first] != card.kikusui:
        raise DataError(f"{where}: {card.first} is no day of Kikusui {card.kikusui}")
    relief = {(turn, PHASES.index(name)): least for turn, name, least in card.relief}
    for (turn, _), least in relief.items():
        if not 1 <= turn <= last - first + 1 or not 1 <= least <= 6:
            raise DataError(f"{where}: relief beyond its turns or the faces of a d6")
    if not 0 <= card.stopped_at_least <= 6:
        raise DataError(f"{where}: stopped_at_least is no face of a d6")
    return Scenario(
        number=card.number,
        title=card.title,
        first=first,
        last=last,
        ship=card.ship,
        fit=card.fit,
        other_fits=card.other_fits,
        station=card.station,
        phases=phases,
        kikusui=card.kikusui,
        manoeuvre=card.manoeuvre,
        relief=MappingProxyType(relief),
        stopped_at_least=card.stopped_at_least,
        stopped_modifier=card.stopped_modifier,
    )


def parse_campaigns(contents: Raw) -> Campaigns:
    """Check and make the campaigns from the contents of `scenarios.toml`."""
    data = convert(contents, _ScenarioFile, "scenarios.toml")
    mini, long = data.mini_campaign, data.long_campaign
    days = ChartData(mini.title, mini.rule, mini.source, mini.dice, mini.rows, why=mini.why)
    return Campaigns(
        mini_first=turn_named(mini.first),
        mini_days=Chart("mini campaign", days, int, range(1, 95)),
        long_first=turn_named(long.first),
        blocks=long.blocks,
        block_days=long.block_days,
        draw_at=long.draw_at,
    )


def parse_ship_names(contents: Raw) -> tuple[ShipName, ...]:
    """Check and make the names from the contents of `names.toml`."""
    data = convert(contents, _NameFile, "names.toml")
    names = tuple(ShipName(name, hull) for name, hull in data.names.ships)
    for column in (0, 1):
        if len({item[column] for item in names}) != len(names):
            raise DataError("names.toml: two ships have the same name or hull number")
    return names


@cache
def scenarios() -> Mapping[int, Scenario]:
    """The scenarios of the game, by number."""
    return parse_scenarios(raw("scenarios"))


@cache
def campaigns() -> Campaigns:
    """The campaigns of the game."""
    return parse_campaigns(raw("scenarios"))


@cache
def ship_names() -> tuple[ShipName, ...]:
    """The Fletchers one may take."""
    return parse_ship_names(raw("names"))


def hull_number(name: str) -> int:
    """The hull number of a Fletcher; 0 for any other ship."""
    return next((ship.hull for ship in ship_names() if ship.name == name), 0)
