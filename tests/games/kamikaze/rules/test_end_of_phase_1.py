"""Kamikaze Attack!, phase 1: how it ends."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import act, at, board, dogfight, offers

from flankspeed.engine import Result
from flankspeed.games.kamikaze import KamikazeState

US_WIN = Result("usn", "no kamikaze came through")


def through(state: KamikazeState) -> list[str]:
    """The kamikazes of phase 2, which is about to begin."""
    assert (board(state).phase, offers(state)) == (2, ["dive"])
    assert (board(state).active, board(state).mp) == (None, 0)  # whoever flew, flies no more
    return [plane.name for plane in board(state).planes if plane.fate == "through"]


@pytest.mark.rule("K-1-end-1", "K-1-end-5")
def test_the_phase_ends_when_the_last_kamikaze_leaves() -> None:
    state = dogfight(
        K1="through", K2="5,23 S", K3="9,23 S", C1="5,5 N", rest="lost", to_move="K2 K3", roll=4
    )
    act(state, "exit ahead")
    assert board(state).phase == 1  # K3 is still there
    act(state, "pick K3", "exit ahead", dice=[4])  # C1 does not move any more
    assert through(state) == ["K1", "K2", "K3"]


@pytest.mark.rule("K-1-end-1", "K-1-end-5")
def test_the_phase_ends_when_the_last_kamikaze_on_the_board_is_shot_down() -> None:
    state = dogfight(
        K1="through", K2="10,8 N", C1="10,10 N", C2="3,3 N", rest="lost", to_move="C1 C2", roll=6
    )
    act(state, "move ahead")
    act(state, "fire K2", dice=[6])  # neither C1 nor C2 flies on
    assert through(state) == ["K1"]


@pytest.mark.rule("K-1-end-1", "K-1-end-5", "K-1-move-10")
def test_a_kamikaze_that_cannot_move_ends_the_phase_too() -> None:
    state = dogfight(K1="through", K2="9,1 N", C1="5,5 N", rest="lost", to_move="K2", roll=1)
    assert at(state, "K2") == "lost"
    assert through(state) == ["K1"]


@pytest.mark.rule("K-1-end-2", "K-1-end-5")
def test_vector_f7_the_last_cap_fighter_is_destroyed() -> None:
    planes = {"K1": "through", "K3": "3,9 S", "K5": "4,9 S", "E1": "10,10 N", "E2": "20,5 S"}
    state = dogfight(planes, C1="10,8 N", rest="lost", to_move="E1 E2", roll=1)
    act(state, "move ahead")
    act(state, "fire C1", dice=[3])  # E1 does not fly on, nor does E2 move
    assert through(state) == ["K1", "K3", "K5"]
    assert at(state, "E1") == "taken off"


@pytest.mark.rule("K-1-end-2")
def test_a_cap_fighter_shot_down_by_return_fire_may_be_the_last() -> None:
    state = dogfight(C1="10,10 N", E1="10,8 S", K2="3,9 S", rest="lost", to_move="C1", roll=1)
    act(state, "move ahead")
    act(state, "fire E1", dice=[6, 6])
    assert at(state, "E1") == "shot down"
    assert through(state) == ["K2"]


@pytest.mark.rule("K-1-end-2", "K-1-move-11")
def test_a_cap_fighter_that_cannot_move_counts_as_shot_down() -> None:
    state = dogfight(C1="21,1 NE", K2="3,9 S", rest="lost", to_move="C1", roll=3)
    assert at(state, "C1") == "lost"
    assert through(state) == ["K2"]


@pytest.mark.rule("K-1-end-2")
def test_one_cap_fighter_keeps_the_phase_going() -> None:
    state = dogfight(
        E1="10,10 N", C1="10,8 N", C2="20,20 N", K2="3,9 S", rest="lost", to_move="E1", roll=1
    )
    act(state, "move ahead")
    act(state, "fire C1", dice=[3])
    assert board(state).phase == 1
    assert (board(state).active, at(state, "K2")) == ("E1", "3,9 S")


@pytest.mark.rule("K-1-end-3", "K-1-end-5")
def test_vector_f7_the_last_kamikaze_is_destroyed() -> None:
    state = dogfight(C1="10,10 N", C2="3,3 N", K2="10,8 N", rest="lost", to_move="C1 C2", roll=6)
    act(state, "move ahead")
    act(state, "fire K2", dice=[3])
    assert state.result == US_WIN
    assert offers(state) == []
    assert (board(state).active, board(state).mp) == (None, 0)  # C1 does not fly on


@pytest.mark.rule("K-1-end-4")
def test_the_loss_of_all_escorts_ends_nothing() -> None:
    state = dogfight(C1="10,10 N", E2="10,8 N", K1="3,9 S", rest="lost", to_move="C1", roll=1)
    act(state, "move ahead")
    act(state, "fire E2", dice=[3])
    assert {at(state, f"E{number}") for number in range(1, 7)} == {"lost", "shot down"}
    act(state, "move left90")  # C1's move is over; on the next turn K1 moves first
    assert (board(state).phase, board(state).turn, offers(state)) == (1, 2, ["pick K1"])


@pytest.mark.rule("K-1-end-6")
@pytest.mark.parametrize("turn", [19, 20])
def test_kamikazes_on_the_board_after_turn_20_are_lost(turn: int) -> None:
    state = dogfight(
        K1="through", K2="3,9 S", C1="10,10 N", rest="lost", turn=turn, to_move="C1", roll=1
    )
    act(state, "move ahead", "move left90")
    if turn == 19:
        assert (board(state).turn, offers(state)) == (20, ["pick K2"])
    else:
        assert at(state, "K2") == "lost"
        assert through(state) == ["K1"]


@pytest.mark.rule("K-1-end-3", "K-1-end-6")
def test_the_us_wins_if_the_stop_leaves_no_kamikaze() -> None:
    state = dogfight(K2="3,9 S", C1="10,10 N", rest="lost", turn=20, to_move="C1", roll=1)
    act(state, "move ahead", "move left90")
    assert at(state, "K2") == "lost"
    assert state.result == US_WIN


@pytest.mark.rule("K-1-end-2", "K-1-end-6")
@pytest.mark.parametrize("end_check", ["immediate", "endOfTurn"])
def test_all_cap_down_in_the_last_turn_comes_before_the_fuel(end_check: str) -> None:
    state = dogfight(
        E1="10,10 N",
        C1="10,8 N",
        K2="3,9 S",
        rest="lost",
        turn=20,
        to_move="E1",
        roll=1,
        options={"p1.endCheck": end_check},
    )
    act(state, "move ahead")
    act(state, "fire C1", dice=[3])
    if end_check == "endOfTurn":
        act(state, "move left90", "pick K2", dice=[1])
    assert through(state) == ["K2"]


@pytest.mark.rule("K-1-end-2", "K-1-end-5", "K-1-fire-16")
def test_an_escort_that_dies_with_the_last_cap_fighter_ends_the_phase_at_once() -> None:
    planes = {"E1": "10,10 N", "E2": "1,3 S", "K2": "3,9 S", "C1": "10,8 S"}
    state = dogfight(planes, rest="lost", to_move="E1 E2", roll=6)
    act(state, "move ahead")
    act(state, "fire C1", dice=[5, 5])
    assert {at(state, "E1"), at(state, "C1")} == {"shot down"}
    assert through(state) == ["K2"]  # neither E2 nor K2 moves any more


@pytest.mark.rule("K-1-end-2", "K-1-end-5")
@pytest.mark.parametrize("turn", [1, 20])
def test_the_last_cap_fighter_dies_attacking(turn: int) -> None:
    planes = {"E1": "10,8 S", "K2": "3,9 S", "C1": "10,10 N"}
    state = dogfight(planes, rest="lost", turn=turn, to_move="C1", roll=6)
    act(state, "move ahead")
    events = act(state, "fire E1", dice=[4, 5])
    assert [(event.kind, event.rule) for event in events][2:] == [("phase over", "K-1-end-2")]
    assert (at(state, "E1"), at(state, "C1"), through(state)) == ("taken off", "shot down", ["K2"])
