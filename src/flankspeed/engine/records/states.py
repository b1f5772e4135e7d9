"""States of a record: the table as it stood before and after its choices."""

from __future__ import annotations

from typing import Any

from flankspeed.engine.dice import Scripted, Traced
from flankspeed.engine.errors import RecordError
from flankspeed.engine.event import Log
from flankspeed.engine.game import Game
from flankspeed.engine.records.record import Record
from flankspeed.engine.records.rows import Line
from flankspeed.engine.step import State


def first_state(game: Game[Any], record: Record) -> State:
    """The table before the first choice."""
    header, lines = record.header, record.lines
    state: State = game.new(header.scenario, game.options(header.options), header.data or None)
    started = lines and lines[0].number == 0
    state.advance(_dice(lines[0]) if started else Scripted(()))
    return state


def next_state(state: State, line: Line, log: Log | None = None) -> State:
    """The table after one more choice; the one before it stays as it is.

    It must throw the dice of the line.
    """
    after = state.copy()
    assert after.decision is not None, "a record goes no further than the game"
    dice = Traced(_dice(line))
    after.play(after.decision.find(line.choice), dice, log)
    if [throw[:2] for throw in dice.throws] != [throw[:2] for throw in line.throws]:
        raise RecordError(f"choice {line.number} does not throw the dice of the record")
    return after


def _dice(line: Line) -> Scripted:
    return Scripted(value for throw in line.throws for value in throw.values)
