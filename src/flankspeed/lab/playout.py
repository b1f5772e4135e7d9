"""Playing games out by bots, with no record and no log: as fast as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from flankspeed import bots
from flankspeed.engine import Bot, Dice, Game, Options, Rolled, State


class Batch(msgspec.Struct, frozen=True):
    """What is played: a worker needs no more than this and a range of numbers."""

    game: str
    scenario: str
    options: dict[str, object]
    bots: dict[str, str]
    seed: int
    data: dict[str, object] = {}

    def dice(self, number: int) -> Rolled:
        """The dice of the game with this number."""
        return Rolled(self.seed, number)

    def players(self, game: Game[Any], number: int) -> dict[str, Bot]:
        """Who sits where in the game with this number: no two of them have one seed."""
        return {
            seat: bots.make(game, name, seed=self.seed * 1_000_003 + number * 10 + i)
            for i, (seat, name) in enumerate(sorted(self.bots.items()))
        }


class Played(NamedTuple):
    """A game that is over, and how many decisions were made in it."""

    state: State
    decisions: int


def play_out(
    game: Game[Any],
    scenario: str,
    options: Options,
    players: Mapping[str, Bot],
    dice: Dice,
    data: Mapping[str, Any] | None = None,
) -> Played:
    """One game from start to end."""
    state: State = game.new(scenario, options, data)
    state.advance(dice)
    decisions = 0
    while state.decision is not None:
        decision = state.decision
        state.play(players[decision.seat].choose(state, decision), dice)
        decisions += 1
    return Played(state, decisions)
