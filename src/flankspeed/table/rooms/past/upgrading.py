"""Upgrades: a match that was played by other rules or data goes on only where these change nothing.

It is replayed as a whole: every choice must be legal and throw the same dice, and lead to the last
state that the store has of it; words do not count. Else it is frozen: it can be looked at as far as
is known, read and downloaded, and nothing can be chosen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from flankspeed import games
from flankspeed.engine import (
    FlankspeedError,
    Game,
    Match,
    OptionError,
    Record,
    RecordError,
    Result,
    Scripted,
    State,
)
from flankspeed.engine.edition import edition
from flankspeed.engine.records.record import Header
from flankspeed.table.rooms.past.history import History
from flankspeed.table.rooms.past.known_history import Known, KnownHistory, ended_by_people
from flankspeed.table.rooms.past.restore import restore, turn_of
from flankspeed.table.rooms.past.snapshots import Past, read_snapshot, unzipped
from flankspeed.table.store.stored import Kept, Stored
from flankspeed.table.wire import Entry


class Frozen(NamedTuple):
    """Why a match does not go on, in a sentence, its whole log, and what is known of its past."""

    words: str
    log: list[Entry]
    history: KnownHistory


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
    known = known_states(stored, snapshots)
    try:
        match = restore(stored)
        _compare(match, stored, known)
    except RecordError as error:
        return _frozen(stored, snapshots, known, str(error))
    return match, None


def known_states(stored: Stored, snapshots: list[Kept]) -> list[Known]:
    """The states that the store has of a match, in order; what cannot be read is left out."""
    found = dict[int, str]()
    for kept in snapshots:
        with suppress(RecordError):
            snapshot = read_snapshot(kept.data)
            found[snapshot.choices] = snapshot.state
    vouched = stored.vouched
    if vouched and vouched.undone == stored.undone:  # nothing was taken back since then
        with suppress(RecordError):
            found[vouched.choices] = unzipped(vouched.state, str)
    return [Known(*each) for each in sorted(found.items())]


def _compare(match: Match, stored: Stored, known: list[Known]) -> None:
    """Raise `RecordError` if a match is another than the one that was played."""
    if known and not leads_to(match, known[-1]):
        raise RecordError(f"by the rules of today choice {known[-1].choices} leads elsewhere")
    if turn_of(match) != stored.turn:
        raise RecordError(f"by the rules of today it goes on otherwise after {match.choices}")


def leads_to(match: Match, known: Known) -> bool:
    """Whether a match came through a known state; people may have ended it in that since."""
    states = [History(match.game, match.record).state_at(known.choices)]
    if known.choices == match.choices:
        states.append(match.state)
    return any(map(known.tells, states))


def _frozen(
    stored: Stored, snapshots: list[Kept], known: list[Known], why: str
) -> tuple[Match, Frozen]:
    """A match at its last state that is known, with its record and log as they were."""
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    game, header = games.load(record.header.game), record.header
    record.header = _fitting(game, header)
    history = KnownHistory(game, record, known)
    at, state = history.last
    shown = state.copy()
    shown.agenda.clear()
    shown.decision = None
    total = record.lines[-1].number if record.lines else 0
    dice = None
    if at == total and (result := _result(game, record, state)):
        shown.result = record.result = result
        dice = record.named.source(stored.key)
    match = Match.going_on(game, record, shown, dice or Scripted(()))
    record.header = header
    stops = "" if match.result else "this match cannot go on: "
    begun = f"version {stored.begun}, with which it was begun" if stored.begun else "it was begun"
    board = "board" if at == total else f"the board is shown after {at} of {total} choices"
    words = (
        f"{stops}its rules or data have changed since {begun}; {board}, log and record are whole "
        f"({' '.join(why.split())})"
    )
    return match, Frozen(words, _told(record, snapshots), history)


def _fitting(game: Game[Any], header: Header) -> Header:
    """A header by which a table can be set up: without what the game knows no more."""
    options = {key: value for key, value in header.options.items() if _fits(game, {key: value})}
    known = replace(header, options=options)
    bare = replace(known, data={})
    for tried in (header, known, bare):
        with suppress(FlankspeedError):
            game.new(tried.scenario, game.options(tried.options), tried.data or None)
            return tried
    return replace(bare, scenario=game.find_scenario(None).name)


def _fits(game: Game[Any], options: dict[str, str]) -> bool:
    try:
        game.options(options)
    except OptionError:
        return False
    return True


def _result(game: Game[Any], record: Record, state: State) -> Result | None:
    """How a match ended, by the rules or by people; None if it is not over."""
    if state.result is not None or record.ended is None:
        return state.result
    return ended_by_people(game, record, state).result


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
