"""The gathering: people who play each other draw their dice together, before the first die.

The server has drawn a key and shows its hash. Every person's seat sends the hash of a contribution
(`commit`); when all have, each sends the contribution itself (`reveal`), and the match begins with
a stream made of all. The record's header is where it is kept: a restart loses nothing. A seat that
has not committed can be left out, one that has cannot: else it could choose between two streams.

`docs/fair-dice.md` says why nobody can choose the dice.
"""

from __future__ import annotations

from flankspeed.engine import Dice, Match, Rolled, SharedDice
from flankspeed.engine.records.record import Header
from flankspeed.engine.records.shared_dice import check_reveal, commit
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.restore import SHARED, undrawn
from flankspeed.table.rooms.rooms import Room
from flankspeed.table.wire import Shared


def gather(match: Match) -> None:
    """Let a match whose secret key is drawn, and which has not begun, wait for its people."""
    match.record.header.dice = f"{SHARED}{commit(match.secret_key)}"


def shared(room: Room) -> Shared | None:
    """How the dice are drawn together; None if they are not."""
    header = room.match.record.header
    if not header.dice.startswith(SHARED):
        return None
    return Shared(
        host=header.dice.removeprefix(SHARED),
        commitments=header.commitments,
        contributions=header.contributions,
        awaited=_awaited(room) if undrawn(header) else [],
        closed=_closed(room),
    )


def must_have_begun(room: Room) -> None:
    """Refuse what cannot be done before the dice are drawn."""
    if undrawn(room.match.record.header):
        seats = " and ".join(_awaited(room))
        raise Refused(409, f"the dice are not drawn yet: {seats} must take part", room.version)


def add_commitment(room: Room, seat: str, commitment: str) -> None:
    """A seat is bound to what it will reveal."""
    header = _open(room)
    if _closed(room):
        raise Refused(409, "nobody else can take part: the dice are being drawn", room.version)
    if seat in header.commitments:
        raise Refused(409, f"the seat {seat} is committed already", room.version)
    header.commitments = {**header.commitments, seat: commitment}


def add_contribution(room: Room, seat: str, contribution: str, without_others: bool) -> None:
    """A seat reveals; the last one begins the match.

    `without_others` leaves those out who have not committed: nobody can commit after a reveal.
    """
    header = _open(room)
    if seat not in header.commitments:
        raise Refused(409, f"the seat {seat} is not committed to anything", room.version)
    if seat in header.contributions:
        raise Refused(409, f"the seat {seat} has revealed already", room.version)
    if not (without_others or _closed(room)):
        seats = " and ".join(_awaited(room))
        raise Refused(409, f"not all have committed: {seats} must, or be left out", room.version)
    check_reveal(seat, contribution, header.commitments[seat])
    header.contributions = {**header.contributions, seat: contribution}
    if not undrawn(header):
        key = room.match.secret_key
        _begin(room, SharedDice(key, header.commitments, header.contributions))


def hand_on(room: Room, seat: str) -> bool:
    """A seat changes hands: whoever takes it commits anew; whether that changes anything."""
    header = room.match.record.header
    if not undrawn(header) or seat not in header.commitments:
        return False
    if _closed(room):
        raise Refused(409, f"the dice are being drawn: {seat} must reveal first", room.version)
    header.commitments = {k: v for k, v in header.commitments.items() if k != seat}
    return True


def may_sit(room: Room, seat: str) -> None:
    """Refuse to put a bot in the place of a seat that must reveal."""
    if undrawn(room.match.record.header) and seat in room.match.record.header.commitments:
        raise Refused(
            409, f"no bot can sit there yet: {seat} is committed to the dice", room.version
        )


def sat(room: Room) -> bool:
    """Seats have changed: where not even two people are left, the match begins; whether it does."""
    header = room.match.record.header
    if not undrawn(header) or header.commitments or len(room.humans) > 1:
        return False
    _begin(room, Rolled(bytes.fromhex(room.match.secret_key)))
    return True


def _begin(room: Room, dice: Dice) -> None:
    room.match.record.header.name_dice(dice)
    room.match.go_on_with(dice)


def _open(room: Room) -> Header:
    header = room.match.record.header
    if not undrawn(header):
        raise Refused(409, "the dice of this match need nobody's part (any more)", room.version)
    return header


def _closed(room: Room) -> bool:
    """Whether it is settled who takes part."""
    header = room.match.record.header
    return bool(header.contributions) or all(seat in header.commitments for seat in room.humans)


def _awaited(room: Room) -> list[str]:
    """The seats that must commit, or reveal once it is settled who takes part."""
    header = room.match.record.header
    if _closed(room):
        return [seat for seat in header.commitments if seat not in header.contributions]
    return [seat for seat in room.humans if seat not in header.commitments]
