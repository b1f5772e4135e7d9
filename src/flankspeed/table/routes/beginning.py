"""Beginning a match: a new one, or one from a record."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from flankspeed.table.problems import Refused, documented
from flankspeed.table.rooms.creation import begun, imported
from flankspeed.table.routes.bodies import ImportRequest
from flankspeed.table.routes.guard import may_begin
from flankspeed.table.routes.parameters import TheServices
from flankspeed.table.routes.waiting import unless_gone
from flankspeed.table.wire import (
    Importing,
    ImportMatch,
    Links,
    NewMatch,
)
from flankspeed.table.workers import jobs

ProgressKey = Annotated[
    str, QueryParameter(max_length=64, description="Made by the page, to ask how far it is.")
]

_IMPORT_BYTES = 4_500_000


@post("/api/matches", summary="Begin a match", responses=documented(403, 413, 422))
async def new_match(
    data: JSONBody[NewMatch], services: TheServices, request: Request[Any, Any, Any]
) -> Links:
    """Begin a match: a link for every human's seat (for all if all are bots'), and one to watch."""
    await may_begin(services, request)
    return await begun(services.rooms, services.workers, data, services.seed)


@post(
    "/api/matches/import",
    summary="Begin with a record",
    responses=documented(403, 413, 422),
    request_max_body_size=_IMPORT_BYTES,
    request_class=ImportRequest,
)
async def import_match(
    data: JSONBody[ImportMatch],
    services: TheServices,
    request: Request[Any, Any, Any],
    progress: ProgressKey = "",
) -> Links:
    """Go on with a recorded match, or look at one that is over.

    An unfinished record never goes on with its own dice, which its maker may know, but with a fresh
    key of the server's (people who play each other draw it together) or with typed-in dice. One
    that tells the key of its dice although it has no result is refused.

    Who names a `progress` of his own can ask `/api/imports/` for it meanwhile; who does not wait
    for the answer has cancelled it.
    """
    await may_begin(services, request)
    with services.imports.of(progress) as tell:
        reopening = services.workers.run_told(tell, jobs.reopened, data.record)
        match = await unless_gone(request, reopening)
    return await imported(services.rooms, match, data, services.seed)


@get("/api/imports/{progress:str}", summary="How far an import is", responses=documented(404))
async def get_import(progress: FromPath[str], services: TheServices) -> Importing:
    """How much of a record has been replayed that is being taken in."""
    found = services.imports.get(progress)
    if found is None:
        raise Refused(404, "nothing of this name is being taken in")
    return Importing(found.done, found.of)


HANDLERS: list[Any] = [new_match, import_match, get_import]
