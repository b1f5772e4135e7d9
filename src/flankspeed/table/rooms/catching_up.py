"""Catching up: a room learns what other servers have written of its match.

Where only choices were added, these are made again: the dice of the match's own stream fall as they
fell there. All else (what was taken back, other dice, typed-in ones) is rare: then the room is
opened anew from the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flankspeed.engine import FlankspeedError, Match, Rolled
from flankspeed.engine.records.record import parse_line
from flankspeed.table.store.news import Standing
from flankspeed.table.store.stored import Stored

if TYPE_CHECKING:
    from flankspeed.table.rooms.room import Room


def is_behind(room: Room, standing: Standing) -> bool:
    """Whether the store has more than a room."""
    return (
        standing.version > room.version
        or standing.chat_length > room.chat_length
        or (standing.version == room.version and standing.names != room.names)
    )


def first_wanted(room: Room) -> int:
    """The place of the first line to be read: that of the last one it has, to compare."""
    return max(0, room.written - 1)


def catch_up(room: Room, stored: Stored) -> bool:
    """Let a room be as the store has it; False if it must be opened anew, and is of no use now.

    The lines of what is stored begin with the last one that the room has.
    """
    if stored.version < room.version:
        return True  # it was read before our own last change
    record = room.match.record
    first = first_wanted(room) - record.earlier.lines
    lines = [str(line) for line in record.lines[first : room.written - record.earlier.lines]]
    added = stored.lines[len(lines) :]
    if not (
        stored.undone == room.undone
        and stored.header == room.header
        and stored.pending == room.pending
        and stored.lines[: len(lines)] == lines
        and room.sound == room.written
        and (not added or isinstance(room.match.dice, Rolled))
    ):
        return False
    try:
        for text in added:
            if not _made_again(room.match, text):
                return False
    except FlankspeedError:
        return False
    if stored.seats != room.seats:
        room.fault = None
    room.take(stored)
    room.written = room.sound = record.length
    return True


def _made_again(match: Match, text: str) -> bool:
    """Make the choice of a line; whether that gives the same line."""
    line = parse_line(text.partition("\n")[0], 0)
    if match.decision is None:
        return False
    match.decision.find(line.choice)  # no shortcut: they are recorded as single choices
    match.play(line.choice, line.seat)
    return str(match.record.lines[-1]) == text
