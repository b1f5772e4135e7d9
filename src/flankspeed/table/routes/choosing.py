"""Choosing: whatever the players of a match do in it, each written once before it is answered."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import post
from litestar.params import JSONBody

from flankspeed.engine import IllegalChoice
from flankspeed.engine.match import Bookmark
from flankspeed.table.problems import CHANGING, Refused, documented
from flankspeed.table.rooms.ending import answer_draw, offer_draw, resign
from flankspeed.table.rooms.gathering import add_commitment, add_contribution, must_have_begun
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.seats import REPLACED, Sitter
from flankspeed.table.rooms.shown import Glance, Wanted
from flankspeed.table.rooms.taking_back import answer, ask
from flankspeed.table.routes.guard import not_too_often
from flankspeed.table.routes.parameters import TheServices, TheSitter, TheWanted
from flankspeed.table.services import Services
from flankspeed.table.store.stored import Applied, Conflict
from flankspeed.table.wire import (
    HUMAN,
    Ask,
    Choose,
    Commit,
    Dice,
    OfferDraw,
    Position,
    Reply,
    Resign,
    Reveal,
    Undo,
)


def _change_by(path: str, summary: str) -> post:
    """A request that changes the match, answered by the position after it."""
    return post(path, summary=summary, status_code=200, responses=documented(*CHANGING))


@_change_by("/choices", "Choose")
async def choose(
    data: JSONBody[Choose], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Make a choice; it is answered once it is written."""
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: services.rooms.play(room, sitter.seat, data.choice),
    )


@_change_by("/dice", "Type in dice")
async def enter_dice(
    data: JSONBody[Dice], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Type in the dice that are asked for: the seat that chose, or any for a bot and the start."""

    def enter(room: Room) -> None:
        decision = room.match.decision
        if decision and decision.seat != sitter.seat and decision.seat in room.humans:
            raise Refused(403, f"these dice are {decision.seat}'s to throw")
        room.enter(data.values)

    return await _change(data, sitter, services, wanted, enter)


@_change_by("/undo", "Take back")
async def undo(
    data: JSONBody[Undo], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Take one's last choice back, or all until `to` are left, if no dice have fallen since."""
    return await _change(
        data, sitter, services, wanted, lambda room: room.undo(sitter.seat, data.to)
    )


@_change_by("/undo/wish", "Ask to take back after dice")
async def ask_undo(
    data: JSONBody[Ask], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Ask all others to let one take one's last choice back although dice have fallen.

    It is taken back at once where nobody but bots could object. The record shows it.
    """
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: ask(room, sitter.seat, data.words),
    )


@_change_by("/undo/reply", "Agree, or not")
async def reply_undo(
    data: JSONBody[Reply], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Say yes or no to such a wish; who wished it can withdraw it by a no."""
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: answer(room, sitter.seat, data.agree),
    )


@_change_by("/resign", "Resign")
async def give_up(
    data: JSONBody[Resign], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Give the match up: it is over, the other side has won, and the record says so."""
    return await _change(data, sitter, services, wanted, lambda room: resign(room, sitter.seat))


@_change_by("/draw", "Offer a draw")
async def propose_draw(
    data: JSONBody[OfferDraw], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Offer a draw; the match is over when all other people who play agree."""
    return await _change(data, sitter, services, wanted, lambda room: offer_draw(room, sitter.seat))


@_change_by("/draw/reply", "Agree to a draw, or not")
async def reply_draw(
    data: JSONBody[Reply], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Say yes or no to a draw that is offered; who offered it can withdraw it by a no."""
    return await _change(
        data, sitter, services, wanted, lambda room: answer_draw(room, sitter.seat, data.agree)
    )


@_change_by("/dice/commitment", "Take part in the dice")
async def commit_dice(
    data: JSONBody[Commit], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Be bound to a contribution to the dice, before anybody reveals one.

    Two people or more who play each other with rolled dice (and no seed) must draw them together.
    """
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: add_commitment(room, sitter.seat, data.commitment),
    )


@_change_by("/dice/contribution", "Reveal one's part in the dice")
async def reveal_dice(
    data: JSONBody[Reveal], sitter: TheSitter, services: TheServices, wanted: TheWanted
) -> Position:
    """Reveal what one is bound to, once all have committed; the last one begins the match."""
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: add_contribution(
            room, sitter.seat, data.contribution, without_others=data.without_others
        ),
    )


Write = Choose | Dice | Undo | Ask | Reply | Commit | Reveal | Resign | OfferDraw


async def _change(
    data: Write,
    sitter: Sitter,
    services: Services,
    wanted: Wanted,
    make: Callable[[Room], None],
) -> Position:
    """Make a change that the sitter may make, once; the position after it.

    If another server was quicker, or the key is not new, we look again: it may have been this very
    request.
    """
    try:
        return await _try(data, sitter, services, wanted, make)
    except Conflict:
        await services.rooms.look_again(sitter.match)
        return await _try(data, sitter, services, wanted, make, again=True)


async def _try(
    data: Write,
    sitter: Sitter,
    services: Services,
    wanted: Wanted,
    make: Callable[[Room], None],
    *,
    again: bool = False,
) -> Position:
    """Make a change and write it."""
    drawing = isinstance(data, Commit | Reveal)
    async with services.rooms.entered(sitter.match) as room:
        _may_play(services, room, sitter)
        mark = None if again or room.asked else _mark(room, data)
        if mark or await _is_new(services, room, sitter, data):
            if not drawing:
                must_have_begun(room)
            before = room.match.choices
            if isinstance(data, Ask | Reply):
                await services.rooms.look_back(room)
            try:
                make(room)
            except IllegalChoice:
                if mark:  # that its key was used is worth more to know
                    await _is_new(services, room, sitter, data)
                raise
            change = room.change(
                applied=Applied(sitter.seat, data.key, _digest(data)),
                undone=isinstance(data, Undo) or room.match.choices < before,
                header=drawing or isinstance(data, Ask | Reply | Resign),
            )
            await services.rooms.commit(room, change, page=wanted.page, before=mark)
        glance = Glance(room, sitter.view, wanted)
    return await glance.answer(services.workers, services.pictures)


def _mark(room: Room, data: Write) -> Bookmark | None:
    """Where to go back to if the store finds that the key of a choice is not new.

    It is not asked before: a choice at this version cannot have been made yet.
    """
    current = isinstance(data, Choose) and data.version == room.version
    return room.match.bookmark() if current else None


def _may_play(services: Services, room: Room, sitter: Sitter) -> None:
    if sitter.watches:
        raise Refused(403, "this link is for watching")
    if sitter.digest not in room.tokens:
        raise Refused(401, REPLACED)
    if room.seats[sitter.seat] != HUMAN:
        raise Refused(403, f"a bot sits at {sitter.seat}")
    if room.frozen:
        raise Refused(409, room.frozen, room.version)
    not_too_often(services, sitter)


async def _is_new(services: Services, room: Room, sitter: Sitter, data: Write) -> bool:
    """Whether the request is to be applied: it is not if it was, and refused if it is stale.

    The store is asked: a change under a key that was used could not be written, and the room, which
    has made it, would have to be closed.
    """
    version = None if isinstance(data, Commit | Reveal) else data.version
    request = await services.store.applied(room.id, sitter.seat, data.key)
    if request == _digest(data):
        if version == room.version:  # and this room does not know it yet
            raise Conflict("another server has made this change")
        return False
    if request is not None:
        raise Refused(409, "another request was made with this key", room.version)
    if version is None or version == room.version:
        return True
    raise Refused(409, f"the match is at version {room.version} by now", room.version)


def _digest(data: Write) -> str:
    return hashlib.sha256(type(data).__name__.encode() + msgspec.json.encode(data)).hexdigest()


HANDLERS: list[Any] = [
    choose,
    enter_dice,
    undo,
    ask_undo,
    reply_undo,
    give_up,
    propose_draw,
    reply_draw,
    commit_dice,
    reveal_dice,
]
