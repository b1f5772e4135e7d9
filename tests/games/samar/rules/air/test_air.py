"""8.0 Air: placing units, AA fire, strikes."""

from __future__ import annotations

from typing import Any

import pytest
from samar_fight import by_name, entries, fight, guns_reach, shots, torpedoes_reach
from samar_table import (
    begin,
    counted,
    event_of,
    fly,
    kinds,
    number,
    of,
    play,
    put,
    table,
    texts,
)

from flankspeed.engine import Event, Log
from flankspeed.games.samar.data.markers import (
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    COMBAT,
    IJN,
    LEFT,
    MOVEMENT,
    USN,
)
from flankspeed.games.samar.rules.air.aa_fire import aa_ships
from flankspeed.games.samar.rules.air.placing import (
    AirChoice,
    barred,
    place,
    place_options,
    return_lost,
)
from flankspeed.games.samar.rules.air.strike import air_entries
from flankspeed.games.samar.rules.combat.firing import sight_of
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import SamarState


def struck(
    kind: str = "TB",
    count: int = 1,
    target: str = "J-Yamato",
    words: str = "1620 N",
    others: dict[str, str] | None = None,
    **setting: Any,
) -> SamarState:
    """A ship with air units on it."""
    state = table({target: words, **(others or {})}, **setting)
    fly(state, kind, target, count)
    return state


def all_strike(state: SamarState, choice: str, *dice: int) -> list[Event]:
    """The combat phase: all units of a kind attack together."""
    assert begin(state, Combat()) == []
    return play(state, choice, *dice)


def units(state: SamarState, kind: str) -> list[int]:
    """Where the units of a kind are, those in the cup left out."""
    kinds_ = [state.charts.squadrons[k].kind for k in state.charts.units]
    return [at for k, at in zip(kinds_, state.air, strict=True) if k == kind and at != AIR_CUP]


def air_dice(state: SamarState, kind: str, target: str, count: int = 1) -> dict[str, int]:
    """T1 for an air attack, by name."""
    k = [squadron.kind for squadron in state.charts.squadrons].index(kind)  # type: ignore[arg-type]
    return by_name(air_entries(state, k, number(state, target), count, sight_of(state)))


# --- Placing ---


def offers(state: SamarState, navy: int) -> list[str]:
    return [option.text for option in place_options(state, navy)]


@pytest.mark.rule("S-8.2-place-1", "S-8.0-any-1", "S-3.1-air-2", "S-2.6-air-1", "S-2.2-airbox-1")
def test_units_in_the_box_may_go_to_any_enemy_on_the_map() -> None:
    ships = {
        "J-Yamato": "0401 N",
        "J-CA1": "2020 N",
        "J-CA2": "2020 N hulk",
        "U-DD6": "2525 N",
    }
    state = table(ships)
    state.phase = MOVEMENT
    assert offers(state, USN) == []
    fly(state, "F", count=2)
    fly(state, "TB")
    assert offers(state, USN) == [
        "air TB J-Yamato",
        "air TB J-CA1",
        "air F J-Yamato",
        "air F J-CA1",
    ]
    assert offers(state, IJN) == []
    option = place_options(state, USN)[2]
    assert isinstance(option, AirChoice)
    log = Log()
    place(state, option, log)
    assert units(state, "F") == [number(state, "J-Yamato"), AIR_BOX]
    assert kinds(log.events) == ["air unit placed"]
    place(state, option, None)
    assert offers(state, USN) == ["air TB J-Yamato", "air TB J-CA1"]


@pytest.mark.rule("S-3.2-special-1", "S-8.2-place-1")
def test_a_special_attack_unit_when_there_is_one() -> None:
    state = table({"U-CVE12": "2525 N", "U-DD6": "2525 N", "J-CA1": "2020 N"})
    state.phase = MOVEMENT
    assert offers(state, IJN) == []
    state.special = 1
    assert offers(state, IJN) == ["air SA U-CVE12", "air SA U-DD6"]
    place(state, place_options(state, IJN)[0], None)  # type: ignore[arg-type]
    assert units(state, "SA") == [number(state, "U-CVE12")]
    assert (state.special, offers(state, IJN)) == (0, [])


@pytest.mark.rule("S-8.2-place-1", "S-3.1-air-3")
@pytest.mark.parametrize(
    ("timing", "phase", "offered"),
    [
        ("owner_movement", MOVEMENT, True),
        ("owner_movement", COMBAT, False),
        ("combat_phase", MOVEMENT, False),
        ("combat_phase", COMBAT, True),
    ],
)
def test_when_the_usn_places_its_units(timing: str, phase: int, offered: bool) -> None:
    state = table({"J-Yamato": "2020 N"}, air_timing=timing)
    state.phase = phase
    fly(state, "TB")
    assert offers(state, USN) == (["air TB J-Yamato"] if offered else [])


@pytest.mark.rule("S-3.1-air-3", "S-8.2-combined-1")
def test_units_placed_as_combat_begins_strike_in_it() -> None:
    ships = {"J-CA1": "2020 N fires=1", "U-DD6": "2016 N"}
    state = table(ships, air_timing="combat_phase")
    fly(state, "TB", count=2)
    begin(state, Combat())
    assert state.decision is not None
    assert (state.decision.seat, texts(state)) == ("usn", ["air TB J-CA1", "pass"])
    play(state, "air TB J-CA1")
    assert texts(state) == ["air TB J-CA1", "pass"]
    play(state, "pass")
    play(state, "pass")  # the IJN
    assert texts(state) == ["ship U-DD6", "strike TB J-CA1"]
    play(state, "strike TB J-CA1", 1, 1)  # 2 + 1 - 1 for its fire
    assert units(state, "TB") == [AIR_SPENT, AIR_BOX]
    assert texts(state) == ["ship U-DD6", "pass"]
    events = play(state, "ship U-DD6", 1, 1)  # the guns are barred: torpedoes at once
    assert kinds(events) == ["torpedoes launched"]


# --- S-8.2-combined-1 ---


@pytest.mark.rule("S-8.2-combined-1")
def test_no_guns_on_a_ship_under_air_attack() -> None:
    ships = {"U-DD6": "1616 N", "J-DD1": "1624 N", "U-CVE12": "1630 N"}
    state = struck("F", 1, "J-DD5", "1620 N", ships)
    assert not guns_reach(state, "U-DD6", "J-DD5")
    assert torpedoes_reach(state, "U-DD6", "J-DD5")
    assert guns_reach(state, "U-DD6", "J-DD1")
    assert guns_reach(state, "J-DD5", "U-DD6")  # its own fire is free
    fly(state, "SA", "U-CVE12")
    assert not guns_reach(state, "J-DD1", "U-CVE12")
    assert torpedoes_reach(state, "J-DD1", "U-CVE12")


@pytest.mark.rule("S-8.2-combined-1")
def test_no_secondary_guns_either() -> None:
    ships = {"J-Yamato": "1621 N"}
    state = table({"U-CVE12": "1620 N", **ships}, secondary_surface_fire="instead_of_main")
    assert shots(state, "J-Yamato") == ["guns U-CVE12", "secondary U-CVE12"]
    fly(state, "SA", "U-CVE12")
    assert shots(state, "J-Yamato") == []


@pytest.mark.rule("S-8.2-combined-1")
def test_the_ban_lasts_for_the_phase_even_if_all_planes_are_shot_down() -> None:
    state = struck("F", 1, "J-Yamato", "1620 N", {"U-DD6": "1612 NE", "U-DD5": "1520 N"})
    begin(state, Combat())
    play(state, "pass")
    play(state, "strike F J-Yamato", 1)
    assert units(state, "F") == [AIR_SPENT]
    assert barred(state, USN) == (number(state, "J-Yamato"),)
    assert texts(state) == ["ship U-DD5", "pass"]  # torpedoes within six hexes, no guns
    events = play(state, "ship U-DD5", 1, 1, 1)
    assert kinds(events) == ["torpedoes launched"]
    assert state.decision is None


@pytest.mark.rule("S-8.2-combined-1")
@pytest.mark.parametrize("option", ["while_marked", "resolution_turn"])
def test_how_long_reaction_fire_is_barred(option: str) -> None:
    state = struck("F", 1, "J-CA1", "1620 N fires=1", {"J-CA2": "2020 N"}, combined_fire=option)
    fly(state, "F")
    turn_of_resolution = option == "resolution_turn"
    begin(state, Combat(), 1)  # the only attack there is
    state.phase = MOVEMENT
    old, new = number(state, "J-CA1"), number(state, "J-CA2")
    assert barred(state, USN) == ((old,) if turn_of_resolution else ())
    place(state, place_options(state, USN)[1], None)  # type: ignore[arg-type]
    assert barred(state, USN) == ((old,) if turn_of_resolution else (new,))
    assert barred(state, IJN) == ()
    state.turn += 1
    begin(state, Combat(), 6, 1, 1)  # AA of Chokai, and the attack
    state.phase = MOVEMENT
    assert barred(state, USN) == ((new,) if turn_of_resolution else ())


@pytest.mark.rule("S-8.2-combined-1")
@pytest.mark.parametrize(("option", "bar"), [("while_marked", True), ("resolution_turn", False)])
def test_whom_aircraft_bar_that_are_placed_after_a_combat_without_any(
    option: str, bar: bool
) -> None:
    state = table({"J-CA2": "2020 N", "U-DD1": "2120 N"}, combined_fire=option)
    fly(state, "F")
    state.phase = MOVEMENT
    place(state, place_options(state, USN)[0], None)  # type: ignore[arg-type]
    assert barred(state, USN) == ((number(state, "J-CA2"),) if bar else ())


# --- A-49 ---


@pytest.mark.rule("S-8.1-once-1", "S-8.2-place-1")
@pytest.mark.parametrize(("option", "spent"), [("return", False), ("spent", True)])
@pytest.mark.parametrize("gone", ["hulk", "left"])
def test_a_target_that_is_gone(option: str, spent: bool, gone: str) -> None:
    ships = {"J-Yamato": "1620 N", "U-CVE12": "1630 N", "J-CA2": "1620 N"}
    state = table(ships, air_target_lost=option)
    fly(state, "TB", "J-Yamato", 2)
    fly(state, "TB", "J-CA2")
    fly(state, "SA", "U-CVE12")
    for ship in ("J-Yamato", "U-CVE12"):
        if gone == "hulk":
            put(state, ship, "1620 N hulk")
        else:
            state.where[number(state, ship)] = LEFT
    log = Log()
    return_lost(state, log)
    assert units(state, "TB") == [AIR_SPENT if spent else AIR_BOX] * 2 + [number(state, "J-CA2")]
    assert units(state, "SA") == ([AIR_SPENT] if spent else [])
    assert len(log.events) == 3


@pytest.mark.rule("S-8.2-combined-1")
def test_aircraft_that_turn_back_bar_nothing() -> None:
    state = struck("TB", 1, "J-CA1", "1620 N hulk", {"U-DD6": "1616 N", "J-DD1": "1621 N"})
    begin(state, Combat())
    assert (units(state, "TB"), state.struck) == ([AIR_BOX], ())


# --- AA ---


@pytest.mark.rule("S-8.3-aa-1", "S-8.3-aa-3")
def test_who_fires_aa() -> None:
    others = {
        "J-CA1": "1622 N",  # two hexes away
        "J-CA3": "1623 N",  # three
        "J-DD1": "1720 N diw panic evasive",
        "J-DD2": "1720 N fires=1",
        "J-CA2": "1720 N damaged",  # AA rating 0
        "J-DD3": "1720 N hulk",
        "U-DD6": "1621 N",
    }
    state = struck(others=others)
    assert [state.charts.ids[ship] for ship in aa_ships(state, number(state, "J-Yamato"))] == [
        "J-Yamato",
        "J-CA1",
        "J-DD1",
    ]


@pytest.mark.rule("S-8.3-aa-1", "S-8.3-aa-4", "S-8.4-type-1")
@pytest.mark.parametrize(
    ("kind", "die", "down"),
    [("TB", 4, 1), ("TB", 5, 0), ("DB", 3, 1), ("DB", 4, 0), ("F", 4, 1), ("F", 5, 0)],
)
def test_dv_11_aa_of_yamato(kind: str, die: int, down: int) -> None:
    state = struck(kind, 2)
    all_strike(state, f"strike {kind} J-Yamato", die, *[1] * (4 - 2 * down + (kind == "TB")))
    assert units(state, kind) == [AIR_SPENT] * 2
    assert state.blows[0].dice == 4 - 2 * down + (kind == "TB")


@pytest.mark.rule("S-8.3-aa-4")
def test_dv_11_an_aa_rating_of_1_never_hits_dive_bombers() -> None:
    state = struck("DB", 1, "J-CA2")
    begin(state, Combat(), 1, 1, 1)
    assert len(state.blows) == 1


@pytest.mark.rule("S-8.3-aa-1", "S-8.4-type-1")
def test_each_defender_throws_once_and_surplus_successes_are_lost() -> None:
    others = {"J-Kongo": "1621 N", "J-Haruna": "1619 N"}
    state = struck("TB", 2, others=others)
    events = all_strike(state, "strike TB J-Yamato", 1, 1, 1)
    assert event_of(events, "AA fire").facts["down"] == 3
    assert state.blows == []
    state = struck("TB", 4, others=others)
    all_strike(state, "strike TB J-Yamato", 1, 1, 6, *[1] * 5)  # two units left: 4 + 1 dice
    assert units(state, "TB") == [AIR_SPENT] * 4


@pytest.mark.rule("S-8.4-type-1")
def test_kinds_attack_apart_and_meet_aa_each_time() -> None:
    state = struck("TB", 1)
    fly(state, "F", "J-Yamato", 2)
    begin(state, Combat())
    assert texts(state) == ["strike TB J-Yamato", "strike F J-Yamato", "strike F 1 J-Yamato"]
    events = play(state, "strike F J-Yamato", 6, *[1] * 4, 6, *[1] * 3)
    assert kinds(events) == ["AA fire", "strafing", "AA fire", "air torpedoes dropped"]


@pytest.mark.rule("S-8.3-aa-1")
def test_aa_of_every_attack() -> None:
    state = struck("TB", 1)
    fly(state, "F", "J-Yamato", 2)
    all_strike(state, "strike F J-Yamato", 6, *[1] * 4, 6, *[1] * 3)
    assert state.decision is None


@pytest.mark.rule("S-8.3-aa-1")
def test_aa_once_a_phase() -> None:
    state = struck("TB", 1, aa_limit="per_phase")
    fly(state, "F", "J-Yamato", 2)
    all_strike(state, "strike F J-Yamato")
    play(state, "fire", 6, *[1] * 4, *[1] * 3)  # none is left for the torpedo planes
    assert state.decision is None
    fly(state, "TB", "J-Yamato")
    begin(state, Combat())
    play(state, "fire", 1)  # in the next phase it fires again, and hits


@pytest.mark.rule("S-8.3-aa-2")
def test_aa_may_be_held() -> None:
    others = {"J-Kongo": "1621 N", "J-DD1": "1619 N"}
    state = struck(others=others, routine_choices="ask")
    begin(state, Combat())
    assert state.decision is not None
    assert (state.decision.seat, texts(state)) == (
        "ijn",
        ["fire", "hold J-Yamato", "hold J-Kongo", "hold J-DD1"],
    )
    play(state, "hold J-Kongo")
    assert texts(state) == ["fire", "hold J-Yamato", "hold J-DD1"]
    twin = state.copy()
    events = play(state, "fire", 6, 6, 1, 1, 1)
    assert kinds(events) == ["AA fire", "air torpedoes dropped"]
    play(twin, "hold J-Yamato")
    events = play(twin, "hold J-DD1", 1, 1, 1)
    assert kinds(events) == ["air torpedoes dropped"]


@pytest.mark.rule("S-8.3-aa-3", "S-6.3-fire-1", "S-4.5-effect-1")
def test_dv_14_fire_and_aa() -> None:
    ships = {"J-CA1": "1620 N fires=1", "U-DD6": "1616 N", "U-DE6": "1517 N"}
    state = table(ships)
    assert aa_ships(state, number(state, "J-CA1")) == []
    assert entries(state, "J-CA1", "U-DD6")["smoke"] == -1
    assert entries(state, "U-DE6", "J-CA1")["smoke"] == -1
    assert "smoke" not in entries(state, "U-DD6", "J-CA1")  # radar


@pytest.mark.rule("S-8.3-aa-1")
def test_aa_costs_a_ship_nothing() -> None:
    state = struck("TB", 1, "J-CA1", others={"U-DD6": "1616 N"})
    plan = ["J-CA1 guns U-DD6", "strike TB J-CA1"]
    fight(state, plan, *[1] * 4, 6, 1, 1, 1)


# --- The attack ---


@pytest.mark.rule("S-8.4-torp-1", "S-8.3-aa-1", "S-6.3-marker-1", "S-8.1-once-1", "S-3.1-air-4")
def test_ex_1_two_torpedo_squadrons_on_yamato() -> None:
    state = struck("TB", 2)
    events = all_strike(state, "strike TB J-Yamato", 3, 2, 4, 5, 4)
    dropped = event_of(events, "air torpedoes dropped").facts
    assert (dropped["firer"], dropped["target"]) == ("torpedo squadron", "Yamato")
    assert kinds(events) == [
        "AA fire",
        "air torpedoes dropped",
        "damage throw",
        "torpedo critical",
        "hits",
        "ship slowed",
    ]
    assert counted(events[1]) == {"air units: 1": 2, "target's broadside": 1}
    assert counted(events[2]) == {"weight 8 against armor 7": 1}
    assert (of(state, "J-Yamato", "condition"), of(state, "J-Yamato", "hits")) == ("slowed", 1)
    assert of(state, "J-Yamato", "panic") == 0
    assert units(state, "TB") == [AIR_SPENT] * 2


@pytest.mark.rule("S-8.4-torp-1", "S-T1-crowd", "S-T1-tslow", "S-T1-tevade", "S-T1-smoke")
@pytest.mark.parametrize(
    ("words", "others", "entry"),
    [
        ("1620 N", {}, {}),
        ("1620 N slowed", {}, {"target slowed": 1}),
        ("1620 N evasive", {}, {"target evading": -1}),
        ("1620 N panic", {}, {"target evading": -1}),
        ("1620 N", {"J-DD1": "1620 N", "U-DD6": "1620 N"}, {"others in its hex": 2}),
        ("1620 N fires=1", {"J-DD1": "1620 N hulk"}, {"smoke": -2}),
    ],
)
def test_the_targets_entries(words: str, others: Any, entry: dict[str, int]) -> None:
    state = struck("DB", 1, words=words, others=others)
    assert air_dice(state, "DB", "J-Yamato") == {"air units: 1": 2, **entry}
    assert air_dice(state, "DB", "J-Yamato", 3) == {"air units: 3": 6, **entry}


@pytest.mark.rule("S-T1-smoke", "S-8.4-torp-1")
@pytest.mark.parametrize(("option", "smoke"), [("target_hex", -3), ("none", 0)])
@pytest.mark.parametrize("ends", ["both", "none"])
def test_air_smoke(option: str, smoke: int, ends: str) -> None:
    state = struck("F", 2, air_smoke=option, smoke={"1620": 3, "1621": 2}, smoke_end_hexes=ends)
    assert air_dice(state, "F", "J-Yamato", 2).get("smoke", 0) == smoke


@pytest.mark.rule("S-8.4-torp-1")
@pytest.mark.parametrize(
    ("option", "kinds_"), [("torpedo", ["TB"]), ("all", ["TB", "DB", "F"]), ("none", [])]
)
def test_air_broadside(option: str, kinds_: list[str]) -> None:
    state = table({"J-Yamato": "1620 N"}, air_broadside=option)
    found = [
        k for k in ("TB", "DB", "F") if air_dice(state, k, "J-Yamato").get("target's broadside")
    ]
    assert found == kinds_


@pytest.mark.rule("S-8.4-dive-1", "S-T4", "S-T4-P-1")
def test_dive_bombers_deliver_high_arc_fire() -> None:
    state = struck("DB", 1, "J-CA2", "1620 N fires=1")  # no AA; 2 dice - 1
    events = begin(state, Combat(), 5, 5, 5)
    assert counted(event_of(events, "damage throw")) == {}  # 4 against 4
    assert event_of(events, "critical throw").facts["column"] == "high arc"
    assert of(state, "J-CA2", "condition") == "hulk"


@pytest.mark.rule("S-8.4-dive-1", "S-3.2-special-1")
def test_a_special_attack_is_a_dive_bomber() -> None:
    state = struck("SA", 1, "U-CVE12", "1620 N")
    events = begin(state, Combat(), 1, 1, 5, 4, 4)  # AA 1 + 1 against 1; 5 + 2; 4 + 1 (P)
    assert counted(event_of(events, "AA fire")) == {"dive bombers": 1}
    assert counted(event_of(events, "critical throw")) == {"no armored deck": 1}
    assert (of(state, "U-CVE12", "condition"), units(state, "SA")) == ("hulk", [AIR_SPENT])


@pytest.mark.rule("S-8.4-fighter-1")
@pytest.mark.parametrize("markers", [1, 2])
def test_fighters_only_start_fires(markers: int) -> None:
    state = struck("F", 2, "J-DD5", "1620 N fires=1", critical_markers=markers)
    events = all_strike(state, "strike F J-DD5", 5, 5, 1, 6, 5)  # 4 - 1 dice; 1 against 2: -1
    assert kinds(events) == ["strafing", "damage throw", "ship burns"]
    assert (of(state, "J-DD5", "fires"), of(state, "J-DD5", "hits")) == (2, 0)


@pytest.mark.rule("S-8.4-fighter-1", "S-5.6-panic-1")
def test_strafing_may_panic_a_ship() -> None:
    state = struck("F", 2, "J-DD5", "1620 N slowed")
    events = all_strike(state, "strike F J-DD5", 6, 4, 4, 4, 2, 1)  # 15 - 2 = 13
    assert event_of(events, "panic breaks out").facts["total"] == 13
    assert of(state, "J-DD5", "panic") == 1


@pytest.mark.rule("S-5.5-zero-1", "S-8.4-torp-1", "S-3.1-air-4")
@pytest.mark.parametrize(
    ("rule", "kind", "attacks"),
    [
        ("torpedo_only", "TB", True),
        ("torpedo_only", "DB", False),
        ("torpedo_only", "F", False),
        ("never", "TB", False),
        ("always", "F", True),
        ("always", "DB", True),
    ],
)
def test_no_dice_left(rule: str, kind: str, attacks: bool) -> None:
    state = struck(kind, 1, "J-DD5", "1620 N evasive fires=1", min_dice=rule)
    events = begin(state, Combat(), *[1] * attacks)
    assert ("air attack in vain" in kinds(events)) is not attacks
    assert units(state, kind) == [AIR_SPENT]
    assert len(state.blows) == attacks


@pytest.mark.rule("S-8.4-type-1")
def test_air_pooling_each() -> None:
    state = struck("TB", 3, "J-Yamato", "1620 N fires=1", air_pooling="each")
    begin(state, Combat())
    assert texts(state) == ["strike TB J-Yamato", "strike TB 2 J-Yamato", "strike TB 1 J-Yamato"]
    events = play(state, "strike TB 2 J-Yamato", 1, 1, 2, 2, 3, 3)  # two throws; then the third
    assert kinds(events) == ["air torpedoes dropped"] * 3
    assert [blow.dice for blow in state.blows] == [2, 4, 6]
    assert units(state, "TB") == [AIR_SPENT] * 3


@pytest.mark.rule("S-8.4-type-1", "S-8.3-aa-1")
def test_units_of_one_type_may_make_several_attacks() -> None:
    state = struck("TB", 3)
    begin(state, Combat())
    assert texts(state) == ["strike TB J-Yamato", "strike TB 2 J-Yamato", "strike TB 1 J-Yamato"]
    # Two together, with one die for her broadside, then the third with hers; AA against each.
    events = play(state, "strike TB 2 J-Yamato", 6, *[1] * 5, 6, *[2] * 3)
    assert kinds(events) == ["AA fire", "air torpedoes dropped"] * 2
    assert [blow.dice for blow in state.blows] == [5, 6]
    assert units(state, "TB") == [AIR_SPENT] * 3


@pytest.mark.rule("S-8.4-type-1")
def test_whoever_splits_his_units_goes_on_as_he_likes() -> None:
    state = struck("TB", 4, "J-Yamato", "1620 N fires=1")
    begin(state, Combat())
    play(state, "strike TB 1 J-Yamato", 1, 1)  # 2 + 1 - 1 dice
    assert texts(state) == ["strike TB J-Yamato", "strike TB 2 J-Yamato", "strike TB 1 J-Yamato"]
    play(state, "strike TB J-Yamato", *[1] * 6)  # the other three
    assert state.decision is None


@pytest.mark.rule("S-8.4-type-1", "S-8.3-aa-1")
def test_air_pooling_each_meets_aa_once_an_attack() -> None:
    state = struck("TB", 3, air_pooling="each")
    begin(state, Combat())
    events = play(state, "strike TB 2 J-Yamato", 1, 2, 2, 2, 6, 3, 3, 3)
    assert kinds(events) == [
        "AA fire",
        "air torpedoes dropped",
        "AA fire",
        "air torpedoes dropped",
    ]


@pytest.mark.rule("S-8.4-type-1")
def test_a_strike_cannot_be_declined() -> None:
    state = struck("F", 1, "J-DD5", "1620 N fires=1", {"U-DD6": "1612 N", "U-DD5": "1616 N"})
    begin(state, Combat())
    play(state, "pass")
    assert "pass" not in texts(state)


@pytest.mark.rule("S-8.2-place-1", "S-7.0-same-1")
def test_neither_sight_nor_range_matters_to_aircraft() -> None:
    state = struck("TB", 1, "J-Yamato", "0401 N", {"U-CVE12": "3243 N"}, turn=4)
    begin(state, Combat(), 6, 1, 1, 1)
    assert len(state.blows) == 1
    assert shots(state, "J-Yamato") == []
