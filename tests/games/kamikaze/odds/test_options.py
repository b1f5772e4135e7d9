"""What the odds beside an option of Kamikaze Attack! say, against the rules."""

from __future__ import annotations

import random
import re

import pytest
from kamikaze_dives import dive
from kamikaze_dogfight import KAMIKAZE, act, dogfight, shots

from flankspeed import games
from flankspeed.engine import Rolled
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.rules.movement import OFF_SOUTH, Move


def told(state: KamikazeState) -> dict[str, str]:
    return {text: odds.text for text, odds in games.load("kamikaze").option_odds(state).items()}


@pytest.mark.rule("K-1-fire-5")
@pytest.mark.parametrize(("value", "promised"), [("no", False), ("yes", True)])
def test_no_shot_is_promised_from_a_square_that_is_shared(value: str, promised: bool) -> None:
    options = {"p1.fireFromOccupied": value}
    planes = {"C1": "10,10 N", "E2": "10,9 W", "K2": "10,8 N"}
    state = dogfight(planes, to_move="C1", roll=2, options=options)
    assert ("move ahead" in told(state)) is promised
    act(state, "move ahead")
    assert bool(shots(state)) is promised


@pytest.mark.rule("K-1-fire-10")
def test_no_second_shot_is_promised_at_the_same_target() -> None:
    for first, second in (("fire K2", {}), ("hold", {"move right90": "then K2 beam, 5+: 33%"})):
        state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
        assert told(state)["move ahead"] == "then K2 tail, 3+: 67%"
        act(state, "move ahead")
        state.mp = 12  # by hand: no roll is high enough to come round again
        act(state, first, dice=[2] if first == "fire K2" else [])
        act(state, "move left90", "move ahead", "move right90")
        assert told(state) == second


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("refire", ["otherTarget", "anyAfterMove"])
def test_a_move_is_told_to_bring_exactly_the_shots_it_brings(seed: int, refire: str) -> None:
    options = {"p1.refire": refire, "p1.fireArc": "front3" if seed else "ahead"}
    state = KAMIKAZE.new("attack", KAMIKAZE.options(options))
    dice, chance = Rolled(seed), random.Random(seed)
    state.advance(dice)
    promised = 0
    while state.decision and state.phase == 1:
        odds = told(state)
        for move in state.decision.options:
            twin = state.copy()
            if isinstance(move, Move) and move.to < OFF_SOUTH:
                act(twin, move.text)
                # A step that follows by itself is not the one that was told about.
                here = twin.active == state.active and twin.mp == state.mp - move.cost
                targets = re.findall(r"([EKC]\d) ", odds.get(move.text, ""))
                assert targets == (shots(twin) if here else [])
                promised += len(targets)
        state.play(chance.choice(state.decision.options), dice)
    assert promised


def test_odds_that_leave_an_option_aside_say_so() -> None:
    at = "14,11 W"
    exact = told(dive(at))["move ahead"]
    about = told(dive(at, options={"p2.beamRow": "cameFrom"}))["move ahead"]
    chance, volley = exact.removeprefix("crash ").split(",", 1)
    assert about == f"crash about {chance} (as if the larger group fired on row 12),{volley}"
