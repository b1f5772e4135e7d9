"""The examples do in short what they are shown to do at length."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import exact_dive
import learn_picket
import mcts_dives
import pytest


def test_search_does_what_chance_does_not() -> None:
    assert mcts_dives.damage(mcts_dives.at_random(1), games=50, seed=1).mean < 0.1
    searched = mcts_dives.damage(mcts_dives.searching(100, seed=1), games=12, seed=1)
    assert searched.mean >= 2


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_dynamic_programming_comes_to_the_exact_odds(seed: int) -> None:
    state, agent = exact_dive.dive(6, seed), exact_dive.DynamicProgramming()
    chance = agent.chance(state)
    assert chance == pytest.approx(exact_dive.exact(state), abs=1e-12)
    after = state.child(agent.step(state))
    assert agent.chance(after) == pytest.approx(chance)


@pytest.mark.skipif(not find_spec("sb3_contrib"), reason="pip install 'flankspeed[learning]'")
def test_an_agent_learns_to_defend_the_ship() -> None:
    games = 150
    random = learn_picket.evaluate(learn_picket.at_random(1), games)
    (learnt,) = learn_picket.learn(8_192, every=8_192, games=games, seed=1)
    assert learnt.steps == 8_192
    assert learnt.planes.low > random.high
    picture = ElementTree.fromstring(learn_picket.plot([learnt, learnt], {"random": random}))
    assert "random" in "".join(picture.itertext())


def test_what_is_learnt_is_measured_by_the_same_games() -> None:
    bot = learn_picket.evaluate(learn_picket.by_bot("captain"), 8)
    assert bot == learn_picket.evaluate(learn_picket.by_bot("captain"), 8)
    assert bot.mean > learn_picket.evaluate(learn_picket.at_random(1), 8).mean


def test_each_example_says_how_it_is_run() -> None:
    paths = list(Path(learn_picket.__file__).parent.glob("*.py"))
    assert len(paths) == 3
    for path in paths:
        assert f"python examples/{path.name} --" in path.read_text(encoding="utf-8")
