"""Tables that no play can bring about are found out; those at the limits of the rules are not."""

from __future__ import annotations

from typing import Any

import pytest
from samar_table import fly, number, table

from flankspeed.games.samar.data.hexes import hex_named
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_SPENT,
    BATTLE,
    DIW,
    EVASIVE,
    FIT,
    FLANK,
    HULK,
    LEFT,
    SLOWED,
    SUNK,
)
from flankspeed.games.samar.rules.faults import faults
from flankspeed.games.samar.state import SamarState

SHIP = "J-CA1"
ARMOR = 4
HEX = hex_named("1620")


def with_ship(markers: dict[str, Any], ship: str = SHIP) -> SamarState:
    """A cruiser on the open sea, with these markers."""
    state = table({ship: "1620 N"})
    assert faults(state) == []
    for name, value in markers.items():
        getattr(state, name)[number(state, ship)] = value
    return state


@pytest.mark.parametrize(
    ("markers", "found"),
    [
        ({"where": hex_named("0143")}, "is not on the sea"),
        ({"where": hex_named("1643") + 1}, "is not on the sea"),
        ({"where": 1}, "is not on the sea"),  # the map begins at 128
        ({"where": 1, "condition": HULK}, "is not on the sea"),
        ({"where": 0}, "is nowhere (0)"),
        ({"where": ABSENT - 1}, f"is nowhere ({ABSENT - 1})"),
        ({"hits": -1}, "floats with -1 hits"),
        ({"hits": ARMOR + 1}, f"floats with {ARMOR + 1} hits"),
        ({"facing": -1}, "has no such facing or speed"),
        ({"facing": 6}, "has no such facing or speed"),
        ({"speed": BATTLE - 1}, "has no such facing or speed"),
        ({"speed": EVASIVE + 1}, "has no such facing or speed"),
        ({"condition": HULK, "where": LEFT}, "is a hulk off the map"),
        ({"condition": HULK + 1}, "is a hulk off the map"),
        ({"condition": FIT - 1}, "is a hulk off the map"),
        ({"condition": SLOWED, "speed": FLANK}, "has a speed marker with damaged engines"),
        ({"condition": HULK, "hits": 1}, "is a hulk with markers"),
        ({"condition": HULK, "fires": 1}, "is a hulk with markers"),
        ({"condition": HULK, "panic": 1}, "is a hulk with markers"),
        ({"panic": 2}, "has an impossible count of markers"),
        ({"panic": -1}, "has an impossible count of markers"),
        ({"fires": -1}, "has an impossible count of markers"),
        ({"launched": -1}, "has an impossible count of markers"),
        ({"condition": DIW, "moved": 1}, "moved without engines"),
    ],
)
def test_a_ship_that_cannot_be_so_is_found_out(markers: dict[str, Any], found: str) -> None:
    assert faults(with_ship(markers)) == [f"{SHIP} {found}"]


@pytest.mark.parametrize(
    "markers",
    [
        {"where": hex_named("0111")},  # shallows
        {"where": ABSENT},
        {"hits": ARMOR},
        {"facing": 5, "speed": FLANK},
        {"speed": EVASIVE},
        {"condition": HULK},
        {"condition": HULK, "where": SUNK},
        {"condition": HULK, "launched": 1},
        {"condition": DIW, "hits": 1, "fires": 2, "panic": 1, "launched": 2},
        {"condition": DIW, "moved": 1, "trails": (HEX * 8,)},  # it has gone through its move
        {"condition": SLOWED, "moved": 1},
    ],
)
def test_a_ship_may_be_so(markers: dict[str, Any]) -> None:
    assert faults(with_ship(markers)) == []


def test_a_hulk_in_no_place_is_found_out_twice() -> None:
    assert faults(with_ship({"condition": HULK, "where": 0})) == [
        f"{SHIP} is nowhere (0)",
        f"{SHIP} is a hulk off the map",
    ]


@pytest.mark.parametrize("ship", ["J-Yamato", SHIP])
def test_a_counter_of_another_ship_is_found_out(ship: str) -> None:
    state = table({ship: "1620 N"})
    other = number(state, "J-Nagato")
    for side in (0, 1):
        state.face[number(state, ship)] = 2 * other + side
        assert faults(state) == [f"{ship} shows another ship's counter"]
        state.face[number(state, ship)] = 2 * number(state, ship) + side
        assert faults(state) == []


def test_flank_speed_of_a_ship_that_has_none_is_found_out() -> None:
    carrier = "U-CVE7"
    assert faults(with_ship({"speed": FLANK}, carrier)) == [f"{carrier} is at flank speed"]


def test_smoke_that_cannot_be_is_found_out() -> None:
    assert faults(table({}, smoke={"1620": 1, "1621": 0})) == ["0 smoke markers in one hex"]
    state = table({})
    state.smoke = {hex_named("1643") + 1: 1}
    assert faults(state) == ["smoke off the map"]


def test_armor_that_left_too_early_is_found_out() -> None:
    state = table({})
    state.exited = 1
    assert faults(state) == ["armor left by the south before the map was clear"]
    state.cleared = True
    assert faults(state) == []
    state.exited = 0
    assert faults(state) == []


def test_a_turn_that_is_not_on_the_track_is_found_out() -> None:
    found = [faults(table({}, turn=turn)) for turn in (0, 1, 16, 17)]
    assert found == [["there is no turn 0"], [], [], ["there is no turn 17"]]


def test_air_units_in_no_place_are_found_out() -> None:
    state = table({})
    ships = len(state.charts.ships)
    for nowhere in (AIR_SPENT - 1, ships):
        state.air[1] = nowhere
        assert faults(state) == [f"air unit 1 is nowhere ({nowhere})"]
    state.air[1] = AIR_SPENT
    assert faults(state) == []


@pytest.mark.parametrize(
    ("kind", "friend", "foe"), [("SA", "J-Yamato", "U-CVE7"), ("TB", "U-CVE7", "J-Yamato")]
)
def test_air_units_on_their_own_side_are_found_out(kind: str, friend: str, foe: str) -> None:
    state = table({friend: "1620 N", foe: "1630 N"})
    fly(state, kind, foe)
    assert faults(state) == []
    fly(state, kind, friend)
    name = next(s.name for s in state.charts.squadrons if s.kind == kind)
    assert faults(state) == [f"{name} strikes its own side"]
