"""Picket Duty's calendar."""

from __future__ import annotations

from typing import Any

import pytest
from picket_broken import REMOVE, refused

from flankspeed.engine import DataError
from flankspeed.games.picket.data.calendar import (
    LAST_TURN,
    calendar,
    date_name,
    date_of,
    parse_calendar,
    turn_named,
)


@pytest.mark.parametrize(
    ("turn", "date", "name"),
    [
        (1, (3, 24), "24 Mar 1945"),
        (9, (4, 1), "1 Apr 1945"),
        (14, (4, 6), "6 Apr 1945"),
        (48, (5, 10), "10 May 1945"),
        (94, (6, 25), "25 Jun 1945"),
        (101, (7, 2), "2 Jul 1945"),
    ],
)
def test_dates(turn: int, date: tuple[int, int], name: str) -> None:
    assert date_of(turn) == date
    assert date_name(turn) == name


def test_names_of_dates() -> None:
    assert [turn_named(day) for day in ("Mar 24", "Apr 30", "Jun 25")] == [1, 38, 94]


@pytest.mark.parametrize("day", ["Mar 23", "Jun 26", "Apr 31", "April 6", "Apr", "Apr six", ""])
def test_other_dates_are_refused(day: str) -> None:
    with pytest.raises(DataError):
        turn_named(day)


@pytest.mark.parametrize(
    ("number", "turns"),
    [
        (1, [14, 15]), (2, [20, 21]), (3, [23, 24]), (4, [35, 36]), (5, [41, 42]), (6, [48, 49]),
        (7, [61, 62, 63]), (8, [65, 66, 67]), (9, [72, 73, 74, 75, 76]), (10, [90, 91]),
    ],
)  # fmt: skip
def test_kikusui(number: int, turns: list[int]) -> None:
    red = calendar().kikusui
    assert [turn for turn, raid in enumerate(red) if raid == number] == turns
    short = calendar().kikusui_short
    expected = turns[:2] if number == 9 else turns
    assert [turn for turn, raid in enumerate(short) if raid == number] == expected


def test_twenty_five_red_days() -> None:
    assert len(calendar().kikusui) == LAST_TURN + 1
    assert sum(raid > 0 for raid in calendar().kikusui) == 25


def test_land_radar() -> None:
    assert calendar().land_radar == (
        ("Hado", 29), ("Ie Shima", 31), ("Zamani", 48), ("Naganni", 77),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("sheet.first", "Mar 25", "the sheet is another"),
        ("kikusui.3", REMOVE, "not numbered in order"),
        ("kikusui.1.first", "Apr 7", "Kikusui 2 ends early or begins too soon"),
        ("kikusui.2.last", "Apr 14", "Kikusui 3 ends early"),
        ("kikusui.0.why", "", "no 'why' says from what"),
        ("land_radar.0.date", "Jul 1", "not on the time record sheet"),
        ("land_radar.1.name", "Hado", "the same name"),
    ],
)
def test_broken_calendars_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_calendar, "calendar", path, value, why)
