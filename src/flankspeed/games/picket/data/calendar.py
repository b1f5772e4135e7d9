"""The calendar: turns 1 to 94 are the days from 24 March to 25 June 1945 (sheet, P-1.6-1).

- `FIRST_TURN`, `LAST_TURN`, `date_of(turn)`, `turn_named("Apr 6")`, `date_name(turn)`: turns and
  dates; dates of 1945 beyond the sheet are refused, unless `turn_named` is told `anywhere`.
- `MORNING`, `MIDDAY`, `NIGHT`, `PHASES`: the three phases of a turn.
- `calendar()`: what the sheet marks, a `Calendar` with
  `.kikusui[turn]` the number of the mass raid on that day, 0 for none (setting kikusui9=all),
  `.kikusui_short[turn]` the same with only the first two days of raid 9 (kikusui9=first_two),
  `.land_radar` the four radar stations as (name, first turn), in the order of their ids.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

import msgspec

from flankspeed.engine import DataError
from flankspeed.engine.data import convert
from flankspeed.games.picket.data.load import Raw, Sourced, raw

MORNING, MIDDAY, NIGHT = range(3)
PHASES = ("morning", "midday", "night")

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _day(name: str) -> date:
    """The day of 1945 called Apr 6."""
    month, _, day = name.partition(" ")
    if month not in _MONTHS or not day.isdecimal():
        raise DataError(f"{name!r} is no date; write Apr 6")
    try:
        return date(1945, _MONTHS.index(month) + 1, int(day))
    except ValueError:
        raise DataError(f"1945 has no day {name}") from None


_SHEET = raw("calendar")["sheet"]
_DAY_BEFORE = _day(_SHEET["first"]) - timedelta(1)
FIRST_TURN, LAST_TURN = 1, (_day(_SHEET["last"]) - _DAY_BEFORE).days


class LandRadar(NamedTuple):
    """A radar station ashore and the turn from which it may be activated (P-5.3.C-1)."""

    name: str
    turn: int


class Calendar(NamedTuple):
    """What the time record sheet marks, by turn; index 0 is no turn."""

    kikusui: tuple[int, ...]
    kikusui_short: tuple[int, ...]
    land_radar: tuple[LandRadar, ...]


class _Sheet(Sourced, frozen=True, kw_only=True):
    first: str
    last: str


class _Kikusui(Sourced, frozen=True, kw_only=True):
    number: int
    first: str
    last: str
    short_last: str = ""


class _LandRadar(Sourced, frozen=True, kw_only=True):
    name: str
    date: str


class _CalendarFile(msgspec.Struct, forbid_unknown_fields=True):
    sheet: _Sheet
    kikusui: list[_Kikusui]
    land_radar: list[_LandRadar]


def turn_named(name: str, anywhere: bool = False) -> int:
    """The turn of a date of 1945 such as "Apr 6"; below 1 or beyond the last if `anywhere`."""
    turn = (_day(name) - _DAY_BEFORE).days
    if not anywhere and not FIRST_TURN <= turn <= LAST_TURN:
        raise DataError(f"{name} is not on the time record sheet")
    return turn


def date_of(turn: int) -> tuple[int, int]:
    """The month and day of a turn."""
    day = _DAY_BEFORE + timedelta(turn)
    return day.month, day.day


def month_name(month: int) -> str:
    """A month as people write it: Apr."""
    return _MONTHS[month - 1]


def date_name(turn: int) -> str:
    """A turn as people write the day: 6 Apr 1945."""
    day = _DAY_BEFORE + timedelta(turn)
    return f"{day.day} {month_name(day.month)} {day.year}"


def parse_calendar(contents: Raw) -> Calendar:
    """Check and make the calendar from the contents of `calendar.toml`."""
    data = convert(contents, _CalendarFile, "calendar.toml")
    sheet = data.sheet
    if (turn_named(sheet.first), turn_named(sheet.last)) != (FIRST_TURN, LAST_TURN):
        raise DataError("calendar.toml: the sheet is another than that of the game")
    numbers = [raid.number for raid in data.kikusui]
    if numbers != list(range(1, len(numbers) + 1)):
        raise DataError("calendar.toml: the Kikusui raids are not numbered in order")
    stations = tuple(LandRadar(item.name, turn_named(item.date)) for item in data.land_radar)
    if len({station.name for station in stations}) != len(stations):
        raise DataError("calendar.toml: two land radar stations have the same name")
    return Calendar(_red_days(data.kikusui, False), _red_days(data.kikusui, True), stations)


def _red_days(raids: list[_Kikusui], short: bool) -> tuple[int, ...]:
    days = [0] * (LAST_TURN + 1)
    before = 0
    for raid in raids:
        last = raid.short_last if short and raid.short_last else raid.last
        span = range(turn_named(raid.first), turn_named(last) + 1)
        if not span or span[0] <= before:
            raise DataError(f"calendar.toml: Kikusui {raid.number} ends early or begins too soon")
        for turn in span:
            days[turn] = raid.number
        before = span[-1]
    return tuple(days)


@cache
def calendar() -> Calendar:
    """The calendar of the game."""
    return parse_calendar(raw("calendar"))
