"""Matches as the page asks for them: begin, look, choose, undo, type in dice."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import zlib
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from flankspeed.engine import Destination, Event, Game, IllegalChoice, State
from flankspeed.engine.match import Bookmark
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.since import Told, since
from flankspeed.table.problems import CHANGING, LOOKING, Refused, documented, unchanged
from flankspeed.table.rooms import workers
from flankspeed.table.rooms.creation import begun, imported
from flankspeed.table.rooms.ending import answer_draw, offer_draw, resign
from flankspeed.table.rooms.following import Following
from flankspeed.table.rooms.gathering import add_commitment, add_contribution, must_have_begun
from flankspeed.table.rooms.positions import drawn_for, position, position_at, state_at
from flankspeed.table.rooms.rooms import Room
from flankspeed.table.rooms.seats import REPLACED, Sitter
from flankspeed.table.rooms.shown import Glance, Wanted
from flankspeed.table.rooms.taking_back import answer, ask
from flankspeed.table.rooms.teaching import taught
from flankspeed.table.routes.bodies import ImportRequest
from flankspeed.table.routes.guard import client_of, may_begin, not_too_often
from flankspeed.table.routes.squeezing import unhurried
from flankspeed.table.routes.waiting import unless_gone
from flankspeed.table.services import Services
from flankspeed.table.store.store import Applied, Conflict
from flankspeed.table.wire import (
    HUMAN,
    Advice,
    Ask,
    Choose,
    Commit,
    Dice,
    Entry,
    Importing,
    ImportMatch,
    Links,
    NewMatch,
    OfferDraw,
    OptionOdds,
    Position,
    Reply,
    Resign,
    Reveal,
    Taught,
    Undo,
)

Number = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
From = Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)]
Seat = Annotated[str, QueryParameter(min_length=1, max_length=40)]
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

ProgressKey = Annotated[
    str, QueryParameter(max_length=64, description="Made by the page, to ask how far it is.")
]

_IMPORT_BYTES = 4_500_000
_GZIP = 16 + zlib.MAX_WBITS


async def wanted(
    sitter: Sitter,  # noqa: ARG001  # see below
    log: Number | None = None,
    undone: Number = 0,
    overlays: Overlays = "",
    page: Page = "",
    have: Have = "",
) -> Wanted:
    """What the answer shall bring besides the position.

    Who asks is worked out first: both at the same time, in a task each, would take longer.
    """
    return Wanted(log, undone, _names(overlays), page, have)


def _names(overlays: str) -> tuple[str, ...]:
    return tuple(name for name in overlays.split(",") if name)


@post("/api/matches", summary="Begin a match", responses=documented(403, 413, 422))
async def new_match(data: NewMatch, services: Services, request: Request[Any, Any, Any]) -> Links:
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
    data: ImportMatch,
    services: Services,
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
        reopening = services.workers.run_told(tell, workers.reopened, data.record)
        match = await unless_gone(request, reopening)
    return await imported(services.rooms, match, data, services.seed)


@get("/api/imports/{progress:str}", summary="How far an import is", responses=documented(404))
async def get_import(progress: str, services: Services) -> Importing:
    """How much of a record has been replayed that is being taken in."""
    found = services.imports.get(progress)
    if found is None:
        raise Refused(404, "nothing of this name is being taken in")
    return Importing(found.done, found.of)


@get("/", summary="The match now", responses=documented(*LOOKING))
async def get_position(sitter: Sitter, services: Services, wanted: Wanted) -> Position:
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
    sitter: Sitter, services: Services, at: Number | None = None, seat: Seat | None = None
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
async def get_log(sitter: Sitter, services: Services, first: From = 0) -> list[Entry]:
    """What has happened, from entry `from` on."""
    async with services.rooms.entered(sitter.match) as room:
        part = room.log_entries.part(first)
    return await part.read()


@get("/since", summary="What happened since a choice", responses=documented(*LOOKING))
async def get_since(sitter: Sitter, services: Services, choice: Number = 0) -> list[Told]:
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
async def get_own_briefing(sitter: Sitter, services: Services) -> Briefing:
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
    sitter: Sitter,
    services: Services,
    request: Request[Any, Any, Any],
    at: Number | None = None,
    seat: Seat | None = None,
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
        wanted = _Picture(room.version, drawn, number, _names(overlays))
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
async def get_odds(sitter: Sitter, services: Services) -> dict[str, OptionOdds]:
    """What is known of the options' chances, by their text; for the seat to choose."""
    async with services.rooms.entered(sitter.match) as room:
        state = room.match.state
    if state.decision_of(sitter.view) is None:
        return {}
    return await services.workers.run(workers.odds, room.match.game.name, state)


@get(
    "/destinations",
    summary="Where one can be sent",
    responses=documented(*LOOKING, 422),
)
async def get_destinations(sitter: Sitter, services: Services, who: Who) -> list[Destination]:
    """The destinations of one of the view's `travellers`, of each place the best way first.

    The text of each can be chosen like that of a shortcut.
    """
    async with services.rooms.entered(sitter.match) as room:
        state, need, game = room.match.state, room.match.need, room.match.game
    if state.decision_of(sitter.view) is None or need or who not in game.travellers(state):
        return []
    return await services.workers.run(workers.destinations, game.name, state, who)


@get(
    "/advice",
    summary="A bot's advice",
    responses=documented(*LOOKING, 409),
)
async def get_advice(sitter: Sitter, services: Services) -> Advice:
    """What the strongest bot would choose in one's place."""
    async with services.rooms.entered(sitter.match) as room:
        state, need = room.match.state, room.match.need
    if state.decision_of(sitter.view) is None or need:
        raise Refused(409, "advice is for the seat that must choose", room.version)
    return await services.workers.run(workers.advise, room.match.game.name, state)


@get(
    "/lesson",
    summary="The card of the lesson",
    responses=documented(*LOOKING),
)
async def get_card(sitter: Sitter, services: Services, done: Number = 0) -> Taught:
    """The card to be shown to a learner who has so many (`done`) behind him."""
    async with services.rooms.entered(sitter.match) as room:
        return taught(room, sitter.view, done)


@post(
    "/choices",
    summary="Choose",
    status_code=200,
    responses=documented(*CHANGING),
)
async def choose(data: Choose, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Make a choice; it is answered once it is written."""
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: services.rooms.play(room, sitter.seat, data.choice),
    )


@post(
    "/dice",
    summary="Type in dice",
    status_code=200,
    responses=documented(*CHANGING),
)
async def enter_dice(data: Dice, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Type in the dice that are asked for: the seat that chose, or any for a bot and the start."""

    def enter(room: Room) -> None:
        decision = room.match.decision
        if decision and decision.seat != sitter.seat and decision.seat in room.humans:
            raise Refused(403, f"these dice are {decision.seat}'s to throw")
        services.rooms.enter(room, data.values)

    return await _change(data, sitter, services, wanted, enter)


@post(
    "/undo",
    summary="Take back",
    status_code=200,
    responses=documented(*CHANGING),
)
async def undo(data: Undo, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Take one's last choice back, or all until `to` are left, if no dice have fallen since."""
    return await _change(
        data, sitter, services, wanted, lambda room: services.rooms.undo(room, sitter.seat, data.to)
    )


@post(
    "/undo/wish",
    summary="Ask to take back after dice",
    status_code=200,
    responses=documented(*CHANGING),
)
async def ask_undo(data: Ask, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Ask all others to let one take one's last choice back although dice have fallen.

    It is taken back at once where nobody but bots could object. The record shows it.
    """
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: ask(services.rooms, room, sitter.seat, data.words),
    )


@post(
    "/undo/reply",
    summary="Agree, or not",
    status_code=200,
    responses=documented(*CHANGING),
)
async def reply_undo(data: Reply, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Say yes or no to such a wish; who wished it can withdraw it by a no."""
    return await _change(
        data,
        sitter,
        services,
        wanted,
        lambda room: answer(services.rooms, room, sitter.seat, data.agree),
    )


@post(
    "/resign",
    summary="Resign",
    status_code=200,
    responses=documented(*CHANGING),
)
async def give_up(data: Resign, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Give the match up: it is over, the other side has won, and the record says so."""
    return await _change(data, sitter, services, wanted, lambda room: resign(room, sitter.seat))


@post(
    "/draw",
    summary="Offer a draw",
    status_code=200,
    responses=documented(*CHANGING),
)
async def propose_draw(
    data: OfferDraw, sitter: Sitter, services: Services, wanted: Wanted
) -> Position:
    """Offer a draw; the match is over when all other people who play agree."""
    return await _change(data, sitter, services, wanted, lambda room: offer_draw(room, sitter.seat))


@post(
    "/draw/reply",
    summary="Agree to a draw, or not",
    status_code=200,
    responses=documented(*CHANGING),
)
async def reply_draw(data: Reply, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
    """Say yes or no to a draw that is offered; who offered it can withdraw it by a no."""
    return await _change(
        data, sitter, services, wanted, lambda room: answer_draw(room, sitter.seat, data.agree)
    )


@post(
    "/dice/commitment",
    summary="Take part in the dice",
    status_code=200,
    responses=documented(*CHANGING),
)
async def commit_dice(data: Commit, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
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


@post(
    "/dice/contribution",
    summary="Reveal one's part in the dice",
    status_code=200,
    responses=documented(*CHANGING),
)
async def reveal_dice(data: Reveal, sitter: Sitter, services: Services, wanted: Wanted) -> Position:
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
            applied = Applied(sitter.seat, data.key, _digest(data))
            await services.rooms.commit(
                room,
                applied=applied,
                undone=isinstance(data, Undo) or room.match.choices < before,
                header=drawing or isinstance(data, Ask | Reply | Resign),
                page=wanted.page,
                before=mark,
            )
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


@get(
    "/events",
    summary="What changes, as it does",
    media_type="text/event-stream",
    responses=documented(*LOOKING),
)
async def get_events(
    sitter: Sitter,
    services: Services,
    wanted: Wanted,
    request: Request[Any, Any, Any],
    last_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=40)] = None,
) -> Stream:
    """A stream of `position`, `chat`, `here` and `gone`.

    A `position` brings the match as `GET` does, with what is new to the client; its version alone
    if `log` was not given, or if the client has made the change itself and has its answer.
    """
    client = client_of(request)
    if services.live.full(sitter.match, sitter.view, client):
        raise Refused(429, "too many are listening to this match")
    following = Following(
        services.rooms, services.workers, services.pictures, sitter, wanted, client
    )
    events = services.live.stream(sitter.match, last_id or "", following)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        events = _zipped(events)
    return Stream(events, media_type="text/event-stream", headers=headers)


async def _zipped(events: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The events compressed, each sent at once and whole."""
    squeeze = zlib.compressobj(1, wbits=_GZIP)
    async with aclosing(events):
        async for event in events:
            zipped = await unhurried(len(event), squeeze.compress, event)
            yield zipped + squeeze.flush(zlib.Z_SYNC_FLUSH)


BEGINNING: list[Any] = [new_match, import_match, get_import]
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
    get_events,
]
