"""The other end of the pool: a worker process takes jobs from a pipe, one after the other."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, NamedTuple


class Cost(NamedTuple):
    """What a job may cost: seconds of CPU time, and megabytes of memory."""

    seconds: int
    megabytes: int


class Progress(NamedTuple):
    """How much of a job is done, and of how much."""

    done: int
    of: int


_TOLD_EVERY = 0.1  # seconds
_pipe: Any = None  # of this process, if it is a worker
_told = 0.0


def tell(done: int, of: int) -> None:
    """Let whoever waits for the job of this process know how far it is, now and then."""
    global _told
    now = time.monotonic()
    if _pipe is not None and now - _told > _TOLD_EVERY:
        _told = now
        _pipe.send(Progress(done, of))


def serve_jobs(pipe: Any) -> None:
    """Do what comes through the pipe until it is closed."""
    global _pipe
    _pipe = pipe
    _prepare()
    pipe.send(None)
    while True:
        try:
            job, args, cost = pipe.recv()
        except (EOFError, OSError):
            return
        done, value = _do(job, args, cost)
        try:
            pipe.send((done, value))
        except (TypeError, ValueError, AttributeError) as error:  # it cannot be handed over
            pipe.send((False, RuntimeError(f"{job.__name__}: {error}")))


def _prepare() -> None:
    """Leave stopping to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(job: Callable[..., Any], args: tuple[Any, ...], cost: Cost | None) -> tuple[bool, Any]:
    """Whether it could be done, and what came of it."""
    try:
        with _limited(cost):
            return True, job(*args)
    except Exception as error:
        return False, error


@contextmanager
def _limited(cost: Cost | None) -> Iterator[None]:
    """Have the system end this process, or refuse it memory, if a job costs more than it may."""
    if cost is None or sys.platform == "win32":
        yield
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    limits = {resource.RLIMIT_CPU: int(used.ru_utime + used.ru_stime) + 1 + cost.seconds}
    if (held := _held()) is not None:
        limits[resource.RLIMIT_AS] = held + cost.megabytes * 1_000_000
    before = {which: resource.getrlimit(which) for which in limits}
    try:
        for which, limit in limits.items():
            resource.setrlimit(which, (limit, before[which][1]))
        yield
    finally:
        for which, limits_before in before.items():
            resource.setrlimit(which, limits_before)


def _held() -> int | None:
    """How much memory this process has asked for, in bytes, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
