"""The services: everything the server works with, made together and closed together."""

from __future__ import annotations

import asyncio
import os
from datetime import timedelta

from flankspeed.table.defaults import AWAY, RATE
from flankspeed.table.limits import Rate
from flankspeed.table.post import Post
from flankspeed.table.rooms.imports import Imports
from flankspeed.table.rooms.live import Live
from flankspeed.table.rooms.neighbours import Neighbours
from flankspeed.table.rooms.notices import Notices
from flankspeed.table.rooms.pictures import Pictures
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.rooms.thinking import Thinking
from flankspeed.table.rooms.vouching import Vouching
from flankspeed.table.store.store import Store
from flankspeed.table.watchdog import watch
from flankspeed.table.workers.pool import Workers

MATCHES_A_DAY = 500  # that a client may begin or join


class Services:
    """The store, the rooms, the streams and the bots of one server."""

    def __init__(
        self,
        store_url: str,
        *,
        workers: int | None = None,
        rate: float = RATE,
        seed: int | None = None,
        away: timedelta = AWAY,
        public_url: str = "",
    ) -> None:
        """Prepare a server; `rate` is how many requests a second a client may make (0: any).

        `seed`, for tests and demonstrations, is that of every new match that names none itself.
        After one has been `away` for so long, others may put somebody on his seat. `public_url` is
        where people find the table, if that is not what requests say.
        """
        self.seed = seed
        self.public_url = public_url
        settings = os.environ | ({"FLANKSPEED_PUBLIC_URL": public_url} if public_url else {})
        self.store = Store(store_url)
        self.live = Live()
        self.rooms = Rooms(self.store, self.live, away)
        self.pictures = Pictures()
        self.workers = Workers(workers)
        self.thinking = Thinking(self.rooms, self.workers)
        self.notices = Notices(self.store, self.live, Post(settings))
        self.neighbours = Neighbours(self.rooms, self.live)
        self.vouching = Vouching(self.store)
        self.rooms.after_change = self._changed
        self.rooms.after_news = self._learned
        self.clients = Rate(rate, rate * 5)
        self.new_matches = Rate(rate / 20, rate)
        self.matches_a_day = MATCHES_A_DAY if rate else None
        self.changes = Rate(rate / 4, rate)  # of a seat
        self.sayings = Rate(rate / 40, rate / 4)  # of a seat, in the chat
        self.codes = Rate(1 / 600, 3)  # for one match, and to one address: each is a mail
        self.mails = Rate(1 / 6, 60)  # to all together
        self.imports = Imports()
        self.stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def _changed(self, room: Room) -> None:
        self.thinking.consider(room)
        self.notices.consider(room)
        self.vouching.note(room)

    def _learned(self, room: Room) -> None:
        """Another server has changed a match."""
        self.thinking.consider(room)
        self.notices.note(room)

    async def open(self) -> None:
        """Open the store and go on with every match in it."""
        await self.store.open()
        waiting = await self.store.waiting()
        self._tasks = [
            asyncio.create_task(self.neighbours.attend()),
            asyncio.create_task(self.thinking.resume(waiting)),
            asyncio.create_task(self.thinking.take_over()),
            asyncio.create_task(self.rooms.keep_tidy()),
            asyncio.create_task(self.vouching.attend()),
            asyncio.create_task(watch()),
        ]

    def gauges(self) -> dict[str, tuple[str, float]]:
        """What can be looked up at any time, for the metrics."""
        return {
            "flankspeed_rooms": ("Matches that are open.", len(self.rooms)),
            "flankspeed_streams": ("Pages that follow a match.", self.live.streams),
            "flankspeed_bots_thinking": ("Matches in which a bot chooses.", self.thinking.matches),
            "flankspeed_jobs": ("Jobs of workers, under way or waiting.", self.workers.jobs),
            "flankspeed_jobs_waiting": ("Those that wait for a worker.", self.workers.waiting),
            "flankspeed_workers": ("Processes that do them.", self.workers.count),
        }

    async def close(self) -> None:
        """Stop what is under way, and close the store."""
        self.stopping = True
        self.live.close()
        await self.neighbours.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinking.close()
        await self.notices.close()
        await self.vouching.try_to()
        self.workers.close()
        await self.store.close()
