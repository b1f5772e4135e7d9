"""Holders: whoever has the link of a seat holds it, also while a bot plays there for him.

A seat changes hands only with its holder's consent, or once he has been away for a stated time.
When he was here last is kept in the store, an hour more or less.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from flankspeed.table.problems import Refused
from flankspeed.table.rooms.room import Room
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import StoreError, now, time_of

_NOTED = timedelta(hours=1)  # so much may be lost if the server is killed


async def see(store: Store, match_id: str, room: Room | None, seat: str) -> None:
    """Somebody with this link is here; nobody is refused because that cannot be written."""
    at = now()
    noted = room.noted.get(seat) if room else None
    if noted is None or time_of(at) - time_of(noted) > _NOTED:
        with suppress(StoreError):
            await store.see(match_id, seat, at)
        if room:
            room.noted[seat] = at
    if room:
        room.seen[seat] = at


def held(room: Room, seat: str) -> bool:
    """Whether anybody has a link to a seat that is good."""
    return any(sits == seat and not room.expired(digest) for digest, sits in room.tokens.items())


def has_been_here(room: Room, seat: str) -> bool:
    """Whether the holder of a seat has ever come, or played."""
    return seat in room.seen or room.match.record.last_choice(seat) > 0


def replaceable(room: Room) -> list[str]:
    """The seats where the others at the table may put somebody now."""
    at = time_of(now())
    return [seat for seat in room.seats if not held(room, seat) or at >= _until(room, seat)]


def _until(room: Room, seat: str) -> datetime:
    """Until when a seat is its holder's alone, counted from the last change if he never came."""
    return time_of(room.seen.get(seat, room.changed)) + room.away


async def look_around(store: Store, room: Room) -> None:
    """Learn whom other servers have seen."""
    for seat, at in (await store.seen(room.id)).items():
        room.seen[seat] = max(at, room.seen.get(seat, at))


async def may_replace(store: Store, room: Room, seat: str) -> None:
    """Refuse to put somebody on a seat whose holder has not agreed and has not been away."""
    await look_around(store, room)
    if seat not in replaceable(room):
        until = f"{_until(room, seat):%Y-%m-%d %H:%M} UTC"
        raise Refused(
            403,
            f"{seat} is held by somebody: a seat changes hands with its holder's consent, or when "
            f"he has been away for {_days(room.away)} (here not before {until})",
        )


def _days(away: timedelta) -> str:
    days = away / timedelta(days=1)
    return "1 day" if days == 1 else f"{days:g} days"
