"""Dynamic programming on OpenSpiel's tree solves a dive, and comes to the exact odds.

A dive is under way, and the pilot has some movement points left. From there on every choice and
every die is followed; what has been met before is not followed again. What comes out, the chance
that the kamikaze crashes into the ship if its pilot does his best, is compared with the game's own
odds, which solve the same by arrays and know the rules.

    python examples/exact_dive.py --points 10
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Hashable
from typing import Any

from flankspeed import bots
from flankspeed.adapters.openspiel import load
from flankspeed.games.kamikaze.odds.dive_value import DiveValue

SCENARIO = "dives-1"
FLIES_THERE = "captain"  # whoever flies to where we begin


class DynamicProgramming:
    """An agent that works out the chance to crash of whatever can follow, and takes the best."""

    def __init__(self) -> None:
        self.table: dict[Hashable, float] = {}

    def chance(self, state: Any) -> float:
        """The chance that the kamikaze crashes from here on."""
        if state.position.damage:
            return 1.0
        if state.is_terminal():
            return 0.0
        where = key(state)
        if where not in self.table:
            self.table[where] = self._follow(state)
        return self.table[where]

    def _follow(self, state: Any) -> float:
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return sum([likely * self.chance(state.child(outcome)) for outcome, likely in outcomes])
        return max([self.chance(state.child(action)) for action in state.legal_actions()])

    def step(self, state: Any) -> int:
        """The best action."""
        legal: list[int] = state.legal_actions()
        return max(legal, key=lambda action: self.chance(state.child(action)))


def key(state: Any) -> Hashable:
    """All that the rest of the dive depends on: two states with the same key are worth the same."""
    node = state.node
    board, step = node.state, node.state.agenda[-1]
    facts = [getattr(step, name, None) for name in ("square", "checks", "fired", "section", "side")]
    plane = board.positions[board.active], board.mp, board.hits, board.damage
    return type(step).__name__, *facts, *plane, node.taken, node.thrown


def dive(points: int, seed: int) -> Any:
    """A dive whose pilot has so many movement points left, or a few less."""
    game, chance = load("kamikaze", SCENARIO), random.Random(seed)
    pilot = bots.make(game.arena.game, FLIES_THERE, seed)
    while True:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, likely)[0])
                continue
            board = state.position
            if board.mp <= points and board.decision.options[0].text.startswith("move"):
                return state
            choice = pilot.choose(board, board.decision)
            state.apply_action(game.arena.actions.index(choice.action))


def exact(state: Any) -> float:
    """The same by the game's own odds."""
    board = state.position
    value = DiveValue(board, crash=True)
    return max(value.move(option) for option in board.decision.options)


def main() -> None:
    """Compare some dives."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=10, help="movement points left, at most")
    parser.add_argument("--dives", type=int, default=5)
    told = parser.parse_args()
    for seed in range(told.dives):
        state, agent = dive(told.points, seed), DynamicProgramming()
        chance, board = agent.chance(state), state.position
        print(
            f"{board.mp} points left, {board.hits} hits: crashes {chance:.12f}, by the odds"
            f" {exact(state):.12f}; {len(agent.table):,} positions; first"
            f" {state.action_to_string(agent.step(state))}"
        )


if __name__ == "__main__":
    main()
