"""Two servers behind one address: one is killed under load, and nothing is lost."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from random import Random
from typing import Any

import httpx
import pytest
from relay import relay
from table_server import PATIENCE, Seat, Server, Table

from flankspeed import games
from flankspeed.engine import Record, verify

GAMES = ("kamikaze", "samar", "kamikaze", "picket")


class Address:
    """What people know of the servers: one address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = httpx.Client(base_url=url, timeout=PATIENCE)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """An answer in the end: what is cut off or put off is sent again as it was."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.client.request(method, path, **more)
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline
            time.sleep(0.05)


class Player(threading.Thread):
    """Plays all seats of a match by the common address, and notes what was acknowledged."""

    def __init__(self, url: str, number: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._address = Address(url)
        self._random = Random(number)
        self._stop_it = stop
        wanted = {"game": GAMES[number % len(GAMES)], "seed": number}
        answer = self._address.ask("POST", "/api/matches", json=wanted)
        assert answer.status_code == 201, answer.text
        self.links: dict[str, Any] = answer.json()
        self.made: list[str] = []
        self.version = 0
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._stop_it.is_set() and self._choose():
                pass
        except BaseException as fault:
            self.fault = fault  # for the test to raise: a thread's own errors are lost

    def ask(self, seat: str, method: str, path: str = "", body: Any = None) -> Any:
        """What one of the seats is answered."""
        headers = {"Authorization": f"Bearer {self.links['links'][seat]}"}
        where = f"/api/matches/{self.links['id']}{path}"
        answer = self._address.ask(method, where, headers=headers, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _choose(self) -> bool:
        position = self.ask("usn", "GET")
        assert position["version"] == self.version, "what was answered is there, and no more"
        if position["result"]:
            return False
        turn = position["view"]["waiting_for"]
        option = self._random.choice(self.ask(turn, "GET")["view"]["options"])["text"]
        body = {"version": self.version, "choice": option, "key": uuid.uuid4().hex}
        self.version = self.ask(turn, "POST", "/choices", body)["version"]
        self.made.append(f"{turn} {option}")
        return True


class Follower(threading.Thread):
    """Follows a match by the common address; a stream that is cut off is opened again."""

    def __init__(self, url: str, player: Player, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._seat = Seat(Table(Address(url), player.links), player.links["links"]["watch"])  # type: ignore[arg-type]
        self._stop_it = stop
        self.version = -1
        self.opened = 0

    def run(self) -> None:
        last = ""
        while not self._stop_it.is_set():
            try:
                self.opened += 1
                for name, number, data in self._seat.events(last):
                    last = number or last
                    if name == "position":
                        assert data["version"] > self.version, "nothing is told twice"
                        self.version = data["version"]
                    if self._stop_it.is_set():
                        return
            except httpx.TransportError:
                pass
            time.sleep(0.05)

    def hears(self, version: int) -> bool:
        """Whether it hears of a version in the end."""
        deadline = time.monotonic() + PATIENCE
        while self.version < version and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.version == version


@pytest.mark.parametrize(
    ("players", "kills"), [(3, 1), pytest.param(24, 20, marks=pytest.mark.attack)]
)
def test_one_of_two_is_killed_under_load(
    players: int, kills: int, database: str, tried: Counter[str]
) -> None:
    random = Random(3)
    with (
        Server(database, "--rate", "0") as one,
        Server(database, "--rate", "0") as other,
        relay(one, other) as url,
    ):
        shown = one.begin("samar", seats={"usn": "random", "ijn": "random"})
        stop, all_heard = threading.Event(), threading.Event()
        crowd = [Player(url, number, stop) for number in range(players)]
        followers = [Follower(url, player, all_heard) for player in crowd]
        for thread in (*crowd, *followers):
            thread.start()
        for _ in range(kills):
            _wait_for(crowd, random.randint(1, 5) * players)
            tried["SIGKILLs of one of two servers"] += 1
            killed = random.choice((one, other))
            killed.kill()
            _wait_for(crowd, players)
            killed.start()
        stop.set()
        for player, follower in zip(crowd, followers, strict=True):
            player.join(PATIENCE)
            assert not player.is_alive()
            if player.fault is not None:
                raise player.fault
            _check(player, (one, other))
            assert follower.hears(player.version)
            tried["choices acknowledged by one of two servers, each there once"] += len(player.made)
            tried["streams opened again"] += follower.opened - 1
        all_heard.set()
        Table(other, {"id": shown.id, "links": shown.links}).watcher.until("over")


def _wait_for(crowd: list[Player], more: int) -> None:
    """Until all together have made so many more choices."""
    enough = sum(len(player.made) for player in crowd) + more
    deadline = time.monotonic() + PATIENCE
    while any(player.is_alive() for player in crowd):
        if sum(len(player.made) for player in crowd) >= enough:
            return
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _check(player: Player, servers: tuple[Server, Server]) -> None:
    """Every choice that was acknowledged is there once, with either server."""
    for server in servers:
        text = Table(server, player.links).watcher.text("/record")
        record = Record.parse(text)
        verify(games.load(record.header.game), record)
        made = [f"{line.seat} {line.choice}" for line in record.lines if line.number]
        assert made == player.made
