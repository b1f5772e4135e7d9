"""Large bodies: they come in piece by piece, and are decoded while others are served."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar import Request
from litestar.types import Empty

from flankspeed.table.problems import Refused
from flankspeed.table.routes.squeezing import unhurried
from flankspeed.table.wire import ImportMatch


class ImportRequest(Request[Any, Any, Any]):
    """A request with a record in its body.

    What comes in is put into one buffer; as soon as that is too much the request is refused, and
    the rest is not waited for. The framework would keep all pieces, the whole and what is decoded
    of it until the answer is there, and decode it at once.
    """

    async def body(self) -> bytes:
        """The body, gathered."""
        if self._body is Empty:
            gathered = bytearray()
            async for piece in self.stream():
                gathered += piece
            self._body = cast("bytes", gathered)
        return self._body

    async def json(self) -> Any:
        """What is in it; the body itself is not needed any more."""
        body, self._body = cast("bytearray", await self.body()), b""
        try:
            return await unhurried(len(body), _decoded, body)
        except msgspec.MsgspecError as error:
            what, _, where = str(error).partition(" - at `$.")
            raise Refused(400, f"{where.rstrip('`') or 'data'}: {what}") from None


def _decoded(body: bytearray) -> ImportMatch:
    """What is in a body; nothing is left of that, whoever holds it a moment longer."""
    try:
        return msgspec.json.decode(body, type=ImportMatch)
    finally:
        body.clear()
