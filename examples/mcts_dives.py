"""OpenSpiel's Monte Carlo tree search flies three kamikazes at the ship.

It knows no rule: it asks the game for what may be done, for chances, and for how a side stands.

    python examples/mcts_dives.py --games 100 --simulations 100
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot

from flankspeed.adapters.openspiel import ScoreEvaluator, load
from flankspeed.lab.statistics import Estimate, Sample

SCENARIO = "dives-3"
EXPLORATION = 1.0  # how much the search looks at what has not been good so far

Choose = Callable[[Any], int]


def searching(simulations: int, seed: int) -> Choose:
    """Who searches before each choice."""
    bot = MCTSBot(
        load("kamikaze", SCENARIO),
        EXPLORATION,
        simulations,
        ScoreEvaluator(),
        random_state=np.random.RandomState(seed),
    )
    return lambda state: int(bot.step(state))


def at_random(seed: int) -> Choose:
    """Who does not."""
    chance = np.random.RandomState(seed)
    return lambda state: int(chance.choice(state.legal_actions()))


def damage(choose: Choose, games: int, seed: int) -> Estimate:
    """The points of damage that three dives do to the ship on the average; 6 sink her."""
    game, dice, sample = load("kamikaze", SCENARIO), np.random.RandomState(seed), Sample()
    for _ in range(games):
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(outcomes, p=chances)))
            else:
                state.apply_action(choose(state))
        sample.add(state.position.damage)
    return sample.estimate


def main() -> None:
    """Tell what both do."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    players = {
        "at random": at_random(told.seed),
        f"{told.simulations} simulations": searching(told.simulations, told.seed),
    }
    for name, choose in players.items():
        found = damage(choose, told.games, told.seed)
        print(f"{name}: damage {found.mean:.2f} ({found.low:.2f} to {found.high:.2f})")


if __name__ == "__main__":
    main()
