"""OpenSpiel's games."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation
from small_games import SCENARIOS, every_game

from flankspeed.adapters.openspiel import ScoreEvaluator, short_name
from flankspeed.adapters.tree import KnownDice
from flankspeed.engine import OptionError

PLOT = "flankspeed_samar(options=combat_declaration:plot)"
flags.FLAGS.mark_as_parsed()  # of a playthrough: OpenSpiel reads them from the command line else


def load(name: str) -> Any:
    scenario = SCENARIOS[name] or ""
    told = f"no{scenario}" if scenario.isdecimal() else scenario
    return pyspiel.load_game(f"{short_name(name)}(scenario={told})")


def act(state: Any, chance: random.Random) -> int:
    """Do anything that can be done, dice as likely as they fall."""
    if state.is_chance_node():
        outcomes, likely = zip(*state.chance_outcomes(), strict=True)
        action: int = chance.choices(outcomes, likely)[0]
    else:
        action = chance.choice(state.legal_actions())
    state.apply_action(action)
    return action


def after(game: Any, count: int, seed: int = 1) -> Any:
    state, chance = game.new_initial_state(), random.Random(seed)
    for _ in range(count):
        act(state, chance)
    return state


@every_game
def test_random_play_keeps_all_that_openspiel_asks(name: str) -> None:
    """Its own test: chance, copies, observations, and every state sent and received."""
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@every_game
def test_the_official_suite_finds_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    random.seed(1)  # by which the suite looks at some states
    base = api_test.EnforceAPIOnPartialTreeBase
    kind = type(f"{name} by the suite", (base,), {"game_name": name, "game": load(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    capfd.readouterr()  # OpenSpiel tells every refusal that the suite asks for
    assert (result.failures, result.errors, result.testsRun) == ([], [], 5)


@pytest.mark.parametrize("name", ["kamikaze", "picket"])
def test_a_playthrough_is_replayed(name: str, tmp_path: Path) -> None:
    """Samar's is eight megabytes, which OpenSpiel takes minutes to write."""
    told = generate_playthrough.playthrough(str(load(name)), None, seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(told, encoding="utf-8")
    assert told.count("# Apply action") > 10
    expected, actual = generate_playthrough.replay(str(path))
    assert actual == expected


@every_game
def test_a_game_is_replayed_by_what_its_actions_are_called(name: str) -> None:
    state, chance = load(name).new_initial_state(), random.Random(3)
    told, replayed = [], load(name).new_initial_state()
    while not state.is_terminal():
        player, before = state.current_player(), state.clone()
        action = act(state, chance)
        told.append((player, before.action_to_string(player, action)))
    for player, words in told:
        assert replayed.current_player() == player
        replayed.apply_action(replayed.string_to_action(player, words))
    assert (str(replayed), replayed.returns()) == (str(state), state.returns())


@every_game
def test_it_is_copied_and_sent_in_mid_game(name: str) -> None:
    game = load(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for count in range(6, 12):
        state = after(game, count)
        told = str(state), state.history(), state.legal_actions()
        sent = pickle.loads(pickle.dumps(state))
        for twin in (state.clone(), copy.deepcopy(state), sent):
            assert (str(twin), twin.history(), twin.legal_actions()) == told
            act(twin, random.Random(2))
            assert (str(state), state.history(), state.legal_actions()) == told


def test_copies_share_the_position() -> None:
    state = after(load("samar"), 20)
    assert state.clone().node is state.node


@every_game
def test_a_game_played_here_is_the_game(name: str) -> None:
    """The same choices and dice come to the same where no tree is."""
    state, chance = load(name).new_initial_state(), random.Random(4)
    choices, dice = [], []
    while not state.is_terminal():
        thrown, told = state.is_chance_node(), state.node.told
        action = act(state, chance)
        if thrown:
            dice.append(action + 1)
        else:
            choices.append(told(action))
    known, where = KnownDice(dice), load(name).arena
    played = where.begin(known)
    for choice in choices:
        assert played.decision is not None
        offered = [option.action for option in played.decision.options]
        played.play(offered.index(choice), known)
    assert (played, known.left) == (state.position, 0)
    assert state.returns() == [where.game.score(played, seat) for seat in where.game.seats]
    assert set(map(abs, state.returns())) <= {0, 1}


def test_parameters_name_scenario_and_options() -> None:
    game = pyspiel.load_game(
        "flankspeed_kamikaze(scenario=dives-1,options=p2.usChoices:ask+p2.holdFire:yes)"
    )
    again = pyspiel.load_game(str(game))
    assert again.arena is game.arena
    assert (game.arena.scenario, game.arena.options.us_choices) == ("dives-1", "ask")
    assert game.arena.options.hold_fire == "yes"
    assert pyspiel.load_game("flankspeed_picket(scenario=no3)").arena.scenario == "3"
    assert pyspiel.load_game("flankspeed_picket(scenario=mini)").arena.scenario == "mini"


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("scenario=sea", "kamikaze has no scenario 'sea'"),
        ("options=sea:1", "kamikaze has no option 'sea'"),
        ("options=sea", "options are key:value.key:value, not 'sea'"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(parameters: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        pyspiel.load_game(f"flankspeed_kamikaze({parameters})")


def test_what_is_plotted_is_known_to_its_seat_alone() -> None:
    """Where attacks are plotted the game is declared to have secrets, and keeps them."""
    kinds = pyspiel.GameType.Information
    assert load("samar").get_type().information == kinds.PERFECT_INFORMATION
    game = pyspiel.load_game(PLOT)
    assert game.get_type().information == kinds.IMPERFECT_INFORMATION
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    alone, all_of_them = (make_observation(game, kind) for kind in (private, public))
    state, chance, plotted = game.new_initial_state(), random.Random(2), 0
    while not state.is_terminal() and plotted < 3:
        decided = not state.is_chance_node()
        hidden = decided and state.node.arena.game.conceals(state.position)
        if hidden and state.node.told(state.legal_actions()[0]).startswith("guns "):
            player, other = state.current_player(), 1 - state.current_player()
            children = [state.child(action) for action in state.legal_actions()[:2]]
            decisions = [child for child in children if not child.is_chance_node()]
            if len(decisions) == 2:
                for look, differs in ((player, True), (other, False)):
                    seen = {tuple(child.observation_tensor(look)) for child in decisions}
                    told = {child.observation_string(look) for child in decisions}
                    own = {alone.string_from(child, look) for child in decisions}
                    assert (len(seen) > 1, len(told) > 1, len(own) > 1) == (differs,) * 3
                assert len({all_of_them.string_from(child, 0) for child in decisions}) == 1
                plotted += 1
        act(state, chance)
    assert plotted == 3


def test_mcts_of_openspiel_takes_a_game_by_its_scores() -> None:
    game = pyspiel.load_game("flankspeed_kamikaze(scenario=dives-1)")
    bot = mcts.MCTSBot(game, 1.0, 30, ScoreEvaluator(), random_state=np.random.RandomState(1))
    state = after(game, 1)
    assert bot.step(state) in state.legal_actions()
    assert ScoreEvaluator().evaluate(state).tolist() == state.scores()
    assert sum(likely for _, likely in ScoreEvaluator().prior(state)) == pytest.approx(1)


def test_python_ends_in_peace() -> None:
    """OpenSpiel holds on to what is registered until after Python is gone."""
    call = "import flankspeed.adapters.openspiel, pyspiel; pyspiel.load_game('flankspeed_picket')"
    ran = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
