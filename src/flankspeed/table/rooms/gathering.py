"""The gathering: people who play each other draw their dice together, before the first die.

The server has drawn a key and shows its hash. Every person's seat sends the hash of a contribution
(`commit`); when all have, each sends the contribution itself (`reveal`), and the match begins with
a stream made of all. The record is where it is kept: a restart loses nothing. A seat that
has not committed can be left out, one that has cannot: else it could choose between two streams.

`docs/fair-dice.md` says why nobody can choose the dice.
"""

from __future__ import annotations

from msgspec.structs import replace

from flankspeed.engine import Dice, Match, Rolled, SharedDice
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.records.shared_dice import check_reveal, commit
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.past.restore import SHARED, undrawn
from flankspeed.table.rooms.room import Room
from flankspeed.table.wire import Shared


def gather(match: Match) -> None:
    """Let a match whose secret key is drawn wait for its people before its first, or next, die."""
    match.record.name_dice(NamedDice(f"{SHARED}{commit(match.secret_key)}"))


def shared(room: Room) -> Shared | None:
    """How the dice are drawn together; None if they are not."""
    dice = room.match.record.named
    if not dice.name.startswith(SHARED):
        return None
    return Shared(
        host=dice.name.removeprefix(SHARED),
        commitments=dice.commitments,
        contributions=dice.contributions,
        awaited=_awaited(room) if undrawn(dice) else [],
        closed=_closed(room),
    )


def must_have_begun(room: Room) -> None:
    """Refuse what cannot be done before the dice are drawn."""
    if undrawn(room.match.record.named):
        seats = " and ".join(_awaited(room))
        raise Refused(409, f"the dice are not drawn yet: {seats} must take part", room.version)


def add_commitment(room: Room, seat: str, commitment: str) -> None:
    """A seat is bound to what it will reveal."""
    dice = _open(room)
    if _closed(room):
        raise Refused(409, "nobody else can take part: the dice are being drawn", room.version)
    if seat in dice.commitments:
        raise Refused(409, f"the seat {seat} is committed already", room.version)
    _name(room, replace(dice, commitments={**dice.commitments, seat: commitment}))


def add_contribution(room: Room, seat: str, contribution: str, without_others: bool) -> None:
    """A seat reveals; the last one begins the match.

    `without_others` leaves those out who have not committed: nobody can commit after a reveal.
    """
    dice = _open(room)
    if seat not in dice.commitments:
        raise Refused(409, f"the seat {seat} is not committed to anything", room.version)
    if seat in dice.contributions:
        raise Refused(409, f"the seat {seat} has revealed already", room.version)
    if not (without_others or _closed(room)):
        seats = " and ".join(_awaited(room))
        raise Refused(409, f"not all have committed: {seats} must, or be left out", room.version)
    check_reveal(seat, contribution, dice.commitments[seat])
    dice = replace(dice, contributions={**dice.contributions, seat: contribution})
    _name(room, dice)
    if not undrawn(dice):
        _begin(room, SharedDice(room.match.secret_key, dice.commitments, dice.contributions))


def hand_on(room: Room, seat: str) -> bool:
    """A seat changes hands: whoever takes it commits anew; whether that changes anything."""
    dice = room.match.record.named
    if not undrawn(dice) or seat not in dice.commitments:
        return False
    if _closed(room):
        raise Refused(409, f"the dice are being drawn: {seat} must reveal first", room.version)
    others = {other: bound for other, bound in dice.commitments.items() if other != seat}
    _name(room, replace(dice, commitments=others))
    return True


def leave(room: Room, seat: str) -> bool:
    """Somebody goes for good; whether that changes anything. What he is bound to stays so."""
    return False if _closed(room) else hand_on(room, seat)


def may_sit(room: Room, seat: str) -> None:
    """Refuse to put a bot in the place of a seat that must reveal."""
    dice = room.match.record.named
    if undrawn(dice) and seat in dice.commitments:
        raise Refused(
            409, f"no bot can sit there yet: {seat} is committed to the dice", room.version
        )


def sat(room: Room) -> bool:
    """Seats have changed: where not even two people are left, the match begins; whether it does."""
    dice = room.match.record.named
    if not undrawn(dice) or dice.commitments or len(room.humans) > 1:
        return False
    _begin(room, Rolled(bytes.fromhex(room.match.secret_key)))
    return True


def _begin(room: Room, dice: Dice) -> None:
    _name(room, NamedDice.of(dice))
    room.match.go_on_with(dice)


def _name(room: Room, dice: NamedDice) -> None:
    """The dice stand in the header, or after the last line of a match that was taken in."""
    room.match.record.name_dice(dice)
    room.sound = min(room.sound, max(0, room.match.record.length - 1))


def _open(room: Room) -> NamedDice:
    dice = room.match.record.named
    if not undrawn(dice):
        raise Refused(409, "the dice of this match need nobody's part (any more)", room.version)
    return dice


def _closed(room: Room) -> bool:
    """Whether it is settled who takes part."""
    dice = room.match.record.named
    return bool(dice.contributions) or all(seat in dice.commitments for seat in room.humans)


def _awaited(room: Room) -> list[str]:
    """The seats that must commit, or reveal once it is settled who takes part."""
    dice = room.match.record.named
    if _closed(room):
        return [seat for seat in dice.commitments if seat not in dice.contributions]
    return [seat for seat in room.humans if seat not in dice.commitments]
