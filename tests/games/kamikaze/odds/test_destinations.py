"""Planes sent to a square in one word."""

from __future__ import annotations

import random

import pytest
from sendings import random_states, send

from flankspeed.engine import Match, Rolled, Scripted
from flankspeed.games.kamikaze.data.board import square_place
from flankspeed.games.kamikaze.game import Kamikaze
from flankspeed.games.kamikaze.state import KamikazeState

KAMIKAZE = Kamikaze()


def flying(*dice: int) -> Match:
    match = Match(KAMIKAZE, "attack", dice=Scripted(dice))
    match.play("pick E1")
    return match


def state_of(match: Match) -> KamikazeState:
    assert isinstance(match.state, KamikazeState)
    return match.state


def test_a_fighter_enters_and_flies_on_in_one_word() -> None:
    match = flying(2)
    found = {d.text: d for d in KAMIKAZE.destinations(state_of(match), "plane:E1")}
    goal = found["to 11,3"]
    assert goal.label == "E1 to (11,3), heading S"
    assert goal.path == ["square:11,1", "square:11,2", "square:11,3"]
    assert goal.words == "3 MP, 2 left"
    match.play("to 11,3")
    assert [line.choice for line in match.record.lines][1:] == [
        "enter 11",
        "move ahead",
        "move ahead",
    ]
    assert "to 11,4" in [d.text for d in KAMIKAZE.destinations(state_of(match), "plane:E1")]


def test_a_heading_can_be_named() -> None:
    match = flying(3)
    found = {d.text: d for d in KAMIKAZE.destinations(state_of(match), "plane:E1")}
    assert found["to 11,3 SE"].label == "E1 to (11,3), heading SE"
    match.play("to 11,3 SE")
    assert match.log()[-1] == "E1 to (11,3) SE, 2 MP left"


def test_nobody_is_sent_before_the_die_is_thrown() -> None:
    match = Match(KAMIKAZE, "attack", dice=Scripted(()))
    assert KAMIKAZE.travellers(state_of(match)) == []


def test_a_dive_tells_its_dice_and_halts_when_hit() -> None:
    match = Match(KAMIKAZE, "dives-1", dice=Rolled(4))
    found = {d.text: d for d in KAMIKAZE.destinations(state_of(match), "plane:K1")}
    crash = found["to amidships"]
    assert crash.place == "section:amidships"
    assert crash.risky
    assert "halts if hit" in crash.words
    match.play("to amidships")
    assert state_of(match).hits or match.result


def test_a_fighter_halts_where_it_may_fire() -> None:
    dice, halted = Rolled(3), 0
    for state in random_states(KAMIKAZE, "attack", dice, 3, 900):
        for goal in KAMIKAZE.destinations(state, KAMIKAZE.travellers(state)[0]):
            if "halts to fire" in goal.words and halted < 10:
                after, _ = send(KAMIKAZE, state, goal.text, Scripted(()))
                assert "may fire" in after.decision.prompt
                halted += 1
    assert halted == 10


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", ["attack", "dives-3"])
def test_every_way_is_legal_and_leads_there(scenario: str, seed: int) -> None:
    dice, chance = Rolled(seed), random.Random(seed)
    seen = 0
    for state in random_states(KAMIKAZE, scenario, dice, seed, 500):
        (who,) = KAMIKAZE.travellers(state)
        found = list(KAMIKAZE.destinations(state, who))
        for goal in chance.sample(found, min(2, len(found))):
            after, made = send(KAMIKAZE, state, goal.text, Rolled(seed))
            assert len(made) <= len(goal.path) + 1
            if not goal.risky and "halts" not in goal.words and "through" not in goal.text:
                assert goal.place in [square_place(position >> 3) for position in after.path]
            seen += 1
    assert seen > 20
