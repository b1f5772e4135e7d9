"""Thinking: bots choose in worker processes, so that nobody waits for them but who must."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from flankspeed.engine import FlankspeedError, Rolled
from flankspeed.table.log import report
from flankspeed.table.metrics import JOB_SECONDS
from flankspeed.table.rooms import workers
from flankspeed.table.rooms.rooms import Room, Rooms
from flankspeed.table.store.store import Waiting
from flankspeed.table.wire import HUMAN

PATIENCE = 120.0  # seconds for one job; a bot that takes longer has failed

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """The worker processes."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, min(4, os.cpu_count() or 1))
        self.jobs = 0  # that were handed over and are not done
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, workers.prepare)

    @property
    def waiting(self) -> int:
        """How many jobs no worker has taken yet."""
        return max(0, self.jobs - self.count)

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job in a worker."""
        self.jobs += 1
        try:
            with JOB_SECONDS.timed(job.__name__):
                return await self._run(job, *args, **kwargs)
        finally:
            self.jobs -= 1

    async def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job in a worker; a worker that dies or hangs is replaced, a lost job done again."""
        assert not kwargs, "jobs take their arguments by place"
        loop = asyncio.get_running_loop()
        for tries in (1, 2, 3):
            pool = self._pool
            try:
                future = loop.run_in_executor(pool, job, *args)
                return await asyncio.wait_for(future, PATIENCE)
            except BrokenProcessPool:
                self._replace(pool)
                if tries == 3:
                    raise
            except TimeoutError:
                self._replace(pool)
                raise
        raise AssertionError("the last try has returned or raised")

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Begin with new processes, once for all who have seen the old ones fail."""
        if pool is self._pool:
            self._pool = self._new_pool()
            _end(pool)

    def close(self) -> None:
        """End all workers."""
        _end(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    # There is no other way to end a worker that hangs.
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False)
    for process in processes:
        process.terminate()


def _chance(room: Room) -> str:
    """What a bot's coins depend on: in a seeded match the seed, so that it can be played again."""
    dice = room.match.dice
    return f"seed {dice.seed}" if isinstance(dice, Rolled) and dice.seed is not None else room.id


class Thinking:
    """Lets the bots of all matches choose, each match at its own pace."""

    def __init__(self, rooms: Rooms, workers: Workers) -> None:
        self._rooms = rooms
        self._workers = workers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._warm: set[asyncio.Task[None]] = set()

    @property
    def matches(self) -> int:
        """In how many matches a bot chooses now."""
        return len(self._tasks)

    def consider(self, room: Room) -> None:
        """Set a bot thinking if it is its turn; called after every change of a match."""
        if not self._warm and len(room.humans) < len(room.seats):
            game = room.match.game.name
            self._warm.add(asyncio.create_task(self._workers.run(workers.warm_up, game)))
        if room.bot is None or room.fault is not None:
            return
        assert room.match.decision is not None, "a bot has something to decide"
        room.thinking = room.match.decision.seat
        if room.id not in self._tasks:
            self._tasks[room.id] = asyncio.create_task(self._play(room.id))

    async def _play(self, match_id: str) -> None:
        """Choose as long as it is a bot's turn."""
        try:
            while await self._choose(match_id):
                pass
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the match was deleted, or the store is away
            report("bot stopped", level="warning", match=match_id, error=error)
        finally:
            self._tasks.pop(match_id, None)

    async def _choose(self, match_id: str) -> bool:
        """Let a bot choose once; False when there is nothing more to do."""
        room = await self._rooms.get(match_id)
        name, version, state = room.bot, room.version, room.match.state
        if name is None or room.fault is not None or state.decision is None:
            room.thinking = None
            return False
        seat = room.thinking = state.decision.seat
        fault, texts = None, list[str]()
        try:
            chance = _chance(room)
            game, number = room.match.game.name, room.match.choices
            texts = await self._workers.run(workers.think, game, name, chance, number, state)
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

    async def resume(self, waiting: list[Waiting]) -> None:
        """Open every match of the store in which a bot must choose, and so let it go on."""
        for match in waiting:
            if match.seats.get(match.turn, HUMAN) != HUMAN:
                try:
                    await self._rooms.get(match.id)
                except Exception as error:
                    report("match not resumed", level="error", match=match.id, error=error)

    async def close(self) -> None:
        """Stop thinking; the matches go on when the server is started again."""
        tasks: list[asyncio.Task[Any]] = [*self._tasks.values(), *self._warm]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
