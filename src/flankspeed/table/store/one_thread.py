"""One thread: jobs that are done one after another beside the event loop.

An executor does the same by two futures a job, one of threads and one of the loop, which costs as
much again as the job of writing a choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Job(NamedTuple):
    do: Callable[[], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class OneThread:
    """A thread with a queue of jobs; it is begun with the first one."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)

    async def run(self, do: Callable[[], T]) -> T:
        """Have a job done; it is done even if nobody waits for it any more."""
        if self._thread.ident is None:
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(do, done, loop))
        return await done

    def end(self) -> None:
        """End it once all jobs are done."""
        if self._thread.ident is not None:
            self._jobs.put(None)
            self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            settle: Callable[[asyncio.Future[Any], Any], None] = _succeed
            try:
                outcome = job.do()
            except BaseException as error:
                settle, outcome = _fail, error
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                job.loop.call_soon_threadsafe(settle, job.done, outcome)
            del job, outcome  # nothing is kept until the next one comes


def _succeed(done: asyncio.Future[Any], value: Any) -> None:
    if not done.done():
        done.set_result(value)


def _fail(done: asyncio.Future[Any], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
