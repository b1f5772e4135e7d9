"""What players are told before they begin: of every scenario, to every seat."""

import pytest

from flankspeed import bots, games
from flankspeed.engine import Log, OptionError, Rolled

GAMES = list(games.names())
ATTACKS = ("wave comes", "shot", "volley", "guns fire")  # what a fight begins with


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_is_told_of_every_scenario(name: str) -> None:
    game = games.load(name)
    rules = {rule.id for rule in game.rules()}
    for scenario in game.scenarios:
        for seat in game.seats:
            told = game.briefing(scenario.name, seat)
            words = (told.situation, told.forces, told.goal, told.length, told.decides)
            assert all(text.endswith(".") for text in words), (scenario, seat)
            assert told.rule in rules
        if scenario.name != game.own_scenario:
            assert scenario.minutes > 0
            assert scenario.hardness in ("easy", "middling", "hard")


@pytest.mark.parametrize("name", GAMES)
def test_nobody_else_is_briefed(name: str) -> None:
    game = games.load(name)
    with pytest.raises(OptionError, match="has no scenario 'x'"):
        game.briefing("x", game.seats[0])
    with pytest.raises(OptionError, match="has no seat 'raf'"):
        game.briefing(game.scenarios[0].name, "raf")


def test_the_first_scenario_of_picket_brings_a_fight() -> None:
    """A day of a great raid; the introduction of the rulebook often ends without an enemy."""
    game = games.load("picket")
    bot = bots.make(game, "staff")
    for seed in range(40):
        state, dice, log = (
            game.new(game.find_scenario(None).name, game.options()),
            Rolled(seed),
            Log(),
        )
        state.advance(dice, log)
        while state.decision:
            state.play(bot.choose(state, state.decision), dice, log)
        assert any(event.kind in ATTACKS for event in log.events), seed
