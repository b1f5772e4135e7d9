"""Thinking: bots choose in worker processes, so that nobody waits for them but who must."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from flankspeed import bots
from flankspeed.engine import FlankspeedError, Rolled, State
from flankspeed.table.log import Level, report
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.rooms import Rooms
from flankspeed.table.store.stored import Conflict, StoreError, Waiting, text_of
from flankspeed.table.wire import HUMAN
from flankspeed.table.workers import jobs
from flankspeed.table.workers.pool import TooCostly, Workers

_WAIT, _LONGEST_WAIT = 0.5, 30.0  # seconds before a bot asks the store again
_ELSEWHERE = 0.5  # seconds before we ask again whether another server lets a bot choose
_TAKE_OVER = 3.0  # seconds in which nothing happens before we ask whether any does
_AHEAD = 2  # matches for each worker in which bots choose before further ones are taken up


def _chance(room: Room) -> str:
    """What a bot's coins depend on: in a seeded match the seed, so that it can be played again."""
    dice = room.match.dice
    return f"seed {dice.seed}" if isinstance(dice, Rolled) and dice.seed is not None else room.id


def _one_after_another(names: list[str], name: str) -> list[str]:
    """The bots that try to choose for one: itself again, then the simpler ones."""
    simpler = names[: names.index(name)] if name in names else names[:1]
    return [name, name, *reversed(simpler)]


class Thinking:
    """Lets the bots of all matches choose, each match at its own pace."""

    def __init__(self, rooms: Rooms, workers: Workers) -> None:
        self._rooms = rooms
        self._workers = workers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._warm: set[asyncio.Task[None]] = set()
        self._company = rooms.store.company
        self._idle: dict[str, int] = {}  # versions of matches in which we can do nothing

    @property
    def matches(self) -> int:
        """In how many matches a bot chooses now."""
        return len(self._tasks)

    def consider(self, room: Room) -> None:
        """Set a bot thinking if it is its turn; called after every change of a match."""
        if not self._warm and len(room.humans) < len(room.seats):
            game = room.match.game.name
            self._warm.add(asyncio.create_task(self._workers.run(jobs.warm_up, game)))
        if room.bot is None or room.fault is not None:
            return
        assert room.match.decision is not None, "a bot has something to decide"
        room.thinking = room.match.decision.seat
        self._begin(room.id)

    def _begin(self, match_id: str) -> None:
        if match_id not in self._tasks:
            self._tasks[match_id] = asyncio.create_task(self._play(match_id))

    async def _play(self, match_id: str) -> None:
        """Choose as long as it is a bot's turn; while the store is away, wait for it."""
        try:
            wait = _WAIT
            while True:
                try:
                    if not await self._company.take(match_id):
                        if not self._bot_waits(match_id):
                            return
                        await asyncio.sleep(_ELSEWHERE)
                    elif not await self._choose(match_id):
                        return
                    wait = _WAIT
                except StoreError as error:
                    level: Level = "info" if isinstance(error, Conflict) else "warning"
                    report("bot waits for the store", level, match=match_id, reason=str(error))
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the match was deleted
            report("bot stopped", level="warning", match=match_id, error=error)
        finally:
            self._tasks.pop(match_id, None)
            await self._company.leave(match_id)

    def _bot_waits(self, match_id: str) -> bool:
        """Whether it is a bot's turn in a room that is open here."""
        room = self._rooms.known(match_id)
        return room is not None and room.bot is not None and room.fault is None

    async def _choose(self, match_id: str) -> bool:
        """Let a bot choose once; False when there is nothing more to do."""
        await self._rooms.look_again(match_id)
        room = await self._rooms.get(match_id)
        name, version, state = room.bot, room.version, room.match.state
        if name is None or room.fault is not None or state.decision is None:
            room.thinking = None
            self._idle[match_id] = version
            return False
        seat = room.thinking = state.decision.seat
        fault, texts = None, list[str]()
        try:
            texts = await self._think(room, name, state)
        except Exception as error:
            fault = f"the bot {name!r} at {seat} has failed: {type(error).__name__}"
            report("bot failed", level="error", match=match_id, bot=name, error=error)
        async with self._rooms.entered(match_id) as room:
            if room.version != version:
                return True  # something else has happened meanwhile: look again
            if fault is None:
                try:
                    self._rooms.play(room, seat, *texts)
                except FlankspeedError as error:
                    if room.stale:  # some of the choices were made: look again, from the store
                        raise
                    fault = f"the bot {name!r} at {seat} has failed: {error}"
                    report("bot failed", level="error", match=match_id, bot=name, error=error)
            room.thinking, room.fault = None, fault
            await self._rooms.commit(room)
        return fault is None

    async def _think(self, room: Room, name: str, state: State) -> list[str]:
        """The choices of a bot; if it takes too long twice, those of the next simpler ones."""
        game, number, chance = room.match.game, room.match.choices, _chance(room)
        for tried in _one_after_another(bots.names(game), name):
            try:
                return await self._workers.run(jobs.think, game.name, tried, chance, number, state)
            except TooCostly:
                report("bot took too long", level="warning", match=room.id, bot=tried)
        raise TooCostly("all bots take too long")

    async def resume(self, waiting: list[Waiting]) -> None:
        """Take up every match of the store in which a bot must choose; first where people play.

        Where there are other servers these may let it choose: see `take_over`.
        """
        for match in sorted(waiting, key=lambda match: HUMAN not in match.seats.values()):
            if not self._company.shared and match.seats.get(match.turn, HUMAN) != HUMAN:
                await self._leisure()
                self._begin(match.id)

    async def _leisure(self) -> None:
        """Until there is time for one more match that nobody may wait for: there may be thousands.

        All at once would take every room, and whoever comes would wait for their bots.
        """
        while len(self._tasks) >= _AHEAD * self._workers.count:
            await asyncio.wait(list(self._tasks.values()), return_when=asyncio.FIRST_COMPLETED)

    async def take_over(self) -> None:
        """Now and then look for bots that nobody lets choose: their server may be gone."""
        while self._company.shared:
            await asyncio.sleep(_TAKE_OVER)
            try:
                await self._take_over()
            except Exception as error:
                report("bots not looked for", level="warning", error=error)

    async def _take_over(self) -> None:
        before = text_of(datetime.now(UTC) - timedelta(seconds=_TAKE_OVER))
        found = dict(await self._rooms.store.bots_waiting(before))
        self._idle = {match: at for match, at in self._idle.items() if found.get(match) == at}
        for match_id in found:
            if match_id in self._tasks or match_id in self._idle:
                continue
            await self._leisure()
            if await self._company.take(match_id):
                report("bot taken on", match=match_id)
                self._begin(match_id)

    async def close(self) -> None:
        """Stop thinking; the matches go on when the server is started again."""
        tasks: list[asyncio.Task[Any]] = [*self._tasks.values(), *self._warm]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
