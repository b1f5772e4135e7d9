"""Vouching: every half minute the store is told in which states matches stand that have changed.

A record tells choices and dice; what came of them the state alone can tell. When rules or data have
changed, it is compared with what they lead to (`upgrading`). That is not worth a write with every
choice: what a server that is killed has not written yet is compared by choices and dice.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

from flankspeed.engine import RecordError, State
from flankspeed.engine.records.written_state import write_state
from flankspeed.table.log import report
from flankspeed.table.rooms.past.snapshots import zipped
from flankspeed.table.rooms.room import Room
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import Conflict, Vouched

EVERY = 30.0  # seconds: it costs a quarter of what a choice does
_AT_ONCE = 20  # matches in a transaction: nobody's choice waits long for it


class _Standing(NamedTuple):
    """Where a match stands; a state is never changed once it is there."""

    match: str
    choices: int
    undone: int
    state: State


class Vouching:
    """Knows the rooms that have changed since the last time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed: dict[str, Room] = {}

    def note(self, room: Room) -> None:
        """A room was changed, or opened; where one stands that is frozen is known already."""
        if not room.frozen:
            self._changed[room.id] = room

    async def attend(self) -> None:
        """Vouch for ever."""
        while True:
            await asyncio.sleep(EVERY)
            await self.try_to()

    async def try_to(self) -> None:
        """Vouch now, if it can be: the store may be away."""
        try:
            await self.vouch()
        except Exception as error:
            report("states not written", level="warning", error=error)

    async def vouch(self) -> None:
        """Write where the rooms stand; what cannot be written now is tried the next time."""
        changed, self._changed = self._changed, {}
        try:
            while changed:
                rooms = list(changed.values())[:_AT_ONCE]
                standing = [await _standing(room) for room in rooms]
                if states := await asyncio.to_thread(_written, standing):
                    await self._write(states)
                for room in rooms:
                    del changed[room.id]
        finally:
            self._changed = changed | self._changed

    async def _write(self, states: list[Vouched]) -> None:
        """Write all at once; if a match is gone, or another server vouches for it, one by one."""
        try:
            await self._store.vouch(states)
        except Conflict:
            for vouched in states:
                with suppress(Conflict):
                    await self._store.vouch([vouched])


async def _standing(room: Room) -> _Standing | None:
    """Where a room stands; None if nothing was played there, or the store may know otherwise."""
    async with room.lock:
        match = room.match
        if room.stale or not match.record.length:
            return None
        return _Standing(room.id, match.choices, room.undone, match.state)


def _written(standing: list[_Standing | None]) -> list[Vouched]:
    states = list[Vouched]()
    for match, choices, undone, state in filter(None, standing):
        with suppress(RecordError):  # a state that is not plain is compared by choices and dice
            states.append(Vouched(match, choices, undone, zipped(write_state(state))))
    return states
