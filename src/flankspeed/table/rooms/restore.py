"""Matches into the store and back: a match is its record, and what waits for typed-in dice."""

from __future__ import annotations

from contextlib import suppress

from flankspeed import games
from flankspeed.engine import Match, NeedDice, Record, Rolled, resume
from flankspeed.engine.records.record import Header
from flankspeed.table.store.store import Pending, Stored

SHARED = "shared "  # what a header says of dice that people draw together


def undrawn(header: Header) -> bool:
    """Whether a record's header is that of a match whose dice people are still drawing together."""
    revealed = header.contributions.keys() == header.commitments.keys()
    return header.dice.startswith(SHARED) and not (header.contributions and revealed)


def restore(stored: Stored) -> Match:
    """The match as it was when it was last written; this replays all of it."""
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    game, header = games.load(record.header.game), record.header
    if undrawn(header):
        dice = Rolled(bytes.fromhex(stored.key))
        match = Match(
            game, header.scenario, header.options, dice=dice, data=header.data, begin=False
        )
        match.record.header = header
        return match
    match = resume(game, record, header.stream(stored.key) if stored.key else None)
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
    return match.state.seat_to_choose or ""
