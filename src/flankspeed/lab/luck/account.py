"""The account of a match's luck: all throws, and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import log2, sqrt
from typing import Any

import msgspec

from flankspeed.engine import Game, Record, replay
from flankspeed.engine.report.luck import Scored, added, grouped
from flankspeed.engine.report.story import START, Story
from flankspeed.engine.report.types import Luck

ALL = "all throws"


class ThrowLuck(msgspec.Struct, frozen=True):
    """A throw against what was to be expected of it.

    `counted` is what it has read, as a number, `expected` what that is on average and `spread` its
    standard deviation. `deviations` is its luck; `as_good` and `as_bad` are the chances to do so.
    """

    choice: int
    turn: str
    side: str
    kind: str
    dice: list[int]
    result: str
    counted: float
    expected: float
    spread: float
    deviations: float
    as_good: float
    as_bad: float


class KindLuck(msgspec.Struct, frozen=True):
    """All throws of a kind and side, added up."""

    side: str
    kind: str
    throws: int
    counted: float
    expected: float
    spread: float
    deviations: float


class Swing(msgspec.Struct, frozen=True):
    """By how much a throw has changed a side's chance to win, by rollouts; with standard error."""

    side: str
    rollouts: int
    change: float
    error: float


class BigThrow(msgspec.Struct, frozen=True):
    """One of the biggest throws, what is told of it, and its swing.

    `change` is what the sides gained in strength with the choice that it followed; `swing` is told
    where rollouts were asked for.
    """

    throw: ThrowLuck
    text: str
    change: dict[str, float]
    swing: Swing | None = None


class Account(msgspec.Struct, frozen=True):
    """The luck of a match. `between` is that of the first side less that of the other."""

    game: str
    scenario: str
    choices: int
    sides: list[Luck]
    between: float | None
    kinds: list[KindLuck]
    turns: list[Luck]
    biggest: list[BigThrow]
    throws: list[ThrowLuck]


class Replayed:
    """A record replayed once: its story, the biggest of its throws, and its account."""

    def __init__(self, game: Game[Any], record: Record, most: int) -> None:
        self.story = Story(game)
        self._match = replay(game, record, watch=self.story.watch)
        self.biggest = self._biggest(most)

    def _biggest(self, most: int) -> list[Scored]:
        """The unlikeliest throws, either way, weighed by what they were for and what followed."""

        def weight(throw: Scored) -> float:
            meant = 1 + throw.stake.shot + self.story.followed(throw)
            return -log2(throw.score.rarity) * meant

        return nlargest(most, self.story.throws, key=weight)

    def account(self, swings: Sequence[Swing | None] = ()) -> Account:
        """What it adds up to; `swings` are those of the biggest throws, if they are known."""
        story, throws = self.story, self.story.throws
        sides = added(throws, [ALL for _ in throws])
        known = [*swings] or [None for _ in self.biggest]
        changes = {chapter.choice: chapter.change for chapter in story.chapters}
        return Account(
            game=story.game.name,
            scenario=self._match.record.header.scenario,
            choices=self._match.choices,
            sides=sides,
            between=_between(sides, throws),
            kinds=_kinds(throws),
            turns=added(throws, [throw.told.turn or START for throw in throws]),
            biggest=[
                BigThrow(
                    _told(throw),
                    story.game.describe(throw.told.event),
                    changes[throw.told.choice],
                    swing,
                )
                for throw, swing in zip(self.biggest, known, strict=True)
            ],
            throws=[_told(throw) for throw in throws],
        )


def _told(throw: Scored) -> ThrowLuck:
    mean, variance = throw.expected
    own = throw.reading.dice[throw.die : throw.die + throw.roll.count]
    return ThrowLuck(
        throw.told.choice,
        throw.told.turn or START,
        throw.stake.side,
        throw.stake.name,
        list(own),
        str(throw.result),
        throw.counted,
        mean,
        sqrt(variance),
        throw.score.deviations,
        throw.score.chance,
        throw.score.as_bad,
    )


def _kinds(throws: Sequence[Scored]) -> list[KindLuck]:
    lucks = added(throws, [throw.stake.name for throw in throws])
    parts = grouped(throws, [throw.stake.name for throw in throws])
    return [
        KindLuck(
            luck.side,
            luck.name,
            luck.throws,
            sum(throw.counted for throw in part),
            sum(throw.expected.mean for throw in part),
            sqrt(sum(throw.expected.variance for throw in part)),
            luck.deviations,
        )
        for luck, part in zip(lucks, parts.values(), strict=True)
    ]


def _between(sides: Sequence[Luck], throws: Sequence[Scored]) -> float | None:
    """How much luckier the first of two sides was: what is good for one is bad for the other."""
    if len(sides) != 2:
        return None
    scores = [(throw.stake.side == sides[0].side, throw.score) for throw in throws]
    value = sum(score.value if own else -score.value for own, score in scores)
    return value / sqrt(sum(score.variance for _, score in scores))
