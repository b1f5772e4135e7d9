"""Perft: how many positions there are at each depth, with fixed dice.

The counts change whenever a rule offers other choices than before: a regression test of all of
them at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flankspeed.engine import Game, Options, Rolled, State


def perft(
    game: Game[Any],
    scenario: str,
    options: Options,
    depth: int,
    seed: int = 0,
    data: Mapping[str, Any] | None = None,
) -> list[int]:
    """The number of positions after 1, 2, ... `depth` choices; dice go on from the same stream."""
    state: State = game.new(scenario, options, data)
    dice = Rolled(seed)
    state.advance(dice)
    counts = [0] * depth
    _count(state, dice, 0, counts)
    return counts


def _count(state: State, dice: Rolled, depth: int, counts: list[int]) -> None:
    if depth == len(counts) or state.decision is None:
        return
    counts[depth] += len(state.decision.options)
    if depth + 1 == len(counts):
        return
    for choice in state.decision.options:
        child, stream = state.copy(), dice.copy()
        child.play(choice, stream)
        _count(child, stream, depth + 1, counts)
