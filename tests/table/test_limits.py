"""Limits: what a client, a seat and one who watches may ask for, each for itself."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar import Request
from table_server import Server, problem
from table_services import in_services

from flankspeed.table import services as made
from flankspeed.table.limits import Rate
from flankspeed.table.problems import Refused
from flankspeed.table.rooms.creation import begun
from flankspeed.table.rooms.live import MOST_OF_CLIENT, MOST_SITTING, MOST_WATCHING, Live
from flankspeed.table.rooms.rooms import Full, Rooms
from flankspeed.table.routes.guard import Guard, client_of, may_begin
from flankspeed.table.services import Services
from flankspeed.table.store import store
from flankspeed.table.store.store import Store
from flankspeed.table.wire import NewMatch

NEVER = 1e-9  # a second: what is used up stays used up in a test


def asked(path: str = "/", client: str = "192.0.2.1") -> Request[Any, Any, Any]:
    scope: Any = {"type": "http", "method": "GET", "path": path, "headers": []}
    return Request(scope | {"client": (client, 1)})


def test_what_costs_more_counts_for_more(tmp_path: Path) -> None:
    def allowed(path: str, client: str) -> int:
        for count in range(1000):
            try:
                Guard(services).check(asked(path, client))
            except Refused:
                return count
        raise AssertionError("there is no limit")

    services = Services(f"sqlite:///{tmp_path / 'table.db'}", workers=1)
    services.clients = Rate(NEVER, 100)
    paths = ("choices", "picture", "odds", "advice", "report", "import")
    counts = [allowed(f"/api/matches/x/{path}", path) for path in paths]
    assert counts == [100, 33, 33, 10, 5, 2]


def test_what_costs_more_than_all_there_is_can_be_had_once() -> None:
    rate = Rate(NEVER, 10)
    assert [rate.allows("me", 50), rate.allows("me", 50)] == [True, False]
    assert rate.allows("you")


def test_who_chats_without_end_costs_the_others_nothing(tmp_path: Path) -> None:
    """Each seat has its own budgets for choices and for words, and who watches has others."""
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "40") as server:
        table = server.begin("kamikaze")
        said = (table.watcher.ask("POST", "/chat", json={"text": "hello"}) for _ in range(1000))
        words = problem(next(answer for answer in said if answer.status_code != 201), 429)
        assert words == "You say too much at once: wait a moment."
        ijn = table.seat("ijn")
        for version, choice in enumerate(("pick E1", "enter 11")):
            ijn.choose(choice, version)
        assert ijn.ask("POST", "/chat", json={"text": "well"}).status_code == 201


def test_a_day_has_only_so_many_new_matches_for_a_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for one who waits for a restart; what is kept of him does not tell his address."""
    monkeypatch.setattr(made, "MATCHES_A_DAY", 3)
    monkeypatch.setattr(store, "now", lambda: "2026-01-02T00:00:00+00:00")
    file = tmp_path / "table.db"

    async def three(services: Services) -> None:
        for _ in range(3):
            await may_begin(services, asked())

    async def no_more(services: Services) -> None:
        for _ in range(2):
            with pytest.raises(Refused, match="as many matches as one may in a day"):
                await may_begin(services, asked())
        await may_begin(services, asked(client="192.0.2.2"))

    in_services(file, three)
    in_services(file, no_more)
    rows = kept(file)
    assert sorted(row[-1] for row in rows["begun"]) == [1, 3]
    assert "192.0.2." not in str(rows)
    key = rows["days"][0][1]
    monkeypatch.setattr(store, "now", lambda: "2026-01-03T00:00:00+00:00")
    in_services(file, three)
    rows = kept(file)
    assert [row[-1] for row in rows["begun"]] == [3]
    assert [row[0] for row in rows["days"]] == ["2026-01-03"]
    assert rows["days"][0][1] != key


def kept(file: Path) -> dict[str, list[Any]]:
    with sqlite3.connect(file) as connection:
        names = ("begun", "days")
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def test_many_begin_at_once_and_none_too_many(url: str) -> None:
    """Servers on one store count together."""

    async def begin() -> list[bool]:
        stores = [Store(url) for _ in range(3)]
        await asyncio.gather(*(each.open() for each in stores))
        client = uuid.uuid4().hex
        counted = await asyncio.gather(*(stores[n % 3].begins(client, 10) for n in range(30)))
        for each in stores:
            await each.close()
        return counted

    assert sum(asyncio.run(begin())) == 10


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("no:address", "no:address"),
    ],
)
def test_a_household_is_one_client(host: str, client: str) -> None:
    """Who has IPv6 has more addresses than we could count."""
    assert client_of(asked(client=host)) == client


class Follower:
    """Somebody whom nothing is told."""

    page = ""

    def __init__(self, seat: str | None, client: str) -> None:
        self.seat = seat
        self.client = client

    async def numbers(self) -> tuple[int, int]:
        return 0, 0

    async def still_here(self) -> bool:
        return True

    async def changed(self, *, whole: bool) -> tuple[int, bytes]:
        return 0, b"{}"

    async def here(self, seats: list[str], watching: int) -> bytes:
        return b"{}"


def test_no_more_streams_than_may_be_however_many_come_at_once() -> None:
    """All have asked before the first one listens; who watches takes no place of who plays."""

    async def work() -> None:
        live = Live()

        async def come(count: int, seat: str | None, match: str, client: str) -> int:
            assert not live.full(match, seat, client)
            streams = [live.stream(match, "", Follower(seat, client)) for _ in range(count)]
            for stream in streams:
                await anext(stream)
            opened.extend(streams)
            assert live.full(match, seat, client)
            return live.streams

        opened: list[Any] = []
        assert await come(100, None, "a", "one") == MOST_WATCHING
        assert await come(100, "usn", "a", "two") == MOST_WATCHING + MOST_SITTING
        for number in range(MOST_OF_CLIENT):
            opened.append(live.stream(f"{number}", "", Follower(None, "three")))
            await anext(opened[-1])
        assert live.full("b", None, "three")
        for stream in opened:
            await stream.aclose()
        assert live.streams == 0
        assert not live.full("b", None, "three")

    asyncio.run(work())


def test_no_more_rooms_than_may_be_however_many_come_at_once(tmp_path: Path) -> None:
    """Those that nobody uses are closed for others; if all are in use, no other is opened."""

    async def job(services: Services) -> None:
        rooms = Rooms(services.store, services.live, most=5)
        wanted = NewMatch(game="kamikaze", seed=1)
        begin = (begun(rooms, services.workers, wanted) for _ in range(12))
        made = await asyncio.gather(*begin, return_exceptions=True)
        ids = [each.id for each in made if not isinstance(each, BaseException)]
        assert len(rooms) <= 5
        assert len(ids) >= 5
        assert all(isinstance(each, Full) for each in made if isinstance(each, BaseException))
        while len(ids) < 6:
            ids.append((await begun(rooms, services.workers, wanted)).id)
        async with AsyncExitStack() as stack:
            for match in ids[:5]:
                await stack.enter_async_context(rooms.entered(match))
            with pytest.raises(Full, match="too many matches are in use"):
                await rooms.get(ids[5])
        assert (await rooms.get(ids[5])).id == ids[5]
        assert len(rooms) <= 5

    in_services(tmp_path / "table.db", job)
