"""Positions of Picket Duty for what agents see."""

from __future__ import annotations

from collections.abc import Callable

from agents import states

from flankspeed import games
from flankspeed.games.picket.state import PicketState

GAME = games.load("picket")


def met(
    wanted: Callable[[PicketState], bool], scenario: str = "3", **values: object
) -> PicketState:
    """The first position of random games, with dice by number, that is as wanted."""
    for seed in range(200):
        for state in states(GAME, scenario, values, seed):
            assert isinstance(state, PicketState)
            if wanted(state):
                return state
    raise AssertionError("no such position in 200 games")
