"""A player's own figures, in the place of the game's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from flankspeed.engine import DataError
from flankspeed.engine.data import convert, read_toml
from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import hex_at
from flankspeed.games.samar.data.map import LAND, OCEAN, SHALLOWS, sea, terrain_at
from flankspeed.games.samar.data.overrides import Overrides
from flankspeed.games.samar.data.ships import ships
from flankspeed.games.samar.data.track import turns
from flankspeed.games.samar.options import SamarOptions


def own(**data: Any) -> Overrides:
    return convert(data, Overrides, "the data")


def test_own_ratings_and_flags() -> None:
    changed = ships(
        "85",
        own(ships={"J-Yamato": {"front": {"gunnery": 6}, "back": {"speed": 5}, "radar": True}}),
    )
    printed = ships()
    assert changed[0].front == printed[0].front._replace(gunnery=6)
    assert changed[0].back == printed[0].back._replace(speed=5)
    assert changed[0].radar
    assert not printed[0].radar
    assert changed[1:] == printed[1:]


def test_a_flag_can_be_taken_away() -> None:
    changed = ships("85", own(ships={"U-CVE7": {"plunging": False}}))
    by_id = {ship.id: ship for ship in changed}
    assert not by_id["U-CVE7"].plunging
    assert by_id["U-CVE7"].torpedo_prone
    assert by_id["U-CVE8"].plunging


def test_an_own_speed_stands_at_full_speed_too() -> None:
    changed = ships("full", own(ships={"J-Yamato": {"front": {"speed": 5}}}))
    assert (changed[0].front.speed, changed[0].back.speed) == (5, 5)


def test_own_sighting_distances() -> None:
    changed = turns(own(sighting={"0712": 8}))
    assert [turn.sighting for turn in changed[:4]] == [15, 17, 8, 12]
    assert turns()[2].sighting == 12


def test_own_air_units() -> None:
    torpedo, _, _, special = squadrons(own(air={"TB": {"count": 5}, "SA": {"weight": 7}}))
    assert (torpedo.count, torpedo.dice, special.count, special.weight) == (5, 2, 6, 7)
    assert squadrons()[0].count == 4


def test_an_own_map() -> None:
    chart = sea(own(map={"09": {"shallows": "30, 39-40", "land": "41-43"}, "01": {}}))
    assert [row for row in range(1, 44) if chart.terrain_at(9, row) == SHALLOWS] == [30, 39, 40]
    assert [row for row in range(1, 44) if chart.terrain_at(9, row) == LAND] == [41, 42, 43]
    assert {chart.terrain_at(1, row) for row in range(1, 44)} == {OCEAN}
    assert chart.terrain_at(2, 43) == LAND
    assert terrain_at(9, 43) == SHALLOWS


def test_own_figures_from_a_file_reach_the_charts(tmp_path: Path) -> None:
    file = tmp_path / "my-ships.toml"
    file.write_text(
        "[ships.U-DD6]\nback = { torpedo = 2 }\n[sighting]\n0648 = 20\n"
        '[air.F]\ncount = 4\n[map]\n11 = { shallows = "40-43" }\n'
    )
    charts = charts_of(SamarOptions(), read_toml(file))
    assert charts.torpedo[2 * charts.number["U-DD6"] + 1] == 2
    assert charts.turns[0].sighting == 20
    assert len(charts.units) == 17
    assert charts.terrain[hex_at(11, 43)] == SHALLOWS
    assert len(charts.south) == 21


WRONG_DATA: list[tuple[dict[str, Any], str]] = [
    ({"fleet": {}}, "unknown field `fleet`"),
    ({"ships": 3}, "Expected `object`, got `int`"),
    ({"ships": {"CA1": {}}}, "there is no ship 'CA1'"),
    ({"ships": {"J-CA1": {"armour": 3}}}, "unknown field `armour`"),
    ({"ships": {"J-CA1": {"front": {"armour": 3}}}}, "unknown field `armour`"),
    ({"ships": {"J-CA1": {"front": {"armor": "3"}}}}, "Expected `int"),
    ({"ships": {"J-CA1": {"front": {"armor": 0}}}}, "`int` >= 1"),
    ({"ships": {"J-CA1": {"front": {"range": 31}}}}, "`int` <= 30"),
    ({"ships": {"J-CA1": {"front": {"gunnery": -1}}}}, "`int` >= 0"),
    ({"ships": {"J-CA1": {"front": {"maneuver": 4}}}}, "`int` <= 3"),
    ({"ships": {"J-CA1": {"front": {"armor": 1}}}}, "J-CA1: armor 2 when damaged is more than 1"),
    ({"ships": {"J-CA1": {"radar": 1}}}, "Expected `bool"),
    ({"ships": {"J-CA1": {"front": [11, 3]}}}, "Expected `object`, got `array`"),
    ({"sighting": {"0649": 10}}, "there is no turn '0649'"),
    ({"sighting": {"0648": 0}}, "`int` >= 1"),
    ({"sighting": {"0648": "far"}}, "Expected `int`"),
    ({"sighting": [15, 17]}, "Expected `object`, got `array`"),
    ({"air": {"VT": {"count": 3}}}, "there is no kind 'VT' (TB, DB, F, SA)"),
    ({"air": {"TB": {"count": 37}}}, "`int` <= 36"),
    ({"air": {"TB": {"dice": 0}}}, "`int` >= 1"),
    ({"air": {"TB": {"role": "dive"}}}, "unknown field `role`"),
    ({"map": {"33": {}}}, "the map has columns 01 to 32, not '33'"),
    ({"map": {"9": {}}}, "the map has columns 01 to 32, not '9'"),
    ({"map": {"x1": {}}}, "not 'x1'"),
    ({"map": {"09": {"reef": "1-2"}}}, "unknown field `reef`"),
    ({"map": {"09": {"land": "43-41"}}}, "'43-41' is no row or range of rows"),
    ({"map": {"09": {"land": "41-44"}}}, "'41-44' is no row"),
    ({"map": {"09": {"land": "0-3"}}}, "'0-3' is no row"),
    ({"map": {"09": {"land": "all"}}}, "'all' is no row"),
    ({"map": {"09": {"land": "5", "shallows": "4-6"}}}, "row 5 is named twice"),
    ({"map": {"01": {"land": "2"}}}, "hex 0102 cannot be land: ships enter there"),
    ({"map": {"32": {"land": "42"}}}, "hex 3242 cannot be land: ships enter there"),
    ({"map": {"12": {"land": "9"}}}, "hex 1209 cannot be land: ships are set up there"),
    (
        {"map": {f"{column:02d}": {"shallows": "43"} for column in range(9, 33)}},
        "no open ocean at the south edge",
    ),
]


@pytest.mark.parametrize(("data", "why"), WRONG_DATA)
def test_wrong_own_figures_are_refused(data: dict[str, Any], why: str) -> None:
    with pytest.raises(DataError, match=re.escape(why)) as caught:
        charts_of(SamarOptions(), data)
    assert "\n" not in str(caught.value)
