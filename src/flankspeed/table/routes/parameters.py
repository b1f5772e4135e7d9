"""Parameters: what the addresses of requests may say, the same for all handlers."""

from __future__ import annotations

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import QueryParameter

from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.rooms.shown import Wanted
from flankspeed.table.services import Services

# What the app works out for handlers, by the names `services`, `sitter` and `wanted`.
TheServices = NamedDependency[Services]
TheSitter = NamedDependency[Sitter]
TheWanted = NamedDependency[Wanted]

Number = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
From = Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)]
# The document would say nothing of a least number that is 0.
AnyNumber = Annotated[int | None, QueryParameter(ge=0, le=1_000_000, schema_extra={"minimum": 0})]
AnySeat = Annotated[str | None, QueryParameter(min_length=1, max_length=40)]
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
    sitter: TheSitter,  # noqa: ARG001  # see below
    log: AnyNumber = None,
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
