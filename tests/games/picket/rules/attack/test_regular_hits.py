"""Regular planes dive on the ship: Table 10 and where its hits go (7.1)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import HITS, WHOLE_WAVE, counted, event_of, fate, kinds, play, room, texts, wave

from flankspeed.engine import Event, Log, Scripted
from flankspeed.games.picket.data.fire_charts import strike_charts
from flankspeed.games.picket.rules.days.phase import Wave
from flankspeed.games.picket.rules.plane import DESTROYED, FLAMED
from flankspeed.games.picket.state import PicketState

SUPERFICIAL = (1, 3)  # Table 11 midship, d10 0 (the die shows 1) and d6 3
NO_DAMAGE = (1, 3)  # Table 11-1


def dives(*planes: str, dice: Any, hits: int = 0, fate: int = 0, **setting: Any) -> list[Event]:
    """These planes roll on Table 10, all with these hits; the dice must be used up."""
    _, events = diving(*planes, dice=dice, hits=hits, fate=fate, **setting)
    return events


def diving(
    *planes: str, dice: Any, hits: int = 0, fate: int = 0, **setting: Any
) -> tuple[PicketState, list[Event]]:
    """The same, with the state it leaves."""
    state = wave(steps=(), **setting)
    for plane in wave(*planes, steps=()).planes:
        plane.hits, plane.fate = hits, fate
        state.planes.append(plane)
    state.agenda = [HITS()]
    scripted, log = Scripted(dice), Log()
    state.advance(scripted, log)
    assert scripted.left == 0, f"{scripted.left} dice too many"
    return state, log.events


@pytest.mark.rule("P-7.1.A-1", "P-7.1.B-1")
@pytest.mark.parametrize(
    ("column", "line"),
    [(0, "mmmmnnnhhhh"), (1, "mmmmmnnnhhh"), (2, "mmmmmmnnnhh"), (3, "mmmmnmmhhhh")],
)
def test_table_10(column: int, line: str) -> None:
    chart = strike_charts().strike
    assert "".join("mnh"[chart.at(roll, column)] for roll in range(2, 13)) == line
    assert (chart.at(0, column), chart.at(14, column)) == (0, 2)


@pytest.mark.rule("P-7.1.A-1", "P-6.8.K-1")
@pytest.mark.parametrize(
    ("hits", "fate", "column"),
    [(0, 0, "undamaged"), (1, 0, "undamaged"), (2, 0, "damaged"), (3, FLAMED, "flamed")],
)
def test_column_by_the_state_of_the_plane(hits: int, fate: int, column: str) -> None:
    (event,) = dives("Zero 90L", dice=(1, 1), hits=hits, fate=fate)
    assert event.facts["column"] == column


@pytest.mark.rule("P-7.1.A-1", "P-6.8.K-1")
def test_a_plane_flamed_at_once_uses_the_flamed_column() -> None:
    (event,) = dives("Zero 90L", dice=(1, 1), hits=0, fate=FLAMED)
    assert event.facts["column"] == "flamed"


@pytest.mark.rule("P-7.1.A-1", "P-6.8.K-1")
def test_destroyed_planes_do_not_dive() -> None:
    assert dives("Zero 90L", dice=(), fate=DESTROYED) == []


@pytest.mark.rule("P-7.1.A-1")
def test_r_80_planes_dive_in_the_order_of_placement() -> None:
    events = dives("Val 90L", "Zero 0L", "Oscar 180M", dice=(1, 1, 1, 2, 2, 1))
    assert [event.facts["plane"] for event in events] == ["Val 90L", "Zero 0L", "Oscar 180M"]


@pytest.mark.rule("P-7.1.B-1", "P-6.10.E-1")
def test_v_39_manoeuvre_makes_a_hit_a_near_miss() -> None:
    events = dives("Zero 90L", dice=(4, 5, *NO_DAMAGE), em_success=True)
    assert counted(event_of(events, "dive near miss")) == {"emergency manoeuvre": -1}
    events = dives("Zero 90L", dice=(4, 5, *SUPERFICIAL, *SUPERFICIAL))
    assert events[0].kind == "dive hits"


@pytest.mark.rule("P-7.1.B-1")
def test_v_63_scenario_8_stopped() -> None:
    dice = (4, 4, *SUPERFICIAL, *SUPERFICIAL)
    events = dives("Zero 90L", dice=dice, stopped=True, card={"stopped_modifier": 1})
    assert counted(events[0]) == {"ship stopped": 1}
    assert (events[0].kind, events[0].facts["roll"]) == ("dive hits", 9)


@pytest.mark.rule("P-7.1.B-1")
def test_a_scenario_of_ones_own_may_change_table_10() -> None:
    (event,) = dives("Zero 90L", dice=(3, 3), card={"hit_modifier": -1})
    assert (event.kind, counted(event)) == ("dive misses", {"scenario": -1})


@pytest.mark.rule("P-7.1.C-1")
@pytest.mark.parametrize(
    ("bearing", "section"),
    [
        *((bearing, "forward") for bearing in (315, 0, 45)),
        *((bearing, "midship") for bearing in (90, 270)),
        *((bearing, "aft") for bearing in (225, 180, 135)),
    ],
)
def test_v_20_section_by_bearing_and_two_rolls(bearing: int, section: str) -> None:
    # Forward d10 7 d6 5, midship and aft d10 7 d6 4 and 3: deck fires.
    column = {"forward": 5, "midship": 3, "aft": 4}[section]
    state, events = diving(f"Zero {bearing}L", dice=(6, 6, 8, column, 8, column))
    assert (state.plane_hits, state.hits_by_bearing[bearing // 45]) == (1, 1)
    assert state.deck_fires[["forward", "midship", "aft"].index(section)] == 2
    assert kinds(events)[0] == "dive hits"


@pytest.mark.rule("P-7.1.D-1")
def test_random_result_goes_to_table_15() -> None:
    # Midship d10 0 d6 1 is RR; Table 15: 6 superficial.
    _, events = diving("Zero 90L", dice=(6, 6, 1, 1, 3, 3, *SUPERFICIAL))
    assert "random result" in kinds(events)


@pytest.mark.rule("P-7.1.E-1")
def test_damage_takes_effect_before_the_next_plane() -> None:
    # The first Zero destroys the rudder (aft d10 0 d6 4): dead in the water, but she stays
    # until the phase is over; the second Zero dives all the same.
    state, events = diving("Zero 180L", "Zero 90L", dice=(6, 6, 1, 4, 1, 2, 1, 1))
    assert (state.manoeuvre, state.primaries[room("Rudder")]) == (0, 2)
    assert events[-1].kind == "dive misses"
    assert not state.sunk


@pytest.mark.rule("P-7.1.G-1")
def test_near_miss_goes_to_table_11_1() -> None:
    state, events = diving("Zero 90L", dice=(3, 3, 1, 1))
    assert (kinds(events)[0], state.hull, state.plane_hits) == ("dive near miss", 9, 0)


@pytest.mark.rule("P-7.1.H-1", "P-7.1.F-1", "P-7.1.I-1")
def test_after_the_wave_regular_planes_are_back_and_repairs_begin() -> None:
    state = wave("Zero 90L", specials=["Kate"], steps=())
    kind = state.planes[0].kind
    before = state.container[kind], state.container[state.specials[0].kind]
    state.agenda.append(Wave())
    steps = []
    log = Log()
    # Fire and defence are declined; the Zero hits the stack, the torpedo misses.
    dice = Scripted([1, 6, 6, 4, 2, 1, 3, 3, 3, 1])
    state.advance(dice, log)
    while state.decision and texts(state)[-1] == "fire":
        steps.append(type(state.agenda[-1]).__name__)
        state.play(state.decision.options[-1], dice, log)
    assert steps == ["DefensiveFire", "SpecialDefence"]
    found = kinds(log.events)
    assert found.index("dive hits") < found.index("compartment hit") < found.index("weapon miss")
    assert (state.container[kind], state.planes) == (before[0] + 1, [])
    assert sum(state.container) == sum(wave(steps=()).container) + 1  # the Kate is not
    assert "DamageControl" in [type(step).__name__ for step in state.agenda]
    assert dice.left == 0


@pytest.mark.rule("P-7.1.E-1")
def test_r_121_fighters_end_the_attacks_after_the_plane_in_hand() -> None:
    # First roll on Table 11: RR, Table 15 roll 3: fighters. The second roll is still made.
    state, events = diving("Zero 90L", "Oscar 0L", dice=(6, 6, 1, 1, 1, 2, *SUPERFICIAL))
    assert state.attacks_over
    assert [plane.fate for plane in state.planes] == [3, 0]
    assert kinds(events).count("dive hits") == 1


@pytest.mark.rule("P-7.1.A-1")
def test_nothing_dives_in_an_empty_wave() -> None:
    assert dives(dice=()) == []


@pytest.mark.rule("P-7.1.C-1")
def test_the_ship_may_be_lost_in_the_middle_of_the_dives() -> None:
    # 5in Mag 1 (forward d10 0 d6 3) explodes on a 6; the Oscar does not dive any more.
    state = wave("Zero 0L", "Oscar 0L", steps=WHOLE_WAVE)
    events = play(state, "fire", 6, 6, 1, 3, 6)
    assert (state.sunk, state.ships_sunk, state.decision) == (True, 1, None)
    assert kinds(events)[-1] == "ship lost"
    assert fate(state, 2) == "coming"
