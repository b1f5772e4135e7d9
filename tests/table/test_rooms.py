"""Rooms: what they show is what the store has, also when they were closed or others interfere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from table_server import Seat, Server, Table, play_out, problem

from flankspeed.table.creation import begun
from flankspeed.table.hall import Hall
from flankspeed.table.rooms import Room
from flankspeed.table.store import StoreError
from flankspeed.table.wire import NewMatch


def in_hall(file: Path, job: Callable[[Hall], Awaitable[None]]) -> None:
    async def work() -> None:
        hall = Hall(f"sqlite:///{file}", workers=1)
        await hall.open()
        try:
            await job(hall)
        finally:
            await hall.close()

    asyncio.run(work())


async def new_room(hall: Hall) -> Room:
    links = await begun(hall.rooms, NewMatch(game="kamikaze", seed=1))
    return await hall.rooms.get(links.id)


def test_a_room_that_rests_is_closed_and_opened_again(tmp_path: Path) -> None:
    async def job(hall: Hall) -> None:
        room = await new_room(hall)
        async with hall.rooms.entered(room.id) as room:
            hall.rooms.play(room, "ijn", "pick E1")
            await hall.rooms.commit(room)
            hall.rooms.tidy(idle=0)  # not while somebody is in it
            assert len(hall.rooms) == 1
        hall.rooms.tidy()
        assert len(hall.rooms) == 1
        hall.rooms.tidy(idle=0)
        assert len(hall.rooms) == 0
        again = await hall.rooms.get(room.id)
        assert again is not room
        assert again.version == room.version == 1
        assert again.match.state == room.match.state
        assert str(again.match.record) == str(room.match.record)
        assert again.tokens == room.tokens

    in_hall(tmp_path / "table.db", job)


def test_there_are_not_too_many_rooms(tmp_path: Path) -> None:
    async def job(hall: Hall) -> None:
        rooms = [await new_room(hall) for _ in range(5)]
        hall.rooms.tidy(most=3)
        assert len(hall.rooms) == 3
        assert await hall.rooms.get(rooms[4].id) is rooms[4]
        assert await hall.rooms.get(rooms[0].id) is not rooms[0]

    in_hall(tmp_path / "table.db", job)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    async def job(hall: Hall) -> None:
        room = await new_room(hall)
        before = await hall.store.load(room.id)
        await hall.store.remove(room.id)  # now nothing can be written to it
        async with hall.rooms.entered(room.id) as inside:
            hall.rooms.play(inside, "ijn", "pick E1")
            with pytest.raises(StoreError):
                await hall.rooms.commit(inside)
        assert room.stale
        assert before is not None
        await hall.store.add(before)
        again = await hall.rooms.get(room.id)
        assert (again.version, again.match.choices) == (0, 0)

    in_hall(tmp_path / "table.db", job)


def test_two_servers_on_one_store(tmp_path: Path) -> None:
    """It is not meant to be done, but a match cannot go two ways by it."""
    store = f"sqlite:///{tmp_path / 'table.db'}"
    with Server(store) as one, Server(store) as two:
        table = one.begin("kamikaze", seed=1)
        there = Table(two, {"id": table.id, "links": table.links})
        here_ijn, there_ijn = table.seat("ijn"), there.seat("ijn")
        assert there_ijn.position()["version"] == 0
        here_ijn.choose("pick E1", 0)
        problem(there_ijn.post("/choices", version=0, choice="pick E2"), 409)
        assert there_ijn.position() == here_ijn.position()
        there_ijn.choose("enter 11", 1)
        problem(here_ijn.post("/choices", version=1, choice="enter 12"), 409)
        assert here_ijn.position()["choices"] == 2


def test_a_match_goes_on_after_its_room_was_closed_by_a_stop(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as server:
        table = server.begin("kamikaze", scenario="dives-1")
        ijn: Seat = table.seat("ijn")
        ijn.choose(ijn.position()["view"]["options"][0]["text"], 0)
        before = ijn.position()
        assert server.stop() == 0
        server.start()
        assert ijn.position() == before
        assert play_out(table, Random(1).choice)["result"]


def test_shortcuts_of_an_old_record_are_written_anew_as_single_choices(tmp_path: Path) -> None:
    async def job(hall: Hall) -> None:
        links = await begun(hall.rooms, NewMatch(game="samar", seed=1))
        stored = await hall.store.load(links.id)
        assert stored is not None
        header = stored.header.replace("flankspeed: 2", "flankspeed: 1")
        old = msgspec.structs.replace(
            stored,
            id="old",
            header=re.sub("rules: .*\n", "", header),
            lines=[*stored.lines, "1 usn formation"],
            tokens={},
        )
        await hall.store.add(old)
        room = await hall.rooms.get("old")
        assert len(room.match.record.lines) > len(old.lines)
        for _ in range(2):
            assert room.match.decision is not None
            async with hall.rooms.entered("old") as inside:
                hall.rooms.play(inside, None, room.match.decision.options[0].text)
                await hall.rooms.commit(inside)
            again = await hall.store.load("old")
            assert again is not None
            assert again.lines == [str(line) for line in room.match.record.lines]

    in_hall(tmp_path / "table.db", job)
