"""The sequence of play: turns, phases, waves, and days cut short (3.0, 18.B, R-19, R-57)."""

from __future__ import annotations

import pytest
from picket_attack import inside
from picket_duty import ADVANCED, REST, Told, go, on_station, outcome, play, quiet, texts, today
from picket_repair import hits

from flankspeed.games.picket.data.ids import CIC

CLEAR = (6, 6)
CARRIER = (3, 3, "0", 1, 1)  # one type of air cover, column 0, no marker
TABLE_D = (2, 2)
RANDOM = (5, 5, 1, 1)  # table A, then a random result
RANDOM_1 = (6, 6, 1, 1)  # the same on station 1
NOTE_B = (3, 4)
CLOSES, RADAR = 1, 4


def phases(told: Told) -> list[str]:
    return [str(event.facts["phase"]) for event in told if event.kind == "phase begins"]


@pytest.mark.rule("P-3.0.A-1", "P-3.0.C-1", "P-18.C-1", "P-18.D-1")
def test_three_phases_then_maintenance_then_the_next_day() -> None:
    state = on_station()
    told = go(state, *quiet(state), *REST)
    assert phases(told) == ["morning", "midday", "night", "morning"]
    assert told.kinds[-5:] == ["morale roll", "morale", "supplies", "heading", "phase begins"]
    assert told[-2].facts["title"] == "Turn 2: 25 Mar 1945"
    assert told.asked == "air cover"
    assert state.fighting_days == 1


@pytest.mark.rule("P-3.0.B-1", "P-18.B-1", "P-19-1")
def test_order_of_a_phase() -> None:
    state = on_station(options=ADVANCED, first_phase=False)
    told = go(state, *CLEAR, *CARRIER, *TABLE_D, 5, 5, "Zero", "Betty with Ohka", "Zero")
    kinds = told.kinds + play(state, "fire", 5).kinds  # the Betty comes at the stern
    kinds += play(state, "spray 1", 6, 6).kinds
    # The first Zero misses, the other hits the CIC and the trunk; the Ohka misses.
    kinds += play(state, "manoeuvre", 6, 6, 1, 1, 6, 6, 6, 2, 2, 2, 3, 4, 1).kinds
    assert texts(state) == ["crew cic", "crew sec-fwd-trunk", "begin repairs"]
    play(state, "crew cic")
    told = play(state, "auto")
    kinds += told.kinds
    assert told.asked == "repair of CIC"
    order = [
        "weather", "air cover", "attack letter", "planes drawn", "wave comes", "special comes",
        "spray misses", "manoeuvre succeeds", "dive misses", "dive hits", "compartment hit",
        "weapon miss", "special turns away", "crews at work",
    ]  # fmt: skip
    assert [kind for kind in kinds if kind in order] == order


@pytest.mark.rule("P-18.B-1", "P-6.10.B-1")
def test_every_wave_is_fought_out_but_the_manoeuvre_is_tried_once() -> None:
    state = on_station(options=ADVANCED, first_phase=False)
    go(state, *CLEAR, *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 5)  # 3 and 2 planes
    play(state, "fire")
    assert texts(state) == ["manoeuvre", "steady"]
    told = play(state, "manoeuvre", 6, 6, *[1] * 6)
    assert told.kinds[-1] == "wave comes"
    told = play(state, "fire", 4, 5, 1, 3, 1, 1)  # no second manoeuvre; 9 - 1 is a near miss
    assert told.kinds[:2] == ["dive near miss", "near miss damage"]
    assert told.asked == "weather"


@pytest.mark.rule("P-18.B-3", "P-7.8.2.H-1")
@pytest.mark.parametrize(("option", "asked", "marked"), [("on", 1, 1), ("off", 0, 2)])
def test_r57_damage_control_in_a_quiet_phase(option: str, asked: int, marked: int) -> None:
    state = on_station(damage={"cic": 1}, options={"dc_quiet": option})
    told = go(state, *quiet(state, 1))
    assert bool(texts(state)) == asked
    assert hits(state, "cic") == marked  # damage that nobody fights spreads at the end
    assert told.asked == ("" if asked else "air cover")


@pytest.mark.rule("P-7.7.O-1", "P-6.6.L-1")
def test_a_wave_fought_in_silence_lets_emergency_repairs_be_called_off() -> None:
    state = on_station(primaries=[1] * 12 + [0] * 11, emergency=True)
    go(state, *CARRIER, 3, 3, 5, 6, "Zero", 1, 1)  # one plane, which misses
    assert texts(state) == ["keep on", "call off"]


@pytest.mark.rule("P-7.7.O-1")
def test_emergency_repairs_can_be_called_off_at_any_time_after_the_first_attack() -> None:
    state = on_station(primaries=[1] * 12 + [0] * 11, emergency=True)
    told = go(state, *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 5, *[1] * 6)  # waves of 3 and 2
    assert "dive misses" in told.kinds  # the first wave was fought in silence, with no question
    assert texts(state) == ["keep on", "call off"]
    play(state, "keep on")
    told = play(state, "begin repairs")
    assert (told.kinds[-1], texts(state)) == ("wave comes", ["keep on", "call off"])
    play(state, "call off")
    assert "fire" in texts(state)


@pytest.mark.rule("P-7.7.O-1")
@pytest.mark.parametrize("choice", ["keep on", "call off"])
def test_and_once_more_before_the_special_attack(choice: str) -> None:
    state = on_station(primaries=[1] * 12 + [0] * 11, emergency=True, emergency_waves=1)
    go(state, *CARRIER, 3, 3, 5, 6, "Betty with Ohka", "Zero")
    assert texts(state) == ["keep on", "call off"]
    play(state, "keep on")
    assert texts(state) == ["keep on", "call off"]
    told = play(state, choice, 5, *([1, 1] if choice == "keep on" else []))
    assert ("spray 1" in texts(state)) is (choice == "call off")
    assert told.asked == ("Ohka, Table 12-1" if choice == "keep on" else "")


@pytest.mark.rule("P-7.7.L-1", "P-7.7.O-1")
def test_a_second_declaration_must_wait_for_an_attack_of_its_own() -> None:
    state = on_station(primaries=[1] * 12 + [0] * 11, emergency=True)
    go(state, *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 5, *[1] * 6)
    play(state, "call off")
    play(state, "begin repairs")
    play(state, "fire", *[1] * 4)
    play(state, "declare", 6)
    told = play(state, "begin repairs", *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 5, *[1] * 6)
    assert "dive misses" in told.kinds  # midday's first wave came without a question
    assert texts(state) == ["keep on", "call off"]


@pytest.mark.rule("P-18.B-3")
def test_no_damage_control_where_nothing_is_damaged() -> None:
    state = on_station()
    assert go(state, *quiet(state, 1)).asked == "air cover"


@pytest.mark.rule("P-6.6.D-1")
@pytest.mark.parametrize(
    ("option", "die", "asked"),
    [
        ("end_turn", CLOSES, "morale, Table 23"),
        ("end_phase", CLOSES, "air cover"),
        ("end_turn", RADAR, "air cover"),
    ],
)
def test_r19_note_b_ends_the_turn_or_the_phase(option: str, die: int, asked: str) -> None:
    state = on_station(options={"note_b": option})
    assert go(state, *CARRIER, *RANDOM, *NOTE_B, die).asked == asked


@pytest.mark.rule("P-6.6.D-1")
def test_r19_existing_damage_gets_its_step_before_the_day_ends() -> None:
    state = on_station(damage={"cic": 1})
    go(state, *CARRIER, *RANDOM, *NOTE_B, CLOSES)
    play(state, "crew cic")
    assert play(state, "auto", 1, 1).asked == "morale, Table 23"
    assert state.carried == 1 << CIC  # who has not finished stays for the next phase


@pytest.mark.rule("P-6.6.D-1")
def test_r19_the_next_day_is_an_ordinary_one() -> None:
    state = on_station()
    told = go(state, *CARRIER, *RANDOM, *NOTE_B, CLOSES, *REST, *quiet(state, 1))
    assert phases(told) == ["morning", "morning", "midday"]
    assert today(state) == "25 Mar"


@pytest.mark.rule("P-6.6.D-1", "P-10.A-1")
def test_r19_skipped_phases_of_a_scenario_count_as_played() -> None:
    state = on_station("6")
    go(state, *CARRIER, *RANDOM, *NOTE_B, CLOSES)
    assert outcome(state) == ("usn", "on station")


@pytest.mark.rule("P-6.6.D-1", "P-12.A-1")
def test_r19_relief_is_rolled_for_skipped_phases() -> None:
    state = on_station("7")
    told = go(state, *CARRIER, *RANDOM_1, *NOTE_B, CLOSES, 5, 5)
    assert told.kinds[-3:] == ["not relieved", "relieved", "result"]
    assert outcome(state) == ("usn", "relieved")
    state = on_station("7")
    assert go(state, *CARRIER, *RANDOM_1, *NOTE_B, CLOSES, 5, 4).asked == "morale, Table 23"
    assert state.phases_played == 3


@pytest.mark.rule("P-3.0.A-1", "P-6.9.G-1", "P-8.2.A-1")
def test_what_lasts_for_a_turn_is_cleared_with_the_next() -> None:
    state = on_station(guns_fired=True, sprayed=True, phases_played=1, day_over=True)
    go(state)
    assert (state.guns_fired, state.sprayed, state.day_over) == (False, False, False)


@pytest.mark.rule("P-3.0.B-1")
def test_what_lasts_for_a_phase_is_cleared_with_the_next() -> None:
    state = on_station(
        plane_hits=2, em_tried=True, em_success=True, attacks_over=True, stopped=True,
        sunk_roll=True, crewed=1, afs=3, wave=2,
    )  # fmt: skip
    go(state)
    assert (state.em_tried, state.em_success, state.attacks_over) == (False, False, False)
    assert (state.stopped, state.sunk_roll, state.crewed) == (False, False, 0)
    assert (state.plane_hits, state.afs, state.wave) == (0, 0, 0)


@pytest.mark.rule("P-7.3.W-1", "P-6.6.L-1")
def test_fighters_end_the_attacks_of_the_phase() -> None:
    state = on_station()
    go(state, *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 3, "Betty with Ohka", "Zero", "Zero")
    play(state, "fire", 1)
    zeros, bettys = inside(state, "Zero"), inside(state, "Betty with Ohka")
    # The first Zero, from 180, hits: Table 15 with 3, then nothing. Nobody else attacks.
    told = play(state, "fire", 6, 6, 1, 1, 1, 2, 1, 2)
    assert told.asked == "hull loss, Table 14-1"
    assert inside(state, "Zero") == zeros + 5
    assert inside(state, "Betty with Ohka") == bettys + 1


@pytest.mark.rule("P-7.8.2.L-1", "P-7.1.H-1")
def test_the_planes_that_sank_the_ship_go_back_to_the_container() -> None:
    state = on_station()
    before = state.container[:]
    go(state, *CARRIER, *TABLE_D, 5, 6, *["Zero"] * 5)
    told = play(state, "fire", 6, 6, 1, 1, 6, 6)  # Table 15, 12: her back is broken
    assert "ship lost" in told.kinds
    assert texts(state)[0] == "name Ammen"
    assert state.container == before
    assert (state.planes, state.waves) == ([], [])
