"""What runs in the worker processes."""

from __future__ import annotations

import math

import pytest

from flankspeed import games
from flankspeed.engine import Rolled, State
from flankspeed.table.rooms import workers


def test_a_bot_chooses_the_same_however_many_choices_it_has_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a match could not be played again: how many fit in a moment is up to the machine."""
    game = games.load("samar")
    state: State = game.new(game.scenarios[0].name, game.options())
    state.advance(Rolled(1))
    monkeypatch.setattr(workers, "_LONGEST", math.inf)
    at_once = workers.think("samar", "random", "seed 1", 0, state)
    assert len(at_once) > 3
    monkeypatch.setattr(workers, "_LONGEST", -1.0)
    for number, text in enumerate(at_once):
        assert workers.think("samar", "random", "seed 1", number, state) == [text]
        assert state.decision is not None
        if number < len(at_once) - 1:  # the last one may throw dice
            state.play(state.decision.find(text), Rolled(1))
    assert workers.think("samar", "random", "seed 2", 0, state) != at_once[-1:]
