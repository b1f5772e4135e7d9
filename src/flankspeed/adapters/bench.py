"""Random games in every environment, and in those that PettingZoo and OpenSpiel bring along.

The benchmark measures them: each call plays one game by its number, and says how much was done.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

from flankspeed import games
from flankspeed.engine import MissingPackage, OptionError

Play: TypeAlias = Callable[[int], int]

_CLONES = 500
_MIDDLE = 30  # actions and outcomes into a game
_SPIELS = ("python_tic_tac_toe", "python_block_dominoes")


def ours() -> dict[str, dict[str, Play]]:
    """What is measured, of each game that tells agents enough, where a library is installed."""
    kinds = {
        "Gymnasium steps": _gym,
        "PettingZoo steps": _pettingzoo,
        "OpenSpiel steps": _openspiel,
        "OpenSpiel clones": _openspiel_clones,
    }
    found: dict[str, dict[str, Play]] = {}
    for what, make in kinds.items():
        for name in games.names():
            with suppress(MissingPackage, OptionError):
                found.setdefault(what, {})[name] = make(name)
    if not any(found.values()):
        raise MissingPackage("gymnasium", "gym")
    return found


def theirs() -> dict[str, dict[str, Play]]:
    """The same of the peers that are installed."""
    found: dict[str, dict[str, Play]] = {}
    with suppress(ModuleNotFoundError):
        from pettingzoo.classic.connect_four.connect_four import env as connect_four

        found["PettingZoo steps"] = {"PettingZoo's connect four": _agents(connect_four())}
        from pettingzoo.classic.chess.chess import env as chess

        found["PettingZoo steps"]["PettingZoo's chess"] = _agents(chess())
    with suppress(ModuleNotFoundError):
        import pyspiel

        import_module("open_spiel.python.games")  # which registers them
        spiels = {f"OpenSpiel's {name}": pyspiel.load_game(name) for name in _SPIELS}
        found["OpenSpiel steps"] = {name: _tree(game) for name, game in spiels.items()}
        found["OpenSpiel clones"] = {name: _clones(game) for name, game in spiels.items()}
    return found


def _gym(name: str) -> Play:
    from flankspeed.adapters.gym import FlankspeedEnv

    trial = games.load(name).trial
    env = FlankspeedEnv(name, trial.scenario, trial.options)

    def play(number: int) -> int:
        (_, info), bits, steps, over = env.reset(seed=number), _bits(number), 0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, ended, truncated, info = env.step(legal[bits(16) * len(legal) >> 16])
            over = ended or truncated
            steps += 1
        return steps

    return play


def _pettingzoo(name: str) -> Play:
    from flankspeed.adapters.pettingzoo import env

    trial = games.load(name).trial
    return _agents(env(name, trial.scenario, options=trial.options))


def _agents(env: Any) -> Play:
    """A random game of any environment of PettingZoo that masks actions."""

    def play(number: int) -> int:
        env.reset(seed=number)
        bits, steps = _bits(number), 0
        for _ in env.agent_iter():
            seen, _, ended, truncated, _ = env.last()
            if ended or truncated:
                env.step(None)
            else:
                legal = seen["action_mask"].nonzero()[0]
                env.step(legal[bits(16) * len(legal) >> 16])
                steps += 1
        return steps

    return play


def _openspiel(name: str) -> Play:
    return _tree(_spiel(name))


def _openspiel_clones(name: str) -> Play:
    return _clones(_spiel(name))


def _spiel(name: str) -> Any:
    from flankspeed.adapters.openspiel import load

    trial = games.load(name).trial
    return load(name, trial.scenario, trial.options)


def _tree(game: Any) -> Play:
    """A random way through any game of OpenSpiel, dice and all."""

    def play(number: int) -> int:
        state, bits, steps = game.new_initial_state(), _bits(number), 0
        while not state.is_terminal():
            _act(state, bits)
            steps += 1
        return steps

    return play


def _clones(game: Any) -> Play:
    state, bits = game.new_initial_state(), _bits(3)
    for _ in range(_MIDDLE):
        if state.is_terminal():
            state = game.new_initial_state()
        _act(state, bits)

    def play(_: int) -> int:
        for _ in range(_CLONES):
            state.clone()
        return _CLONES

    return play


def _act(state: Any, bits: Callable[[int], int]) -> None:
    """Any action; of chance, any outcome, as likely as it is."""
    if state.is_chance_node():
        outcomes, left = iter(state.chance_outcomes()), bits(16) / (1 << 16)
        outcome, chance = next(outcomes)
        while left >= chance:
            left -= chance
            outcome, chance = next(outcomes, (outcome, 1.0))
        state.apply_action(outcome)
    else:
        legal = state.legal_actions()
        state.apply_action(legal[bits(16) * len(legal) >> 16])


def _bits(number: int) -> Callable[[int], int]:
    return Random(number).getrandbits
