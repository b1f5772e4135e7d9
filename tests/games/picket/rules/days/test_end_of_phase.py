"""The end of a phase: fires, spreading, hull, withdrawals, relief (R-60, 7.3.Q, 9.0.F-G)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import cell, crashed, kinds
from picket_duty import A_NONE, ADVANCED, alone, go, on_station, outcome, play, quiet, texts
from picket_repair import a_ship, control, hits
from picket_repair import play as repair

from flankspeed.engine import Scripted
from flankspeed.games.picket.data.ids import MAG_1, PORT
from flankspeed.games.picket.rules.damage.flooding import flood_primary
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase

CARRIER = (3, 3, "0", 1, 1)  # one type of air cover, column 0, no marker
LIGHT_GUNS = [f"40{letter}" for letter in "ABCDE"] + [f"20{letter}" for letter in "ABCDEFG"]
STAY_OR_LEAVE = ["stay", "leave"]


@pytest.mark.rule("P-7.3.Q-1", "P-18.B-4", "P-1.2.1-2")
@pytest.mark.parametrize(
    ("planes", "dice", "hull"),
    [
        (0, (), 10),
        (1, (1, 1), 10),
        (2, (1, 4), 9),
        (3, (1, 4), 8),  # V-52
        (2, (6, 6), 7),
        (3, (5, 5), 7),
    ],
)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_table_14_1(planes: int, dice: tuple[int, ...], hull: int, mode: str) -> None:
    state = on_station(plane_hits=planes, options={"mode": mode})
    alone(state, EndOfPhase(), *dice)
    assert state.hull == hull


@pytest.mark.rule("P-7.3.Q-1")
@pytest.mark.parametrize(("mode", "dice"), [("basic", ()), ("advanced", (1, 4))])
def test_r08_the_basic_game_without_hull_checks(mode: str, dice: tuple[int, ...]) -> None:
    state = on_station(plane_hits=3, options={"mode": mode, "basic_hull_check": "off"})
    assert alone(state, EndOfPhase(), *dice).asked == ""


@pytest.mark.rule("P-7.3.Q-1", "P-7.8.1.C-2", "P-7.8.2.H-1", "P-9.0.G-2")
def test_r60_order() -> None:
    guns = dict.fromkeys(LIGHT_GUNS, 1)
    state = on_station(damage={"cic": 1, **guns}, wave=1, plane_hits=1, deck_fires=[1, 0, 0])
    told = alone(state, EndOfPhase(), 3, 6, 6)
    wanted = ["deck fire out", "damage spreads", "hull check"]
    assert [kind for kind in told.kinds if kind in wanted] == wanted
    assert texts(state) == STAY_OR_LEAVE


@pytest.mark.rule("P-9.0.G-1", "P-5.3.1.F-1", "P-7.8.2.I-1", "P-7.8.2.J2-1")
@pytest.mark.parametrize(
    ("damage", "fields"),
    [
        ({"fwd-engine-room": 4, "aft-engine-room": 4}, {}),
        ({"fwd-fire-room": 4, "aft-fire-room": 4}, {}),
        ({"fwd-fuel-tanks": 4, "aft-fuel-tanks": 4}, {}),
        ({"rudder": 2}, {}),
        ({"port-shaft": 2, "stbd-shaft": 2}, {}),
        ({"sc": 2, "sg": 2}, {}),
        ({}, {"hull": 0}),
        ({}, {"manoeuvre": 0}),
    ],
)
def test_a_ship_that_must_withdraw(damage: dict[str, int], fields: dict[str, Any]) -> None:
    state = on_station(damage=damage, **fields)
    told = alone(state, EndOfPhase())
    assert told.kinds == ["leaves station"]
    assert state.leaving == "damage"


@pytest.mark.rule("P-9.0.G-1")
@pytest.mark.parametrize("damage", [{"fwd-engine-room": 4}, {"sc": 2, "sg": 1}, {"port-shaft": 2}])
def test_a_ship_that_need_not(damage: dict[str, int]) -> None:
    state = on_station(damage=damage)
    alone(state, EndOfPhase())
    assert not state.leaving


@pytest.mark.rule("P-9.0.G-1", "P-9.0.G-3")
def test_9g_counts_from_the_moment_it_is_true_whatever_is_repaired_later() -> None:
    state = on_station(damage={"port-shaft": 1})
    go(state, *CARRIER, 3, 3, 5, 6, "Zero")  # one plane
    told = play(state, "fire", 3, 3, 5, 5)  # a near miss at the starboard screw
    assert told.of("leaves station").facts["why"] == "both shafts are damaged"
    play(state, "crew port-shaft")
    play(state, "xo port-shaft")
    play(state, "dco aft")
    told = play(state, "begin repairs", 6, 6, 1)
    assert (hits(state, "port-shaft"), hits(state, "stbd-shaft")) == (0, 1)
    told = play(state, "stay home")
    assert state.leaving == "damage"
    assert told.asked == "anchorage repairs, Table 18"


@pytest.mark.rule("P-9.0.G-1")
def test_9g_is_told_once() -> None:
    state = on_station(damage={"rudder": 2}, leaving="damage")
    assert alone(state, EndOfPhase()).kinds == []


@pytest.mark.rule("P-9.0.G-1", "P-7.2.D-1")
def test_9g_is_told_when_a_special_has_brought_it_about() -> None:
    state = a_ship(hull=2)
    crashed(state, "forward", *cell(4, 2))  # the mess room, which costs the hull a point
    assert (state.hull, state.leaving) == (1, "")
    told = crashed(state, "forward", *cell(4, 2))
    assert (state.hull, state.leaving) == (0, "damage")
    assert kinds(told)[-1] == "leaves station"


@pytest.mark.rule("P-9.0.G-1", "P-7.9.H-1")
def test_9g_counts_for_flooding_on_purpose_too() -> None:
    state = a_ship(options=ADVANCED, manoeuvre=1, lean=[0, 1, 0, 0])
    control(state)
    (first, *_) = [text for text in texts(state) if text.startswith("flood ")]
    repair(state, first)
    assert (state.manoeuvre, state.leaving) == (0, "damage")


@pytest.mark.rule("P-7.3.Q-2", "P-1.2.1-2")
def test_the_hull_check_can_be_what_drives_the_ship_away() -> None:
    state = on_station(hull=2, plane_hits=1)
    told = alone(state, EndOfPhase(), 6, 6)
    assert told.kinds == ["hull check", "track down", "leaves station"]
    assert (state.hull, state.leaving) == (0, "damage")


@pytest.mark.rule("P-9.0.F-1", "P-1.2.1-1", "P-1.2.1-4")
@pytest.mark.parametrize("track", ["fuel", "ammo"])
def test_a_ship_out_of_fuel_or_ammunition_leaves(track: str) -> None:
    state = on_station()
    setattr(state, track, 0)
    alone(state, EndOfPhase())
    assert state.leaving == track


@pytest.mark.rule("P-9.0.F-1", "P-9.0.G-1")
def test_damage_counts_before_an_empty_tank() -> None:
    state = on_station(damage={"rudder": 2}, fuel=0)
    alone(state, EndOfPhase())
    assert state.leaving == "damage"


@pytest.mark.rule("P-9.0.G-2")
@pytest.mark.parametrize(
    ("scenario", "guns", "enough"),
    [("6", 8, 9), ("7", 6, 7), ("8", 5, 6)],
)
def test_half_of_the_armament(scenario: str, guns: int, enough: int) -> None:
    state = on_station(scenario)
    state.guns[:guns] = [1] * guns
    alone(state, EndOfPhase())
    assert texts(state) == []
    state.guns[:enough] = [1] * enough
    alone(state, EndOfPhase())
    assert texts(state) == STAY_OR_LEAVE


@pytest.mark.rule("P-9.0.G-2")
@pytest.mark.parametrize(("choice", "leaving"), [("stay", ""), ("leave", "armament")])
def test_half_of_the_armament_is_the_players_affair(choice: str, leaving: str) -> None:
    state = on_station(damage=dict.fromkeys(LIGHT_GUNS, 1))
    alone(state, EndOfPhase())
    play(state, choice)
    assert state.leaving == leaving


@pytest.mark.rule("P-9.0.G-3")
def test_a_ship_leaves_at_the_end_of_the_phase_without_maintenance() -> None:
    state = on_station(damage={"rudder": 2})
    told = go(state, *quiet(state, 1))
    assert told.asked == "anchorage repairs, Table 18"
    assert "morale roll" not in told.kinds


@pytest.mark.rule("P-7.4.M-1")
@pytest.mark.parametrize(("choice", "leaving"), [("stay", ""), ("leave", "flooding")])
def test_v65_a_ship_that_took_too_much_water_may_go(choice: str, leaving: str) -> None:
    state = on_station(flood=1, values={"DCO": 1}, options=ADVANCED)
    flood_primary(state, MAG_1, PORT, Scripted([2, 2]), None)
    assert (state.flood, state.sunk) == (0, False)
    alone(state, EndOfPhase())
    assert texts(state) == STAY_OR_LEAVE
    play(state, choice)
    assert state.leaving == leaving


@pytest.mark.rule("P-7.4.M-1")
def test_r122_nothing_is_asked_if_the_marker_was_lifted_or_not_rolled_for() -> None:
    state = on_station(flood=1, sunk_roll=True, options=ADVANCED)
    alone(state, EndOfPhase())
    assert texts(state) == []
    state = on_station(flood=0, sunk_roll=False, options=ADVANCED)
    alone(state, EndOfPhase())
    assert texts(state) == []


@pytest.mark.rule("P-7.4.M-1", "P-9.0.G-2")
def test_both_questions_are_asked_unless_the_first_settles_it() -> None:
    guns = dict.fromkeys(LIGHT_GUNS, 1)
    state = on_station(damage=guns, flood=0, sunk_roll=True, options=ADVANCED)
    alone(state, EndOfPhase())
    play(state, "stay")
    assert texts(state) == STAY_OR_LEAVE
    state = on_station(damage=guns, flood=0, sunk_roll=True, options=ADVANCED)
    alone(state, EndOfPhase())
    play(state, "leave")
    assert (texts(state), state.leaving) == ([], "armament")


@pytest.mark.rule("P-12.A-1", "P-10.A-1")
@pytest.mark.parametrize(
    ("phase", "die", "relieved"),
    [
        (0, None, False),
        (1, 5, False),  # V-62
        (1, 6, True),
        (2, 4, False),
        (2, 5, True),
        (3, 4, False),
        (3, 5, True),
        (4, 3, False),
        (4, 4, True),
        (5, 3, False),
        (5, 4, True),
    ],
)
def test_v62_relief(phase: int, die: int | None, relieved: bool) -> None:
    state = on_station("7", phases_played=phase)
    alone(state, EndOfPhase(), *([] if die is None else [die]))
    assert state.relieved == relieved


@pytest.mark.rule("P-12.A-1")
def test_a_ship_that_leaves_is_not_relieved() -> None:
    state = on_station("7", phases_played=1, damage={"rudder": 2})
    assert alone(state, EndOfPhase()).asked == ""
    state = on_station("6", phases_played=1)
    assert alone(state, EndOfPhase()).asked == ""


@pytest.mark.rule("P-9.0.H-1", "P-10.A-1")
def test_the_last_phase_is_judged_after_its_end() -> None:
    state = on_station("1", manoeuvre=0)
    go(state, *quiet(state, 1, phase=1, none=A_NONE))
    assert outcome(state) == ("ijn", "the ship left its station")
