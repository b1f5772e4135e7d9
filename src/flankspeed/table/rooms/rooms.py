"""Rooms: the matches in play, in memory. What a room shows has always been written before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta

from flankspeed.engine import Entered, FlankspeedError, Match, NeedDice, Record
from flankspeed.engine.match import Bookmark
from flankspeed.engine.records.snapshot import Snapshot
from flankspeed.table.defaults import AWAY
from flankspeed.table.log import report
from flankspeed.table.metrics import CHOICES
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.catching_up import catch_up, first_wanted, is_behind
from flankspeed.table.rooms.history import History
from flankspeed.table.rooms.live import Live
from flankspeed.table.rooms.log_entries import LogEntries
from flankspeed.table.rooms.past import Past, due, keep
from flankspeed.table.rooms.restore import Outdated, restore, spare, turn_of, undrawn
from flankspeed.table.rooms.upgrading import Frozen, is_of_today, taken_up
from flankspeed.table.rooms.workers import MOST_CHOICES
from flankspeed.table.store.store import (
    Applied,
    Change,
    Conflict,
    Kept,
    KeyUsed,
    Pending,
    Store,
    Stored,
    StoreError,
    now,
)
from flankspeed.table.wire import HUMAN

IDLE_SECONDS = 900.0
MOST_ROOMS = 2000


class Full(StoreError):
    """As many rooms are open as may be, and all are in use."""


class TooLong(FlankspeedError):
    """A match that has as many choices as one may have."""


class Room:
    """One match in play: change it only through `Rooms.commit`, under its lock."""

    def __init__(
        self, stored: Stored, match: Match, away: timedelta = AWAY, frozen: Frozen | None = None
    ) -> None:
        self.id = stored.id
        self.match = match
        self.lesson = stored.lesson
        self.imported = stored.imported
        self.away = away  # after so long others may put somebody on a seat
        self.tokens: dict[str, str] = {}
        self.seen: dict[str, str] = {}  # when those who hold the seats were here last
        self.noted: dict[str, str] = {}  # what the store has of that
        self.take(stored)
        self.choices = match.choices  # that were made, and written
        self.written = stored.first + len(stored.lines)  # lines of the record that are in the store
        # How many of these are as they shall be. An old record may hold shortcuts; its match has
        # the single choices: write them all anew.
        self.sound = self.written if match.record.length == self.written else 0
        self.thinking: str | None = None
        self.fault: str | None = None
        self.past = Past(stored.snapshots)
        before = self.past.entries if match.first_chapter else 0
        # Nothing of it leads back to the room: closed, it is gone, and leaves no rubbish behind.
        self.log_entries = LogEntries(match, before, self.past.reader)
        self.frozen = ""  # why it does not go on, if it was played by other rules than today's
        self.turn = stored.turn
        if frozen:
            self.frozen, log = frozen.words, frozen.log
            self.log_entries = LogEntries(match, len(log), lambda: lambda first: [*log[first:]])
        self.history = frozen.history if frozen else History(match.game, match.record)
        self.lock = asyncio.Lock()
        self.stale = False  # the store knows better: whoever waits must ask for the room anew
        self.touched = time.monotonic()

    def take(self, stored: Stored) -> None:
        """Be as the store has it, but for what the record tells."""
        self.name = stored.name
        self.header = stored.header  # as it was written, which may not be as it is written today
        self.version = stored.version
        self.undone = stored.undone
        self.seats = dict(stored.seats)
        self.match.record.header.seats = self.seats
        self.chat_length = stored.chat_length
        self.pending = stored.pending
        self.asked = self.written_asked = stored.asked
        self.offered = self.written_offered = stored.offered
        self.names = dict(stored.names)
        self.open_seats = list(stored.open_seats)
        self.next = stored.next
        self.changed = stored.changed or now()
        if self.tokens != stored.tokens:  # others may sit there, who were here at other times
            self.tokens = dict(stored.tokens)
            self.seen, self.noted = dict(stored.seen), dict(stored.seen)
        self.expires = dict(stored.expires)

    @property
    def bot(self) -> str | None:
        """The bot that must choose now, if one must."""
        match = self.match
        if match.need is not None or match.decision is None or undrawn(match.record.named):
            return None
        who = self.seats[match.decision.seat]
        return None if who == HUMAN else who

    def expired(self, digest: str) -> bool:
        """Whether a link was made to end, and has."""
        return digest in self.expires and self.expires[digest] <= now()

    @property
    def humans(self) -> list[str]:
        """The seats that no bot has."""
        return [seat for seat, who in self.seats.items() if who == HUMAN]


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
        await asyncio.to_thread(_recall, room, texts, snapshots.values())

    async def look_back(self, room: Room) -> None:
        """Have all lines, and know the states that a seat may ask to go back to; under its lock."""
        await self.whole(room)
        await asyncio.to_thread(_look_back, room)

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
        *,
        applied: Applied | None = None,
        tokens: dict[str, str] | None = None,
        expires: dict[str, str] | None = None,
        same: bool = False,
        name: str | None = None,
        undone: bool = False,
        header: bool = False,
        open_seats: list[str] | None = None,
        following: str = "",
        page: str = "",
        before: Bookmark | None = None,
    ) -> None:
        """Write what was done to a room; if that fails the room is closed as if it was not.

        `header` says that the record's header has changed; `page` did it and gets its answer. If
        the key was used, the match goes back to where it was `before`, and the room stays open.
        With a new link (see `Change`) notes and name of who had the old one are gone, unless it is
        for the `same`.
        """
        if tokens and not same and any(seat in room.seats for seat in tokens):
            room.offered = None  # whoever has the seat now has offered nothing, nor agreed
        record = room.match.record
        kept = min(room.sound, record.length)
        if kept < room.written:
            room.log_entries.remember()
            room.past.cut(kept)
        snapshot = None
        plain = not (room.lesson or room.frozen or undrawn(record.named))
        if plain and due(room.match, room.past):
            snapshot = await self._kept(room)
        change = Change(
            id=room.id,
            version=room.version + 1,
            undone=room.undone + undone,
            name=name or room.name,
            seats=room.seats,
            pending=room.pending,
            turn=room.turn if room.frozen else turn_of(room.match),
            kept=kept,
            cut=kept < room.written,
            added=[str(line) for line in record.lines[kept - record.earlier.lines :]],
            applied=applied,
            tokens=tokens or {},
            expires=expires or {},
            same=same,
            header=str(room.match.record.header) if header else "",
            asked=room.asked,
            asked_anew=room.asked != room.written_asked,
            offered=room.offered,
            offered_anew=room.offered != room.written_offered,
            open_seats=open_seats,
            next=following,
            snapshot=snapshot[1] if snapshot else None,
        )
        try:
            await self.store.apply(change, page)
        except BaseException as error:
            if isinstance(error, KeyUsed) and before is not None:
                room.match.go_back(before)
            else:
                self._close(room)
            raise
        if (made := room.match.choices - room.choices) > 0:
            CHOICES.add("person" if applied else "bot", count=made)
        _settle(room, change)
        if snapshot:
            room.past.add(snapshot[1])
            room.match.forget(snapshot[0].earlier)
            room.log_entries.forget()
        self._live.changed(room.id, page)
        self.after_change(room)

    async def _kept(self, room: Room) -> tuple[Snapshot, Kept] | None:
        """A snapshot of a room; this takes a while, and what was done is not written yet."""
        try:
            return await asyncio.to_thread(keep, room.match, room.log_entries, room.past)
        except BaseException:
            self._close(room)
            raise

    def play(self, room: Room, seat: str | None, *texts: str) -> None:
        """Make choices; the last one may be left waiting for dice."""
        if room.match.choices >= MOST_CHOICES:
            raise TooLong(f"a match at the table has at most {MOST_CHOICES} choices")
        try:
            with suppress(NeedDice):
                for text in texts:
                    room.match.play(text, seat)
        except BaseException:
            if room.match.record.length != room.written:  # some were made, and not written
                self._close(room)
            raise
        self._note_pending(room, ())
        room.asked = None

    def enter(self, room: Room, values: list[int]) -> None:
        """Type in dice."""
        match, before = room.match, room.match.record.length
        with suppress(NeedDice):
            match.enter(*values)
        same = match.record.length == before
        self._note_pending(room, (*room.pending.values, *values) if same else ())
        room.asked = None

    def undo(self, room: Room, seat: str, to: int | None = None) -> None:
        """Take the last choice back, or all until so many are left."""
        if to is None:
            room.match.undo(seat)
        else:
            room.match.undo_to(to, seat)
        self._note_pending(room, ())
        room.asked = None

    def take_back(self, room: Room, number: int, seat: str, words: str) -> None:
        """Go back to where so many choices were made, after dice: the record is written anew."""
        state = room.history.state_at(number).copy()
        room.match.take_back(number, seat, words, state)
        room.sound, room.asked = min(room.sound, room.match.record.length - 1), None

    def _note_pending(self, room: Room, values: tuple[int, ...]) -> None:
        match = room.match
        waiting = match.waiting.text if match.waiting else ""
        needs = isinstance(match.dice, Entered) and match.need is not None
        room.pending = Pending(waiting, values) if needs else Pending()

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


def _recall(room: Room, texts: list[str], snapshots: Iterable[bytes]) -> None:
    """Put the lines that the store has before those that the room has; know all snapshots."""
    record = room.match.record
    before = "".join(f"{text}\n" for text in texts[: record.earlier.lines])
    lines = Record.parse(str(record.header) + before).lines
    room.match.recall([*lines, *record.lines])
    room.history.add(snapshots)


def _look_back(room: Room) -> None:
    for seat in room.humans:
        if last := room.match.record.last_choice(seat):
            room.history.state_at(last - 1)


def _settle(room: Room, change: Change) -> None:
    """The store has a change: so has the room."""
    if change.undone != room.undone:
        room.history.forget(room.match.choices)
    room.version, room.undone, room.name = change.version, change.undone, change.name
    room.header = change.header or room.header
    room.written = room.sound = room.match.record.length
    room.choices = room.match.choices
    room.written_asked, room.written_offered = room.asked, room.offered
    room.next = change.next or room.next
    if change.open_seats is not None:
        room.open_seats = change.open_seats
    room.changed = now()
    _replace_tokens(room, change)


def _replace_tokens(room: Room, change: Change) -> None:
    for seat, digest in change.tokens.items():
        room.tokens = {old: sitting for old, sitting in room.tokens.items() if sitting != seat}
        if digest:
            room.tokens[digest] = seat
        if seat in change.expires:
            room.expires[digest] = change.expires[seat]
        if not change.same:
            for known in (room.names, room.seen, room.noted):
                known.pop(seat, None)
