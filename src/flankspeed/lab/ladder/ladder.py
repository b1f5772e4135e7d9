"""Ladders: bots play each other from both seats, or a solitaire each, all with the same dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

import msgspec

from flankspeed import games
from flankspeed.engine import OptionError
from flankspeed.lab.ladder.bradley_terry import Duel, check_installed, fit
from flankspeed.lab.runners import call_all
from flankspeed.lab.sim import Batch, play_games
from flankspeed.lab.statistics import Estimate, Sample, proportion

ELO_POINTS = "Elo points"
WINS = "wins"
_PART = 10  # games: something to do for every process, and progress is seen


class Rung(msgspec.Struct, frozen=True):
    """A bot's place: how far it is ahead of the anchor, and of the next bot below.

    `score` is the share of all points that it has made, a draw being half a point; `figure` is
    what a solitaire is told apart by.
    """

    bot: str
    rating: Estimate
    step: Estimate | None
    score: Estimate
    figure: Estimate | None = None


class Meeting(msgspec.Struct, frozen=True):
    """Two bots at their seats: the share of points of the first one, and what the ladder expects.

    Draws count half a point.
    """

    bots: dict[str, str]
    games: int
    draws: int
    score: Estimate
    expected: float


class Advantage(msgspec.Struct, frozen=True):
    """What a seat is worth to whoever sits there."""

    seat: str
    points: Estimate


class Ladder(msgspec.Struct, frozen=True):
    """The bots of a game, the strongest first.

    Ratings count `unit`, and more of them is better, even where less of the unit is (`low`).
    """

    game: str
    scenario: str
    options: dict[str, object]
    games: int
    seed: int
    anchor: str
    unit: str
    low: bool
    rungs: list[Rung]
    advantage: Advantage | None
    meetings: list[Meeting]
    seconds: float

    @property
    def title(self) -> str:
        """What the ratings are."""
        fewer = ", fewer are better" if self.low else ""
        return f"Ahead of {self.anchor} ({self.unit}{fewer}; 95 %)"


class Played(NamedTuple):
    """A game that is over: the points of the first seat, and its figures."""

    points: float
    figures: dict[str, float]


def ladder(
    batch: Batch,
    names: Sequence[str],
    anchor: str,
    count: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Ladder:
    """Rank bots by games 0 to `count` of a batch (whose own bots do not count).

    `progress` hears how many more games are done.
    """
    started = time.perf_counter()
    game = games.load(batch.game)
    duel = len(game.seats) == 2
    if duel:
        check_installed()  # before many games are played
    seatings = seatings_of(game.seats, names)
    batches = [
        msgspec.structs.replace(batch, bots=dict(zip(game.seats, seating, strict=True)))
        for seating in seatings
    ]
    played = _play(batches, count, jobs, progress)
    made = dict(zip(seatings, played, strict=True))
    rank = _rank_duels if duel else _rank_solitaire
    ranked = rank(batch.game, names, anchor, made)
    return Ladder(
        game=batch.game,
        scenario=batch.scenario,
        options=batch.options,
        games=count,
        seed=batch.seed,
        anchor=anchor,
        unit=ranked.unit,
        low=ranked.low,
        rungs=ranked.rungs,
        advantage=ranked.advantage,
        meetings=ranked.meetings,
        seconds=round(time.perf_counter() - started, 3),
    )


def seatings_of(seats: Sequence[str], bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Who sits where, in all the ways that a ladder plays."""
    if len(seats) > 2:
        raise OptionError(f"a ladder is for games of one or two seats, not of {len(seats)}")
    return list(permutations(bots, len(seats)))


_Made = dict[tuple[str, ...], list[Played]]


class _Ranked(NamedTuple):
    unit: str
    rungs: list[Rung]
    low: bool = False
    advantage: Advantage | None = None
    meetings: list[Meeting] = []  # noqa: RUF012


def _play(
    batches: Sequence[Batch], count: int, jobs: int, progress: Callable[[int], None] | None
) -> list[list[Played]]:
    """The games of each batch, by their numbers."""
    starts = range(0, count, _PART)
    parts = [(batch, first, min(_PART, count - first)) for batch in batches for first in starts]
    found: list[list[Played]] = []
    for number, part in enumerate(call_all(_play_part, parts, jobs)):
        if number % len(starts) == 0:
            found.append([])
        found[-1] += part
        if progress:
            progress(len(part))
    return found


def _play_part(batch: Batch, first: int, count: int) -> list[Played]:
    seat = games.load(batch.game).seats[0]
    return [_played(batch, number, seat) for number in range(first, first + count)]


def _played(batch: Batch, number: int, seat: str) -> Played:
    tally = play_games(batch, number, 1)
    [winner] = tally.wins
    points = 0.5 if winner == "draw" else float(winner == seat)
    return Played(points, {name: figure.total for name, figure in tally.figures.items()})


def _rank_duels(name: str, names: Sequence[str], anchor: str, made: _Made) -> _Ranked:
    """By Bradley and Terry; the games of one number have the same dice."""
    duels = [
        Duel(names.index(first), names.index(second), dice, each.points)
        for (first, second), played in made.items()
        for dice, each in enumerate(played)
    ]
    ratings = fit(duels, len(names), names.index(anchor))
    order = sorted(names, key=lambda bot: -ratings.rating(names.index(bot)).mean)
    below = dict(pairwise(order))
    rungs = [
        Rung(
            bot,
            ratings.rating(at := names.index(bot)),
            ratings.difference(at, names.index(below[bot])) if bot in below else None,
            _score(at, duels),
        )
        for bot in order
    ]
    seats = games.load(name).seats
    meetings = [
        Meeting(
            dict(zip(seats, (first, second), strict=True)),
            len(played),
            sum(each.points == 0.5 for each in played),
            proportion(sum(each.points for each in played), len(played)),
            ratings.expected(names.index(first), names.index(second)),
        )
        for (first, second), played in made.items()
    ]
    advantage = Advantage(seats[0], ratings.advantage)
    return _Ranked(ELO_POINTS, rungs, advantage=advantage, meetings=meetings)


def _score(player: int, duels: Sequence[Duel]) -> Estimate:
    """A player's share of all points; games with the same dice count as one."""
    points: dict[int, list[float]] = {}
    for first, second, dice, of_first in duels:
        if player in (first, second):
            points.setdefault(dice, []).append(of_first if player == first else 1 - of_first)
    return _mean([sum(each) / len(each) for each in points.values()])


def _rank_solitaire(name: str, names: Sequence[str], anchor: str, made: _Made) -> _Ranked:
    """By the figure that the game names, or by its wins; ahead is better, whatever counts."""
    yardstick = games.load(name).yardstick
    unit, low = yardstick or (WINS, False)
    sign = -1 if low else 1
    values = {
        bot: [each.figures[unit] if yardstick else each.points for each in played]
        for (bot,), played in made.items()
    }

    def ahead(bot: str, of: str) -> Estimate:
        pairs = zip(values[bot], values[of], strict=True)
        return _mean([sign * (own - other) for own, other in pairs])

    order = sorted(names, key=lambda bot: -sign * sum(values[bot]))
    below = dict(pairwise(order))
    rungs = [
        Rung(
            bot,
            ahead(bot, anchor),
            ahead(bot, below[bot]) if bot in below else None,
            proportion(sum(each.points for each in made[(bot,)]), len(made[(bot,)])),
            _mean(values[bot]) if yardstick else None,
        )
        for bot in order
    ]
    return _Ranked(unit, rungs, low)


def _mean(values: Sequence[float]) -> Estimate:
    sample = Sample()
    for value in values:
        sample.add(value)
    return sample.estimate
