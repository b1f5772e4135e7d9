"""Kill tests: whatever the server has answered is there after it was killed at any moment."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from table_postgresql import binaries, running
from table_server import PATIENCE, Seat, Server, Table

from flankspeed import games
from flankspeed.engine import Record, verify


class Down(Exception):
    """The server cannot say whether it was done."""


class Player(threading.Thread):
    """Plays all human seats of a match as fast as it can, and notes what was acknowledged."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.made: list[str] = []  # acknowledged choices since the start or the last undo
        self.version = 0
        self.under_way: tuple[Seat, str, dict[str, Any]] | None = None
        self.acknowledged = 0
        self.fault: BaseException | None = None
        self._random = Random(seed)
        self._client = httpx.Client(base_url=table.server.url, timeout=PATIENCE)

    def run(self) -> None:
        try:
            while self._choose():
                pass
        except (httpx.TransportError, Down):
            pass  # the server is dead, or its database
        except BaseException as fault:
            self.fault = fault  # for the test to raise: a thread's own errors are lost
        finally:
            self._client.close()

    def _ask(self, seat: Seat, method: str, path: str, body: Any = None) -> Any:
        answer = self._client.request(method, seat.path(path), headers=seat.headers, json=body)
        if answer.status_code == 503:
            raise Down
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _choose(self) -> bool:
        any_seat = self.table.seat("usn")
        position = self._ask(any_seat, "GET", "")
        assert position["version"] >= self.version
        if position["result"]:
            return False
        turn = position["view"]["waiting_for"]
        if position["seats"][turn] != "human":
            time.sleep(0.005)
            return True
        seat = self.table.seat(turn)
        position = self._ask(seat, "GET", "")
        path, body = "/choices", {"version": position["version"], "key": uuid.uuid4().hex}
        if position["undo"]["allowed"] and self._random.random() < 0.2:
            path = "/undo"
        else:
            body["choice"] = self._random.choice(position["view"]["options"])["text"]
        self.under_way = seat, path, body
        answer = self._ask(seat, "POST", path, body)
        self.under_way = None
        self.acknowledged += 1
        self.version = answer["version"]
        if path == "/undo":
            self.made.pop()
        else:
            self.made.append(f"{turn} {body['choice']}")
        return True


def choices(text: str) -> list[str]:
    record = Record.parse(text)
    verify(games.load(record.header.game), record)
    return [f"{line.seat} {line.choice}" for line in record.lines if line.number]


MATCHES: list[tuple[str, dict[str, str]]] = [
    ("kamikaze", {}),
    ("samar", {}),
    ("kamikaze", {"ijn": "random"}),
    ("samar", {}),
]


def attack(
    server: Server, rounds: int, most: int, kill: Callable[[], None], tried: Counter[str]
) -> None:
    """Let four matches be played, and kill something at any moment, so many times."""
    random = Random(11)
    begun = 0

    def begin() -> Player:
        nonlocal begun
        begun += 1
        game, seats = MATCHES[begun % len(MATCHES)]
        return Player(server.begin(game, seats=seats), begun)

    players = [begin() for _ in MATCHES]
    spectacle = server.begin("samar", seats={"usn": "random", "ijn": "random"})
    for _ in range(rounds):
        for player in players:
            player.start()
        _wait_for_answers(players, random.randint(0, most))
        kill()
        for player in players:
            player.join(PATIENCE)
            assert not player.is_alive()
            tried["choices acknowledged before a kill, each there once"] += player.acknowledged
        players = [_check(player, random) or begin() for player in players]
    spectacle.watcher.until("over")
    choices(spectacle.watcher.text("/record"))


@pytest.mark.parametrize(
    ("kind", "rounds"),
    [
        ("sqlite", 2),
        pytest.param("sqlite", 150, marks=pytest.mark.attack),
        pytest.param("postgresql", 50, marks=pytest.mark.attack),
    ],
)
def test_nothing_acknowledged_is_lost(
    kind: str, rounds: int, tmp_path: Path, request: pytest.FixtureRequest, tried: Counter[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    if kind == "postgresql":
        url = request.getfixturevalue("database")
    with Server(url, "--rate", "0") as server:

        def kill() -> None:
            tried[f"SIGKILLs of the server on {kind}"] += 1
            server.kill()
            server.start()

        attack(server, rounds, 40, kill, tried)
        assert '"level":"error"' not in server.log()


@pytest.mark.attack
def test_nothing_acknowledged_is_lost_with_the_database(tried: Counter[str]) -> None:
    """It is killed under a server that goes on, and asks again once it is back."""
    folder = binaries()
    if folder is None:
        pytest.skip("PostgreSQL is not installed (on Debian: the package postgresql)")
    with running(folder) as database, Server(database.url, "--rate", "0") as server:

        def kill() -> None:
            tried["SIGKILLs of PostgreSQL"] += 1
            database.kill()
            for thread in threading.enumerate():
                if isinstance(thread, Player):
                    thread.join(PATIENCE)
            database.start()
            deadline = time.monotonic() + PATIENCE
            while server.client.get("/readyz").status_code != 200:
                assert time.monotonic() < deadline
                time.sleep(0.1)

        attack(server, 20, 40, kill, tried)


def _wait_for_answers(players: list[Player], most: int) -> None:
    """Until each has had an answer, so that there is something to lose, and all so many."""
    deadline = time.monotonic() + PATIENCE
    while any(player.is_alive() and not player.acknowledged for player in players) or (
        any(player.is_alive() for player in players)
        and sum(player.acknowledged for player in players) < most
    ):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _check(player: Player, random: Random) -> Player | None:
    """Everything is there, and the request that was under way can be repeated.

    Who goes on; None where the match is over.
    """
    if player.fault is not None:
        raise player.fault
    table = player.table
    position = table.watcher.position()
    human = list(position["seats"].values()) == ["human", "human"]
    if human:
        assert position["version"] - player.version in (0, 1)
    assert position["version"] >= player.version
    if player.under_way is not None:
        seat, path, body = player.under_way
        answer = seat.ask("POST", path, json=body)
        if human:
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == player.version + 1
        if answer.status_code != 200:  # a bot was quicker, so it had not been applied
            assert answer.status_code == 409, answer.text
        elif path == "/undo":
            player.made.pop()
        else:
            player.made.append(f"{seat.position()['seat']} {body['choice']}")
    made = choices(table.watcher.text("/record"))
    mine = [choice for choice in made if human or choice.startswith("usn ")]
    assert mine == player.made
    position = table.watcher.position()
    if position["result"]:
        return None
    heir = Player(table, random.randrange(1000))
    heir.made, heir.version = player.made, position["version"]
    return heir


def test_dice_typed_in_half_are_there(tmp_path: Path) -> None:
    """A choice may want dice several times; each answer outlives the server."""
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as server:
        table = server.begin("kamikaze", scenario="dives-1", dice="entered")
        random = Random(5)
        position = table.seat("ijn").position()
        for step in range(16):
            if position["result"]:
                break
            seat = table.seat(position["view"]["waiting_for"] or "ijn")
            if position["need"]:
                need = position["need"]
                values = [random.randint(1, need["sides"] - 1) for _ in range(need["count"])]
                answer = seat.post("/dice", version=position["version"], values=values)
                assert answer.status_code == 200, answer.text
                position = answer.json()
            else:
                option = random.choice(seat.position()["view"]["options"])
                position = seat.choose(option["text"], position["version"])
            if step in (2, 7):
                server.kill()
                server.start()
            assert seat.position() == position


def test_undo_outlives_the_server(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}") as server:
        table = server.begin("kamikaze", seed=1)
        ijn = table.seat("ijn")
        first = ijn.choose("pick E1", 0)
        ijn.choose("enter 11", 1)
        server.kill()
        server.start()
        back = ijn.post("/undo", version=2).json()
        assert back["view"] == first["view"]
        server.kill()
        server.start()
        assert ijn.position() == back
