"""Snapshots: a room that is opened from one is the room that it was, however long the match is."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from table_services import in_services

from flankspeed import games
from flankspeed.engine import Match, RecordError, Rolled
from flankspeed.engine.records.snapshot import take
from flankspeed.engine.records.written_state import read_state, write_state
from flankspeed.engine.show.since import since
from flankspeed.table.rooms.creation import begun, imported
from flankspeed.table.rooms.past import snapshots
from flankspeed.table.rooms.past.restore import Outdated, restore
from flankspeed.table.rooms.positions import position, position_at
from flankspeed.table.rooms.room import Room
from flankspeed.table.services import Services
from flankspeed.table.store.check import faults
from flankspeed.table.store.reading import reading
from flankspeed.table.wire import ImportMatch, NewMatch

GAMES = ("samar", "picket", "kamikaze")


async def begin(services: Services, game: str) -> Room:
    seats = dict.fromkeys(games.load(game).seats, "human")
    wanted = NewMatch(game=game, seats=seats, seed=5)
    links = await begun(services.rooms, services.workers, wanted)
    return await services.rooms.get(links.id)


async def choose(services: Services, room: Room, random: Random, undo: bool = True) -> None:
    """A choice at random; now and then it is taken back."""
    decision = room.match.decision
    assert decision is not None
    services.rooms.play(room, decision.seat, random.choice(decision.options).text)
    await services.rooms.commit(room)
    if undo and random.random() < 0.2 and room.match.undo_barred() is None:
        room.undo(decision.seat)
        await services.rooms.commit(room, room.change(undone=True))


def shown(room: Room, seat: str | None) -> Any:
    """What a seat sees: position and log; which lines of the log are one may differ."""
    told = msgspec.to_builtins(position(room, seat)) | {"id": ""}
    log = msgspec.json.decode(msgspec.json.encode(room.log_entries.part().read_at_once()))
    for entry in log:
        del entry["fold"], entry["summary"]
    return told, log


async def reopened(services: Services, room: Room) -> Room:
    services.rooms._close(room)
    return await services.rooms.get(room.id)


@pytest.mark.parametrize("game", GAMES)
def test_a_room_opened_from_a_snapshot_is_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside it a match with the same choices of which no snapshot was ever taken."""
    seats = [*games.load(game).seats, None]

    async def play(services: Services) -> None:
        one, other = Random(2), Random(2)
        monkeypatch.setattr(snapshots, "EVERY", 10**9)
        plain = await begin(services, game)
        monkeypatch.setattr(snapshots, "EVERY", 7)
        room = await begin(services, game)
        for number in range(60):
            if room.match.decision is None:
                break
            await choose(services, room, one)
            monkeypatch.setattr(snapshots, "EVERY", 10**9)
            await choose(services, plain, other)
            monkeypatch.setattr(snapshots, "EVERY", 7)
            if number % 5 == 0:
                room = await reopened(services, room)
            for seat in seats:
                (told, log), (plain_told, plain_log) = shown(room, seat), shown(plain, seat)
                assert {k: v for k, v in told.items() if plain_told[k] != v} == {}
                assert log == plain_log
        room = await reopened(services, room)
        assert room.past.lines > 10
        assert room.match.first_chapter > 10
        assert len(room.match.record.lines) < 60
        choices = room.match.choices
        later = since(room.match.game, plain.match.chapters, 3)
        await services.rooms.whole(room)
        assert str(room.match.record) == str(plain.match.record)
        after: Any = [[], [], [], [], *room.history.after(3)]
        assert since(room.match.game, after, 3) == later
        for at in (0, 1, choices // 2, choices - 1, choices):
            was, now = (msgspec.to_builtins(position_at(r, None, at)) for r in (plain, room))
            assert was == now | {"id": plain.id}
        dice, plain_dice = room.match.dice, plain.match.dice
        assert isinstance(dice, Rolled)
        assert isinstance(plain_dice, Rolled)
        assert dice.place == plain_dice.place

    in_services(tmp_path / "table.db", play)
    assert reading(f"sqlite:///{tmp_path / 'table.db'}", lambda look: list(faults(look))) == []


def test_choices_are_taken_back_to_before_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 5)

    async def play(services: Services) -> None:
        room, random = await begin(services, "kamikaze"), Random(4)
        for _ in range(30):
            await choose(services, room, random, undo=False)
        log = shown(room, None)[1]
        room = await reopened(services, room)
        assert room.past.lines > 20
        await services.rooms.whole(room)
        room.take_back(12, "ijn", "sorry")
        await services.rooms.commit(room, room.change(undone=True, header=True))
        kept = [entry for entry in log if entry["choice"] <= 12]
        assert shown(room, None)[1] == kept
        for _ in range(10):
            await choose(services, room, random, undo=False)
        before = shown(room, "usn")
        assert before[1][: len(kept)] == kept
        room = await reopened(services, room)
        assert shown(room, "usn") == before
        assert room.match.record.taken_back == 1
        assert room.match.choices == 22
        await services.rooms.whole(room)
        assert str(room.match.record).count("back: 12 ijn # sorry") == 1

    in_services(tmp_path / "table.db", play)


def test_a_match_that_was_taken_in_is_opened_wherever_its_dice_became_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the line of its snapshot, or after choices without dice since then."""
    monkeypatch.setattr(snapshots, "EVERY", 5)

    async def play(services: Services) -> None:
        for length in range(20, 30):
            match, random = Match(games.load("kamikaze"), dice=Rolled(1)), Random(4)
            while match.choices < length:
                assert match.decision is not None
                match.play(random.choice(match.decision.options))
            wanted = ImportMatch(record="")
            links = await imported(services.rooms, match, wanted, seed=2)
            room = await services.rooms.get(links.id)
            for _ in range(12):
                before = shown(room, "usn")
                room = await reopened(services, room)
                assert shown(room, "usn") == before
                await choose(services, room, random, undo=False)

    in_services(tmp_path / "table.db", play)


def test_only_what_follows_a_snapshot_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)

    async def play(services: Services) -> None:
        room, random = await begin(services, "kamikaze"), Random(4)
        for _ in range(60):
            await choose(services, room, random, undo=False)
        assert len(room.match.record.lines) < 35  # the room itself forgets too
        stored = await services.store.load(room.id)
        whole = await services.store.load(room.id, whole=True)
        assert stored is not None
        assert whole is not None
        assert len(stored.lines) < 35 < len(whole.lines) == room.written
        assert stored.lines == whole.lines[stored.first :]

    in_services(tmp_path / "table.db", play)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data, edition: (b"no", edition),
        lambda data, edition: (zlib.compress(b"{}"), edition),
        lambda data, edition: (data, "another"),
        lambda data, edition: (_with_state(data, "[[], 1]"), edition),
        lambda data, edition: (_with_state(data, "[" * 100_000), edition),
    ],
)
def test_a_snapshot_that_does_not_fit_is_not_used(
    spoil: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 5)
    file = tmp_path / "table.db"

    async def play(services: Services) -> None:
        room, random = await begin(services, "kamikaze"), Random(4)
        for _ in range(20):
            await choose(services, room, random, undo=False)
        before = shown(room, "usn")
        with sqlite3.connect(file) as store:
            rows = store.execute("SELECT lines, data, edition FROM snapshots").fetchall()
            for lines, data, edition in rows:
                new = (*spoil(data, edition), lines)
                store.execute("UPDATE snapshots SET data = ?, edition = ? WHERE lines = ?", new)
        stored = await services.store.load(room.id)
        assert stored is not None
        with pytest.raises(Outdated):
            await asyncio.to_thread(restore, stored)
        room = await reopened(services, room)
        assert shown(room, "usn") == before
        await choose(services, room, random)

    in_services(file, play)


def test_a_snapshot_that_is_not_what_the_record_leads_to_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 5)
    file = tmp_path / "table.db"

    async def play(services: Services) -> None:
        room, random = await begin(services, "kamikaze"), Random(4)
        for _ in range(20):
            await choose(services, room, random, undo=False)
        state = room.match.settled[1].copy()
        state.damage = 7  # type: ignore[attr-defined]
        with sqlite3.connect(file) as store:
            query = "SELECT max(lines), data FROM snapshots"
            lines, data = store.execute(query).fetchone()
            new = _with_state(data, write_state(state)), lines
            store.execute("UPDATE snapshots SET data = ? WHERE lines = ?", new)

    in_services(file, play)
    (found,) = reading(f"sqlite:///{file}", lambda look: list(faults(look)))
    assert found.endswith(": its snapshot is not what the record leads to")


def _with_state(data: bytes, state: str) -> bytes:
    snapshot = json.loads(zlib.decompress(data))
    return zlib.compress(json.dumps(snapshot | {"state": state}).encode())


@pytest.mark.parametrize("game", GAMES)
def test_states_are_written_and_read(game: str) -> None:
    match, random = Match(games.load(game), dice=Rolled(1)), Random(1)
    for _ in range(60):
        if match.decision is None:
            break
        match.play(random.choice(match.decision.options))
        read = read_state(match.game, match.record.header, write_state(match.state))
        assert read == match.state
        assert repr(read.decision) == repr(match.decision)
    assert take(match) is not None


@pytest.mark.parametrize(
    ("kinds", "top"),
    [
        ([["os", "system", "x"]], [7, "true"]),
        ([["subprocess", "Popen", "args"]], [7, ["true"]]),
        ([["flankspeed.engine.records.record", "Path", "x"]], [7, "/"]),
        ([["flankspeed.engine.records.written_state", "json", "x"]], [7, 1]),
        ([["flankspeed.engine.game", "Game"]], [7]),
        ([["flankspeed.games.kamikaze.state", "KamikazeState", "__class__"]], [7, 1]),
        ([["flankspeed.games.kamikaze.state", "KamikazeState"]], [7]),
        ([["flankspeed.games.samar.state", "SamarState"]], [7]),
        ([], [5]),
        ([], [0, 1]),
        ([], [99, 1]),
        ([], "x"),
        ("x", 1),
    ],
)
def test_nothing_that_a_text_names_is_run(kinds: Any, top: Any) -> None:
    game = games.load("kamikaze")
    header = Match(game, dice=Rolled(1)).record.header
    with pytest.raises(RecordError, match="the state cannot be read"):
        read_state(game, header, json.dumps([kinds, top]))
