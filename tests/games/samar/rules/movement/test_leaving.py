"""4.6 Leaving the map."""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import alone, part, steam, under_way
from samar_table import event_of, of, play, table, texts

from flankspeed.games.samar.data.markers import LEFT, SOUTH
from flankspeed.games.samar.state import SamarState


def gone(words: str, ship: str = "J-CA1", *, cleared: bool = True, **options: Any) -> SamarState:
    """A ship that leaves the map with the first step of its move."""
    state = table({ship: words}, **options)
    state.cleared = cleared
    under_way(state, ship)
    play(state, "battle")
    assert texts(state) == ["leave", "leave smoke"]
    play(state, "leave")
    return state


@pytest.mark.rule("S-4.6-exit-1")
@pytest.mark.parametrize("words", ["1601 N", "1701 NW", "0105 SW", "3220 NE", "3220 SE", "1843 SW"])
@pytest.mark.parametrize("ship", ["J-Yamato", "U-CVE7", "J-DD1"])
def test_from_an_edge_hex_a_ship_leaves_safe_and_not_sunk(words: str, ship: str) -> None:
    state = gone(words, ship, cleared=False)
    assert of(state, ship, "where") == LEFT
    assert not state.lost(state.charts.number[ship])
    assert state.decision is None  # out of the game: the rest of its move is void
    assert state.exited == 0


@pytest.mark.rule("S-4.6-exit-1")
def test_leaving_takes_one_hex_of_movement() -> None:
    state = alone("1602 N slowed")
    steam(state, "ahead")
    assert texts(state) == ["leave", "leave smoke"]  # the second of its two hexes
    state = alone("1603 N slowed")
    steam(state, "ahead", "ahead")
    assert of(state, "J-CA1", "where") == "1601"  # no hex left to leave with


@pytest.mark.rule("S-4.6-exit-1", "S-4.2-turn-1")
def test_a_ship_that_starts_facing_off_the_map_must_leave() -> None:
    state = alone("1601 N", "J-DD1")  # could put about, but not before a step
    play(state, "battle")
    assert texts(state) == ["leave", "leave smoke"]


@pytest.mark.rule("S-4.6-exit-1", "S-4.0-must-1")
def test_a_ship_dead_in_the_water_stays() -> None:
    state = table({"J-CA1": "1601 N diw"})
    part(state, "ijn")
    assert state.decision is None
    assert of(state, "J-CA1", "where") == "1601"


@pytest.mark.rule("S-4.6-exit-1")
def test_a_ship_that_has_left_is_not_moved_again() -> None:
    state = table({"J-CA1": "1601 N", "J-CA2": "1620 N", "J-CA3": "1520 N"})
    part(state, "ijn")
    events = steam(state, "move J-CA1", "battle", "leave")
    assert event_of(events, "leaves").facts == {
        "ship": "Chikuma",
        "hex": "1601",
        "armor": 0,
        "total": 0,
    }
    assert texts(state) == ["move J-CA2", "move J-CA3"]


@pytest.mark.rule("S-4.6-exit-1", "S-4.7-control-2")
def test_the_opponent_may_take_a_panicked_ship_off_the_map() -> None:
    state = table({"U-CVE7": "1602 N panic=1"})
    state.led = state.panic[:]
    part(state, "ijn")
    steam(state, "battle", "ahead", "leave")
    assert of(state, "U-CVE7", "where") == LEFT
    assert of(state, "U-CVE7", "panic") == 0


# --- 3.4: the south ---


@pytest.mark.rule("S-4.6-exit-2", "S-3.4-exit-1")
@pytest.mark.parametrize(("ship", "armor"), [("J-Yamato", 7), ("J-CA1", 4), ("J-CL1", 3)])
def test_ijn_heavy_ships_count_their_armor_once_the_map_was_cleared(ship: str, armor: int) -> None:
    state = gone("1543 S", ship)
    assert of(state, ship, "where") == SOUTH
    assert state.exited == armor


@pytest.mark.rule("S-4.6-exit-2", "S-3.4-exit-1")
def test_armor_adds_up_and_a_damaged_ship_counts_its_reduced_armor() -> None:
    state = gone("1543 S damaged", "J-Yamato")
    assert state.exited == 4
    state = table({"J-CA1": "1143 S hits=3"})
    state.cleared, state.exited = True, 10
    under_way(state, "J-CA1")
    play(state, "battle")
    event = event_of(play(state, "leave"), "leaves by the south")
    assert (event.facts["armor"], event.facts["total"]) == (4, 14)
    assert state.exited == 14


@pytest.mark.rule("S-4.6-exit-2", "S-3.4-exit-1")
@pytest.mark.parametrize(
    ("words", "ship", "cleared"),
    [
        ("1543 S", "J-CA1", False),  # before clearing
        ("1543 S", "J-DD1", True),  # a destroyer
        ("1543 S", "U-CL1", True),  # no IJN ship
        ("0943 S", "J-CA1", True),  # shallows
        ("1601 N", "J-CA1", True),  # the north edge
        ("3242 SE", "J-CA1", True),  # the east edge, one hex short of the corner
    ],
)
def test_no_other_exit_counts(words: str, ship: str, cleared: bool) -> None:
    state = gone(words, ship, cleared=cleared)
    assert of(state, ship, "where") == LEFT
    assert state.exited == 0


@pytest.mark.rule("S-4.6-exit-2", "S-3.4-exit-1")
@pytest.mark.parametrize("words", ["3243 NE", "3243 SE", "3243 S", "3243 SW", "1243 SW", "1143 S"])
def test_the_hex_decides_not_the_side_crossed(words: str) -> None:
    assert gone(words).exited == 4


@pytest.mark.rule("S-4.6-exit-2")
def test_a_panicked_ship_moved_off_the_south_counts_too() -> None:
    state = table({"J-CA1": "1543 S panic=1"})
    state.cleared = True
    state.led = state.panic[:]
    part(state, "usn")
    steam(state, "battle", "leave")
    assert state.exited == 4


# --- early_south_exit ---


@pytest.mark.rule("S-4.6-exit-1")
def test_early_south_exit_no_credit_lets_ships_leave_for_nothing() -> None:
    state = alone("1542 S")
    play(state, "battle")
    assert "ahead" in texts(state)
    steam(state, "ahead", "leave")
    assert of(state, "J-CA1", "where") == LEFT
    assert state.exited == 0


@pytest.mark.rule("S-4.6-exit-1")
@pytest.mark.parametrize("ship", ["J-CA1", "J-DD1"])
def test_early_south_exit_forbidden_keeps_ijn_ships_on_the_map(ship: str) -> None:
    state = alone("1542 S", ship, early_south_exit="forbidden")
    play(state, "battle")
    assert "ahead" not in texts(state)
    assert "port 1" in texts(state)
    state = alone("3242 S", ship, early_south_exit="forbidden")
    play(state, "battle")
    # In the corner only the courses NW and N stay on the map.
    offered = [text for text in texts(state) if "smoke" not in text]
    assert offered == (["starboard 2", "reverse"] if ship == "J-DD1" else ["starboard 2"])


@pytest.mark.rule("S-4.6-exit-1")
def test_early_south_exit_forbidden_is_over_once_the_map_was_cleared() -> None:
    state = table({"J-CA1": "1542 S"}, early_south_exit="forbidden")
    state.cleared = True
    under_way(state, "J-CA1")
    play(state, "battle")
    steam(state, "ahead", "leave")
    assert state.exited == 4


@pytest.mark.rule("S-4.6-exit-1")
def test_early_south_exit_forbidden_does_not_bind_the_usn_nor_other_edges() -> None:
    state = alone("1542 S", "U-CVE7", early_south_exit="forbidden")
    play(state, "battle")
    assert "ahead" in texts(state)
    state = alone("1602 N", early_south_exit="forbidden")
    play(state, "battle")
    assert "ahead" in texts(state)


@pytest.mark.rule("S-4.6-exit-1")
def test_early_south_exit_forbidden_speeds_too() -> None:
    # One turn in the whole move: of the speeds 5, 4, 6 and 5 only 4 does not take Kongo off.
    state = alone("1541 S", "J-Kongo", early_south_exit="forbidden", pivot="per_move")
    assert of(state, "J-Kongo", "speed") == "cruise"
    assert texts(alone("1541 S", "J-Kongo", pivot="per_move"))[0] == "battle"


@pytest.mark.rule("S-4.6-exit-1")
def test_early_south_exit_forbidden_a_ship_that_cannot_help_it_leaves() -> None:
    state = alone("1543 S", early_south_exit="forbidden")
    play(state, "battle")
    assert texts(state) == ["leave", "leave smoke"]
    play(state, "leave")
    assert of(state, "J-CA1", "where") == LEFT
    assert state.exited == 0


@pytest.mark.rule("S-4.6-exit-1", "S-2.3-terrain-1")
def test_early_south_exit_forbidden_is_still_better_than_land() -> None:
    rocks = {"map": {"16": {"land": "43"}, "18": {"land": "43"}}}
    state = alone("1742 S", "J-Kongo", data=rocks, early_south_exit="forbidden")
    play(state, "battle")
    assert texts(state) == ["ahead", "ahead smoke"]  # SE and SW of 1743 are rocks
    steam(state, "ahead", "leave")
    assert of(state, "J-Kongo", "where") == LEFT
