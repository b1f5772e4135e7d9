"""History: the table as it stood after any choice, quickly, by states kept on the way."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from threading import Lock
from typing import Any

from flankspeed.engine import Event, Game, Record, RecordError, State
from flankspeed.engine.event import Log
from flankspeed.engine.records.rows import Line
from flankspeed.engine.records.states import first_state, next_state
from flankspeed.engine.records.written_state import read_state
from flankspeed.table.rooms.past.snapshots import read_snapshot

_EVERY = 16  # choices between two states that are kept


class History:
    """The past of one match; it may be asked from several threads."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        self._game = game
        self._record = record
        self._kept: dict[int, State] = {}
        self._stored: dict[int, str] = {}  # states as the store has them
        self._lock = Lock()

    def add(self, snapshots: Iterable[bytes]) -> None:
        """Know these snapshots of the store, which are of today's rules, if they can be read."""
        with self._lock:
            for data in snapshots:
                with suppress(RecordError):
                    snapshot = read_snapshot(data)
                    self._stored[snapshot.choices] = snapshot.state

    def forget(self, after: int) -> None:
        """Choices after this one were taken back."""
        with self._lock:
            self._kept = {number: kept for number, kept in self._kept.items() if number <= after}
            self._stored = {at: text for at, text in self._stored.items() if at <= after}

    def nearest(self, number: int) -> int:
        """The last of so many choices after which the table can be shown: all of it is known."""
        return number

    def state_at(self, number: int) -> State:
        """The state after so many choices; it is the history's own: look, do not touch."""
        with self._lock:
            nearest, state = self._before(number)
            for line in self._record.lines:
                if nearest < line.number <= number:
                    state = self._next(state, line)
            return state

    def after(self, number: int) -> list[list[Event]]:
        """What has happened after so many choices, choice by choice, played again."""
        state, chapters = self.state_at(number), list[list[Event]]()
        for line in self._record.lines:
            if line.number > number:
                log = Log()
                state = next_state(state, line, log)
                chapters.append(log.events)
        return chapters

    def _before(self, number: int) -> tuple[int, State]:
        """The last state that is known of the first choices, and how many these are."""
        nearest = max((at for at in (*self._kept, *self._stored) if at <= number), default=-1)
        if nearest < 0:
            return 0, self._start()
        if nearest not in self._kept:
            text = self._stored.pop(nearest)
            try:
                self._kept[nearest] = read_state(self._game, self._record.header, text)
            except RecordError:
                return self._before(number)
        return nearest, self._kept[nearest]

    def _start(self) -> State:
        self._kept[0] = first_state(self._game, self._record)
        return self._kept[0]

    def _next(self, state: State, line: Line) -> State:
        after = next_state(state, line)
        if line.number % _EVERY == 0:
            self._kept[line.number] = after
        return after
