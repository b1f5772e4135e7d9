"""The boards in letters: plain letters that fit a terminal of 80 columns, at every moment."""

from __future__ import annotations

import random
from typing import Any

import pytest

from flankspeed import games
from flankspeed.engine import Rolled, State
from flankspeed.engine.data import LONGEST_NAME

SCENARIOS = [(name, s) for name in games.names() for s in games.load(name).ready_scenarios()]
LONG = "X" * LONGEST_NAME
MEN = ("captain", "xo", "engineer", "gunnery", "dco", "cpo", "chief_1", "chief_2", "chief_3")
GUN = {"type": "40mm", "section": "bow", "side": "port", "source": "rulebook"}
LONG_NAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("kamikaze", "dives-3", {"mounts": [GUN | {"id": LONG}, GUN | {"id": LONG[1:]}]}),
    ("picket", "long-b", {"names": {"ships": [LONG, LONG[1:]], **dict.fromkeys(MEN, LONG)}}),
]


@pytest.mark.parametrize(
    ("name", "scenario", "data"), [*((*which, None) for which in SCENARIOS), *LONG_NAMES]
)
def test_a_board_fits_eighty_columns_in_plain_letters(
    name: str, scenario: str, data: dict[str, Any] | None
) -> None:
    game = games.load(name)
    dice, chance = Rolled(5), random.Random(5)
    state: State = game.new(scenario, game.options(), data)
    state.advance(dice)
    for number in range(2000):
        if number % 25 == 0 or state.decision is None:
            text = game.board_text(state, state.seat_to_choose)
            assert text.isascii()
            assert max(map(len, text.split("\n"))) <= 80
        if state.decision is None:
            break
        state.play(chance.choice(state.decision.options), dice)
