"""AFS and SFS markers against regular planes and specials (5.2.C-F, 6.5.E-G, 6.8.O, 11.4)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import (
    DEFENCE,
    FIRE,
    WHOLE_WAVE,
    again,
    counted,
    event_of,
    fate,
    kinds,
    play,
    plays,
    special_fate,
    texts,
    wave,
)

from flankspeed.engine import IllegalChoice

TWINS = ["Lily", "Peggy", "Sally", "Frances", "Betty", "Irving", "Nick", "Dinah"]
QUIET: dict[str, Any] = {"ammo": 0}  # no gun and no spray fire


def one(marker: str) -> dict[str, Any]:
    """One marker of this kind, as a field of the state."""
    return {marker: 1}


@pytest.mark.rule("P-6.8.O-1", "P-6.5.E-1", "P-6.8.G-1")
@pytest.mark.parametrize("marker", ["afs", "sfs"])
@pytest.mark.parametrize(("die", "end"), [(1, "coming"), (5, "coming"), (6, "destroyed")])
def test_a_six_destroys(marker: str, die: int, end: str) -> None:
    state = wave("Zero 180H", **QUIET, **one(marker))
    assert texts(state) == [f"{marker} 1", "fire"]
    (event,) = play(state, f"{marker} 1", die)
    assert (fate(state), event.facts["marker"]) == (end, marker.upper())
    assert state.kills_by_kind == ({"Zero": 1} if die == 6 else {})
    assert not state.guns_fired


@pytest.mark.rule("P-6.5.E-1")
def test_afs_is_used_once_a_phase() -> None:
    state = wave("Zero 0L", steps=WHOLE_WAVE, afs=2, **QUIET)
    play(state, "afs 1")
    play(state, "fire", 1, 1, 1)  # the marker misses, and so does the plane
    assert state.afs == 1
    again(state, "Zero 0L", "Zero 0M")
    play(state, "afs 1", 1, 1, 1, 1, 1)
    assert state.afs == 0
    again(state, "Zero 0L", dice=(1, 1))
    assert state.decision is None


@pytest.mark.rule("P-5.2.C-1", "P-6.8.O-1")
def test_sfs_works_again_in_every_wave() -> None:
    state = wave("Zero 0L", steps=WHOLE_WAVE, sfs=1, **QUIET)
    play(state, "sfs 1", 1, 1, 1)
    assert (state.sfs, state.sfs_used) == (1, 1)
    again(state, "Zero 0L")
    assert texts(state, "sfs") == ["sfs 1"]


@pytest.mark.rule("P-5.2.C-1")
@pytest.mark.parametrize(("first", "second"), [("sfs 1", "sfs 2"), ("sfs 1", "sfs 1")])
def test_v_15_two_sfs_on_two_regular_planes_or_both_on_one(first: str, second: str) -> None:
    state = wave("Zero 0L", "Zero 180L", specials=["Betty"], steps=(FIRE, DEFENCE), sfs=2, **QUIET)
    play(state, first)
    events = play(state, second, 1, 2, 1)
    assert [event.throws[0].values for event in events] == [(1,), (2,), (1,)]
    assert state.decision is None  # nothing is left for the special


@pytest.mark.rule("P-5.2.C-1", "P-5.2.D-1", "P-6.9.E-1")
def test_v_15_one_sfs_on_a_regular_plane_and_one_on_the_special() -> None:
    state = wave("Zero 0L", "Zero 180L", specials=["Betty"], steps=(FIRE, DEFENCE), sfs=2, **QUIET)
    play(state, "sfs 1")
    events = play(state, "fire", 1, 3)  # the marker's die, then the section of the Betty
    assert kinds(events) == ["support misses", "special comes"]
    assert texts(state) == ["sfs 1", "fire"]
    events = play(state, "sfs 1", 6)
    assert events[0].rule == "P-6.9.E-1"
    assert special_fate(state) == "destroyed"


@pytest.mark.rule("P-5.2.F-1")
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_sfs_whose_target_is_down_is_spent(dice: tuple[int, int]) -> None:
    state = wave("Zero 0L", "Zero 180L", sfs=1)
    plays(state, "aim 5in1 1", "sfs 1", "fire")
    events = play(state, "resolve 5in1", *dice)
    assert kinds(events)[1:] == ["SFS expended"]
    assert (state.decision, state.sfs_used) == (None, 1)


@pytest.mark.rule("P-6.5.G-1")
def test_v_14_second_afs_may_be_aimed_anew() -> None:
    state = wave("Zero 180L", "Oscar 0L", afs=2, **QUIET)
    play(state, "afs 1")
    events = play(state, "afs 1", 6)  # there is one order only
    assert (fate(state), texts(state)) == ("destroyed", ["afs 2", "keep"])
    assert kinds(events) == ["support destroys"]
    events = play(state, "afs 2", 6)
    assert kinds(events) == ["AFS turns", "support destroys"]
    assert (fate(state, 2), state.afs) == ("destroyed", 0)


@pytest.mark.rule("P-6.5.G-1")
def test_afs_without_a_target_may_be_kept() -> None:
    state = wave("Zero 180L", "Oscar 0L", afs=2, **QUIET)
    play(state, "afs 1")
    play(state, "afs 1", 6)
    assert kinds(play(state, "keep")) == ["AFS kept"]
    assert (state.afs, state.decision) == (1, None)


@pytest.mark.rule("P-6.5.G-1")
def test_afs_stays_on_call_where_no_plane_is_left() -> None:
    state = wave("Zero 180L", afs=3, **QUIET)
    plays(state, "afs 1", "afs 1")
    events = play(state, "afs 1", 1, 6)
    assert kinds(events) == ["support misses", "support destroys", "AFS kept"]
    assert (state.afs, state.decision) == (1, None)


@pytest.mark.rule("P-6.5.G-1")
def test_r_78_afs_may_turn_from_a_flamed_plane() -> None:
    state = wave("Zero 0L", "Zero 0M", afs=1)
    plays(state, "aim 5in1 1", "aim 5in2 2", "afs 1", "fire")
    play(state, "resolve 5in1", 5, 6)
    assert (fate(state), texts(state)) == ("flamed", ["afs 2", "keep"])
    play(state, "afs 2")
    assert texts(state) == ["resolve afs 2", "resolve 5in2"]


@pytest.mark.rule("P-6.5.F-1", "P-6.5.E-1")
def test_afs_may_be_held_for_a_special() -> None:
    state = wave("Zero 0L", specials=["Betty"], steps=WHOLE_WAVE, afs=1, **QUIET)
    play(state, "fire", 3)
    assert texts(state) == ["afs 1", "fire"]
    events = play(state, "afs 1", 6, 1, 1)  # then the Zero dives and misses
    assert kinds(events) == ["support destroys", "dive misses"]
    assert (special_fate(state), state.afs) == ("destroyed", 0)


@pytest.mark.rule("P-6.8.G-1")
def test_markers_reach_every_plane_at_every_altitude() -> None:
    state = wave("Zero 0L", "Zero 135M", "Zero 225H", afs=1, sfs=1, **QUIET)
    assert texts(state, "sfs") == ["sfs 1", "sfs 2", "sfs 3"]
    assert texts(state, "afs") == ["afs 1", "afs 2", "afs 3"]
    with pytest.raises(IllegalChoice):
        play(state, "aim 5in1 1")


@pytest.mark.rule("P-11.4.A-1")
@pytest.mark.parametrize("name", TWINS)
def test_v_27_afs_bonus_against_twin_engined_planes(name: str) -> None:
    state = wave(f"{name} 0L", afs=1, options={"afs_bonus": "on"}, **QUIET)
    (event,) = play(state, "afs 1", 5)
    assert (fate(state), counted(event)) == ("destroyed", {"twin-engined": 1})


@pytest.mark.rule("P-11.4.A-1")
@pytest.mark.parametrize(
    ("option", "marker", "name", "die", "end"),
    [
        ("on", "afs", "Betty", 4, "coming"),
        ("on", "afs", "Zero", 5, "coming"),
        ("on", "sfs", "Betty", 5, "coming"),
        ("off", "afs", "Betty", 5, "coming"),
        ("off", "afs", "Betty", 6, "destroyed"),
    ],
)
def test_afs_bonus_for_nothing_else(
    option: str, marker: str, name: str, die: int, end: str
) -> None:
    state = wave(f"{name} 0L", options={"afs_bonus": option}, **QUIET, **one(marker))
    play(state, f"{marker} 1", die)
    assert fate(state) == end


@pytest.mark.rule("P-11.4.A-1")
def test_afs_bonus_against_a_special() -> None:
    state = wave(
        specials=["Betty"], steps=(DEFENCE,), afs=1, dice=(1,), options={"afs_bonus": "on"}
    )
    play(state, "afs 1")
    event = event_of(play(state, "fire", 5), "support destroys")
    assert counted(event) == {"twin-engined": 1}
