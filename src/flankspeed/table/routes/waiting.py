"""Waiting for a long answer: nothing goes on for a client that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from litestar import Request

from flankspeed.table.problems import Refused

T = TypeVar("T")


async def unless_gone(request: Request[Any, Any, Any], job: Awaitable[T]) -> T:
    """Do a job as long as the client is there; whoever is gone has cancelled it."""
    doing, gone = asyncio.ensure_future(job), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([doing, gone], return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Refused(400, "the request broke off")
        return await doing
    finally:
        for each in (doing, gone):
            each.cancel()
        await asyncio.gather(doing, gone, return_exceptions=True)


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
