"""What must hold in every game, whatever its rules: random play over seeds, scenarios and options.

A new game in `flankspeed.games.names()` is tested here without another word.
"""

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flankspeed import games
from flankspeed.engine import Choice, Game, Match, Record, Rolled, State, replay, verify
from flankspeed.engine.game import OptionInfo
from flankspeed.engine.records.rows import Line

NUMBERS = {"p1.turnCap": st.integers(1, 25)}  # options that take a number, and a range that ends
LIMIT = 20_000  # choices: no random game comes near

every_game = pytest.mark.parametrize("name", games.names())
few = settings(max_examples=20, deadline=None)


class Setup(NamedTuple):
    """A game to be played at random; the seed is for dice and choices alike."""

    game: Game[Any]
    scenario: str
    options: dict[str, object]
    seed: int

    def match(self) -> Match:
        return Match(self.game, self.scenario, self.options, dice=Rolled(self.seed))

    def state(self, dice: Rolled) -> State:
        state: State = self.game.new(self.scenario, self.game.options(self.options))
        state.advance(dice)
        return state

    def pick(self, state: State, chance: random.Random) -> Choice:
        assert state.decision
        return chance.choice(state.decision.options)

    def played(self) -> Iterator[Match]:
        """One match, given out before the first choice and after each one."""
        match, chance = self.match(), random.Random(self.seed)
        yield match
        while match.decision:
            match.play(self.pick(match.state, chance))
            yield match


def values_of(info: OptionInfo) -> st.SearchStrategy[object]:
    if "|" in info.values:  # a custom value needs data that only the game can explain
        return st.sampled_from([v for v in info.values.split("|") if v != "custom"])
    return NUMBERS.get(info.name, st.just(info.default))


@st.composite
def setups(draw: st.DrawFn, name: str) -> Setup:
    game = games.load(name)
    infos = st.sampled_from(game.option_infos())
    changed = draw(st.lists(infos, unique_by=lambda info: info.name))
    options = {
        info.name: draw(values_of(info)) for info in sorted(changed, key=lambda info: info.name)
    }
    names = game.ready_scenarios()
    scenario = draw(st.just(names[0]) | st.sampled_from(names))
    return Setup(game, scenario, options, draw(st.integers(0, 2**32)))


@every_game
@few
@given(data=st.data())
def test_random_play_ends_and_no_state_has_a_fault(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    dice, chance = Rolled(setup.seed), random.Random(setup.seed)
    state = setup.state(dice)
    choices = 0
    while state.decision:
        assert setup.game.faults(state) == []
        assert state.result is None
        assert state.decision.seat in setup.game.seats
        assert len(state.decision.options) >= 2 or state.decision.asked
        choices += 1
        assert choices < LIMIT
        state.play(setup.pick(state, chance), dice)
    assert setup.game.faults(state) == []
    assert state.result is not None
    assert state.result.winner in (None, *setup.game.seats, *setup.game.enemies)
    assert setup.game.figures(state)


@every_game
@few
@given(data=st.data())
def test_every_option_has_a_text_of_its_own(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    for match in setup.played():
        decision = match.decision
        for option in decision.options if decision else ():
            assert decision
            assert decision.find(option.text) is option  # so no two have the same text
            assert option.text == " ".join(option.text.split())
            assert not set(option.text) & set("[]#")
            assert option.label


@every_game
@few
@given(data=st.data())
def test_a_copy_played_on_leaves_the_original_alone(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    dice, chance = Rolled(setup.seed), random.Random(setup.seed)
    state = setup.state(dice)
    while state.decision:
        if chance.random() < 0.1:
            frozen = pickle.dumps(state)
            twin, other_dice = state.copy(), dice.copy()
            assert twin == state
            for _ in range(chance.randrange(1, 60)):
                if twin.decision:
                    twin.play(setup.pick(twin, chance), other_dice)
            assert twin != state
            assert state == pickle.loads(frozen)
        state.play(setup.pick(state, chance), dice)


@every_game
@few
@given(data=st.data())
def test_a_pickled_state_is_equal_and_plays_on_alike(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    dice, chance = Rolled(setup.seed), random.Random(setup.seed)
    state = setup.state(dice)
    while state.decision:
        twin: State = pickle.loads(pickle.dumps(state)) if chance.random() < 0.2 else state.copy()
        assert twin == state
        choice = setup.pick(state, chance)
        twin.play(choice, dice.copy())
        state.play(choice, dice)
        assert twin == state
    assert pickle.loads(pickle.dumps(state)) == state


@every_game
@few
@given(data=st.data())
def test_a_record_replays_to_the_same_state_and_verifies(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    stop = data.draw(st.integers(0, 400) | st.none())
    for match in setup.played():
        if match.choices == stop:
            break
    record = Record.parse(str(match.record))
    again = replay(setup.game, record)
    assert again.state == match.state
    assert again.events == match.events
    assert str(again.record) == str(match.record)
    assert verify(setup.game, record) is True
    direct = setup.state(dice := Rolled(setup.seed))
    for line in match.record.lines:
        if line.number:
            assert direct.decision
            direct.play(direct.decision.find(line.choice), dice)
    assert direct == match.state  # neither the log nor the record makes a difference


@every_game
@few
@given(data=st.data())
def test_undo_goes_back_as_far_as_the_last_dice(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name))
    chance = random.Random(setup.seed)
    match = setup.match()
    since_dice: list[tuple[State, list[Line]]] = []
    while match.decision:
        before = (match.state.copy(), match.record.lines[:])
        match.play(setup.pick(match.state, chance))
        if match.record.lines[-1].throws or match.result:
            since_dice.clear()
        else:
            since_dice.append(before)
        assert (match.undo_barred() is None) is bool(since_dice)
        if since_dice and chance.random() < 0.1:
            for _ in range(chance.randrange(len(since_dice)) + 1):
                match.undo()
                assert (match.state, match.record.lines) == since_dice.pop()
    assert verify(setup.game, match.record) is True


RECORD = """
import random, sys
import flankspeed
name, scenario, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
match, chance = flankspeed.new(name, scenario, seed=seed), random.Random(seed)
while match.decision:
    match.play(chance.choice(match.decision.options))
match.record.header.date = ""
print(match.record, end="")
"""


@every_game
def test_the_same_seed_is_the_same_game_in_every_process(name: str) -> None:
    game = games.load(name)
    names = game.ready_scenarios()
    for scenario in (names[0], names[-1]):
        here = list(Setup(game, scenario, {}, 11).played())[-1].record
        here.header.date = ""
        for hash_seed in ("0", "1", "4242"):
            there = subprocess.run(
                [sys.executable, "-c", RECORD, name, scenario, "11"],
                env=os.environ
                | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": hash_seed},
                capture_output=True,
                check=True,
            )
            assert there.stdout.decode() == str(here)


@every_game
@few
@given(data=st.data())
def test_no_choice_in_a_record_is_a_shortcut(name: str, data: st.DataObject) -> None:
    """What a planner means by a word may change; the record knows only what it meant then."""
    setup = data.draw(setups(name))
    match, chance, said = setup.match(), random.Random(setup.seed), set[str]()
    while match.decision:
        shortcuts = [shortcut.text for shortcut in setup.game.shortcuts(match.state)]
        options = [option.text for option in match.decision.options]
        assert not set(shortcuts) & set(options)
        said |= set(shortcuts)
        before = match.choices
        match.play(chance.choice(shortcuts if shortcuts and chance.random() < 0.5 else options))
        assert match.choices > before, "a shortcut on offer stands for something"
    assert not said & {line.choice for line in match.record.lines}
    assert verify(setup.game, Record.parse(str(match.record))) is True
