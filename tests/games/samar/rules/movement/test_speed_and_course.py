"""4.0 Movement, 4.1 Speed, 4.2 Course."""

from __future__ import annotations

import pytest
from samar_moves import alone, finish, hexes_moved, part, steam, trail, under_way
from samar_table import event_of, kinds, of, play, table, texts

from flankspeed.engine import IllegalChoice
from flankspeed.games.samar.data.hexes import FACINGS
from flankspeed.games.samar.rules.movement.speed import allowance, statuses
from flankspeed.games.samar.state import SamarState

BATTLE, CRUISE, FLANK, EVASIVE = range(4)
TURNS = ["ahead", "port 1", "starboard 1", "port 2", "starboard 2", "reverse"]

# Ships by speed and maneuver: (V, M) of the side that shows.
DESTROYER = "J-DD1"  # 6, 3
CRUISER = "J-CA1"  # 6, 2; damaged 5, 1
KONGO = "J-Kongo"  # 5, 1
CARRIER = "U-CVE7"  # 4H, 1; damaged 3H, 1
ESCORT = "U-DE6"  # 4, 2; damaged 3, 1


def smokeless(state: SamarState) -> list[str]:
    return [text for text in texts(state) if "smoke" not in text]


def length(words: str, status: str, ship: str = CRUISER, **options: bool) -> int:
    """How far a ship moves that begins its move with this status, in open sea."""
    state = alone(f"1620 N {words}", ship, **options)
    play(state, status)
    finish(state)
    assert state.decision is None
    assert of(state, ship, "speed") == status
    assert of(state, ship, "moved") == 1
    return hexes_moved(state, ship)


# --- 4.0 ---


@pytest.mark.rule("S-4.0-must-1", "S-2.7-diw-1", "S-2.7-hulk-1", "S-4.1-hulkdiw-1")
def test_every_ship_under_way_must_move_and_no_other() -> None:
    ships = {
        "J-CA1": "1620 N",
        "J-CA2": "1720 N slowed",
        "J-CA3": "1820 N diw",
        "J-CA4": "1920 N hulk",
    }
    state = table(ships)
    part(state, "ijn")
    assert texts(state) == ["move J-CA1", "move J-CA2"]
    steam(state, "move J-CA2", "ahead", "ahead")
    assert texts(state) == list(of_speeds())  # the other has to move: nothing else is left
    steam(state, "battle")
    finish(state)
    assert state.decision is None
    assert [of(state, ship, "where") for ship in ("J-CA3", "J-CA4")] == ["1820", "1920"]


def of_speeds() -> tuple[str, ...]:
    return "battle", "cruise", "flank", "evasive"


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-base-1")
@pytest.mark.parametrize(("ship", "hexes"), [(CRUISER, 6), (KONGO, 5), (CARRIER, 4)])
def test_a_ship_moves_exactly_its_speed(ship: str, hexes: int) -> None:
    state = alone("1620 N", ship)
    play(state, "battle")
    for left in range(hexes, 0, -1):
        assert state.decision is not None
        assert f"({left} hex" in state.decision.prompt
        assert smokeless(state)  # it cannot stop early
        play(state, "ahead")
    assert state.decision is None
    assert trail(state, ship) == [f"16{20 - step:02d}" for step in range(hexes + 1)]


@pytest.mark.rule("S-4.0-exact-1", "S-4.1-base-1")
def test_a_damaged_ship_has_the_speed_of_its_reverse() -> None:
    assert length("damaged", "battle") == 5


# --- 4.1 ---

OPEN_TO = {
    "battle": ["battle", "cruise", "flank", "evasive"],
    "cruise": ["battle", "cruise"],
    "flank": ["battle", "flank"],
    "evasive": ["battle", "evasive"],
}


@pytest.mark.rule(
    "S-4.1-voluntary-1", "S-4.1-cruise-3", "S-4.1-flank-2", "S-4.1-evasive-1", "S-4.1-evasive-3"
)
@pytest.mark.parametrize("status", OPEN_TO)
def test_one_change_of_speed_at_the_start_of_a_move(status: str) -> None:
    state = alone(f"1620 N {status}")
    assert texts(state) == OPEN_TO[status]
    play(state, "battle")
    assert all(text.startswith(tuple(TURNS)) for text in texts(state))  # never again in this move


@pytest.mark.rule("S-4.1-cruise-3", "S-4.1-flank-2", "S-4.1-evasive-1")
def test_one_speed_change_false_lets_battle_speed_be_passed_where_it_takes_no_time() -> None:
    expected = {
        "battle": ["battle", "cruise", "flank", "evasive"],
        "cruise": ["battle", "cruise"],  # S-4.1-cruise-3, and leaving cruise takes a turn
        "flank": ["battle", "flank", "evasive"],
        "evasive": ["battle", "cruise", "flank", "evasive"],
    }
    for status, offered in expected.items():
        assert texts(alone(f"1620 N {status}", one_speed_change=False)) == offered


@pytest.mark.parametrize(
    ("words", "status", "ship", "hexes"),
    [
        ("evasive", "cruise", CRUISER, 4),
        ("evasive", "flank", CRUISER, 8),
        ("evasive", "flank", KONGO, 6),
        ("flank", "evasive", CRUISER, 6),
    ],
)
def test_lengths_with_one_speed_change_false(
    words: str, status: str, ship: str, hexes: int
) -> None:
    assert length(words, status, ship, one_speed_change=False) == hexes


@pytest.mark.rule("S-4.1-voluntary-1")
def test_a_change_of_speed_is_told_and_staying_is_not() -> None:
    state = alone("1620 N")
    event = event_of(play(state, "flank"), "speed")
    assert event.facts["speed"] == "flank speed"
    assert event.facts["hexes"] == 8
    assert "speed" not in kinds(play(alone("1620 N"), "battle"))


@pytest.mark.rule("S-4.1-slowed-1", "S-2.7-slowed-1")
def test_a_slowed_ship_moves_two_hexes_straight_on() -> None:
    state = alone("1620 N slowed")
    assert texts(state) == ["ahead", "ahead smoke"]  # no status, no turn
    finish(state)
    assert trail(state) == ["1620", "1619", "1618"]
    assert of(state, "J-CA1", "condition") == "slowed"


@pytest.mark.rule("S-4.1-hulkdiw-1", "S-2.7-diw-1")
@pytest.mark.parametrize("condition", ["diw", "hulk"])
def test_dead_in_the_water_and_hulks_have_no_speed(condition: str) -> None:
    state = table({"J-CA1": f"1620 N {condition}"})
    assert allowance(state, state.charts.number["J-CA1"], BATTLE, BATTLE) == 0
    part(state, "ijn")
    assert state.decision is None


# DV-10: V, M, then the hexes in the turn of placing cruise, cruising, leaving it, at flank.
SPEEDS = [
    (DESTROYER, "", 3, 6, 8, 8),
    (CRUISER, "", 4, 5, 8, 8),
    (KONGO, "", 4, 4, 6, 7),
    (CARRIER, "", 3, 4, 0, 0),
    (ESCORT, "", 2, 4, 6, 6),
    (CARRIER, "damaged", 2, 3, 0, 0),
]


@pytest.mark.rule("S-4.1-cruise-1", "S-2.7-cruising-1")
@pytest.mark.parametrize(("ship", "side", "placing"), [row[:3] for row in SPEEDS])
def test_going_to_cruise_and_cruising(ship: str, side: str, placing: int) -> None:
    assert length(side, "cruise", ship) == placing
    assert length(f"{side} cruise", "cruise", ship) == 3


@pytest.mark.rule("S-4.1-cruise-1")
@pytest.mark.parametrize(("ship", "side", "placing"), [row[:3] for row in SPEEDS])
def test_cruise_floor_keeps_the_first_turn_at_three_hexes(
    ship: str, side: str, placing: int
) -> None:
    assert length(side, "cruise", ship, cruise_floor=True) == max(3, placing)


@pytest.mark.rule("S-4.1-cruise-2")
@pytest.mark.parametrize(("ship", "side", "leaving"), [(r[0], r[1], r[3]) for r in SPEEDS])
def test_leaving_cruise(ship: str, side: str, leaving: int) -> None:
    assert length(f"{side} cruise", "battle", ship) == leaving


@pytest.mark.rule("S-4.1-cruise-2")
def test_full_battle_speed_in_the_turn_after_leaving_cruise() -> None:
    state = alone("3040 N cruise")
    play(state, "battle")
    finish(state)
    assert hexes_moved(state) == 5
    under_way(state, "J-CA1")
    play(state, "battle")
    finish(state)
    assert hexes_moved(state) == 6


@pytest.mark.rule("S-4.1-flank-1", "S-2.7-flank-1")
@pytest.mark.parametrize(
    ("ship", "first", "next_"), [(r[0], r[4], r[5]) for r in SPEEDS if r[4] and not r[1]]
)
def test_flank_speed(ship: str, first: int, next_: int) -> None:
    assert length("", "flank", ship) == first
    assert length("flank", "flank", ship) == next_


@pytest.mark.rule("S-4.1-flank-1")
def test_ex_7_kongo_and_chokai_go_to_flank() -> None:
    state = table({"J-Kongo": "1230 N", "J-CA2": "1630 N"})
    for ship, first, second in (("J-Kongo", 6, 7), ("J-CA2", 8, 8)):
        for hexes in (first, second):
            under_way(state, ship)
            play(state, "flank")
            finish(state)
            assert hexes_moved(state, ship) == hexes


@pytest.mark.rule("S-4.1-flank-2")
def test_from_flank_to_battle_at_once() -> None:
    assert length("flank", "battle") == 6
    assert length("flank", "battle", KONGO) == 5


@pytest.mark.rule("S-4.1-flank-3", "S-2.5-speed-1")
def test_ships_with_h_never_go_to_flank() -> None:
    assert texts(alone("1620 N", CARRIER)) == ["battle", "cruise", "evasive"]
    assert texts(alone("1620 N", "U-Penn")) == ["battle", "cruise", "evasive"]
    evading = alone("1620 N evasive", CARRIER, one_speed_change=False)
    assert texts(evading) == ["battle", "cruise", "evasive"]


@pytest.mark.rule("S-4.1-evasive-1", "S-4.1-evasive-3", "S-2.7-evasive-1")
def test_evading_is_as_fast_as_battle_speed() -> None:
    assert length("", "evasive") == 6
    assert length("evasive", "evasive") == 6
    assert length("evasive", "battle") == 6


@pytest.mark.rule("S-2.7-slowed-1", "S-4.1-slowed-1")
def test_statuses_of_a_slowed_ship() -> None:
    state = table({"J-CA1": "1620 N slowed"})
    ship = state.charts.number["J-CA1"]
    assert statuses(state, ship) == (BATTLE,)
    assert allowance(state, ship, BATTLE, BATTLE) == 2


# --- 4.2 ---


@pytest.mark.rule("S-4.2-facing-1", "S-4.2-forward-1")
@pytest.mark.parametrize(
    ("facing", "ahead"),
    [("N", "1619"), ("NE", "1720"), ("SE", "1721"), ("S", "1621"), ("SW", "1521"), ("NW", "1520")],
)
def test_a_step_crosses_the_bow(facing: str, ahead: str) -> None:
    state = alone(f"1620 {facing}")
    steam(state, "battle", "ahead")
    assert of(state, "J-CA1", "where") == ahead
    assert of(state, "J-CA1", "facing") == facing


@pytest.mark.rule("S-4.2-turn-1")
def test_a_ship_turns_only_after_its_first_step() -> None:
    for turn in ("ahead", "port 2", "starboard 1"):
        state = alone("1620 N")
        steam(state, "battle", turn)
        assert of(state, "J-CA1", "where") == "1619"


@pytest.mark.rule("S-4.2-turn-2", "S-2.5-maneuver-1", "S-4.2-facing-1")
@pytest.mark.parametrize(("ship", "turns"), [(KONGO, 3), (CRUISER, 5), (DESTROYER, 6)])
def test_turns_up_to_the_maneuver_rating(ship: str, turns: int) -> None:
    state = alone("1620 N", ship)
    play(state, "battle")
    smoky = [f"{turn} smoke" for turn in TURNS[:turns]]
    assert texts(state) == [*TURNS[:turns], *smoky]
    for turn in texts(state):
        twin = state.copy()
        play(twin, turn)
        sides = {"ahead": 0, "port": -1, "starboard": 1, "reverse": 3}
        words = turn.removesuffix(" smoke").split()
        hexsides = sides[words[0]] * int(words[1] if len(words) > 1 else 1)
        assert of(twin, ship, "facing") == FACINGS[hexsides % 6]


@pytest.mark.rule("S-4.2-turn-2")
def test_a_turn_in_every_hex_the_last_one_too() -> None:
    state = alone("1620 N", KONGO)
    steam(state, "battle", *["starboard 1"] * 5)
    assert trail(state, KONGO) == ["1620", "1619", "1719", "1819", "1820", "1721"]
    assert of(state, KONGO, "facing") == "NW"


@pytest.mark.rule("S-4.2-turn-2")
def test_ex_8_chikuma_turns_tighter_than_haruna() -> None:
    state = table({"J-CA1": "1620 N", "J-Haruna": "2020 N"})
    under_way(state, "J-CA1")
    steam(state, "battle", "starboard 2")
    assert of(state, "J-CA1", "facing") == "SE"
    finish(state)
    under_way(state, "J-Haruna")
    play(state, "battle")
    with pytest.raises(IllegalChoice):
        play(state, "starboard 2")
    steam(state, "starboard 1", "starboard 1")
    assert of(state, "J-Haruna", "facing") == "SE"


@pytest.mark.rule("S-4.2-turn-2")
def test_pivot_per_move_is_one_budget_for_the_whole_move() -> None:
    state = alone("1620 N", pivot="per_move")
    play(state, "battle")
    assert smokeless(state) == TURNS[:5]
    play(state, "port 1")
    assert smokeless(state) == TURNS[:3]
    play(state, "ahead")
    assert smokeless(state) == TURNS[:3]
    play(state, "starboard 1")  # back on the old course, but the budget is spent
    assert smokeless(state) == ["ahead"]
    finish(state)
    under_way(state, "J-CA1")
    play(state, "battle")
    assert smokeless(state) == TURNS[:5]  # a new move


@pytest.mark.rule("S-4.2-facing-1")
def test_the_course_is_told_and_kept() -> None:
    state = alone("1620 N")
    play(state, "cruise")
    events = steam(state, "ahead", "port 1", "ahead", "starboard 1")
    moved = event_of(events, "moves")
    assert moved.facts["course"] == "1620 1619 1618 1518 1417"
    assert moved.facts["heading"] == "N"
    assert trail(state) == ["1620", "1619", "1618", "1518", "1417"]


def test_choices_point_at_the_side_of_the_new_heading() -> None:
    state = alone("1620 NE")
    play(state, "battle")
    assert state.decision is not None
    places = {option.text: option.place for option in state.decision.options}
    assert places["ahead"] == "side:NE"
    assert places["port 1"] == "side:N"
    assert places["starboard 2"] == "side:S"
    assert places["starboard 2 smoke"] == "smoke:S"
