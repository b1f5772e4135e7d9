"""Matches into the store and back: a match is its record, and what waits for typed-in dice."""

from __future__ import annotations

from contextlib import suppress

from flankspeed import __version__, games
from flankspeed.engine import (
    FlankspeedError,
    Match,
    NeedDice,
    Record,
    RecordError,
    Rolled,
    replay,
    resume,
)
from flankspeed.engine.edition import edition
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.records.snapshot import resume_at
from flankspeed.table.rooms.log_entries import LogEntries
from flankspeed.table.rooms.past.snapshots import Past, due, keep, read_snapshot
from flankspeed.table.store.stored import Kept, Pending, Stored

SHARED = "shared "  # what a record says of dice that people draw together


def undrawn(dice: NamedDice) -> bool:
    """Whether these are dice that people are still drawing together."""
    revealed = dice.contributions.keys() == dice.commitments.keys()
    return dice.name.startswith(SHARED) and not (dice.contributions and revealed)


class Outdated(FlankspeedError):
    """A snapshot that is not of today's rules, or cannot be read: the whole record is needed."""


def restore(stored: Stored) -> Match:
    """The match as it was when it was last written; what follows its last snapshot is replayed.

    `Outdated` says that it must be loaded whole, without its snapshots.
    """
    if stored.snapshots:
        match = _from_snapshot(stored, stored.snapshots[-1])
        _wait_again(match, stored.pending)
        return match
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    game, header = games.load(record.header.game), record.header
    if undrawn(record.named):
        dice = Rolled(bytes.fromhex(stored.key))
        if record.lines:
            match = replay(game, record)
            match.go_on_with(dice)
            return match
        match = Match(
            game, header.scenario, header.options, dice=dice, data=header.data, begin=False
        )
        match.record.header = header
        return match
    match = resume(game, record, record.named.stream(stored.key) if stored.key else None)
    _wait_again(match, stored.pending)
    return match


def _from_snapshot(stored: Stored, kept: Kept) -> Match:
    try:
        snapshot = read_snapshot(kept.data)
        lines = "".join(f"{line}\n" for line in stored.lines)
        record = Record.parse(stored.header + lines, snapshot.earlier)
        record.header.seats = dict(stored.seats)
        game = games.load(record.header.game)
        if kept.edition != edition(game):
            raise Outdated("the rules are others by now")
        dice = snapshot.dice.stream(stored.key) if stored.key else snapshot.dice.source()
        if dice is None:
            raise Outdated("its dice cannot be had")
        return resume_at(game, record, snapshot, dice)
    except RecordError as error:
        raise Outdated(str(error)) from error


def spare(match: Match, stored: Stored) -> None:
    """Keep a snapshot of a match that is long already and whole; note by which rules it is played.

    It forgets what lies before.
    """
    stored.begun = stored.begun or __version__
    stored.edition = edition(match.game)
    stored.snapshots = []
    nothing = Past([])
    if stored.lesson or undrawn(match.record.named) or not due(match, nothing):
        return
    if found := keep(match, LogEntries(match), nothing):
        snapshot, kept = found
        stored.snapshots = [kept]
        match.forget(snapshot.earlier)


def _wait_again(match: Match, pending: Pending) -> None:
    """Make the choice again whose dice were not all there, and type in those that were."""
    if pending.choice:
        with suppress(NeedDice):
            match.play(pending.choice)
    values = list(pending.values)
    while values and match.need is not None:
        count = match.need.count
        with suppress(NeedDice):
            match.enter(*values[:count])
        del values[:count]


def turn_of(match: Match) -> str:
    """The seat that must choose; empty when none must."""
    return match.state.seat_to_choose or ""
