"""2.3 The map: its grid, terrain, entry and set-up hexes."""

from __future__ import annotations

import pytest

from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import column_row, hex_named
from flankspeed.games.samar.data.map import LAND, OCEAN, OFF_MAP, SHALLOWS, sea, terrain_at
from flankspeed.games.samar.options import SamarOptions


def hexes(terrain: int) -> list[tuple[int, int]]:
    chart = sea()
    return [
        (column, row)
        for column in range(1, chart.columns + 1)
        for row in range(1, chart.rows + 1)
        if chart.terrain_at(column, row) == terrain
    ]


def test_counts_of_hexes() -> None:
    assert (sea().columns, sea().rows) == (32, 43)
    assert [len(hexes(terrain)) for terrain in (LAND, SHALLOWS, OCEAN)] == [135, 49, 1192]


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("0110", OCEAN), ("0111", SHALLOWS), ("0113", SHALLOWS), ("0114", LAND), ("0143", LAND),
        ("0522", OCEAN), ("0523", SHALLOWS), ("0528", SHALLOWS), ("0529", LAND), ("0840", SHALLOWS),
        ("0841", LAND), ("0938", OCEAN), ("0943", SHALLOWS), ("1041", OCEAN), ("1043", SHALLOWS),
        ("1143", OCEAN), ("3201", OCEAN), ("3243", OCEAN),
    ],
)  # fmt: skip
def test_terrain(name: str, terrain: int) -> None:
    assert terrain_at(int(name[:2]), int(name[2:])) == terrain


def test_round_the_map_is_no_terrain() -> None:
    assert {terrain_at(column, row) for column in (0, 33) for row in range(45)} == {OFF_MAP}
    assert {terrain_at(column, row) for column in range(34) for row in (0, 44)} == {OFF_MAP}


def neighbours(column: int, row: int) -> list[tuple[int, int]]:
    """The table of neighbours, written out."""
    low = column % 2 == 0
    return [
        (column, row - 1), (column, row + 1),
        (column + 1, row - 1 + low), (column + 1, row + low),
        (column - 1, row + low), (column - 1, row - 1 + low),
    ]  # fmt: skip


def test_no_land_touches_open_ocean() -> None:
    touching = [
        (place, other)
        for place in hexes(LAND)
        for other in neighbours(*place)
        if terrain_at(*other) == OCEAN
    ]
    assert touching == []


def test_the_south_edge() -> None:
    assert [terrain_at(column, 43) for column in range(1, 33)] == (
        [LAND] * 8 + [SHALLOWS] * 2 + [OCEAN] * 22
    )


def test_ships_come_on_in_deep_water() -> None:
    chart, charts = sea(), charts_of(SamarOptions())
    assert len(charts.set_up) == 61
    for hex_ in (*charts.set_up, *(hex_named(n) for n in (*chart.center_force, *chart.taffy2))):
        assert terrain_at(*column_row(hex_)) == OCEAN
