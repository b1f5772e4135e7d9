"""The page for players, docs/samar.md: what it shows can be typed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from toy_game import Nim

from flankspeed.engine.data import convert
from flankspeed.games.samar.data.air import squadrons
from flankspeed.games.samar.data.map import LAND, OCEAN, SHALLOWS, sea
from flankspeed.games.samar.data.overrides import Overrides, ShipChange
from flankspeed.games.samar.data.ships import ships
from flankspeed.games.samar.data.track import track
from flankspeed.games.samar.options import SamarOptions

PAGE = (Path(__file__).parents[3] / "docs" / "samar.md").read_text(encoding="utf-8")


class Chart(Nim):
    """Any game with these options."""

    name = "samar"
    options_type = SamarOptions


@pytest.fixture(scope="module")
def example() -> Overrides:
    found = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(found) == 1
    return convert(tomllib.loads(found[0]), Overrides, "the example")


def test_the_options_shown_are_options() -> None:
    shown = re.findall(r"(?:`|--option )([a-z_0-9]+)=([\w+]+)", PAGE)
    assert len(shown) >= 8
    for name, value in shown:
        assert Chart().options({name: value}) != SamarOptions(), name


def test_the_example_of_own_figures_counts(example: Overrides) -> None:
    yamato = next(ship for ship in ships("85", example) if ship.id == "J-Yamato")
    assert (yamato.front.gunnery, yamato.front.secondary, yamato.front.armor) == (6, 5, 7)
    assert (yamato.back.speed, yamato.back.gunnery, yamato.radar) == (3, 3, True)
    assert [turn.sighting for turn in track(example).turns[:3]] == [14, 17, 10]
    assert {squadron.kind: squadron.count for squadron in squadrons(example)}["TB"] == 5
    chart = sea(example)
    assert [chart.terrain_at(9, row) for row in range(38, 44)] == [
        OCEAN,
        SHALLOWS,
        SHALLOWS,
        LAND,
        LAND,
        SHALLOWS,
    ]
    assert {chart.terrain_at(10, row) for row in range(1, 44)} == {OCEAN}


def test_every_flag_and_rating_is_named() -> None:
    names = [*ShipChange.__struct_fields__, *ships("85")[0].front._fields]
    assert [name for name in names if f"`{name}`" not in PAGE and f"{name} = " not in PAGE] == []
