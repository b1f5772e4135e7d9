"""The levels of Picket Duty: the same staff, seeing less; each plays by its seed."""

from __future__ import annotations

import pytest
from picket_fire import play, texts, wave

from flankspeed import bots
from flankspeed.engine import Bot, Rolled
from flankspeed.games.picket.bots.staff import StaffBot
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.state import PicketState

GAME = Picket()
LEVELS = ["ensign", "lieutenant", "captain", "admiral"]


def chosen(level: str, seed: int, game: int, anew: bool = False) -> list[str]:
    """All choices of a game; `anew`: another bot of this seed is asked each time."""
    state, dice = GAME.new("1", GAME.options()), Rolled(game)
    state.advance(dice)
    bot, made = bots.make(GAME, level, seed), []
    while state.decision is not None:
        bot = bots.make(GAME, level, seed) if anew else bot
        choice = bot.choose(state, state.decision)
        made.append(choice.text)
        state.play(choice, dice)
    return made


def aimed(bot: Bot, state: PicketState) -> list[str]:
    """What a bot orders until it lets the guns fire."""
    orders: list[str] = []
    while state.decision is not None and not texts(state, "resolve"):
        order = bot.choose(state, state.decision).text
        if order == "fire":
            break
        orders.append(order)
        play(state, order)
    return orders


def hits(level: str, games: int) -> int:
    total = 0
    for game in range(games):
        state, dice = GAME.new("3", GAME.options()), Rolled(game)
        bot = bots.make(GAME, level, game)
        state.advance(dice)
        while state.decision is not None:
            state.play(bot.choose(state, state.decision), dice)
        total += sum(state.hits_by_bearing)
    return total


def test_names() -> None:
    assert bots.names(GAME) == ["random", *LEVELS]
    assert bots.strongest(GAME) == "admiral"
    assert isinstance(bots.make(GAME, "staff"), StaffBot)  # its name before there were levels


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_made_anew_in_the_middle_of_a_game_plays_on(level: str) -> None:
    assert chosen(level, 4, 3) == chosen(level, 4, 3, anew=True)


@pytest.mark.parametrize("level", LEVELS)
def test_seeds_play_differently(level: str) -> None:
    assert len({tuple(chosen(level, seed, 3)) for seed in range(4)}) > 1


@pytest.mark.parametrize(("level", "least"), [("ensign", 3), ("lieutenant", 6), ("captain", 8)])
def test_even_the_weakest_fire_their_guns(level: str, least: int) -> None:
    """Guns that add little are forgotten, the more of them the lower the level."""
    for seed in range(5):
        orders = aimed(bots.make(GAME, level, seed), wave("Zero 90L", "Zero 270L", "Zero 0M"))
        assert len([order for order in orders if order.startswith("aim")]) >= least


def test_the_ensign_looks_at_the_lowest_planes() -> None:
    low = high = 0
    for seed in range(12):
        orders = aimed(bots.make(GAME, "ensign", seed), wave("Zero 90L", "Zero 90M"))
        low += sum(order.endswith(" 1") for order in orders)
        high += sum(order.endswith(" 2") for order in orders)
    assert low > high


def test_the_lowest_level_takes_more_hits_than_the_highest() -> None:
    assert hits("ensign", 30) > 1.2 * hits("admiral", 30)
