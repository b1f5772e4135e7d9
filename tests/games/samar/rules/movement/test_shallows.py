"""4.4 Shallows."""

from __future__ import annotations

import pytest
from samar_moves import alone, finish, steam, trail
from samar_table import event_of, of, play

# Column 01: open ocean to 0110, shallows 0111 to 0113, then land.


@pytest.mark.rule("S-4.4-light-1", "S-2.3-shallows-1")
@pytest.mark.parametrize("ship", ["J-DD1", "U-CVE7", "U-DE6"])
def test_ships_with_armor_2_or_less_do_not_mind(ship: str) -> None:
    state = alone("0210 SW", ship)  # to 0111, where the bow would point off the map
    steam(state, "battle", "port 1")
    assert of(state, ship, "where") == "0111"
    assert of(state, ship, "condition") == "fit"


@pytest.mark.rule("S-4.4-heavy-1", "S-2.3-shallows-1")
@pytest.mark.parametrize("ship", ["J-CL1", "J-CA1", "J-Yamato", "U-Penn"])
@pytest.mark.parametrize("die", range(1, 7))
def test_heavy_ships_throw_in_the_column_for_all_other_fire(ship: str, die: int) -> None:
    state = alone("0110 S", ship)
    play(state, "battle")
    events = play(state, "port 1", die)
    if die <= 2:
        assert event_of(events, "beached").facts["hex"] == "0111"
        assert of(state, ship, "condition") == "hulk"
        assert state.decision is None
    else:
        assert event_of(events, "shallows passed").rule == "S-4.4-heavy-3"
        assert of(state, ship, "condition") == "fit"
        assert state.decision is not None
    assert of(state, ship, "hits") == of(state, ship, "fires") == 0


@pytest.mark.rule("S-4.4-heavy-2")
def test_a_beached_ship_is_a_hulk_where_it_struck_and_counts_as_sunk() -> None:
    state = alone("0110 S fires=1 hits=2")
    play(state, "flank")
    play(state, "port 2", 2)
    assert of(state, "J-CA1", "where") == "0111"
    assert of(state, "J-CA1", "moved") == 1
    assert state.lost(state.charts.number["J-CA1"])
    assert of(state, "J-CA1", "fires") == of(state, "J-CA1", "hits") == 0  # all markers come off
    assert of(state, "J-CA1", "speed") == "battle"


@pytest.mark.rule("S-4.4-heavy-1", "S-4.4-heavy-3")
def test_a_throw_for_each_hex_of_shallows_entered_and_none_for_leaving() -> None:
    state = alone("0110 S")
    play(state, "battle")
    play(state, "ahead", 3)
    play(state, "port 2", 4)  # 0112, course NE
    steam(state, "ahead")  # 0211 is open ocean
    assert trail(state) == ["0110", "0111", "0112", "0211"]
    finish(state)
    assert of(state, "J-CA1", "condition") == "fit"


@pytest.mark.rule("S-4.4-heavy-1")
def test_nothing_is_thrown_for_the_hex_a_ship_starts_from() -> None:
    state = alone("0111 NE")
    steam(state, "battle", "ahead")
    assert of(state, "J-CA1", "where") == "0210"


@pytest.mark.rule("S-4.4-light-1")
def test_shallows_armor_current_is_that_of_the_side_that_shows() -> None:
    state = alone("0110 S damaged")  # armor 2
    steam(state, "battle", "port 1")
    assert of(state, "J-CA1", "where") == "0111"


@pytest.mark.rule("S-4.4-heavy-1")
def test_shallows_armor_front_is_that_of_the_undamaged_ship() -> None:
    state = alone("0110 S damaged", shallows_armor="front")  # armor 4 at first
    play(state, "battle")
    play(state, "port 1", 1)
    assert of(state, "J-CA1", "condition") == "hulk"


@pytest.mark.rule("S-4.4-light-1")
def test_shallows_armor_front_lets_light_ships_pass() -> None:
    state = alone("0110 S", "J-DD1", shallows_armor="front")
    steam(state, "battle", "port 1")
    assert of(state, "J-DD1", "where") == "0111"
