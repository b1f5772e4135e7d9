"""Rooms: the matches in play, in memory. What a room shows has always been written before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta

from flankspeed.engine import Match
from flankspeed.engine.match import Bookmark
from flankspeed.engine.records.snapshot import Snapshot
from flankspeed.table.defaults import AWAY
from flankspeed.table.log import report
from flankspeed.table.metrics import CHOICES
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.catching_up import catch_up, first_wanted, is_behind
from flankspeed.table.rooms.live import Live
from flankspeed.table.rooms.past.restore import Outdated, restore, spare, undrawn
from flankspeed.table.rooms.past.snapshots import due, keep
from flankspeed.table.rooms.past.upgrading import Frozen, is_of_today, taken_up
from flankspeed.table.rooms.room import Room
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import Change, Conflict, Kept, KeyUsed, Stored, StoreError, now

IDLE_SECONDS = 900.0
MOST_ROOMS = 2000


class Full(StoreError):
    """As many rooms are open as may be, and all are in use."""


class Rooms:
    """All rooms, opened from the store when somebody asks, closed when nobody does."""

    def __init__(
        self, store: Store, live: Live, away: timedelta = AWAY, most: int = MOST_ROOMS
    ) -> None:
        self.store = store
        self._most = most
        self._coming = 0  # rooms that are about to be opened
        self._away = away
        self._live = live
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self.after_change: Callable[[Room], None] = lambda _: None
        self.after_news: Callable[[Room], None] = lambda _: None

    def __len__(self) -> int:
        return len(self._rooms)

    async def seat(self, match_id: str, digest: str) -> str | None:
        """The seat of a token's holder; nobody without one can make us open a room."""
        room = self._rooms.get(match_id)
        if self.store.company.shared:
            found = await self.store.standing(match_id, digest) if _is_id(match_id) else None
            if found is None:
                raise Refused(404, "there is no such match")
            room = await self._opened(match_id)
            if room is not None and is_behind(room, found):
                await self.look_again(match_id)
            tokens = {digest: found.seat} if found.seat else {}
            expires = {digest: found.expires} if found.expires else {}
        elif room is not None:
            tokens, expires = room.tokens, room.expires
        else:
            tokens = await self.store.tokens(match_id) if _is_id(match_id) else {}
            if not tokens:
                raise Refused(404, "there is no such match")
            expires = await self.store.expires(match_id) if digest in tokens else {}
        if digest in expires and expires[digest] <= now():
            raise Refused(401, "this link has expired: ask those at the table for a new one")
        return tokens.get(digest)

    def known(self, match_id: str) -> Room | None:
        """The room of a match if it is open."""
        return self._rooms.get(match_id)

    async def get(self, match_id: str) -> Room:
        """The room of a match."""
        room = self._rooms.get(match_id)
        if room is None:
            room = await self._open(match_id)
        room.touched = time.monotonic()
        return room

    async def _open(self, match_id: str) -> Room:
        opening = self._opening.setdefault(match_id, asyncio.Lock())
        try:
            async with opening:
                if match_id in self._rooms:
                    return self._rooms[match_id]
                stored = await self.store.load(match_id) if _is_id(match_id) else None
                if stored is None:
                    raise Refused(404, "there is no such match")
                with self._space():
                    room = await self._restored(stored)
                    self._rooms[match_id] = room
                self.after_change(room)
                return room
        finally:
            if not opening.locked():
                self._opening.pop(match_id, None)

    async def _restored(self, stored: Stored) -> Room:
        """The room of a match, from its last snapshot if that is of today's rules."""
        with suppress(Outdated):
            return await asyncio.to_thread(self._from_snapshot, stored)
        whole = await self.store.load(stored.id, whole=True)
        if whole is None:
            raise Refused(404, "there is no such match")
        match, frozen = await asyncio.to_thread(taken_up, whole)
        if frozen:
            report("match frozen", level="warning", match=whole.id, reason=frozen.words)
        else:
            await asyncio.to_thread(spare, match, whole)
            with suppress(Conflict):  # another server does the same
                await self.store.renew(whole)
        return await asyncio.to_thread(self._room, whole, match, frozen)

    def _from_snapshot(self, stored: Stored) -> Room:
        if not is_of_today(stored):
            raise Outdated("it was played by other rules")
        return self._room(stored, restore(stored))

    def _room(self, stored: Stored, match: Match, frozen: Frozen | None = None) -> Room:
        """A room with its log, which takes long if no snapshot has a part of it."""
        room = Room(stored, match, self._away, frozen)
        room.log_entries.catch_up()
        return room

    async def whole(self, room: Room) -> None:
        """Have all lines of a room's record here, for those who look far back; under its lock."""
        if not room.match.record.earlier.lines:
            return
        texts, snapshots = await self.store.past(room.id)
        await asyncio.to_thread(room.recall, texts, snapshots.values())

    async def look_back(self, room: Room) -> None:
        """Have all lines, and know the states that a seat may ask to go back to; under its lock."""
        await self.whole(room)
        await asyncio.to_thread(room.look_back)

    async def _opened(self, match_id: str) -> Room | None:
        """The room of a match if it is open.

        One that is just being opened is waited for: it may have been read before what we look for.
        """
        opening = self._opening.get(match_id)
        if opening is not None:
            async with opening:
                pass
        return self._rooms.get(match_id)

    async def look_again(self, match_id: str) -> None:
        """Let a room that is open learn what other servers have written of its match."""
        if not self.store.company.shared:
            return
        room = await self._opened(match_id)
        if room is None:
            return
        async with room.lock:
            if room.stale:
                return
            stored = await self.store.news(match_id, first_wanted(room))
            caught_up = False
            try:
                caught_up = stored is not None and await asyncio.to_thread(catch_up, room, stored)
            finally:
                if not caught_up:
                    self._close(room)
            if not caught_up:
                return
            room.thinking = None
            self.after_news(room)

    @asynccontextmanager
    async def entered(self, match_id: str) -> AsyncIterator[Room]:
        """The room of a match, to change it or to look closely: nobody changes it meanwhile.

        Without this one may see a choice that is made but not written yet.
        """
        while True:
            room = await self.get(match_id)
            async with room.lock:
                if not room.stale:
                    yield room
                    return

    async def add(self, stored: Stored, match: Match) -> Room:
        """Write a new match, and open its room."""
        with self._space():
            room = await asyncio.to_thread(self._room, stored, match)
            await self.store.add(stored)
            self._rooms[stored.id] = room
        self.after_change(room)
        return room

    @contextmanager
    def _space(self) -> Iterator[None]:
        """Space for one more room; rooms that nobody uses are closed for it."""
        if len(self._rooms) + self._coming >= self._most:
            self.tidy(most=self._most * 9 // 10 - self._coming)
        if len(self._rooms) + self._coming >= self._most:
            raise Full("too many matches are in use: try again in a moment")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def commit(
        self,
        room: Room,
        change: Change | None = None,
        *,
        page: str = "",
        before: Bookmark | None = None,
    ) -> None:
        """Write what was done to a room; if that fails the room is closed as if it was not.

        `page` did it and gets its answer. If the key was used, the match goes back to where it was
        `before`, and the room stays open.
        """
        change = change or room.change()
        if change.cut:
            room.log_entries.remember()
            room.past.cut(change.kept)
        snapshot = await self._snapshot(room)
        change.snapshot = snapshot[1] if snapshot else None
        try:
            await self.store.apply(change, page)
        except BaseException as error:
            if isinstance(error, KeyUsed) and before is not None:
                room.match.go_back(before)
            else:
                self._close(room)
            raise
        if (made := room.match.choices - room.choices) > 0:
            CHOICES.add("person" if change.applied else "bot", count=made)
        room.settle(change)
        if snapshot:
            room.past.add(snapshot[1])
            room.match.forget(snapshot[0].earlier)
            room.log_entries.forget()
        self._live.changed(room.id, page)
        self.after_change(room)

    async def _snapshot(self, room: Room) -> tuple[Snapshot, Kept] | None:
        """A snapshot of a room if one is due; it takes a while, and nothing is written yet."""
        if room.lesson or room.frozen or undrawn(room.match.record.named):
            return None
        if not due(room.match, room.past):
            return None
        try:
            return await asyncio.to_thread(keep, room.match, room.log_entries, room.past)
        except BaseException:
            self._close(room)
            raise

    def play(self, room: Room, seat: str | None, *texts: str) -> None:
        """Make choices; a room in which only some of them can be made is closed."""
        try:
            room.play(seat, *texts)
        except BaseException:
            if room.unwritten:
                self._close(room)
            raise

    async def remove(self, room: Room) -> None:
        """Delete a match."""
        await self.store.remove(room.id)
        self._close(room)
        self._live.gone(room.id)

    def forget(self, match_id: str) -> None:
        """Close the room of a match that another server has deleted."""
        if (room := self._rooms.get(match_id)) is not None:
            self._close(room)

    def _close(self, room: Room) -> None:
        room.stale = True
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    async def keep_tidy(self, every: float = 30.0) -> None:
        """Close rooms that nobody has asked for in a while, and the oldest if there are many."""
        while True:
            await asyncio.sleep(every)
            with suppress(Exception):
                self.tidy()

    def tidy(self, idle: float = IDLE_SECONDS, most: int = MOST_ROOMS) -> None:
        """Close the rooms that are idle, and as many more as are too many."""
        resting = [room for room in self._rooms.values() if self._rests(room)]
        resting.sort(key=lambda room: room.touched)
        deadline = time.monotonic() - idle
        surplus = len(self._rooms) - most
        closed = [r for n, r in enumerate(resting) if r.touched < deadline or n < surplus]
        for room in closed:
            self._close(room)
        if closed:
            report("rooms closed", count=len(closed), open=len(self._rooms))

    def _rests(self, room: Room) -> bool:
        busy = room.lock.locked() or room.thinking is not None
        return not busy and not self._live.watched(room.id)


def _is_id(text: str) -> bool:
    """Whether it may be a match's id: not all that an address can hold can be asked of a store."""
    return text.isascii() and text.isprintable()
