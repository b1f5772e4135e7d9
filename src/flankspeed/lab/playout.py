"""Playing a game out by bots, with no record and no log: as fast as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flankspeed.engine import Bot, Dice, Game, Options, State


def play_out(
    game: Game[Any],
    scenario: str,
    options: Options,
    bots: Mapping[str, Bot],
    dice: Dice,
    data: Mapping[str, Any] | None = None,
) -> State:
    """One game from start to end; the final state."""
    state: State = game.new(scenario, options, data)
    state.advance(dice)
    while state.decision is not None:
        decision = state.decision
        state.play(bots[decision.seat].choose(state, decision), dice)
    return state
