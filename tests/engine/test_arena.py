"""Arenas: actions and observations by number."""

from __future__ import annotations

import copy
import pickle

import pytest
from toy_game import Nim

from flankspeed.engine import OptionError, Scripted
from flankspeed.engine.arena import arena


def test_options_are_numbered_as_their_actions_and_masked() -> None:
    where = arena(Nim(), "plain", {"heap": 2})
    state = where.begin(Scripted([]))
    assert state.decision is not None
    legal = where.legal(state.decision)
    assert [where.actions[number] for number in legal] == ["take 1", "take 2", "gamble"]
    assert where.mask(legal).tolist() == [1, 1, 0, 1]
    assert where.mask(where.legal(None)).tolist() == [0, 0, 0, 0]
    assert where.observe(state, "usn").tolist() == [2, 1]
    assert where.observe(state, "ijn").tolist() == [2, 0]


def test_a_mask_is_its_owners_to_change() -> None:
    where = arena(Nim())
    first, second = where.mask([0]), where.mask([0])
    first[:] = 1
    assert second.tolist() == [1, 0, 0, 0]


def test_what_is_not_legal_is_refused_in_a_sentence() -> None:
    where = arena(Nim())
    assert str(where.refusal(2, [0, 3])) == (
        "action 2 (take 3) cannot be chosen now, but 0 (take 1), 3 (gamble)"
    )
    assert str(where.refusal(4, [0])) == "there is no action 4: nim has 4 here"
    assert str(where.refusal(-1, [0])) == "there is no action -1: nim has 4 here"


def test_there_is_one_arena_for_a_game_a_scenario_and_options() -> None:
    where = arena(Nim())
    assert arena(Nim(), "plain", {"heap": 10}) is where
    assert arena(Nim(), "plain", Nim().options()) is where
    assert copy.deepcopy(where) is where
    assert pickle.loads(pickle.dumps(where)) is where
    assert arena(Nim(), "random") is not where


def test_there_is_none_of_what_is_not() -> None:
    with pytest.raises(OptionError, match="nim has no scenario 'sea'"):
        arena(Nim(), "sea")
    with pytest.raises(OptionError, match="nim has no option 'sea'"):
        arena(Nim(), None, {"sea": 1})
