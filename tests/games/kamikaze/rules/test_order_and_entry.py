"""Kamikaze Attack!, phase 1: the order of movement, and the entry of the planes."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import KAMIKAZE, act, at, board, dogfight, offers, table

from flankspeed.engine import Log, Match, Scripted
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.planes import NAMES


def fly_straight(turns: int) -> tuple[KamikazeState, list[str]]:
    """Play whole turns, all planes straight ahead, each in its own column, every die a 1.

    Returns the state, and the planes in the order in which they moved.
    """
    state, dice, log = KAMIKAZE.new("attack", KAMIKAZE.options()), Scripted([1] * 18 * turns), Log()
    state.advance(dice, log)
    while dice.left or board(state).active:
        active = board(state).active
        column = NAMES.index(active) + 1 if active else 0
        assert state.decision
        entering = f"enter {column}" in offers(state)
        state.play(
            state.decision.find(f"enter {column}" if entering else offers(state)[0]), dice, log
        )
    moved = [str(event.facts["who"]) for event in log.events if event.kind == "movement points"]
    return state, moved


@pytest.mark.rule("K-1-setup-1")
def test_the_board_starts_empty() -> None:
    start = board(table(Match(KAMIKAZE, dice=Scripted([]))))
    assert {(plane.square, plane.fate) for plane in start.planes} == {(None, "waiting")}


@pytest.mark.rule("K-1-setup-1")
def test_the_ship_is_not_on_the_board_in_phase_1() -> None:
    state = dogfight(E1="11,9 S", to_move="E1", roll=1)
    assert "#" not in KAMIKAZE.board_text(state)
    act(state, "move ahead", "move ahead", "move ahead")
    assert at(state, "E1") == "11,13 S"  # over and onto the squares of the ship


@pytest.mark.rule("K-1-order-1", "K-1-enter-2", "K-1-mp-1", "K-1-mp-2")
def test_escorts_enter_first_then_kamikazes_then_cap() -> None:
    state, order = fly_straight(1)
    assert order == [f"{letter}{number}" for letter in "EKC" for number in range(1, 7)]
    assert {plane.fate for plane in board(state).planes} == {"flying"}


@pytest.mark.rule("K-1-order-2", "K-1-mp-1", "K-1-mp-2")
def test_the_groups_keep_their_order_on_later_turns() -> None:
    _, order = fly_straight(3)
    assert order == [f"{letter}{number}" for letter in "EKC" for number in range(1, 7)] * 3


@pytest.mark.rule("K-1-order-3")
@pytest.mark.parametrize(("group", "steps"), [("E", 2), ("K", 0), ("C", 2)])
def test_the_owner_picks_the_order_inside_a_group(group: str, steps: int) -> None:
    state = dogfight(to_move=f"{group}1")
    left = [f"pick {group}{number}" for number in range(1, 7)]
    for number in (4, 2, 6):
        assert offers(state) == left
        act(state, f"pick {group}{number}", dice=[1])
        act(state, f"enter {number}", *["move ahead"] * steps)  # the last step goes by itself
        left.remove(f"pick {group}{number}")


@pytest.mark.rule("K-1-enter-1", "K-1-enter-4")
@pytest.mark.parametrize(
    ("plane", "row", "facing"), [("E1", 1, "S"), ("K1", 1, "S"), ("C1", 23, "N")]
)
@pytest.mark.parametrize("column", [1, 8, 21])
def test_planes_enter_anywhere_on_their_own_end(
    plane: str, row: int, facing: str, column: int
) -> None:
    state = dogfight(to_move=plane, roll=5)
    assert state.decision
    places = {option.text: option.place for option in state.decision.options}
    assert places == {f"enter {number}": f"square:{number},{row}" for number in range(1, 22)}
    act(state, f"enter {column}")
    assert at(state, plane) == f"{column},{row} {facing}"


@pytest.mark.rule("K-1-enter-2")
def test_no_plane_may_be_held_back() -> None:
    state = dogfight(to_move="E1")
    assert offers(state) == [f"pick E{number}" for number in range(1, 7)]  # no pass
    act(state, "pick E3", dice=[6])
    assert offers(state) == [f"enter {column}" for column in range(1, 22)]  # no way to stay out


@pytest.mark.rule("K-1-enter-3")
@pytest.mark.parametrize(("plane", "roll", "left"), [("E1", 4, 6), ("K1", 4, 3), ("C1", 6, 8)])
def test_the_entry_square_costs_one_point(plane: str, roll: int, left: int) -> None:
    state = dogfight(to_move=plane, roll=roll)
    act(state, "enter 11")
    assert board(state).active == plane
    assert board(state).mp == left


@pytest.mark.rule("K-1-enter-3", "K-1-enter-4")
def test_vector_m9_entering() -> None:
    state = dogfight(to_move="K1", roll=1)
    act(state, "enter 5")
    assert at(state, "K1") == "5,1 S"
    assert board(state).active is None
    state = dogfight(to_move="C1", roll=2)
    act(state, "enter 8", "move ahead", "move ahead", "move ahead")
    assert at(state, "C1") == "8,19 N"


@pytest.mark.rule("K-1-enter-1")
def test_the_flight_of_a_plane_that_comes_in_begins_on_its_entry_square() -> None:
    state = dogfight(to_move="K1", roll=3)
    assert board(state).path == ()
    act(state, "enter 5", "move ahead")  # the last point goes by itself
    assert board(state).path == ((5, 1), (5, 2), (5, 3))
    act(state, "pick K2", dice=[2])
    assert board(state).path == ()


@pytest.mark.rule("K-1-enter-1", "K-1-move-9")
def test_only_squares_from_which_the_points_can_be_spent_are_open_for_entry() -> None:
    taken = {"K2": "4,1 S", "K3": "5,1 S", "K4": "5,2 S"}
    assert "enter 4" not in offers(dogfight(taken, to_move="K1", roll=1))
    two = offers(dogfight(taken, to_move="K1", roll=2))
    assert "enter 4" in two  # through K2
    assert "enter 5" not in two  # through K3, but onto K4


@pytest.mark.rule("K-1-mp-4")
def test_points_are_rolled_when_the_plane_is_picked() -> None:
    state = dogfight(to_move="K1")
    (first, *_) = act(state, "pick K3", dice=[4])
    assert (first.kind, first.facts) == ("movement points", {"who": "K3", "mp": 4})
    act(state, "enter 9", "move ahead", "move ahead")  # the last point goes by itself
    assert at(state, "K3") == "9,4 S"
    assert "pick K1" in offers(state)  # and no die has been thrown for the next one yet
