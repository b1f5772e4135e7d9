"""Batches of games: every game by its number, in any number of processes, always the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from flankspeed import bots, games
from flankspeed.engine import MissingPackage, Rolled
from flankspeed.lab.playout import play_out
from flankspeed.lab.statistics import Estimate, Sample, proportion

_PARTS = 64  # at least, if there are so many games: something to do for every process
_PART = 50  # games at most, so that progress is seen


class Batch(msgspec.Struct, frozen=True):
    """What is played: a worker needs no more than this and a range of numbers."""

    game: str
    scenario: str
    options: dict[str, object]
    bots: dict[str, str]
    seed: int
    data: dict[str, object] = {}


class Tally:
    """What came of some games; tallies of parts add up to the tally of all."""

    def __init__(self) -> None:
        self.games = 0
        self.wins: dict[str, int] = {}
        self.outcomes: dict[str, int] = {}
        self.figures: dict[str, Sample] = {}

    def add(self, winner: str | None, outcome: str, figures: Mapping[str, float]) -> None:
        """Count one game."""
        self.games += 1
        self.wins[winner or "draw"] = self.wins.get(winner or "draw", 0) + 1
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        for name, value in figures.items():
            self.figures.setdefault(name, Sample()).add(value)

    def merge(self, other: Tally) -> None:
        """Count another tally's games."""
        self.games += other.games
        for counts, more in ((self.wins, other.wins), (self.outcomes, other.outcomes)):
            for name, count in more.items():
                counts[name] = counts.get(name, 0) + count
        for name, sample in other.figures.items():
            self.figures.setdefault(name, Sample()).merge(sample)


class Summary(msgspec.Struct, frozen=True):
    """What a simulation reports."""

    game: str
    scenario: str
    games: int
    seed: int
    bots: dict[str, str]
    wins: dict[str, int]
    win_rates: dict[str, Estimate]
    outcomes: dict[str, int]
    figures: dict[str, Estimate]
    seconds: float


def play_games(batch: Batch, first: int, count: int) -> Tally:
    """Play the games with these numbers."""
    game = games.load(batch.game)
    options = game.options(batch.options)
    tally = Tally()
    for number in range(first, first + count):
        seats = {
            seat: bots.make(game, name, seed=batch.seed * 1_000_003 + number * 10 + i)
            for i, (seat, name) in enumerate(sorted(batch.bots.items()))
        }
        dice = Rolled(batch.seed, number)
        state = play_out(game, batch.scenario, options, seats, dice, batch.data)
        assert state.result is not None
        tally.add(*state.result, game.figures(state))
    return tally


def simulate(
    batch: Batch, count: int, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Summary:
    """Play `count` games in `jobs` processes (0: one for each core).

    `progress` hears how many more are done.
    """
    started = time.perf_counter()
    total = Tally()
    for part in _parts(batch, count, jobs):
        total.merge(part)
        if progress:
            progress(part.games)
    game = games.load(batch.game)
    wins = {name: total.wins.get(name, 0) for name in (*game.seats, *game.enemies, "draw")}
    return Summary(
        game=batch.game,
        scenario=batch.scenario,
        games=count,
        seed=batch.seed,
        bots=batch.bots,
        wins=wins,
        win_rates={name: proportion(won, count) for name, won in wins.items()},
        outcomes=dict(sorted(total.outcomes.items())),
        figures={name: sample.estimate for name, sample in total.figures.items()},
        seconds=round(time.perf_counter() - started, 3),
    )


def workers(jobs: int, parts: int) -> int:
    """How many processes to start for so many parts: none that would have nothing to do."""
    return min(jobs or cores(), parts)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _parts(batch: Batch, count: int, jobs: int) -> Iterator[Tally]:
    """The games in parts, the same for any number of processes: so are sums of floats."""
    size = max(1, min(_PART, count // _PARTS))
    starts = range(0, count, size)
    jobs = workers(jobs, len(starts))
    if jobs == 1:
        for first in starts:
            yield play_games(batch, first, min(size, count - first))
        return
    try:
        from joblib import Parallel, delayed
    except ModuleNotFoundError as missing:
        raise MissingPackage("joblib", "lab") from missing
    calls: list[Any] = [
        delayed(play_games)(batch, first, min(size, count - first)) for first in starts
    ]
    yield from Parallel(n_jobs=jobs, return_as="generator")(calls)
