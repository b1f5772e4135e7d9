"""Luck: how every throw went, against the exact chances of the roll that was thrown.

A throw's score is where its result lies among all that the roll could have read: the chance of a
worse result and half the chance of the same one, less a half. It is 0 on average whatever is
thrown, so throws of all kinds can be added up; their sum is told in standard deviations of it. What
a throw meant for the game is no part of this: a miss at a hulk counts as one at a flagship.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2, sqrt
from typing import Any, NamedTuple

from flankspeed.engine.errors import DataError
from flankspeed.engine.event import Event
from flankspeed.engine.game import Game
from flankspeed.engine.report.stakes import LOW, Order, Stake
from flankspeed.engine.report.types import Luck
from flankspeed.engine.roll import AnyRoll, Count, Each, Reading, Roll


class Score(NamedTuple):
    """How a throw went: its score, the variance of that, the chance to do as well or better."""

    value: float
    variance: float
    chance: float

    @property
    def deviations(self) -> float:
        """The score in its own standard deviations."""
        return self.value / sqrt(self.variance)

    @property
    def as_bad(self) -> float:
        """The chance to do as badly or worse."""
        return self.chance + 2 * self.value

    @property
    def rarity(self) -> float:
        """The chance to be as lucky, or as unlucky, whichever it was."""
        return min(self.chance, self.as_bad)


class Expected(NamedTuple):
    """What a throw counts on average, and the variance of that."""

    mean: float
    variance: float


class Told(NamedTuple):
    """An event in the story of a match: its number there, the choice it followed, its turn."""

    number: int
    event: Event
    choice: int
    turn: str


class Scored(NamedTuple):
    """A throw of somebody's, what it was and read, and how it went."""

    told: Told
    stake: Stake
    score: Score
    reading: Reading[Any]
    roll: Roll[Any] | Count
    result: Any
    number: int  # of its reading among those of the event
    die: int  # the first of its own among those of the reading

    @property
    def surprise(self) -> float:
        """How unlikely it was to go as well, in bits."""
        return -log2(self.score.chance)

    @property
    def counted(self) -> float:
        """What it has read, as a number; of named results their place in the order, worst 0."""
        return _counted(self.roll, self.result, self.stake.better)

    @property
    def expected(self) -> Expected:
        """What that is by the exact chances."""
        chances = self.roll.chances().items()
        counted = [
            (_counted(self.roll, each, self.stake.better), chance) for each, chance in chances
        ]
        mean = sum(number * chance for number, chance in counted)
        return Expected(mean, sum((number - mean) ** 2 * chance for number, chance in counted))


def scored(game: Game[Any], told: Told) -> Iterator[Scored]:
    """The throws of an event that favour somebody; dice read one by one are throws of their own."""
    for number, reading in enumerate(told.event.readings):
        stake = game.stake(told.event, reading) if reading.dice else None
        if stake is None:
            continue
        for die, (roll, result) in enumerate(parts(reading)):
            score = score_of(roll, result, stake.better)
            if score and isinstance(roll, Roll | Count):
                yield Scored(told, stake, score, reading, roll, result, number, die)


def parts(reading: Reading[Any]) -> Iterable[tuple[AnyRoll[Any], Any]]:
    """A throw with its result, or the throws that it is made of."""
    roll = reading.roll
    if isinstance(roll, Each):
        return zip(roll.rolls, reading.result, strict=True)
    return [(roll, reading.result)]


def score_of(roll: AnyRoll[Any], result: Any, better: Order) -> Score | None:
    """The score of a result; None if the roll's results have no order, or it has one only."""
    if not isinstance(roll, Roll | Count):
        return None
    chances = roll.chances()
    if isinstance(better, str) and not all(isinstance(each, int | float) for each in chances):
        return None
    ranks: dict[float, float] = {}
    for each, chance in chances.items():
        if chance:
            rank = _rank(roll, each, better)
            ranks[rank] = ranks.get(rank, 0.0) + chance
    if len(ranks) < 2:
        return None
    here = _rank(roll, result, better)
    below = sum(chance for rank, chance in ranks.items() if rank < here)
    as_good = min(1.0, sum(chance for rank, chance in ranks.items() if rank >= here))
    variance = (1 - sum(chance**3 for chance in ranks.values())) / 12
    return Score(below + ranks[here] / 2 - 0.5, variance, as_good)


def _rank(roll: AnyRoll[Any], result: Any, better: Order) -> float:
    """Where a result stands among all: higher is better."""
    counted = _counted(roll, result, better)
    return -counted if better == LOW else counted


def _counted(roll: AnyRoll[Any], result: Any, better: Order) -> float:
    """A result as a number."""
    if isinstance(better, str):
        return float(result)
    if result not in better:
        raise DataError(f"{roll.why!r} can read {result!r}, which the order of its results lacks")
    return better.index(result)


def total(side: str, name: str, throws: Iterable[Scored]) -> Luck:
    """Throws of one side added up."""
    scores = [throw.score for throw in throws]
    variance = sum(score.variance for score in scores)
    value = sum(score.value for score in scores)
    return Luck(side, name, len(scores), value / sqrt(variance) if variance else 0.0)


def added(throws: Sequence[Scored], names: Sequence[str]) -> list[Luck]:
    """Throws added up by their names and sides, in the order in which the names came."""
    parts = grouped(throws, names)
    return [total(side, name, part) for (name, side), part in parts.items()]


def grouped(throws: Sequence[Scored], names: Sequence[str]) -> dict[tuple[str, str], list[Scored]]:
    """Throws by their names, in the order in which these came, and by their sides."""
    parts: dict[str, dict[str, list[Scored]]] = {}
    for throw, name in zip(throws, names, strict=True):
        parts.setdefault(name, {}).setdefault(throw.stake.side, []).append(throw)
    return {
        (name, side): part for name, sides in parts.items() for side, part in sorted(sides.items())
    }


def side_name(game: Game[Any], side: str) -> str:
    """A side as people know it; throws of nobody in particular are the dice's own."""
    return game.sides[side].name if side in game.sides else "the dice"
