"""The template for figures of one's own: it says what the game has, and what is changed counts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from templates import changed, charts_with, switched_on

from flankspeed import games
from flankspeed.engine.data import parse_toml
from flankspeed.games.samar.data.charts import Charts, charts_of
from flankspeed.games.samar.data.formulas import FLAGS
from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.data.ships import ships
from flankspeed.games.samar.options import SamarOptions

TEMPLATE = games.load("samar").find_template("figures")


def as_is(text: str) -> str:
    return text


def of(text: str) -> Charts:
    return charts_of(SamarOptions(), parse_toml(text, "the template"))


@pytest.mark.parametrize("filled_in", [as_is, switched_on])
def test_it_says_what_the_game_has(filled_in: Callable[[str], str]) -> None:
    ours, template = charts_of(SamarOptions()), of(filled_in(TEMPLATE.text))
    assert template.ships == ours.ships
    assert template.turns == ours.turns
    assert template.sea == ours.sea
    assert template.squadrons == ours.squadrons


def test_all_of_ours_stands_in_it() -> None:
    contents = parse_toml(switched_on(TEMPLATE.text), "the template")
    ours = charts_of(SamarOptions())
    assert list(contents["ships"]) == list(ours.ids)
    assert all({"front", "back"} <= ship.keys() for ship in contents["ships"].values())
    assert list(contents["sighting"]) == [turn.time for turn in ours.turns]
    assert list(contents["air"]) == [squadron.kind for squadron in ours.squadrons]


def test_the_flags_of_a_ship_stand_behind_her_name() -> None:
    found = re.findall(r"^# (.+)\n#(\S+)\.front", TEMPLATE.text, re.MULTILINE)
    assert [heading for heading, _ in found] == [
        ": ".join(filter(None, [ship.name, ", ".join(f for f in FLAGS if getattr(ship, f))]))
        for ship in ships()
    ]
    assert [name for _, name in found] == [ship.id for ship in ships()]


def test_what_a_player_changes_counts() -> None:
    text = changed(TEMPLATE.text, "0712 = 12", "0712 = 9")
    text = changed(text, "TB = { count = 4", "TB = { count = 5")
    text = changed(text, 'shallows = "42-43"', 'shallows = "40-43"')
    text = changed(text, "#U-DD6.front = { range = 9", "U-DD6.front = { range = 10")
    text = changed(text, "#J-Yamato.radar = false", "J-Yamato.radar = true")
    charts = charts_with("samar", TEMPLATE, text)
    assert charts.turns[2].sighting == 9
    assert charts.squadrons[0].count == 5
    assert charts.sea.terrain_at(10, 40) == SHALLOWS
    assert charts.ships[charts.number["U-DD6"]].front.range == 10
    assert charts.ships[charts.number["J-Yamato"]].radar
