"""The pool of worker processes: each does one job at a time, and is ended alone if that hangs.

A job's patience counts from when a worker has it. Jobs that players' own files or records ask for
have a limit of CPU time and memory besides. Bots come first, and what else is asked leaves one
worker to them, if there are several: nobody's questions keep another's bot from choosing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, ParamSpec, TypeVar

from flankspeed.engine import FlankspeedError
from flankspeed.table.metrics import JOB_SECONDS
from flankspeed.table.workers import jobs
from flankspeed.table.workers.pipe import Cost, Progress, serve_jobs

PATIENCE = 120.0  # seconds for one job
_TOO_LONG = getattr(signal, "SIGXCPU", 0)  # how the system ends one, where it does that
_TRIES = 3  # for a job whose worker has died

P = ParamSpec("P")
T = TypeVar("T")


class Allowance(NamedTuple):
    """What a kind of job may take; what it says when that is not enough."""

    seconds: float = PATIENCE
    cost: Cost | None = None
    words: str = "this takes the server too long"


# What players bring along is not to be trusted; the rest are our own games and bots.
_FILE = Allowance(30.0, Cost(2, 512), "your file takes too long, or too much memory, to read")
_RECORD = Allowance(PATIENCE, Cost(30, 1024), "the record takes too long, or too much memory")
_ALLOWANCES: dict[Callable[..., Any], Allowance] = {
    jobs.checked_start: _FILE,
    jobs.reopened: _RECORD,
}
_FIRST = (jobs.think, jobs.warm_up)


class TooCostly(FlankspeedError):
    """A job that took more than it may."""


class WorkerLost(Exception):
    """The worker has died over a job, for no reason of ours."""


class _Worker:
    """A process, started when it is needed. A thread has it do its jobs; the pipe is that thread's.

    From without the process can be ended, which the thread sees. If the pipe were closed there, the
    thread might wait for another file that has the pipe's number by then.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._starting = threading.Lock()
        self._dismissed = False

    def do(
        self,
        job: Callable[..., Any],
        args: tuple[Any, ...],
        allowed: Allowance,
        tell: Callable[[Progress], None] = lambda _: None,
    ) -> Any:
        """Have a job done, or say why it was not; `tell` is told how far it is."""
        try:
            if self._process is None:
                self._start()
            self._pipe.send((job, args, allowed.cost))
            done, value = self._answer(allowed, tell)
        except (EOFError, OSError):
            code = self._ended()
            if code and code == -_TOO_LONG:
                raise TooCostly(allowed.words) from None
            raise WorkerLost(f"a worker has ended ({code})") from None
        if done:
            return value
        if isinstance(value, MemoryError):
            raise TooCostly(allowed.words)
        raise value

    def _answer(self, allowed: Allowance, tell: Callable[[Progress], None]) -> tuple[bool, Any]:
        deadline = time.monotonic() + allowed.seconds
        while True:
            if not self._pipe.poll(max(0.0, deadline - time.monotonic())):
                self._end()
                raise TooCostly(allowed.words)
            answer: Progress | tuple[bool, Any] = self._pipe.recv()
            if not isinstance(answer, Progress):
                return answer
            tell(answer)

    def interrupt(self) -> None:
        """From without: have the process end in the middle of a job that nobody waits for."""
        if (process := self._process) is not None:
            process.kill()

    def dismiss(self) -> None:
        """From without: have the process end, and start no other."""
        with self._starting:
            self._dismissed = True
        self.interrupt()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        with self._starting:
            if self._dismissed:
                raise EOFError
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=serve_jobs, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._process = process
        if not self._pipe.poll(PATIENCE):
            self._end()
            raise EOFError
        self._pipe.recv()  # it is there: the patience for its job begins

    def _ended(self) -> int | None:
        """How the process has ended; None if that was our own doing."""
        process = self._process
        if process is None:
            return None
        process.join(5)
        self._end()
        code: int | None = process.exitcode
        return code

    def _end(self) -> None:
        """End the process, at whatever it is."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                self._pipe.close()


class Workers:
    """The worker processes."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, min(4, os.cpu_count() or 1))
        self.jobs = 0  # that were handed over and are not done
        self._all = [_Worker() for _ in range(self.count)]
        self._free = list(self._all)
        self._asking = 0  # jobs under way that are no bot's
        self._queues: tuple[deque[asyncio.Future[_Worker]], ...] = (deque(), deque())
        self._threads = ThreadPoolExecutor(self.count, "worker")

    @property
    def waiting(self) -> int:
        """How many jobs no worker has taken yet."""
        return sum(not future.done() for queue in self._queues for future in queue)

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job in a worker; `TooCostly` if it takes more than it may."""
        assert not kwargs, "jobs take their arguments by place"
        return await self._try(job, args)

    async def run_told(
        self, tell: Callable[[Progress], None], job: Callable[P, T], *args: P.args, **_: P.kwargs
    ) -> T:
        """Do a job that tells how far it is, and is ended when nobody waits for it any more."""
        return await self._try(job, args, tell)

    async def _try(
        self,
        job: Callable[..., T],
        args: tuple[Any, ...],
        tell: Callable[[Progress], None] | None = None,
    ) -> T:
        self.jobs += 1
        try:
            with JOB_SECONDS.timed(job.__name__):
                for tries in range(_TRIES):
                    try:
                        return await self._run(job, args, tell)
                    except WorkerLost:
                        if tries == _TRIES - 1:
                            raise
                raise AssertionError("the last try has returned or raised")
        finally:
            self.jobs -= 1

    async def _run(
        self,
        job: Callable[..., T],
        args: tuple[Any, ...],
        tell: Callable[[Progress], None] | None,
    ) -> T:
        first = job in _FIRST
        worker = await self._take(first)
        allowed = _ALLOWANCES.get(job, Allowance())
        loop = asyncio.get_running_loop()
        told = (tell,) if tell else ()
        doing = loop.run_in_executor(self._threads, worker.do, job, args, allowed, *told)

        def give_back(done: asyncio.Future[Any]) -> None:
            if not done.cancelled():
                done.exception()  # whoever waited for it may be gone
            self._give_back(worker, first)

        doing.add_done_callback(give_back)  # not before: it is busy even if nobody waits any more
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            if tell and not doing.done():
                worker.interrupt()
            raise

    async def _take(self, first: bool) -> _Worker:
        future = asyncio.get_running_loop().create_future()
        self._queues[not first].append(future)
        self._hand_out()
        try:
            worker: _Worker = await future
            return worker
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back(future.result(), first)
            raise

    def _give_back(self, worker: _Worker, first: bool) -> None:
        self._asking -= not first
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        for queue, most in zip(self._queues, (self.count, max(1, self.count - 1)), strict=True):
            others = queue is self._queues[1]
            while queue and self._free and (not others or self._asking < most):
                future = queue.popleft()
                if not future.done():
                    self._asking += others
                    future.set_result(self._free.pop())

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.dismiss()
        self._threads.shutdown(wait=False, cancel_futures=True)
