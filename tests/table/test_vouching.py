"""Vouching: the store knows in which states matches stand, however they came there."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest
from table_services import in_services

from flankspeed import games
from flankspeed.engine.records.written_state import write_state
from flankspeed.table.rooms import vouching
from flankspeed.table.rooms.creation import begun
from flankspeed.table.rooms.ending import resign
from flankspeed.table.rooms.past.snapshots import unzipped, zipped
from flankspeed.table.rooms.past.upgrading import known_states
from flankspeed.table.rooms.room import Room
from flankspeed.table.services import Services
from flankspeed.table.store.check import faults
from flankspeed.table.store.reading import reading
from flankspeed.table.store.stored import Conflict
from flankspeed.table.wire import NewMatch

GAMES = ("samar", "picket", "kamikaze")


async def begin(services: Services, game: str) -> Room:
    seats = dict.fromkeys(games.load(game).seats, "human")
    links = await begun(services.rooms, services.workers, NewMatch(game=game, seats=seats, seed=5))
    return await services.rooms.get(links.id)


async def choose(services: Services, room: Room, random: Random, times: int = 1) -> None:
    for _ in range(times):
        decision = room.match.decision
        assert decision is not None
        services.rooms.play(room, decision.seat, random.choice(decision.options).text)
        await services.rooms.commit(room)


async def vouched(services: Services, room: Room) -> tuple[int, str] | None:
    """What the store vouches for, as far as it counts."""
    stored = await services.store.load(room.id, whole=True)
    assert stored is not None
    found = known_states(stored, [])
    return found[0] if found else None


def well(file: Path) -> list[str]:
    return reading(f"sqlite:///{file}", lambda look: list(faults(look)))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_where_the_match_stands(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each of its looks, and after the last one, when the server stops."""
    monkeypatch.setattr(vouching, "EVERY", 0.01)

    async def play(services: Services) -> None:
        room, random = await begin(services, game), Random(3)
        for _ in range(4):
            await choose(services, room, random, 5)
            at, state = room.match.choices, write_state(room.match.state)
            async with asyncio.timeout(60):
                while await vouched(services, room) != (at, state):
                    await asyncio.sleep(0.01)
        monkeypatch.setattr(vouching, "EVERY", 1e6)
        await services.vouching.vouch()
        await choose(services, room, random, 3)

    in_services(tmp_path / "table.db", play)
    assert well(tmp_path / "table.db") == []
    with sqlite3.connect(tmp_path / "table.db") as store:
        assert store.execute("SELECT choices, undone FROM vouched").fetchall() == [(23, 0)]


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """It vouches when it is told to."""
    monkeypatch.setattr(vouching, "EVERY", 1e6)


@pytest.mark.usefixtures("still")
def test_what_is_taken_back_is_vouched_for_no_more(tmp_path: Path) -> None:
    async def play(services: Services) -> None:
        room, random = await begin(services, "kamikaze"), Random(4)
        await choose(services, room, random)
        while room.match.undo_barred() is not None:
            await choose(services, room, random)
        seat, at = room.match.record.lines[-1].seat, room.match.choices
        await services.vouching.vouch()
        assert await vouched(services, room) == (at, write_state(room.match.state))
        room.undo(seat)
        await services.rooms.commit(room, room.change(undone=True))
        assert await vouched(services, room) is None
        await services.vouching.vouch()
        assert await vouched(services, room) == (at - 1, write_state(room.match.state))

    in_services(tmp_path / "table.db", play)
    assert well(tmp_path / "table.db") == []


@pytest.mark.usefixtures("still")
def test_what_people_have_ended_stands_where_they_left_it(tmp_path: Path) -> None:
    async def play(services: Services) -> None:
        room = await begin(services, "kamikaze")
        await choose(services, room, Random(4), 7)
        resign(room, "usn")
        await services.rooms.commit(room, room.change(header=True))
        await services.vouching.vouch()
        assert await vouched(services, room) == (7, write_state(room.match.state))

    in_services(tmp_path / "table.db", play)
    assert well(tmp_path / "table.db") == []


@pytest.mark.usefixtures("still")
def test_a_match_that_is_gone_spoils_no_other(tmp_path: Path) -> None:
    """Another server has deleted it."""

    async def play(services: Services) -> None:
        rooms = [await begin(services, "kamikaze") for _ in range(3)]
        for room in rooms:
            await choose(services, room, Random(4), 2)
        await services.store.remove(rooms[1].id)
        await services.vouching.vouch()
        for room in (rooms[0], rooms[2]):
            assert await vouched(services, room) == (2, write_state(room.match.state))

    in_services(tmp_path / "table.db", play)


@pytest.mark.usefixtures("still")
def test_a_choice_that_could_not_be_written_is_not_vouched_for(tmp_path: Path) -> None:
    async def play(services: Services) -> None:
        room = await begin(services, "kamikaze")
        await choose(services, room, Random(4), 2)
        await services.vouching.vouch()
        known = await vouched(services, room)
        room.version += 1  # as if another server had been quicker
        with pytest.raises(Conflict):
            await choose(services, room, Random(4))
        services.vouching.note(room)
        await services.vouching.vouch()
        assert await vouched(services, room) == known

    in_services(tmp_path / "table.db", play)


@pytest.mark.usefixtures("still")
def test_a_state_that_the_record_does_not_lead_to_is_found(tmp_path: Path) -> None:
    file = tmp_path / "table.db"

    async def play(services: Services) -> None:
        await choose(services, await begin(services, "kamikaze"), Random(4), 20)

    in_services(file, play)
    with sqlite3.connect(file) as store:
        (data,) = store.execute("SELECT state FROM vouched").fetchone()
        text = unzipped(data, str)
        other = text.removesuffix("1]]") + "2]]"
        assert other != text
        store.execute("UPDATE vouched SET state = ?", (zipped(other),))
    (found,) = well(file)
    assert found.endswith("the state it was last seen in is not what the record leads to")
