"""Phase 2: set-up, the dive, splash and end (rulebook "The Second Phase of the Attack")."""

from __future__ import annotations

import pytest
from kamikaze_dives import (
    BOW_GUNS,
    GAME,
    K1,
    STERN_5_INCH,
    STERN_GUNS,
    dive,
    entering,
    fate,
    guns_on,
    kinds,
    lost,
    moves,
    play,
    seat,
    texts,
    where,
)

from flankspeed.engine import IllegalChoice, Scripted
from flankspeed.games.kamikaze.data.board import FACINGS, column_row, position_at
from flankspeed.games.kamikaze.data.planes import FLYING, LOST, NAMES
from flankspeed.games.kamikaze.rules.dogfight import Dogfight

ENTRY_POINTS = ["11,1", "21,1", "21,12", "21,23", "11,23", "1,23", "1,12", "1,1"]
STRAIGHT = ["S", "SW", "W", "NW", "N", "NE", "E", "SE"]  # the run to the ship from each of them


@pytest.mark.rule("K-2-setup-1", "K-0-phase-1")
def test_board_is_cleared_and_the_ship_placed() -> None:
    state = GAME.new("attack", GAME.options())
    state.fates = [FLYING if name in ("E1", "K1", "C1") else LOST for name in NAMES]
    for name, position in (("E1", (5, 5, "S")), ("K1", (7, 23, "S")), ("C1", (11, 11, "N"))):
        state.positions[NAMES.index(name)] = position_at(*position)
    state.turn, state.group, state.to_move = 3, 1, 1 << K1
    state.agenda.append(Dogfight())
    state.advance(Scripted([]))
    play(state, "pick K1", 1)  # it has 1 MP and must leave
    board = GAME.board_view(state, None)
    assert board.phase == 2
    assert [plane.name for plane in board.planes if plane.square] == []
    assert board.ship.squares == {"bow": (11, 11), "amidships": (11, 12), "stern": (11, 13)}
    assert (seat(state), texts(state)) == ("ijn", ["dive"])
    play(state, "dive", 4)  # the D8
    assert (state.active, texts(state)[0]) == (K1, "face N")


@pytest.mark.rule("K-2-setup-2")
def test_ship_never_moves() -> None:
    state = dive("11,10 S", waiting=1)
    before = GAME.board_view(state, None).ship.squares
    play(state, "crash ahead", 1, 1, 5)
    assert GAME.board_view(state, None).ship.squares == before
    play(state, "face N", 1, 1, 1)
    for row in range(22, 13, -1):
        play(state, "move ahead", *[1] * (3 if row > 17 else 4 if row > 15 else 7))
        assert where(state) == f"11,{row} N"
    assert moves(state)["crash ahead"] == ("stern", 1)


@pytest.mark.rule("K-2-setup-3")
def test_a_line_splits_the_amidships_guns() -> None:
    bow_and_stern = [*BOW_GUNS, *STERN_GUNS]
    assert guns_on("12,12", lost=bow_and_stern) == ["43", "21", "23"]
    assert guns_on("10,12", lost=bow_and_stern) == ["44", "22", "24"]


@pytest.mark.rule("K-2-dive-1")
@pytest.mark.parametrize(
    ("at", "hits", "choice", "dice", "end"),
    [
        ("11,10 S", 0, "crash ahead", [1, 1], "crashed"),
        ("11,2 S", 5, "move ahead", [6, 1], "shot down"),
        ("1,3 S", 0, "move ahead", [6, 1, 5, 2], "splashed"),
    ],
)
def test_next_enters_only_when_the_previous_is_gone(
    at: str, hits: int, choice: str, dice: list[int], end: str
) -> None:
    state = dive(at, hits=hits, waiting=1)
    assert fate(state, 2) == "through"
    assert state.positions[K1 + 1] < 0
    play(state, choice, *dice, 3)
    assert fate(state) == end
    assert state.positions[K1] < 0
    assert (NAMES[state.active], fate(state, 2)) == ("K2", "flying")


@pytest.mark.rule("K-2-dive-1")
def test_they_dive_by_number() -> None:
    state = entering(2, count=3)
    flown = [NAMES[state.active]]
    for _ in range(2):
        play(state, "face NE", 1, 1, 2)  # no way on from the corner: the next one's D8
        flown.append(NAMES[state.active])
    assert flown == ["K1", "K2", "K3"]


@pytest.mark.rule("K-2-dive-2")
@pytest.mark.parametrize(("point", "square"), list(enumerate(ENTRY_POINTS, 1)))
def test_d8_gives_the_entry_point(point: int, square: str) -> None:
    state = entering(point)
    assert (state.entry, state.positions[K1]) == (point, -1)
    facing = STRAIGHT[point - 1]
    play(state, f"face {facing}", *[1] * (2 if point in (1, 2, 8) else 3))
    assert where(state) == f"{square} {facing}"


@pytest.mark.rule("K-2-dive-2")
def test_an_entry_point_may_come_up_again() -> None:
    state = entering(2, count=2)
    play(state, "face NE", 1, 1, 2)
    play(state, "face SW", 1, 1)
    assert (NAMES[state.active], where(state)) == ("K2", "21,1 SW")


@pytest.mark.rule("K-2-dive-3", "K-2-dive-4")
@pytest.mark.parametrize("facing", FACINGS)
def test_owner_chooses_any_facing_and_19_mp_remain(facing: str) -> None:
    state = entering(3)
    assert seat(state) == "ijn"
    assert texts(state) == [f"face {name}" for name in FACINGS]
    play(state, f"face {facing}", 1, 1, 1)
    assert where(state) == f"21,12 {facing}"
    assert state.mp == 19


@pytest.mark.rule("K-2-dive-5")
def test_moves_cost_1_2_or_3_and_turn_90_degrees_at_most() -> None:
    assert moves(dive("5,5 S")) == {
        "move ahead": ("5,6 S", 1),
        "move left45": ("6,6 SE", 2),
        "move right45": ("4,6 SW", 2),
        "move left90": ("6,5 E", 3),
        "move right90": ("4,5 W", 3),
    }


@pytest.mark.rule("K-2-dive-5")
@pytest.mark.parametrize("mp", [2, 3])
def test_only_moves_that_can_be_paid_are_offered(mp: int) -> None:
    assert (
        sorted(cost for _, cost in moves(dive("5,5 S", mp=mp)).values())
        == [1, 2, 2, 3, 3][: 2 * mp - 1]
    )


@pytest.mark.rule("K-2-dive-6")
def test_it_may_turn_every_time_it_can_pay() -> None:
    state = dive("5,3 S", mp=11)
    for choice, at, mp in (
        ("move left45", "6,4 SE", 9),
        ("move right90", "5,5 SW", 6),
        ("move left90", "6,6 SE", 3),
    ):
        play(state, choice, 1, 1)
        assert (where(state), state.mp) == (at, mp)


@pytest.mark.rule("K-2-dive-7")
def test_a_turn_is_move_mp_volley_hits_jinks() -> None:
    state = dive("11,4 S", mp=10)
    events = play(state, "move ahead", 6, 6, 1, 1, 5, 2)
    assert kinds(events) == ["move", "volley", "jink", "jink", "move"]
    assert [event.facts["mp"] for event in events if event.kind == "move"] == [9, 9]
    assert (where(state), state.mp, state.hits) == ("10,5 SW", 9, 2)
    assert "move ahead" in texts(state)


@pytest.mark.rule("K-2-dive-8")
def test_it_must_move_and_cannot_leave_the_board() -> None:
    assert list(moves(dive("1,5 W")).values()) == [("1,6 S", 3), ("1,4 N", 3)]
    state = dive("1,5 S")
    assert set(texts(state)) == {"move ahead", "move left45", "move left90"}
    with pytest.raises(IllegalChoice):
        play(state, "move right45")


@pytest.mark.rule("K-2-dive-9", "K-2-end-1", "K-0-goal-1")
def test_us_wins_when_no_kamikaze_is_left() -> None:
    state = dive("11,10 S", damage=4, waiting=1)
    play(state, "crash ahead", 1, 1, 2)
    assert state.result is None
    play(state, "face NE", 1, 1)
    assert (fate(state, 1), fate(state, 2), state.damage) == ("crashed", "splashed", 5)
    assert state.result == ("usn", "the ship is afloat")
    assert state.decision is None


@pytest.mark.rule("K-2-dive-9", "K-2-end-1", "K-0-goal-2")
def test_japan_wins_when_the_ship_is_sunk_whoever_still_waits() -> None:
    state = dive("11,10 S", damage=5, waiting=2)
    play(state, "crash ahead", 1)  # no gun die, no D8
    assert state.result == ("ijn", "the ship is sunk")
    assert state.decision is None
    assert fate(state, 2) == "through"


@pytest.mark.rule("K-2-splash-1")
def test_20_mp_that_do_not_reach_the_ship() -> None:
    state = entering(1)
    play(state, "face E", 1, 1)
    for _ in range(9):
        play(state, "move ahead", 1, 1)
    play(state, "move right90", 1, 1)  # (20,2) S, 7 MP
    for row in range(3, 8):
        play(state, "move ahead", 1, 1)
        assert (where(state), state.mp) == (f"20,{row} S", 9 - row)
    assert texts(state)[0] == "move ahead"
    play(state, "move ahead", 1, 1)
    assert texts(state) == ["move ahead"]  # asked all the same, for it throws dice
    play(state, "move ahead", 1, 1)
    assert (fate(state), state.mp, state.result) == ("splashed", 0, ("usn", "the ship is afloat"))


@pytest.mark.rule("K-2-splash-2")
def test_splash_at_0_mp() -> None:
    assert fate(dive("11,10 S", mp=0)) == "splashed"


@pytest.mark.rule("K-2-splash-2", "K-2-dive-8")
@pytest.mark.parametrize(("mp", "end"), [(1, "splashed"), (2, "splashed"), (3, "flying")])
def test_splash_when_no_legal_move_can_be_paid(mp: int, end: str) -> None:
    assert fate(dive("1,5 W", mp=mp)) == end


@pytest.mark.rule("K-2-splash-2")
def test_no_splash_while_a_move_is_left_even_if_the_ship_is_out_of_reach() -> None:
    assert fate(dive("1,5 N", mp=2)) == "flying"


@pytest.mark.rule("K-2-splash-2", "K-2-fire-1")
@pytest.mark.parametrize(
    ("point", "facing", "dice"), [(2, "NE", 2), (4, "SE", 3), (6, "SW", 3), (8, "NW", 2)]
)
def test_outward_facing_in_a_corner_splashes_after_the_volley(
    point: int, facing: str, dice: int
) -> None:
    state = entering(point)
    play(state, f"face {facing}", *[1] * dice)
    assert (fate(state), state.result) == ("splashed", ("usn", "the ship is afloat"))


# The cheapest total MP from entry square to crash by facing, "Checked" in section 3.1, turned so
# that each row begins with the straight run and goes on clockwise.
ENDS = [11, 12, 13, 15, 17, 15, 13, 12]
SIDES = [11, 12, 13, 14, 16, 14, 13, 12]


@pytest.mark.rule("K-2-dive-4", "K-2-dive-5")
@pytest.mark.parametrize(("point", "costs"), [(1, ENDS), (3, SIDES), (5, ENDS), (7, SIDES)])
def test_cheapest_dive_from_an_edge_centre(point: int, costs: list[int]) -> None:
    assert [_cheapest(point, turn) for turn in range(8)] == costs


@pytest.mark.rule("K-2-dive-4", "K-2-dive-5", "K-2-splash-2")
@pytest.mark.parametrize("point", [2, 4, 6, 8])
def test_cheapest_dive_from_a_corner(point: int) -> None:
    costs = [_cheapest(point, turn) for turn in range(8)]
    assert costs[:3] + costs[-2:] == [11, 12, 13, 13, 12]
    assert {costs[3], costs[5]} <= {15, 16}
    assert costs[4] > 20


def _cheapest(point: int, turn: int) -> int:
    charts = entering(point).charts
    facing = FACINGS.index(STRAIGHT[point - 1]) + turn
    return 1 + charts.reach[charts.entry_points[point - 1] * 8 + facing % 8]


@pytest.mark.rule("K-2-dive-5", "K-2-jink-4")
@pytest.mark.parametrize(
    ("before", "needs", "after", "then"),
    [
        ("11,5 S", 6, "10,5 SW", 8),
        ("16,12 W", 5, "16,11 NW", 6),
        ("16,6 SW", 5, "15,5 W", 8),
    ],
)
def test_what_a_right_jink_costs_to_mend(before: str, needs: int, after: str, then: int) -> None:
    """With one MP less than the cheapest route the dive is doomed, with just so many it is not."""
    doomed = {"p2.splash": "doomed"}
    for at, mp in ((before, needs), (after, then)):
        assert fate(dive(at, mp=mp - 1, options=doomed)) == "splashed"
        assert fate(dive(at, mp=mp, options=doomed)) == "flying"


@pytest.mark.rule("K-2-dive-2")
def test_entry_points_are_the_corners_and_edge_centres() -> None:
    points = [column_row(square) for square in entering(1).charts.entry_points]
    assert [f"{column},{row}" for column, row in points] == ENTRY_POINTS


@pytest.mark.rule("K-2-setup-1")
def test_all_guns_begin_intact_and_the_ship_undamaged() -> None:
    state = entering(1)
    assert (lost(state), state.damage) == ([], 0)
    assert lost(dive("5,5 S", lost=STERN_5_INCH)) == list(STERN_5_INCH)
