"""A room: one match in play, in memory, and what the store has of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from flankspeed.engine import Entered, FlankspeedError, Match, NeedDice, Record
from flankspeed.table.defaults import AWAY
from flankspeed.table.rooms.log_entries import LogEntries
from flankspeed.table.rooms.past.history import History
from flankspeed.table.rooms.past.restore import turn_of, undrawn
from flankspeed.table.rooms.past.snapshots import Past
from flankspeed.table.rooms.past.upgrading import Frozen
from flankspeed.table.store.stored import Applied, Change, Pending, Stored, now
from flankspeed.table.wire import HUMAN
from flankspeed.table.workers.jobs import MOST_CHOICES


class TooLong(FlankspeedError):
    """A match that has as many choices as one may have."""


class Room:
    """One match in play: change it only under its lock, and have that written by `Rooms.commit`."""

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

    @property
    def unwritten(self) -> bool:
        """Whether choices were made or taken back that the store does not know of."""
        return self.match.record.length != self.written

    def play(self, seat: str | None, *texts: str) -> None:
        """Make choices; the last one may be left waiting for dice."""
        if self.match.choices >= MOST_CHOICES:
            raise TooLong(f"a match at the table has at most {MOST_CHOICES} choices")
        with suppress(NeedDice):
            for text in texts:
                self.match.play(text, seat)
        self._wait(())

    def enter(self, values: list[int]) -> None:
        """Type in dice."""
        before = self.match.record.length
        with suppress(NeedDice):
            self.match.enter(*values)
        same = self.match.record.length == before
        self._wait((*self.pending.values, *values) if same else ())

    def undo(self, seat: str, to: int | None = None) -> None:
        """Take the last choice back, or all until so many are left."""
        if to is None:
            self.match.undo(seat)
        else:
            self.match.undo_to(to, seat)
        self._wait(())

    def take_back(self, number: int, seat: str, words: str) -> None:
        """Go back to where so many choices were made, after dice: the record is written anew."""
        state = self.history.state_at(number).copy()
        self.match.take_back(number, seat, words, state)
        self.sound, self.asked = min(self.sound, self.match.record.length - 1), None

    def _wait(self, values: tuple[int, ...]) -> None:
        """Note what waits for typed-in dice; a wish is over as soon as the match goes on."""
        match = self.match
        waiting = match.waiting.text if match.waiting else ""
        needs = isinstance(match.dice, Entered) and match.need is not None
        self.pending = Pending(waiting, values) if needs else Pending()
        self.asked = None

    def recall(self, texts: list[str], snapshots: Iterable[bytes]) -> None:
        """Put the lines that the store has before those that are here; know all snapshots."""
        record = self.match.record
        before = "".join(f"{text}\n" for text in texts[: record.earlier.lines])
        lines = Record.parse(str(record.header) + before).lines
        self.match.recall([*lines, *record.lines])
        self.history.add(snapshots)

    def look_back(self) -> None:
        """Know the states that people may ask to go back to."""
        for seat in self.humans:
            if last := self.match.record.last_choice(seat):
                self.history.state_at(last - 1)

    def change(
        self,
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
    ) -> Change:
        """What was done to the room, to be written; `header` says that the record's has changed.

        With new `tokens` notes and name of who had the old ones are gone, unless they are for the
        `same`.
        """
        if tokens and not same and any(seat in self.seats for seat in tokens):
            self.offered = None  # whoever has the seat now has offered nothing, nor agreed
        record = self.match.record
        kept = min(self.sound, record.length)
        return Change(
            id=self.id,
            version=self.version + 1,
            undone=self.undone + undone,
            name=name or self.name,
            seats=self.seats,
            pending=self.pending,
            turn=self.turn if self.frozen else turn_of(self.match),
            kept=kept,
            cut=kept < self.written,
            added=[str(line) for line in record.lines[kept - record.earlier.lines :]],
            applied=applied,
            tokens=tokens or {},
            expires=expires or {},
            same=same,
            header=str(record.header) if header else "",
            asked=self.asked,
            asked_anew=self.asked != self.written_asked,
            offered=self.offered,
            offered_anew=self.offered != self.written_offered,
            open_seats=open_seats,
            next=following,
        )

    def settle(self, change: Change) -> None:
        """The store has a change: so has the room."""
        if change.undone != self.undone:
            self.history.forget(self.match.choices)
        self.version, self.undone, self.name = change.version, change.undone, change.name
        self.header = change.header or self.header
        self.written = self.sound = self.match.record.length
        self.choices = self.match.choices
        self.written_asked, self.written_offered = self.asked, self.offered
        self.next = change.next or self.next
        if change.open_seats is not None:
            self.open_seats = change.open_seats
        self.changed = now()
        self._replace_tokens(change)

    def _replace_tokens(self, change: Change) -> None:
        for seat, digest in change.tokens.items():
            self.tokens = {old: sitting for old, sitting in self.tokens.items() if sitting != seat}
            if digest:
                self.tokens[digest] = seat
            if seat in change.expires:
                self.expires[digest] = change.expires[seat]
            if not change.same:
                for known in (self.names, self.seen, self.noted):
                    known.pop(seat, None)
