"""Open tables: matches that anybody may join, and the match that is played after one."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody, Parameter

from flankspeed.engine.records.record import Record
from flankspeed.table.problems import CHANGING, Refused, documented
from flankspeed.table.rooms.creation import begun_again, moved
from flankspeed.table.rooms.gathering import hand_on
from flankspeed.table.rooms.positions import origin
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.seats import Sitter, digest, new_token, replay_token
from flankspeed.table.routes.guard import may_begin, not_too_often
from flankspeed.table.routes.parameters import TheServices, TheSitter
from flankspeed.table.routes.people import plays
from flankspeed.table.services import Services
from flankspeed.table.store.stored import Conflict, Vacant
from flankspeed.table.wire import REPLAY, Join, Links, OpenTable

_MOST_TABLES = 50

Id = Annotated[str, Parameter(max_length=32)]


@get("/api/tables", summary="Open tables", responses=documented())
async def list_tables(services: TheServices) -> list[OpenTable]:
    """The matches that anybody may join, the newest first; at most 50."""
    return [_table(found) for found in await services.store.vacant(_MOST_TABLES)]


def _table(found: Vacant) -> OpenTable:
    header = Record.parse(found.header).header
    return OpenTable(
        found.id,
        found.name,
        header.game,
        header.scenario,
        found.seats,
        found.names,
        found.created,
        origin(header.named),
    )


@post(
    "/api/tables/{table:str}",
    summary="Join",
    responses=documented(403, 404, 409, 413, 422),
)
async def join(
    table: Id, data: JSONBody[Join], services: TheServices, request: Request[Any, Any, Any]
) -> Links:
    """Take a seat that is open to anybody: its link, which nobody else has."""
    await may_begin(services, request)
    await services.rooms.look_again(table)
    async with services.rooms.entered(table) as room:
        if room.frozen:
            raise Refused(409, room.frozen, room.version)
        if data.seat not in room.open_seats:
            raise Refused(409, "this seat is not free any more", room.version)
        left = [seat for seat in room.open_seats if seat != data.seat]
        anew = hand_on(room, data.seat)
        token = new_token()
        await services.rooms.commit(
            room,
            room.change(tokens={data.seat: digest(token)}, header=anew, open_seats=left),
        )
    return Links(table, {data.seat: token})


@delete("/open", summary="Let nobody join any more", responses=documented(*CHANGING))
async def close_table(sitter: TheSitter, services: TheServices) -> None:
    """Take the free seats off the list; their links stay as they are."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        await services.rooms.commit(room, room.change(open_seats=[]))


@post("/again", summary="Play again", responses=documented(*CHANGING))
async def again(sitter: TheSitter, services: TheServices, request: Request[Any, Any, Any]) -> Links:
    """The match after this one, in which all have moved on by one seat: one's own link to it.

    The first who asks begins it; the others see it in `next`, and ask for their links likewise.
    """
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        if room.match.result is None:
            raise Refused(409, "the match is not over yet", room.version)
        if not room.next:
            await may_begin(services, request)
            following = await begun_again(services.rooms, services.workers, room, services.seed)
            try:
                await services.rooms.commit(room, room.change(following=following))
            except Conflict:  # another server was quicker: theirs is the next one
                await services.rooms.remove(await services.rooms.get(following))
                raise
        seat, following = moved(room, sitter.seat), room.next
    return await _own_link(services, following, seat)


async def _own_link(services: Services, match_id: str, seat: str) -> Links:
    await services.rooms.look_again(match_id)
    async with services.rooms.entered(match_id) as room:
        not_too_often(services, Sitter(match_id, seat))
        anew = hand_on(room, seat)
        token = new_token()
        tokens = {seat: digest(token)}
        await services.rooms.commit(room, room.change(tokens=tokens, same=True, header=anew))
    return Links(match_id, {seat: token})


@post("/share", summary="Share the replay", responses=documented(*CHANGING))
async def share(sitter: TheSitter, services: TheServices) -> Links:
    """A link for everybody to look at the match, once it is over; it has no secret of a seat."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        if room.match.result is None:
            raise Refused(409, "the match is not over yet", room.version)
        token = replay_token(room.id)
        if not _shared(room, token):
            not_too_often(services, sitter)
            await services.rooms.commit(room, room.change(tokens={REPLAY: digest(token)}))
    return Links(room.id, {REPLAY: token})


def _shared(room: Room, token: str) -> bool:
    return digest(token) in room.tokens


JOINING: list[Any] = [list_tables, join]
HANDLERS: list[Any] = [close_table, again, share]
