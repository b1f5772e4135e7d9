"""Kamikaze Attack!, the options of phase 1: what each value changes against the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from kamikaze_dogfight import (
    KAMIKAZE,
    act,
    at,
    board,
    dogfight,
    ends,
    flights,
    offers,
    shots,
)

from flankspeed.engine import DataError, OptionError, Result, Scripted
from flankspeed.games.kamikaze import KamikazeState


def attack(
    options: Mapping[str, object],
    roll: int = 1,
    data: Mapping[str, Any] | None = None,
    **targets: str,
) -> KamikazeState:
    """C1 has flown from (10,10) to (10,9), heading north."""
    state = dogfight(targets, C1="10,10 N", to_move="C1", roll=roll, options=options, data=data)
    act(state, "move ahead")
    return state


def test_every_option_of_phase_1_is_tested_here() -> None:
    names = {info.name for info in KAMIKAZE.option_infos() if not info.name.startswith("p2.")}
    assert names == {
        "sharpTurns",
        "p1.planeOrder",
        "p1.mpRoll",
        "p1.entryCost",
        "p1.entryFacing",
        "p1.fireFromOccupied",
        "p1.leftover",
        "p1.edgeExit",
        "p1.fireArc",
        "p1.refire",
        "p1.mustFire",
        "p1.endCheck",
        "p1.turnCap",
        "p1.kamikazeAdvance",
        "p1.fig2",
    }


@pytest.mark.rule("K-1-move-4")
@pytest.mark.parametrize(
    ("value", "sharp"),
    [
        ("none", {}),
        (
            "extended",
            {"left135": ("10,13 SW", 5), "right135": ("12,13 SE", 5), "reverse": ("11,13 S", 4)},
        ),
    ],
)
def test_sharp_turns(value: str, sharp: dict[str, tuple[str, int]]) -> None:
    start = dogfight(E1="11,12 N", to_move="E1", roll=6, options={"sharpTurns": value})
    assert [text.removeprefix("move ") for text in offers(start)[5:]] == list(sharp)
    assert [turn.name for turn in start.charts.turns[5:]] == list(sharp)
    for turn, (end, left) in sharp.items():
        state = start.copy()
        act(state, f"move {turn}")
        assert (at(state, "E1"), board(state).mp) == (end, left)


@pytest.mark.rule("K-1-move-4")
@pytest.mark.parametrize(("value", "number"), [("none", 5), ("extended", 8)])
def test_sharp_turns_in_a_dive(value: str, number: int) -> None:
    state = KAMIKAZE.new("dives-1", KAMIKAZE.options({"sharpTurns": value}))
    state.advance(Scripted([1]))
    act(state, "face S", dice=[1, 1])
    act(state, "move ahead", dice=[1, 1])
    assert len(offers(state)) == number


@pytest.mark.rule("K-1-order-3")
def test_plane_order_numbered() -> None:
    free = dogfight(to_move="K1")
    assert len(offers(free)) == 6
    numbered = dogfight(to_move="K1", roll=1, options={"p1.planeOrder": "numbered"})
    for number in range(1, 6):
        assert board(numbered).active == f"K{number}"
        act(numbered, f"enter {number}")
        assert offers(numbered) == [f"pick K{number + 1}"]
        act(numbered, f"pick K{number + 1}", dice=[1])
    assert board(numbered).active == "K6"


@pytest.mark.rule("K-1-mp-4")
@pytest.mark.parametrize(("value", "dice"), [("perPlane", []), ("perGroup", [1, 2, 3, 4, 5, 6])])
def test_mp_roll(value: str, dice: list[int]) -> None:
    state = KAMIKAZE.new("attack", KAMIKAZE.options({"p1.mpRoll": value}))
    state.advance(Scripted([]))
    if dice:
        assert offers(state) == ["throw"]
        act(state, "throw", dice=dice)
    act(state, "pick E5", dice=[] if dice else [5])
    assert board(state).mp == 8
    act(state, "enter 1", *["move ahead"] * 6)
    act(state, "pick E2", dice=[] if dice else [2])
    assert board(state).mp == 5


@pytest.mark.rule("K-1-mp-4")
def test_mp_roll_per_group_is_thrown_anew_for_each_group_and_not_for_the_lost() -> None:
    state = dogfight(
        E1="3,3 S",
        K2="5,5 S",
        K4="9,5 S",
        C1="1,20 N",
        rest="lost",
        to_move="E1",
        options={"p1.mpRoll": "perGroup"},
        roll=1,
    )
    act(state, "move ahead", "move ahead", "move ahead")
    act(state, "throw", "pick K2", dice=[3, 5])
    assert board(state).mp == 3
    act(state, "move ahead", "move ahead", "pick K4")  # the last point goes by itself
    assert board(state).mp == 5
    act(state, *["move ahead"] * 4)
    act(state, "throw", "pick C1", dice=[2])
    assert board(state).mp == 5


@pytest.mark.rule("K-1-enter-3")
@pytest.mark.parametrize(("value", "left"), [(1, 3), (0, 4)])
def test_entry_cost(value: int, left: int) -> None:
    state = dogfight(to_move="K1", roll=4, options={"p1.entryCost": value})
    act(state, "enter 11")
    assert board(state).mp == left


@pytest.mark.rule("K-1-enter-4")
@pytest.mark.parametrize(
    ("value", "plane", "positions"),
    [
        ("inward", "K1", {"7,1 S"}),
        ("inward", "C1", {"7,23 N"}),
        ("inward3", "K1", {"7,1 S", "7,1 SE", "7,1 SW"}),
        ("inward3", "C1", {"7,23 N", "7,23 NE", "7,23 NW"}),
    ],
)
def test_entry_facing(value: str, plane: str, positions: set[str]) -> None:
    start = dogfight(to_move=plane, roll=5, options={"p1.entryFacing": value})
    seen = set()
    for text in offers(start):
        if text.split()[1] == "7":
            state = start.copy()
            act(state, text)
            seen.add(at(state, plane))
    assert seen == positions


@pytest.mark.rule("K-1-fire-5")
@pytest.mark.parametrize(("value", "targets"), [("no", []), ("yes", ["K2"])])
def test_fire_from_occupied(value: str, targets: list[str]) -> None:
    state = attack({"p1.fireFromOccupied": value}, K2="10,8 N", K3="10,9 N")
    assert shots(state) == targets


@pytest.mark.rule("K-1-move-10", "K-1-move-11")
@pytest.mark.parametrize(
    ("planes", "roll", "kept"),
    [
        ({"K1": "5,5 S", "K2": "5,6 S"}, 1, "5,5 S"),  # stays where it is
        ({"K1": "5,5 S", "K2": "5,7 S", "K3": "4,6 S", "K4": "6,6 S"}, 2, "5,6 S"),  # spends 1 of 2
        ({"K1": "9,1 N"}, 2, "9,1 N"),
        ({"K1": "9,2 N", "K2": "8,1 S", "K3": "10,1 S"}, 2, "9,1 N"),
    ],
)
def test_leftover(planes: dict[str, str], roll: int, kept: str) -> None:
    options = {"p1.leftover": "forfeit"}
    assert at(dogfight(planes, to_move="K1", roll=roll), "K1") == "lost"
    assert at(dogfight(planes, to_move="K1", roll=roll, options=options), "K1") == kept


@pytest.mark.rule("K-1-mp-3")
def test_leftover_says_how_many_points_are_forfeited() -> None:
    planes = {"K1": "5,5 S", "K2": "5,7 S", "K3": "4,6 S", "K4": "6,6 S"}
    for value, expected in (
        ("strict", None),
        ("forfeit", "K1 forfeits 1 MP: no way to spend them"),
    ):
        state = dogfight(planes, to_move="K1 K2", rest="lost", options={"p1.leftover": value})
        told = [KAMIKAZE.describe(event) for event in act(state, "pick K1", dice=[2])]
        assert told[1:2] == [expected or "K1 is lost: no free square to end on"]
    state = dogfight(planes, to_move="K3 K2", rest="lost", options={"p1.leftover": "forfeit"})
    assert [event.kind for event in act(state, "pick K3", dice=[2])] == ["movement points"]


@pytest.mark.rule("K-1-exit-3", "K-1-exit-4", "K-1-move-11")
@pytest.mark.parametrize(
    ("plane", "start", "fate"),
    [
        ("K1", "9,1 N", "lost"),
        ("K1", "1,9 W", "lost"),
        ("K1", "9,23 S", "through"),
        ("C1", "9,23 S", "lost"),
        ("E1", "9,23 S", "lost"),
        ("E1", "21,9 E", "lost"),
    ],
)
def test_edge_exit(plane: str, start: str, fate: str) -> None:
    way = "exit ahead" if fate == "through" else "leave ahead"
    for value, ways in (("forbidden", {fate} & {"through"}), ("lost", {fate})):
        state = dogfight({plane: start}, to_move=plane, roll=4, options={"p1.edgeExit": value})
        flown = list(flights(state))
        assert {end for choices, end in flown if choices[0] == way} == ways
        assert value == "lost" or "lost" not in {end for _, end in flown}


@pytest.mark.rule("K-1-fire-3")
@pytest.mark.parametrize(
    ("square", "ahead", "front3"),
    [
        ("10,8", True, True),
        ("9,8", False, True),
        ("11,8", False, True),
        ("9,9", False, False),
        ("11,9", False, False),
        ("10,10", False, False),
    ],
)
def test_fire_arc(square: str, ahead: bool, front3: bool) -> None:
    for value, faced in (("ahead", ahead), ("front3", front3)):
        state = attack({"p1.fireArc": value}, K2=f"{square} N")
        assert shots(state) == (["K2"] if faced else [])


@pytest.mark.rule("K-1-fire-6", "K-1-fire-12")
@pytest.mark.parametrize(("facing", "needs"), [("NE", 3), ("N", 4), ("SE", 5), ("W", 6), ("SW", 5)])
def test_fire_arc_front3_takes_the_aspect_from_the_line_of_fire(facing: str, needs: int) -> None:
    for die, outcome in ((needs - 1, f"11,8 {facing}"), (needs, "shot down")):
        state = attack({"p1.fireArc": "front3"}, E2=f"11,8 {facing}")
        act(state, "fire E2", dice=[die])  # even from in front nobody shoots back: it is not faced
        assert at(state, "E2") == outcome


@pytest.mark.rule("K-1-fire-6", "K-1-move-12")
@pytest.mark.parametrize(("die", "free"), [(3, False), (4, True)])
def test_fire_arc_front3_a_kill_frees_the_square(die: int, free: bool) -> None:
    state = dogfight(
        C1="10,11 N", K2="11,8 N", to_move="C1", roll=1, options={"p1.fireArc": "front3"}
    )
    act(state, "move ahead", "move ahead")
    act(state, "fire K2", dice=[die])
    assert board(state).mp == 2
    assert ("move right45" in offers(state)) is free


@pytest.mark.rule("K-1-fire-10")
@pytest.mark.parametrize("target", ["K2", "E1"])
@pytest.mark.parametrize(("value", "again"), [("otherTarget", False), ("anyAfterMove", True)])
def test_refire(value: str, again: bool, target: str) -> None:
    # Only with sharp turns can a fighter come round to the same plane in one turn.
    options = {"sharpTurns": "extended", "p1.refire": value}
    state = attack(options, roll=6, data=None, **{target: "10,8 N"})
    act(state, f"fire {target}", dice=[2])
    assert shots(state) == []  # not from the same square
    act(state, "move ahead", "move ahead", "move ahead", "move reverse")
    assert at(state, "C1") == "10,7 S"
    assert shots(state) == ([target] if again else [])


@pytest.mark.rule("K-1-fire-11")
def test_must_fire() -> None:
    assert offers(attack({}, K2="10,8 N")) == ["fire K2", "hold"]
    state = dogfight(
        C1="10,10 N", K2="10,8 N", to_move="C1", roll=1, options={"p1.mustFire": "yes"}
    )
    act(state, "move ahead")
    assert offers(state) == ["fire K2"]
    act(state, "fire K2", dice=[3])
    assert at(state, "K2") == "shot down"


@pytest.mark.rule("K-1-fire-11")
def test_must_fire_leaves_the_choice_between_targets() -> None:
    options = {"p1.mustFire": "yes", "p1.fireArc": "front3"}
    assert offers(attack(options, K2="10,8 N", E1="9,8 N")) == ["fire E1", "fire K2"]


@pytest.mark.rule("K-1-end-5")
@pytest.mark.parametrize("value", ["immediate", "endOfTurn"])
def test_end_check(value: str) -> None:
    state = dogfight(
        K1="through",
        K2="10,8 N",
        C1="10,10 N",
        rest="lost",
        to_move="C1",
        roll=1,
        options={"p1.endCheck": value},
    )
    act(state, "move ahead")
    act(state, "fire K2", dice=[6])
    assert board(state).phase == (1 if value == "endOfTurn" else 2)
    if value == "endOfTurn":
        assert board(state).active == "C1"  # it flies on, and then the turn is over
        act(state, "move left90")
        assert board(state).phase == 2


@pytest.mark.rule("K-1-end-2", "K-1-end-5")
def test_end_check_at_the_end_of_the_turn_lets_kamikazes_fly_on() -> None:
    state = dogfight(
        E1="10,10 N",
        C1="10,8 N",
        K2="9,1 N",
        K3="3,3 S",
        rest="lost",
        to_move="E1",
        roll=1,
        options={"p1.endCheck": "endOfTurn"},
    )
    act(state, "move ahead")
    act(state, "fire C1", dice=[3])
    act(state, "move left90")
    act(state, "pick K2", "pick K3", dice=[1, 1])  # K2 is lost, K3 flies one square
    assert (at(state, "K2"), at(state, "K3")) == ("lost", "through")
    assert board(state).phase == 2


@pytest.mark.rule("K-1-end-6")
@pytest.mark.parametrize(
    ("cap", "turn", "lost"),
    [(20, 20, True), (3, 2, False), (3, 3, True), (0, 20, False), (0, 999, False)],
)
def test_turn_cap(cap: int, turn: int, lost: bool) -> None:
    state = dogfight(
        K2="3,9 S",
        C1="10,10 N",
        rest="lost",
        turn=turn,
        to_move="C1",
        roll=1,
        options={"p1.turnCap": cap},
    )
    act(state, "move ahead", "move left90")
    if lost:
        assert state.result == Result("usn", "no kamikaze came through")
    else:
        assert (board(state).turn, offers(state)) == (turn + 1, ["pick K2"])


@pytest.mark.parametrize("cap", [-1, 1001, "many"])
def test_turn_cap_must_be_a_sensible_number(cap: object) -> None:
    with pytest.raises(OptionError, match=r"p1\.turnCap"):
        KAMIKAZE.options({"p1.turnCap": cap})


@pytest.mark.parametrize(
    ("start", "roll", "row", "level", "below"),
    [
        ("11,12 E", 3, 12, "14,12 E", "13,13 SE"),
        ("18,12 E", 3, 12, "21,12 E", "20,13 SE"),  # to the end of its row
        ("3,12 W", 3, 12, "3,11 N", "1,13 SW"),  # to the beginning of the next
        ("4,1 W", 3, 1, "1,1 W", "2,2 SW"),  # to the first square of all
        ("1,1 N", 6, 1, "5,1 E", "2,2 S"),  # and from there
    ],
)
def test_kamikaze_advance(start: str, roll: int, row: int, level: str, below: str) -> None:
    free = ends(dogfight(K1=start, to_move="K1", roll=roll))
    assert {level, below} <= free
    options = {"p1.kamikazeAdvance": "mustAdvance"}
    forced = ends(dogfight(K1=start, to_move="K1", roll=roll, options=options))
    assert forced == {end for end in free if int(end.split()[0].split(",")[1]) > row}


def test_kamikaze_advance_only_if_it_can() -> None:
    options = {"p1.kamikazeAdvance": "mustAdvance"}
    free = ends(dogfight(K1="11,12 N", to_move="K1", roll=3))
    assert ends(dogfight(K1="11,12 N", to_move="K1", roll=3, options=options)) == free
    # The way out counts as further south; fighters are not concerned.
    assert ends(dogfight(K1="7,23 E", to_move="K1", roll=3, options=options)) == {"through"}
    fighter = dogfight(E1="11,12 E", to_move="E1", roll=1, options=options)
    assert "15,12 E" in ends(fighter)
    # A way out at the side is none.
    options |= {"p1.edgeExit": "lost"}
    side = dogfight(K1="20,12 E", to_move="K1", roll=4, options=options)
    assert "lost" not in ends(side)
    assert ends(side)


@pytest.mark.rule("K-1-fire-6")
@pytest.mark.parametrize(
    ("chart", "data", "numbers"),
    [
        ("graded", None, (3, 4, 5, 6, 5)),
        ("frontSix", None, (3, 4, 5, 6, 6)),
        ("hard", None, (4, 5, 6, 6, 6)),
        ("custom", {"kill_numbers": [2, 3, 4, 5, 6]}, (2, 3, 4, 5, 6)),
    ],
)
def test_fig2(chart: str, data: dict[str, Any] | None, numbers: tuple[int, ...]) -> None:
    for facing, needs in zip(("N", "NE", "E", "SE", "S"), numbers, strict=True):
        for die, outcome in ((needs - 1, f"10,8 {facing}"), (needs, "shot down")):
            state = attack({"p1.fig2": chart}, data=data, K2=f"10,8 {facing}")
            act(state, "fire K2", dice=[die])
            assert at(state, "K2") == outcome


@pytest.mark.rule("K-1-fire-12")
def test_fig2_return_fire_needs_the_number_of_the_chart_too() -> None:
    for chart, outcome in (("graded", "shot down"), ("frontSix", "10,9 N")):
        state = attack({"p1.fig2": chart}, E2="10,8 S")
        act(state, "fire E2", dice=[1, 5])
        assert at(state, "C1") == outcome


@pytest.mark.parametrize(
    ("chart", "data"),
    [("custom", None), ("graded", {"kill_numbers": [2, 3, 4, 5, 6]})],
)
def test_fig2_custom_and_its_numbers_need_each_other(
    chart: str, data: dict[str, Any] | None
) -> None:
    with pytest.raises(OptionError, match="need each other"):
        KAMIKAZE.new("attack", KAMIKAZE.options({"p1.fig2": chart}), data)


@pytest.mark.parametrize("numbers", [[2, 3, 4, 5], [2, 3, 4, 5, 7], [0, 3, 4, 5, 6], "34565"])
def test_fig2_custom_wants_five_faces_of_a_die(numbers: object) -> None:
    options = KAMIKAZE.options({"p1.fig2": "custom"})
    with pytest.raises(DataError, match="kill_numbers"):
        KAMIKAZE.new("attack", options, {"kill_numbers": numbers})
