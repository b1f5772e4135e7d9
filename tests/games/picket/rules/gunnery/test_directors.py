"""Directors: the Mk37 group of the advanced game, manual fire, and damaged directors (6.8.C-F)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_fire import FIRE, again, counted, guns_on, item, mount, play, plays, texts, wave

from flankspeed.engine import IllegalChoice
from flankspeed.games.picket.state import PicketState

V_04 = ("Oscar 315H", "Oscar 315H", "Tony 315M")


def damaged(*names: str, hits: int = 1) -> list[int]:
    """The equipment with these directors hit."""
    found = [0] * 9
    for name in names:
        found[item(name)] = hits
    return found


def bonuses(state: PicketState, *shots: str) -> list[int]:
    """The director's bonus of each of these shots, which must be at different planes."""
    plays(state, *shots)
    events = play(state, "fire", *[1] * 2 * len(shots))
    return [counted(event).get("director", 0) for event in events]


@pytest.mark.rule("P-6.8.C.1-1")
def test_v_04_guns_1_and_2_may_be_slaved_on_one_plane() -> None:
    state = wave(*V_04, advanced=True)
    assert guns_on(state, 1, "slave") == guns_on(state, 3, "slave") == ["5in1", "5in2"]
    plays(state, "slave 5in1 2", "slave 5in2 2")
    shots = play(state, "fire") or play(state, "resolve all", 1, 1, 1, 1)
    assert [counted(shot) for shot in shots] == [{"director": 1}] * 2


@pytest.mark.rule("P-6.8.C.1-2", "P-6.8.C.1-1")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("slave 5in1 1", "slave 5in2 2"),
        ("slave 5in1 1", "slave 5in2 3"),
        ("slave 5in1 1", "aim 5in2 2"),
        ("slave 5in1 1", "aim 5in2 3"),
        ("slave 5in1 1", "aim 5in2 1"),  # by hand only in another bearing
        ("aim 5in1 1", "aim 5in2 2"),
        ("aim 5in1 1", "aim 5in2 3"),
        ("aim 5in1 1", "slave 5in2 1"),
        ("aim 5in1 1", "slave 5in2 3"),
    ],
)
def test_v_05_one_5_inch_target_in_a_bearing(first: str, second: str) -> None:
    state = wave(*V_04, advanced=True)
    play(state, first)
    with pytest.raises(IllegalChoice):
        play(state, second)


@pytest.mark.rule("P-6.8.C.1-2")
def test_several_manual_guns_share_the_target_of_a_bearing() -> None:
    state = wave(*V_04, advanced=True)
    play(state, "aim 5in1 2")
    assert texts(state, "aim 5in2") == ["aim 5in2 2"]


@pytest.mark.rule("P-6.8.C.1-1")
def test_the_director_has_one_target_that_every_gun_reaches() -> None:
    state = wave("Zero 90L", "Zero 180M", advanced=True)
    assert guns_on(state, 2, "slave") == ["5in3", "5in4", "5in5"]
    play(state, "slave 5in3 2")
    assert texts(state, "slave") == ["slave 5in4 2", "slave 5in5 2"]


@pytest.mark.rule("P-6.8.C.2-1")
def test_the_rest_may_fire_by_hand_in_other_bearings_without_bonus() -> None:
    state = wave("Zero 90M", "Zero 180M", "Zero 45M", advanced=True)
    play(state, "slave 5in3 1")
    assert texts(state, "aim 5in4") == ["aim 5in4 2"]
    assert texts(state, "aim 5in1") == ["aim 5in1 3"]
    plays(state, "aim 5in4 2", "aim 5in1 3")
    shots = play(state, "fire", *[1] * 6)
    assert {shot.facts["gun"]: counted(shot) for shot in shots} == {
        "5in 3": {"director": 1},
        "5in 4": {},
        "5in 1": {},
    }


@pytest.mark.rule("P-6.8.C.1-1")
def test_a_gun_that_could_be_slaved_may_fire_by_hand() -> None:
    assert bonuses(wave("Zero 0M", advanced=True), "aim 5in1 1") == [0]
    assert bonuses(wave("Zero 0M", advanced=True), "slave 5in1 1") == [1]


@pytest.mark.rule("P-6.8.C.1-1")
@pytest.mark.parametrize(("altitude", "bonus"), [("L", 0), ("M", 1), ("H", 1)])
def test_table_9_1_for_5_inch_guns(altitude: str, bonus: int) -> None:
    assert bonuses(wave(f"Zero 0{altitude}", advanced=True), "slave 5in1 1") == [bonus]
    assert bonuses(wave(f"Zero 0{altitude}"), "aim 5in1 1") == [bonus]


@pytest.mark.rule("P-6.8.C.3-1")
@pytest.mark.parametrize("hits", [1, 2])
def test_no_group_and_no_bonus_without_the_mk37(hits: int) -> None:
    equipment = damaged("Mk37 director", hits=hits)
    advanced = wave("Zero 0M", advanced=True, equipment=equipment[:])
    assert texts(advanced, "slave") == []
    assert bonuses(advanced, "aim 5in1 1") == [0]
    basic = wave("Zero 0M", "Zero 45M", equipment=equipment[:])
    assert bonuses(basic, "aim 5in1 1", "aim 5in2 2") == [0, 0]


@pytest.mark.rule("P-6.8.C.3-1")
def test_repair_of_the_director_restores_the_bonus() -> None:
    state = wave(equipment=damaged("Mk37 director"))
    state.equipment[item("Mk37 director")] = 0
    again(state, "Zero 0M", "Zero 45M", steps=(FIRE,))
    plays(state, "aim 5in1 1", "aim 5in2 2")
    shots = play(state, "fire", 1, 1, 1, 1)
    assert [counted(shot) for shot in shots] == [{"director": 1}] * 2


@pytest.mark.rule("P-6.8.C.3-1")
@pytest.mark.parametrize("advanced", [False, True])
def test_a_damaged_5_inch_gun_fires_without_the_director(advanced: bool) -> None:
    guns = [0] * 17
    guns[mount("5in1")] = 1
    state = wave("Zero 0M", "Zero 45M", advanced=advanced, guns=guns)
    assert texts(state, "slave 5in1") == []
    assert bonuses(state, "aim 5in1 1") == [0]


@pytest.mark.rule("P-6.8.D-1", "P-6.8.F-1")
def test_each_tub_has_its_own_director() -> None:
    state = wave("Zero 0L", "Zero 45L", "Zero 315L", equipment=damaged("40mm A director"))
    assert bonuses(state, "aim 40A 3", "aim 40B 1") == [0, 1]


@pytest.mark.rule("P-6.8.D-1")
@pytest.mark.parametrize(("altitude", "bonus"), [("L", 1), ("M", 1), ("H", 0)])
@pytest.mark.parametrize("advanced", [False, True])
def test_table_9_1_for_40mm(altitude: str, bonus: int, advanced: bool) -> None:
    assert bonuses(wave(f"Zero 0{altitude}", advanced=advanced), "aim 40A 1") == [bonus]


@pytest.mark.rule("P-6.8.D-1")
def test_r_39_a_damaged_tub_keeps_its_bonus() -> None:
    guns = [0] * 17
    guns[mount("40A")] = 1
    assert bonuses(wave("Zero 0L", guns=guns), "aim 40A 1") == [1]


@pytest.mark.rule("P-6.8.E-1")
@pytest.mark.parametrize("altitude", ["L", "M"])
def test_20mm_have_no_bonus(altitude: str) -> None:
    assert bonuses(wave(f"Zero 315{altitude}"), "aim 20A 1") == [0]


@pytest.mark.rule("P-6.8.C.3-1", "P-6.8.D-1")
def test_without_steam_there_are_no_bonuses() -> None:
    state = wave("Zero 0M", "Zero 315M", bonuses_lost=True)
    assert bonuses(state, "aim 5in1 1", "aim 40A 2") == [0, 0]


@pytest.mark.rule("P-6.8.C.1-2", "P-6.8.C.2-1")
def test_auto_keeps_to_the_rules_of_the_director() -> None:
    planes = ("Zero 90H", "Zero 90M", "Oscar 270H", "Oscar 0M", "Oscar 180M", "Val 315L")
    state = wave(*planes, advanced=True)
    play(state, "auto")
    targets: Any = state.agenda[-1].targets  # type: ignore[attr-defined]
    by_bearing: dict[int, set[int]] = {}
    for gun in range(5):
        if gun in targets.at:
            plane = state.planes[targets.at[gun]]
            by_bearing.setdefault(plane.bearing, set()).add(targets.at[gun])
    assert all(len(planes) == 1 for planes in by_bearing.values())
    followed = state.planes[targets.director]
    slaved = [gun for gun in range(5) if targets.slaved >> gun & 1]
    assert len(slaved) > 1
    assert all(targets.at[gun] == targets.director for gun in slaved)
    by_hand = [gun for gun in range(5) if gun not in slaved and gun in targets.at]
    assert all(state.planes[targets.at[gun]].bearing != followed.bearing for gun in by_hand)
