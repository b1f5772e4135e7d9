"""6.0, T3, T4: damage dice, critical hits, and what becomes of a ship."""

from __future__ import annotations

from typing import Any

import pytest
from samar_fight import dice_for, fight
from samar_table import counted, event_of, fly, kinds, number, of, table

from flankspeed.engine import Log
from flankspeed.games.samar.data.markers import GUN, SLOWED
from flankspeed.games.samar.rules.combat.damage import (
    apply,
    apply_blows,
    burn,
    damage_shift,
    hit,
    sink,
    waterline,
)
from flankspeed.games.samar.state import Blow, SamarState


def one(ship: str = "U-CVE12", words: str = "1610 N", **setting: Any) -> SamarState:
    return table({ship: words}, **setting)


def take_hits(state: SamarState, ship: str, count: int) -> list[str]:
    """Hits on a ship; what is told of them."""
    log = Log()
    hit(state, number(state, ship), count, log)
    return kinds(log.events)


def marked(state: SamarState, ship: str) -> tuple[int, int]:
    """The side that shows (1: the reverse) and the hit markers on it."""
    return of(state, ship, "face") & 1, of(state, ship, "hits")


# --- T3 ---


@pytest.mark.rule("S-T3-3", "S-2.5-weight-1")
@pytest.mark.parametrize(
    ("weight", "armor", "shift"),
    [(4, 4, 0), (3, 4, -1), (1, 7, -1), (5, 4, 1), (7, 4, 1), (8, 4, 2), (2, 1, 2), (1, 1, 0)],
)
def test_dv_2_weight_against_armor(weight: int, armor: int, shift: int) -> None:
    assert damage_shift(weight, armor).value == shift


def gunfire(
    weight: int, target: str, damage: list[int], *criticals: int, **setting: Any
) -> SamarState:
    """Yamato scores as many hits on a target as there are damage dice."""
    ratings = {"weight": weight}
    data = {"ships": {"J-Yamato": {"front": ratings, "back": ratings}}}
    distance = setting.pop("distance", 10)
    words = f"16{40 - distance:02d} N {setting.pop('words', '')}"
    state = table({"J-Yamato": "1640 N", target: words}, data=data, **setting)
    misses = dice_for(state, "J-Yamato", target) - len(damage)
    firing = [*[5] * len(damage), *[1] * misses]
    fight(state, [f"J-Yamato guns {target}"], *firing, *damage, *criticals)
    return state


@pytest.mark.rule("S-T3-1", "S-6.1-throw-1", "S-6.3-marker-1")
@pytest.mark.parametrize(
    ("weight", "die", "critical"),
    [
        (1, 6, True),  # 6 - 1
        (1, 5, False),
        (1, 1, False),  # 0 is a hit still
        (2, 5, True),
        (2, 4, False),
        (3, 4, True),
        (3, 3, False),
        (4, 3, True),
        (4, 2, False),
        (7, 3, True),
    ],
)
def test_dv_2_which_die_is_critical(weight: int, die: int, critical: bool) -> None:
    state = gunfire(weight, "U-CVE12", [die], *[3] * critical)  # armor 2; 3 is a fire
    assert of(state, "U-CVE12", "fires") == critical
    assert of(state, "U-CVE12", "hits") == 1


@pytest.mark.rule("S-T3-3")
def test_the_armor_that_shows_counts() -> None:
    state = gunfire(2, "U-CVE12", [3], 3, words="damaged")  # 2 against 1: +2
    assert of(state, "U-CVE12", "fires") == 1


# --- T4 ---


@pytest.mark.rule("S-T4", "S-5.4-eff-1", "S-5.4-max-1", "S-2.2-tables-1")
@pytest.mark.parametrize(
    ("distance", "results"),
    [
        (20, "ffffcc"),  # high arc
        (12, "fffffc"),  # low arc
        (6, "wwffff"),  # all other: close range
    ],
)
def test_critical_columns(distance: int, results: str) -> None:
    for die, result in enumerate(results, 1):
        state = gunfire(12, "U-DE8", [3], die, distance=distance, turn=16)
        condition = of(state, "U-DE8", "condition")
        assert condition == {"c": "hulk", "w": "slowed", "f": "fit"}[result]
        assert of(state, "U-DE8", "fires") == (result == "f")
        assert of(state, "U-DE8", "hits") == (result != "c")


@pytest.mark.rule("S-T4", "S-6.1-throw-1")
def test_a_die_for_every_critical() -> None:
    state = gunfire(3, "U-CVE12", [4, 1, 5, 6], 1, 3, 4, distance=6)
    assert of(state, "U-CVE12", "condition") == "slowed"
    assert of(state, "U-CVE12", "fires") == 2
    assert marked(state, "U-CVE12") == (1, 1)


@pytest.mark.rule("S-T4-P-1", "S-2.5-armor-1", "S-T6")
@pytest.mark.parametrize(
    ("distance", "option", "results"),
    [
        (20, 1, "fffccc"),
        (20, 2, "ffcccc"),
        (12, 1, "ffffcc"),
        (12, 2, "ffffcc"),  # the option is for the high arc
        (6, 2, "wwffff"),  # not plunging
    ],
)
def test_flag_p_adds_to_plunging_fire(distance: int, option: int, results: str) -> None:
    for die, result in enumerate(results, 1):
        setting = {"distance": distance, "turn": 16, "p_high_arc": option}
        state = gunfire(12, "U-CVE12", [3], die, **setting)
        condition = of(state, "U-CVE12", "condition")
        assert condition == {"c": "hulk", "w": "slowed", "f": "fit"}[result]


@pytest.mark.rule("S-2.5-range-M-1", "S-T4")
def test_m_ships_deliver_no_plunging_fire() -> None:
    data = {"ships": {"J-Yamato": {"no_extended": True}}}
    state = table({"J-Yamato": "1640 N", "U-CVE12": "1628 N"}, data=data)
    events = fight(state, ["J-Yamato guns U-CVE12"], 1, 1, 1, 1, 5, 6, 6)
    critical = event_of(events, "critical throw")
    assert (critical.facts["column"], counted(critical)) == ("all other", {})
    assert of(state, "U-CVE12", "fires") == 1


@pytest.mark.rule("S-6.3-marker-1")
@pytest.mark.parametrize(("option", "hits"), [(1, 2), (2, 3)])
def test_hit_markers_of_a_critical(option: int, hits: int) -> None:
    # A plain hit and a critical on an armor of 7.
    state = table({"U-WVa": "1640 N", "J-Yamato": "1630 N"}, critical_markers=option)
    fight(state, ["U-WVa guns J-Yamato"], 5, 5, 1, 1, 1, 1, 6, 1)
    assert of(state, "J-Yamato", "hits") == hits
    assert of(state, "J-Yamato", "fires") == 1


# --- 6.2 ---


@pytest.mark.rule("S-6.2-absorb-1", "S-2.7-hit-1")
def test_dv_8_cumulative_damage() -> None:
    state = one()
    for expected in ((0, 1), (0, 2), (1, 0), (1, 1)):
        take_hits(state, "U-CVE12", 1)
        assert marked(state, "U-CVE12") == expected
    assert of(state, "U-CVE12", "condition") == "fit"
    assert take_hits(state, "U-CVE12", 1) == ["ship lost"]
    assert of(state, "U-CVE12", "condition") == "hulk"


@pytest.mark.rule("S-6.2-absorb-1")
@pytest.mark.parametrize(
    ("hits", "expected"), [(2, (0, 2)), (3, (1, 0)), (4, (1, 1)), (5, None), (9, None)]
)
def test_dv_8_many_hits_at_once(hits: int, expected: tuple[int, int] | None) -> None:
    state = one()
    take_hits(state, "U-CVE12", hits)
    assert (of(state, "U-CVE12", "condition") == "hulk") == (expected is None)
    if expected:
        assert marked(state, "U-CVE12") == expected


@pytest.mark.rule("S-6.2-absorb-1")
@pytest.mark.parametrize(("ship", "hits"), [("J-Yamato", 13), ("J-CA1", 8), ("U-DE8", 4)])
def test_hits_to_sink(ship: str, hits: int) -> None:
    state = one(ship)
    take_hits(state, ship, hits - 1)
    assert of(state, ship, "condition") == "fit"
    take_hits(state, ship, 1)
    assert of(state, ship, "condition") == "hulk"


@pytest.mark.rule("S-6.2-absorb-1", "S-2.5-norepair-1")
def test_turning_the_counter_takes_off_hit_markers_only() -> None:
    state = one("U-DD6", "1610 N hits=2 fires=1 panic launched=1 evasive")
    assert take_hits(state, "U-DD6", 1) == ["counter turned"]
    assert marked(state, "U-DD6") == (1, 0)
    kept = [of(state, "U-DD6", what) for what in ("fires", "panic", "launched", "speed")]
    assert kept == [1, 1, 1, "evasive"]
    state = one("U-DD6", "1610 N hits=2 slowed")
    take_hits(state, "U-DD6", 1)
    assert of(state, "U-DD6", "condition") == "slowed"


# --- 6.3 ---


@pytest.mark.rule("S-6.3-waterline-1", "S-2.7-slowed-1", "S-2.7-diw-1")
def test_waterline_hits() -> None:
    state = one("U-DD6", "1610 N flank")
    ship, log = number(state, "U-DD6"), Log()
    for condition in ("slowed", "dead in the water", "dead in the water"):
        waterline(state, ship, 1, log)
        assert of(state, "U-DD6", "condition") == condition
        assert of(state, "U-DD6", "speed") == "battle"
    assert kinds(log.events) == ["ship slowed", "ship stopped"]
    state = one("U-DD6")
    waterline(state, ship, 3, None)
    assert of(state, "U-DD6", "condition") == "dead in the water"


@pytest.mark.rule("S-6.3-fire-1")
def test_fires_add_up() -> None:
    state = one("U-DD6", "1610 N fires=1")
    log = Log()
    burn(state, number(state, "U-DD6"), 2, log)
    assert (of(state, "U-DD6", "fires"), log.events[0].facts["fires"]) == (3, 3)


@pytest.mark.rule("S-6.4-hulk-1", "S-2.7-hulk-1")
def test_a_hulk_has_no_markers() -> None:
    state = one("U-DD6", "1610 NE hits=1 fires=2 panic launched=2 flank")
    log = Log()
    sink(state, number(state, "U-DD6"), log, "S-6.2-absorb-1")
    markers = ("hits", "fires", "panic", "launched", "speed", "condition", "where")
    found = [of(state, "U-DD6", what) for what in markers]
    assert found == [0, 0, 0, 0, "battle", "hulk", "1610"]
    assert [(e.kind, e.rule) for e in log.events] == [("ship lost", "S-6.2-absorb-1")]


@pytest.mark.rule("S-6.4-hulk-1")
def test_nothing_more_happens_to_a_hulk() -> None:
    state = one("U-DD6", "1610 N hulk")
    blow = Blow(0, number(state, "U-DD6"), GUN, 3, 1, 1, 1, 30, 1)
    before, log = state.copy(), Log()
    apply(state, blow, log)
    assert state == before
    assert log.events == []


@pytest.mark.rule("S-6.3-catastrophic-1")
def test_a_catastrophic_hit_sinks_whatever_the_armor() -> None:
    state = one("J-Yamato")
    log = Log()
    apply(state, Blow(0, number(state, "J-Yamato"), GUN, 1, catastrophic=1, panic=1), log)
    assert of(state, "J-Yamato", "condition") == "hulk"
    assert [event.rule for event in log.events] == ["S-6.3-catastrophic-1"]


# --- What several attacks do together ---


def blows(state: SamarState, *several: dict[str, int]) -> list[str]:
    """Blows at Johnston, applied together; what is told."""
    ship = number(state, "U-DD6")
    state.blows = [Blow(n, ship, GUN, **{"hits": 0, **blow}) for n, blow in enumerate(several)]
    log = Log()
    apply_blows(state, log)
    return kinds(log.events)


@pytest.mark.rule("S-6.5-panic-1", "S-3.3-1")
def test_the_order_of_effects() -> None:
    state = one("U-DD6", "1610 N hits=1 cruise")
    told = blows(state, {"hits": 1, "panic": 1}, {"hits": 2, "waterlines": 1, "fires": 1})
    assert told == ["counter turned", "ship slowed", "ship burns", "ship panics"]
    assert marked(state, "U-DD6") == (1, 1)
    assert state.condition[number(state, "U-DD6")] == SLOWED


@pytest.mark.rule("S-6.5-panic-1")
def test_no_panic_and_no_markers_if_it_sinks() -> None:
    state = one("U-DD6")
    told = blows(state, {"hits": 2, "panic": 1, "fires": 1}, {"hits": 3})
    assert told == ["ship lost"]
    assert of(state, "U-DD6", "condition") == "hulk"
    assert (of(state, "U-DD6", "panic"), of(state, "U-DD6", "fires")) == (0, 0)


@pytest.mark.rule("S-6.3-waterline-1")
def test_waterline_hits_of_two_attacks_stop_a_ship() -> None:
    state = one("U-DD6", "1610 N flank")
    assert blows(state, {"waterlines": 1}, {"waterlines": 1}) == ["ship stopped"]
    assert (of(state, "U-DD6", "condition"), of(state, "U-DD6", "speed")) == (
        "dead in the water",
        "battle",
    )


@pytest.mark.rule("S-6.2-absorb-1")
def test_surplus_hits_go_on_against_the_reverse() -> None:
    state = one("U-DD6", "1610 N hits=2")
    blows(state, {"hits": 1}, {"hits": 1})
    assert marked(state, "U-DD6") == (1, 1)


@pytest.mark.rule("S-6.5-panic-1")
def test_one_panic_marker_at_most() -> None:
    state = one("U-DD6")
    assert blows(state, {"panic": 1}, {"panic": 1}) == ["ship panics"]
    assert of(state, "U-DD6", "panic") == 1


@pytest.mark.rule("S-6.4-hulk-1")
def test_aircraft_on_a_ship_that_sinks_stay_until_the_next_combat_phase() -> None:
    state = one("J-CA1")
    fly(state, "TB", "J-CA1")
    sink(state, number(state, "J-CA1"), None, "S-6.2-absorb-1")
    assert number(state, "J-CA1") in state.air
