"""Matches into the store and back: a match is its record, and what waits for typed-in dice."""

from __future__ import annotations

from contextlib import suppress

from flankspeed import games
from flankspeed.engine import Match, NeedDice, Record, Rolled, replay, resume
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.table.store.store import Pending, Stored

SHARED = "shared "  # what a record says of dice that people draw together


def undrawn(dice: NamedDice) -> bool:
    """Whether these are dice that people are still drawing together."""
    revealed = dice.contributions.keys() == dice.commitments.keys()
    return dice.name.startswith(SHARED) and not (dice.contributions and revealed)


def restore(stored: Stored) -> Match:
    """The match as it was when it was last written; this replays all of it."""
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
