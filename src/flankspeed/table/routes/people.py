"""People at the table: chat, notes, seats handed on, and the match itself as a thing."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, patch, post, put

from flankspeed.table.problems import CHANGING, LOOKING, Refused, documented
from flankspeed.table.rooms.creation import checked_seats
from flankspeed.table.rooms.gathering import hand_on, may_sit, must_have_begun, sat
from flankspeed.table.rooms.positions import position
from flankspeed.table.rooms.rooms import Room
from flankspeed.table.rooms.seats import Sitter, digest, new_token
from flankspeed.table.routes.matches import From
from flankspeed.table.services import Services
from flankspeed.table.store.store import now
from flankspeed.table.wire import (
    HUMAN,
    REPLAY,
    WATCH,
    Links,
    Notes,
    PersonNamed,
    Position,
    Rename,
    Said,
    Say,
    Sit,
)

_CHAT_AT_ONCE = 500


@get("/chat", summary="The chat", responses=documented(*LOOKING))
async def get_chat(sitter: Sitter, services: Services, first: From = 0) -> list[Said]:
    """What was said, from line `from` on; at most 500 lines at once."""
    return await services.store.chat(sitter.match, first, _CHAT_AT_ONCE)


@post("/chat", summary="Say something", responses=documented(*CHANGING))
async def say(data: Say, sitter: Sitter, services: Services) -> Said:
    """Say something to all at the table."""
    if sitter.seat == REPLAY:
        raise Refused(403, "this link is for the replay alone")
    if not data.text.strip():
        raise Refused(422, "there is nothing in it")
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, room)
        said = Said(room.chat_length, "" if sitter.watches else sitter.seat, data.text, now())
        await services.store.say(room.id, said)
        room.chat_length += 1
        services.live.changed(room.id)
    return said


@get("/notes", summary="Notes", responses=documented(*LOOKING, 403))
async def get_notes(sitter: Sitter, services: Services) -> Notes:
    """One's own notes."""
    plays(sitter)
    return Notes(await services.store.notes(sitter.match, sitter.seat))


@put("/notes", summary="Write notes", responses=documented(*CHANGING))
async def put_notes(data: Notes, sitter: Sitter, services: Services) -> Notes:
    """Replace one's own notes."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, room)
        await services.store.note(room.id, sitter.seat, data.text)
    return data


@post(
    "/seats/{seat:str}/link",
    summary="Hand a seat on",
    responses=documented(*CHANGING),
)
async def new_link(seat: str, sitter: Sitter, services: Services) -> Links:
    """A new link for one's seat (or, for those who play, for watching); the old one is void."""
    plays(sitter)
    if seat not in (sitter.seat, WATCH):
        raise Refused(403, f"only who has {seat} can hand it on")
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, room)
        anew = hand_on(room, seat)
        token = new_token()
        await services.rooms.commit(room, tokens={seat: digest(token)}, header=anew)
    return Links(sitter.match, {seat: token})


@put(
    "/seats/{seat:str}",
    summary="Replace who sits there",
    responses=documented(*CHANGING),
)
async def sit(seat: str, data: Sit, sitter: Sitter, services: Services) -> Links:
    """Put a bot or a human in a bot's place, or a bot in one's own; a human gets a link."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, room)
        links = _replace(room, seat, data.who, sitter)
        room.fault = room.thinking = None
        room.match.record.header.seats = room.seats
        begun = sat(room)
        tokens = {seat: digest(token) if token else "" for seat, token in links.items()}
        await services.rooms.commit(room, tokens=tokens, header=begun)
    return Links(room.id, {seat: token for seat, token in links.items() if token})


def _replace(room: Room, seat: str, who: str, sitter: Sitter) -> dict[str, str]:
    """Seat somebody; the tokens to be made new, empty for one that becomes void."""
    if seat not in room.seats:
        raise Refused(404, f"there is no seat {seat!r}")
    own = seat == sitter.seat
    if room.seats[seat] == HUMAN and not own:
        raise Refused(403, f"{seat} is not a bot's seat, and not yours")
    if who != HUMAN:
        may_sit(room, seat)
    seats = checked_seats(room.match.game, room.seats | {seat: who})
    if room.match.need is not None and HUMAN not in seats.values():
        raise Refused(409, "bots cannot type in dice: somebody must sit at the table", room.version)
    room.seats = seats
    if who == HUMAN:
        return {} if own else {seat: new_token()}
    return {}


@put("/name", summary="Say one's name", responses=documented(*CHANGING))
async def put_name(data: PersonNamed, sitter: Sitter, services: Services) -> PersonNamed:
    """Say what one wants to be called; all at the table are told."""
    plays(sitter)
    name = " ".join(data.name.split())
    async with services.rooms.entered(sitter.match) as room:
        if room.names.get(sitter.seat, "") != name:
            not_too_often(services, room)
            await services.store.name(room.id, sitter.seat, name)
            room.names = {seat: known for seat, known in room.names.items() if seat != sitter.seat}
            if name:
                room.names[sitter.seat] = name
            services.live.present(room.id)
    return PersonNamed(name)


@patch("/", summary="Rename", responses=documented(*CHANGING))
async def rename(data: Rename, sitter: Sitter, services: Services) -> Position:
    """Give the match another name."""
    plays(sitter)
    if not data.name.strip():
        raise Refused(422, "a name has something in it")
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, room)
        await services.rooms.commit(room, name=data.name.strip())
        return position(room, sitter.view)


@delete("/", summary="Delete", responses=documented(*CHANGING))
async def remove(sitter: Sitter, services: Services) -> None:
    """Delete the match for all; there is no way back."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        await services.rooms.remove(room)


@get(
    "/record",
    summary="The record",
    media_type="text/plain",
    responses=documented(*LOOKING, 409),
)
async def get_record(sitter: Sitter, services: Services) -> Response[str]:
    """The record of the match as a file; the key of its dice is in it once it is over."""
    async with services.rooms.entered(sitter.match) as room:
        must_have_begun(room)
        match = room.match
        if match.result is None and match.game.conceals(match.state):
            raise Refused(409, "the record would show what is hidden now", room.version)
        text = str(match.record)
    name = f"{match.game.name}-{room.id}.fsr"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


def plays(sitter: Sitter) -> None:
    """Refuse what is not for those who watch."""
    if sitter.watches:
        raise Refused(403, "this link is for watching")


def not_too_often(services: Services, room: Room) -> None:
    """Refuse changes without end."""
    if not services.changes.allows(room.id):
        raise Refused(429, "this match is being changed too often: wait a moment")


HANDLERS: list[Any] = [
    get_chat,
    say,
    get_notes,
    put_notes,
    new_link,
    sit,
    put_name,
    rename,
    remove,
    get_record,
]
