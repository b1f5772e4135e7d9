"""5.0, T1, T5: who may fire on whom, with how many dice; 5.6, T2: panic."""

from __future__ import annotations

from typing import Any

import pytest
from samar_fight import column, dice_for, entries, fight, guns_reach, shots
from samar_table import counted, event_of, kinds, number, of, table

from flankspeed.games.samar.data.markers import REACTION, SECONDARY
from flankspeed.games.samar.rules.combat.panic import panicked_friends
from flankspeed.games.samar.state import SamarState


def duel(
    firer: str = "J-Yamato",
    target: str = "U-CVE12",
    distance: int = 10,
    *,
    firer_is: str = "N",
    target_is: str = "N",
    others: dict[str, str] | None = None,
    **setting: Any,
) -> SamarState:
    """A firer in 1640 and a target due north of it; heading N or S they show bow or stern."""
    ships = {firer: f"1640 {firer_is}", target: f"16{40 - distance:02d} {target_is}"}
    return table({**ships, **(others or {})}, **setting)


def rated(ship: str, **ratings: int) -> dict[str, Any]:
    """Data that give a ship other ratings, on both sides of its counter."""
    return {"ships": {ship: {"front": ratings, "back": ratings}}}


# --- T1, entry by entry ---


@pytest.mark.rule("S-T1-base", "S-2.5-gunnery-1", "S-5.5-dice-1")
def test_the_rating_is_the_number_of_dice() -> None:
    assert entries(duel(), "J-Yamato", "U-CVE12") == {"gunnery rating": 5}
    assert entries(duel(firer_is="N damaged"), "J-Yamato", "U-CVE12") == {"gunnery rating": 3}


@pytest.mark.rule("S-T1-broad", "S-5.3-arc-1", "S-T1-tbroad", "S-4.2-gunnery-1")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_broadsides(facing: str) -> None:
    abeam = facing not in ("N", "S")
    found = entries(duel(firer_is=facing), "J-Yamato", "U-CVE12")
    assert found == {"gunnery rating": 5, **({"broadside": 2} if abeam else {})}
    found = entries(duel(target_is=facing), "J-Yamato", "U-CVE12")
    assert found == {"gunnery rating": 5, **({"target's broadside": 1} if abeam else {})}


@pytest.mark.rule("S-T5", "S-T1-cruise", "S-T1-slowflank", "S-T1-evading", "S-2.7-cruising-1")
@pytest.mark.rule("S-2.7-flank-1", "S-2.7-evasive-1", "S-2.7-slowed-1", "S-4.1-evasive-2")
@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("", {}),
        ("cruise", {"cruising": 1}),
        ("flank", {"flank speed": -1}),
        ("evasive", {"evading": -2}),
        ("slowed", {"slowed": -1}),
        ("diw", {"slowed": -1}),
        ("panic", {"evading": -2}),  # at battle speed it counts as evading
        ("panic evasive", {"evading": -2}),
        ("panic cruise", {"cruising": 1}),
        ("panic flank", {"flank speed": -1}),
        ("panic slowed", {"slowed": -1}),
    ],
)
def test_the_firers_speed(words: str, entry: dict[str, int]) -> None:
    found = entries(duel(firer_is=f"N {words}"), "J-Yamato", "U-CVE12")
    assert found == {"gunnery rating": 5, **entry}


@pytest.mark.rule("S-T5", "S-T1-tevade", "S-T1-tslow", "S-2.7-panic-1", "S-2.5-maneuver-1")
@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("", {}),
        ("cruise", {}),
        ("flank", {}),
        ("evasive", {"target evading": -3}),
        ("evasive damaged", {"target evading": -2}),
        ("slowed", {"target slowed": 1}),
        ("diw", {"target slowed": 1}),
        ("panic", {"target evading": -3}),
        ("panic cruise", {}),
        ("panic flank", {}),
        ("panic slowed", {"target slowed": 1}),
    ],
)
def test_the_targets_speed(words: str, entry: dict[str, int]) -> None:
    found = entries(duel(target="U-DD6", target_is=f"N {words}"), "J-Yamato", "U-DD6")
    assert found == {"gunnery rating": 5, **entry}


@pytest.mark.rule("S-T5")
@pytest.mark.parametrize(("rule", "counts"), [(True, True), (False, False)])
def test_dead_in_the_water_as_slowed(rule: bool, counts: bool) -> None:
    state = duel(firer_is="N diw", target_is="N diw", diw_as_slowed=rule)
    found = entries(state, "J-Yamato", "U-CVE12")
    assert ("slowed" in found, "target slowed" in found) == (counts, counts)
    state = duel(firer_is="N slowed", target_is="N slowed", diw_as_slowed=rule)
    assert {"slowed", "target slowed"} <= set(entries(state, "J-Yamato", "U-CVE12"))


@pytest.mark.rule("S-T1-far")
def test_more_than_15_hexes_without_radar() -> None:
    found = entries(duel(distance=16, turn=16), "J-Yamato", "U-CVE12")
    assert found == {"gunnery rating": 5, "extended range": -1, "beyond 15 hexes": -1}
    assert entries(duel(distance=15, turn=16), "J-Yamato", "U-CVE12") == {"gunnery rating": 5}
    state = duel("U-WVa", "J-Yamato", distance=16, turn=16)
    assert entries(state, "U-WVa", "J-Yamato") == {"gunnery rating": 5, "extended range": -1}


@pytest.mark.rule("S-T1-crowd")
def test_others_in_the_targets_hex() -> None:
    others = {"U-DD4": "1630 N", "J-DD1": "1630 N diw", "U-DE6": "1630 N hulk", "U-DE7": "1631 N"}
    found = entries(duel(others=others), "J-Yamato", "U-CVE12")
    assert found["others in its hex"] == 2  # of either side, but no hulk


@pytest.mark.rule("S-T1-crowd", "S-5.4-pb-1")
def test_in_the_same_hex_the_firer_is_no_company_and_has_no_bearing() -> None:
    state = duel("J-Yamato", "U-DD6", 0, firer_is="NE", target_is="SE")
    assert entries(state, "J-Yamato", "U-DD6") == {"gunnery rating": 5, "point blank": -2}
    assert guns_reach(state, "J-Yamato", "U-DD6")
    state = duel("J-Yamato", "U-DD6", 0, others={"J-DD1": "1640 N"})
    assert entries(state, "J-Yamato", "U-DD6")["others in its hex"] == 1


# --- Range bands ---


@pytest.mark.rule("S-5.4-range-1", "S-5.4-pb-1", "S-5.4-close-1", "S-5.4-eff-1", "S-5.4-max-1")
@pytest.mark.rule("S-T1-pb", "S-T1-close", "S-T1-ext", "S-5.4-mod-1", "S-2.5-range-1", "S-T4")
@pytest.mark.parametrize(
    ("distances", "dice", "arc"),
    [
        (range(1, 3), -2, "other"),
        (range(3, 9), 1, "other"),
        (range(9, 16), 0, "low"),
        (range(16, 24), -2, "high"),  # beyond 15 hexes as well
    ],
)
def test_dv_3_yamato(distances: range, dice: int, arc: str) -> None:
    for distance in distances:
        state = duel(distance=distance, turn=16)
        assert dice_for(state, "J-Yamato", "U-CVE12") == 5 + dice
        assert column(state, "J-Yamato", "U-CVE12") == arc
        assert guns_reach(state, "J-Yamato", "U-CVE12")


@pytest.mark.rule("S-5.4-range-1", "S-5.4-max-1", "S-5.2-spot-1")
def test_dv_3_nothing_beyond_the_maximum_or_the_sighting_limit() -> None:
    # Even the last sighting limit is 23: a longer one shows what the guns can do.
    state = duel(distance=24, turn=16, data={"sighting": {"0948": 40}})
    assert not guns_reach(state, "J-Yamato", "U-CVE12")
    state = duel(distance=23, turn=16, data={"sighting": {"0948": 40}})
    assert guns_reach(state, "J-Yamato", "U-CVE12")
    assert guns_reach(duel(distance=12, turn=4), "J-Yamato", "U-CVE12")
    assert not guns_reach(duel(distance=13, turn=4), "J-Yamato", "U-CVE12")


@pytest.mark.rule("S-5.4-close-1", "S-5.4-eff-1", "S-5.4-max-1")
def test_dv_4_kumano() -> None:
    bands: dict[str, list[int]] = {}
    for distance in range(3, 19):
        state = duel("J-CA4", distance=distance, turn=16)
        if guns_reach(state, "J-CA4", "U-CVE12"):
            found = column(state, "J-CA4", "U-CVE12")
            bands.setdefault(found, []).append(distance)
    assert bands == {
        "other": list(range(3, 7)),
        "low": list(range(7, 12)),
        "high": list(range(12, 18)),
    }
    assert entries(duel("J-CA4", distance=6), "J-CA4", "U-CVE12")["close range"] == 1
    assert entries(duel("J-CA4", distance=7), "J-CA4", "U-CVE12") == {"gunnery rating": 3}
    assert entries(duel("J-CA4", distance=12), "J-CA4", "U-CVE12")["extended range"] == -1


@pytest.mark.rule("S-2.5-range-M-1", "S-T6")
def test_dv_5_fletcher() -> None:
    for distance in range(3, 10):
        state = duel("U-DD6", "J-CA1", distance)
        close = {"close range": 1} if distance <= 5 else {}
        assert entries(state, "U-DD6", "J-CA1") == {"gunnery rating": 2, **close}
        assert column(state, "U-DD6", "J-CA1") == "other"
        assert guns_reach(state, "U-DD6", "J-CA1")
    assert not guns_reach(duel("U-DD6", "J-CA1", 10), "U-DD6", "J-CA1")


@pytest.mark.rule("S-5.4-pb-1", "S-5.4-close-1")
def test_point_blank_wins_where_close_range_is_as_short() -> None:
    data = rated("J-CA4", range=3)  # close range ends at 2
    for distance in (1, 2):
        state = duel("J-CA4", distance=distance, data=data, firer_is="NE")
        assert "close range" not in entries(state, "J-CA4", "U-CVE12")
        assert column(state, "J-CA4", "U-CVE12") == "other"
    assert column(duel("J-CA4", distance=3, data=data), "J-CA4", "U-CVE12") == "low"
    state = duel("J-CA4", distance=2, data=rated("J-CA4", range=2))  # close range ends at 1
    assert column(state, "J-CA4", "U-CVE12") == "other"


@pytest.mark.rule("S-T1-pb")
@pytest.mark.parametrize("dice", [-2, 2, 0])
def test_point_blank_dice(dice: int) -> None:
    for distance in (0, 1, 2):
        state = duel(distance=distance, point_blank_dice=dice)
        assert dice_for(state, "J-Yamato", "U-CVE12") == 5 + dice
        assert entries(state, "J-Yamato", "U-CVE12").get("point blank", 0) == dice


# --- Who may fire ---


@pytest.mark.rule("S-5.5-zero-1")
@pytest.mark.parametrize(
    ("rule", "legal"), [("torpedo_only", False), ("never", False), ("always", True)]
)
def test_no_dice_no_fire(rule: str, legal: bool) -> None:
    state = duel("J-DD1", "U-DD6", 6, target_is="N evasive", min_dice=rule)  # 2 - 3
    assert guns_reach(state, "J-DD1", "U-DD6") is legal
    assert dice_for(state, "J-DD1", "U-DD6") == (1 if legal else -1)
    state = duel("J-DD1", "U-DD6", 5, target_is="N evasive", min_dice=rule)  # 2 + 1 - 3
    assert guns_reach(state, "J-DD1", "U-DD6") is legal
    state = duel("J-DD1", "U-DD6", 5, target_is="NE evasive", min_dice=rule)  # 2 + 1 + 1 - 3
    assert guns_reach(state, "J-DD1", "U-DD6")
    assert "never less than one" not in entries(state, "J-DD1", "U-DD6")


@pytest.mark.rule("S-2.5-gunnery-A-1", "S-T6")
def test_carriers_never_fire_on_ships() -> None:
    state = duel("U-CVE12", "J-CA1", 4, firer_is="NE", target_is="NE")
    assert shots(state, "U-CVE12") == []
    assert shots(state, "J-CA1") == ["guns U-CVE12", "torpedoes U-CVE12"]


@pytest.mark.rule("S-5.1-once-1")
def test_only_enemies_afloat_on_the_map_are_targets() -> None:
    others = {"U-DD6": "1632 N hulk", "J-DD1": "1633 N", "U-DD4": "1732 N"}
    assert shots(duel(others=others), "J-Yamato") == ["guns U-CVE12", "guns U-DD4"]
    state = duel("J-Yamato", "U-DD6", 6, firer_is="N hulk")
    assert shots(state, "J-Yamato") == []


@pytest.mark.rule("S-5.1-once-1")
def test_panicked_slowed_and_burning_ships_fire_too() -> None:
    assert guns_reach(duel(firer_is="N panic fires=1 diw"), "J-Yamato", "U-CVE12")


# --- A-26 Secondary batteries ---


@pytest.mark.rule("S-2.5-gunnery-A-1")
@pytest.mark.parametrize("hex_", ["1620", "1621", "1623"])
def test_guns_for_aircraft_never_fire_on_ships_however_near(hex_: str) -> None:
    ships = {"U-CVE12": "1620 N", "J-CA1": f"{hex_} N"}
    state = table(ships, data=rated("U-CVE12", gunnery=6))
    assert shots(state, "U-CVE12") == []
    assert "guns U-CVE12" in shots(state, "J-CA1")


@pytest.mark.rule("S-2.5-gunnery-A-1", "S-T6")
def test_a_secondary_battery_is_for_aircraft() -> None:
    assert shots(duel(distance=2), "J-Yamato") == ["guns U-CVE12"]


@pytest.mark.rule("S-2.5-gunnery-A-1", "S-T6", "S-T3-2")
def test_a_secondary_battery_instead_of_the_main_one() -> None:
    setting: dict[str, Any] = {"secondary_surface_fire": "instead_of_main"}
    state = duel(distance=2, firer_is="NE cruise", target_is="NE slowed", **setting)
    assert shots(state, "J-Yamato") == ["guns U-CVE12", "secondary U-CVE12"]
    found = entries(state, "J-Yamato", "U-CVE12", SECONDARY)
    assert found == {
        "secondary rating": 4,
        "cruising": 1,
        "target's broadside": 1,
        "target slowed": 1,
    }
    events = fight(state, ["J-Yamato secondary U-CVE12"], 6, 1, 1, 1, 1, 1, 1, 6)
    assert kinds(events) == ["secondary guns fire", "plain damage throw", "hits"]
    assert counted(event_of(events, "plain damage throw")) == {"weight 1 against armor 2": -1}
    assert (of(state, "U-CVE12", "hits"), of(state, "U-CVE12", "fires")) == (1, 0)
    assert shots(duel(distance=3, **setting), "J-Yamato") == ["guns U-CVE12"]
    # A on the secondary rating, or no rating left.
    assert shots(duel("J-CA2", distance=2, **setting), "J-CA2") == [
        "guns U-CVE12",
        "torpedoes U-CVE12",
    ]
    bare = {"ships": {"J-Yamato": {"back": {"secondary": 0}}}}
    state = duel(distance=2, firer_is="N damaged", target_is="NE", data=bare, **setting)
    assert shots(state, "J-Yamato") == ["guns U-CVE12"]


# --- The throw ---


@pytest.mark.rule("S-5.5-hit-1", "S-5.5-dice-1", "S-5.1-steps-1")
@pytest.mark.parametrize(("die", "hits"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_five_and_six_hit(die: int, hits: int) -> None:
    state = duel(firer_is="N damaged evasive")  # 3 - 2 = 1 die
    events = fight(state, ["J-Yamato guns U-CVE12"], die, *[1] * hits)
    assert event_of(events, "guns fire").facts["hits"] == hits
    assert of(state, "U-CVE12", "hits") == hits


@pytest.mark.rule("S-5.5-dice-1", "S-T4-P-1", "S-6.3-catastrophic-1", "S-6.5-panic-1", "S-T4")
def test_ex_4_yamato_on_gambier_bay() -> None:
    others = {"U-DE8": "1634 N hulk"}
    state = duel(distance=12, firer_is="NE", others=others)
    events = fight(state, ["J-Yamato guns U-CVE12"], 2, 2, 3, 4, 5, 6, 2, 4, 5)
    assert counted(event_of(events, "guns fire")) == {
        "gunnery rating": 5,
        "broadside": 2,
        "smoke": -1,
    }
    assert counted(event_of(events, "damage throw")) == {"weight 7 against armor 2": 2}
    critical = event_of(events, "critical throw")
    assert (critical.facts["column"], critical.facts["results"]) == ("low arc", "catastrophic")
    assert counted(critical) == {"no armored deck": 1}
    assert kinds(events)[-1] == "ship lost"
    assert (of(state, "U-CVE12", "condition"), of(state, "U-CVE12", "panic")) == ("hulk", 0)
    assert event_of(events, "panic breaks out").facts["total"] == 20


@pytest.mark.rule("S-T1-close", "S-T1-cruise", "S-T1-tevade", "S-T4")
def test_ex_6_kumano_on_johnston() -> None:
    state = duel("J-CA4", "U-DD6", 5, firer_is="N cruise", target_is="N evasive")
    assert entries(state, "J-CA4", "U-DD6") == {
        "gunnery rating": 3,
        "cruising": 1,
        "close range": 1,
        "target evading": -3,
    }
    events = fight(state, ["J-CA4 guns U-DD6"], 6, 3, 5, 5)
    assert counted(event_of(events, "damage throw")) == {"weight 4 against armor 2": 2}
    assert event_of(events, "critical throw").facts["column"] == "all other"
    assert "panic breaks out" not in kinds(events)
    assert (of(state, "U-DD6", "hits"), of(state, "U-DD6", "fires")) == (1, 1)
    state = duel("J-CA4", "U-DD6", 7, firer_is="N cruise", target_is="N evasive")
    assert dice_for(state, "J-CA4", "U-DD6") == 1


@pytest.mark.rule("S-4.3-reaction-1", "S-4.3-reaction-3")
@pytest.mark.parametrize(
    ("firer", "firer_is", "target", "target_is", "dice"),
    [
        ("J-Yamato", "NE", "U-DD6", "NE", 6),
        ("J-Yamato", "NE", "U-DD6", "NE evasive", 3),
        ("J-Yamato", "N", "U-DD6", "N", 3),
        ("U-DD6", "N", "J-DD1", "N", 0),
        ("U-DD6", "NE", "J-DD1", "N", 2),
    ],
)
def test_dv_6_dice_of_reaction_fire(
    firer: str, firer_is: str, target: str, target_is: str, dice: int
) -> None:
    state = duel(firer, target, 2, firer_is=firer_is, target_is=target_is)
    assert dice_for(state, firer, target, REACTION) == dice


# --- 5.6 Panic ---


def thrown_at(target: str, dice: list[int], others: Any = None, words: str = "") -> SamarState:
    """A target at which exactly so many dice are thrown by guns that all miss or do little."""
    firer = "J-Yamato" if target.startswith("U") else "U-WVa"
    data = rated(firer, gunnery=len(dice), weight=1)
    state = duel(firer, target, 10, target_is=f"N {words}", others=others, data=data)
    hits = sum(die > 4 for die in dice)
    fight(state, [f"{firer} guns {target}"], *dice, *[1] * hits)
    return state


@pytest.mark.rule("S-T2-1", "S-T2-2", "S-5.6-panic-1")
@pytest.mark.parametrize(
    ("target", "dice", "panic"),
    [
        ("J-CA1", [4, 4, 4, 4], 0),  # 16 - 4 = 12
        ("J-CA1", [4, 4, 4, 4, 1], 1),  # 17 - 4 = 13
        ("U-CVE12", [4, 4, 4, 4, 1], 0),  # 17 - 2 = 15
        ("U-CVE12", [4, 4, 4, 4, 2], 1),  # 18 - 2 = 16
        ("U-CVE12", [6, 6, 6], 1),  # hits count with the misses
    ],
)
def test_dv_1_panic_edges(target: str, dice: list[int], panic: int) -> None:
    assert of(thrown_at(target, dice), target, "panic") == panic


@pytest.mark.rule("S-T2-1")
def test_dv_1_panicked_friends() -> None:
    others = {"J-DD1": "0505 N panic", "J-DD2": "0505 N panic"}
    assert of(thrown_at("J-CA1", [4, 4, 4, 3], others), "J-CA1", "panic") == 1  # 15 - 4 + 2
    assert of(thrown_at("J-CA1", [4, 4, 4, 2], others), "J-CA1", "panic") == 0
    state = table({"J-CA1": "1630 N", **others})
    assert panicked_friends(state, number(state, "J-CA1")) == 2
    assert panicked_friends(state, number(state, "J-DD1")) == 1  # all but itself
    # Enemies, ships off the map and hulks are none.
    others = {"J-DD1": "0505 N panic", "U-DD6": "0505 N panic", "J-DD2": "0505 N hulk panic"}
    assert of(thrown_at("J-CA1", [4, 4, 4, 3], others), "J-CA1", "panic") == 0


@pytest.mark.rule("S-T2-1")
def test_current_armor_counts() -> None:
    assert of(thrown_at("J-CA1", [4, 4, 4, 3], words="damaged"), "J-CA1", "panic") == 1  # 15 - 2
    assert of(thrown_at("J-CA1", [4, 4, 4, 4], words="hits=4"), "J-CA1", "panic") == 0


@pytest.mark.rule("S-5.6-panic-1", "S-2.7-panic-1")
def test_a_panicked_ship_is_not_tested_again() -> None:
    state = duel("U-WVa", "J-CA1", 10, target_is="N panic cruise")
    events = fight(state, ["U-WVa guns J-CA1"], 4, 4, 4, 4, 4)
    assert "panic breaks out" not in kinds(events)
    assert of(state, "J-CA1", "panic") == 1


@pytest.mark.rule("S-5.6-panic-1")
@pytest.mark.parametrize(("scope", "panic"), [("per_throw", 0), ("per_phase", 1)])
def test_panic_scope(scope: str, panic: int) -> None:
    others = {"J-CA1": "1730 N", "J-CA2": "1530 N"}
    state = duel(target="U-CVE12", others=others, panic_scope=scope)
    # Yamato 5 dice; each cruiser 3, with the point blank, broadside and target's broadside 4.
    assert [dice_for(state, ship, "U-CVE12") for ship in ("J-CA1", "J-CA2")] == [4, 4]
    plan = ["J-Yamato guns U-CVE12", "J-CA1 guns U-CVE12", "J-CA2 guns U-CVE12"]
    events = fight(state, plan, *[1] * 5, *[2] * 4, *[1] * 4)  # 5 + 8 + 4 = 17: 15
    assert of(state, "U-CVE12", "panic") == 0
    state = duel(target="U-CVE12", others=others, panic_scope=scope)
    events = fight(state, plan, *[1] * 5, *[2] * 4, *[1] * 3, 2)  # 18: 16
    assert of(state, "U-CVE12", "panic") == panic
    assert kinds(events).count("panic breaks out") == panic
    assert state.shaken == {}
