"""Parameters: what the addresses of requests may say, the same for all handlers."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.rooms.shown import Wanted

Number = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
From = Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)]
Seat = Annotated[str, QueryParameter(min_length=1, max_length=40)]
Who = Annotated[str, QueryParameter(min_length=1, max_length=80)]
Overlays = Annotated[str, QueryParameter(max_length=400, description="Names, separated by commas.")]

Page = Annotated[
    str, QueryParameter(max_length=64, description="Made by the page, to know its own changes.")
]

Have = Annotated[
    str,
    QueryParameter(
        max_length=40, description="The tag of the picture that the page was sent last."
    ),
]


async def wanted(
    sitter: Sitter,  # noqa: ARG001  # see below
    log: Number | None = None,
    undone: Number = 0,
    overlays: Overlays = "",
    page: Page = "",
    have: Have = "",
) -> Wanted:
    """What the answer shall bring besides the position.

    Who asks is worked out first: both at the same time, in a task each, would take longer.
    """
    return Wanted(log, undone, names(overlays), page, have)


def names(overlays: str) -> tuple[str, ...]:
    """Names that stand in one parameter, separated by commas."""
    return tuple(name for name in overlays.split(",") if name)
