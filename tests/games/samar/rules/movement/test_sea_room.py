"""2.3 Land (A-36): ships keep clear of it while they can, and run aground when they cannot."""

from __future__ import annotations

from functools import cache

import pytest
from samar_moves import alone, part, steam, trail, under_way
from samar_table import event_of, kinds, of, play, table, texts

from flankspeed.games.samar.data.hexes import hex_at
from flankspeed.games.samar.data.map import LAND, terrain_at
from flankspeed.games.samar.data.markers import LEFT
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS, sea_room

CARRIER = "U-CVE7"  # speed 4, maneuver 1, armor 2
ESCORT = "U-DE6"  # speed 4, maneuver 2, armor 1; damaged 3, 1

# 4.1 of the reference: column and row of the neighbour across each hexside, N first.
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


@cache
def way_on(column: int, row: int, facing: int, maneuver: int, steps: int, per_move: bool) -> bool:
    """Whether there is a way of so many steps: every single one is tried."""
    if not steps:
        return True
    across, along = (ODD if column % 2 else EVEN)[facing]
    column, row = column + across, row + along
    if not (1 <= column <= 32 and 1 <= row <= 43):
        return True
    if terrain_at(column, row) == LAND:
        return False
    return any(
        way_on(column, row, (facing + turn) % 6, left, steps - 1, per_move)
        for turn in range(-maneuver, maneuver + 1)
        for left in [maneuver - abs(turn) if per_move else maneuver]
    )


@pytest.mark.rule("S-2.3-terrain-1")
@pytest.mark.parametrize("pivot", ["per_hex", "per_move"])
@pytest.mark.parametrize("maneuver", range(4))
def test_sea_room_is_found_wherever_there_is_any(pivot: str, maneuver: int) -> None:
    room = sea_room(table({}, pivot=pivot).charts, closed=False)
    per_move = pivot == "per_move"
    water = [(c, r) for c in range(1, 17) for r in range(1, 44) if terrain_at(c, r) != LAND]
    tight = 0
    for column, row in water:
        hex_ = hex_at(column, row)
        for facing in range(6):
            for steps in (1, 2, 4, 7):
                expected = way_on(column, row, facing, maneuver, steps, per_move)
                assert room.free(hex_, facing, maneuver, steps) is expected
                ways = sum(
                    way_on(column, row, (facing + turn) % 6, left, steps, per_move) << bit
                    for bit, (turn, cost) in enumerate(zip(TURNS, COSTS, strict=True))
                    if cost <= maneuver
                    for left in [maneuver - cost if per_move else maneuver]
                )
                assert room.ways(hex_, facing, maneuver, steps) == ways
                tight += not expected
    assert tight > 100


@pytest.mark.rule("S-2.3-terrain-1")
def test_only_turns_that_keep_clear_of_land_are_offered() -> None:
    state = alone("0313 SW", CARRIER)
    play(state, "battle")
    # In 0213 the course SW ends on the beach of 0114.
    assert texts(state) == ["port 1", "starboard 1", "port 1 smoke", "starboard 1 smoke"]
    play(state, "port 1")
    assert of(state, CARRIER, "where") == "0213"
    state = alone("0313 SW damaged", ESCORT)
    play(state, "cruise")  # two hexes: the second would be the beach
    assert texts(state) == ["port 1", "starboard 1", "port 1 smoke", "starboard 1 smoke"]


@pytest.mark.rule("S-2.3-terrain-1")
def test_only_speeds_that_keep_clear_of_land_are_offered() -> None:
    # One turn in the whole move: six hexes to the south-west are one too many.
    state = alone("0415 SW", "J-Kongo", pivot="per_move")
    assert texts(state) == ["battle", "cruise", "evasive"]
    assert texts(alone("0414 SW", "J-Kongo", pivot="per_move")) == [
        "battle",
        "cruise",
        "flank",
        "evasive",
    ]


@pytest.mark.rule("S-2.3-terrain-1", "S-4.7-control-2")
def test_whoever_moves_a_panicked_ship_must_keep_it_clear_of_land() -> None:
    state = table({CARRIER: "0313 SW panic"})
    state.led = state.panic[:]
    part(state, "ijn")
    assert state.decision is not None
    assert state.decision.seat == "ijn"
    play(state, "battle")
    assert texts(state) == ["port 1", "starboard 1", "port 1 smoke", "starboard 1 smoke"]


@pytest.mark.rule("S-2.3-terrain-1")
def test_a_ship_with_no_way_on_runs_aground_in_its_last_hex_of_water() -> None:
    state = alone("0112 S slowed", ESCORT)
    events = steam(state, "ahead")
    aground = event_of(events, "runs aground")
    assert aground.facts["hex"] == "0113"
    assert aground.rule == "S-2.3-terrain-1"
    assert of(state, ESCORT, "where") == "0113"
    assert of(state, ESCORT, "condition") == "hulk"
    assert state.lost(state.charts.number[ESCORT])
    assert state.decision is None
    assert "moves" not in kinds(events)


@pytest.mark.rule("S-2.3-terrain-1")
def test_a_ship_in_front_of_the_beach_runs_aground_where_it_is() -> None:
    state = table({ESCORT: "0113 S slowed"})
    events = under_way(state, ESCORT)
    assert event_of(events, "runs aground").facts["hex"] == "0113"
    assert trail(state, ESCORT) == ["0113"]
    assert of(state, ESCORT, "condition") == "hulk"


@pytest.mark.rule("S-2.3-terrain-1")
def test_without_any_way_on_all_turns_are_offered() -> None:
    # Course SW from 0316: a ship of maneuver 1 cannot get round in 0216.
    state = table({ESCORT: "0316 SW damaged"})
    under_way(state, ESCORT)
    assert texts(state) == ["battle", "cruise", "flank", "evasive"]
    play(state, "battle")
    assert texts(state)[:3] == ["ahead", "port 1", "starboard 1"]
    steam(state, "port 1")
    assert of(state, ESCORT, "where") == "0216"
    assert of(state, ESCORT, "condition") == "hulk"


@pytest.mark.rule("S-2.3-terrain-1")
def test_the_ship_is_taken_as_it_is_now() -> None:
    # Maneuver 2 would get it round in 0216; the collision leaves it 1.
    state = table({ESCORT: "0415 SW hits=1", "U-DE7": "0316 N cruise"})
    under_way(state, ESCORT)
    play(state, "battle")
    assert "ahead" in texts(state)
    play(state, "ahead", 5, 1, 1)
    assert of(state, ESCORT, "face") == 2 * state.charts.number[ESCORT] + 1
    assert texts(state)[:3] == ["ahead", "port 1", "starboard 1"]
    play(state, "starboard 1")
    assert of(state, ESCORT, "where") == "0216"
    assert of(state, ESCORT, "condition") == "hulk"


@pytest.mark.rule("S-2.3-terrain-1", "S-4.6-exit-1")
def test_leaving_the_map_ends_a_way_well() -> None:
    state = table({ESCORT: "0113 SW slowed"})
    under_way(state, ESCORT)
    assert texts(state) == ["leave", "leave smoke"]
    play(state, "leave")
    assert of(state, ESCORT, "where") == LEFT
    assert of(state, ESCORT, "condition") == "slowed"
