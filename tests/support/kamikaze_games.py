"""Games of Kamikaze Attack! between careless players, looked at position by position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from flankspeed.engine import Rolled
from flankspeed.games.kamikaze import Kamikaze, KamikazeState

GAME = Kamikaze()


def positions(
    scenario: str, seed: int, options: Mapping[str, object] | None = None
) -> Iterator[KamikazeState]:
    """The positions of one game, to be looked at before the next is asked for."""
    state = GAME.new(scenario, GAME.options(options))
    dice, chance = Rolled(seed), random.Random(seed)
    state.advance(dice)
    yield state
    while state.decision:
        state.play(chance.choice(state.decision.options), dice)
        yield state
