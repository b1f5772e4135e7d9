"""Runners: who does the work. The same calls give the same results with each of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from flankspeed.lab.runners.serial import Serial

T = TypeVar("T")


class Runner(Protocol):
    """Calls a function many times, perhaps somewhere else."""

    def run(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """The number of each call, and what came of it as soon as that is known.

        Calls are taken as they are wanted, few ahead of time.
        """


def runner(game: str, jobs: int = 1, cluster: str = "") -> AbstractContextManager[Runner]:
    """One process, several (0: one for each core), or a cluster where this game can be played."""
    if cluster:
        from flankspeed.lab.runners.cluster import Cluster

        return Cluster(cluster, game)
    if (jobs or cores()) == 1:
        return Serial()
    from flankspeed.lab.runners.processes import Processes

    return Processes(jobs or cores())


def in_order(results: Iterable[tuple[int, T]]) -> Iterator[T]:
    """Results in the order of their calls."""
    waiting: dict[int, T] = {}
    wanted = 0
    for number, result in results:
        waiting[number] = result
        while wanted in waiting:
            yield waiting.pop(wanted)
            wanted += 1


def call_all(
    function: Callable[..., T], calls: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[T]:
    """What comes of each call, in their order, in so many processes (0: one for each core)."""
    with runner("", workers(jobs, len(calls))) as made:
        yield from in_order(made.run(function, calls))


def workers(jobs: int, parts: int) -> int:
    """How many processes to start for so many parts: none that would have nothing to do."""
    return min(jobs or cores(), parts)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
