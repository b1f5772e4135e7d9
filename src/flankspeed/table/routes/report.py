"""The report of a match that is over."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import get

from flankspeed.bots.review import Review
from flankspeed.engine.report.types import Report
from flankspeed.table.problems import LOOKING, Refused, documented
from flankspeed.table.routes.parameters import TheServices, TheSitter
from flankspeed.table.workers import jobs


@get("/report", summary="The report", responses=documented(*LOOKING, 409))
async def get_report(sitter: TheSitter, services: TheServices) -> Report:
    """Why the match ended so, what it cost, when it turned and how lucky all were; once it is over.

    Strength and luck are for looking back: they are told to everybody alike.
    """
    async with services.rooms.entered(sitter.match) as room:
        match = room.match
        if match.result is None:
            raise Refused(409, "there is a report once the match is over", room.version)
        await services.rooms.whole(room)
        text = await asyncio.to_thread(str, match.record)
    return await services.workers.run(jobs.report_on, text)


@get("/review", summary="The review", responses=documented(*LOOKING, 409))
async def get_review(sitter: TheSitter, services: TheServices) -> Review:
    """The decisions that cost most by the strongest bot's judgement; once the match is over.

    Whoever sits at the table is told of his own, others of all.
    """
    async with services.rooms.entered(sitter.match) as room:
        match = room.match
        if match.result is None:
            raise Refused(409, "there is a review once the match is over", room.version)
        await services.rooms.whole(room)
        text, game = await asyncio.to_thread(str, match.record), match.game
    seats = (sitter.view,) if sitter.view else game.seats
    return await services.workers.run(jobs.review_of, text, seats)


HANDLERS: list[Any] = [get_report, get_review]
