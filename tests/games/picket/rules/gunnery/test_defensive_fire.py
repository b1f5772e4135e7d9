"""Defensive fire: who reaches what, the rolls on Table 9-2, and what they do (6.8, 11.1, 11.2)."""

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
    gunnery,
    guns_on,
    kinds,
    mount,
    play,
    plays,
    room,
    texts,
    values,
    wave,
)
from shortcuts import words

from flankspeed.engine import IllegalChoice, Scripted
from flankspeed.games.picket.data.fire_charts import fire_charts, fire_column
from flankspeed.games.picket.data.ids import FIVE_INCH, FORTY, GUNNERY, TWENTY
from flankspeed.games.picket.rules.damage.people import give_value
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

FIRE_5 = ["5in1", "5in2", "5in3", "5in4", "5in5"]


def one_shot(gun: str, plane: str, *dice: int, verb: str = "aim", **setting: Any) -> PicketState:
    """One gun fires at one plane."""
    state = wave(plane, **setting)
    play(state, f"{verb} {gun} 1")
    play(state, "fire", *dice)
    return state


def modifiers_of(gun: str, plane: str, *, verb: str = "aim", **setting: Any) -> dict[str, int]:
    """What counts when one gun fires at one plane."""
    state = wave(plane, **setting)
    play(state, f"{verb} {gun} 1")
    return counted(event_of(play(state, "fire", 1, 1), "gun misses"))


# --- Who may fire at what ---


@pytest.mark.rule("P-6.8.A-1", "P-6.8.G-1")
@pytest.mark.parametrize(
    ("plane", "guns"),
    [
        ("Zero 0L", ["5in1", "5in2", "40A", "40B"]),
        ("Zero 0H", ["5in1", "5in2", "40A", "40B"]),
        ("Zero 45L", ["5in1", "5in2", "40B", "20B", "20C"]),
        ("Zero 45M", ["5in1", "5in2", "40B", "40E", "20B", "20C"]),
        ("Zero 90L", [*FIRE_5, "40B", "40C", "40E", "20B", "20C", "20F"]),
        ("Zero 90H", [*FIRE_5, "40B", "40C", "40E"]),
        ("Zero 180L", ["5in3", "5in4", "5in5", "40E", "20E", "20F", "20G"]),
        ("Zero 180H", ["5in3", "5in4", "5in5", "40C", "40D", "40E"]),
        ("Zero 315M", ["5in1", "5in2", "40A", "40E", "20A", "20D"]),
    ],
)
def test_firing_chart_decides_who_reaches_a_plane(plane: str, guns: list[str]) -> None:
    state = wave(plane)
    assert guns_on(state, 1) == guns
    assert (texts(state)[-1], words(state)) == ("fire", ["auto"])


@pytest.mark.rule("P-6.8.G-1")
def test_v_38_20mm_cannot_fire_high() -> None:
    state = wave("Zero 90H", "Zero 90M")
    assert [gun for gun in guns_on(state, 1) if gun.startswith("20")] == []
    assert [gun for gun in guns_on(state, 2) if gun.startswith("20")] == ["20B", "20C", "20F"]
    with pytest.raises(IllegalChoice):
        play(state, "aim 20B 1")


@pytest.mark.rule("P-6.8.A-1", "P-6.8.B-1")
def test_a_wave_without_regular_planes_is_not_fired_at() -> None:
    assert wave().decision is None
    assert wave(specials=["Betty"]).decision is None


@pytest.mark.rule("P-6.8.B-1")
def test_every_wave_is_fired_at_with_the_damage_so_far() -> None:
    state = wave("Zero 0L", steps=WHOLE_WAVE)
    plays(state, "aim 5in1 1", "aim 40A 1")
    play(state, "fire")
    play(state, "resolve all", 1, 1, 1, 1, 1, 1)  # two shots and the dive, all missed
    state.guns[mount("5in1")] = 3
    state.primaries[room("5in Mag 2")] = 4
    again(state, "Zero 0L")
    assert guns_on(state, 1) == ["40A", "40B"]


@pytest.mark.rule("P-6.8.I-1")
def test_a_gun_fires_at_one_plane_in_a_wave() -> None:
    state = wave("Zero 0L", "Zero 45L")
    play(state, "aim 5in1 1")
    assert "aim 5in1 2" not in texts(state)
    assert "aim 5in2 2" in texts(state)


@pytest.mark.rule("P-6.8.J-1", "P-6.8.N-1")
def test_several_guns_may_fire_at_one_plane_each_with_two_dice() -> None:
    state = wave("Zero 0L")
    plays(state, "aim 5in1 1", "aim 5in2 1", "aim 40A 1", "aim 40B 1")
    events = play(state, "resolve all", 3, 3, 3, 4, 2, 2, 3, 3)
    assert [event.facts["gun"] for event in events] == ["5in 1", "5in 2", "40mm A", "40mm B"]
    assert [event.facts["hits"] for event in events] == [0, 1, 0, 1]
    assert (state.planes[0].hits, fate(state)) == (2, "coming")


@pytest.mark.rule("P-6.8.C-1")
def test_v_59_basic_5_inch_guns_choose_freely_and_all_have_the_bonus() -> None:
    state = wave("Zero 180H", "Zero 180M")
    plays(state, "aim 5in3 1", "aim 5in4 2")
    assert texts(state, "slave") == []
    shots = play(state, "fire", 1, 1, 1, 1)
    assert [counted(shot) for shot in shots] == [{"director": 1}, {"director": 1}]


@pytest.mark.rule("P-6.8.A-1")
@pytest.mark.parametrize(
    "setting",
    [{"ammo": 0}, {"emergency": True}],
)
def test_guns_are_silent_without_ammunition_and_in_an_emergency(setting: dict[str, Any]) -> None:
    assert wave("Zero 90L", **setting).decision is None
    assert texts(wave("Zero 90L", sfs=1, **setting)) == ["sfs 1", "fire"]


@pytest.mark.rule("P-6.8.H-1")
def test_list_and_trim_narrow_the_fire() -> None:
    planes = ("Zero 0H", "Zero 0L", "Zero 180H", "Zero 180L")
    level = wave(*planes, advanced=True, lean=[0, 0, 2, 1])
    assert all(guns_on(level, number) for number in range(1, 5))
    bow = wave(*planes, advanced=True, lean=[0, 0, 2, 0])
    assert [bool(guns_on(bow, number)) for number in range(1, 5)] == [False, True, True, False]
    both = wave("Zero 90H", "Zero 90L", "Zero 270H", advanced=True, lean=[0, 3, 0, 0])
    assert [bool(guns_on(both, number)) for number in range(1, 4)] == [False, True, True]


# --- The rolls ---


@pytest.mark.rule("P-6.8.N-1")
@pytest.mark.parametrize(
    ("calibre", "altitude", "line"),
    [
        (FIVE_INCH, 0, "MMMM M1122FD"),
        (FIVE_INCH, 1, "MMMM 1122FDD"),
        (FIVE_INCH, 2, "MMMM 122FDDD"),
        (FORTY, 0, "MMMM 112FFDD"),
        (FORTY, 1, "MMMM M112FDD"),
        (FORTY, 2, "MMMM MM112FD"),
        (TWENTY, 0, "MMMM M122FDD"),
        (TWENTY, 1, "MMMM M1122FD"),
    ],
)
def test_table_9_2(calibre: int, altitude: int, line: str) -> None:
    chart, column = fire_charts().fire, fire_column(calibre, altitude)
    results = [chart.at(roll, column) for roll in range(2, 13)]
    assert "".join("M12FD"[result] for result in results) == line.replace(" ", "")
    assert chart.at(-3, column) == chart.at(2, column)
    assert chart.at(17, column) == chart.at(12, column)


@pytest.mark.rule("P-6.8.K-1", "P-6.8.N-1")
@pytest.mark.parametrize(
    ("dice", "hits", "end"),
    [
        ((3, 3), 0, "coming"),
        ((4, 4), 1, "coming"),
        ((5, 5), 2, "coming"),
        ((5, 6), 0, "flamed"),
        ((6, 6), 0, "destroyed"),
    ],
)
def test_results_of_a_5_inch_gun_at_low_planes(dice: tuple[int, int], hits: int, end: str) -> None:
    state = one_shot("5in1", "Zero 0L", *dice)
    assert (state.planes[0].hits, fate(state)) == (hits, end)


@pytest.mark.rule("P-6.8.D-1", "P-6.8.N-1")
def test_v_37_40mm_with_director_and_gunnery_officer() -> None:
    state = wave("Zero 0M", values=gunnery(1))
    play(state, "aim 40A 1")
    shot = event_of(play(state, "fire", 4, 4), "gun flames")
    assert counted(shot) == {"director": 1, "Gunnery officer": 1}
    assert (shot.facts["roll"], fate(state)) == (10, "flamed")


@pytest.mark.rule("P-6.8.K-1", "P-6.8.K-2", "P-5.2.F-1")
def test_v_36_third_hit_flames_and_the_rest_is_expended() -> None:
    state = wave("Zero 0L", sfs=1)
    state.planes[0].hits = 1
    plays(state, "aim 5in1 1", "aim 5in2 1", "aim 40A 1", "sfs 1", "fire")
    events = play(state, "resolve 5in1", 5, 5)
    assert kinds(events) == ["third hit flames", "guns expended", "SFS expended"]
    assert events[1].facts["guns"] == "5in 2, 40mm A"
    assert (fate(state), state.planes[0].hits, state.sfs_used) == ("flamed", 3, 1)
    assert state.decision is None


@pytest.mark.rule("P-6.8.K-1")
@pytest.mark.parametrize(
    ("before", "dice", "hits"), [(1, (4, 4), 2), (2, (4, 4), 3), (2, (5, 5), 4)]
)
def test_hits_add_up(before: int, dice: tuple[int, int], hits: int) -> None:
    state = wave("Zero 0L")
    state.planes[0].hits = before
    play(state, "aim 5in1 1")
    play(state, "fire", *dice)
    assert state.planes[0].hits == hits
    assert fate(state) == ("flamed" if hits > 2 else "coming")


@pytest.mark.rule("P-6.8.K-2")
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_what_is_down_cannot_be_targeted(dice: tuple[int, int]) -> None:
    state = wave("Zero 0L", "Zero 0M", "Zero 180L", afs=1)
    plays(state, "aim 5in1 1", "afs 1", "fire")
    play(state, "resolve 5in1", *dice)  # flamed, or destroyed
    assert texts(state) == ["afs 2", "afs 3", "keep"]


@pytest.mark.rule("P-6.8.K-3", "P-6.9.C-1")
def test_expended_guns_do_not_change_spray_fire() -> None:
    state = wave("Zero 0L", specials=["Betty"], steps=WHOLE_WAVE)
    plays(state, "aim 5in1 1", "aim 5in2 1", "fire")
    play(state, "resolve 5in1", 6, 6, 1)  # 5in 2 is expended; the Betty comes forward
    assert texts(state) == ["spray 1", "fire"]


@pytest.mark.rule("P-6.8.P-1")
def test_survivors_keep_their_hits_and_places_until_they_dive() -> None:
    state = wave("Zero 0L", "Oscar 90M", specials=["Betty"], steps=WHOLE_WAVE)
    play(state, "aim 5in1 1")
    play(state, "fire", 4, 4, 1)
    assert state.decision is not None
    assert "special" in state.decision.prompt
    first, second = state.planes
    assert (first.hits, first.bearing, first.altitude, first.fate) == (1, 0, 0, COMING)
    assert (second.hits, second.bearing, second.altitude, second.fate) == (0, 2, 1, COMING)


@pytest.mark.rule("P-6.8.A-1")
def test_r_75_firing_is_noted_for_the_ammunition_roll() -> None:
    state = wave("Zero 0L", sfs=1)
    play(state, "sfs 1")
    play(state, "fire", 1)
    assert not state.guns_fired
    assert one_shot("5in1", "Zero 0L", 1, 1).guns_fired


# --- The order of fire (R-77) ---


@pytest.mark.rule("P-6.8.J-1", "P-6.8.O-1")
def test_default_order_is_afs_sfs_5_inch_40mm_20mm() -> None:
    state = wave("Zero 315L", afs=1, sfs=1)
    plays(state, "aim 20A 1", "aim 40A 1", "sfs 1", "aim 5in1 1", "afs 1", "fire")
    assert texts(state) == [
        *("resolve afs 1", "resolve sfs 1"),
        *("resolve 5in1", "resolve 40A", "resolve 20A"),
    ]
    assert words(state) == ["resolve all"]
    events = play(state, "resolve all", 1, 2, 1, 1, 1, 2, 1, 3)
    assert [event.throws[0].values for event in events] == [(1,), (2,), (1, 1), (1, 2), (1, 3)]


@pytest.mark.rule("P-6.8.J-1")
def test_shots_may_be_resolved_in_any_order() -> None:
    state = wave("Zero 0L")
    plays(state, "aim 5in1 1", "aim 40A 1", "aim 40B 1", "fire")
    assert event_of(play(state, "resolve 40B", 1, 1), "gun misses").facts["gun"] == "40mm B"
    assert texts(state) == ["resolve 5in1", "resolve 40A"]
    # Only one shot is left after this: no more choice.
    events = play(state, "resolve 40A", 1, 1, 1, 1)
    assert [event.facts["gun"] for event in events] == ["40mm A", "5in 1"]


@pytest.mark.rule("P-6.8.I-1")
def test_order_is_not_asked_where_it_changes_nothing() -> None:
    state = wave("Zero 0L", "Zero 180L")
    plays(state, "aim 5in1 1", "aim 5in3 2")
    play(state, "fire", 1, 1, 1, 1)
    assert state.decision is None


# --- Holding, and auto ---


@pytest.mark.rule("P-6.8.A-1")
def test_guns_that_are_not_aimed_hold() -> None:
    state = wave("Zero 0L")
    assert play(state, "fire") == []
    assert (fate(state), state.guns_fired) == ("coming", False)


@pytest.mark.rule("P-6.8.A-1")
def test_all_aimed_means_fire() -> None:
    state = wave("Zero 45L")
    plays(state, "aim 5in1 1", "aim 5in2 1", "aim 40B 1", "aim 20B 1", "aim 20C 1")
    assert (texts(state)[0], words(state)) == ("resolve 5in1", ["resolve all"])


@pytest.mark.rule("P-6.8.A-1")
@pytest.mark.parametrize(("fields", "last"), [({"sfs": 1}, "sfs 1"), ({"afs": 1}, "afs 1")])
def test_no_die_falls_before_the_player_says_fire(fields: dict[str, Any], last: str) -> None:
    """The last marker can be taken back until then."""
    state = wave("Zero 0L", ammo=0, **fields)
    state.play(state.decision.find(last), Scripted([]))  # type: ignore[union-attr]
    assert texts(state) == ["fire"]


@pytest.mark.rule("P-6.9.D-1")
def test_no_die_falls_before_the_player_says_fire_at_specials() -> None:
    state = wave(specials=["Betty"], steps=(DEFENCE,), dice=(1,), ammo=0, sfs=1)
    state.play(state.decision.find("sfs 1"), Scripted([]))  # type: ignore[union-attr]
    assert texts(state) == ["fire"]


@pytest.mark.rule("P-6.8.A-1")
@pytest.mark.parametrize("advanced", [False, True])
def test_auto_aims_everything_that_helps(advanced: bool) -> None:
    state = wave("Zero 0L", "Zero 180L", advanced=advanced)
    play(state, "auto")
    fire = state.agenda[-1]
    aimed = [*fire.targets.at.values()]  # type: ignore[attr-defined]
    assert (aimed.count(0), aimed.count(1)) == (4, 7)


# --- The options ---


@pytest.mark.rule("P-11.1.A-1")
@pytest.mark.parametrize(
    ("option", "gun", "setting", "expected"),
    [
        ("off", "5in1", {}, {"director": 1}),
        ("on", "5in1", {}, {}),
        ("on", "5in1", {"equipment": [1] + [0] * 8}, {"Willow, no director": -1}),
        ("off", "5in1", {"equipment": [1] + [0] * 8}, {}),
        ("off", "40A", {}, {"director": 1}),
        ("on", "40A", {}, {}),
        ("on", "40A", {"equipment": [0, 1] + [0] * 7}, {}),
        ("on", "40A", {"values": gunnery(2)}, {"Gunnery officer": 2}),
    ],
)
def test_willow(option: str, gun: str, setting: dict[str, Any], expected: dict[str, int]) -> None:
    options = {"willow": option}
    assert modifiers_of(gun, "Willow 0M", options=options, **setting) == expected


@pytest.mark.rule("P-11.1.A-1")
def test_willow_changes_nothing_for_other_planes_and_20mm() -> None:
    options = {"willow": "on", "ace_gunners": "on"}
    kills = [5] * 17
    assert modifiers_of("5in1", "Zero 0M", options=options) == {"director": 1}
    assert modifiers_of("20A", "Willow 315M", options=options, kills=kills) == {"ace gunners": 1}
    assert modifiers_of("40A", "Willow 315M", options=options, kills=kills) == {}


@pytest.mark.rule("P-11.1.A-1")
def test_willow_against_manual_fire_in_the_advanced_game() -> None:
    options = {"willow": "on"}
    manual = modifiers_of("5in1", "Willow 0M", options=options, advanced=True)
    slaved = modifiers_of("5in1", "Willow 0M", options=options, advanced=True, verb="slave")
    assert (manual, slaved) == ({"Willow, no director": -1}, {})


@pytest.mark.rule("P-11.2.A-1")
@pytest.mark.parametrize(
    ("option", "kills", "hits", "bonus"),
    [("off", 5, 0, 0), ("on", 4, 0, 0), ("on", 5, 0, 1), ("on", 9, 0, 1), ("on", 5, 1, 0)],
)
def test_ace_gunners(option: str, kills: int, hits: int, bonus: int) -> None:
    state_kills, guns = [0] * 17, [0] * 17
    state_kills[mount("40A")], guns[mount("40A")] = kills, hits
    lost = (hits > 0) << mount("40A")
    options = {"ace_gunners": option}
    found = modifiers_of(
        "40A", "Zero 0L", options=options, kills=state_kills, guns=guns, ace_lost=lost
    )
    assert found.pop("ace gunners", 0) == bonus
    assert found == {"director": 1}


@pytest.mark.rule("P-11.2.A-1")
@pytest.mark.parametrize(
    ("dice", "before", "kills"),
    [((6, 6), 0, 1), ((5, 6), 0, 1), ((4, 4), 2, 1), ((4, 4), 0, 0)],
)
def test_r_106_kill_is_the_roll_that_flamed_or_destroyed(
    dice: tuple[int, int], before: int, kills: int
) -> None:
    state = wave("Zero 0L")
    state.planes[0].hits = before
    play(state, "aim 5in1 1")
    play(state, "fire", *dice)
    assert state.kills[mount("5in1")] == kills
    assert state.kills_by_kind == ({"Zero": 1} if kills else {})


@pytest.mark.rule("P-11.6.C-1")
@pytest.mark.parametrize(
    ("option", "morale", "expected"),
    [("off", 2, {}), ("on", 2, {"morale": 2}), ("on", -2, {"morale": -2}), ("on", 0, {})],
)
def test_morale_gunnery(option: str, morale: int, expected: dict[str, int]) -> None:
    options = {"morale_gunnery": option}
    assert modifiers_of("20A", "Zero 315L", options=options, morale=morale) == expected


@pytest.mark.rule("P-11.6.B-1")
@pytest.mark.parametrize(("option", "expected"), [("off", 2), (-1, -1), (-2, -2)])
def test_gunnery_fixed(option: Any, expected: int) -> None:
    state = wave(options={"gunnery_fixed": option})
    give_value(state, GUNNERY, 2)
    again(state, "Zero 0L", steps=(FIRE,))
    play(state, "aim 5in1 1")
    (shot,) = play(state, "fire", 1, 1)
    assert counted(shot) == {"Gunnery officer": expected}


@pytest.mark.rule("P-6.8.N-1")
def test_dead_gunnery_officer_counts_nothing() -> None:
    alive = (1 << 9) - 1 & ~(1 << GUNNERY)
    assert modifiers_of("5in1", "Zero 0L", values=values(gunnery=2), alive=alive) == {}


@pytest.mark.rule("P-6.8.N-1")
@pytest.mark.parametrize(
    ("fit", "gun", "expected"),
    [
        ("dunlap", "20A", {"barrels of the mount": 1}),
        ("dunlap_1941", "20A", {}),  # the -1 of 1941 undoes it
        ("dunlap_1941", "20E", {"barrels of the mount": 1}),
        ("fletcher6", "40D", {"director": 1, "barrels of the mount": 1}),
        ("fletcher5", "20A", {}),
    ],
)
def test_mounts_with_more_barrels(fit: str, gun: str, expected: dict[str, int]) -> None:
    assert modifiers_of(gun, "Zero 270L", card={"fit": fit}) == expected


@pytest.mark.rule("P-12.1.A-1")
def test_a_scenario_of_ones_own_may_change_the_20mm() -> None:
    card = {"twenty_modifier": -1}
    assert modifiers_of("20A", "Zero 315L", card=card) == {"scenario": -1}
    assert modifiers_of("40A", "Zero 315L", card=card) == {"director": 1}
