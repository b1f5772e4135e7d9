"""Picket Duty's scenario and campaign cards, and the names of ships."""

from __future__ import annotations

from typing import Any

import pytest
from picket_broken import REMOVE, refused

from flankspeed.games.picket.data.calendar import MIDDAY, MORNING, NIGHT, date_name
from flankspeed.games.picket.data.load import DATA, raw
from flankspeed.games.picket.data.scenarios import (
    campaigns,
    hull_number,
    parse_campaigns,
    parse_scenarios,
    parse_ship_names,
    scenarios,
    ship_names,
)


@pytest.mark.parametrize(
    ("number", "day", "ship", "hull", "station", "kikusui"),
    [
        (1, "7 Jun 1945", "Anthony", 515, 1, 0),
        (2, "27 May 1945", "Braine", 630, 5, 8),
        (3, "12 Apr 1945", "Cassin Young", 793, 1, 2),
        (4, "6 Apr 1945", "Colhoun", 801, 2, 1),
        (5, "11 May 1945", "Evans", 552, 15, 6),
        (6, "26 Mar 1945", "Kimberly", 521, 9, 0),
        (7, "4 Apr 1945", "La Prade", 0, 1, 0),
        (8, "7 Apr 1945", "Dunlap", 0, 2, 0),
    ],
)
def test_cards(number: int, day: str, ship: str, hull: int, station: int, kikusui: int) -> None:
    card = scenarios()[number]
    assert (date_name(card.first), card.ship, hull_number(card.ship)) == (day, ship, hull)
    assert (card.station, card.kikusui) == (station, kikusui)
    assert card.last - card.first == (number == 7)


def test_special_rules_of_cards() -> None:
    cards = scenarios()
    assert cards[1].phases == (MIDDAY,)
    assert cards[2].phases == (MORNING, MIDDAY, NIGHT)
    assert dict(cards[7].relief) == {
        (1, MIDDAY): 6, (1, NIGHT): 5, (2, MORNING): 5, (2, MIDDAY): 4, (2, NIGHT): 4,
    }  # fmt: skip
    assert (cards[7].fit, cards[8].fit) == ("la_prade", "dunlap")
    assert not cards[8].manoeuvre
    assert (cards[8].stopped_at_least, cards[8].stopped_modifier) == (5, 1)
    assert all(card.manoeuvre and not card.stopped_at_least for card in list(cards.values())[:7])


def test_campaigns() -> None:
    cards = campaigns()
    assert [cards.mini_days[roll] for roll in range(1, 7)] == [3, 3, 3, 5, 5, 5]
    assert (cards.mini_first, cards.long_first) == (1, 1)
    assert (cards.blocks, cards.block_days, cards.draw_at) == (5, 5, 8)


def test_names() -> None:
    names = ship_names()
    assert len(names) == 57
    assert (names[0], names[-1]) == (("Ammen", 527), ("Wren", 568))
    assert hull_number("Heywood L. Edwards") == 663


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("scenario.1", REMOVE, "not numbered in order"),
        ("scenario.0.first", "Jun 31", "1945 has no day Jun 31"),
        ("scenario.6.last", "Apr 3", "it ends before it begins"),
        ("scenario.0.station", 17, "there is no station 17"),
        ("scenario.0.fit", "yamato", "'yamato' is unknown"),
        ("scenario.0.phases", ["night", "morning"], "once each, in order"),
        ("scenario.0.phases", ["dusk"], "Invalid enum value 'dusk'"),
        ("scenario.1.kikusui", 7, "May 27 is no day of Kikusui 7"),
        ("scenario.6.relief.0.0", 3, "relief beyond its turns"),
        ("scenario.6.relief.0.2", 7, "the faces of a d6"),
        ("scenario.7.stopped_at_least", 7, "stopped_at_least is no face"),
        ("scenario.0.source", "", "source must be"),
    ],
)
def test_broken_scenarios_are_refused(path: str, value: Any, why: str) -> None:
    refused(parse_scenarios, "scenarios", path, value, why)


def test_broken_campaigns_are_refused() -> None:
    refused(parse_campaigns, "scenarios", "mini_campaign.rows.1", REMOVE, "rolls 4 to 6")
    refused(parse_campaigns, "scenarios", "long_campaign.first", "Jul 1", "not on the time record")


def test_broken_names_are_refused() -> None:
    refused(parse_ship_names, "names", "names.ships.1.0", "Ammen", "the same name or hull number")
    refused(parse_ship_names, "names", "names.ships.1.1", 527, "the same name or hull number")


def _sources(value: Any) -> list[dict[str, Any]]:
    """Every part of a file that names its source."""
    if isinstance(value, list):
        return [found for item in value for found in _sources(item)]
    if not isinstance(value, dict):
        return []
    own = [value] if "source" in value else []
    return own + [found for item in value.values() for found in _sources(item)]


def test_every_file_names_its_sources() -> None:
    found = [path.name for path in DATA.iterdir() if path.name.endswith(".toml")]
    names = sorted(name.removesuffix(".toml") for name in found)
    assert names == [
        "afs", "attacks", "calendar", "chits", "consequences", "damage", "firing_chart", "fits",
        "gunnery", "hits", "names", "planes", "scenarios", "ship", "stations", "weather",
    ]  # fmt: skip
    for name in names:
        parts = _sources(raw(name))
        assert parts, name
        for part in parts:
            assert part["source"] in ("rulebook", "reconstructed")
            assert part["source"] == "rulebook" or part.get("why"), (name, part)
