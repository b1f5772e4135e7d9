"""What planes are worth in the dogfight, and the reach of a fighter's guns."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import dogfight, position

from flankspeed.games.kamikaze import KamikazeOptions
from flankspeed.games.kamikaze.bots.gun_reach import SPREAD, reach_of
from flankspeed.games.kamikaze.bots.worths import Worths, hope, sinking_chance, turns_to_go
from flankspeed.games.kamikaze.data.planes import NAMES
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.rules.charts import charts_of

REACH = reach_of(charts_of(KamikazeOptions()))


def test_the_chance_to_sink_her_with_some_through_and_some_likely() -> None:
    assert sinking_chance(1, (1.0, 0.0, 1.0)) == pytest.approx(chance_with(3))
    mean = (chance_with(2) + 2 * chance_with(3) + chance_with(4)) / 4
    assert sinking_chance(2, (0.5, 0.5)) == pytest.approx(mean)


def test_nobody_stops_a_kamikaze_without_cap() -> None:
    assert hope(6.0, 0, 0) == 1
    assert hope(1.0, 3, 2) > hope(5.0, 3, 2) > hope(5.0, 4, 2)
    assert hope(5.0, 3, 3) > hope(5.0, 3, 2)


def test_turns_to_go() -> None:
    assert turns_to_go(position("5,3 S"), False) == pytest.approx(21 / 3.5)
    assert turns_to_go(position("5,3 S"), True) == pytest.approx(21 / 3.5 - 1)
    assert turns_to_go(position("5,3 E"), False) == pytest.approx(23 / 3.5)


def test_every_plane_is_worth_something_to_its_side() -> None:
    state = dogfight(
        E1="3,9 S", K1="5,9 S", K2="9,20 S", C1="3,15 N", C2="9,15 N", rest="lost", to_move="E1"
    )
    worths = Worths(state)
    worth = {name: worths.of(NAMES.index(name)) for name in ("E1", "K1", "K2", "C1")}
    assert all(value > 0 for value in worth.values())
    assert worth["K2"] > worth["K1"]  # it is nearly there
    assert worths.through(NAMES.index("K1")) > worth["K1"]


def test_the_last_cap_is_worth_all_kamikazes_in_the_air() -> None:
    state = dogfight(K1="5,9 S", K2="9,20 S", C1="3,15 N", E1="9,9 S", rest="lost", to_move="K1")
    worths = Worths(state)
    assert worths.of(NAMES.index("C1")) == pytest.approx(chance_with(2) - worths.sinking)


def test_a_kamikaze_that_flies_south_is_met_there_on_the_mean_of_its_throws() -> None:
    hunter, prey = position("10,15 N"), position("10,9 S")
    offset = SPREAD[prey >> 3] - SPREAD[hunter >> 3]
    flown = [REACH.kill_chance(hunter, position(f"10,{9 + rows} S")) for rows in range(1, 7)]
    assert REACH.chances_south[6][hunter & 7][offset] == pytest.approx(sum(flown) / 6)


def test_a_kamikaze_off_the_board_is_met_by_nobody() -> None:
    assert not any(REACH.chances_south[0])
