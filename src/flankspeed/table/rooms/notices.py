"""Notices: who wants to be told that it is his turn is told once, if he is not here."""

from __future__ import annotations

import asyncio
import secrets

from flankspeed.table.log import report
from flankspeed.table.post import Notice, NotSent, Post
from flankspeed.table.rooms.live import Live
from flankspeed.table.rooms.room import Room
from flankspeed.table.store.store import Store
from flankspeed.table.wire import HUMAN

TRIES = 5  # to type a code
_MOST = 20_000  # matches whose turns are kept in mind


class Notices:
    """Tells people whose turn it is."""

    def __init__(self, store: Store, live: Live, post: Post) -> None:
        self._store = store
        self._live = live
        self._turns: dict[str, str] = {}  # whose turn it was when we last looked, by match
        self._tasks: set[asyncio.Task[None]] = set()
        self.post = post

    def consider(self, room: Room) -> None:
        """Somebody may have to choose; called after every change of a match that we make."""
        before = self._turns.get(room.id)
        turn = self.note(room)
        if before is None or before == turn or room.seats.get(turn) != HUMAN or not self.post.ways:
            return  # a room that was opened only, nothing new, or nobody to be told
        task = asyncio.create_task(self._tell(room, turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def note(self, room: Room) -> str:
        """Keep in mind whose turn it is; if another server has made it so, that one tells him."""
        decision = room.match.decision
        turn = decision.seat if decision and room.match.result is None else ""
        self._turns.pop(room.id, None)
        self._turns[room.id] = turn
        if len(self._turns) > _MOST:  # the first is the one that has changed least lately
            del self._turns[next(iter(self._turns))]
        return turn

    async def _tell(self, room: Room, seat: str) -> None:
        try:
            await asyncio.sleep(self.post.after)
            if self._live.sits(room.id, seat) or await self._store.turn(room.id) != seat:
                return
            asked = await self._store.notice(room.id, seat)
            if asked is not None and not asked.code:
                game = room.match.game.title
                text = f"It is your turn in {room.name} ({game}).\n{self.post.public_url}\n"
                facts = {"match": room.id, "seat": seat, "name": room.name}
                notice = Notice(f"Your turn: {room.name}", text, facts)
                await asyncio.to_thread(self.post.send, asked.to, notice)
                report("notice sent", match=room.id)
        except Exception as error:
            report("notice not sent", level="warning", match=room.id, error=error)

    async def ask(self, room: Room, seat: str, to: str) -> str:
        """Somebody wants notices there; the code that he must type, if it is a mail address.

        A mail is sent to the address with the code: nobody can have others written to.
        """
        if self.post.way(to) == "webhook":
            return ""
        code = f"{secrets.randbelow(1_000_000):06}"
        text = (
            f"Somebody wants to be told here when it is his turn in {room.name}. If that is you, "
            f"type this at the table: {code}\nIf not, do nothing: no more will come.\n"
        )
        notice = Notice(f"Your code for {room.name}: {code}", text, {})
        try:
            await asyncio.to_thread(self.post.send, to, notice)
        except NotSent as error:
            report("notice not sent", level="warning", match=room.id, error=error)
            raise
        return code

    async def close(self) -> None:
        """Forget whom we would have told."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
