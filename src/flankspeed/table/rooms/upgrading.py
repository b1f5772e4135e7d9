"""Upgrades: a match that was played by other rules or data goes on only where these change nothing.

It is replayed as a whole: every choice must be legal, throw the same dice and lead to the states of
its snapshots; what no snapshot vouches for must be told in the same words. Else it is frozen: it
can be looked at as far as is known, read and downloaded, and nothing can be chosen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from flankspeed import games
from flankspeed.engine import FlankspeedError, Game, Match, Record, RecordError, Scripted, State
from flankspeed.engine.edition import edition
from flankspeed.engine.records.replay import replay
from flankspeed.engine.records.rows import Line
from flankspeed.engine.records.written_state import read_state
from flankspeed.table.rooms.history import History
from flankspeed.table.rooms.past import Past, read_snapshot
from flankspeed.table.rooms.restore import restore
from flankspeed.table.store.store import Kept, Stored
from flankspeed.table.wire import Entry


class Frozen(NamedTuple):
    """Why a match does not go on, in a sentence, and its whole log."""

    words: str
    log: list[Entry]


class _Differs(FlankspeedError):
    """The rules of today lead elsewhere after so many choices."""

    def __init__(self, choices: int) -> None:
        super().__init__(f"it goes otherwise after choice {choices}")
        self.choices = choices


def is_of_today(stored: Stored) -> bool:
    """Whether a match was last played by the rules and data of today."""
    header = Record.parse(stored.header).header
    return stored.edition == edition(games.load(header.game))


def taken_up(stored: Stored) -> tuple[Match, Frozen | None]:
    """A match that was loaded whole, by the rules of today if they change nothing of it.

    It has no snapshots after that: they are of other rules.
    """
    snapshots, stored.snapshots = stored.snapshots, []
    if is_of_today(stored):
        return restore(stored), None
    if not stored.edition:  # of before editions were noted: it must replay, as ever
        try:
            return restore(stored), None
        except RecordError as error:
            return _frozen(stored, [], _played_until(stored), str(error))
    try:
        match = restore(stored)
        _compare(match, stored, snapshots)
    except _Differs as error:
        return _frozen(stored, snapshots, error.choices, str(error))
    except RecordError as error:
        return _frozen(stored, snapshots, _played_until(stored), str(error))
    return match, None


def _compare(match: Match, stored: Stored, snapshots: list[Kept]) -> None:
    """Raise `_Differs` if a match is another than the one that was played."""
    vouched = 0
    history = History(match.game, match.record)
    known = _last_state(match.game, match.record, snapshots)
    if known is not None:
        vouched, state = known
        if history.state_at(vouched) != state:
            raise _Differs(_last_same(match.record.lines, stored, vouched))
    same = _last_same(match.record.lines, stored, match.choices, vouched)
    if same < match.choices:
        raise _Differs(same)


def _last_same(lines: list[Line], stored: Stored, most: int, first: int = 0) -> int:
    """The choice up to which the record tells the same in the same words."""
    for line, text in zip(lines, stored.lines, strict=False):
        if first < line.number <= most and str(line) != text:
            return line.number - 1
    return most


def _last_state(game: Game[Any], record: Record, snapshots: list[Kept]) -> tuple[int, State] | None:
    """The last state that can be read, and after how many choices it was."""
    for kept in reversed(snapshots):
        try:
            snapshot = read_snapshot(kept.data)
            return snapshot.choices, read_state(game, record.header, snapshot.state)
        except FlankspeedError:
            continue
    return None


def _record(stored: Stored) -> Record:
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    return record


def _played_until(stored: Stored) -> int:
    """How many choices of a record can be made by the rules of today."""
    record, reached = _record(stored), 0

    def watch(match: Match) -> None:
        nonlocal reached
        reached = match.choices

    with suppress(FlankspeedError):
        replay(games.load(record.header.game), record, watch=watch)
    return reached


def _frozen(stored: Stored, snapshots: list[Kept], choices: int, why: str) -> tuple[Match, Frozen]:
    """A match at its last state that is known, with its record and log as they were."""
    record = _record(stored)
    game = games.load(record.header.game)
    at, state = choices, History(game, record).state_at(choices)
    known = _last_state(game, record, snapshots)
    if known is not None and known[0] > at:
        at, state = known
    shown = state.copy()
    shown.agenda.clear()
    shown.decision = None
    match = Match.going_on(game, record, shown, Scripted(()))
    begun = f"version {stored.begun}" if stored.begun else "an earlier version"
    words = (
        f"this match was begun with {begun}; rules or data of {game.title} have changed since, and "
        f"it cannot go on: it is shown after {at} of its {match.choices} choices; log and record "
        f"are whole ({' '.join(why.split())})"
    )
    return match, Frozen(words, _told(record, snapshots))


def _told(record: Record, snapshots: list[Kept]) -> list[Entry]:
    """The log: as it was kept, and then as the record tells it, a line for each choice."""
    past = Past(snapshots)
    try:
        log = past.log()
    except RecordError:
        past, log = Past([]), []
    for line in record.lines[past.lines :]:
        if line.comment:
            number = len(log)
            log.append(
                Entry(
                    number=number,
                    choice=line.number,
                    kind="told",
                    text=line.comment,
                    rule="",
                    dice=[],
                    modifiers=[],
                    places=[],
                    charts=[],
                    weight=0,
                    fold=number,
                    summary=line.comment,
                )
            )
    return log
