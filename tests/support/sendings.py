"""Destinations of a game played on copies of a state, as the single choices they stand for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from flankspeed.engine import Dice, Game, State


def random_states(
    game: Game[Any], scenario: str, dice: Dice, seed: int, most: int
) -> Iterator[Any]:
    """A game of random choices, at every decision where somebody can be sent somewhere."""
    chance = random.Random(seed)
    state = game.new(scenario, game.options())
    state.advance(dice)
    for _ in range(most):
        if state.decision is None:
            return
        if game.travellers(state):
            yield state
        state.play(chance.choice(state.decision.options), dice)


def send(game: Game[Any], state: State, text: str, dice: Dice) -> tuple[Any, list[str]]:
    """The state after somebody was sent somewhere, and the choices that were made for it."""
    assert state.decision is not None
    twin: Any = state.copy()
    seat, made = state.decision.seat, list[str]()
    choices = game.shortcut_choices(twin, text)
    choice = next(choices)
    while True:
        made.append(choice.text)
        twin.play(twin.decision.find(choice), dice)
        if twin.decision is None or twin.decision.seat != seat:
            return twin, made
        try:
            choice = choices.send(twin)
        except StopIteration:
            return twin, made
