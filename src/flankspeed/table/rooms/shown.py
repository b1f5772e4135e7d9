"""What is shown with a position, in one answer: the new lines of the log, the board, the odds."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec

from flankspeed.engine import Game, OptionError, State
from flankspeed.table.rooms.pictures import Pictures
from flankspeed.table.rooms.positions import drawn_for, position
from flankspeed.table.rooms.room import Room
from flankspeed.table.wire import OptionOdds, Position, Shown
from flankspeed.table.workers.jobs import odds
from flankspeed.table.workers.pool import Workers

_Prices = dict[str, OptionOdds]

_PATIENCE = 0.03  # seconds that an answer waits for odds; later ones are asked for apart


class Wanted(NamedTuple):
    """How much of the log a client has, after how many undos, and the overlays it shows.

    Without `log` it wants the position alone. `page` tells its own changes from those of others;
    `have` is the tag of the picture it has.
    """

    log: int | None
    undone: int
    overlays: tuple[str, ...]
    page: str
    have: str = ""


class Glance:
    """A look at a room while nobody changes it; what takes longer is done after that."""

    def __init__(self, room: Room, seat: str | None, wanted: Wanted) -> None:
        self._position = position(room, seat)
        self._wanted = wanted
        self._page = f"{room.id} {wanted.page}" if wanted.page else ""
        self._game: Game[Any] = room.match.game
        self._state: State = room.match.state
        self._seat = drawn_for(room, self._state, seat)
        self._prices = bool(self._state.decision_of(self._seat)) and room.match.need is None
        if wanted.log is not None:
            self._first = wanted.log if wanted.undone == room.undone else 0
            self._log = room.log_entries.part(self._first)

    async def answer(self, workers: Workers, pictures: Pictures) -> Position:
        """The position, with all that is wanted besides; a worker prices it while it is drawn."""
        if self._wanted.log is None:
            return self._position
        pricing = await self._pricing(workers) if self._prices else None
        picture = pictures.drawn(self._page, self._wanted.have, self._draw())
        prices = await _in_time(pricing) if pricing else {}
        log = await self._log.read()
        shown = Shown(first=self._first, log=log, picture=picture, odds=prices)
        return msgspec.structs.replace(self._position, shown=shown)

    def _draw(self) -> str:
        """The board; an overlay that has lost its thing by now is left out with the others."""
        try:
            return self._picture(self._wanted.overlays)
        except OptionError:
            return self._picture(())

    def _picture(self, overlays: tuple[str, ...]) -> str:
        game, state, seen = self._game, self._state, self._position.view
        if seen.seat != self._seat:  # a bot's seat, which is shown what observers see
            return game.picture(state, self._seat, overlays)
        return game.picture_of(seen.board, state, self._seat, overlays)

    async def _pricing(self, workers: Workers) -> asyncio.Task[_Prices]:
        task = asyncio.create_task(workers.run(odds, self._game.name, self._state))
        await asyncio.sleep(0)  # it begins
        return task


async def _in_time(pricing: asyncio.Task[_Prices]) -> _Prices | None:
    """The odds, unless they take too long."""
    done, _ = await asyncio.wait([pricing], timeout=_PATIENCE)
    if not done:
        pricing.add_done_callback(lambda late: late.cancelled() or late.exception())
        return None
    return pricing.result()
