"""Squeezing: large answers are compressed for those who can read that.

Streams flow as they are, and page and pictures compress themselves.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from litestar.types import ASGIApp, Message, Receive, Scope, Send

_LARGE = 8_000  # bytes
_HUGE = 250_000  # so many take a millisecond
_GZIP = 16 + zlib.MAX_WBITS

P = ParamSpec("P")
T = TypeVar("T")


def squeezing(app: ASGIApp) -> ASGIApp:
    """Compress what an application answers in one piece, if it is large."""

    async def squeezed(scope: Scope, receive: Receive, send: Send) -> None:
        if any(b"gzip" in value for name, value in scope["headers"] if name == b"accept-encoding"):
            await app(scope, receive, _Sending(send))
        else:
            await app(scope, receive, send)

    return squeezed


class _Sending:
    """Holds the head of an answer back until its body is there."""

    __slots__ = ("_head", "_send")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._head: Any = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None:
            if message["type"] == "http.response.body":
                await unhurried(len(message.get("body", b"")), _squeeze, head, message)
            await self._send(head)
        await self._send(message)


async def unhurried(size: int, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do a job on so many bytes; if they are many, others are served meanwhile."""
    if size < _HUGE:
        return job(*args, **kwargs)
    return await asyncio.to_thread(job, *args, **kwargs)


def _squeeze(head: Any, message: Any) -> None:
    body = message.get("body", b"")
    whole = not message.get("more_body", False)
    headers = dict(head["headers"])
    if not whole or len(body) < _LARGE or b"content-encoding" in headers:
        return
    squeeze = zlib.compressobj(1, wbits=_GZIP)
    message["body"] = squeeze.compress(body) + squeeze.flush()
    length = str(len(message["body"])).encode()
    more = {b"content-encoding": b"gzip", b"content-length": length, b"vary": b"Accept-Encoding"}
    head["headers"] = list((headers | more).items())
