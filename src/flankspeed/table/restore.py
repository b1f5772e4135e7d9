"""Matches into the store and back: a match is its record, and what waits for typed-in dice."""

from __future__ import annotations

from contextlib import suppress

from flankspeed import games
from flankspeed.engine import Match, NeedDice, Record, resume
from flankspeed.table.store import Pending, Stored


def restore(stored: Stored) -> Match:
    """The match as it was when it was last written; this replays all of it."""
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    dice = record.header.stream(stored.key) if stored.key else None
    match = resume(games.load(record.header.game), record, dice)
    _wait_again(match, stored.pending)
    return match


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
    return match.decision.seat if match.decision else ""
