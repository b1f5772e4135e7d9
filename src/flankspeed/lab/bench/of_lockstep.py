"""Many games in lock step, by an agent who chooses at random what the masks say is legal."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

from flankspeed import games
from flankspeed.engine import MissingPackage, OptionError
from flankspeed.lab.batch import Lockstep
from flankspeed.lab.bench.measuring import PARTS, Line, Row, clock, compare
from flankspeed.lab.runners import cores

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingPackage("numpy", "gym") from missing

_GAMES = 64  # of each process


def bench_lockstep(seconds: float, rounds: int) -> list[Row]:
    """Steps a second of every game that tells agents enough.

    In one process by CPU time; in one for each core by the clock on the wall, which tells little of
    a busy machine.
    """
    lines = []
    with ExitStack() as stack:
        for name in games.names():
            with suppress(OptionError):
                ways = [("by CPU time, 1 process", 1, clock)]
                if cores() > 1:
                    wall = f"by the clock, {cores()} processes"
                    ways.append((wall, cores(), time.perf_counter))
                for way, processes, read in ways:
                    trial = games.load(name).trial
                    many = Lockstep(
                        name,
                        trial.scenario,
                        trial.options,
                        games=_GAMES * processes,
                        processes=processes,
                    )
                    stack.enter_context(many)
                    measure = _Steps(many, read, seconds)
                    lines.append(Line(f"{name}: steps in lock step, {way}", "/s", measure))
        return compare(lines, rounds)


class _Steps:
    """A measurement of steps that go on and on, once the games have drifted apart."""

    def __init__(self, many: Lockstep, read: Callable[[], float], seconds: float) -> None:
        self._many = many
        self._clock = read
        self._seconds = seconds / PARTS
        self._random = np.random.default_rng(3)
        over = np.zeros(many.games, np.bool_)
        while over.mean() < 0.5:
            over |= many.step(self._chosen()).ended

    def _chosen(self) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        rows, actions = self._many.arrays.masks.view(np.bool_).nonzero()
        counts = np.bincount(rows)
        which = (self._random.random(len(counts)) * counts).astype(np.intp)
        chosen: np.ndarray[tuple[int], np.dtype[np.intp]] = actions[
            counts.cumsum() - counts + which
        ]
        return chosen

    def __call__(self, part: int) -> tuple[int, float]:
        """How many steps of single games are done in one part; choosing is not counted."""
        read, step = self._clock, self._many.step
        steps, elapsed = 0, 0.0
        while elapsed < self._seconds:
            chosen = self._chosen()
            started = read()
            step(chosen)
            elapsed += read() - started
            steps += self._many.games
        return steps, elapsed
