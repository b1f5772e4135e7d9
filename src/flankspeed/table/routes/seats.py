"""Seats that change hands: links made anew, bots in one's place, and leaving the table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from litestar import delete, post, put
from litestar.params import FromPath, JSONBody

from flankspeed.table.problems import CHANGING, Refused, documented
from flankspeed.table.rooms.creation import checked_seats
from flankspeed.table.rooms.gathering import hand_on, leave, may_sit, sat
from flankspeed.table.rooms.holders import has_been_here, held, look_around, may_replace
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.seats import digest, new_token
from flankspeed.table.routes.guard import not_too_often
from flankspeed.table.routes.parameters import TheServices, TheSitter
from flankspeed.table.routes.people import plays
from flankspeed.table.store.stored import now, text_of, time_of
from flankspeed.table.wire import HUMAN, WATCH, Left, Links, NewLink, Sit


@post(
    "/seats/{seat:str}/link",
    summary="Hand a seat on",
    responses=documented(*CHANGING),
)
async def new_link(
    seat: FromPath[str],
    sitter: TheSitter,
    services: TheServices,
    data: JSONBody[NewLink | None] = None,
) -> Links:
    """A new link for one's seat (or, for those who play, for watching); the old one is void.

    One's notes and name go with one; they stay with the seat if the new link is one's own.
    """
    plays(sitter)
    if seat not in (sitter.seat, WATCH):
        raise Refused(403, f"only who has {seat} can hand it on")
    wanted = data or NewLink()
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        anew = hand_on(room, seat)
        token = new_token()
        expires = {seat: _expiry(wanted.hours)} if wanted.hours else {}
        await services.rooms.commit(
            room,
            room.change(
                tokens={seat: digest(token)}, expires=expires, same=wanted.own, header=anew
            ),
        )
    return Links(sitter.match, {seat: token})


def _expiry(hours: float) -> str:
    return text_of(time_of(now()) + timedelta(hours=hours))


@put(
    "/seats/{seat:str}",
    summary="Replace who sits there",
    responses=documented(*CHANGING),
)
async def sit(
    seat: FromPath[str], data: JSONBody[Sit], sitter: TheSitter, services: TheServices
) -> Links:
    """Put a bot in one's own place, or sit there again: the seat and its notes stay one's own.

    Where nobody holds a seat, or its holder has been away for so long as the server says, others
    may put a bot or a human there; a human gets a link. A bot keeps the seat for who was away.
    """
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        if seat not in room.seats:
            raise Refused(404, f"there is no seat {seat!r}")
        if seat != sitter.seat:
            await may_replace(services.store, room, seat)
        seats = _seated(room, seat, data.who)
        fresh = data.who == HUMAN and seat != sitter.seat
        links = {seat: new_token()} if fresh else {}
        anew = hand_on(room, seat) if fresh else False
        room.seats = seats
        room.fault = room.thinking = None
        room.match.record.header.seats = room.seats
        begun = sat(room)
        tokens = {seat: digest(token) for seat, token in links.items()}
        await services.rooms.commit(room, room.change(tokens=tokens, header=begun or anew))
    return Links(room.id, links)


def _seated(room: Room, seat: str, who: str) -> dict[str, str]:
    """Who sits where with somebody else on a seat."""
    if who != HUMAN:
        may_sit(room, seat)
    seats = checked_seats(room.match.game, room.seats | {seat: who})
    if room.match.need is not None and HUMAN not in seats.values():
        raise Refused(409, "bots cannot type in dice: somebody must sit at the table", room.version)
    return seats


@delete("/", summary="Leave, or delete", status_code=200, responses=documented(*CHANGING))
async def remove(sitter: TheSitter, services: TheServices) -> Left:
    """Leave the match: one's link is void, and others may put somebody in one's place.

    It is deleted for all when nobody else is left who holds a seat and has ever been there.
    """
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        await look_around(services.store, room)
        others = [
            seat
            for seat in room.seats
            if seat != sitter.seat and held(room, seat) and has_been_here(room, seat)
        ]
        if not others:
            await services.rooms.remove(room)
            return Left(deleted=True)
        not_too_often(services, sitter)
        anew = leave(room, sitter.seat)
        await services.rooms.commit(room, room.change(tokens={sitter.seat: ""}, header=anew))
    return Left(deleted=False)


HANDLERS: list[Any] = [new_link, sit, remove]
