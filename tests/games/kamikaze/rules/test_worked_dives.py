"""Phase 2: whole dives, die by die."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from kamikaze_dives import GAME, entering, fate, kinds, lost, moves, play, where

from flankspeed.engine import Match, Scripted, replay


class Turn(NamedTuple):
    """One choice, the dice it throws, and where it leaves the kamikaze."""

    choice: str
    dice: list[int]
    at: str
    mp: int
    hits: int


FIRST = [
    Turn("face S", [3, 6, 4, 2], "11,1 S", 19, 1),
    Turn("move ahead", [1, 2], "11,2 S", 18, 1),
    Turn("move ahead", [6, 6, 5, 4, 6, 1], "11,4 S", 17, 3),  # right to (10,3) SW, then left
    Turn("move ahead", [2, 4], "11,5 S", 16, 3),
    Turn("move ahead", [6, 1, 5, 3], "12,6 SE", 15, 4),
    Turn("move right90", [1, 2, 3, 4], "11,7 SW", 12, 4),
    Turn("move left45", [5, 5, 5, 5], "11,8 S", 10, 4),
    Turn("move ahead", [6, 1, 1, 1, 3, 6], "11,9 S", 9, 5),
    Turn("move ahead", [2, 2, 3, 1], "11,10 S", 8, 5),
]
SECOND = [
    Turn("face S", [], "11,1 S", 19, 0),
    *(Turn("move ahead", [], f"11,{row} S", 20 - row, 0) for row in range(2, 7)),
    *(Turn("move ahead", [1, 5], f"11,{row} S", 20 - row, 0) for row in range(7, 11)),
]


@pytest.mark.rule(
    "K-2-dive-7", "K-2-jink-6", "K-2-crash-2", "K-2-gun-1", "K-2-gun-5", "K-2-dmg-2", "K-2-setup-2"
)
def test_t_d1_and_t_d2_two_dives_sink_the_ship() -> None:
    state = entering(1, count=3)
    for choice, dice, at, mp, hits in FIRST:
        play(state, choice, *dice)
        assert (where(state), state.mp, state.hits) == (at, mp, hits)
    assert moves(state)["crash ahead"] == ("bow", 1)  # leaves 7 MP
    play(state, "crash ahead", 4, 6, 1)  # damage, guns, and the next D8
    assert (fate(state), state.damage, lost(state)) == ("crashed", 4, ["51", "52"])
    for choice, dice, at, mp, hits in SECOND:
        events = play(state, choice, *dice)
        assert (where(state), state.mp, state.hits) == (at, mp, hits)
        assert kinds(events) == ["move", "volley"][: 1 + bool(dice)]
    assert moves(state)["crash ahead"] == ("bow", 1)  # leaves 9 MP
    play(state, "crash ahead", 2)
    assert (state.damage, lost(state)) == (6, ["51", "52"])
    assert state.result == ("ijn", "the ship is sunk")
    assert fate(state, 3) == "through"


@pytest.mark.rule("K-2-hit-1", "K-2-hit-2", "K-2-fire-8")
def test_t_d3_shot_down_on_the_beam_row() -> None:
    state = entering(3)
    play(state, "face W", 1, 2, 3)
    for hits in range(1, 5):
        play(state, "move ahead", 1, 6, 5, 4, 1)  # a hit without a jink
        assert (where(state), state.hits) == (f"{21 - hits},12 W", hits)
    play(state, "move ahead", 6, 6, 1)
    assert (fate(state), state.hits, state.result) == (
        "shot down",
        6,
        ("usn", "the ship is afloat"),
    )


@pytest.mark.rule("K-2-dive-1", "K-2-dive-2", "K-2-end-1")
def test_the_same_dives_as_a_match() -> None:
    turns = [*FIRST, Turn("crash ahead", [4, 6, 1], "", 0, 0), *SECOND]
    dice = Scripted([1, *(die for turn in turns for die in turn.dice), 2])
    match = Match(GAME, "dives-3", dice=dice)
    for turn in turns:
        match.play(turn.choice, "ijn")
    match.play("crash ahead", "ijn")
    assert dice.left == 0
    assert match.result == ("ijn", "the ship is sunk")
    assert replay(GAME, match.record).state == match.state
    assert match.log()[-1] == "K2 crashes into the bow from ahead: damage die 2, the ship sinks"
