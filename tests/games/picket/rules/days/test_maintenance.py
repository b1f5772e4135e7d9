"""Maintenance after the night phase: morale, supplies, radars, flooding, water lines (8, 7.4.N)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_duty import ADVANCED, REST, alone, on_station, play, texts

from flankspeed.games.picket.rules.days.maintenance import Maintenance

TABLE_23 = {
    -2: (2, 1, 1, 0, 0, 0),
    -1: (1, 1, 0, 0, -1, -1),
    0: (-2, -1, 0, 0, 1, 2),
    1: (-1, -1, 0, 0, 1, 1),
    2: (-2, -1, -1, 0, 0, 0),
}
STAY_OR_LEAVE = ["stay", "leave"]
NO_FUEL_USED = 1


@pytest.mark.rule("P-8.1.A-1", "P-1.3.1.A-2", "P-1.3.1.A-7")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("captain", "cpo"),
    [(-2, -1), (-2, 0), (-1, 0), (0, -1), (1, -1), (0, 0), (0, 1), (1, 1), (2, 2)],
)
@pytest.mark.parametrize("table", ["printed", "mirrored"])
def test_table_23(captain: int, cpo: int, die: int, table: str) -> None:
    values = {"Captain": captain, "CPO": cpo}
    state = on_station(values=values, options={"morale_table": table})
    alone(state, Maintenance(), die, NO_FUEL_USED)
    column = max(-2, min(2, captain + cpo))
    assert state.morale == TABLE_23[column if table == "printed" else -column][die - 1]


@pytest.mark.rule("P-8.1.A-1")
@pytest.mark.parametrize(
    ("dead", "morale"),
    [([], -1), (["CPO"], 1), (["Captain"], 0), (["Captain", "CPO"], 2)],
)
def test_v55_the_dead_do_not_count(dead: list[str], morale: int) -> None:
    state = on_station(values={"Captain": 1, "CPO": -2}, dead=dead)
    alone(state, Maintenance(), 6, NO_FUEL_USED)
    assert state.morale == morale


@pytest.mark.rule("P-8.1.B-1")
@pytest.mark.parametrize(("before", "die", "after"), [(1, 6, 2), (2, 6, 2), (-1, 1, -2), (1, 3, 1)])
def test_morale_stays_on_its_track(before: int, die: int, after: int) -> None:
    state = on_station(morale=before)
    alone(state, Maintenance(), die, NO_FUEL_USED)
    assert state.morale == after


@pytest.mark.rule("P-8.2.A-1", "P-8.2.B-1", "P-8.3.A-1", "P-3.0.C-1")
@pytest.mark.parametrize(("die", "used"), [(1, 0), (2, 1), (5, 1), (6, 2)])
def test_table_24(die: int, used: int) -> None:
    state = on_station(guns_fired=True)
    told = alone(state, Maintenance(), 4, die, 1)
    assert (state.ammo, state.fuel) == (10 - used, 10)
    assert [event.facts["track"] for event in told if event.kind == "supplies"] == ["ammo", "fuel"]
    state = on_station()
    alone(state, Maintenance(), 4, die)
    assert (state.ammo, state.fuel) == (10, 10 - used)


@pytest.mark.rule("P-8.2.A-1", "P-8.2.C-1")
def test_r75_spray_alone_pays_only_its_own_point() -> None:
    state = on_station(sprayed=True, ammo=9)
    alone(state, Maintenance(), *REST)
    assert state.ammo == 9
    state = on_station(sprayed=True, guns_fired=True, ammo=9)
    alone(state, Maintenance(), 4, 6, 1)
    assert state.ammo == 7


@pytest.mark.rule("P-8.2.D-1", "P-8.3.B-1")
def test_empty_magazines_or_tanks_send_the_ship_away() -> None:
    state = on_station(guns_fired=True, ammo=2)
    alone(state, Maintenance(), 4, 6, 1)
    assert (state.ammo, state.leaving) == (0, "ammo")
    state = on_station(fuel=1)
    alone(state, Maintenance(), 4, 6)
    assert (state.fuel, state.leaving) == (0, "fuel")


@pytest.mark.rule("P-8.4.A-1", "P-18.C-1")
@pytest.mark.parametrize(("damage", "leaving"), [({"sc": 2, "sg": 2}, "damage"), ({"sc": 2}, "")])
def test_radar_check(damage: dict[str, int], leaving: str) -> None:
    state = on_station(damage=damage)
    alone(state, Maintenance(), *REST)
    assert state.leaving == leaving


@pytest.mark.rule("P-7.4.N-1")
@pytest.mark.parametrize(("choice", "leaving"), [("stay", ""), ("leave", "flooding")])
def test_a_ship_on_ship_sunk_rolls_each_turn_and_may_go(choice: str, leaving: str) -> None:
    state = on_station(flood=0, options=ADVANCED)
    told = alone(state, Maintenance(), *REST, 2, 3)
    assert told.kinds[-1] == "afloat roll"
    assert texts(state) == STAY_OR_LEAVE
    play(state, choice)
    assert state.leaving == leaving


@pytest.mark.rule("P-7.4.N-1")
@pytest.mark.parametrize(("flood", "mode"), [(1, "advanced"), (10, "basic")])
def test_no_roll_above_ship_sunk(flood: int, mode: str) -> None:
    state = on_station(flood=flood, options={"mode": mode})
    alone(state, Maintenance(), *REST)
    assert texts(state) == []


@pytest.mark.rule("P-7.12.D-1")
@pytest.mark.parametrize(("choice", "leaving"), [("stay", ""), ("leave", "water lines")])
def test_lost_water_lines_are_a_reason_to_go_once(choice: str, leaving: str) -> None:
    state = on_station(water_lines=3)
    alone(state, Maintenance(), *REST)
    assert texts(state) == STAY_OR_LEAVE
    play(state, choice)
    assert state.leaving == leaving
    alone(state, Maintenance(), *REST)
    assert texts(state) == []


@pytest.mark.rule("P-7.12.D-1")
@pytest.mark.parametrize("setting", [{"water_lines": 2}, {"water_lines": 3, "fuel": 1}])
def test_nothing_is_asked_of_a_ship_that_stays_or_goes_anyway(setting: dict[str, Any]) -> None:
    state = on_station(**setting)
    alone(state, Maintenance(), 4, 6)
    assert texts(state) == []
