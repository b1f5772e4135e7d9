"""Where a game stands, of all games: in every position of random play it is told, and right."""

from typing import Any

import pytest

from flankspeed import bots, games
from flankspeed.engine import Game, Match, Rolled
from flankspeed.engine.show.status import Status

CASES = [
    (name, scenario) for name in games.names() for scenario in games.load(name).ready_scenarios()
]
MOST = 400  # choices of one game


def statuses(game: Game[Any], scenario: str) -> list[Status]:
    """What every position of a random game says, as the seat that must choose is told it."""
    match, bot, found = Match(game, scenario, dice=Rolled(7)), bots.make(game, "random"), []
    while match.decision and match.choices < MOST:
        found.append(match.view(match.decision.seat).status)
        match.play(bot.choose(match.state, match.decision))
    return [*found, match.view(None).status]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_every_position_says_where_the_game_stands(name: str, scenario: str) -> None:
    game = games.load(name)
    rules = {rule.id for rule in game.rules()}
    for status in statuses(game, scenario):
        assert status.phase is not None
        assert status.phases[status.phase]
        assert status.turn
        assert status.next
        assert status.standing
        assert status.help.endswith(".")
        assert status.rule in rules


def status_of(name: str, scenario: str | None = None, *choices: str) -> Status:
    match = Match(games.load(name), scenario, dice=Rolled(1))
    for choice in choices:
        match.play(choice)
    return match.view(None).status


def test_samar_begins_with_the_map_to_be_cleared() -> None:
    status = status_of("samar", None, "formation")
    assert (status.turn, status.time) == ("Turn 1 of 16", "06:48")
    assert (status.phases[status.phase or 0], status.next) == ("Movement", "Removal")
    assert "13 USN ships are on the map" in status.standing


def test_picket_says_the_day_and_how_long_she_must_hold() -> None:
    status = status_of("picket", "4")
    assert (status.turn, status.time) == ("Phase 1 of 3", "6 Apr 1945")
    assert status.standing.startswith("on station: hold her for 3 more phases")


def test_kamikaze_counts_who_came_through_and_then_the_damage() -> None:
    assert status_of("kamikaze", "attack").standing.startswith("0 of 6 kamikazes through")
    dive = status_of("kamikaze", "dives-2", "face E")
    assert dive.turn == "Dive 1 of 2"
    assert dive.standing.startswith("0 of 6 damage, 2 kamikazes left to dive")
