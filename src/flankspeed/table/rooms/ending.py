"""Ending by people: one resigns, or offers a draw that all others at the table must agree to.

An offer stands until it is answered or withdrawn, also while the match goes on; a seat that changes
hands ends it. Bots agree to nothing: they play on.
"""

from __future__ import annotations

from flankspeed.table.problems import Refused
from flankspeed.table.rooms.room import Room
from flankspeed.table.store.stored import Pending
from flankspeed.table.wire import Offered


def resign(room: Room, seat: str) -> None:
    """Give the match up: the other side has won."""
    _not_over(room)
    room.match.resign(seat)
    _ended(room)


def offer_draw(room: Room, seat: str) -> None:
    """Offer a draw to all other people who play."""
    _not_over(room)
    if room.offered is not None:
        raise Refused(409, "a draw has been offered already", room.version)
    if room.humans == [seat]:
        raise Refused(409, "there is nobody to agree to a draw: bots play on", room.version)
    room.offered = Offered(seat, [])


def answer_draw(room: Room, seat: str, agree: bool) -> None:
    """Agree or not; who has offered it withdraws it by a no."""
    offered = room.offered
    if offered is None:
        raise Refused(409, "nobody offers a draw", room.version)
    if seat == offered.seat and agree:
        raise Refused(403, "this is for the others to agree to")
    if not agree:
        room.offered = None
        return
    room.offered = Offered(offered.seat, sorted({*offered.agreed, seat}))
    agreed = [offered.seat, *room.offered.agreed]
    if {*room.humans} <= {*agreed}:
        room.match.agree_to_draw(agreed)
        _ended(room)


def _not_over(room: Room) -> None:
    if room.match.result is not None:
        raise Refused(409, "the match is over", room.version)


def _ended(room: Room) -> None:
    """Nothing waits any more; the record's last line says how it ended."""
    room.pending, room.asked, room.offered = Pending(), None, None
    room.sound = min(room.sound, room.match.record.length - 1)
