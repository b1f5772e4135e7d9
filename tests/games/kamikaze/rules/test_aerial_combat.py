"""Kamikaze Attack!, phase 1: aerial combat (Figure 2)."""

from __future__ import annotations

import pytest
from kamikaze_dogfight import KAMIKAZE, act, at, board, dogfight, ends, offers, shots, table

from flankspeed.engine import Match, Scripted
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.board import SQUARES, STEPS, column_row, square_at

# T-F1: what an attacker heading north needs against a target with this facing.
NEEDS = {"N": 3, "NE": 4, "NW": 4, "E": 5, "W": 5, "SE": 6, "SW": 6, "S": 5}
NOT_HEAD_ON = [facing for facing in NEEDS if facing != "S"]


def attack(
    planes: dict[str, str] | None = None, attacker: str = "C1", roll: int = 1, **targets: str
) -> KamikazeState:
    """The attacker has flown from (10,10) to (10,9), heading north: 3 MP left of a roll of 1."""
    state = dogfight(
        {attacker: "10,10 N", **(planes or {}), **targets}, to_move=attacker, roll=roll
    )
    act(state, "move ahead")
    assert at(state, attacker) == "10,9 N"
    return state


@pytest.mark.rule("K-1-fire-1")
@pytest.mark.parametrize("target", ["E1", "C1"])
def test_a_kamikaze_never_fires(target: str) -> None:
    assert shots(attack({target: "10,8 N"}, "K1", roll=3)) == []


@pytest.mark.rule("K-1-fire-1", "K-1-fire-2")
@pytest.mark.parametrize(
    ("attacker", "target", "allowed"),
    [
        ("E1", "C2", True),
        ("E1", "E2", False),
        ("E1", "K2", False),
        ("C1", "E2", True),
        ("C1", "K2", True),
        ("C1", "C2", False),
    ],
)
def test_who_may_attack_whom(attacker: str, target: str, allowed: bool) -> None:
    state = attack({target: "10,8 N"}, attacker)
    assert offers(state)[:1] == ([f"fire {target}"] if allowed else ["move ahead"])


@pytest.mark.rule("K-1-fire-3")
@pytest.mark.parametrize(
    ("square", "faced"),
    [
        ("10,8", True),
        ("11,8", False),  # T-F4
        ("11,9", False),
        ("11,10", False),
        ("10,10", False),
        ("9,10", False),
        ("9,9", False),
        ("9,8", False),
        ("10,7", False),
    ],
)
def test_the_target_must_be_straight_ahead(square: str, faced: bool) -> None:
    assert shots(attack(K2=f"{square} N")) == (["K2"] if faced else [])


@pytest.mark.rule("K-1-fire-3")
@pytest.mark.parametrize(
    ("start", "target"),
    [("10,10 NE", "12,8"), ("10,10 E", "12,10"), ("10,10 SW", "8,12"), ("10,10 W", "8,10")],
)
def test_straight_ahead_is_meant_in_every_direction(start: str, target: str) -> None:
    state = dogfight(C1=start, K2=f"{target} N", to_move="C1", roll=1)
    act(state, "move ahead")
    assert shots(state) == ["K2"]


@pytest.mark.rule("K-1-fire-3")
@pytest.mark.parametrize(("arc", "turns"), [("ahead", [0]), ("front3", [-1, 0, 1])])
def test_everywhere_the_squares_ahead_are_those_of_the_board(arc: str, turns: list[int]) -> None:
    charts = KAMIKAZE.new("attack", KAMIKAZE.options({"p1.fireArc": arc})).charts
    for square in range(SQUARES):
        column, row = column_row(square)
        for facing in range(8):
            lines = {(facing + turn) % 8 for turn in turns}
            faced = {square_at(column + STEPS[f][0], row + STEPS[f][1]): f for f in lines}
            on_board = {target: line for target, line in faced.items() if target >= 0}
            assert charts.arcs[square * 8 + facing] == on_board


@pytest.mark.rule("K-1-fire-4")
def test_vector_f4_no_shot_before_the_first_square() -> None:
    state = dogfight(C1="10,9 N", K2="10,8 N", to_move="C1", roll=1)
    assert shots(state) == []
    assert board(state).mp == 4


@pytest.mark.rule("K-1-fire-4")
def test_the_entry_square_counts_as_moved() -> None:
    state = dogfight(E2="8,22 S", to_move="C1", roll=1)
    act(state, "enter 8")
    assert shots(state) == ["E2"]


@pytest.mark.rule("K-1-fire-5")
@pytest.mark.parametrize("third", ["E3", "K3", "C3"])
def test_vector_f4_no_shot_from_a_shared_square(third: str) -> None:
    assert shots(attack({third: "10,9 N"}, K2="10,8 N")) == []


@pytest.mark.rule("K-1-fire-6", "K-1-fire-14", "K-1-fire-15")
@pytest.mark.parametrize(("facing", "needs"), NEEDS.items())
def test_vector_f1_kill_numbers_against_kamikazes(facing: str, needs: int) -> None:
    for die in range(1, 7):
        state = attack(K2=f"10,8 {facing}")
        act(state, "fire K2", dice=[die])
        assert at(state, "K2") == ("shot down" if die >= needs else f"10,8 {facing}")
        assert at(state, "C1") == "10,9 N"


@pytest.mark.rule("K-1-fire-6")
@pytest.mark.parametrize(("facing", "needs"), NEEDS.items())
def test_the_odds_told_of_a_shot_count_the_faces_that_kill(facing: str, needs: int) -> None:
    state = attack(K2=f"10,8 {facing}")
    kills = 0
    for die in range(1, 7):
        after = state.copy()
        act(after, "fire K2", dice=[die])
        kills += at(after, "K2") == "shot down"
    odds = KAMIKAZE.option_odds(state)["fire K2"]
    assert odds.text.endswith(f", {needs}+: {kills / 6:.0%}")


@pytest.mark.rule("K-1-fire-3", "K-1-fire-5")
@pytest.mark.parametrize("planes", [{}, {"E2": "10,9 W", "K2": "10,8 N"}])
def test_no_odds_are_told_of_a_move_that_brings_no_shot(planes: dict[str, str]) -> None:
    state = dogfight(planes, C1="10,10 N", to_move="C1", roll=1)
    assert "move ahead" in offers(state)
    assert KAMIKAZE.option_odds(state) == {}


@pytest.mark.rule("K-1-fire-6", "K-1-fire-15")
@pytest.mark.parametrize(("attacker", "target"), [("C1", "E2"), ("E1", "C2")])
@pytest.mark.parametrize("facing", NOT_HEAD_ON)
def test_vector_f1_kill_numbers_between_fighters(attacker: str, target: str, facing: str) -> None:
    for die, outcome in ((NEEDS[facing] - 1, f"10,8 {facing}"), (NEEDS[facing], "shot down")):
        state = attack({target: f"10,8 {facing}"}, attacker)
        act(state, f"fire {target}", dice=[die])  # one die: nobody shoots back
        assert at(state, target) == outcome
        assert at(state, attacker) == "10,9 N"


@pytest.mark.rule("K-1-fire-6")
def test_the_angle_counts_from_the_line_of_fire() -> None:
    state = dogfight(C1="10,10 SE", K2="12,12 S", to_move="C1", roll=1)
    act(state, "move ahead")
    (shot,) = act(state, "fire K2", dice=[3])
    assert shot.modifiers[0].name == "rear quarter"
    assert at(state, "K2") == "12,12 S"  # 4 would have done


@pytest.mark.rule("K-1-fire-6", "K-1-fire-14")
@pytest.mark.parametrize(("die", "outcome"), [(5, "shot down"), (4, "10,8 S")])
def test_vector_f2_head_on_against_a_kamikaze(die: int, outcome: str) -> None:
    state = attack(K2="10,8 S")
    act(state, "fire K2", dice=[die])
    assert at(state, "K2") == outcome
    assert (board(state).active, board(state).mp) == ("C1", 3)


@pytest.mark.rule("K-1-fire-12", "K-1-fire-13")
@pytest.mark.parametrize(("attacker", "defender"), [("C1", "E2"), ("E1", "C2")])
@pytest.mark.parametrize(
    ("dice", "attacker_ends", "defender_ends"),
    [
        ([5, 6], "shot down", "shot down"),
        ([4, 5], "shot down", "10,8 S"),
        ([6, 1], "10,9 N", "shot down"),
        ([4, 4], "10,9 N", "10,8 S"),
    ],
)
def test_vector_f3_head_on_between_fighters(
    attacker: str, defender: str, dice: list[int], attacker_ends: str, defender_ends: str
) -> None:
    state = attack({defender: "10,8 S"}, attacker)
    events = act(state, f"fire {defender}", dice=dice)
    assert (at(state, attacker), at(state, defender)) == (attacker_ends, defender_ends)
    fired = [(event.facts["who"], event.throws[0].values) for event in events[:2]]
    assert fired == [(attacker, (dice[0],)), (defender, (dice[1],))]


@pytest.mark.rule("K-1-fire-16")
def test_an_attacker_shot_down_head_on_flies_no_further() -> None:
    state = attack(E2="10,8 S", roll=6)
    act(state, "fire E2", dice=[1, 5])
    assert at(state, "C1") == "shot down"
    assert (board(state).active, board(state).mp) == (None, 0)
    assert offers(state) == [f"pick C{number}" for number in range(2, 7)]


@pytest.mark.rule("K-1-fire-13")
def test_the_return_shot_leaves_the_defender_its_own_move_and_attack() -> None:
    state = dogfight(
        E1="10,10 N", C1="10,8 S", K1="1,1 E", rest="lost", turn=2, to_move="E1", roll=6
    )
    act(state, "move ahead")
    act(state, "fire C1", dice=[1, 1])
    act(state, "move left90", "move left90")
    act(state, "move ahead")
    act(state, "pick K1", "pick C1", dice=[1, 2])
    assert at(state, "E1") == "9,12 S"
    assert (board(state).active, board(state).mp) == ("C1", 5)
    act(state, "move right45", "move left45")
    assert at(state, "C1") == "9,11 S"
    assert shots(state) == ["E1"]


@pytest.mark.rule("K-1-fire-6")
def test_a_plane_shot_down_is_removed_at_once() -> None:
    state = attack(K2="10,8 N", K3="10,7 N", roll=2)
    act(state, "fire K2", dice=[3])
    assert at(state, "K2") == "shot down"
    act(state, "move ahead")
    assert at(state, "C1") == "10,8 N"
    assert shots(state) == ["K3"]  # C1 is alone in the square where K2 was


@pytest.mark.rule("K-1-fire-7")
@pytest.mark.parametrize("die", [1, 6])
def test_after_firing_the_rest_of_the_points_is_spent(die: int) -> None:
    held, fired = attack(K2="10,8 N"), attack(K2="10,8 N")
    act(held, "hold")
    act(fired, "fire K2", dice=[die])
    assert board(fired).mp == board(held).mp == 3
    assert offers(fired) == offers(held)
    assert all(text.startswith("move ") for text in offers(fired))


@pytest.mark.rule("K-1-fire-7", "K-0-comp-3")
def test_vector_f6_the_marker_shows_at_most_eight() -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=6)
    assert board(state).mp == 9
    act(state, "move ahead")
    assert shots(state) == ["K2"]
    assert board(state).mp == 8


@pytest.mark.rule("K-1-fire-8")
def test_a_fighter_may_fire_from_the_last_square_of_its_move() -> None:
    state = dogfight(C1="10,13 N", K2="10,8 N", to_move="C1", roll=1)
    act(state, "move ahead", "move ahead", "move ahead")  # and the last by itself
    assert at(state, "C1") == "10,9 N"
    assert board(state).mp == 0
    assert shots(state) == ["K2"]
    act(state, "fire K2", dice=[3])
    assert at(state, "K2") == "shot down"
    assert board(state).active is None


@pytest.mark.rule("K-1-fire-9")
def test_vector_f5_another_target_may_be_attacked() -> None:
    state = attack(K2="10,8 N", E1="12,7 NE", roll=2)
    act(state, "fire K2", dice=[2])
    act(state, "move right45")
    assert at(state, "C1") == "11,8 NE"
    assert board(state).mp == 2
    assert shots(state) == ["E1"]
    act(state, "fire E1", dice=[3])
    assert at(state, "E1") == "shot down"


@pytest.mark.rule("K-1-fire-10")
def test_vector_f5_the_same_target_may_not_be_attacked_again() -> None:
    # No roll is high enough to come round again: the marker is put at 12 MP by hand.
    round_again = ["move left90", "move ahead", "move right90", "move right90"]
    for first, second in (("fire K2", []), ("hold", ["K2"])):
        state = attack(K2="10,8 N")
        state.mp = 12
        act(state, first, dice=[2] if first == "fire K2" else [])
        act(state, *round_again)
        assert at(state, "C1") == "9,8 E"
        assert board(state).mp == 2
        assert shots(state) == second


@pytest.mark.rule("K-1-fire-9", "K-1-fire-10")
def test_no_attack_of_the_turn_is_forgotten() -> None:
    match = Match(KAMIKAZE, dice=Scripted([2, 2]))
    match.state = state = attack(K2="10,8 N", E1="7,9 W")
    state.mp = 12  # by hand, as above
    for choice in ("fire K2", "move left90", "move ahead", "fire E1"):
        match.play(choice)
    match.play("move right90")
    match.play("move right90")
    assert at(table(match), "C1") == "9,8 E"
    assert shots(table(match)) == []


@pytest.mark.rule("K-1-fire-10")
def test_a_target_that_was_missed_may_be_attacked_by_another_fighter() -> None:
    state = dogfight(C1="10,10 N", C2="8,8 E", K2="10,8 E", rest="lost", to_move="C1 C2", roll=1)
    act(state, "move ahead")
    act(state, "fire K2", dice=[1])
    act(state, "move right90")
    act(state, "pick C2", "move ahead", dice=[1])
    assert shots(state) == ["K2"]


@pytest.mark.rule("K-1-fire-10")
def test_a_target_that_was_missed_may_be_attacked_again_next_turn() -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", rest="lost", to_move="C1", roll=1)
    act(state, "move ahead")
    act(state, "fire K2", dice=[1])
    act(state, "move ahead", "move ahead")  # C1 ends on (10,6)
    act(state, "pick K2", *["move ahead"] * 5, dice=[6])  # K2 ends on (10,2)
    act(state, "pick C1", *["move ahead"] * 3, dice=[2])
    assert shots(state) == ["K2"]


@pytest.mark.rule("K-1-fire-11")
def test_firing_is_a_choice() -> None:
    state = attack(E2="10,8 S")
    assert offers(state) == ["fire E2", "hold"]
    act(state, "hold")
    assert (at(state, "C1"), at(state, "E2")) == ("10,9 N", "10,8 S")
    assert shots(state) == []  # the chance is gone until it has moved again


@pytest.mark.rule("K-1-fire-17")
@pytest.mark.parametrize("mover", ["K1", "E1"])
def test_nobody_fires_at_a_plane_that_flies_past(mover: str) -> None:
    state = dogfight({mover: "7,8 E"}, C1="8,9 N", C2="9,9 N", C3="10,9 N", to_move=mover, roll=3)
    while board(state).active:
        assert state.decision
        assert state.decision.seat == "ijn"
        assert shots(state) == []
        act(state, "move ahead")  # throws no dice
    assert at(state, mover) == ("10,8 E" if mover == "K1" else "13,8 E")


@pytest.mark.rule("K-1-fire-6", "K-1-move-9")
def test_a_plane_shot_down_in_the_first_square_leaves_it_free() -> None:
    state = dogfight(C1="1,3 N", C2="5,1 W", K2="1,1 N", to_move="C1 C2", roll=1)
    act(state, "move ahead")
    act(state, "fire K2", dice=[3])  # and by the only way to (2,2)
    act(state, "pick C2", dice=[1])
    assert "1,1 W" in ends(state)
