"""Looking at a match: how it stands and stood, what happened, what can be known of it."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from typing import Any

import msgspec
from litestar import Request, Response, get

from flankspeed.engine import Destination, Event, Game, State
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.since import Told, since
from flankspeed.table.problems import LOOKING, Refused, documented, unchanged
from flankspeed.table.rooms.positions import drawn_for, position, position_at, state_at
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.rooms.shown import Glance
from flankspeed.table.rooms.teaching import taught
from flankspeed.table.routes.parameters import (
    AnyNumber,
    AnySeat,
    From,
    Number,
    Overlays,
    TheServices,
    TheSitter,
    TheWanted,
    Who,
    names,
)
from flankspeed.table.wire import (
    Advice,
    Entry,
    OptionOdds,
    Position,
    Taught,
)
from flankspeed.table.workers import jobs


@get("/", summary="The match now", responses=documented(*LOOKING))
async def get_position(sitter: TheSitter, services: TheServices, wanted: TheWanted) -> Position:
    """The match as the holder of the link sees it.

    With `log`, the number of entries the client has, its answer and that of every change also
    bring what is shown: further entries, the board with `overlays`, the odds. A `page` that says
    which picture it has gets what is new of the board.
    """
    async with services.rooms.entered(sitter.match) as room:
        glance = Glance(room, sitter.view, wanted)
    return await glance.answer(services.workers, services.pictures)


@get(
    "/position",
    summary="The match as it was",
    responses=documented(*LOOKING, 403),
)
async def get_past(
    sitter: TheSitter, services: TheServices, at: AnyNumber = None, seat: AnySeat = None
) -> Position:
    """The match after so many choices; once it is over, as any seat saw it."""
    async with services.rooms.entered(sitter.match) as room:
        view = _view(room, sitter, seat)
        if at is None:
            return position(room, view)
        await services.rooms.whole(room)
        return await asyncio.to_thread(position_at, room, view, at)


def _view(room: Room, sitter: Sitter, seat: str | None) -> str | None:
    """The seat to be looked from: one's own; any, once the match is over."""
    if seat is None or seat == sitter.view:
        return sitter.view
    if seat not in room.seats:
        raise Refused(404, f"there is no seat {seat!r}")
    if room.match.result is None:
        raise Refused(403, "the other seats' views are open once the match is over")
    return seat


@get("/log", summary="The log", responses=documented(*LOOKING))
async def get_log(sitter: TheSitter, services: TheServices, first: From = 0) -> list[Entry]:
    """What has happened, from entry `from` on."""
    async with services.rooms.entered(sitter.match) as room:
        part = room.log_entries.part(first)
    return await part.read()


@get("/since", summary="What happened since a choice", responses=documented(*LOOKING))
async def get_since(sitter: TheSitter, services: TheServices, choice: Number = 0) -> list[Told]:
    """What was worth telling after so many choices, what matters most first.

    What happened to one thing stands in one line.
    """
    async with services.rooms.entered(sitter.match) as room:
        match = room.match
        first, known = match.first_chapter, match.chapters
        if choice + 1 < first:
            await services.rooms.whole(room)
            first, known = choice + 1, await asyncio.to_thread(room.history.after, choice)
        before: list[list[Event]] = [[]] * first
        return await asyncio.to_thread(since, match.game, before + known, choice)


@get("/briefing", summary="The briefing", responses=documented(*LOOKING))
async def get_own_briefing(sitter: TheSitter, services: TheServices) -> Briefing:
    """What one's seat was told before the scenario began; who watches is told what all are."""
    async with services.rooms.entered(sitter.match) as room:
        game, scenario = room.match.game, room.match.record.header.scenario
    told = game.briefing(scenario, sitter.view or game.seats[0])
    return told if sitter.view else Briefing(situation=told.situation, length=told.length)


class _Picture(msgspec.Struct, frozen=True):
    """What a picture depends on."""

    version: int
    seat: str | None
    at: int
    overlays: tuple[str, ...]

    @property
    def tag(self) -> str:
        return f'"{hashlib.sha256(repr(self).encode()).hexdigest()[:20]}"'


@get(
    "/picture",
    summary="The board",
    media_type="image/svg+xml",
    responses=documented(*LOOKING, 403, 422) | {304: unchanged()},
)
async def get_picture(
    sitter: TheSitter,
    services: TheServices,
    request: Request[Any, Any, Any],
    at: AnyNumber = None,
    seat: AnySeat = None,
    overlays: Overlays = "",
) -> Response[bytes]:
    """The board as SVG; it shows what can be chosen to the seat that must choose, now."""
    async with services.rooms.entered(sitter.match) as room:
        view = _view(room, sitter, seat)
        if at is not None:
            await services.rooms.whole(room)
        state = room.match.state if at is None else await asyncio.to_thread(state_at, room, at)
        drawn = drawn_for(room, state, view, past=at is not None)
        number = room.match.choices if at is None else at
        wanted = _Picture(room.version, drawn, number, names(overlays))
    headers = {"ETag": wanted.tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == wanted.tag:
        return Response(b"", status_code=304, headers=headers)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    if zipped:
        headers["Content-Encoding"] = "gzip"
    content = await asyncio.to_thread(_draw, room.match.game, state, wanted, zipped)
    return Response(content, headers=headers, media_type="image/svg+xml")


def _draw(game: Game[Any], state: State, wanted: _Picture, zipped: bool) -> bytes:
    svg = game.picture(state, wanted.seat, wanted.overlays).encode()
    return gzip.compress(svg, 1) if zipped else svg


@get(
    "/odds",
    summary="The odds of the options",
    responses=documented(*LOOKING),
)
async def get_odds(sitter: TheSitter, services: TheServices) -> dict[str, OptionOdds]:
    """What is known of the options' chances, by their text; for the seat to choose."""
    async with services.rooms.entered(sitter.match) as room:
        state = room.match.state
    if state.decision_of(sitter.view) is None:
        return {}
    return await services.workers.run(jobs.odds, room.match.game.name, state)


@get(
    "/destinations",
    summary="Where one can be sent",
    responses=documented(*LOOKING, 422),
)
async def get_destinations(sitter: TheSitter, services: TheServices, who: Who) -> list[Destination]:
    """The destinations of one of the view's `travellers`, of each place the best way first.

    The text of each can be chosen like that of a shortcut.
    """
    async with services.rooms.entered(sitter.match) as room:
        state, need, game = room.match.state, room.match.need, room.match.game
    if state.decision_of(sitter.view) is None or need or who not in game.travellers(state):
        return []
    return await services.workers.run(jobs.destinations, game.name, state, who)


@get(
    "/advice",
    summary="A bot's advice",
    responses=documented(*LOOKING, 409),
)
async def get_advice(sitter: TheSitter, services: TheServices) -> Advice:
    """What the strongest bot would choose in one's place."""
    async with services.rooms.entered(sitter.match) as room:
        state, need = room.match.state, room.match.need
    if state.decision_of(sitter.view) is None or need:
        raise Refused(409, "advice is for the seat that must choose", room.version)
    return await services.workers.run(jobs.advise, room.match.game.name, state)


@get(
    "/lesson",
    summary="The card of the lesson",
    responses=documented(*LOOKING),
)
async def get_card(sitter: TheSitter, services: TheServices, done: Number = 0) -> Taught:
    """The card to be shown to a learner who has so many (`done`) behind him."""
    async with services.rooms.entered(sitter.match) as room:
        return taught(room, sitter.view, done)


HANDLERS: list[Any] = [
    get_position,
    get_past,
    get_log,
    get_since,
    get_own_briefing,
    get_picture,
    get_odds,
    get_destinations,
    get_advice,
    get_card,
]
