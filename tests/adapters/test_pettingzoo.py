"""PettingZoo's environments."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from small_games import SCENARIOS, every_game

import flankspeed
from flankspeed.adapters.pettingzoo import FlankspeedAEC, env, parallel_env
from flankspeed.engine import IllegalChoice, OptionError

CYCLES = 60

# The suites recommend other names for agents than those of seats, and arrays alone.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def go_on(made: FlankspeedAEC, chance: Random, steps: int = 10**6) -> Iterator[tuple[str, Any]]:
    """Random play: each agent, and what it is told before it acts."""
    for agent in made.agent_iter(steps):
        told = made.last()
        yield agent, told
        seen, _, terminated, truncated, _ = told
        over = terminated or truncated
        made.step(None if over else chance.choice(np.flatnonzero(seen["action_mask"])))


@every_game
def test_the_official_suites_find_nothing(name: str) -> None:
    api_test(env(name), num_cycles=CYCLES)
    api_test(env(name, SCENARIOS[name], reward="shaped"), num_cycles=CYCLES)
    seed_test(lambda: env(name), num_cycles=CYCLES)
    parallel_api_test(parallel_env(name), num_cycles=CYCLES)


@every_game
def test_all_seats_are_told_how_it_ended(name: str) -> None:
    made = env(name, SCENARIOS[name])
    made.reset(seed=3)
    told = list(go_on(made, Random(3)))
    ends = {agent: reward for agent, (_, reward, over, _, _) in told if over}
    assert set(ends) == set(made.possible_agents)
    assert made.agents == []
    state = made._under_way().state
    assert ends == {agent: made._game.score(state, agent) for agent in ends}
    assert sum(map(abs, ends.values())) == len(ends)


def test_shaped_rewards_add_up_to_the_result() -> None:
    made = env("kamikaze", "dives-3", reward="shaped")
    made.reset(seed=3)
    start = flankspeed.new("kamikaze", "dives-3", seed=3)
    sums = dict.fromkeys(made.possible_agents, 0.0)
    for agent, (_, reward, *_) in go_on(made, Random(3)):
        sums[agent] += reward
    for agent, total in sums.items():
        end = made._game.score(made._under_way().state, agent)
        assert total == pytest.approx(end - start.game.score(start.state, agent))


def test_a_mask_is_empty_when_it_is_not_ones_turn() -> None:
    made = env("kamikaze")
    made.reset(seed=1)
    waits = next(agent for agent in made.agents if agent != made.agent_selection)
    assert made.observe(waits)["action_mask"].sum() == 0
    mask = made.observe(made.agent_selection)["action_mask"]
    assert [made.actions[number] for number in np.flatnonzero(mask)] == [
        f"pick E{number}" for number in range(1, 7)
    ]
    assert len(made.features) == len(made.observe(waits)["observation"])


def test_an_illegal_action_is_refused_and_nothing_has_changed() -> None:
    made = env("kamikaze")
    made.reset(seed=1)
    before = copy.deepcopy(made._under_way().state)
    with pytest.raises(IllegalChoice, match=r"action 0 \(move ahead\) cannot be chosen now, but"):
        made.step(0)
    with pytest.raises(IllegalChoice, match="ijn must choose"):
        made.step(None)
    assert made._under_way().state == before


@every_game
def test_it_is_copied_and_sent_in_mid_game(name: str) -> None:
    made = env(name)
    made.reset(seed=2)
    list(go_on(made, Random(2), steps=20))
    twins = [copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    told = list(go_on(made, Random(5), steps=50))
    for twin in twins:
        again = list(go_on(twin, Random(5), steps=50))
        assert [agent for agent, _ in again] == [agent for agent, _ in told]
        for (_, one), (_, other) in zip(again, told, strict=True):
            assert np.array_equal(one[0]["observation"], other[0]["observation"])
            assert one[1:] == other[1:]


def test_the_board_is_shown_to_whose_turn_it_is() -> None:
    made = env("samar", render_mode="ansi")
    made.reset(seed=1)
    assert made.render() == str(flankspeed.new("samar", seed=1))
    made.close()


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    with pytest.raises(OptionError) as error:
        yield
    assert str(error.value).startswith(sentence)


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    with refused("there is no game 'chess'"):
        env("chess")
    with refused("reward is result or shaped"):
        env("kamikaze", reward="gold")
    with refused("render_mode is one of"):
        parallel_env("kamikaze", render_mode="human")
    with pytest.raises(RuntimeError, match="reset the environment first"):
        env("kamikaze").observe("ijn")
