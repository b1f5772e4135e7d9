"""Rooms: what they show is what the store has, also when they were closed or others interfere."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path
from random import Random

import msgspec
import pytest
from table_server import Seat, Server, play_out
from table_services import in_services

from flankspeed.table.rooms.creation import begun
from flankspeed.table.rooms.pictures import Pictures
from flankspeed.table.rooms.positions import drawn_for, position_at
from flankspeed.table.rooms.room import Room
from flankspeed.table.rooms.shown import Glance, Wanted
from flankspeed.table.services import Services
from flankspeed.table.store.stored import StoreError
from flankspeed.table.wire import NewMatch


async def new_room(services: Services) -> Room:
    links = await begun(services.rooms, services.workers, NewMatch(game="kamikaze", seed=1))
    return await services.rooms.get(links.id)


def test_a_room_that_rests_is_closed_and_opened_again(tmp_path: Path) -> None:
    async def job(services: Services) -> None:
        room = await new_room(services)
        async with services.rooms.entered(room.id) as room:
            services.rooms.play(room, "ijn", "pick E1")
            await services.rooms.commit(room)
            services.rooms.tidy(idle=0)  # not while somebody is in it
            assert len(services.rooms) == 1
        services.rooms.tidy()
        assert len(services.rooms) == 1
        services.rooms.tidy(idle=0)
        assert len(services.rooms) == 0
        again = await services.rooms.get(room.id)
        assert again is not room
        assert again.version == room.version == 1
        assert again.match.state == room.match.state
        assert str(again.match.record) == str(room.match.record)
        assert again.tokens == room.tokens

    in_services(tmp_path / "table.db", job)


def test_a_room_that_is_closed_is_gone_at_once(tmp_path: Path) -> None:
    """Not when somebody looks for rubbish: with many rooms open that takes long."""

    async def job(services: Services) -> None:
        room = await new_room(services)
        for seat in ("ijn", None):
            await Glance(room, seat, Wanted(0, 0, (), "")).answer(services.workers, Pictures())
        await services.rooms.whole(room)
        position_at(room, None, 0)
        await services.vouching.vouch()  # where it stands is written by then
        left = weakref.ref(room.match), weakref.ref(room)
        del room
        gc.collect()
        gc.disable()
        try:
            services.rooms.tidy(idle=0)
            assert [each() for each in left] == [None, None]
        finally:
            gc.enable()

    in_services(tmp_path / "table.db", job)


def test_a_picture_offers_what_its_seat_is_to_choose_now(tmp_path: Path) -> None:
    async def job(services: Services) -> None:
        room = await new_room(services)
        state = room.match.state
        assert state.seat_to_choose == "ijn"
        assert [drawn_for(room, state, seat) for seat in ("ijn", "usn", None)] == [
            "ijn",
            "usn",
            None,
        ]
        assert drawn_for(room, state, "ijn", past=True) is None
        assert drawn_for(room, state, "usn", past=True) == "usn"
        room.seats["ijn"] = "random"
        assert drawn_for(room, state, "ijn") is None

    in_services(tmp_path / "table.db", job)


def test_there_are_not_too_many_rooms(tmp_path: Path) -> None:
    async def job(services: Services) -> None:
        rooms = [await new_room(services) for _ in range(5)]
        services.rooms.tidy(most=3)
        assert len(services.rooms) == 3
        assert await services.rooms.get(rooms[4].id) is rooms[4]
        assert await services.rooms.get(rooms[0].id) is not rooms[0]

    in_services(tmp_path / "table.db", job)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    async def job(services: Services) -> None:
        room = await new_room(services)
        before = await services.store.load(room.id)
        await services.store.remove(room.id)  # now nothing can be written to it
        async with services.rooms.entered(room.id) as inside:
            services.rooms.play(inside, "ijn", "pick E1")
            with pytest.raises(StoreError):
                await services.rooms.commit(inside)
        assert room.stale
        assert before is not None
        await services.store.add(before)
        again = await services.rooms.get(room.id)
        assert (again.version, again.match.choices) == (0, 0)

    in_services(tmp_path / "table.db", job)


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
    async def job(services: Services) -> None:
        links = await begun(services.rooms, services.workers, NewMatch(game="samar", seed=1))
        stored = await services.store.load(links.id)
        assert stored is not None
        header = stored.header.replace("flankspeed: 2", "flankspeed: 1")
        old = msgspec.structs.replace(
            stored,
            id="old",
            header=re.sub("rules: .*\n", "", header),
            lines=[*stored.lines, "1 usn formation"],
            tokens={},
        )
        await services.store.add(old)
        room = await services.rooms.get("old")
        assert len(room.match.record.lines) > len(old.lines)
        for _ in range(2):
            assert room.match.decision is not None
            async with services.rooms.entered("old") as inside:
                services.rooms.play(inside, None, room.match.decision.options[0].text)
                await services.rooms.commit(inside)
            again = await services.store.load("old")
            assert again is not None
            assert again.lines == [str(line) for line in room.match.record.lines]

    in_services(tmp_path / "table.db", job)
