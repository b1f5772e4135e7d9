"""Gymnasium's environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from small_games import SCENARIOS, every_game

import flankspeed
from flankspeed.adapters.gym import FlankspeedEnv, env_id
from flankspeed.engine import IllegalChoice, OptionError

# The checker finds fault with agents' numbers that are not normalised, and with an SVG.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def short(name: str, **settings: Any) -> FlankspeedEnv:
    return FlankspeedEnv(name, SCENARIOS[name], **settings)


def play(env: FlankspeedEnv, seed: int, steps: int | None = None) -> list[tuple[Any, ...]]:
    """A random game, or the beginning of it: what each step gave."""
    chance, (_, info) = Random(seed), env.reset(seed=seed)
    return go_on(env, info, chance, steps)


def go_on(
    env: FlankspeedEnv, info: dict[str, Any], chance: Random, steps: int | None = None
) -> list[tuple[Any, ...]]:
    told: list[tuple[Any, ...]] = []
    while steps is None or len(told) < steps:
        told.append(env.step(chance.choice(np.flatnonzero(info["action_mask"]))))
        info = told[-1][-1]
        if told[-1][2] or told[-1][3]:
            break
    return told


def same(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(first[0], second[0]) and first[1:4] == second[1:4]
        for first, second in zip(one, other, strict=True)
    )


@every_game
def test_the_official_checker_finds_nothing(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(env_id(name)).unwrapped)


def test_the_checker_finds_nothing_where_a_bot_plays() -> None:
    made = gymnasium.make("flankspeed/Kamikaze-v0", seat="usn", opponent="ensign", reward="shaped")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made.unwrapped)


@every_game
def test_a_seed_gives_the_same_game_and_none_any(name: str) -> None:
    env, twin = short(name), short(name)
    assert same(play(env, 5), play(twin, 5))
    first, second = env.reset()[1]["seed"], twin.reset()[1]["seed"]
    assert first == second != env.reset()[1]["seed"]  # the generator that 5 has made decides


def test_the_dice_of_a_seed_are_those_of_a_match() -> None:
    env = FlankspeedEnv("kamikaze", "dives-1")
    env.reset(seed=4)
    match = flankspeed.new("kamikaze", "dives-1", seed=4)
    while match.decision is not None:
        choice = match.decision.options[0]
        match.play(choice)
        *_, over, _, info = env.step(env.actions.index(choice.action))
        assert over == (match.result is not None)
    assert match.result is not None
    assert info["outcome"] == match.result.outcome
    assert info["figures"] == match.game.figures(match.state)


@every_game
def test_masks_name_what_can_be_chosen(name: str) -> None:
    env = short(name)
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    assert (mask == info["action_mask"]).all()
    assert mask.shape == (len(env.actions),)
    match = flankspeed.new(name, SCENARIOS[name], seed=1)
    assert match.decision is not None
    offered = {option.action for option in match.decision.options}
    assert {env.actions[number] for number in np.flatnonzero(mask)} == offered
    assert play(env, 1)[-1][-1]["action_mask"].sum() == 0
    assert env.observation_space.shape == (len(env.features),)


def test_an_illegal_action_loses_at_once() -> None:
    env = FlankspeedEnv("kamikaze", "dives-3", reward="shaped")
    _, info = env.reset(seed=1)
    before = play(env, 1, steps=3)
    illegal = int(np.flatnonzero(before[-1][-1]["action_mask"] == 0)[0])
    *_, won, over, truncated, info = env.step(illegal)
    assert (over, truncated, info["action_mask"].sum()) == (True, False, 0)
    assert f"action {illegal} (" in info["illegal"]
    start = env._game.score(flankspeed.new("kamikaze", "dives-3", seed=1).state, "ijn")
    assert sum(step[1] for step in before) + won == pytest.approx(-1 - start)
    with pytest.raises(IllegalChoice, match="the game is over: reset the environment"):
        env.step(0)


def test_or_it_is_refused_and_nothing_has_changed() -> None:
    env = FlankspeedEnv("kamikaze", "dives-3", illegal="raise")
    wanted = play(env, 3)
    _, info = env.reset(seed=3)
    with pytest.raises(IllegalChoice, match="there is no action 999: kamikaze has 18 here"):
        env.step(999)
    assert same(go_on(env, info, Random(3)), wanted)


@every_game
def test_rewards_are_the_result_or_add_up_to_it(name: str) -> None:
    plain, shaped = short(name), short(name, reward="shaped")
    for seed in range(3):
        told, wanted = play(shaped, seed), play(plain, seed)
        assert [step[1] for step in wanted[:-1]] == [0] * (len(wanted) - 1)
        state = flankspeed.new(name, SCENARIOS[name], seed=seed).state
        start = plain._game.score(state, plain._seat)
        assert sum(step[1] for step in told) == pytest.approx(wanted[-1][1] - start)
    assert any(step[1] for step in told[:-1])


def test_one_seat_plays_against_a_bot() -> None:
    env = FlankspeedEnv("kamikaze", seat="usn", opponent="ensign")
    told = play(env, 2)
    assert {step[-1]["seat"] for step in told[:-1]} == {"usn"}
    assert same(told, play(env, 2))
    alone = FlankspeedEnv("kamikaze", seat="usn")
    assert {step[-1]["seat"] for step in play(alone, 2)[:-1]} == {"usn", "ijn"}


def test_a_seat_that_chooses_nothing_is_none_to_play() -> None:
    env = FlankspeedEnv("kamikaze", "dives-1", seat="usn", opponent="random")
    with pytest.raises(OptionError, match="usn has nothing to choose in dives-1 of kamikaze"):
        env.reset(seed=1)


@every_game
def test_it_is_copied_and_sent_in_mid_game(name: str) -> None:
    env = short(name, opponent="random")
    info = play(env, 7, steps=1)[-1][-1]
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    told = go_on(env, info, Random(1))
    assert told
    for twin in twins:
        assert same(go_on(twin, info, Random(1)), told)


def test_the_board_is_shown_as_text_as_svg_and_as_pixels() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = FlankspeedEnv("kamikaze", "dives-1", render_mode=mode)
        env.reset(seed=4)
        shown[mode] = env.render()
    match = flankspeed.new("kamikaze", "dives-1", seed=4)
    assert shown["ansi"] == str(match)
    assert shown["svg"] == match._repr_svg_()
    pixels = shown["rgb_array"]
    assert isinstance(pixels, np.ndarray)
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (960, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
    unseen = FlankspeedEnv("kamikaze")
    unseen.reset(seed=4)
    assert unseen.render() is None


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"scenario": "sea"}, "kamikaze has no scenario 'sea'"),
        ({"options": {"sea": 1}}, "kamikaze has no option 'sea'"),
        ({"seat": "raf"}, "kamikaze has no seat 'raf'"),
        ({"opponent": "nelson"}, "kamikaze has no bot 'nelson'"),
        ({"reward": "gold"}, "reward is result or shaped, not 'gold'"),
        ({"illegal": "shrug"}, "illegal is lose or raise, not 'shrug'"),
        ({"render_mode": "human"}, "render_mode is one of ansi, svg, rgb_array, not 'human'"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        FlankspeedEnv(**{"game": "kamikaze", **settings})
    assert str(refused.value).startswith(sentence)


def test_it_is_reset_first() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        FlankspeedEnv("kamikaze").step(0)
