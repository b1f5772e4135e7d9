"""The repair of the water lines (7.12.C, R-40, R-41)."""

from __future__ import annotations

import pytest
from picket_repair import End, a_ship, control, kinds, modifiers, over, place, play, texts

from flankspeed.engine import Log, Scripted
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.repair.damage_control import lines_at_start_of_turn


@pytest.mark.rule("P-7.12.C-1", "P-7.12.A-1")
@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_3_to_6_repairs_them_all_without_crew_or_modifiers(hits: int, die: int) -> None:
    state = a_ship(water_lines=hits, morale=-2, values={"DCO": 2}, crew=[0, 0, 0])
    events = control(state, die)
    assert state.water_lines == (0 if die >= 3 else hits)
    assert modifiers(events, kinds(events)[0]) == {}
    assert over(state)


@pytest.mark.rule("P-7.12.B-1", "P-7.12.C-1")
def test_destroyed_lines_are_not_repaired() -> None:
    state = a_ship({"sc": 1}, water_lines=3)
    control(state)
    play(state, "crew sc", 6, 6)
    assert state.water_lines == 3


@pytest.mark.rule("P-7.12.C-1")
def test_they_are_repaired_in_every_step_of_damage_control() -> None:
    state = a_ship(water_lines=1)
    for _ in range(3):
        control(state, 2)
    control(state, 3)
    assert state.water_lines == 0
    assert kinds(control(state)) == []


@pytest.mark.rule("P-7.12.C-1")
@pytest.mark.parametrize(("wl_repair", "in_dc", "at_start"), [("dc", 1, 0), ("turn_start", 0, 1)])
def test_wl_repair_when_they_are_rolled_for(wl_repair: str, in_dc: int, at_start: int) -> None:
    state = a_ship(water_lines=1, options={"wl_repair": wl_repair})
    control(state, *[1] * in_dc)
    dice = Scripted([5] * at_start)
    lines_at_start_of_turn(state, dice, Log())
    assert (state.water_lines, dice.left) == (1 - at_start, 0)


@pytest.mark.rule("P-18.B-2", "P-7.12.C-1")
def test_they_come_last_and_still_hamper_the_repairs_before() -> None:
    state = a_ship({"cic": 1, "mk37": 1, "sg": 1}, water_lines=1)
    control(state)
    place(state, "crew sg", "crew mk37", "crew cic", "xo cic", "dco forward")
    events = play(state, "begin repairs", 3, 4, 6, 6, 6, 6, 5)  # 7 - 1: the repair fails
    order = [event.facts.get("what", event.kind) for event in events if event.throws]
    assert order == ["repair fails", "Mk37 director", "SG radar", "lines repaired"]
    assert modifiers(events, "repair fails")["water lines out"] == -1


@pytest.mark.rule("P-7.12.D-1")
@pytest.mark.parametrize(("lines", "asked"), [(2, False), (3, True)])
def test_destroyed_lines_let_the_ship_return_at_the_end_of_the_turn(
    lines: int, asked: bool
) -> None:
    state = a_ship(water_lines=lines)
    state.agenda = [End(), Maintenance()]
    state.advance(Scripted([4, 1]))
    assert texts(state) == (["stay", "leave"] if asked else [])
    if asked:
        play(state, "leave")
        assert state.leaving
