"""Luck: how every throw went, against the exact chances of the roll that was thrown.

A throw's score is where its result lies among all that the roll could have read: the chance of a
worse result and half the chance of the same one, less a half. It is 0 on average whatever is
thrown, so throws of all kinds can be added up; their sum is told in standard deviations of it. What
a throw meant for the game is no part of this: a miss at a hulk counts as one at a flagship.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


class Told(NamedTuple):
    """An event in the story of a match: its number there, the choice it followed, its turn."""

    number: int
    event: Event
    choice: int
    turn: str


class Scored(NamedTuple):
    """A throw of somebody's, and how it went."""

    told: Told
    stake: Stake
    score: Score

    @property
    def surprise(self) -> float:
        """How unlikely it was to go as well, in bits."""
        return -log2(self.score.chance)


def scored(game: Game[Any], told: Told) -> Iterator[Scored]:
    """The throws of an event that favour somebody; dice read one by one are throws of their own."""
    for reading in told.event.readings:
        stake = game.stake(told.event, reading) if reading.dice else None
        if stake is None:
            continue
        for roll, result in parts(reading):
            score = score_of(roll, result, stake.better)
            if score:
                yield Scored(told, stake, score)


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
    if isinstance(better, str):
        return -float(result) if better == LOW else float(result)
    if result not in better:
        raise DataError(f"{roll.why!r} can read {result!r}, which the order of its results lacks")
    return better.index(result)


def total(side: str, name: str, throws: Iterable[Scored]) -> Luck:
    """Throws of one side added up."""
    scores = [throw.score for throw in throws]
    variance = sum(score.variance for score in scores)
    value = sum(score.value for score in scores)
    return Luck(side, name, len(scores), value / sqrt(variance) if variance else 0.0)
