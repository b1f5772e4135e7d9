"""Picket Duty's charts of support, weather and consequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from picket_broken import REMOVE, broken, refused

from flankspeed.engine import Scripted, Used
from flankspeed.games.picket.data.calendar import turn_named
from flankspeed.games.picket.data.ids import CAPTAIN, CHIEF_1, CPO, DCO, NOBODY, PEOPLE, XO
from flankspeed.games.picket.data.load import Raw, raw
from flankspeed.games.picket.data.roll_charts import (
    ALL_MARKERS,
    TO_THE_REAR,
    RollCharts,
    parse_roll_charts,
    repair_column,
    roll_charts,
    value_column,
)

T = roll_charts()


def rolls(chart: Any, low: int = 2, high: int = 12) -> list[Any]:
    return [chart[roll] for roll in range(low, high + 1)]


def test_basic_stations() -> None:
    assert rolls(T.basic_station) == [
        (1, 2), (3,), (4,), (5,), (5,), (7,), (7,), (9,), (10, 11), (12, 14), (15, 16),
    ]  # fmt: skip


def test_march_stations() -> None:
    assert dict(T.march_station) == {
        1: (5, 9), 2: (), 3: (9,), 4: (), 5: (5, 9), 6: (9,), 7: (9,), 8: (9,),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("day", "roll", "station"),
    [
        ("Apr 1", 2, 1), ("Apr 30", 7, 7), ("Apr 15", 12, 15), ("May 1", 5, 4), ("May 4", 12, 1),
        ("May 5", 5, 7), ("May 6", 5, 5), ("May 6", 12, 16), ("May 7", 7, 9), ("May 20", 10, 16),
        ("May 21", 7, 11), ("May 21", 10, 15), ("May 22", 4, 9), ("May 31", 6, 11),
        ("May 31", 12, 16), ("Jun 1", 3, 9), ("Jun 16", 8, 15), ("Jun 17", 4, 5), ("Jun 25", 7, 9),
        ("Jun 25", 11, 16),
    ],
)  # fmt: skip
def test_advanced_stations(day: str, roll: int, station: int) -> None:
    assert T.station.at(roll, T.station_column[turn_named(day)]) == station


def test_no_column_in_march() -> None:
    assert set(T.station_column[:9]) == {-1}


def test_station_9_is_rolled_again_in_april() -> None:
    rerolled = [turn for turn in range(1, 95) if T.reroll(turn, 8)]
    assert rerolled == list(range(turn_named("Apr 2"), turn_named("Apr 28") + 1))
    assert not T.reroll(turn_named("Apr 10"), 7)


def test_station_modifiers() -> None:
    assert T.station_modifier[1:] == (-2, -1, -1, -1, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1)


def test_support_of_a_station() -> None:
    assert rolls(T.fdt) == ["none"] * 3 + ["assigned"] * 8
    assert rolls(T.sfs) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]
    assert rolls(T.land_radar) == ["silent"] * 3 + ["active"] * 8
    assert T.land_radar_shift == (0, 1, 1, 2, 2)


def test_weather() -> None:
    assert rolls(T.weather, 1) == ["storm"] * 2 + ["rain"] * 2 + ["clear"] * 8
    assert rolls(T.rain, 1, 6) == ["none"] * 4 + ["attack"] * 2
    assert rolls(T.storm, 0, 6) == ["typhoon"] * 2 + ["no attack"] * 5
    assert rolls(T.typhoon_days, 1, 6) == rolls(T.anchorage_days, 1, 6) == [2, 2, 3, 3, 3, 4]
    assert rolls(T.typhoon_called, 1, 6) == ["no"] * 5 + ["yes"]
    assert rolls(T.typhoon_damage) == ["sinks", "anchorage", "hull 2", "hull 1"] + ["none"] * 7
    assert (T.weather_modifiers.bad_before, T.weather_modifiers.rain_attack) == (-1, 1)


@pytest.mark.parametrize(
    ("first", "last", "night", "cells"),
    [
        ("Mar 24", "Apr 6", False, "NNCCCCCCCCC"),
        ("Mar 24", "Apr 6", True, "NNCCCCCCCCC"),
        ("Apr 7", "Apr 15", False, "NCCCCCCCCCC"),
        ("Apr 7", "Apr 15", True, "NCCCCCLLLBB"),
        ("Apr 16", "Jun 25", False, "CLBBBBBBBBB"),
        ("Apr 16", "Jun 25", True, "NCCLLBBBBBB"),
    ],
)
def test_cover(first: str, last: str, night: bool, cells: str) -> None:
    for day in (first, last):
        found = rolls(T.cover(turn_named(day), night))
        assert "".join(cell[0].upper() for cell in found) == cells


def test_cover_beyond_the_sheet() -> None:
    assert T.cover(-3, False) is T.cover(1, False)
    assert T.cover(99, True) is T.cover(94, True)


def test_markers() -> None:
    chart = T.afs_markers
    assert [chart.at(roll, 0) for roll in range(1, 14)] == [0] * 6 + [1] * 5 + [2, 2]
    assert [chart.at(roll, 2) for roll in range(2, 13)] == [0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3]
    assert [chart.at(roll, 4) for roll in range(2, 13)] == [2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4]
    assert (chart.at(5, value_column(-1)), chart.at(11, value_column(1))) == (1, 4)
    assert rolls(T.afs_kikusui, 0, 7) == [1, 1, 1, 2, 2, 3, 4, 4]
    assert (T.afs_modifiers.fdt, T.afs_modifiers.no_fdt) == (1, -1)


def test_officer_killed() -> None:
    names = ["nobody" if who == NOBODY else PEOPLE[who] for who in rolls(T.officer_killed)]
    assert " ".join(name.replace(" ", "") for name in names) == (
        "Captain DCO CPO Chief2 nobody nobody Chief3 Chief1 Gunnery Engineer XO"
    )
    assert [T.officer_killed[roll] for roll in (2, 3, 4, 9, 12)] == [CAPTAIN, DCO, CPO, CHIEF_1, XO]


def test_hull() -> None:
    assert rolls(T.hull_integrity, 0, 14) == ["sinks"] * 6 + ["afloat"] * 9
    few = [T.hull_loss.at(roll, 0) for roll in range(2, 13)]
    many = [T.hull_loss.at(roll, 1) for roll in range(2, 13)]
    assert few == [0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3]
    assert many == [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3]
    assert rolls(T.ship_sunk, 0, 14) == ["sinks"] * 5 + ["afloat"] * 10


def test_random_result() -> None:
    assert rolls(T.random) == [
        "water lines", "fighters", "lose SFS", "officer", "superficial", "land radar",
        "new station", "superficial", "superficial", "superficial", "sinks",
    ]  # fmt: skip
    assert rolls(T.reassigned_days, 1, 6) == [2, 2, 3, 3, 4, 4]


def test_thresholds() -> None:
    assert T.emergency.at_least == (6, 5, 4, 3, 2)
    assert T.manoeuvre.at_least == (11, 10, 8, 6, 4)
    assert T.repair.at_least == (8, 7, 6, 5)
    roll = T.repair.roll("repair", 3, -1)
    assert roll.throw(Scripted([3, 3])).result
    assert not roll.throw(Scripted([2, 3])).result
    assert roll.throw(Scripted([3, 3])).used == (Used(T.repair.title, "at least", ">=+2"),)


def test_columns() -> None:
    assert [value_column(value) for value in (-9, -2, -1, 0, 1, 2, 9)] == [0, 0, 1, 2, 3, 4, 4]
    assert [repair_column(value) for value in (-5, -2, -1, 0, 1, 2, 7)] == [0, 0, 1, 1, 2, 3, 3]


def test_anchorage_and_repair() -> None:
    assert rolls(T.anchorage_weeks) == [1, 2, 2, 2, 3, 3, 3, 4] + [TO_THE_REAR] * 3
    assert rolls(T.replenish_days) == [1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4]
    assert rolls(T.repair_removes, 1, 6) == [1, 1, 2, 2, 2, ALL_MARKERS]
    assert rolls(T.flooding, 1) == ["fails"] * 5 + ["flooded"] * 7
    assert [T.explosion.at(roll, 0) for roll in (2, 3, 4, 5)] == ["explosion"] * 2 + ["none"] * 2
    assert [T.explosion.at(roll, 1) for roll in (2, 3, 4, 5)] == ["explosion"] * 3 + ["none"]


def test_maintenance() -> None:
    columns = [[T.morale.at(roll, column) for roll in range(1, 7)] for column in range(5)]
    assert columns == [
        [2, 1, 1, 0, 0, 0],
        [1, 1, 0, 0, -1, -1],
        [-2, -1, 0, 0, 1, 2],
        [-1, -1, 0, 0, 1, 1],
        [-2, -1, -1, 0, 0, 0],
    ]
    assert rolls(T.supplies, 1, 6) == [0, 1, 1, 1, 1, 2]


def test_figures() -> None:
    figures = T.figures
    assert (figures.deck_fire_out_at_most, figures.secondary_repaired_at_most) == (4, 4)
    assert figures.water_lines_repaired_at_least == 3
    assert figures.repair_penalty == (0, 2, 4, 5)


FILES = ("stations", "weather", "afs", "consequences")


def parser(name: str) -> Callable[[Raw], RollCharts]:
    """What reads one of the files, together with the others as they are."""

    def parse(contents: Raw) -> RollCharts:
        return parse_roll_charts(*(contents if file == name else raw(file) for file in FILES))

    return parse


@pytest.mark.parametrize(
    ("name", "path", "value", "why"),
    [
        ("stations", "basic.rows.3", [6, "5"], "chart 1-1: row 6 where roll 5 should follow"),
        ("stations", "basic.rows.0.1", "1/2/3", "'1/2/3' is no station"),
        ("stations", "basic.rows.1.1", "17", "'17' is no station"),
        ("stations", "march.days.1", REMOVE, "march must have every day"),
        ("stations", "advanced.rows.10", REMOVE, "rolls 12 to 12 have no row"),
        ("stations", "advanced.rows.0.1", 17, "unknown result 17"),
        ("stations", "periods.days.1.1", "May 2", "period 2-3A leaves a gap"),
        ("stations", "periods.days.8.2", "Jun 24", "do not last to Jun 25"),
        ("stations", "periods.days.0.0", "2-9Z", "number 1 is '2-9Z', not '2-2A'"),
        ("stations", "reroll.column", "2-2B", "'2-2B' is unknown"),
        ("stations", "march.source", "hearsay", "source must be 'rulebook' or 'reconstructed'"),
        ("stations", "sfs.rows.0.1", "many", "chart 4-1"),
        ("weather", "weather.rows.2", ["6-12", "clear"], "chart 6-1: row '6-12' where roll 5"),
        ("weather", "weather.rows.0.1", "snow", "unknown result 'snow'"),
        ("weather", "storm", REMOVE, "missing required field `storm`"),
        ("weather", "hail", {}, "unknown field `hail`"),
        ("afs", "cover.1.last", "Apr 14", "Table 7-1 leave a gap"),
        ("afs", "cover.0.day.rows.1.1", "zeppelin", "unknown result 'zeppelin'"),
        ("afs", "markers.rows.4.3", "two", "chart 7-2"),
        ("afs", "markers.columns.0", "-3", "number 1 is '-3', not '-2'"),
        ("consequences", "officer_killed.rows.0.1", "Cook", "unknown result 'Cook'"),
        ("consequences", "repair.at_least", [8, 7, 6], "3 numbers for 4 columns"),
        ("consequences", "repair.at_least.0", 13, "a number that 2d6 cannot roll"),
        ("consequences", "repair.at_least.3", 1, "a number that 2d6 cannot roll"),
        ("consequences", "emergency.at_least.0", 7, "a number that d6 cannot roll"),
        ("consequences", "emergency.at_least.4", 0, "a number that d6 cannot roll"),
        ("consequences", "manoeuvre.at_least.4", 12, "a higher column must not be harder"),
        ("consequences", "emergency.source", "reconstructed", "no 'why' says from what"),
        ("consequences", "hull_loss.rows.2", [4, 1], "row 4 has 1 cells, not 2"),
        ("consequences", "figures.repair_penalty", [0, 2], "length 4"),
        ("consequences", "morale.columns", REMOVE, "columns: there are 5, not 0"),
    ],
)
def test_broken_charts_are_refused(name: str, path: str, value: Any, why: str) -> None:
    refused(parser(name), name, path, value, why)


@pytest.mark.parametrize(
    ("name", "chart", "least", "most"),
    [
        ("stations", "sfs", 0, 2),
        ("weather", "typhoon_days", 1, 7),
        ("weather", "anchorage_days", 1, 7),
        ("afs", "markers", 0, 9),
        ("afs", "kikusui", 0, 9),
        ("consequences", "hull_loss", 0, 9),
        ("consequences", "reassigned_days", 1, 7),
        ("consequences", "anchorage_weeks", 0, 4),
        ("consequences", "replenish_days", 1, 7),
        ("consequences", "morale", -4, 4),
        ("consequences", "supplies", 0, 9),
    ],
)
def test_numbers_that_a_chart_may_have(name: str, chart: str, least: int, most: int) -> None:
    parse, cell = parser(name), f"{chart}.rows.0.1"
    for number in (least, most):
        parse(broken(name, cell, number))
    for number in (least - 1, most + 1):
        refused(parse, name, cell, number, f"unknown result {number}")
