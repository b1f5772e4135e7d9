"""History: the table as it stood after any choice, quickly, by states kept on the way."""

from __future__ import annotations

from threading import Lock
from typing import Any

from flankspeed.engine import Game, Record, State
from flankspeed.engine.records.rows import Line
from flankspeed.engine.records.states import first_state, next_state

_EVERY = 16  # choices between two states that are kept


class History:
    """The past of one match; it may be asked from several threads."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        self._game = game
        self._record = record
        self._kept: dict[int, State] = {}
        self._lock = Lock()

    def forget(self, after: int) -> None:
        """Choices after this one were taken back."""
        with self._lock:
            self._kept = {number: kept for number, kept in self._kept.items() if number <= after}

    def state_at(self, number: int) -> State:
        """The state after so many choices; it is the history's own: look, do not touch."""
        with self._lock:
            nearest = max((kept for kept in self._kept if kept <= number), default=-1)
            state = self._kept[nearest] if nearest >= 0 else self._start()
            for line in self._record.lines:
                if max(nearest, 0) < line.number <= number:
                    state = self._next(state, line)
            return state

    def _start(self) -> State:
        self._kept[0] = first_state(self._game, self._record)
        return self._kept[0]

    def _next(self, state: State, line: Line) -> State:
        after = next_state(state, line)
        if line.number % _EVERY == 0:
            self._kept[line.number] = after
        return after
