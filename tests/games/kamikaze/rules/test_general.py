"""Kamikaze Attack!, the general rules: pieces, dice, who wins, who decides, taking back."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from kamikaze_dives import dive, where
from kamikaze_dogfight import (
    KAMIKAZE,
    act,
    at,
    board,
    dogfight,
    ends,
    flights,
    offers,
    random_game,
    shots,
    table,
)

from flankspeed.engine import IllegalChoice, Match, Result, Rolled, Scripted, UndoBarred
from flankspeed.games.kamikaze import KamikazeState

FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
GAMES = [("attack", 1), ("attack", 2), ("dives-6", 1), ("dives-6", 2)]


def dives(count: int, entry: int, options: dict[str, object] | None = None) -> KamikazeState:
    """Phase 2 with this many kamikazes, the first of them at its entry point."""
    state = KAMIKAZE.new(f"dives-{count}", KAMIKAZE.options(options))
    state.advance(Scripted([entry]))
    return state


@pytest.mark.rule("K-0-comp-1")
@pytest.mark.parametrize(
    ("start", "axis", "edge"),
    [("3,12 W", 0, 1), ("19,12 E", 0, 21), ("11,3 N", 1, 1), ("11,21 S", 1, 23)],
)
def test_the_board_of_phase_1_ends_at_its_edges(start: str, axis: int, edge: int) -> None:
    state = dogfight(E1=start, to_move="E1", roll=4)
    reached = {int(end.split()[0].split(",")[axis]) for end in ends(state)}
    assert (min(reached) if edge == 1 else max(reached)) == edge


@pytest.mark.rule("K-0-comp-1")
@pytest.mark.parametrize(("entry", "outward"), [(2, "NE"), (4, "SE"), (6, "SW"), (8, "NW")])
def test_the_board_of_phase_2_has_the_same_corners(entry: int, outward: str) -> None:
    corners = {2: (21, 1), 4: (21, 23), 6: (1, 23), 8: (1, 1)}
    state = dives(1, entry)
    dice = [1, 1] if entry in (2, 8) else [1, 1, 1]
    act(state, f"face {outward}", dice=dice)  # no way on: there is no square beyond
    assert board(state).entry_points[entry - 1] == corners[entry]
    assert at(state, "K1") == "splashed"


@pytest.mark.rule("K-0-comp-1")
def test_the_board_has_483_squares() -> None:
    rows = KAMIKAZE.board_text(dogfight(to_move="E1")).splitlines()
    squares = [row[3:].split() for row in rows if row[:3].strip().isdigit()]
    assert [len(row) for row in squares] == [21] * 23


@pytest.mark.rule("K-0-comp-2")
def test_six_planes_of_each_kind_and_a_ship_of_three_squares() -> None:
    table = board(dogfight(to_move="E1"))
    assert Counter(plane.group for plane in table.planes) == {
        "escorts": 6,
        "kamikazes": 6,
        "CAP fighters": 6,
    }
    names = [f"{letter}{number}" for letter in "EKC" for number in range(1, 7)]
    assert [plane.name for plane in table.planes] == names
    assert table.ship.squares == {"bow": (11, 11), "amidships": (11, 12), "stern": (11, 13)}


@pytest.mark.rule("K-0-comp-3")
def test_no_other_dice_are_thrown_than_those_of_the_list() -> None:
    throws = [
        throw for game in GAMES for line in random_game(*game).record.lines for throw in line.throws
    ]
    kinds = {(throw.sides, throw.why.split(", ")[0]) for throw in throws}
    assert kinds == {
        (6, "movement points"),
        (6, "Japanese fire"),
        (6, "US fire"),
        (8, "entry point"),
        (6, "black die"),
        (6, "yellow die"),
        (6, "damage to the ship"),
        (6, "damage to the guns"),
    }
    together = {throw.why for throw in throws if len(throw.values) > 1}
    assert together == {"US fire, volley"}


@pytest.mark.rule("K-0-comp-3")
def test_what_is_left_of_a_dive_can_be_shown_on_a_d20() -> None:
    state = dives(1, 1)
    assert board(state).mp == 20
    act(state, "face S", dice=[1, 1])
    assert board(state).mp == 19


@pytest.mark.rule("K-0-comp-4")
def test_the_largest_volley_takes_ten_dice() -> None:
    state = dives(1, 3)
    battery = state.charts.battery
    sizes = [battery.firing(square, state.guns).bit_count() for square in range(21 * 23)]
    assert max(sizes) == 10


@pytest.mark.rule("K-0-comp-4")
def test_no_game_needs_more_than_ten_dice_at_once() -> None:
    volleys = [
        len(throw.values)
        for seed in range(1, 9)
        for line in random_game("dives-6", seed).record.lines
        for throw in line.throws
    ]
    assert 3 < max(volleys) <= 10


@pytest.mark.rule("K-0-comp-5")
@pytest.mark.parametrize("number", range(8))
def test_eight_facings_45_degrees_apart(number: int) -> None:
    state = dogfight(K1=f"11,12 {FACINGS[number]}", to_move="K1", roll=2)
    facings = {choices[0]: end.split()[1] for choices, end in flights(state)}
    assert facings == {
        "move ahead": FACINGS[number],
        "move left45": FACINGS[number - 1],
        "move right45": FACINGS[(number + 1) % 8],
    }


@pytest.mark.rule("K-0-goal-1")
def test_the_us_wins_when_no_kamikaze_is_left_and_the_ship_is_afloat() -> None:
    state = dives(2, 2)
    act(state, "face NE", dice=[1, 1, 2])  # K1 splashes, K2 comes in at entry point 2
    assert state.result is None
    act(state, "face NE", dice=[1, 1])
    assert state.result == Result("usn", "the ship is afloat")


@pytest.mark.rule("K-0-goal-2")
def test_japan_wins_the_moment_the_ship_sinks() -> None:
    state = dives(2, 1)
    act(state, "face S", *["move ahead"] * 9, dice=[1] * 28)
    act(state, "crash ahead", dice=[6])
    assert state.result == Result("ijn", "the ship is sunk")
    assert state.decision is None
    assert at(state, "K2") == "through"  # it need not dive any more


@pytest.mark.rule("K-0-phase-1")
def test_phase_2_is_flown_by_the_kamikazes_that_came_through_alone() -> None:
    state = dogfight(
        K2="10,22 S", K1="through", E1="5,5 S", C1="15,5 N", rest="lost", to_move="K2", roll=2
    )
    assert board(state).phase == 1
    act(state, "move ahead")  # the last step is out
    assert board(state).phase == 2
    assert [plane.name for plane in board(state).planes if plane.square] == []
    act(state, "dive", "face N", dice=[1, 1, 1])
    assert [plane.name for plane in board(state).planes if plane.square] == ["K1"]
    dice, decisions = Rolled(1), set()
    while state.decision:
        decisions.add((board(state).active, state.decision.seat))
        state.play(state.decision.options[0], dice)
    assert decisions == {("K1", "ijn"), ("K2", "ijn")}


@pytest.mark.rule("K-0-seat-1")
@pytest.mark.parametrize(("plane", "seat"), [("E", "ijn"), ("K", "ijn"), ("C", "usn")])
def test_each_side_moves_its_own_planes(plane: str, seat: str) -> None:
    state = dogfight(to_move=f"{plane}1")
    assert state.decision
    assert state.decision.seat == seat
    act(state, f"pick {plane}1", dice=[4])
    assert state.decision.seat == seat
    act(state, "enter 11")
    assert state.decision.seat == seat


@pytest.mark.rule("K-0-seat-1")
@pytest.mark.parametrize(
    ("planes", "seat"),
    [
        ({"C1": "10,10 N", "E2": "10,8 S"}, "usn"),
        ({"E1": "10,10 N", "C2": "10,8 S"}, "ijn"),
    ],
)
def test_the_owner_of_the_fighter_decides_to_fire(planes: dict[str, str], seat: str) -> None:
    state = dogfight(planes, to_move=next(iter(planes)), roll=1)
    act(state, "move ahead")
    assert shots(state)
    assert state.decision
    assert state.decision.seat == seat


@pytest.mark.rule("K-0-seat-1")
def test_japan_flies_the_dives_and_the_us_has_the_guns() -> None:
    state = dives(1, 3, {"p2.usChoices": "ask"})
    assert state.decision
    assert state.decision.seat == "ijn"
    act(state, "face W")
    assert offers(state) == ["guns bow", "guns stern"]
    assert state.decision.seat == "usn"
    act(state, "guns bow", dice=[1, 1])
    assert state.decision.seat == "ijn"


@pytest.mark.rule("K-0-seat-1")
def test_a_seat_cannot_choose_for_the_other() -> None:
    match = Match(KAMIKAZE, dice=Scripted([3]))
    with pytest.raises(IllegalChoice, match="ijn's turn"):
        match.play("pick E1", "usn")
    match.play("pick E1", "ijn")
    assert match.view("usn").options == []
    assert len(match.view("ijn").options) == 21


@pytest.mark.rule("K-0-undo-1")
def test_a_path_may_be_taken_back_to_its_start() -> None:
    match = Match(KAMIKAZE, dice=Scripted([3, 2]))
    match.play("pick E1")
    start = match.state.copy()
    for choice in ("enter 11", "move ahead", "move left45"):
        match.play(choice)
    for _ in range(3):
        assert match.undo_barred() is None
        match.undo()
    assert match.state == start
    with pytest.raises(UndoBarred, match="movement points"):
        match.undo()
    match.play("enter 4")
    assert at(table(match), "E1") == "4,1 S"


@pytest.mark.rule("K-0-undo-1")
def test_a_shot_cannot_be_taken_back() -> None:
    match = Match(KAMIKAZE, dice=Scripted([2]))
    match.state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
    match.play("move ahead")
    assert match.undo_barred() is None
    match.play("fire K2")
    assert "US fire, C1 at K2" in str(match.undo_barred())
    with pytest.raises(UndoBarred):
        match.undo()
    match.play("move left45")
    match.undo()  # what was flown after the shot, but no further
    assert match.undo_barred() is not None


@pytest.mark.rule("K-0-undo-1")
def test_a_path_may_be_taken_back_before_the_last_plane_of_the_group_is_picked() -> None:
    match = Match(KAMIKAZE, dice=Scripted([4]))
    match.state = dogfight(
        C1="5,9 N", C2="15,9 N", K1="1,1 S", to_move="C1 C2", roll=1, rest="lost"
    )
    start = match.state.copy()
    match.play("move left90")  # and its last point by itself
    assert offers(table(match)) == ["pick C2"]
    match.undo("usn")
    assert match.state == start
    match.play("move left90")
    match.play("pick C2")
    assert "movement points" in str(match.undo_barred())


@pytest.mark.rule("K-0-undo-1")
def test_the_last_exit_may_be_taken_back_before_the_dives_begin() -> None:
    match = Match(KAMIKAZE, dice=Scripted([8]))
    match.state = dogfight(C1="5,9 N", K2="7,23 S", to_move="K2", roll=2, rest="lost")
    match.play("exit ahead")
    assert (table(match).phase, offers(table(match))) == (2, ["dive"])
    match.undo("ijn")
    assert (table(match).phase, at(table(match), "K2")) == (1, "7,23 S")
    match.play("exit ahead")
    match.play("dive")
    assert "entry point" in str(match.undo_barred())


@pytest.mark.rule("K-0-undo-1")
def test_a_forced_move_of_a_dive_is_asked_for_as_it_throws_dice() -> None:
    guns = ["51", "52", "53", "54", "55"]  # nothing else reaches so far
    match = Match(KAMIKAZE, "dives-1", dice=Scripted([1]))
    match.state = dive("17,9 W", mp=2, lost=guns)
    match.play("move ahead")
    assert offers(table(match)) == ["move ahead"]  # and now the 40mm bear
    match.undo()
    assert where(table(match)) == "17,9 W"


@pytest.mark.rule("K-0-undo-1")
@pytest.mark.parametrize("order", ["free", "numbered"])
@pytest.mark.parametrize("roll", ["perPlane", "perGroup"])
@pytest.mark.parametrize("must_fire", ["no", "yes"])
def test_in_the_dogfight_no_move_throws_dice(order: str, roll: str, must_fire: str) -> None:
    """Only what is picked, thrown for and fired does, so every path can be taken back."""
    options = {"p1.planeOrder": order, "p1.mpRoll": roll, "p1.mustFire": must_fire}
    for seed in range(3):
        match, chance = Match(KAMIKAZE, options=options, dice=Rolled(seed)), random.Random(seed)
        while match.decision and table(match).phase == 1:
            match.play(chance.choice(match.decision.options))
            word = match.record.lines[-1].choice.split()[0]
            assert not match.record.lines[-1].throws or word in ("pick", "throw", "fire")
