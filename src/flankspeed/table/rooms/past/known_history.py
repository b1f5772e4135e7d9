"""Known history: the past of a match that was played by other rules, as far as it can be shown.

The store has states of it. What lies between two of them is shown if the rules of today lead from
one to the other; if they do not, or nothing more is known, as far as they tell the same in the same
words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from flankspeed.engine import Event, FlankspeedError, Game, Record, RecordError, Scripted, State
from flankspeed.engine.event import Log
from flankspeed.engine.match import Match, comment
from flankspeed.engine.records.rows import Line
from flankspeed.engine.records.states import next_state
from flankspeed.engine.records.written_state import read_state, same_state, write_state
from flankspeed.table.rooms.past.history import History


class Known(NamedTuple):
    """A state that the store has, as text, and after how many choices it was."""

    choices: int
    state: str

    def tells(self, state: State) -> bool:
        """Whether this is the state that is told."""
        try:
            return same_state(self.state, write_state(state))
        except RecordError:
            return False


class KnownHistory(History):
    """A past with gaps."""

    def __init__(self, game: Game[Any], record: Record, known: Iterable[Known]) -> None:
        """Play a record from each known state to the next."""
        super().__init__(game, record)
        self._shown = list[range]()  # the choices after which the table can be shown
        before = 0
        state: State | None = self._begin()
        for each in known:
            at = each.choices
            reached, same = self._play(state, before, at)
            if reached is not None and self._is_told(each, reached):
                same = at
            else:
                reached, same = self._read(each.state), max(before, min(same, at - 1))
            if state is not None:
                self._shown.append(range(before, same + 1))
            if reached is not None:
                self._kept[at] = reached
            before, state = at, reached
        if state is not None:
            self._shown.append(range(before, self._play(state, before)[1] + 1))

    @property
    def last(self) -> tuple[int, State]:
        """The last state that can be shown, and after how many choices it was."""
        number = self._shown[-1][-1]
        return number, self.state_at(number)

    def nearest(self, number: int) -> int:
        """The last of so many choices after which the table can be shown."""
        return max(min(number, shown[-1]) for shown in self._shown if shown[0] <= number)

    def after(self, number: int) -> list[list[Event]]:
        """Nothing: what has happened stands in the log, in the words of then."""
        return []

    def _begin(self) -> State:
        """The table before the first choice; as it was set up, if dice were thrown otherwise."""
        try:
            return self._start()
        except FlankspeedError:
            header = self._record.header
            options = self._game.options(header.options)
            self._kept[0] = self._game.new(header.scenario, options, header.data or None)
            return self._kept[0]

    def _play(
        self, state: State | None, first: int, last: int | None = None
    ) -> tuple[State | None, int]:
        """Go from the state after choice `first` to that after `last`: it, if there is a way.

        And the choice up to which all is told as it was.
        """
        same, words = first, True
        for line in self._record.lines:
            if state is None or line.number <= first or (last is not None and line.number > last):
                continue
            log = Log()
            state = _next(state, line, log)
            words = words and comment(self._game, log.events) == line.comment
            if state is not None and words:
                same = line.number
        return state, same

    def _is_told(self, known: Known, state: State) -> bool:
        """Whether it is a known state, or that in which people have ended it."""
        return known.tells(state) or (
            self._record.ended is not None
            and known.tells(ended_by_people(self._game, self._record, state))
        )

    def _read(self, text: str) -> State | None:
        try:
            return read_state(self._game, self._record.header, text)
        except RecordError:
            return None


def ended_by_people(game: Game[Any], record: Record, state: State) -> State:
    """A state as people have left it who ended the match there, as its record says."""
    assert record.ended is not None, "people have ended it"
    match = Match.going_on(game, Record(record.header), state, Scripted(()))
    match.end(record.ended)
    return match.state


def _next(state: State, line: Line, log: Log) -> State | None:
    """The state after one more choice; None if that cannot be made, or the game is over."""
    try:
        return next_state(state, line, log)
    except (FlankspeedError, AssertionError):
        return None
