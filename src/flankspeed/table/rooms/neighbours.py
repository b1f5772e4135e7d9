"""Neighbours: what a server does about the others on its store.

It looks again at a match that they have changed, if somebody follows it here; where nobody does,
the next request will. It tells them who is here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from flankspeed.table.rooms.live import Live
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.store.company import ALIVE, Told
from flankspeed.table.store.stored import StoreError


class Neighbours:
    """Hears the other servers for the rooms and the streams of this one."""

    def __init__(self, rooms: Rooms, live: Live) -> None:
        self._rooms = rooms
        self._live = live
        self._company = rooms.store.company
        self._tasks: set[asyncio.Task[None]] = set()
        self._company.followed = live.presence.follows
        live.after_moving = self._tell_here

    async def attend(self) -> None:
        """Be a neighbour for ever, where there may be others."""
        if not self._company.shared:
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._company.attend(self._hear, self._back))
            group.create_task(self._miss())

    async def close(self) -> None:
        """Go, and tell the others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._company.close()

    def _hear(self, told: Told) -> None:
        """Do what a server's word asks for; whatever it says, it is there.

        One that we took for gone, or that was not connected, may have changed anything untold.
        """
        presence = self._live.presence
        back = told.what not in ("hello", "bye") and not presence.knows(told.by)
        for match_id in presence.hear(told):
            self._live.present(match_id)
        if told.what == "changed":
            self._start(self._look(told.match, told.page))
        elif told.what == "gone":
            self._rooms.forget(told.match)
            self._live.gone(told.match)
        elif told.what == "here" and presence.follows(told.match):
            self._company.now_followed(told.match)
        elif told.what == "hello":
            self._tell_all()
            self._start(self._look_at_all())
        if back:
            self._back()

    def _back(self) -> None:
        """We are connected (again): others may have come and gone, and changed anything."""
        self._company.post(Told(self._company.name, "hello"))
        self._tell_all()
        self._start(self._look_at_all())

    async def _look_at_all(self) -> None:
        for match_id in self._live.followed:
            await self._look(match_id, "")

    async def _look(self, match_id: str, page: str) -> None:
        """Tell those who follow a match here what was changed by a page elsewhere."""
        if self._live.watched(match_id):
            with suppress(StoreError):  # streams ask again for what they could not be told
                await self._rooms.look_again(match_id)
            self._live.changed(match_id, page)

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell_all(self) -> None:
        for match_id in self._live.followed:
            self._tell_here(match_id)

    def _tell_here(self, match_id: str) -> None:
        seats, watching = self._live.own(match_id)
        told = Told(self._company.name, "here", match_id, seats=seats, watching=watching)
        self._company.post(told)

    async def _miss(self) -> None:
        """Forget those who were with a server that is gone; look what it has left untold."""
        while True:
            await asyncio.sleep(ALIVE)
            if self._live.presence.forget_silent():
                await self._look_at_all()
