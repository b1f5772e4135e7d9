"""Kamikaze Attack!, phase 1: leaving the board."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import act, at, board, dogfight, ends, flights, offers, shots


@pytest.mark.rule("K-1-exit-1", "K-1-exit-2", "K-1-mp-3")
def test_vector_m5_ways_out() -> None:
    state = dogfight(K1="7,22 S", to_move="K1", roll=3)
    flown = {" ".join(choices): end for choices, end in flights(state)}
    assert flown == {
        "move ahead exit ahead": "through",
        "move ahead exit left45": "through",
        "move ahead exit right45": "through",
        "move left45": "through",  # straight on with the last point
        "move right45": "through",
        "move left90": "8,22 E",
        "move right90": "6,22 W",
    }


@pytest.mark.rule("K-1-exit-2", "K-1-mp-3")
def test_points_left_over_lapse_with_the_exit() -> None:
    state = dogfight(K1="7,23 S", to_move="K1", roll=6)
    act(state, "exit ahead")
    assert at(state, "K1") == "through"
    assert (board(state).active, board(state).mp) == (None, 0)


@pytest.mark.rule("K-1-exit-2")
@pytest.mark.parametrize(
    ("roll", "ways"),
    [
        (2, ["exit right45"]),
        (3, ["exit right45", "exit right90"]),
    ],
)
def test_vector_m6_the_step_off_is_paid_like_any_other(roll: int, ways: list[str]) -> None:
    state = dogfight(K1="7,23 E", to_move="K1", roll=roll)
    assert [text for text in offers(state) if text.startswith("exit")] == ways
    if roll == 2:
        assert ends(state) == {"9,23 E", "8,22 NE", "through"}


@pytest.mark.rule("K-1-exit-2")
def test_vector_m6_one_point_does_not_pay_for_a_turn() -> None:
    assert at(dogfight(K1="7,23 E", to_move="K1", roll=1), "K1") == "8,23 E"


@pytest.mark.rule("K-1-exit-1")
@pytest.mark.parametrize(("start", "way"), [("21,23 E", "right45"), ("1,23 W", "left45")])
def test_a_corner_exit_is_a_south_exit(start: str, way: str) -> None:
    state = dogfight(K1=start, to_move="K1", roll=2)
    assert at(state, "K1") == "through"  # the only way to go, so it is not even asked
    state = dogfight(K1=start, to_move="K1", roll=3)
    assert f"exit {way}" in offers(state)


@pytest.mark.rule("K-1-exit-1")
@pytest.mark.parametrize(("kamikaze", "targets"), [("7,23 E", ["K1"]), ("through", [])])
def test_a_kamikaze_that_came_through_is_safe(kamikaze: str, targets: list[str]) -> None:
    state = dogfight(K1=kamikaze, C1="7,18 S", to_move="C1", roll=1)
    act(state, "move ahead", "move ahead", "move ahead")
    assert at(state, "C1") == "7,22 S"
    assert shots(state) == targets
    assert at(state, "K1") == kamikaze


@pytest.mark.rule("K-1-exit-3")
@pytest.mark.parametrize("start", ["9,1 N", "9,2 NE", "1,12 W", "2,12 SW", "21,12 E", "20,12 NE"])
def test_a_kamikaze_may_not_leave_by_another_edge(start: str) -> None:
    state = dogfight(K1=start, to_move="K1", roll=6)
    flown = list(flights(state))
    assert flown
    assert all("," in end for _, end in flown)
    assert not [text for choices, _ in flown for text in choices if not text.startswith("move")]


@pytest.mark.rule("K-1-exit-4")
@pytest.mark.parametrize("plane", ["E1", "C1"])
@pytest.mark.parametrize("start", ["7,22 S", "7,23 E", "9,2 N", "1,12 NW", "21,12 NE"])
def test_fighters_may_not_leave_the_board(plane: str, start: str) -> None:
    state = dogfight({plane: start}, to_move=plane, roll=2)
    flown = list(flights(state))
    assert flown
    assert all("," in end for _, end in flown)


@pytest.mark.rule("K-1-exit-4", "K-1-move-11")
def test_a_fighter_that_must_fly_off_in_the_south_is_lost() -> None:
    assert at(dogfight(C1="1,23 SW", to_move="C1", roll=6), "C1") == "lost"
