"""Emergency repairs: declaration, effect and end (7.7.L to O, Table 17)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_repair import (
    ADVANCED,
    a_ship,
    control,
    hits,
    kinds,
    modifiers,
    over,
    place,
    play,
    set_hits,
    texts,
)

from flankspeed.games.picket.rules.damage.guns import gun_can_fire
from flankspeed.games.picket.rules.repair.jobs import JOBS, SEC, WORDS
from flankspeed.games.picket.state import PicketState

PRIMARIES = WORDS[:23]
SECONDARIES = [WORDS[job] for job in JOBS if job >= SEC]
WRECKED = [word for word in SECONDARIES if "trunk" not in word][:40]  # half of all 80


def half_a_ship(count: int = 12, **setting: Any) -> PicketState:
    """A basic ship with `count` of its 23 compartments destroyed or damaged."""
    boxes = (4, 4, 4, 4, 3, 3, 3, 4, 4, 4, 4, 2, 2, 4, 4, 4, 4, 4, 4, 4, 2, 2, 2)
    damage = dict(zip(PRIMARIES[:count], boxes, strict=False))
    damage["5in-mag-1"] = 1
    return a_ship(damage, **setting)


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(("count", "asked"), [(11, False), (12, True), (23, True)])
def test_half_of_the_primaries_in_the_basic_game(count: int, asked: bool) -> None:
    state = half_a_ship(count)
    control(state)
    assert (texts(state) == ["carry on", "declare"]) is asked


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(("secondaries", "asked"), [(38, False), (39, True)])
def test_half_of_all_compartments_in_the_advanced_game(secondaries: int, asked: bool) -> None:
    damage = {**dict.fromkeys(SECONDARIES[:secondaries], 1), "cic": 1}
    state = a_ship(damage, options=ADVANCED)
    control(state)
    assert (texts(state) == ["carry on", "declare"]) is asked


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(("captain", "least"), [(-2, 6), (-1, 5), (0, 4), (1, 3), (2, 2)])
def test_table_17_by_the_captain(captain: int, least: int) -> None:
    for die, declared in ((least, True), (least - 1, False)):
        state = half_a_ship(values={"Captain": captain})
        control(state)
        events = play(state, "declare", die)
        assert state.emergency is declared
        assert modifiers(events, kinds(events)[0]) == {"Captain": captain}


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(("die", "declared"), [(3, False), (4, True)])
def test_a_dead_captain_counts_0(die: int, declared: bool) -> None:
    state = half_a_ship(values={"Captain": 2}, dead=["Captain"])
    control(state)
    play(state, "declare", die)
    assert state.emergency is declared


@pytest.mark.rule("P-7.7.L-1")
def test_one_declaration_in_a_step_of_damage_control() -> None:
    state = half_a_ship()
    control(state)
    play(state, "declare", 1)
    place(state, "go on")
    assert texts(state)[-1] == "begin repairs"


@pytest.mark.rule("P-7.7.M-1")
def test_guns_are_silent_while_it_lasts() -> None:
    state = half_a_ship()
    gun = 9  # 40mm E, whose magazine is alive
    assert gun_can_fire(state, gun)
    control(state)
    play(state, "declare", 6)
    assert not gun_can_fire(state, gun)


@pytest.mark.rule("P-7.7.M-1")
@pytest.mark.parametrize(("declare", "repaired"), [("declare", True), ("carry on", False)])
def test_repair_rolls_get_2(declare: str, repaired: bool) -> None:
    state = half_a_ship()  # 1 + 1 - 2 = 0: needs 7
    control(state)
    play(state, declare, *[6] * (declare == "declare"))
    place(state, "crew 5in-mag-1", "xo 5in-mag-1", "dco forward")
    play(state, "begin repairs", 2, 3, *[1] * repaired)
    assert hits(state, "5in-mag-1") == (0 if repaired else 1)


@pytest.mark.rule("P-7.7.M-1")
@pytest.mark.parametrize(("emergency", "repaired"), [(True, True), (False, False)])
def test_equipment_and_secondaries_get_2(emergency: bool, repaired: bool) -> None:
    wrecked = dict.fromkeys(WRECKED, 2)
    state = a_ship({**wrecked, "sc": 1, "sec-fwd-trunk": 1}, options=ADVANCED, emergency=emergency)
    control(state)
    if not emergency:
        place(state, "carry on")
    place(state, "crew sc")
    play(state, "crew sec-fwd-trunk", 6, 2, 2)
    assert [hits(state, word) for word in ("sc", "sec-fwd-trunk")] == [not repaired] * 2


@pytest.mark.rule("P-7.7.M-1")
@pytest.mark.parametrize(("lines", "out"), [(0, True), (1, False)])
def test_deck_fires_get_2(lines: int, out: bool) -> None:
    state = a_ship(deck_fires=[0, 1, 0], emergency=True, water_lines=lines)
    control(state, 6, *([1, 1] if lines else []))  # 6 - 2 = 4; 6 - 2 + 1 = 5
    assert state.deck_fires == [0, 0, 0]
    state = a_ship(deck_fires=[0, 1, 0], emergency=False)
    control(state, 5, 4)


@pytest.mark.rule("P-7.7.M-1", "P-7.12.C-1")
def test_the_water_lines_own_roll_gets_nothing() -> None:
    state = a_ship(water_lines=1, emergency=True)
    assert modifiers(control(state, 2), "lines still out") == {}
    assert state.water_lines == 1


@pytest.mark.rule("P-7.7.N-1")
def test_after_a_failure_one_goes_on_or_abandons_ship() -> None:
    for choice, sunk in (("go on", False), ("abandon ship", True)):
        state = half_a_ship()
        control(state)
        play(state, "declare", 3)
        assert texts(state) == ["go on", "abandon ship"]
        play(state, choice)
        assert (state.sunk, over(state)) == (sunk, sunk)


@pytest.mark.rule("P-7.7.N-1")
def test_a_success_offers_no_abandoning() -> None:
    state = half_a_ship()
    control(state)
    play(state, "declare", 4)
    assert "abandon ship" not in texts(state)


@pytest.mark.rule("P-7.7.O-1")
@pytest.mark.parametrize(("waves", "asked"), [(0, False), (1, True), (2, True)])
def test_called_off_after_the_first_attack(waves: int, asked: bool) -> None:
    state = half_a_ship(emergency=True, emergency_waves=waves)
    control(state)
    assert (texts(state) == ["keep on", "call off"]) is asked


@pytest.mark.rule("P-7.7.O-1")
@pytest.mark.parametrize(("count", "over_now"), [(12, True), (13, False)])
def test_over_as_soon_as_a_repair_leaves_less_than_half_damaged(count: int, over_now: bool) -> None:
    state = half_a_ship(count)
    set_hits(state, "5in-mag-2", 1)
    control(state)
    play(state, "declare", 6)
    place(state, "crew 5in-mag-1", "crew 5in-mag-2", "xo 5in-mag-2", "dco forward", "begin repairs")
    events = play(state, "repair 5in-mag-1", 6, 6, 1)
    assert ("emergency over" in kinds(events)) is over_now
    assert (state.emergency, gun_can_fire(state, 9)) == (not over_now, over_now)
    events = play(state, "repair 5in-mag-2", 1, 1)  # the same step of damage control
    assert ("emergency repairs" in modifiers(events, "repair fails")) is not over_now


@pytest.mark.rule("P-7.7.O-1")
def test_markers_that_are_left_keep_the_emergency_on() -> None:
    state = half_a_ship(12)
    set_hits(state, "5in-mag-1", 2)
    control(state)
    play(state, "declare", 6)
    place(state, "crew 5in-mag-1", "xo 5in-mag-1", "dco forward")
    play(state, "begin repairs", 6, 6, 1)
    assert (hits(state, "5in-mag-1"), state.emergency) == (1, True)


@pytest.mark.rule("P-7.7.O-1", "P-7.9.F-1")
def test_the_repair_of_a_secondary_can_end_it_for_the_next_one() -> None:
    damage = {**dict.fromkeys(WRECKED[2:], 2), "sec-fwd-trunk": 1, "sec-aft-trunk": 1}
    state = a_ship(damage, options=ADVANCED, emergency=True)
    control(state)
    place(state, "crew sec-fwd-trunk")
    events = play(state, "crew sec-aft-trunk", 6, 5)  # 6 - 2 is enough, then 5 is not
    assert kinds(events)[-3:] == ["secondary repaired", "emergency over", "secondary not repaired"]


@pytest.mark.rule("P-7.7.O-1")
def test_a_repaired_gun_or_director_does_not_count() -> None:
    state = a_ship({**dict.fromkeys(WRECKED, 2), "sc": 1}, options=ADVANCED, emergency=True)
    control(state)
    play(state, "crew sc", 6, 6)
    assert (hits(state, "sc"), state.emergency) == (0, True)


@pytest.mark.rule("P-7.7.O-1")
def test_once_called_off_guns_fire_and_the_2_is_gone() -> None:
    state = half_a_ship(emergency=True, emergency_waves=1)
    control(state)
    assert kinds(play(state, "call off")) == ["emergency called off"]
    assert gun_can_fire(state, 9)
    place(state, "crew 5in-mag-1", "xo 5in-mag-1", "dco forward")
    events = play(state, "begin repairs", 1, 1)
    assert "emergency repairs" not in modifiers(events, "repair fails")
    state = half_a_ship(emergency=True, emergency_waves=1)
    control(state)
    place(state, "keep on", "crew 5in-mag-1", "xo 5in-mag-1", "dco forward")
    events = play(state, "begin repairs", 1, 1)
    assert modifiers(events, "repair fails")["emergency repairs"] == 2
