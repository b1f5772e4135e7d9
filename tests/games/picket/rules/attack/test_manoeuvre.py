"""The emergency manoeuvre: when it is barred, what it costs, what it does (6.10)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import (
    EM,
    HITS,
    SPECIAL_HITS,
    WHOLE_WAVE,
    again,
    counted,
    event_of,
    kinds,
    play,
    room,
    texts,
    values,
    wave,
)

from flankspeed.games.picket.data.ids import CAPTAIN, ENGINEER
from flankspeed.games.picket.rules.plane import DESTROYED
from flankspeed.games.picket.state import PicketState

OFFERED = ["manoeuvre", "steady"]
EVERYBODY = (1 << 9) - 1


def manoeuvring(*regulars: str, steps: Any = (EM,), **setting: Any) -> PicketState:
    return wave(*(regulars or ("Zero 0L",)), steps=steps, advanced=True, **setting)


def hit(*names: str, hits: int = 1) -> list[int]:
    """The primary compartments with these hit."""
    found = [0] * 23
    for name in names:
        found[room(name)] = hits
    return found


@pytest.mark.rule("P-6.10.A-1", "P-6.10.B-1")
def test_offered_in_the_advanced_game_only() -> None:
    assert texts(manoeuvring()) == OFFERED
    assert wave("Zero 0L", steps=(EM,)).decision is None


@pytest.mark.rule("P-6.10.A-1")
@pytest.mark.parametrize(
    "setting",
    [
        {"primaries": hit("Rudder")},
        {"primaries": hit("Rudder", hits=2)},
        {"primaries": hit("Steering Room")},
        {"primaries": hit("Steering Room", hits=4)},
        {"primaries": hit("Fwd Engine Room", "Aft Engine Room")},
        {"primaries": hit("Port Shaft", "Stbd Shaft")},
        {"primaries": hit("Fwd Stack", "Aft Stack")},
        {"fuel": 0},
        {"manoeuvre": 0},
    ],
)
def test_barred(setting: dict[str, Any]) -> None:
    assert manoeuvring(**setting).decision is None


@pytest.mark.rule("P-6.10.A-1")
@pytest.mark.parametrize(
    "name", ["Fwd Engine Room", "Aft Engine Room", "Port Shaft", "Stbd Shaft", "Bridge", "CIC"]
)
def test_one_of_two_does_not_bar_it(name: str) -> None:
    assert texts(manoeuvring(primaries=hit(name))) == OFFERED


@pytest.mark.rule("P-6.10.A-1")
@pytest.mark.parametrize(
    ("option", "stacks", "offered"),
    [
        ("both", ["Fwd Stack"], True),
        ("both", ["Fwd Stack", "Aft Stack"], False),
        ("any", [], True),
        ("any", ["Fwd Stack"], False),
        ("any", ["Aft Stack"], False),
    ],
)
def test_stack_em(option: str, stacks: list[str], offered: bool) -> None:
    state = manoeuvring(primaries=hit(*stacks), options={"stack_em": option})
    assert (texts(state) == OFFERED) is offered


@pytest.mark.rule("P-6.10.A-1")
def test_scenario_8_has_no_manoeuvre() -> None:
    assert manoeuvring(card={"manoeuvre": False}).decision is None


@pytest.mark.rule("P-6.10.B-1", "P-6.10.F-1")
def test_once_a_phase_and_the_fuel_is_spent_either_way() -> None:
    for dice, success in (((4, 4), True), ((3, 4), False)):
        state = manoeuvring()
        play(state, "manoeuvre", *dice)
        assert (state.fuel, state.em_tried, state.em_success) == (9, True, success)
        state.agenda[:] = []
        again(state, "Zero 0L", dice=())
        play(state, "fire", 1, 1)
        assert state.decision is None


@pytest.mark.rule("P-6.10.B-1")
def test_holding_the_course_costs_nothing() -> None:
    state = manoeuvring()
    assert play(state, "steady") == []
    assert (state.fuel, state.em_tried, state.decision) == (10, False, None)


@pytest.mark.rule("P-6.10.C-1")
def test_comes_after_the_fire_and_before_table_10() -> None:
    state = manoeuvring("Zero 0L", steps=WHOLE_WAVE)
    play(state, "aim 5in1 1")
    play(state, "fire", 1, 1)
    assert texts(state) == OFFERED
    events = play(state, "manoeuvre", 6, 6, 1, 1)
    assert kinds(events) == ["track down", "manoeuvre succeeds", "dive misses"]


@pytest.mark.rule("P-6.10.D-1")
@pytest.mark.parametrize(
    ("captain", "engineer", "needs"),
    [(-2, -2, 11), (-1, -1, 11), (0, -1, 10), (0, 0, 8), (-1, 1, 8), (1, 0, 6), (2, 2, 4)],
)
def test_table_19(captain: int, engineer: int, needs: int) -> None:
    for roll in (needs - 1, needs):
        state = manoeuvring(values=values(captain=captain, engineer=engineer))
        dice = (roll - 6, 6) if roll > 6 else (1, roll - 1)
        events = play(state, "manoeuvre", *dice)
        assert state.em_success is (roll == needs)
        assert sum(counted(events[1]).values()) == captain + engineer


@pytest.mark.rule("P-6.10.D-1", "P-6.10.F-1")
@pytest.mark.parametrize(("dice", "success"), [((3, 3), True), ((2, 3), False)])
def test_v_57_engineer_dead(dice: tuple[int, int], success: bool) -> None:
    alive = EVERYBODY & ~(1 << ENGINEER)
    state = manoeuvring(values=values(captain=1, engineer=-2), alive=alive)
    events = play(state, "manoeuvre", *dice)
    assert counted(events[1]) == {"Captain": 1}
    assert (state.em_success, state.fuel) == (success, 9)


@pytest.mark.rule("P-6.10.D-1")
@pytest.mark.parametrize(("dice", "success"), [((5, 5), False), ((5, 6), True)])
def test_both_dead_is_minus_two(dice: tuple[int, int], success: bool) -> None:
    alive = EVERYBODY & ~(1 << ENGINEER | 1 << CAPTAIN)
    state = manoeuvring(values=values(captain=2, engineer=2), alive=alive)
    play(state, "manoeuvre", *dice)
    assert state.em_success is success


@pytest.mark.rule("P-6.10.E-1", "P-6.10.B-1")
def test_success_helps_against_all_attacks_left_in_the_phase() -> None:
    state = manoeuvring("Zero 0L", steps=(EM, HITS, SPECIAL_HITS), specials=["Kate"], sections=[0])
    events = play(state, "manoeuvre", 6, 6, 1, 1, 3, 3, 1)
    for kind in ("dive misses", "weapon miss"):
        assert counted(event_of(events, kind)) == {"emergency manoeuvre": -1}
    again(state, "Zero 0L")
    assert counted(event_of(play(state, "fire", 1, 1), "dive misses")) == {
        "emergency manoeuvre": -1
    }


@pytest.mark.rule("P-6.10.E-1")
def test_failure_changes_nothing() -> None:
    state = manoeuvring(steps=(EM, HITS))
    events = play(state, "manoeuvre", 1, 1, 1, 1)
    assert counted(event_of(events, "dive misses")) == {}


@pytest.mark.rule("P-6.10.B-1")
@pytest.mark.parametrize(
    ("option", "number", "offered"),
    [
        ("any_wave", 1, True),
        ("any_wave", 2, True),
        ("first_wave", 1, True),
        ("first_wave", 2, False),
    ],
)
def test_em_timing(option: str, number: int, offered: bool) -> None:
    state = manoeuvring(options={"em_timing": option}, wave=number)
    assert (texts(state) == OFFERED) is offered


@pytest.mark.rule("P-6.10.B-1")
def test_not_offered_where_no_attack_is_left() -> None:
    assert wave(steps=(EM,), advanced=True).decision is None
    later = [((), ())]
    assert texts(wave(steps=(EM,), advanced=True, waves=later)) == OFFERED
    assert texts(wave(specials=["Betty"], steps=(EM,), advanced=True)) == OFFERED


@pytest.mark.rule("P-6.10.B-1")
def test_not_offered_when_all_planes_are_destroyed() -> None:
    state = manoeuvring("Zero 0L", steps=WHOLE_WAVE)
    play(state, "aim 5in1 1")
    play(state, "fire", 6, 6)
    assert state.planes[0].fate == DESTROYED
    assert state.decision is None
