"""Taking back after dice: one asks, all others at the table must agree, and the record shows it.

Whoever has nobody to ask, because bots sit at all other seats, need not. A wish is over as soon as
the match goes on.
"""

from __future__ import annotations

from flankspeed.table.problems import Refused
from flankspeed.table.rooms.room import Room
from flankspeed.table.wire import Asked


def after_dice(room: Room, seat: str | None) -> int | None:
    """How many choices are left if a seat takes its last one back after dice; None if it cannot."""
    match = room.match
    if seat not in room.humans or match.undo_barred(seat) is None:
        return None
    last: int = match.record.last_choice(seat)
    if not last or match.take_back_barred(last - 1) is not None:
        return None
    return last - 1


def ask(room: Room, seat: str, words: str) -> None:
    """Ask the others; if there is nobody to ask, the choice is taken back at once."""
    to = after_dice(room, seat)
    if to is None:
        raise Refused(409, "there is nothing to be asked for: nothing can be taken back so")
    _hear(room, Asked(seat, to, " ".join(words.split()), []))


def answer(room: Room, seat: str, agree: bool) -> None:
    """Agree or not; who has asked withdraws it by a no."""
    asked = room.asked
    if asked is None:
        raise Refused(409, "nobody asks to take anything back", room.version)
    if seat == asked.seat and agree:
        raise Refused(403, "this is for the others to agree to")
    if agree:
        _hear(room, Asked(asked.seat, asked.to, asked.words, sorted({*asked.agreed, seat})))
    else:
        room.asked = None


def _hear(room: Room, asked: Asked) -> None:
    """Take it back if all have agreed, else go on asking."""
    room.asked = asked
    if {*room.humans} > {asked.seat, *asked.agreed}:
        return
    agreed = f"{' and '.join(asked.agreed)} agreed" if asked.agreed else "nobody to ask"
    words = f"{agreed}: {asked.words}" if asked.words else agreed
    room.take_back(asked.to, asked.seat, words)
