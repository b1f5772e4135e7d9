"""4.3 Other ships: fouling, and what damage during a move does to it (A-55)."""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import alone, finish, hexes_moved, steam, trail, under_way
from samar_table import counted, event_of, fly, kinds, of, play, put, table, texts

from flankspeed.engine import Event
from flankspeed.games.samar.show.warnings import warnings
from flankspeed.games.samar.show.words import describe
from flankspeed.games.samar.state import SamarState

CRUISER = "J-CA1"  # speed 6, maneuver 2, armor 4; damaged 5, 1, 2
ESCORT = "U-DE6"  # armor 1 on both sides
NO_WORSE = 1  # on the critical die


def crowd(others: dict[str, str], mover: str = "", **options: Any) -> SamarState:
    """The cruiser south of 1619, where the others are."""
    state = table({CRUISER: f"1620 N {mover}", **others}, **options)
    under_way(state, CRUISER)
    return state


def fouled(events: list[Event]) -> list[str]:
    """The vessels that were struck."""
    return [str(event.facts["other"]) for event in events if event.kind == "collision"]


# --- Dice ---


@pytest.mark.rule("S-4.3-free-1")
def test_any_number_of_ships_may_share_a_hex_and_leave_it() -> None:
    state = table({CRUISER: "1619 N", "J-CA2": "1619 S", "U-CVE7": "1619 NE", "U-CVE8": "1619 N"})
    for ship in (CRUISER, "J-CA2"):
        under_way(state, ship)
        steam(state, "battle")
        finish(state)
        assert hexes_moved(state, ship) == 6  # nothing is thrown for the hex left


@pytest.mark.rule("S-4.3-free-1")
def test_passing_close_by_is_free() -> None:
    state = table({CRUISER: "1620 N", "U-CVE7": "1718 N", "U-CVE8": "1518 S"})
    under_way(state, CRUISER)
    steam(state, "battle")
    finish(state)
    assert hexes_moved(state) == 6


@pytest.mark.rule("S-4.3-fouling-1", "S-4.3-free-1")
def test_a_die_for_each_other_vessel_friend_enemy_or_hulk() -> None:
    others = {"J-CA2": "1619 N", "U-CVE7": "1619 S", "J-CA3": "1619 N hulk"}
    state = crowd(others)
    play(state, "battle")
    events = play(state, "ahead", 4, 3, 2)
    assert kinds(events) == ["passed clear"] * 3
    assert [event.facts["other"] for event in events] == ["Chokai", "Haguro", "St. Lo"]
    assert of(state, CRUISER, "hits") == 0


@pytest.mark.rule("S-4.3-fouling-1")
def test_each_entering_is_a_new_throw() -> None:
    state = table({CRUISER: "1620 N", "J-CA2": "1619 N", "J-CA3": "1617 N"})
    under_way(state, CRUISER)
    play(state, "battle")
    play(state, "ahead", 1)
    steam(state, "ahead")
    play(state, "ahead", 1)
    assert trail(state) == ["1620", "1619", "1618", "1617"]


# DV-7: the mover's status (before: the marker it has), the other, the lowest die that fouls.
@pytest.mark.rule("S-4.3-fouling-2", "S-4.3-fouling-3", "S-4.3-fouling-4")
@pytest.mark.parametrize(
    ("before", "status", "other", "least", "named"),
    [
        ("", "battle", "", 5, {}),
        ("cruise", "cruise", "cruise", 6, {"all slow": -1}),
        ("cruise", "cruise", "slowed", 6, {"all slow": -1}),
        ("cruise", "cruise", "diw", 6, {"all slow": -1}),
        ("cruise", "cruise", "hulk", 6, {"all slow": -1}),
        ("slowed", "", "hulk", 6, {"all slow": -1}),
        ("", "cruise", "cruise", 6, {"all slow": -1}),
        ("cruise", "battle", "cruise", 5, {}),
        ("cruise", "cruise", "", 5, {}),
        ("", "battle", "hulk", 5, {}),
        ("", "flank", "", 4, {"flank speed": 1}),
        ("", "battle", "flank", 4, {"flank speed": 1}),
        ("", "evasive", "", 3, {"evading": 2}),
        ("", "battle", "evasive", 3, {"evading": 2}),
        ("evasive", "evasive", "evasive", 3, {"evading": 2}),
        ("", "flank", "evasive", 2, {"flank speed": 1, "evading": 2}),
        ("", "battle", "panic=1", 3, {"evading": 2}),
        ("panic=1", "battle", "", 3, {"evading": 2}),
        ("cruise", "cruise", "cruise panic=1", 6, {"all slow": -1}),
    ],
)
def test_dv_7_what_counts_on_the_die(
    before: str, status: str, other: str, least: int, named: dict[str, int]
) -> None:
    state = crowd({"J-CA2": f"1619 N {other}"}, before)
    if status:
        play(state, status)
    for die in range(1, 7):
        twin = state.copy()
        struck = die >= least
        criticals = [] if not struck else [NO_WORSE] if other == "hulk" else [NO_WORSE, NO_WORSE]
        event = play(twin, "ahead", die, *criticals)[0]
        hit = "hulk struck" if other == "hulk" else "collision"
        assert event.kind == (hit if struck else "passed clear")
        assert counted(event) == named
        assert event.facts["total"] == die + sum(named.values())


@pytest.mark.rule("S-4.3-fouling-2", "S-4.3-fouling-3")
def test_all_vessels_in_the_hex_count_for_every_die() -> None:
    others = {"J-CA2": "1619 N cruise", "J-CA3": "1619 N flank", "J-CA4": "1619 N evasive"}
    state = crowd(others, "cruise")
    play(state, "cruise")
    events = play(state, "ahead", 1, 1, 1)
    assert [counted(event) for event in events] == [{"flank speed": 1, "evading": 2}] * 3


# --- Results ---


@pytest.mark.rule("S-4.3-fouling-4", "S-4.3-fouling-5")
def test_a_hit_on_each_and_a_critical_die_for_each() -> None:
    state = crowd({"J-CA2": "1619 N"})
    play(state, "battle")
    events = play(state, "ahead", 5, 4, 5)
    assert fouled(events) == ["Chokai"]
    assert of(state, CRUISER, "hits") == of(state, "J-CA2", "hits") == 1
    assert of(state, CRUISER, "condition") == "fit"
    assert of(state, "J-CA2", "condition") == "slowed"
    assert event_of(events, "collision critical").facts["ship"] == "Chokai"


@pytest.mark.rule("S-4.3-fouling-5")
def test_a_critical_is_always_a_waterline_hit() -> None:
    state = crowd({"J-CA2": "1619 N slowed"})
    play(state, "battle")
    play(state, "ahead", 6, 6, 6)
    assert of(state, CRUISER, "condition") == "slowed"
    assert of(state, "J-CA2", "condition") == "dead in the water"
    assert of(state, CRUISER, "fires") == of(state, "J-CA2", "fires") == 0


@pytest.mark.rule("S-4.3-fouling-5")
def test_fouling_critical_automatic_needs_no_die() -> None:
    state = crowd({"J-CA2": "1619 N"}, fouling_critical="automatic")
    play(state, "battle")
    play(state, "ahead", 5)
    assert of(state, CRUISER, "condition") == of(state, "J-CA2", "condition") == "slowed"
    assert of(state, CRUISER, "hits") == of(state, "J-CA2", "hits") == 1


@pytest.mark.rule("S-4.3-fouling-5")
def test_critical_markers_2_counts_in_a_collision_too() -> None:
    state = crowd({"J-CA2": "1619 N"}, critical_markers=2)
    play(state, "battle")
    play(state, "ahead", 5, 4, 5)
    assert of(state, CRUISER, "hits") == 1
    assert of(state, "J-CA2", "hits") == 2


@pytest.mark.rule("S-4.3-fouling-5")
def test_hulks_take_nothing() -> None:
    state = crowd({"J-CA2": "1619 N hulk"})
    play(state, "battle")
    play(state, "ahead", 5, 5)
    assert of(state, CRUISER, "hits") == 1
    assert of(state, CRUISER, "condition") == "slowed"
    assert of(state, "J-CA2", "hits") == 0
    assert of(state, "J-CA2", "condition") == "hulk"


@pytest.mark.rule("S-4.3-fouling-4", "S-4.3-fouling-5")
@pytest.mark.parametrize(
    ("other", "dice", "start", "end"),
    [
        ("", (5, NO_WORSE, NO_WORSE), "Chikuma fouls Chokai in 1619", "a hit on each"),
        ("hulk", (5, NO_WORSE), "Chikuma runs into the hulk of Chokai", "a hit on Chikuma alone"),
    ],
    ids=["ship", "hulk"],
)
def test_the_log_says_who_is_hit(other: str, dice: tuple[int, ...], start: str, end: str) -> None:
    state = crowd({"J-CA2": f"1619 N {other}"})
    play(state, "battle")
    told = describe(play(state, "ahead", *dice)[0])
    assert told.startswith(start)
    assert told.endswith(end)


@pytest.mark.rule("S-4.3-fouling-1", "S-4.3-fouling-3")
def test_what_counts_is_read_once_before_the_first_die() -> None:
    # The first collision slows the evading cruiser, which still counts as evading for the second.
    state = crowd({"J-CA2": "1619 N", "J-CA3": "1619 N"})
    play(state, "evasive")
    events = play(state, "ahead", 3, 6, NO_WORSE, 3, NO_WORSE, NO_WORSE)
    assert fouled(events) == ["Chokai", "Haguro"]
    assert of(state, CRUISER, "hits") == 2


@pytest.mark.rule("S-4.3-fouling-1", "S-4.3-fouling-4")
def test_no_more_dice_once_the_mover_has_sunk() -> None:
    state = table(
        {ESCORT: "1620 N damaged hits=1", "U-DE7": "1619 N", "U-DE8": "1619 N", "U-DE9": "1619 N"}
    )
    under_way(state, ESCORT)
    play(state, "battle")
    events = play(state, "ahead", 4, 5, NO_WORSE, NO_WORSE)  # clear of DE7, foul of DE8
    assert fouled(events) == ["Dennis"]
    assert of(state, ESCORT, "condition") == "hulk"
    assert of(state, ESCORT, "where") == "1619"
    assert of(state, "U-DE8", "hits") == 1
    assert state.decision is None  # its move is over
    assert of(state, ESCORT, "moved") == 1


@pytest.mark.rule("S-4.3-fouling-4")
def test_damage_counts_at_once_and_a_ship_may_sink_another() -> None:
    state = crowd({ESCORT: "1619 N damaged hits=1"})
    play(state, "battle")
    events = play(state, "ahead", 5, NO_WORSE, NO_WORSE)
    assert of(state, ESCORT, "condition") == "hulk"
    assert "reaction fire" not in kinds(events)  # a hulk does not fire


# --- damage during a move ---


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-slowed-1")
def test_a_ship_slowed_in_its_first_hex_moves_one_more_straight_on() -> None:
    state = crowd({"J-CA2": "1619 N"}, "flank")
    play(state, "flank")
    play(state, "ahead", 4, 5, NO_WORSE)
    assert of(state, CRUISER, "speed") == "battle"  # the marker is gone
    assert texts(state) == ["ahead", "ahead smoke"]
    play(state, "ahead")
    assert trail(state) == ["1620", "1619", "1618"]
    assert state.decision is None


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-slowed-1")
def test_a_ship_slowed_further_on_stops_where_it_is() -> None:
    state = table({CRUISER: "1620 N", "J-CA2": "1617 N"})
    under_way(state, CRUISER)
    steam(state, "battle", "ahead", "ahead")
    play(state, "ahead", 5, 5, NO_WORSE)
    assert state.decision is None
    assert of(state, CRUISER, "where") == "1617"


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-hulkdiw-1")
def test_a_ship_dead_in_the_water_stops() -> None:
    state = table({CRUISER: "1620 N slowed", "J-CA2": "1619 N"})
    under_way(state, CRUISER)
    play(state, "ahead", 5, 5, NO_WORSE)
    assert of(state, CRUISER, "condition") == "dead in the water"
    assert state.decision is None
    assert trail(state) == ["1620", "1619"]


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-base-1", "S-4.2-turn-2")
@pytest.mark.parametrize(
    ("before", "status", "hexes"),
    [("", "battle", 5), ("", "flank", 6), ("flank", "flank", 7), ("cruise", "battle", 4)],
)
def test_a_ship_that_is_turned_over_has_its_new_speed_at_the_same_status(
    before: str, status: str, hexes: int
) -> None:
    state = crowd({"J-CA2": "1619 N"}, f"{before} hits=4")
    play(state, status)
    play(state, "ahead", 5, NO_WORSE, NO_WORSE)
    assert of(state, CRUISER, "face") % 2 == 1
    assert texts(state)[:4] == ["ahead", "port 1", "starboard 1", "ahead smoke"]  # maneuver 1 now
    finish(state)
    assert hexes_moved(state) == hexes


@pytest.mark.rule("S-4.0-exact-1")
def test_a_ship_that_has_moved_as_far_as_its_new_speed_ends_its_move() -> None:
    state = table({CRUISER: "1620 N hits=4", "J-CA2": "1615 N"})
    under_way(state, CRUISER)
    steam(state, "battle", *["ahead"] * 4)
    play(state, "ahead", 5, NO_WORSE, NO_WORSE)  # the fifth hex of six; the reverse has speed 5
    assert state.decision is None
    assert of(state, CRUISER, "where") == "1615"


@pytest.mark.rule("S-4.1-base-1")
def test_a_ship_struck_before_its_own_move_uses_its_new_state() -> None:
    state = crowd({"J-CA2": "1619 N"})
    play(state, "battle")
    play(state, "ahead", 5, NO_WORSE, 5)
    finish(state)
    under_way(state, "J-CA2")
    assert texts(state) == ["ahead", "ahead smoke"]
    finish(state)
    assert hexes_moved(state, "J-CA2") == 2


# --- What the hex ahead brings ---


def test_warnings_of_the_hex_ahead() -> None:
    state = table({CRUISER: "0110 S flank", "J-CA2": "0111 N", "U-DD1": "0112 N"})
    assert warnings(state) == []
    under_way(state, CRUISER)
    assert warnings(state) == []  # no step yet
    play(state, "battle")
    assert warnings(state) == [
        "Chokai in 0111: fouling on 5 or more.",
        "Shallows in 0111: beached on 1 to 2.",
        "Within point blank of Franks: reaction fire.",
    ]
    state = alone("1601 N")
    play(state, "battle")
    assert warnings(state) == ["The ship leaves the map."]
    state = alone("1620 N")
    play(state, "battle")
    assert warnings(state) == []


DESTROYER = "U-DD1"
FIRE = "Within point blank of Yamato: reaction fire."


def off_her_beam(yamato: str = "1620 N", **more: Any) -> SamarState:
    """The destroyer is about to enter 1821, two hexes from Yamato."""
    state = table({DESTROYER: "1822 N", "J-Yamato": yamato}, **more)
    under_way(state, DESTROYER)
    play(state, "battle")
    return state


def told_and_done(state: SamarState, order: str, *dice: int) -> tuple[list[str], list[str]]:
    """What the lookout says, and then the ships that fire."""
    told = warnings(state)
    events = play(state, order, *dice)
    return told, [str(e.facts["firer"]) for e in events if e.kind == "reaction fire"]


@pytest.mark.rule("S-4.3-reaction-1")
def test_the_lookout_warns_of_fire_that_comes() -> None:
    assert told_and_done(off_her_beam(), "ahead", *(1,) * 6) == ([FIRE], ["Yamato"])


@pytest.mark.rule("S-4.3-reaction-1", "S-8.2-combined-1")
def test_the_lookout_does_not_warn_of_fire_barred_by_aircraft() -> None:
    state = off_her_beam()
    fly(state, "SA", DESTROYER)
    assert told_and_done(state, "ahead") == ([], [])


@pytest.mark.rule("S-4.3-reaction-1", "S-5.2-block-1")
def test_the_lookout_does_not_warn_of_an_enemy_that_cannot_see_her() -> None:
    state = off_her_beam()
    put(state, "U-DD2", "1721 N")
    assert told_and_done(state, "ahead") == ([], [])


@pytest.mark.rule("S-4.3-reaction-1", "S-5.5-zero-1")
def test_the_lookout_does_not_warn_of_an_enemy_without_a_die() -> None:
    state = off_her_beam("1620 N evasive fires=4")
    assert told_and_done(state, "ahead") == ([], [])


@pytest.mark.rule("S-4.3-reaction-2")
def test_the_lookout_does_not_warn_of_an_enemy_that_has_had_its_shot() -> None:
    state = off_her_beam(reaction_fire="once_per_enemy")
    play(state, "ahead", *(1,) * 6)
    assert told_and_done(state, "ahead") == ([], [])


@pytest.mark.rule("S-4.3-reaction-1", "S-4.2-gunnery-1")
def test_the_lookout_knows_fire_that_only_some_courses_bring() -> None:
    # 5 + 2 - 2 and 5 less: only her broadside gives Yamato a die.
    for order, dice, fired in (("ahead", 1, ["Yamato"]), ("port 1", 0, [])):
        state = off_her_beam("1620 N fires=5")
        told = ["Within point blank of Yamato: reaction fire on some courses."]
        assert told_and_done(state, order, *(1,) * dice) == (told, fired)


@pytest.mark.rule("S-4.3-reaction-1")
def test_the_lookout_says_that_the_enemy_may_hold_his_fire() -> None:
    state = off_her_beam(reaction_optional=True)
    assert warnings(state) == [f"{FIRE[:-1]}, unless they hold it."]
