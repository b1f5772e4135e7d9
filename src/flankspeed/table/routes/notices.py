"""Notices of one's turn, by mail or to a web address: asked for by each for himself."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import delete, get, post, put
from litestar.params import JSONBody

from flankspeed.table.post import NotSent
from flankspeed.table.problems import CHANGING, LOOKING, Refused, documented
from flankspeed.table.rooms.notices import TRIES
from flankspeed.table.routes.guard import not_too_often
from flankspeed.table.routes.parameters import TheServices, TheSitter
from flankspeed.table.routes.people import plays
from flankspeed.table.services import Services
from flankspeed.table.store.stored import Asking
from flankspeed.table.wire import NoticeCode, NoticeInfo, NoticeTo


@get("/notice", summary="Notices of one's turn", responses=documented(*LOOKING, 403))
async def get_notice(sitter: TheSitter, services: TheServices) -> NoticeInfo:
    """Which ways of telling one there are here, and whether one is told."""
    plays(sitter)
    return _info(services, await services.store.notice(sitter.match, sitter.seat))


@put("/notice", summary="Be told of one's turn", responses=documented(*CHANGING))
async def put_notice(
    data: JSONBody[NoticeTo], sitter: TheSitter, services: TheServices
) -> NoticeInfo:
    """Be told by mail or at a web address; to a mail address a code is sent, to be typed."""
    plays(sitter)
    way = services.notices.post.way(data.to)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
    if way == "mail" and not _may_write(services, room.id, data.to):
        raise Refused(429, "too many codes were sent: wait some minutes")
    try:
        code = await services.notices.ask(room, sitter.seat, data.to)
    except NotSent:
        raise Refused(422, "no mail could be sent to this address") from None
    asking = Asking(data.to, code, 0)
    await services.store.ask_notice(sitter.match, sitter.seat, asking)
    return _info(services, asking)


@post("/notice/code", summary="Type the code", status_code=200, responses=documented(*CHANGING))
async def confirm_notice(
    data: JSONBody[NoticeCode], sitter: TheSitter, services: TheServices
) -> NoticeInfo:
    """Show that the mail address is one's own."""
    plays(sitter)
    async with services.rooms.entered(sitter.match) as room:
        not_too_often(services, sitter)
        asking = await services.store.notice(sitter.match, sitter.seat)
        if asking is None or not asking.code:
            raise Refused(409, "no code is waited for", room.version)
        right = secrets.compare_digest(asking.code, data.code)
        if right:
            asking.code = ""
        else:
            asking.tries += 1
        kept = asking if asking.tries < TRIES else None
        await services.store.ask_notice(sitter.match, sitter.seat, kept)
    if not right:
        raise Refused(422, "this is not the code that was sent")
    return _info(services, kept)


@delete("/notice", summary="Be told no more", responses=documented(*CHANGING))
async def drop_notice(sitter: TheSitter, services: TheServices) -> None:
    """Be told no more."""
    plays(sitter)
    async with services.rooms.entered(sitter.match):
        not_too_often(services, sitter)
        await services.store.ask_notice(sitter.match, sitter.seat, None)


def _may_write(services: Services, match_id: str, to: str) -> bool:
    """Whether one more code may be sent: nobody shall be able to flood anybody with mail."""
    keys = (f"match {match_id}", f"to {to.lower()}")
    return all(services.codes.allows(key) for key in keys) and services.mails.allows("all")


def _info(services: Services, asking: Asking | None) -> NoticeInfo:
    ways = [str(way) for way in services.notices.post.ways]
    if asking is None:
        return NoticeInfo(ways, "off", "")
    return NoticeInfo(ways, "waiting" if asking.code else "on", asking.to)


HANDLERS: list[Any] = [get_notice, put_notice, confirm_notice, drop_notice]
