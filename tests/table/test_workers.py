"""What runs in the worker processes."""

from __future__ import annotations

import math
import pickle

import pytest

import flankspeed
from flankspeed import games
from flankspeed.engine import Match, RecordError, Rolled, State
from flankspeed.table.workers import jobs


def test_a_bot_chooses_the_same_however_many_choices_it_has_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a match could not be played again: how many fit in a moment is up to the machine."""
    game = games.load("samar")
    state: State = game.new(game.scenarios[0].name, game.options())
    state.advance(Rolled(1))
    monkeypatch.setattr(jobs, "_LONGEST", math.inf)
    at_once = jobs.think("samar", "random", "seed 1", 0, state)
    assert len(at_once) > 3
    monkeypatch.setattr(jobs, "_LONGEST", -1.0)
    for number, text in enumerate(at_once):
        assert jobs.think("samar", "random", "seed 1", number, state) == [text]
        assert state.decision is not None
        if number < len(at_once) - 1:  # the last one may throw dice
            state.play(state.decision.find(text), Rolled(1))
    assert jobs.think("samar", "random", "seed 2", 0, state) != at_once[-1:]


@pytest.mark.parametrize("game", ["samar", "picket", "kamikaze"])
def test_a_match_comes_back_from_its_worker_as_it_was_played(game: str) -> None:
    """Nothing is left to be parsed or replayed: it tells the same, and goes on from there."""
    match = flankspeed.new(game, seed=2)

    def go_on(other: Match) -> None:
        for _ in range(20):
            if other.decision:
                other.play(0)

    go_on(match)
    again = pickle.loads(pickle.dumps(jobs.reopened(str(match.record))))
    for dice in (1, 2):
        assert str(again.record) == str(match.record)
        assert (again.state, again.log()) == (match.state, match.log())
        for each in (match, again):
            each.change_dice(Rolled(dice))
            go_on(each)


def test_what_is_wrong_with_a_record_comes_back_too() -> None:
    text = str(flankspeed.new("kamikaze", seed=4).record) + "1 ijn pick E9\n"
    with pytest.raises(RecordError, match="pick E9") as caught:
        jobs.reopened(text)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line) == (str(caught.value), caught.value.line)
