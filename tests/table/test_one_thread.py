"""One thread: jobs one after another beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from flankspeed.table.store.one_thread import OneThread


def with_thread(job: Callable[[OneThread], Awaitable[None]]) -> None:
    async def work() -> None:
        thread = OneThread("test")
        try:
            await job(thread)
        finally:
            thread.end()

    asyncio.run(work())


def test_jobs_are_done_in_order_in_one_other_thread() -> None:
    done: list[tuple[int, int]] = []

    def do(number: int) -> int:
        done.append((number, threading.get_ident()))
        return number

    async def job(thread: OneThread) -> None:
        asked = [thread.run(partial(do, number)) for number in range(50)]
        assert await asyncio.gather(*asked) == list(range(50))
        assert [number for number, _ in done] == list(range(50))
        (ident,) = {ident for _, ident in done}
        assert ident != threading.get_ident()

    with_thread(job)


def test_what_goes_wrong_is_told_and_the_next_job_is_done() -> None:
    def fail() -> None:
        raise ValueError("no")

    async def job(thread: OneThread) -> None:
        with pytest.raises(ValueError, match="no"):
            await thread.run(fail)
        assert await thread.run(lambda: 1) == 1

    with_thread(job)


def test_a_job_is_done_though_nobody_waits_for_it() -> None:
    go_on, done = threading.Event(), threading.Event()

    async def job(thread: OneThread) -> None:
        asked = [asyncio.create_task(thread.run(each)) for each in (go_on.wait, done.set)]
        await asyncio.sleep(0)  # they are asked for
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        go_on.set()
        await thread.run(lambda: None)  # both are behind it
        assert done.is_set()

    with_thread(job)


def test_what_is_asked_for_is_done_before_the_end() -> None:
    done: list[int] = []

    async def work() -> None:
        thread = OneThread("test")
        asked = [asyncio.create_task(thread.run(partial(done.append, n))) for n in range(20)]
        await asyncio.sleep(0)  # they are asked for
        thread.end()
        await asyncio.gather(*asked)

    asyncio.run(work())
    assert done == list(range(20))
