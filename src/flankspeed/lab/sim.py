"""Batches of games: every game by its number, in any number of processes, always the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from flankspeed import games
from flankspeed.lab import runners
from flankspeed.lab.playout import Batch, play_out
from flankspeed.lab.rows import Row, counted_rows, sides
from flankspeed.lab.statistics import Estimate, Sample, proportion

__all__ = ["Batch", "Summary", "Tally", "play_games", "simulate"]

_PARTS = 64  # at least, if there are so many games: something to do for every process
_PART = 50  # games at most, so that progress is seen


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
        players = batch.players(game, number)
        state, _ = play_out(game, batch.scenario, options, players, batch.dice(number), batch.data)
        assert state.result is not None
        tally.add(*state.result, game.figures(state))
    return tally


def play_rows(batch: Batch, first: int, count: int) -> list[Row]:
    """Play the same games, and keep a row of each."""
    return list(counted_rows(batch, first, count))


def simulate(
    batch: Batch,
    count: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    runner: runners.Runner | None = None,
    keep: Callable[[Sequence[Row]], None] | None = None,
) -> Summary:
    """Play `count` games in `jobs` processes (0: one for each core), or by a `runner`.

    `progress` hears how many more are done, `keep` gets a row of every game, in order.
    """
    started = time.perf_counter()
    total = Tally()
    if runner is None:
        with runners.runner(batch.game, runners.workers(jobs, len(parts(count)))) as made:
            _play(batch, count, made, total, progress, keep)
    else:
        _play(batch, count, runner, total, progress, keep)
    wins = {name: total.wins.get(name, 0) for name in (*sides(games.load(batch.game)), "draw")}
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


def parts(count: int) -> list[tuple[int, int]]:
    """So many games in parts, each its first number and how many.

    They are the same for every runner: so are sums of floats.
    """
    size = max(1, min(_PART, count // _PARTS))
    return [(first, min(size, count - first)) for first in range(0, count, size)]


def _play(
    batch: Batch,
    count: int,
    runner: runners.Runner,
    total: Tally,
    progress: Callable[[int], None] | None,
    keep: Callable[[Sequence[Row]], None] | None,
) -> None:
    calls = [(batch, *part) for part in parts(count)]
    for part in runners.in_order(runner.run(play_rows if keep else play_games, calls)):
        tally = part
        if keep:
            tally = Tally()
            for row in part:
                tally.add(row.winner, row.outcome, row.figures)
            keep(part)
        total.merge(tally)
        if progress:
            progress(tally.games)
