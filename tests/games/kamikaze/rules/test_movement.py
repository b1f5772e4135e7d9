"""Kamikaze Attack!, phase 1: movement points and movement (Figure 1)."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import act, at, board, dogfight, ends, flights, offers

MOVES = ["move ahead", "move left45", "move right45", "move left90", "move right90"]
# Points, and the paths and ends they allow; a single point is spent without asking (see below).
M1 = [
    (2, 3, 3),
    (3, 7, 7),
    (4, 15, 15),
    (5, 35, 33),
    (6, 79, 67),
    (7, 179, 128),
    (8, 407, 234),
    (9, 923, 406),
]


@pytest.mark.rule("K-1-mp-1")
@pytest.mark.parametrize("plane", ["E4", "C4"])
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_fighter_has_a_d6_plus_3(plane: str, roll: int) -> None:
    state = dogfight({plane: "11,12 S"}, to_move=plane, roll=roll)
    assert (board(state).active, board(state).mp) == (plane, roll + 3)


@pytest.mark.rule("K-1-mp-2")
@pytest.mark.parametrize("roll", range(2, 7))
def test_a_kamikaze_has_a_d6(roll: int) -> None:
    state = dogfight(K4="11,12 S", to_move="K4", roll=roll)
    assert (board(state).active, board(state).mp) == ("K4", roll)


@pytest.mark.rule("K-1-mp-2", "K-1-mp-3")
def test_vector_m1_one_point_leaves_one_way() -> None:
    state = dogfight(K4="11,12 S", to_move="K4", roll=1)
    assert at(state, "K4") == "11,13 S"  # there is one way to spend it: no question is asked
    assert board(state).active is None


@pytest.mark.rule("K-1-mp-3", "K-1-move-1", "K-1-move-2", "K-1-move-3", "K-1-move-7")
@pytest.mark.parametrize(("mp", "paths", "distinct"), M1)
def test_vector_m1_numbers_of_paths_and_ends(mp: int, paths: int, distinct: int) -> None:
    plane, roll = ("K1", mp) if mp <= 6 else ("E1", mp - 3)
    state = dogfight({plane: "11,12 S"}, to_move=plane, roll=roll)
    flown = [end for _, end in flights(state)]
    assert len(flown) == paths
    assert len(set(flown)) == distinct


@pytest.mark.rule("K-1-mp-3", "K-1-move-5")
def test_vector_m2_ends_of_three_points() -> None:
    state = dogfight(K1="11,5 S", to_move="K1", roll=3)
    assert ends(state) == {
        "11,8 S",
        "10,7 SW",
        "12,7 SE",
        "9,7 SW",
        "13,7 SE",
        "10,5 W",
        "12,5 E",
    }


@pytest.mark.rule("K-1-mp-3")
def test_points_must_be_spent_and_are_not_saved() -> None:
    state = dogfight(K1="5,5 S", K2="15,5 S", to_move="K1 K2", turn=2, rest="lost", roll=4)
    for left in (4, 3, 2):
        assert board(state).mp == left
        assert all(text.startswith("move ") for text in offers(state))  # nothing like a stop
        act(state, "move ahead")
    assert at(state, "K1") == "5,9 S"
    act(state, "pick K2", dice=[5])
    assert (board(state).active, board(state).mp) == ("K2", 5)


@pytest.mark.rule("K-1-move-1", "K-1-move-2", "K-1-move-3", "K-1-move-5")
@pytest.mark.parametrize(
    ("move", "cost", "straight", "diagonal"),
    [
        ("move ahead", 1, "11,11 N", "12,11 NE"),
        ("move left45", 2, "10,11 NW", "11,11 N"),
        ("move right45", 2, "12,11 NE", "12,12 E"),
        ("move left90", 3, "10,12 W", "10,11 NW"),
        ("move right90", 3, "12,12 E", "12,13 SE"),
    ],
)
def test_figure_1(move: str, cost: int, straight: str, diagonal: str) -> None:
    for start, end in (("11,12 N", straight), ("11,12 NE", diagonal)):
        state = dogfight(E1=start, to_move="E1", roll=6)
        act(state, move)
        assert at(state, "E1") == end
        assert board(state).mp == 9 - cost


@pytest.mark.rule("K-1-move-4", "K-1-move-6")
@pytest.mark.parametrize("facing", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
def test_no_sharper_turn_and_no_turn_on_the_spot(facing: str) -> None:
    state = dogfight(E1=f"11,12 {facing}", to_move="E1", roll=6)
    assert offers(state) == MOVES
    assert state.decision
    squares = {option.place for option in state.decision.options}
    assert len(squares) == 5
    assert "square:11,12" not in squares


@pytest.mark.rule("K-1-move-4")
@pytest.mark.parametrize(("roll", "number"), [(2, 3), (3, 5)])
def test_only_moves_that_can_be_paid_are_offered(roll: int, number: int) -> None:
    state = dogfight(K1="11,12 N", to_move="K1", roll=roll)
    assert offers(state) == MOVES[:number]


@pytest.mark.rule("K-1-move-7")
def test_every_square_is_paid_for_and_turns_may_follow_each_other() -> None:
    state = dogfight(E1="11,12 N", to_move="E1", roll=6)
    seen = []
    for move in ("move left45", "move right90", "move ahead", "move left45"):
        act(state, move)
        seen.append((at(state, "E1"), board(state).mp))
    # After the last turn to (12,8) there is one point left, which goes straight on by itself.
    assert seen == [("10,11 NW", 7), ("11,10 NE", 4), ("12,9 NE", 3), ("12,7 N", 0)]


@pytest.mark.rule("K-1-move-8", "K-1-move-9", "K-1-move-12")
@pytest.mark.parametrize("other", ["E1", "K2", "C1"])
def test_vector_m4_through_planes_but_not_onto_them(other: str) -> None:
    aside = {"4,6 SW", "6,6 SE"}
    state = dogfight({other: "5,7 N"}, K1="5,5 S", to_move="K1", roll=2)
    assert ends(state) == aside
    assert "move ahead" not in offers(state)
    state = dogfight({other: "5,6 N"}, K1="5,5 S", to_move="K1", roll=2)
    assert ends(state) == aside | {"5,7 S"}


@pytest.mark.rule("K-1-move-9")
def test_a_square_is_taken_until_its_plane_leaves_it() -> None:
    state = dogfight(C1="21,23 N", C3="21,19 S", to_move="C2 C3", roll=1)
    act(state, "enter 1", "move ahead", "move ahead")
    act(state, "pick C3", dice=[1])
    assert "21,23 S" not in ends(state)
    state = dogfight(E1="1,1 N", E2="1,5 N", to_move="E1 E2", roll=1)
    assert at(state, "E1") == "3,1 E"  # the only way
    act(state, "pick E2", dice=[1])
    assert "1,1 N" in ends(state)


@pytest.mark.rule("K-1-move-8", "K-1-move-9", "K-1-exit-1")
def test_a_square_stays_taken_when_another_plane_leaves_the_board_over_it() -> None:
    planes = {"K1": "7,22 S", "K2": "7,23 E", "K3": "8,23 W"}
    state = dogfight(planes, to_move="K1 K2 K3", roll=2)
    act(state, "move ahead")  # through K2, and with the last point off the board
    assert at(state, "K1") == "through"
    act(state, "pick K3", dice=[1])
    assert at(state, "K3") == "lost"  # there is but the square of K2 to end on


@pytest.mark.rule("K-1-move-7")
def test_a_flight_begins_where_the_plane_stood() -> None:
    state = dogfight(E1="1,1 N", to_move="E1", roll=1)  # the only way goes by itself
    assert board(state).path == ((1, 1), (2, 1), (3, 1))


@pytest.mark.rule("K-1-move-10")
@pytest.mark.parametrize("other", ["E1", "K2", "C1"])
def test_vector_m3_no_free_square_to_end_on(other: str) -> None:
    state = dogfight({other: "5,6 N"}, K1="5,5 S", to_move="K1", roll=1)
    assert at(state, "K1") == "lost"
    assert at(state, other) == "5,6 N"
    state = dogfight({other: "5,7 N"}, K1="5,5 S", to_move="K1", roll=1)
    assert at(state, "K1") == "5,6 S"


@pytest.mark.rule("K-1-move-10")
def test_a_fighter_hemmed_in_is_lost_without_firing() -> None:
    free = dogfight(C1="18,1 N", to_move="C1", roll=1)
    assert ends(free) == {"16,1 W", "20,1 E"}
    # On its way along the edge it would have the one or the other straight ahead.
    state = dogfight(C1="18,1 N", E2="16,1 S", E3="20,1 S", to_move="C1", roll=1)
    assert at(state, "C1") == "lost"


@pytest.mark.rule("K-1-move-11")
@pytest.mark.parametrize("roll", [1, 2])
def test_vector_m7_no_way_but_over_the_edge(roll: int) -> None:
    state = dogfight(K1="9,1 N", to_move="K1", roll=roll)
    assert at(state, "K1") == "lost"
    assert (board(state).active, board(state).mp) == (None, 0)  # the next one may be picked


@pytest.mark.rule("K-1-move-11", "K-1-exit-3")
def test_vector_m7_a_sharp_turn_saves_it() -> None:
    assert ends(dogfight(K1="9,1 N", to_move="K1", roll=3)) == {"10,1 E", "8,1 W"}


@pytest.mark.rule("K-1-move-11")
@pytest.mark.parametrize("roll", range(1, 7))
def test_vector_m8_nose_in_the_corner(roll: int) -> None:
    assert at(dogfight(C1="21,1 NE", to_move="C1", roll=roll), "C1") == "lost"


@pytest.mark.rule("K-1-move-12")
def test_vector_m8_along_the_edge() -> None:
    flown = [end for _, end in flights(dogfight(C1="21,4 N", to_move="C1", roll=1))]
    assert len(flown) == len(set(flown)) == 7
    assert {end.split(",")[0] for end in flown} == {"18", "19", "20"}


@pytest.mark.rule("K-1-move-12")
def test_no_step_counts_on_a_kill() -> None:
    state = dogfight(C1="10,12 N", E1="10,8 N", to_move="C1", roll=1)
    act(state, "move ahead", "move ahead")
    # Straight on it would meet E1 and could shoot it down, but else would have to end upon it.
    assert offers(state) == ["move left45", "move right45"]
