"""Work in several processes: its parts in order, so that any number of them brings the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from flankspeed.engine import MissingPackage
from flankspeed.lab.sim import workers

T = TypeVar("T")


def in_order(work: Callable[..., T], parts: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """What `work` makes of each part, in their order, in `jobs` processes (0: one a core)."""
    jobs = workers(jobs, len(parts))
    if jobs <= 1:
        for part in parts:
            yield work(*part)
        return
    try:
        from joblib import Parallel, delayed
    except ModuleNotFoundError as missing:
        raise MissingPackage("joblib", "lab") from missing
    yield from Parallel(n_jobs=jobs, return_as="generator")(delayed(work)(*part) for part in parts)
