"""The boards in letters: plain letters that fit a terminal of 80 columns, at every moment."""

from __future__ import annotations

import random

import pytest

from flankspeed import games
from flankspeed.engine import Rolled, State

SCENARIOS = [(name, s) for name in games.names() for s in games.load(name).ready_scenarios()]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_board_fits_eighty_columns_in_plain_letters(name: str, scenario: str) -> None:
    game = games.load(name)
    dice, chance = Rolled(5), random.Random(5)
    state: State = game.new(scenario, game.options())
    state.advance(dice)
    for number in range(2000):
        if number % 25 == 0 or state.decision is None:
            text = game.board_text(state)
            assert text.isascii()
            assert max(map(len, text.split("\n"))) <= 80
        if state.decision is None:
            break
        state.play(chance.choice(state.decision.options), dice)
