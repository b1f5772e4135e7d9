"""The same games, whether the rules are compiled or not: their digests stand here.

They change with a rule or a bot that changes; never with how the rules are run.
"""

from __future__ import annotations

import hashlib

import pytest

from flankspeed import bots, games
from flankspeed.engine import Log, Rolled


def digest(name: str, bot: str, played: int, choices: int) -> str:
    """All that is chosen and told in some games of a bot with itself, each up to `choices`."""
    game = games.load(name)
    scenario = game.find_scenario(game.trial.scenario).name
    told = hashlib.sha256()
    for number in range(played):
        seats = {seat: bots.make(game, bot, number) for seat in game.seats}
        dice, log = Rolled(7, number), Log()
        state = game.new(scenario, game.options(game.trial.options))
        state.advance(dice, log)
        for _ in range(choices):
            if state.decision is None:
                break
            choice = seats[state.decision.seat].choose(state, state.decision)
            told.update(choice.text.encode())
            state.play(choice, dice, log)
        for event in log.events:
            told.update(game.describe(event).encode())
        told.update(f"{state.result} {sorted(game.figures(state).items())}".encode())
    return told.hexdigest()[:16]


@pytest.mark.parametrize(
    ("game", "bot", "played", "choices", "expected"),
    [
        ("kamikaze", "random", 3, 2000, "f330bd870c6f709f"),
        ("kamikaze", "captain", 1, 300, "30b9f3928c039eee"),
        ("picket", "random", 40, 2000, "2c9bc102caa48a0e"),
        ("picket", "captain", 2, 300, "8b92b87b21c7b11b"),
        ("samar", "random", 3, 2000, "c920ea1e2cd2c005"),
        ("samar", "captain", 1, 300, "396527045775e38e"),
    ],
)
def test_the_same_games(game: str, bot: str, played: int, choices: int, expected: str) -> None:
    assert digest(game, bot, played, choices) == expected
