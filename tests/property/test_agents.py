"""What games tell agents is so, over random play of all scenarios with all values of options."""

from __future__ import annotations

import random
from typing import Any

import pytest
from agents import Eyes, states

from flankspeed import games
from flankspeed.engine import Game
from flankspeed.engine.action import parts

TELLING = games.names()
MOST_ACTIONS = 1_500

every_game = pytest.mark.parametrize("name", TELLING)


def setups(game: Game[Any], count: int) -> list[tuple[str, dict[str, object]]]:
    """Every scenario with the defaults, then every value of every option at least once.

    Values are shuffled together, so that they meet in pairs.
    """
    chance = random.Random(7)
    names = [name for name in game.ready_scenarios() if name not in game.campaigns]
    values = {
        info.name: [value for value in info.values.split("|") if value != "custom"]
        for info in game.option_infos()
        if "|" in info.values
    }
    drawn = {name: chance.sample(found * count, count) for name, found in values.items()}
    for name, found in values.items():
        drawn[name][: len(found)] = chance.sample(found, len(found))
    varied: list[tuple[str, dict[str, object]]] = [
        (chance.choice(names), {name: found[number] for name, found in drawn.items()})
        for number in range(count)
    ]
    return [(name, {}) for name in names] + varied


@every_game
def test_nothing_is_offered_that_is_not_told_and_no_game_is_longer(name: str) -> None:
    game = games.load(name)
    for seed, (scenario, values) in enumerate(setups(game, 12)):
        options = game.options(values)
        actions = game.actions(scenario, options)
        known = set(actions)
        assert len(known) == len(actions) <= MOST_ACTIONS
        count = 0
        for state in states(game, scenario, values, seed):
            if state.decision:
                offered = [option.action for option in state.decision.options]
                assert known.issuperset(offered)
                assert len(set(offered)) == len(offered)
                count += 1
        assert count <= game.longest(scenario, options)


@every_game
def test_the_list_of_actions_is_always_the_same(name: str) -> None:
    game = games.load(name)
    for scenario, values in setups(game, 3):
        first = game.actions(scenario, game.options(values))
        assert game.actions(scenario, game.options(values)) == first
        assert [" ".join(filter(None, parts(action))) for action in first] == list(first)


@every_game
def test_every_number_that_is_seen_is_written_and_keeps_its_bounds(name: str) -> None:
    game = games.load(name)
    for seed, (scenario, values) in enumerate(setups(game, 8)):
        eyes = Eyes(game, scenario, values)
        assert len(set(eyes.names)) == len(eyes.names)
        for number, state in enumerate(states(game, scenario, values, seed)):
            if number % 7 == 0 or state.decision is None:
                for seat in game.seats:
                    assert eyes.outside(state, seat) == []


@every_game
def test_a_side_stands_between_lost_and_won_and_the_end_is_the_result(name: str) -> None:
    game = games.load(name)
    sides = (*game.seats, *game.enemies)
    for seed, (scenario, values) in enumerate(setups(game, 4)):
        for state in states(game, scenario, values, seed):
            scores = [game.score(state, side) for side in sides]
            assert all(-1 <= score <= 1 for score in scores)
            assert sum(scores) == pytest.approx(0)
        assert state.result
        winner = state.result.winner
        assert scores == [0 if winner is None else 1 if side == winner else -1 for side in sides]
