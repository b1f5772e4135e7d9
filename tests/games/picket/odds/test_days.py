"""The days to come of a campaign."""

from __future__ import annotations

import pytest

from flankspeed.games.picket.data.calendar import turn_named
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds.days import Prospect, returns, stays_afloat
from flankspeed.games.picket.state import PicketState

GAME = Picket()


def new(mode: str = "advanced") -> PicketState:
    return GAME.new("long-b", GAME.options({"mode": mode}))


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_days_wear_a_ship_down(mode: str) -> None:
    prospect, turn = Prospect(new(mode), driven_off=True), turn_named("Mar 28")
    kept = [prospect.keeps(turn, days) for days in range(4)]
    assert kept[0] == 1
    assert kept[3] == pytest.approx(kept[1] ** 3)
    assert prospect.keeps(turn, 1, hull=2) < prospect.keeps(turn, 1, hull=10)


def test_mass_raids_drive_ships_off() -> None:
    prospect, first = Prospect(new(), driven_off=True), turn_named("Apr 4")
    assert prospect.raids(first, 5) == 2  # 6 and 7 April
    assert prospect.keeps(first, 5) < prospect.keeps(turn_named("Mar 28"), 5)
    assert Prospect(new("basic"), driven_off=True).raids(first, 5) == 0


def test_to_be_driven_off_is_not_to_be_sunk() -> None:
    turn = turn_named("Apr 6")
    sunk, lost = (Prospect(new(), driven_off=off).keeps(turn, 1) for off in (False, True))
    assert lost < sunk < 1


def test_table_18_for_a_damaged_ship_and_18_1_for_an_empty_one() -> None:
    state = new()
    state.turn = turn_named("Apr 1")
    assert sorted(turn - state.turn for turn, _ in returns(state)) == [1, 2, 3, 4]
    state.hull = 9
    back = dict(returns(state))
    assert sorted(turn - state.turn for turn in back) == [1, 7, 14, 21, 28]  # 1: another ship
    assert sum(back.values()) == pytest.approx(1)


def test_a_ship_full_of_water_may_sink_at_the_end_of_each_turn() -> None:
    state = new()
    assert stays_afloat(state, 3) == 1
    state.flood = 0
    assert stays_afloat(state, 2) == pytest.approx(stays_afloat(state, 1) ** 2)
    assert stays_afloat(state, 1) < 1
