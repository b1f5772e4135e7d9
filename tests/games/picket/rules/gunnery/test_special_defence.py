"""The defence against special attacks: sections, AFS, SFS and spray fire (6.9)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import (
    DEFENCE,
    WHOLE_WAVE,
    again,
    event_of,
    go_on,
    kinds,
    play,
    plays,
    special,
    special_fate,
    texts,
    wave,
)

from flankspeed.games.picket.data.ids import AFT, FORWARD, MIDSHIP
from flankspeed.games.picket.rules.places import SECTION_PLACES
from flankspeed.games.picket.state import PicketState


def defence(*specials: str, dice: tuple[int, ...], **setting: Any) -> PicketState:
    """The defence against these specials; the dice are those of their sections."""
    return wave(specials=specials, steps=(DEFENCE,), dice=dice, **setting)


@pytest.mark.rule("P-6.9.A-1")
def test_no_gun_can_be_aimed_at_specials() -> None:
    state = defence("Betty", "Kate", dice=(1, 3), afs=1, sfs=1)
    placed = ["spray 1", "spray 2", "sfs 1", "sfs 2", "afs 1", "afs 2"]
    assert texts(state) == [*placed, "fire"]


@pytest.mark.rule("P-6.9.B-1")
@pytest.mark.parametrize(
    ("die", "section"),
    [(1, FORWARD), (2, FORWARD), (3, MIDSHIP), (4, MIDSHIP), (5, AFT), (6, AFT)],
)
def test_section_under_attack(die: int, section: int) -> None:
    assert defence("Betty", dice=(die,)).specials[0].section == section


@pytest.mark.rule("P-6.9.B-1")
def test_each_special_has_a_die_of_its_own_that_says_whose_it_is() -> None:
    state = wave(steps=())
    state.specials = [special("Betty"), special("Kate")]
    state.agenda = [DEFENCE()]
    events = go_on(state, 1, 6)
    assert kinds(events) == ["special comes", "special comes"]
    assert [(throw.why, throw.values) for event in events for throw in event.throws] == [
        ("section that Betty with Ohka comes at", (1,)),
        ("section that Kate with torpedo comes at", (6,)),
    ]
    assert [event.places for event in events] == [
        ("special:1", SECTION_PLACES[FORWARD]),
        ("special:2", SECTION_PLACES[AFT]),
    ]


@pytest.mark.rule("P-6.9.B-1", "P-6.9.A-1")
def test_nothing_to_do_without_specials() -> None:
    assert wave(steps=(DEFENCE,), afs=2, sfs=2).decision is None


@pytest.mark.rule("P-6.9.F-1")
@pytest.mark.parametrize(
    ("dice", "end"),
    [((1, 1), "destroyed"), ((4, 4), "destroyed"), ((4, 5), "coming"), ((6, 6), "coming")],
)
def test_v_42_spray_fire(dice: tuple[int, int], end: str) -> None:
    state = defence("Betty", dice=(1,))
    play(state, "spray 1", *dice)
    assert special_fate(state) == end
    assert state.kills_by_kind == ({"Betty": 1} if end == "destroyed" else {})
    assert not state.guns_fired


@pytest.mark.rule("P-6.9.C-1")
def test_two_specials_on_one_section_share_one_spray() -> None:
    state = defence("Betty", "Kate", dice=(5, 6))
    assert texts(state, "spray") == ["spray 1", "spray 2"]
    play(state, "spray 2", 1, 1)
    assert [special_fate(state, number) for number in (1, 2)] == ["coming", "destroyed"]


@pytest.mark.rule("P-6.9.C-1")
def test_specials_on_two_sections_have_a_spray_each() -> None:
    state = defence("Betty", "Kate", dice=(1, 6))
    play(state, "spray 1")
    assert texts(state) == ["spray 2", "fire"]
    play(state, "spray 2", 1, 1, 1, 1)
    assert [special_fate(state, number) for number in (1, 2)] == ["destroyed", "destroyed"]


@pytest.mark.rule("P-6.9.C-1")
def test_spray_is_there_again_in_the_next_wave() -> None:
    state = wave(specials=["Betty"], steps=WHOLE_WAVE, dice=(1,))
    play(state, "spray 1", 1, 1)
    again(state, specials=["Betty"], dice=(1,))
    assert texts(state) == ["spray 1", "fire"]


@pytest.mark.rule("P-6.9.D-1", "P-6.9.E-1")
def test_order_is_afs_sfs_spray() -> None:
    state = defence("Betty", dice=(1,), afs=1, sfs=1)
    plays(state, "spray 1", "sfs 1")
    events = play(state, "afs 1", 2, 3, 6, 6)
    assert kinds(events) == ["support misses", "support misses", "track down", "spray misses"]
    assert [event.facts.get("marker") for event in events[:2]] == ["AFS", "SFS"]


@pytest.mark.rule("P-6.9.D-1", "P-6.9.G-1")
def test_r_115_spray_on_a_plane_already_down_costs_nothing() -> None:
    state = defence("Betty", dice=(1,), afs=1)
    play(state, "spray 1")
    play(state, "afs 1", 6)
    assert (state.ammo, state.sprayed, state.decision) == (10, False, None)


@pytest.mark.rule("P-6.9.E-1", "P-5.2.F-1", "P-6.5.G-1")
def test_markers_left_on_a_special_that_is_down() -> None:
    state = defence("Betty", "Kate", dice=(1, 6), afs=2, sfs=1)
    plays(state, "afs 1", "afs 1", "sfs 1")
    events = play(state, "fire", 6)
    assert kinds(events) == ["support destroys", "SFS expended"]
    assert texts(state) == ["afs 2", "keep"]
    assert kinds(play(state, "afs 2", 1)) == ["AFS turns", "support misses"]
    assert (state.afs, state.sfs_used) == (0, 1)


@pytest.mark.rule("P-6.5.G-1")
def test_afs_kept_from_a_special_serves_the_next_wave() -> None:
    state = defence("Betty", "Kate", dice=(1, 6), afs=2)
    plays(state, "afs 1", "afs 1")
    play(state, "fire", 6)
    play(state, "keep")
    assert (state.afs, state.decision) == (1, None)


@pytest.mark.rule("P-6.9.G-1")
def test_v_19_only_the_first_spray_of_a_turn_costs_ammunition() -> None:
    state = wave(specials=["Betty"], steps=WHOLE_WAVE, dice=(1,))
    assert "1 ammunition" in state.decision.options[0].label  # type: ignore[union-attr]
    play(state, "spray 1", 1, 1)
    assert (state.ammo, state.sprayed) == (9, True)
    state.phase += 1
    again(state, specials=["Betty"], dice=(1,))
    assert "ammunition" not in state.decision.options[0].label  # type: ignore[union-attr]
    play(state, "spray 1", 1, 1)
    assert state.ammo == 9


@pytest.mark.rule("P-6.9.G-1")
def test_markers_cost_no_ammunition() -> None:
    state = defence("Betty", dice=(1,), afs=1, sfs=1)
    plays(state, "afs 1", "sfs 1")
    play(state, "fire", 1, 1)
    assert state.ammo == 10


@pytest.mark.rule("P-6.9.H-1")
def test_firing_is_optional() -> None:
    state = defence("Betty", dice=(1,), afs=1, sfs=1)
    assert play(state, "fire") == []
    assert (special_fate(state), state.ammo, state.afs) == ("coming", 10, 1)


@pytest.mark.rule("P-6.9.I-1")
def test_survivors_wait_while_the_manoeuvre_comes_first() -> None:
    state = wave(specials=["Kate"], steps=WHOLE_WAVE, dice=(1,), advanced=True)
    play(state, "fire")
    assert texts(state) == ["manoeuvre", "steady"]
    events = play(state, "steady", 3, 3, 1)
    assert kinds(events) == ["weapon miss", "special turns away"]


@pytest.mark.rule("P-6.9.C-1")
@pytest.mark.parametrize("setting", [{"ammo": 0}, {"emergency": True}])
def test_r_73_no_spray_without_ammunition_or_in_an_emergency(setting: dict[str, int]) -> None:
    assert defence("Betty", dice=(1,), **setting).decision is None
    assert texts(defence("Betty", dice=(1,), sfs=1, **setting), "spray") == []


@pytest.mark.rule("P-6.9.G-1")
def test_r_74_the_last_ammunition_stops_the_second_spray() -> None:
    state = defence("Betty", "Kate", dice=(1, 6), ammo=1)
    play(state, "spray 1")
    play(state, "spray 2", 6, 6)
    assert (state.ammo, special_fate(state, 2)) == (0, "coming")


@pytest.mark.rule("P-6.9.C-1")
def test_spray_needs_no_guns() -> None:
    state = defence("Betty", dice=(1,), guns=[3] * 17)
    assert texts(state, "spray") == ["spray 1"]


@pytest.mark.rule("P-6.9.C-1")
def test_auto_sprays_the_worst_and_puts_markers_on_the_rest() -> None:
    state = defence("Judy", "Betty", dice=(1, 1), sfs=1)  # the Ohka is worse than the bomb
    events = play(state, "auto", 1, 1, 1)
    assert event_of(events, "spray destroys").facts["plane"] == "Betty with Ohka"
    assert event_of(events, "support misses").facts["plane"] == "Judy with bomb"


@pytest.mark.rule("P-6.9.H-1")
def test_auto_spares_the_last_ammunition() -> None:
    state = defence("Betty", dice=(1,), ammo=1)
    play(state, "auto")
    assert (state.ammo, special_fate(state)) == (1, "coming")


@pytest.mark.rule("P-6.9.C-1")
def test_sfs_used_on_regular_planes_is_not_there_for_specials() -> None:
    state = wave("Zero 0L", specials=["Betty"], steps=WHOLE_WAVE, sfs=1, emergency=True)
    play(state, "sfs 1", 1, 1, 1, 1, 4, 3, 1)  # marker, section, dive, weapon, no crash
    assert state.decision is None
