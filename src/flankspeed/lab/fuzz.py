"""Fuzz: random games with random options, every invariant checked after every choice."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from flankspeed.engine import Choice, Game, Match, OptionError, Options, Rolled, State, replay
from flankspeed.engine.dice import Traced
from flankspeed.engine.records.record import Record
from flankspeed.engine.records.rows import Line

MOST_CHOICES = 100_000  # a game that goes on for longer will not end

T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True):
    """Something that must never happen, and the record that leads to it."""

    game: int
    message: str
    record: str


def fuzz(
    game: Game[Any],
    count: int,
    seed: int = 0,
    folder: Path = Path(),
    progress: Callable[[int], None] | None = None,
) -> Fault | None:
    """Play random games until one goes wrong; the fault, its record written to `folder`."""
    for number in range(count):
        match = None
        try:
            match = _new_match(game, seed, number)
            _play(match, Random(f"{seed} {number}"))
            _check_end(match)
        except Exception as error:  # whatever it is, it is what we are looking for
            message = f"{type(error).__name__}: {error}"
            if match is None:  # it did not even begin: the numbers say how to
                return Fault(number, f"{message} (seed {seed})", "")
            path = folder / f"fuzz-{game.name}-{seed}-{number}.fsr"
            try:
                path.write_text(str(match.record), encoding="utf-8")
            except OSError as refused:
                return Fault(number, f"{message} (cannot write {path}: {refused.strerror})", "")
            return Fault(number, message, str(path))
        if progress:
            progress(1)
    return None


class InvariantBroken(Exception):
    """What `fuzz` raises for a state that must not be."""


def random_options(game: Game[Any], random: Random) -> dict[str, object]:
    """Any values for some of the options; most stay at their default, so that pairs meet."""
    chosen: dict[str, object] = {}
    for info in game.option_infos():
        values = [value for value in info.values.split("|") if value != "custom"]
        if len(values) > 1 and random.random() < 0.3:
            chosen[info.name] = random.choice(values)
    return chosen


def _new_match(game: Game[Any], seed: int, number: int) -> Match:
    random = Random(f"options {seed} {number}")
    options = random_options(game, random) if number % 2 else {}
    names = game.ready_scenarios()
    scenario = random.choice(names) if number % 4 == 3 else names[0]
    return Match(game, scenario, options, dice=Rolled(seed * 1_000_003 + number))


class _Told(NamedTuple):
    """What a game tells agents: all actions, and how many decisions there can be."""

    actions: frozenset[str] | None
    longest: int


def _told(match: Match) -> _Told:
    game, header = match.game, match.record.header
    options = game.options(header.options)

    def asked(call: Callable[[str, Options], T]) -> T | None:
        try:
            return call(header.scenario, options)
        except OptionError:  # a game need not tell, nor can it with every option
            return None

    actions = asked(game.actions)
    longest = asked(game.longest)
    return _Told(
        None if actions is None else frozenset(actions),
        MOST_CHOICES if longest is None else longest,
    )


def _play(match: Match, random: Random) -> None:
    told = _told(match)
    while match.decision is not None:
        _check_state(match)
        _check_told(match, told)
        choice = random.choice(match.decision.options)
        before, twin = match.state, _twin(match.state, random)
        assert isinstance(match.dice, Rolled)
        dice = match.dice.copy()
        try:
            match.play(choice.text)
        except Exception as error:
            match.record.lines.append(_failed_line(match, choice, dice, error))
            raise
        if before != twin:
            raise InvariantBroken("playing on changed the state it started from")
        if match.choices > told.longest:
            raise InvariantBroken(f"the game does not end in {told.longest} choices")
        if not match.record.lines[-1].throws and random.random() < 0.1:
            _check_undo(match, choice, twin)


def _twin(state: State, random: Random) -> State:
    """A copy; now and then by way of pickle, which cannot share what a wrong `copy` shares."""
    if random.random() < 0.1:
        twin: State = pickle.loads(pickle.dumps(state))
        return twin
    return state.copy()


def _check_state(match: Match) -> None:
    decision = match.decision
    assert decision is not None
    texts = [option.text for option in decision.options]
    if len(texts) < (1 if decision.asked else 2):
        raise InvariantBroken(f"a decision with {len(texts)} options was offered")
    if len(set(texts)) != len(texts):
        raise InvariantBroken("two options have the same text")
    if decision.seat not in match.game.seats:
        raise InvariantBroken(f"{decision.seat!r} has to choose")
    faults = match.game.faults(match.state)
    if faults:
        raise InvariantBroken("; ".join(faults))


def _check_told(match: Match, told: _Told) -> None:
    """What agents are told is so: nothing else is on offer, and a side stands within bounds."""
    decision, game = match.decision, match.game
    assert decision is not None
    if told.actions is not None:
        actions = [option.action for option in decision.options]
        if not told.actions.issuperset(actions):
            unknown = next(action for action in actions if action not in told.actions)
            raise InvariantBroken(f"{unknown!r} is none of the actions that agents are told")
        if len(set(actions)) != len(actions):
            raise InvariantBroken("two options are the same action")
    for side in (*game.seats, *game.enemies):
        score = game.score(match.state, side)
        if not -1 <= score <= 1:
            raise InvariantBroken(f"{side} scores {score}")


def _check_undo(match: Match, choice: Choice, before: State) -> None:
    """A choice without dice can be taken back and made again."""
    if match.result is None and match.undo_barred() is None:
        after = match.state
        match.undo()
        if match.state != before:
            raise InvariantBroken(f"undoing {choice.text!r} does not lead back")
        match.play(choice.text)
        if match.state != after:
            raise InvariantBroken(f"{choice.text!r} made again leads elsewhere")


def _check_end(match: Match) -> None:
    faults = match.game.faults(match.state)
    if match.result is None:
        faults.append("nothing is left to decide, but there is no result")
    if faults:
        raise InvariantBroken("; ".join(faults))
    again = replay(match.game, Record.parse(str(match.record)))
    if again.state != match.state:
        raise InvariantBroken("the record replays to another state")


def _failed_line(match: Match, choice: Choice, dice: Rolled, error: Exception) -> Line:
    """The choice that went wrong, with the dice it threw before it did."""
    traced = Traced(dice)
    state = match.state.copy()
    try:
        state.play(choice, traced)
    except Exception as again:
        error = again
    decision = match.decision
    seat = decision.seat if decision else "game"
    comment = f"fault: {type(error).__name__}"
    return Line(match.choices + 1, seat, choice.text, tuple(traced.throws), comment)
