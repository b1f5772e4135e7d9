"""Matches into the store and back: a match is its record, and what waits for typed-in dice."""

from __future__ import annotations

from contextlib import suppress

from flankspeed import games
from flankspeed.engine import Dice, Match, NeedDice, Record, Rolled, resume
from flankspeed.engine.record import stream_of_key
from flankspeed.table.store import Pending, Stored


def restore(stored: Stored) -> Match:
    """The match as it was when it was last written; this replays all of it."""
    record = Record.parse(stored.header + "".join(f"{line}\n" for line in stored.lines))
    record.header.seats = dict(stored.seats)
    match = resume(games.load(record.header.game), record, _secret_dice(stored, record))
    _wait_again(match, stored.pending)
    return match


def _secret_dice(stored: Stored, record: Record) -> Dice | None:
    if not stored.key:
        return None
    return stream_of_key(stored.key, record.header.dice.removeprefix("sha256 "))


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


def key_of(match: Match) -> str:
    """The secret key of a match's dice; empty if the record itself says what they are."""
    dice = match.dice
    return dice.key.hex() if isinstance(dice, Rolled) and dice.seed is None else ""


def turn_of(match: Match) -> str:
    """The seat that must choose; empty when none must."""
    return match.decision.seat if match.decision else ""
