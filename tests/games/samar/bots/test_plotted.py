"""A-32: bots know nothing of the attacks that the other side has plotted."""

from __future__ import annotations

import pytest

from flankspeed import bots
from flankspeed.engine import Rolled
from flankspeed.games.samar import Samar
from flankspeed.games.samar.data.markers import SEATS
from flankspeed.games.samar.rules.turn.combat_phase import Combat

ENOUGH = 12


@pytest.mark.parametrize("name", Samar.bots)
def test_orders_of_the_other_side_change_nothing(name: str) -> None:
    game, dice, compared = Samar(), Rolled(3), 0
    state = game.new("battle", game.options({"combat_declaration": "plot"}))
    state.advance(dice)
    anybody = bots.make(game, "random", 1)
    while state.decision and compared < ENOUGH:
        blind = state.copy()
        step, blinded = state.agenda[-1], blind.agenda[-1]
        if isinstance(step, Combat) and isinstance(blinded, Combat):
            navy = SEATS.index(state.decision.seat)
            own = tuple(each for each in step.orders if state.charts.navy[each[0]] == navy)
            blinded.orders = own
            if own != step.orders:
                seen, unseen = (
                    bots.make(game, name, 5).choose(each.copy(), state.decision)
                    for each in (state, blind)
                )
                assert seen == unseen
                compared += 1
        state.play(anybody.choose(state, state.decision), dice)
    assert compared == ENOUGH
