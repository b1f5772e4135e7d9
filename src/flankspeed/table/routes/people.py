"""People at the table: chat, notes, names, and the match itself as a thing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from litestar import Response, get, patch, post, put
from litestar.params import JSONBody

from flankspeed.table.problems import CHANGING, LOOKING, Refused, documented
from flankspeed.table.rooms.gathering import must_have_begun
from flankspeed.table.rooms.positions import position
from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.routes.guard import not_too_often
from flankspeed.table.routes.parameters import From, TheServices, TheSitter
from flankspeed.table.services import Services
from flankspeed.table.store.stored import Conflict, now
from flankspeed.table.wire import (
    REPLAY,
    Notes,
    PersonNamed,
    Position,
    Rename,
    Said,
    Say,
)

_CHAT_AT_ONCE = 500
_SAYING = 10  # times that a line is tried, if others are always quicker


@get("/chat", summary="The chat", responses=documented(*LOOKING))
async def get_chat(sitter: TheSitter, services: TheServices, first: From = 0) -> list[Said]:
    """What was said, from line `from` on; at most 500 lines at once."""
    return await services.store.chat(sitter.match, first, _CHAT_AT_ONCE)


@post("/chat", summary="Say something", responses=documented(*CHANGING))
async def say(data: JSONBody[Say], sitter: TheSitter, services: TheServices) -> Said:
    """Say something to all at the table."""
    if sitter.seat == REPLAY:
        raise Refused(403, "this link is for the replay alone")
    if not data.text.strip():
        raise Refused(422, "there is nothing in it")
    if not services.sayings.allows(f"{sitter.match} {sitter.seat}"):
        raise Refused(429, "you say too much at once: wait a moment")
    for _ in range(_SAYING):
        with suppress(Conflict):  # somebody was quicker, with another server
            return await _say(data.text, sitter, services)
        await services.rooms.look_again(sitter.match)
    raise Refused(429, "too many say something at once: say it again")


async def _say(text: str, sitter: Sitter, services: Services) -> Said:
    async with services.rooms.entered(sitter.match) as room:
        said = Said(room.chat_length, "" if sitter.watches else sitter.seat, text, now())
        await services.store.say(room.id, said)
        room.chat_length += 1
        services.live.changed(room.id)
    return said


@get("/notes", summary="Notes", responses=documented(*LOOKING, 403))
async def get_notes(sitter: TheSitter, services: TheServices) -> Notes:
    """One's own notes."""
    plays(sitter)
    return Notes(await services.store.notes(sitter.match, sitter.seat))


@put("/notes", summary="Write notes", responses=documented(*CHANGING))
async def put_notes(data: JSONBody[Notes], sitter: TheSitter, services: TheServices) -> Notes:
    """Replace one's own notes."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        await services.store.note(room.id, sitter.seat, data.text)
    return data


@put("/name", summary="Say one's name", responses=documented(*CHANGING))
async def put_name(
    data: JSONBody[PersonNamed], sitter: TheSitter, services: TheServices
) -> PersonNamed:
    """Say what one wants to be called; all at the table are told."""
    plays(sitter)
    name = " ".join(data.name.split())
    async with services.rooms.entered(sitter.match) as room:
        if room.names.get(sitter.seat, "") != name:
            not_too_often(services, sitter)
            await services.store.name(room.id, sitter.seat, name)
            room.names = {seat: known for seat, known in room.names.items() if seat != sitter.seat}
            if name:
                room.names[sitter.seat] = name
            services.live.present(room.id)
    return PersonNamed(name)


@patch("/", summary="Rename", responses=documented(*CHANGING))
async def rename(data: JSONBody[Rename], sitter: TheSitter, services: TheServices) -> Position:
    """Give the match another name."""
    plays(sitter)
    if not data.name.strip():
        raise Refused(422, "a name has something in it")
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        await services.rooms.commit(room, room.change(name=data.name.strip()))
        return position(room, sitter.view)


@get(
    "/record",
    summary="The record",
    media_type="text/plain",
    responses=documented(*LOOKING, 409),
)
async def get_record(sitter: TheSitter, services: TheServices) -> Response[str]:
    """The record of the match as a file; the key of its dice is in it once it is over."""
    async with services.rooms.entered(sitter.match) as room:
        must_have_begun(room)
        match = room.match
        if match.result is None and match.game.conceals(match.state):
            raise Refused(409, "the record would show what is hidden now", room.version)
        await services.rooms.whole(room)
        text = await asyncio.to_thread(str, match.record)
    name = f"{match.game.name}-{room.id}.fsr"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


def plays(sitter: Sitter) -> None:
    """Refuse what is not for those who watch."""
    if sitter.watches:
        raise Refused(403, "this link is for watching")


HANDLERS: list[Any] = [
    get_chat,
    say,
    get_notes,
    put_notes,
    put_name,
    rename,
    get_record,
]
