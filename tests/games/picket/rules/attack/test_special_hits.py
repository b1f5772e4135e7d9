"""Special attacks that came through: Tables 12-1 to 12-3 and the crash of the plane (7.2)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import (
    SPECIAL_HITS,
    WHOLE_WAVE,
    End,
    counted,
    event_of,
    go_on,
    kinds,
    mount,
    play,
    room,
    special_fate,
    wave,
)

from flankspeed.engine import Event
from flankspeed.games.picket.data.fire_charts import strike_charts
from flankspeed.games.picket.data.ids import CIC, CPO, ENGINE_FWD, ENGINEER, GUNNERY
from flankspeed.games.picket.data.planes import BOMB, OHKA, TORPEDO
from flankspeed.games.picket.state import PicketState

NO_DAMAGE = (1, 3)  # Table 11-1
NO_CRASH = 1


def attack(
    *specials: str, dice: Any, section: int = 1, **setting: Any
) -> tuple[PicketState, list[Event]]:
    """These specials, all coming at one section, attack; the dice must be used up."""
    state = wave(specials=specials, sections=[section] * len(specials), steps=(), **setting)
    state.agenda = [End(), SPECIAL_HITS()]
    return state, go_on(state, *dice)


def pair(roll: int) -> tuple[int, int]:
    return (1, roll - 1) if roll < 8 else (roll - 6, 6)


@pytest.mark.rule("P-7.2.B-1")
@pytest.mark.parametrize(
    ("weapon", "line"),
    [
        (OHKA, "sinks hull stern miss miss miss miss miss guns guns sinks"),
        (BOMB, "sinks near near miss miss miss miss miss near near sinks"),
        (TORPEDO, "sinks stern near miss miss miss miss miss miss bow sinks"),
    ],
)
def test_tables_12(weapon: int, line: str) -> None:
    chart = strike_charts().weapons[weapon]
    assert [chart[roll].kind for roll in range(2, 13)] == line.split()
    assert chart[1] == chart[2]


@pytest.mark.rule("P-7.2.B-1")
@pytest.mark.parametrize(
    ("name", "weapon"), [("Betty", "Ohka"), ("Val", "bomb"), ("Kate", "torpedo")]
)
def test_the_table_is_that_of_the_weapon(name: str, weapon: str) -> None:
    _, events = attack(name, dice=(*pair(7), NO_CRASH))
    assert event_of(events, "weapon miss").facts["weapon"] == weapon


@pytest.mark.rule("P-7.2.B-1", "P-7.2.D-1")
@pytest.mark.parametrize(
    ("name", "roll", "why"),
    [
        ("Betty", 2, "Ohka strikes the forward magazine"),
        ("Betty", 12, "Ohka strikes the aft fuel"),
        ("Val", 2, "bomb strikes the forward fire room"),
        ("Val", 12, "bomb strikes the aft fire room"),
        ("Kate", 2, "torpedo strikes the keel"),
        ("Kate", 12, "torpedo strikes the keel"),
    ],
)
def test_ship_is_lost(name: str, roll: int, why: str) -> None:
    state, events = attack(name, "Zero", dice=pair(roll))
    assert (state.sunk, state.decision) == (True, None)
    assert event_of(events, "ship lost").facts["why"] == why
    assert special_fate(state, 2) == "coming"


@pytest.mark.rule("P-7.2.B-1", "P-7.2.D-1")
def test_ohka_passes_through() -> None:
    state, _ = attack("Betty", dice=(*pair(3), NO_CRASH))
    assert (state.hull, state.plane_hits) == (7, 0)


@pytest.mark.rule("P-7.2.B-1", "P-7.2.D-1")
@pytest.mark.parametrize(("name", "roll"), [("Betty", 4), ("Kate", 3)])
def test_stern_is_struck(name: str, roll: int) -> None:
    state, _ = attack(name, dice=(*pair(roll), NO_CRASH))
    parts = [state.primaries[room(part)] for part in ("Rudder", "Port Shaft", "Stbd Shaft")]
    assert parts == [2, 2, 2]
    assert (state.manoeuvre, state.dead_in_water, state.sunk) == (0, True, False)


@pytest.mark.rule("P-7.2.B-1", "P-7.2.D-1")
def test_torpedo_in_the_bow() -> None:
    state, _ = attack("Kate", dice=(*pair(11), NO_CRASH))
    assert (state.manoeuvre, state.dead_in_water, any(state.primaries)) == (0, True, False)


@pytest.mark.rule("P-7.2.B-1", "P-7.2.D-1")
@pytest.mark.parametrize(
    ("roll", "guns"), [(10, ["5in3", "5in4", "40E"]), (11, ["5in1", "5in2", "40A", "40B"])]
)
def test_ohka_sweeps_guns_away(roll: int, guns: list[str]) -> None:
    state, _ = attack("Betty", dice=(*pair(roll), NO_CRASH))
    gone = [number for number, hits in enumerate(state.guns) if hits]
    assert gone == sorted(mount(gun) for gun in guns)
    assert [state.guns[mount(gun)] for gun in guns] == [3, 3, 2, 2][: len(guns)]


@pytest.mark.rule("P-7.2.B-1")
def test_r_95_guns_the_ship_lacks_cannot_be_lost() -> None:
    state, _ = attack("Betty", dice=(*pair(10), NO_CRASH), card={"fit": "la_prade"})
    lost = [state.charts.mounts[n].id for n, hits in enumerate(state.guns) if hits]
    assert lost == [mount("40E")]


@pytest.mark.rule("P-7.2.B-1")
@pytest.mark.parametrize(("name", "roll"), [("Val", 3), ("Val", 10), ("Kate", 4)])
def test_near_miss_of_a_weapon_goes_to_table_11_1(name: str, roll: int) -> None:
    state, events = attack(name, dice=(*pair(roll), 1, 1, NO_CRASH))
    assert kinds(events)[0] == "weapon near"
    assert (state.hull, state.plane_hits) == (9, 0)


@pytest.mark.rule("P-7.2.A-1", "P-6.10.E-1")
def test_v_41_manoeuvre_and_a_two_still_loses_the_ship() -> None:
    state, events = attack("Betty", dice=(1, 1), em_success=True, advanced=True)
    assert state.sunk
    assert counted(event_of(events, "weapon sinks")) == {"emergency manoeuvre": -1}


@pytest.mark.rule("P-7.2.A-1")
def test_r_81_manoeuvre_makes_five_a_four() -> None:
    state, _ = attack("Betty", dice=(*pair(5), NO_CRASH), em_success=True, advanced=True)
    assert state.dead_in_water


@pytest.mark.rule("P-7.2.C-1")
@pytest.mark.parametrize("die", [1, 5])
def test_on_1_to_5_the_plane_turns_away(die: int) -> None:
    state, events = attack("Kate", dice=(*pair(7), die))
    assert kinds(events) == ["weapon miss", "special turns away"]
    assert special_fate(state) == "spent"


@pytest.mark.rule("P-7.2.C-1")
@pytest.mark.parametrize(("roll", "kind"), [(5, "dive misses"), (7, "dive misses")])
def test_on_6_the_plane_dives(roll: int, kind: str) -> None:
    _, events = attack("Kate", dice=(*pair(7), 6, *pair(roll)))
    assert kinds(events) == ["weapon miss", "special dives", kind]


@pytest.mark.rule("P-7.2.C-1")
def test_v_40_an_eight_misses_for_a_special() -> None:
    _, events = attack("Kate", dice=(*pair(7), 6, *pair(8)))
    assert kinds(events)[-1] == "dive misses"


@pytest.mark.rule("P-7.2.C-1")
def test_r_18_a_six_is_a_near_miss() -> None:
    _, events = attack("Kate", dice=(*pair(7), 6, *pair(6), *NO_DAMAGE))
    assert "dive near miss" in kinds(events)


@pytest.mark.rule("P-7.2.C-1")
@pytest.mark.parametrize(
    ("section", "column"),
    [(0, 5), (1, 3), (2, 4)],  # deck fires of row 7
)
def test_the_crash_strikes_the_section_it_came_at(section: int, column: int) -> None:
    state, _ = attack("Kate", dice=(*pair(7), 6, *pair(9), 8, column, 8, column), section=section)
    assert state.deck_fires[section] == 2
    assert (state.plane_hits, sum(state.hits_by_bearing)) == (1, 0)


@pytest.mark.rule("P-7.2.A-1", "P-7.2.C-1")
def test_manoeuvre_counts_on_the_crash_too() -> None:
    dice = (*pair(8), 6, *pair(9))
    _, events = attack("Kate", dice=dice, em_success=True, advanced=True)
    assert counted(event_of(events, "dive misses")) == {"emergency manoeuvre": -1}


@pytest.mark.rule("P-7.2.D-1")
def test_results_apply_before_the_next_special() -> None:
    state, events = attack("Kate", "Betty", dice=(*pair(11), 1, *pair(3), 1))
    assert (state.manoeuvre, state.hull) == (0, 7)
    found = kinds(events)
    assert found.index("dead in the water") < found.index("weapon hull")


@pytest.mark.rule("P-7.2.E-1")
def test_specials_that_attacked_or_were_destroyed_are_marked_so() -> None:
    state = wave(specials=["Betty", "Kate"], steps=WHOLE_WAVE, dice=(1, 5))
    play(state, "spray 1")
    play(state, "fire", 1, 1, *pair(7), NO_CRASH)
    assert [special_fate(state, number) for number in (1, 2)] == ["destroyed", "spent"]


@pytest.mark.rule("P-7.2.E-1")
def test_r_121_specials_driven_off_by_fighters_have_not_attacked() -> None:
    # The Val's near miss (11-1 row 2 column 3) is a random result: Table 15 roll 3, fighters.
    state, _ = attack("Val", "Kate", dice=(*pair(3), 2, 3, 1, 2, NO_CRASH))
    assert state.attacks_over
    assert [special_fate(state, number) for number in (1, 2)] == ["spent", "coming"]


@pytest.mark.rule("P-7.2.F-1")
def test_men_where_a_plane_strikes_are_killed() -> None:
    # The Kate crashes forward: d10 5 d6 2 is the CIC, then superficial secondaries.
    state = wave(specials=["Kate"], sections=[0], steps=())
    state.posts[GUNNERY], state.posts[CPO], state.posts[ENGINEER] = CIC, CIC, ENGINE_FWD
    state.agenda = [End(), SPECIAL_HITS()]
    go_on(state, *pair(7), 6, *pair(9), 6, 2, 5, 2)
    alive = [state.alive >> who & 1 for who in (GUNNERY, CPO, ENGINEER)]
    assert (alive, state.primaries[CIC]) == ([0, 0, 1], 1)


# --- special_hit ---


@pytest.mark.rule("P-7.2.B-1", "P-7.2.C-1")
def test_special_hit_rule72_goes_to_table_12_at_once() -> None:
    _, events = attack("Kate", dice=(*pair(7), NO_CRASH), options={"special_hit": "rule72"})
    assert kinds(events)[0] == "weapon miss"


@pytest.mark.rule("P-7.2.B-1")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (pair(5), ["dive misses"]),
        (pair(8), ["dive misses"]),
        ((*pair(6), *NO_DAMAGE), ["dive near miss", "near miss damage"]),
        ((*pair(9), 1, *pair(7), 1), "dive hits,special comes,weapon miss,special turns away"),
    ],
)
def test_special_hit_table10_rolls_table_10_first(dice: Any, expected: Any) -> None:
    state, events = attack("Kate", dice=dice, options={"special_hit": "table10"})
    if isinstance(expected, str):
        expected = expected.split(",")
        assert state.specials[0].section == 0  # rolled anew: it came at the midship section
    assert kinds(events) == expected
    assert special_fate(state) == "spent"


@pytest.mark.rule("P-7.2.B-1", "P-7.2.C-1")
def test_special_hit_table10_crash_needs_no_second_roll() -> None:
    dice = (*pair(9), 1, *pair(7), 6, 8, 5, 8, 5)
    state, events = attack("Kate", dice=dice, options={"special_hit": "table10"})
    assert (state.deck_fires[0], state.plane_hits) == (2, 1)
    assert kinds(events).count("dive hits") == 1
