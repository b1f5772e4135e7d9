"""3.3 phase 2, who moves when, and 3.5, the alternate sequence."""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import finish, hexes_moved, part, steam
from samar_table import begin, fly, kinds, number, of, play, table, texts

from flankspeed.games.samar.data.markers import AIR_SPENT, CUP, NOT_SAID, WAITING
from flankspeed.games.samar.rules.turn.movement_phase import MovementPhase
from flankspeed.games.samar.state import SamarState

SLOW, BATTLE, FLANK = 1, 2, 3


def prepared(ships: dict[str, str], **options: Any) -> SamarState:
    """Nobody arrives."""
    state = table(ships, **options)
    state.air = [AIR_SPENT] * len(state.air)
    return state


def by_speed(ships: dict[str, str], first: str = "ijn", **options: Any) -> SamarState:
    state = prepared(ships, movement_sequence="by_speed", **options)
    begin(state, MovementPhase())
    play(state, f"{first} first")
    return state


def seat(state: SamarState) -> str:
    assert state.decision is not None
    return state.decision.seat


def move(state: SamarState, ship: str, status: str = "") -> None:
    """Move a ship straight on; the status if there is a choice."""
    if texts(state, f"move {ship}"):
        play(state, f"move {ship}")
    if status:
        play(state, status)
    finish(state)


# --- 3.3 ---


@pytest.mark.rule("S-3.3-2")
@pytest.mark.parametrize(("first", "second"), [("ijn", "usn"), ("usn", "ijn")])
def test_the_ijn_says_who_moves_first_and_that_side_finishes(first: str, second: str) -> None:
    ships = {"J-CA1": "1620 N", "J-CA2": "2020 N", "U-DD1": "1635 N", "U-DD2": "2035 N"}
    state = prepared(ships)
    begin(state, MovementPhase())
    assert seat(state) == "ijn"
    assert texts(state) == ["ijn first", "usn first"]
    play(state, f"{first} first")
    assert state.first == ("ijn", "usn").index(first)
    seats = []
    while state.decision:
        seats.append(seat(state))
        play(state, texts(state)[0])
    assert seats == sorted(seats, key=[first, second].index)
    assert set(seats) == {"ijn", "usn"}


@pytest.mark.rule("S-3.3-2")
def test_each_side_throws_for_its_arrivals_as_its_own_move_begins() -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "1635 N", "U-DD2": "2035 N"})
    state.where[number(state, "J-CA2")] = CUP
    begin(state, MovementPhase())
    assert kinds(play(state, "usn first", 1, 1)) == ["moves first", "air units drawn"]
    for ship in ("U-DD1", "U-DD2"):
        assert of(state, "J-CA2", "where") == CUP
        play(state, f"move {ship}")
        play(state, "battle")
        finish(state)
    events = play(state, "done", 4, 1)
    assert kinds(events) == ["ships drawn"]
    assert texts(state) == ["move J-CA1", "enter J-CA2"]


@pytest.mark.rule("S-3.3-2", "S-6.3-fire-2")
def test_fires_are_thrown_for_before_anybody_moves() -> None:
    state = prepared({"J-CA1": "1620 N fires=2", "U-DD1": "1635 N"})
    assert kinds(begin(state, MovementPhase(), 3, 4)) == ["fires fought"]
    assert texts(state) == ["ijn first", "usn first"]


@pytest.mark.rule("S-3.3-2")
def test_nobody_is_asked_who_moves_first_if_the_ijn_has_nothing_left() -> None:
    state = prepared({"U-DD1": "1635 N", "J-CA1": "1620 N hulk"})
    begin(state, MovementPhase())
    assert seat(state) == "usn"
    for setting in ("special", "cup"):
        state = prepared({"U-DD1": "1635 N"})
        if setting == "special":
            state.special = 1
        else:
            state.where[number(state, "J-CA1")] = CUP
        begin(state, MovementPhase())
        assert texts(state) == ["ijn first", "usn first"]


@pytest.mark.rule("S-3.3-2", "S-4.0-must-1")
def test_a_phase_forgets_the_one_before() -> None:
    state = prepared({"J-CA1": "1620 N", "J-CA2": "2020 N"})
    begin(state, MovementPhase())
    play(state, "usn first")
    move(state, "J-CA1", "battle")
    move(state, "J-CA2", "battle")
    assert state.decision is None
    assert (state.first, set(state.moved)) == (NOT_SAID, {0})
    assert hexes_moved(state, "J-CA2") == 6  # her last move is remembered until the next phase
    begin(state, MovementPhase())
    assert set(state.trails) == {()}
    play(state, "ijn first")
    assert texts(state) == ["move J-CA1", "move J-CA2"]


# --- 3.5 ---


@pytest.mark.rule("S-3.5-1", "S-3.5-2")
def test_three_steps_and_in_each_the_first_side_and_then_the_other() -> None:
    ships = {
        "J-CA1": "1220 N",
        "J-CA2": "1620 N cruise",
        "J-CA3": "2020 N flank",
        "U-DD1": "1235 N",
        "U-DD2": "1635 N slowed",
        "U-DD3": "2035 N",
    }
    state = by_speed(ships, "usn")
    # Slow: the slowed ship must move; any at battle speed may go to cruise.
    assert seat(state) == "usn"
    assert texts(state) == ["move U-DD2", "move U-DD1", "move U-DD3"]
    move(state, "U-DD2")
    assert texts(state) == ["move U-DD1", "move U-DD3", "done"]
    play(state, "done")
    assert seat(state) == "ijn"
    assert texts(state) == ["move J-CA1", "move J-CA2", "done"]
    move(state, "J-CA2")
    assert of(state, "J-CA2", "speed") == "cruise"
    assert hexes_moved(state, "J-CA2") == 3
    play(state, "done")
    # Battle: all that may yet go to flank need not move now.
    assert seat(state) == "usn"
    assert texts(state) == ["move U-DD1", "move U-DD3", "done"]
    play(state, "move U-DD1")
    assert texts(state) == ["battle", "evasive"]
    move(state, "U-DD1", "evasive")
    play(state, "done")
    assert seat(state) == "ijn"
    assert texts(state) == ["move J-CA1", "move J-CA3", "done"]
    move(state, "J-CA3")  # from flank down to battle speed
    assert of(state, "J-CA3", "speed") == "battle"
    play(state, "done")
    # Flank: whoever is left.
    assert seat(state) == "usn"
    assert of(state, "U-DD3", "speed") == "flank"  # the only ship, the only speed
    finish(state)
    assert seat(state) == "ijn"
    assert of(state, "J-CA1", "speed") == "flank"
    finish(state)
    assert state.decision is None
    assert hexes_moved(state, "J-CA1") == 8


@pytest.mark.rule("S-3.5-1")
def test_slowed_ships_must_move_first() -> None:
    state = prepared({"J-CA1": "1620 N slowed", "J-CA2": "2020 N slowed"})
    part(state, "ijn", stage=SLOW)
    assert texts(state) == ["move J-CA1", "move J-CA2"]


@pytest.mark.rule("S-3.5-1")
def test_a_cruising_ship_may_wait_to_drop_cruise_and_must_then_move_at_battle_speed() -> None:
    ships = {"J-CA1": "1620 N cruise"}
    state = prepared(ships)
    part(state, "ijn", stage=SLOW)
    assert texts(state) == ["move J-CA1", "done"]
    state = prepared(ships)
    part(state, "ijn", stage=BATTLE)
    assert of(state, "J-CA1", "speed") == "battle"  # compulsory, and no other speed is left
    finish(state)
    assert hexes_moved(state) == 5


@pytest.mark.rule("S-3.5-1", "S-4.1-flank-3")
@pytest.mark.parametrize(
    ("ship", "words", "must"),
    [
        ("U-CVE7", "", True),
        ("J-CA1", "cruise", True),
        ("J-CA1", "evasive", True),
        ("J-CA1", "", False),
        ("J-CA1", "flank", False),
    ],
)
def test_in_the_second_step_all_must_move_that_cannot_go_to_flank(
    ship: str, words: str, must: bool
) -> None:
    state = prepared({ship: f"1620 N {words}", "J-DD1": "3020 N", "U-DD1": "3030 N"})
    part(state, "ijn" if ship.startswith("J-") else "usn", stage=BATTLE)
    assert ("done" not in texts(state)) is must
    assert f"move {ship}" in texts(state)


@pytest.mark.rule("S-3.5-1")
def test_a_battle_ship_going_to_cruise_moves_in_the_first_step_only() -> None:
    state = prepared({"J-CA1": "1620 N", "J-CA2": "2020 N evasive"})
    part(state, "ijn", stage=SLOW)
    assert texts(state) == ["move J-CA1", "done"]  # the other evades and cannot cruise
    play(state, "move J-CA1")
    assert of(state, "J-CA1", "speed") == "cruise"
    state = prepared({"J-CA1": "1620 N"})
    part(state, "ijn", stage=BATTLE)
    play(state, "move J-CA1")
    assert texts(state) == ["battle", "evasive"]


@pytest.mark.rule("S-3.5-1")
def test_only_ships_for_flank_are_left_in_the_third_step() -> None:
    state = prepared({"J-CA1": "1620 N", "J-CA2": "2020 N flank", "J-CA3": "2420 N"})
    state.moved[number(state, "J-CA3")] = 1
    part(state, "ijn", stage=FLANK)
    assert texts(state) == ["move J-CA1", "move J-CA2"]
    play(state, "move J-CA1")
    assert of(state, "J-CA1", "speed") == "flank"


@pytest.mark.rule("S-3.5-1", "S-4.1-slowed-1")
@pytest.mark.parametrize("stage", [BATTLE, FLANK])
def test_a_ship_slowed_meanwhile_must_move_in_whatever_step_is_left(stage: int) -> None:
    state = prepared({"J-CA1": "1620 N slowed", "J-CA2": "2020 N flank"})
    part(state, "ijn", stage=stage)
    assert "move J-CA1" in texts(state)
    assert "done" not in texts(state)
    play(state, "move J-CA1")
    assert texts(state) == ["ahead", "ahead smoke"]


@pytest.mark.rule("S-3.5-1")
def test_a_ship_that_cannot_go_to_flank_any_more_has_all_its_other_speeds() -> None:
    state = prepared({"U-CVE7": "1620 N"})
    part(state, "usn", stage=FLANK)
    assert texts(state) == ["battle", "cruise", "evasive"]


@pytest.mark.rule("S-3.5-1")
def test_a_ship_with_one_speed_that_keeps_clear_of_land_must_use_it() -> None:
    state = prepared({"U-CVE7": "0417 SW"}, pivot="per_move")
    part(state, "usn", stage=SLOW)
    assert of(state, "U-CVE7", "speed") == "cruise"  # at once: only this keeps her off the land
    state = prepared({"U-CVE7": "0417 SW"}, pivot="per_move")
    part(state, "usn", stage=BATTLE)
    assert of(state, "U-CVE7", "speed") == "cruise"
    assert state.decision is not None


@pytest.mark.rule("S-3.5-1", "S-3.3-2")
def test_arrivals_of_both_sides_are_thrown_for_as_the_phase_begins() -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "1635 N"}, movement_sequence="by_speed")
    state.where[number(state, "J-CA2")] = CUP
    begin(state, MovementPhase())
    events = play(state, "usn first", 1, 1, 4, 1)
    assert kinds(events) == ["moves first", "air units drawn", "ships drawn"]
    assert seat(state) == "usn"


@pytest.mark.rule("S-3.5-1", "S-3.2-center-1", "S-3.1-taffy2-2")
def test_ships_enter_in_the_second_step() -> None:
    ships = {"J-CA1": "1620 N", "U-DD1": "1635 N"}
    for side, ship, must in (("ijn", "J-CA2", True), ("usn", "U-CVE1", False)):
        offered = {}
        for stage in (SLOW, BATTLE, FLANK):
            state = prepared(ships)
            state.where[number(state, ship)] = WAITING
            part(state, side, stage=stage)
            offered[stage] = texts(state)
        assert f"enter {ship}" in offered[BATTLE]
        assert ("done" not in offered[BATTLE]) is must
        assert f"enter {ship}" not in offered[SLOW] + offered[FLANK]


@pytest.mark.rule("S-3.5-2", "S-8.2-place-1")
@pytest.mark.parametrize("stage", [SLOW, BATTLE, FLANK])
def test_air_units_may_be_placed_in_any_step_of_the_owner(stage: int) -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "1635 N"})
    fly(state, "TB")
    part(state, "usn", stage=stage)
    assert "air TB J-CA1" in texts(state)


@pytest.mark.rule("S-3.5-2", "S-3.2-special-1")
def test_a_special_attack_may_wait_until_the_last_step_of_the_ijn() -> None:
    ships = {"U-DD1": "1635 N", "U-DD2": "2035 N"}
    for stage in (SLOW, BATTLE, FLANK):
        state = table(ships)
        state.special = 1
        part(state, "ijn", stage=stage)
        last = stage == FLANK
        assert texts(state) == ["air SA U-DD1", "air SA U-DD2", *([] if last else ["done"])]
        play(state, texts(state)[-1])
        assert state.special == (0 if last else 1)


@pytest.mark.rule("S-3.5-2")
def test_a_side_with_nothing_to_do_in_a_step_is_passed_over() -> None:
    state = by_speed({"J-CA1": "1620 N flank", "U-CVE7": "1635 N evasive", "U-CVE8": "2035 N"})
    # The IJN has nothing slow; CVE7 evades, CVE8 may go to cruise.
    assert seat(state) == "usn"
    assert texts(state) == ["move U-CVE8", "done"]
    steam(state, "done")
    assert seat(state) == "ijn"
    assert texts(state) == ["move J-CA1", "done"]
