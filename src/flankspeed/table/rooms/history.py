"""History: the table as it stood after any choice, quickly, by states kept on the way."""

from __future__ import annotations

from threading import Lock
from typing import Any

from flankspeed.engine import Game, Record, Scripted, State
from flankspeed.engine.records.record import Line

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
        header = self._record.header
        state: State = self._game.new(
            header.scenario, self._game.options(header.options), header.data or None
        )
        lines = self._record.lines
        first = _dice(lines[0]) if lines and lines[0].number == 0 else Scripted(())
        state.advance(first)
        self._kept[0] = state
        return state

    def _next(self, state: State, line: Line) -> State:
        after = state.copy()
        assert after.decision is not None, "a record goes no further than the game"
        after.play(after.decision.find(line.choice), _dice(line))
        if line.number % _EVERY == 0:
            self._kept[line.number] = after
        return after


def _dice(line: Line) -> Scripted:
    return Scripted(value for throw in line.throws for value in throw.values)
