"""What is shown with a position, in one answer: the new lines of the log, the board, the odds."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec

from flankspeed.engine import Game, OptionError, State
from flankspeed.table.rooms import workers
from flankspeed.table.rooms.pictures import Pictures
from flankspeed.table.rooms.pool import Workers
from flankspeed.table.rooms.positions import drawn_for, position
from flankspeed.table.rooms.rooms import Room
from flankspeed.table.wire import Drawn, OptionOdds, Position, Shown

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
            self._log = room.log_entries.entries(self._first)

    async def answer(self, workers: Workers, pictures: Pictures) -> Position:
        """The position, with all that is wanted besides."""
        if self._wanted.log is None:
            return self._position
        odds = asyncio.create_task(self._odds(workers))
        picture = await asyncio.to_thread(self._drawn, pictures)
        shown = Shown(first=self._first, log=self._log, picture=picture, odds=await odds)
        return msgspec.structs.replace(self._position, shown=shown)

    def _drawn(self, pictures: Pictures) -> Drawn:
        return pictures.drawn(self._page, self._wanted.have, self._draw())

    def _draw(self) -> str:
        """The board; an overlay that has lost its thing by now is left out with the others."""
        try:
            return self._game.picture(self._state, self._seat, self._wanted.overlays)
        except OptionError:
            return self._game.picture(self._state, self._seat)

    async def _odds(self, processes: Workers) -> dict[str, OptionOdds] | None:
        if not self._prices:
            return {}
        job = asyncio.ensure_future(processes.run(workers.odds, self._game.name, self._state))
        done, _ = await asyncio.wait([job], timeout=_PATIENCE)
        if not done:
            job.add_done_callback(lambda late: late.cancelled() or late.exception())
            return None
        return job.result()
