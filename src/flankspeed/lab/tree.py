"""The game tree: how many options and decisions games have, of which kinds, and what they cost.

The same games are played twice: once to time what takes how long, once to count everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import log10
from time import process_time_ns
from typing import Any, NamedTuple

import msgspec

from flankspeed import bots, games
from flankspeed.engine import Bot, Game, Rolled, State
from flankspeed.engine.dice import Traced
from flankspeed.lab.runners import call_all
from flankspeed.lab.sim import Batch
from flankspeed.lab.statistics import Estimate, Sample

_PART = 10  # games
RANDOM = "random"


class Spread(msgspec.Struct, frozen=True):
    """How some numbers are spread: nine of ten are not above `p90`."""

    mean: float
    median: int
    p90: int
    most: int


class Kind(msgspec.Struct, frozen=True):
    """Decisions of a seat in one kind of step: in a game on average, their options, their texts.

    `rules` is the share of all time that the rules take from such a choice to the next decision,
    `bot` the share that bots take to choose.
    """

    step: str
    seat: str
    decisions: float
    options: float
    most: int
    texts: int
    rules: float
    bot: float


class Size(msgspec.Struct, frozen=True):
    """How many games there are, as powers of ten: by choices alone, and with all dice.

    `typical` is the mean of all games' own size, the product of what could be chosen in them;
    `all` is Knuth's estimate of the whole tree, which random play alone can tell.
    """

    typical: Estimate
    typical_with_dice: Estimate
    all: float | None
    all_with_dice: float | None


class Time(msgspec.Struct, frozen=True):
    """CPU time: that of a game, how much of it the rules take (the rest are bots), their rate."""

    seconds: float
    rules: float
    decisions_per_second: float


class Tree(msgspec.Struct, frozen=True):
    """The shape of a game."""

    game: str
    scenario: str
    options: dict[str, object]
    bot: str
    games: int
    seed: int
    branching: Spread
    geometric: float
    decisions: Spread
    throws: Spread
    dice: Spread
    texts: int
    size: Size
    kinds: list[Kind]
    time: Time


class _Grown(NamedTuple):
    """What one game has counted: its decisions, throws and dice, its size in powers of ten."""

    decisions: int
    throws: int
    dice: int
    size: float
    dice_size: float


class _Counts:
    """What some games have counted; those of parts add up."""

    def __init__(self) -> None:
        self.games: list[_Grown] = []
        self.options: dict[tuple[str, str], Counter[int]] = {}  # by step and seat
        self.texts: dict[tuple[str, str], set[str]] = {}
        self.rules: Counter[tuple[str, str]] = Counter()  # nanoseconds
        self.bots: Counter[tuple[str, str]] = Counter()

    def merge(self, other: _Counts) -> None:
        self.games += other.games
        for key, counts in other.options.items():
            self.options.setdefault(key, Counter()).update(counts)
            self.texts.setdefault(key, set()).update(other.texts[key])
        self.rules.update(other.rules)
        self.bots.update(other.bots)


def tree(
    batch: Batch,
    bot: str,
    count: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Tree:
    """The shape of a batch's game by `count` games that a bot plays at all seats."""
    parts = [(batch, bot, n, min(_PART, count - n)) for n in range(0, count, _PART)]
    counts = _Counts()
    for part in call_all(_grow, parts, jobs):
        counts.merge(part)
        if progress:
            progress(len(part.games))
    return _tree(batch, bot, counts)


def _grow(batch: Batch, bot: str, first: int, count: int) -> _Counts:
    """Time and count the games with these numbers.

    Each is timed first, for bots remember what they have seen; and before all of them another game
    is played, for whatever is made once and kept is no part of a game's time.
    """
    game, counts = games.load(batch.game), _Counts()
    _time(_Counts(), game, batch, -1, _players(game, bot, batch.seed, -1))
    for number in range(first, first + count):
        _time(counts, game, batch, number, _players(game, bot, batch.seed, number))
        _count(counts, game, batch, number, _players(game, bot, batch.seed, number))
    return counts


def _players(game: Game[Any], bot: str, seed: int, number: int) -> dict[str, Bot]:
    own = seed * 1_000_003 + number * 10
    return {seat: bots.make(game, bot, own + at) for at, seat in enumerate(game.seats)}


def _start(game: Game[Any], batch: Batch) -> State:
    state: State = game.new(batch.scenario, game.options(batch.options), batch.data)
    return state


def _key(state: State) -> tuple[str, str]:
    """The kind of a decision: the step that waits for it, and whose it is."""
    assert state.decision is not None
    return type(state.agenda[-1]).__name__, state.decision.seat


def _count(
    counts: _Counts, game: Game[Any], batch: Batch, number: int, players: Mapping[str, Bot]
) -> None:
    state, dice = _start(game, batch), Traced(Rolled(batch.seed, number))
    state.advance(dice)
    decisions, size = 0, 0.0
    while (decision := state.decision) is not None:
        key = _key(state)
        options = len(decision.options)
        counts.options.setdefault(key, Counter())[options] += 1
        counts.texts.setdefault(key, set()).update(option.text for option in decision.options)
        decisions += 1
        size += log10(options)
        state.play(players[decision.seat].choose(state, decision), dice)
    thrown = sum(len(throw.values) for throw in dice.throws)
    dice_size = sum(len(throw.values) * log10(throw.sides) for throw in dice.throws)
    counts.games.append(_Grown(decisions, len(dice.throws), thrown, size, dice_size))


def _time(
    counts: _Counts, game: Game[Any], batch: Batch, number: int, players: Mapping[str, Bot]
) -> None:
    state, dice = _start(game, batch), Rolled(batch.seed, number)
    state.advance(dice)
    while (decision := state.decision) is not None:
        key, began = _key(state), process_time_ns()
        choice = players[decision.seat].choose(state, decision)
        chosen = process_time_ns()
        state.play(choice, dice)
        counts.rules[key] += process_time_ns() - chosen
        counts.bots[key] += chosen - began


def _tree(batch: Batch, bot: str, counts: _Counts) -> Tree:
    grown, options = counts.games, Counter[int]()
    for each in counts.options.values():
        options.update(each)
    decisions = sum(game.decisions for game in grown)
    return Tree(
        game=batch.game,
        scenario=batch.scenario,
        options=batch.options,
        bot=bot,
        games=len(grown),
        seed=batch.seed,
        branching=_spread(options),
        geometric=10 ** (sum(game.size for game in grown) / max(decisions, 1)),
        decisions=_spread(Counter(game.decisions for game in grown)),
        throws=_spread(Counter(game.throws for game in grown)),
        dice=_spread(Counter(game.dice for game in grown)),
        texts=len(set[str]().union(*counts.texts.values())),
        size=_size(grown, bot == RANDOM),
        kinds=list(_kinds(counts)),
        time=_timed(counts, decisions),
    )


def _spread(counts: Counter[int]) -> Spread:
    numbers = sorted(counts.elements()) or [0]
    last = len(numbers) - 1
    mean = sum(numbers) / len(numbers)
    return Spread(mean, numbers[last // 2], numbers[-(-9 * last // 10)], numbers[-1])


def _size(grown: list[_Grown], whole: bool) -> Size:
    sizes = [game.size for game in grown]
    with_dice = [game.size + game.dice_size for game in grown]
    return Size(
        _mean(sizes),
        _mean(with_dice),
        _log_mean(sizes) if whole else None,
        _log_mean(with_dice) if whole else None,
    )


def _mean(values: list[float]) -> Estimate:
    sample = Sample()
    for value in values:
        sample.add(value)
    return sample.estimate


def _log_mean(powers: list[float]) -> float:
    """The mean of powers of ten, as a power of ten: the numbers themselves are too large."""
    most = max(powers)
    return most + log10(sum(10 ** (power - most) for power in powers) / len(powers))


def _kinds(counts: _Counts) -> Iterator[Kind]:
    """The kinds of decisions, the most frequent first."""
    whole = max(counts.rules.total() + counts.bots.total(), 1)  # a coarse clock may not have moved
    order = sorted(counts.options.items(), key=lambda each: (-each[1].total(), each[0]))
    for (step, seat), options in order:
        yield Kind(
            step,
            seat,
            options.total() / len(counts.games),
            sum(number * times for number, times in options.items()) / options.total(),
            max(options),
            len(counts.texts[step, seat]),
            counts.rules[step, seat] / whole,
            counts.bots[step, seat] / whole,
        )


def _timed(counts: _Counts, decisions: int) -> Time:
    rules, bot = counts.rules.total() / 1e9, counts.bots.total() / 1e9
    whole = max(rules + bot, 1e-9)
    return Time(whole / len(counts.games), rules / whole, decisions / max(rules, 1e-9))
