"""Repairs of secondary compartments (7.9, advanced game)."""

from __future__ import annotations

import pytest
from picket_repair import ADVANCED, a_ship, control, hits, kinds, men, over, place, play, texts

from flankspeed.engine import Scripted
from flankspeed.games.picket.rules.damage.people import kill_at_secondaries
from flankspeed.games.picket.rules.repair.damage_control import anything_to_do, lock_crews
from flankspeed.games.picket.state import PicketState

AFT = {"sec-aft-sail-locker": 1, "sec-aft-crew-quarters-2": 1, "sec-aft-crew-head": 1}


def crews(state: PicketState) -> list[str]:
    return [text for text in texts(state) if text.startswith("crew ")]


@pytest.mark.rule("P-7.9.A-1")
def test_only_in_the_advanced_game() -> None:
    state = a_ship(AFT)
    assert not anything_to_do(state)
    control(state)
    assert over(state)


@pytest.mark.rule("P-7.9.B-1", "P-1.7-1")
def test_the_sheet_shows_damage_and_repair() -> None:
    state = a_ship({"sec-aft-sail-locker": 1, "sec-aft-trunk": 2}, options=ADVANCED)
    control(state)
    assert crews(state) == ["crew sec-aft-sail-locker"]  # a destroyed one cannot be repaired
    play(state, "crew sec-aft-sail-locker", 1)
    assert [hits(state, word) for word in ("sec-aft-sail-locker", "sec-aft-trunk")] == [0, 2]


@pytest.mark.rule("P-7.9.D-1")
def test_v23_up_to_three_men_for_three_compartments() -> None:
    state = a_ship(AFT, options=ADVANCED)
    control(state)
    assert sorted(crews(state)) == sorted(f"crew {word}" for word in AFT)
    place(state, "crew sec-aft-sail-locker", "crew sec-aft-crew-head")
    assert crews(state) == ["crew sec-aft-crew-quarters-2"]  # one man each
    play(state, "crew sec-aft-crew-quarters-2", 5, 5, 5)
    assert state.secondary_crew.bit_count() == 3


@pytest.mark.rule("P-7.9.D-1")
def test_none_or_some_may_be_tried() -> None:
    state = a_ship(AFT, options=ADVANCED)
    control(state)
    play(state, "begin repairs")
    assert (over(state), state.secondary_crew) == (True, 0)
    control(state)
    place(state, "crew sec-aft-crew-head")
    play(state, "begin repairs", 1)
    assert [hits(state, word) for word in AFT] == [1, 1, 0]


@pytest.mark.rule("P-7.9.E-1")
def test_no_free_crewman_no_attempt() -> None:
    state = a_ship({**AFT, "rudder": 1}, crew=[14, 10, 1], dead=["XO", "DCO"], options=ADVANCED)
    control(state)
    play(state, "crew rudder", 1, 1)
    assert over(state)
    state = a_ship(AFT, crew=[14, 10, 0], options=ADVANCED)
    control(state)
    assert over(state)


@pytest.mark.rule("P-7.9.F-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_1_to_4_repairs_and_the_man_comes_back(die: int) -> None:
    state = a_ship({"sec-fwd-trunk": 1}, options=ADVANCED)
    control(state)
    play(state, "crew sec-fwd-trunk", die)
    assert hits(state, "sec-fwd-trunk") == men(state, "sec-fwd-trunk") == (die > 4)


@pytest.mark.rule("P-7.9.C-1", "P-7.9.F-1")
def test_morale_and_water_lines_do_not_count() -> None:
    state = a_ship({"sec-fwd-trunk": 1}, morale=-2, water_lines=3, options=ADVANCED)
    control(state)
    play(state, "crew sec-fwd-trunk", 4)
    assert hits(state, "sec-fwd-trunk") == 0


@pytest.mark.rule("P-7.9.F-1")
def test_r109_who_fails_tries_again_in_the_next_phase_not_the_next_wave() -> None:
    state = a_ship({"sec-fwd-trunk": 1}, options=ADVANCED)
    control(state)
    play(state, "crew sec-fwd-trunk", 6)
    control(state)  # the next wave: he stays and does not roll
    assert (over(state), men(state, "sec-fwd-trunk")) == (True, 1)
    lock_crews(state)
    events = control(state, 3)  # the next phase
    assert kinds(events)[-1] == "secondary repaired"
    assert men(state, "sec-fwd-trunk") == 0


@pytest.mark.rule("P-7.9.F-1", "P-7.9.G-1")
def test_another_man_may_try_for_one_who_was_killed() -> None:
    state = a_ship({"sec-fwd-trunk": 1}, options=ADVANCED)
    control(state)
    play(state, "crew sec-fwd-trunk", 6)
    kill_at_secondaries(state, 0, Scripted([6]), None)
    control(state)
    play(state, "crew sec-fwd-trunk", 1)
    assert (hits(state, "sec-fwd-trunk"), state.crew[0]) == (0, 13)


@pytest.mark.rule("P-7.9.F-1")
def test_a_man_in_the_box_is_not_free() -> None:
    state = a_ship({"sec-fwd-trunk": 1}, crew=[1, 10, 13], options=ADVANCED)
    control(state)
    play(state, "crew sec-fwd-trunk", 6)
    state.primaries[5] = 1  # CIC is hit in the next wave
    control(state)
    assert over(state)  # nobody is free to repair it
