"""7.0 Torpedoes."""

from __future__ import annotations

from typing import Any

import pytest
from samar_fight import column, dice_for, entries, fight, shots, torpedoes_reach
from samar_table import counted, event_of, kinds, number, of, table

from flankspeed.games.samar.data.markers import TORPEDO
from flankspeed.games.samar.rules.combat.torpedoes import launches_left
from flankspeed.games.samar.state import SamarState


def run(
    firer: str = "J-DD5",
    target: str = "U-DD4",
    distance: int = 4,
    *,
    firer_is: str = "N",
    target_is: str = "N",
    others: dict[str, str] | None = None,
    **setting: Any,
) -> SamarState:
    """A launcher in 1640 and a target due north of it, showing its stern if it heads north."""
    ships = {firer: f"1640 {firer_is}", target: f"16{40 - distance:02d} {target_is}"}
    return table({**ships, **(others or {})}, **setting)


# --- Dice ---


@pytest.mark.rule("S-7.2-values-1", "S-2.5-torpedo-1", "S-T1-base")
def test_the_rating_is_the_number_of_dice() -> None:
    assert entries(run(), "J-DD5", "U-DD4", TORPEDO) == {"torpedo rating": 3}
    found = entries(run(firer_is="N damaged"), "J-DD5", "U-DD4", TORPEDO)
    assert found == {"torpedo rating": 2}


@pytest.mark.rule("S-7.1-facing-1", "S-7.1-evasive-1", "S-4.1-evasive-2")
@pytest.mark.parametrize(
    "words", ["NE", "S", "SW", "N evasive", "N cruise", "N flank", "N slowed", "N diw", "N panic"]
)
def test_the_launchers_heading_and_speed_do_not_matter(words: str) -> None:
    state = run(firer_is=words)
    assert entries(state, "J-DD5", "U-DD4", TORPEDO) == {"torpedo rating": 3}
    assert torpedoes_reach(state, "J-DD5", "U-DD4")


@pytest.mark.rule("S-7.2-values-1", "S-7.0-same-1")
def test_no_range_entries_and_six_hexes_flat() -> None:
    for distance in range(7):
        state = run(distance=distance)
        assert dice_for(state, "J-DD5", "U-DD4", TORPEDO) == 3
        assert torpedoes_reach(state, "J-DD5", "U-DD4")
        assert column(state, "J-DD5", "U-DD4", TORPEDO) == "torpedo"
    assert not torpedoes_reach(run(distance=7), "J-DD5", "U-DD4")


@pytest.mark.rule("S-7.0-same-1", "S-T1-tbroad", "S-T1-crowd", "S-T1-tevade", "S-T1-tslow")
@pytest.mark.rule("S-T1-smoke")
@pytest.mark.parametrize(
    ("words", "others", "smoke", "entry"),
    [
        ("NE", {}, {}, {"target's broadside": 1}),
        ("N evasive", {}, {}, {"target evading": -3, "never less than one": 1}),
        ("N panic", {}, {}, {"target evading": -3, "never less than one": 1}),
        ("N slowed", {}, {}, {"target slowed": 1}),
        ("N diw", {}, {}, {"target slowed": 1}),
        ("N", {"U-DD6": "1636 N", "U-DE6": "1636 N"}, {}, {"others in its hex": 2}),
        ("N", {"U-DE6": "1637 N hulk"}, {"1638": 1}, {"smoke": -2}),
    ],
)
def test_the_targets_entries(words: str, others: Any, smoke: Any, entry: dict[str, int]) -> None:
    state = run(target_is=words, others=others, smoke=smoke)
    assert entries(state, "J-DD5", "U-DD4", TORPEDO) == {"torpedo rating": 3, **entry}


@pytest.mark.rule("S-T1-smoke", "S-4.5-radar-1")
def test_radar_ships_launch_through_smoke() -> None:
    state = run("U-DD4", "J-DD5", smoke={"1638": 2})
    assert entries(state, "U-DD4", "J-DD5", TORPEDO) == {"torpedo rating": 2}


@pytest.mark.rule("S-5.5-zero-1")
@pytest.mark.parametrize(
    ("rule", "legal"), [("torpedo_only", True), ("never", False), ("always", True)]
)
def test_the_least_number_of_dice(rule: str, legal: bool) -> None:
    for words, smoke in (("N evasive", 0), ("N evasive", 3)):  # 0 dice, -3 dice
        state = run(target_is=words, smoke={"1638": smoke} if smoke else None, min_dice=rule)
        assert torpedoes_reach(state, "J-DD5", "U-DD4") is legal
        if legal:
            assert dice_for(state, "J-DD5", "U-DD4", TORPEDO) == 1


# --- The examples ---


@pytest.mark.rule("S-7.3-supply-1", "S-5.5-zero-1", "S-T1-tevade")
def test_ex_2_isokaze_at_heermann() -> None:
    state = run(target_is="N evasive")
    events = fight(state, ["J-DD5 torpedoes U-DD4"], 3)
    assert counted(event_of(events, "torpedoes launched")) == {
        "torpedo rating": 3,
        "target evading": -3,
        "never less than one": 1,
    }
    assert of(state, "J-DD5", "launched") == 1
    assert torpedoes_reach(state, "J-DD5", "U-DD4")


@pytest.mark.rule("S-7.1-evasive-1", "S-3.3-1", "S-5.0-simul-1")
def test_ex_3_nowaki_and_heermann_at_each_other() -> None:
    state = run("J-DD7", "U-DD4", 4, target_is="N evasive")
    plan = ["J-DD7 torpedoes U-DD4", "U-DD4 torpedoes J-DD7"]
    events = fight(state, plan, 1, 3, 6, 2)
    assert counted(event_of(events, "damage throw")) == {"weight 8 against armor 2": 2}
    assert "panic breaks out" not in kinds(events)
    assert of(state, "J-DD7", "hits") == 1
    assert [of(state, ship, "launched") for ship in ("J-DD7", "U-DD4")] == [1, 1]


# --- Hits ---


def torpedoed(target: str, damage: int, **setting: Any) -> SamarState:
    """Heermann hits a target with one torpedo and misses with another."""
    state = run("U-DD4", target, **setting)
    fight(state, [f"U-DD4 torpedoes {target}"], 6, 1, damage)
    return state


@pytest.mark.rule("S-7.2-values-1", "S-T4", "S-6.3-waterline-1")
def test_a_critical_is_a_waterline_hit_without_a_die() -> None:
    state = torpedoed("J-Yamato", 4)  # 8 against 7: +1
    assert (of(state, "J-Yamato", "condition"), of(state, "J-Yamato", "hits")) == ("slowed", 1)
    state = torpedoed("J-Yamato", 3)
    assert (of(state, "J-Yamato", "condition"), of(state, "J-Yamato", "hits")) == ("fit", 1)


@pytest.mark.rule("S-2.5-armor-1", "S-T6")
@pytest.mark.parametrize(
    ("rule", "die", "condition"),
    [
        ("damage_plus_1", 2, "slowed"),  # 8 against 4: +2, flag T: +1
        ("damage_plus_1", 1, "fit"),
        ("none", 2, "fit"),
        ("none", 3, "slowed"),
        ("double_waterline", 2, "fit"),
        ("double_waterline", 3, "dead in the water"),
    ],
)
def test_flag_t(rule: str, die: int, condition: str) -> None:
    state = torpedoed("J-CA1", die, t_flag=rule)
    assert of(state, "J-CA1", "condition") == condition
    assert of(state, "J-CA1", "hits") == 1


@pytest.mark.rule("S-2.5-armor-1")
@pytest.mark.parametrize("rule", ["damage_plus_1", "none", "double_waterline"])
def test_ships_without_flag_t_and_gunfire(rule: str) -> None:
    state = torpedoed("J-CL1", 3, t_flag=rule)  # 8 against 3: +2
    assert of(state, "J-CL1", "condition") == "slowed"
    assert of(torpedoed("J-CL1", 2, t_flag=rule), "J-CL1", "condition") == "fit"
    # Guns on a ship with the flag: 1 against 4, so that a 5 is no critical.
    state = run("U-DD4", "J-CA1", t_flag=rule)
    fight(state, ["U-DD4 guns J-CA1"], 6, 1, 1, 5)
    assert of(state, "J-CA1", "condition") == "fit"


# --- 7.3 Supply ---


def left(ship: str, launched: int, damaged: bool = False) -> int:
    state = table({ship: f"1640 N launched={launched}{' damaged' if damaged else ''}"})
    return launches_left(state, number(state, ship))


@pytest.mark.rule("S-7.3-supply-1", "S-7.3-supply-2", "S-7.3-supply-3", "S-2.7-torpout-1")
@pytest.mark.parametrize(
    ("ship", "damaged", "launches"),
    [
        ("U-DD4", False, 2),
        ("U-DD4", True, 2),
        ("J-DD5", False, 4),
        ("J-DD5", True, 3),
        ("U-DE6", False, 1),
        ("U-DE6", True, 0),  # reduced to 0
        ("J-CA2", False, 2),
        ("J-CA2", True, 0),
        ("J-Yamato", False, 0),
        ("U-CVE12", False, 0),
    ],
)
def test_dv_9_launches_in_all(ship: str, damaged: bool, launches: int) -> None:
    assert [left(ship, launched, damaged) for launched in range(6)] == [
        max(launches - launched, 0) for launched in range(6)
    ]


@pytest.mark.rule("S-7.3-supply-1", "S-2.7-torpout-1")
def test_a_ship_without_supply_is_not_offered_a_launch() -> None:
    assert "torpedoes U-DD4" in shots(run(firer_is="N launched=3"), "J-DD5")
    assert shots(run(firer_is="N launched=4"), "J-DD5") == ["guns U-DD4"]
    assert shots(run(firer_is="N launched=3 damaged"), "J-DD5") == ["guns U-DD4"]


@pytest.mark.rule("S-7.3-supply-1")
def test_the_marker_is_placed_at_once_and_once() -> None:
    state = run()
    fight(state, ["J-DD5 torpedoes U-DD4"], 1, 1, 1)
    assert of(state, "J-DD5", "launched") == 1
    fight(state, ["J-DD5 guns U-DD4"], 1, 1, 1)
    assert of(state, "J-DD5", "launched") == 1


@pytest.mark.rule("S-7.3-either-1", "S-5.1-either-1")
def test_guns_or_torpedoes() -> None:
    state = run(others={"J-DD1": "1641 N"})
    plan = ["J-DD5 torpedoes U-DD4", "J-DD5 guns U-DD4"]
    with pytest.raises(AssertionError, match="could not be done"):
        fight(state, plan, 1, 1, 1)
