"""Following: what a stream brings to one page, which has a part of the match already."""

from __future__ import annotations

import msgspec

from flankspeed.table.rooms.holders import see
from flankspeed.table.rooms.live import Numbers
from flankspeed.table.rooms.pictures import Pictures
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.rooms.shown import Glance, Wanted
from flankspeed.table.wire import Here
from flankspeed.table.workers.pool import Workers


class Following:
    """A page that follows a match; what it has been sent is not sent again."""

    def __init__(
        self,
        rooms: Rooms,
        workers: Workers,
        pictures: Pictures,
        sitter: Sitter,
        wanted: Wanted,
        client: str,
    ) -> None:
        self.client = client
        self.page = wanted.page
        self.seat = sitter.view
        self._rooms = rooms
        self._workers = workers
        self._pictures = pictures
        self._sitter = sitter
        self._wanted = wanted

    async def numbers(self) -> Numbers | None:
        """How far the match and its chat are; None once the link is void."""
        room = await self._rooms.get(self._sitter.match)
        digest = self._sitter.digest
        good = digest in room.tokens and not room.expired(digest)
        return (room.version, room.chat_length) if good else None

    async def still_here(self) -> bool:
        """Note that the page is open; False once its link is void."""
        if self.seat and (room := self._rooms.known(self._sitter.match)):
            await see(self._rooms.store, room.id, room, self.seat)
        return await self.numbers() is not None

    async def changed(self, *, whole: bool) -> tuple[int, bytes]:
        """The match with what is new of it, or its version if the page has the rest, or wants none.

        Its own changes the page has by their answers, with the log up to them.
        """
        async with self._rooms.entered(self._sitter.match) as room:
            if not whole or self._wanted.log is None:
                self._has_all(room)
                return room.version, msgspec.json.encode({"version": room.version})
            have = self._pictures.last(f"{room.id} {self.page}")
            glance = Glance(room, self._sitter.view, self._wanted._replace(have=have))
            self._has_all(room)
        position = await glance.answer(self._workers, self._pictures)
        return position.version, msgspec.json.encode(position)

    async def here(self, seats: list[str], watching: int) -> bytes:
        """Who is here, with all names."""
        room = await self._rooms.get(self._sitter.match)
        return msgspec.json.encode(Here(seats, watching, room.names))

    def _has_all(self, room: Room) -> None:
        if self._wanted.log is not None:
            length = room.log_entries.length_at(room.match.choices)
            self._wanted = self._wanted._replace(log=length, undone=room.undone)
