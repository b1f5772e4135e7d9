"""Events: what changes at a match, told to those who follow it as it does."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import HeaderParameter
from litestar.response import Stream

from flankspeed.table.problems import LOOKING, Refused, documented
from flankspeed.table.rooms.following import Following
from flankspeed.table.routes.guard import client_of
from flankspeed.table.routes.parameters import TheServices, TheSitter, TheWanted
from flankspeed.table.routes.squeezing import unhurried

_GZIP = 16 + zlib.MAX_WBITS


@get(
    "/events",
    summary="What changes, as it does",
    media_type="text/event-stream",
    responses=documented(*LOOKING),
)
async def get_events(
    sitter: TheSitter,
    services: TheServices,
    wanted: TheWanted,
    request: Request[Any, Any, Any],
    last_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=40)] = None,
) -> Stream:
    """A stream of `position`, `chat`, `here` and `gone`.

    A `position` brings the match as `GET` does, with what is new to the client; its version alone
    if `log` was not given, or if the client has made the change itself and has its answer.
    """
    client = client_of(request)
    if services.live.full(sitter.match, sitter.view, client):
        raise Refused(429, "too many are listening to this match")
    following = Following(
        services.rooms, services.workers, services.pictures, sitter, wanted, client
    )
    events = services.live.stream(sitter.match, last_id or "", following)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        events = _zipped(events)
    return Stream(events, media_type="text/event-stream", headers=headers)


async def _zipped(events: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The events compressed, each sent at once and whole."""
    squeeze = zlib.compressobj(1, wbits=_GZIP)
    async with aclosing(events):
        async for event in events:
            zipped = await unhurried(len(event), squeeze.compress, event)
            yield zipped + squeeze.flush(zlib.Z_SYNC_FLUSH)


HANDLERS: list[Any] = [get_events]
