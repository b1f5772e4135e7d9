"""Copies: what is raised and played can be copied and sent, cheaply and independently."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from toy_game import Gamble, Nim, nim, play

import flankspeed
from flankspeed import bots, games
from flankspeed.bots.random import RandomBot
from flankspeed.engine import (
    Entered,
    FlankspeedError,
    MissingPackage,
    NeedDice,
    Record,
    RecordError,
    Rolled,
    State,
    Step,
)
from flankspeed.engine.slots import slots_of


def sent(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


COPIES = pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, sent])


# Errors


def _all_errors(kind: type[FlankspeedError] = FlankspeedError) -> list[type[FlankspeedError]]:
    for module in pkgutil.walk_packages(flankspeed.__path__, "flankspeed."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = [kind]
    for sub in kind.__subclasses__():
        found += _all_errors(sub)
    return found


def _made(kind: type[FlankspeedError]) -> FlankspeedError:
    if issubclass(kind, NeedDice):
        return kind(2, 8, "a test")
    if issubclass(kind, MissingPackage):
        return kind("numpy", "odds")
    if issubclass(kind, RecordError):
        return kind("it is broken", 7)
    return kind("it is broken")


@COPIES
def test_every_error_can_be_copied_and_sent(copied: Callable[[Any], Any]) -> None:
    kinds = [kind for kind in _all_errors() if kind.__module__.startswith("flankspeed.")]
    assert len(kinds) >= 10
    for kind in kinds:
        error = _made(kind)
        twin = copied(error)
        assert type(twin) is kind
        assert (str(twin), twin.args, vars(twin)) == (str(error), error.args, vars(error))


@COPIES
def test_errors_raised_for_real(copied: Callable[[Any], Any], tmp_path: Path) -> None:
    with pytest.raises(NeedDice) as need:
        nim(Entered()).play("gamble")
    twin = copied(need.value)
    assert (twin.count, twin.sides, twin.why) == (1, 6, "the gamble")
    (tmp_path / "x.fsr").write_text("flankspeed: 2\n\n")
    with pytest.raises(RecordError) as broken:
        Record.read(tmp_path / "x.fsr")
    assert (copied(broken.value).line, copied(broken.value).message) == (
        broken.value.line,
        broken.value.message,
    )


# States and steps


def in_play(game: str) -> State:
    """A state in which somebody must choose, some way into a game."""
    match, chance = flankspeed.new(game, seed=7), Random(3)
    state = match.state
    while match.decision is not None and match.choices < 40:
        state = match.state
        match.play(chance.randrange(len(match.decision.options)))
    return state


@pytest.mark.parametrize("game", games.names())
def test_a_deep_copy_is_what_copy_makes(game: str) -> None:
    """Counted: the copy is one call of the state's own, and nothing is walked through."""
    played, calls = in_play(game), []

    class Counted(type(played)):  # type: ignore[misc]
        __slots__ = ()

        def copy(self) -> State:
            calls.append(self)
            twin: State = super().copy()
            return twin

    state = Counted.__new__(Counted)
    for slot in slots_of(Counted):
        setattr(state, slot, getattr(played, slot))
    for copied in (copy.deepcopy, copy.copy):
        memo: dict[int, Any] = {}
        calls.clear()
        twin = copy.deepcopy(state, memo) if copied is copy.deepcopy else copy.copy(state)
        assert calls == [state]
        assert len(memo) <= 2  # the state, and what keeps it alive
        assert twin == played
        assert twin is not state
        assert twin.agenda is not state.agenda
        assert twin.charts is state.charts
        assert twin.decision is state.decision


@pytest.mark.parametrize("game", games.names())
def test_a_deep_copy_of_a_state_goes_its_own_way(game: str) -> None:
    state = in_play(game)
    before, twin = state.copy(), copy.deepcopy(state)
    for _ in range(20):
        if twin.decision is None:
            break
        twin.play(0, Rolled(5))
    assert state == before
    assert state != twin


@pytest.mark.parametrize("game", games.names())
def test_a_state_can_be_sent(game: str) -> None:
    state = in_play(game)
    twin = sent(state)
    assert twin == state
    assert [option.label for option in twin.decision.options] == [
        option.label
        for option in state.decision.options  # type: ignore[union-attr]
    ]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_step_is_copied_by_its_own_hand(copied: Callable[[Any], Any]) -> None:
    step: Step[Any] = Gamble()
    twin = copied(step)
    assert (twin is not step, twin == step) == (True, True)
    same = Nim().new("plain", Nim().options()).agenda[0]
    assert copied(same) is same  # it never changes, and says so


# Matches


@COPIES
def test_a_copied_match_is_a_match_of_its_own(copied: Callable[[Any], Any], tmp_path: Path) -> None:
    match = play(nim(Rolled(3), "random", heap=40), "take 1", "gamble", "take 2")
    match.save(tmp_path / "x.fsr")
    text, state = str(match.record), match.state.copy()
    twin = copied(match)
    assert (str(twin.record), twin.state, twin.events) == (text, state, match.events)
    play(twin, "gamble", "take 1")
    assert (str(match.record), match.state) == (text, state)
    assert (tmp_path / "x.fsr").read_text() == text
    play(match, "gamble", "take 1")
    assert (str(twin.record), twin.state) == (str(match.record), match.state)
    match.close()


# Bots


@COPIES
def test_a_copied_random_bot_has_a_stream_of_its_own(copied: Callable[[Any], Any]) -> None:
    state = nim(Rolled(1)).state
    assert state.decision
    bot = RandomBot(4)
    bot.choose(state, state.decision)
    twin = copied(bot)
    mine = [bot.choose(state, state.decision) for _ in range(30)]
    assert [twin.choose(state, state.decision) for _ in range(30)] == mine
    assert len({choice.text for choice in mine}) > 1


@pytest.mark.slow  # a bot is copied with all that it has ever looked up
@pytest.mark.parametrize("copied", [copy.deepcopy, sent])
@pytest.mark.parametrize("game", games.names())
def test_a_copied_bot_chooses_the_same(game: str, copied: Callable[[Any], Any]) -> None:
    for name in bots.names(games.load(game)):
        bot, match = bots.make(games.load(game), name), flankspeed.new(game, seed=2)
        for _ in range(5):
            if match.decision is None:
                break
            twin = copied(bot)
            choice = bot.choose(match.state, match.decision)
            assert twin.choose(match.state, match.decision) == choice
            match.play(choice)
