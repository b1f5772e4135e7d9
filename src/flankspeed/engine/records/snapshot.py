"""Snapshots: a match at one moment, so that only what follows must be replayed.

They are taken where dice were last thrown: no undo goes behind that.
"""

from __future__ import annotations

from typing import Any

import msgspec

from flankspeed.engine.dice import Dice, Rolled, Scripted
from flankspeed.engine.errors import RecordError
from flankspeed.engine.game import Game
from flankspeed.engine.match import Match
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.records.record import Earlier, Record
from flankspeed.engine.records.replay import check_dice, check_result, replay_rows, thrown
from flankspeed.engine.records.rows import Ended, NewDice, TakenBack, written
from flankspeed.engine.records.written_state import read_state, write_state


class Snapshot(msgspec.Struct, frozen=True):
    """The table after so many `choices`, which are so many `lines` of the record."""

    choices: int
    lines: int
    state: str
    dice: NamedDice
    place: tuple[int, int] | None  # of their stream
    taken_back: int  # how often, before the last of these lines
    played: dict[str, int]  # the last choice of each seat
    whys: list[str]  # what the dice of the last line were thrown for, which a record does not tell

    @property
    def earlier(self) -> Earlier:
        """What a record that begins with the last of these lines must know of those before it."""
        return Earlier(self.lines - 1, self.choices - 1, self.taken_back, self.played)


def take(match: Match) -> Snapshot | None:
    """A snapshot of a match; None where there is nothing to be spared, or a state is not plain."""
    record = match.record
    choices, state = match.settled
    if not choices or choices < record.earlier.choices:
        return None
    lines = [line for line in record.lines if line.number <= choices]
    before = sum(isinstance(row, TakenBack) for row in written(lines[:-1]))
    try:
        text = write_state(state)
    except RecordError:
        return None
    return Snapshot(
        choices=choices,
        lines=record.earlier.lines + len(lines),
        state=text,
        dice=record.named,
        place=match.dice.place if isinstance(match.dice, Rolled) else None,
        taken_back=record.earlier.taken_back + before,
        played={**record.earlier.played, **{line.seat: line.number for line in lines}},
        whys=[throw.why for throw in lines[-1].throws],
    )


def resume_at(game: Game[Any], record: Record, snapshot: Snapshot, dice: Dice) -> Match:
    """The match that goes on where a record ends, of which only what follows is replayed.

    The record begins with the last line of the snapshot; `dice` are its own, from their start.
    """
    state = read_state(game, record.header, snapshot.state)
    first, rest = record.lines[0], record.lines[1:]
    if len(first.throws) != len(snapshot.whys):
        raise RecordError("the snapshot does not fit the record")
    pairs = zip(first.throws, snapshot.whys, strict=True)
    first = first._replace(throws=tuple(throw._replace(why=why) for throw, why in pairs))
    record.header.rules = game.rules_version  # it has been played by these
    known = Record(record.header, [first], earlier=record.earlier)
    changes = [row for row in first.then if isinstance(row, NewDice)]
    if changes or snapshot.dice != record.header.named:
        known.new_dice = changes[-1] if changes else NewDice(snapshot.dice)
    known.ended = next((row for row in first.then if isinstance(row, Ended)), None)
    match = Match.going_on(game, known, state, Scripted(thrown(list(written(rest)))))
    replay_rows(match, rest, record.first_line + str(first).count("\n") + 1)
    if record.result is not None:
        check_result(match, record)
    if isinstance(dice, Rolled) and snapshot.place:
        dice.go_to(snapshot.place)
    others = [None for row in written(rest) if isinstance(row, NewDice)]  # until they became these
    check_dice(Record(record.header, rest), [*others, dice if isinstance(dice, Rolled) else None])
    match.go_on_with(dice)
    return match
