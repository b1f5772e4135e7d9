"""A table of its own for tests: a server process on a free port, and people who talk to it."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

import httpx
from forked import Forked, Started

import flankspeed

PATIENCE = 180.0  # seconds; only a test that hangs gets there, on however busy a machine
SEED = 1  # of all matches that name none themselves
_PACKAGE = str(Path(flankspeed.__file__).parents[1])


def environment(planted: Path | None = None) -> dict[str, str]:
    """The environment of a server's process."""
    path = [str(planted), _PACKAGE] if planted else [_PACKAGE]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path)}


def wait_for(url: str) -> None:
    """Until a server that has said where it is answers: its port is open before the app is."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.TransportError):
            assert httpx.get(f"{url}healthz", timeout=PATIENCE).status_code == 200
            return
        assert time.monotonic() < deadline
        time.sleep(0.05)


@cache
def _loaded() -> Forked:
    return Forked(environment(), PATIENCE, serving=True)


class Server:
    """`flankspeed serve` as a process; it can be stopped, killed and started again."""

    def __init__(
        self, store: str, *args: str, seed: int | None = SEED, planted: Path | None = None
    ) -> None:
        """Start it; `planted` is a folder whose `sitecustomize` runs first in its processes.

        Without a seed the dice of its matches are secret: a test must pass whatever they show.
        """
        self.store = store
        self._args = args if seed is None else (*args, "--seed", str(seed))
        self._planted = planted
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the server
        self.start()

    def start(self) -> None:
        """Start it, on any free port."""
        args = ("serve", "--port", "0", "--store", self.store, "--workers", "1", *self._args)
        self.process = self._planted_process(args) if self._planted else self._loaded_process(args)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("The table is at "), line + self.log()
        self.url = line.split()[4]
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)
        wait_for(self.url)

    def _loaded_process(self, args: tuple[str, ...]) -> Started:
        return _loaded().start(args, Path.cwd(), self._log.fileno(), environment())

    def _planted_process(self, args: tuple[str, ...]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "flankspeed", *args],
            stdout=subprocess.PIPE,
            stderr=self._log,
            encoding="utf-8",
            env=environment(self._planted),
            start_new_session=True,
        )

    def log(self) -> str:
        """Everything it has written to its log.

        It goes on writing where the file stands, for both of us: reading must not move that.
        """
        log = self._log.fileno()
        return os.pread(log, os.fstat(log).st_size, 0).decode()

    def kill(self) -> None:
        """End it as a loss of power would."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.client.close()
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self._log.close()

    def begin(self, game: str = "kamikaze", **wanted: Any) -> Table:
        """Begin a match."""
        answer = self.client.post("/api/matches", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())

    def take_in(self, record: str, **wanted: Any) -> Table:
        """Begin a match with a record."""
        answer = self.client.post("/api/matches/import", json={"record": record, **wanted})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())


class Table:
    """A match and the links to it."""

    def __init__(self, server: Server, links: dict[str, Any]) -> None:
        self.server = server
        self.id: str = links["id"]
        self.links: dict[str, str] = links["links"]

    def seat(self, name: str) -> Seat:
        """Whoever has this link."""
        return Seat(self, self.links[name])

    @property
    def watcher(self) -> Seat:
        """Whoever only looks on."""
        return self.seat("watch")


class Seat:
    """Somebody at the table, with a link."""

    def __init__(self, table: Table, token: str) -> None:
        self.table = table
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        """What every request carries."""
        return {"Authorization": f"Bearer {self.token}"}

    def path(self, path: str = "") -> str:
        """The address of a part of the match."""
        return f"/api/matches/{self.table.id}{path}"

    def ask(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        """Any request."""
        headers = self.headers | more.pop("headers", {})
        client = self.table.server.client
        return client.request(method, self.path(path), headers=headers, **more)

    def get(self, path: str = "") -> Any:
        """What is there, as data."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def text(self, path: str) -> str:
        """What is there, as text."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def position(self) -> Any:
        """The match now."""
        return self.get()

    def post(self, path: str, **body: Any) -> httpx.Response:
        """A request with a key of its own, unless it brings one."""
        return self.ask("POST", path, json={"key": uuid.uuid4().hex} | body)

    def choose(self, choice: str, version: int, page: str = "") -> Any:
        """Make a choice that must be allowed; the position after it."""
        answer = self.post(f"/choices?page={page}", choice=choice, version=version)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def until(self, what: str, **values: object) -> Any:
        """The position once its `what` is (or is no longer) so: wait for a bot."""
        deadline = time.monotonic() + PATIENCE
        while True:
            position = self.position()
            if _fits(position, what, values):
                return position
            assert time.monotonic() < deadline, position
            time.sleep(0.02)

    def events(self, last_id: str = "", **wanted: object) -> Iterator[tuple[str, str, Any]]:
        """The event stream: name, id and data of each event."""
        headers = self.headers | ({"Last-Event-ID": last_id} if last_id else {})
        url = self.table.server.url.rstrip("/") + self.path("/events")
        params = {name: str(value) for name, value in wanted.items()}
        with httpx.stream("GET", url, params=params, headers=headers, timeout=PATIENCE) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if line and name:
                    fields[name] = value
                elif not line and "event" in fields:
                    yield fields["event"], fields.get("id", ""), json.loads(fields["data"])
                    fields = {}


def _fits(position: Any, what: str, values: dict[str, object]) -> bool:
    if what == "over":
        return position["result"] is not None
    if what == "turn":
        return position["view"]["waiting_for"] in (values["seat"], None)
    if what == "need":
        return position["need"] is not None
    if what == "fault":
        return position["fault"] is not None
    raise AssertionError(what)


def problem(answer: httpx.Response, status: int) -> str:
    """The sentence of a problem document with this status."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == status
    assert body["title"]
    detail: str = body["detail"]
    assert detail.endswith(".")
    assert "\n" not in detail
    return detail


def drawn(seat: str) -> str:
    """What a seat contributes to the dice, in tests."""
    return hashlib.sha256(seat.encode()).hexdigest()


def bound(seat: str) -> str:
    """The commitment to it."""
    return hashlib.sha256(bytes.fromhex(drawn(seat))).hexdigest()


def draw_together(table: Table) -> Any:
    """Let all human seats take part in the dice, if these are drawn together; the position then."""
    seats = {name: table.seat(name) for name in table.links if name != "watch"}
    for path, part, value in (
        ("/dice/commitment", "commitment", bound),
        ("/dice/contribution", "contribution", drawn),
    ):
        for name, seat in seats.items():
            position = seat.position()
            if position["shared"] and name in position["shared"]["awaited"]:
                answer = seat.post(path, **{part: value(name)})
                assert answer.status_code == 200, answer.text
    return next(iter(seats.values())).position()


def play_out(table: Table, pick: Any, most: int = 5000) -> Any:
    """Play a match to its end by choices of all human seats, by shortcuts where there are any.

    `pick` chooses among the options.
    """
    seats = {name: table.seat(name) for name in table.links if name != "watch"}
    one = next(iter(seats.values()))
    position = one.position()
    for _ in range(most):
        if position["result"]:
            return position
        turn = position["view"]["waiting_for"]
        if turn not in seats or position["seats"][turn] != "human":
            position = one.until("turn", seat=next(iter(seats)))
            continue
        if position["seat"] != turn:
            position = seats[turn].position()
        shortcuts = position["view"]["shortcuts"]
        option = shortcuts[-1] if shortcuts else pick(position["view"]["options"])
        position = seats[turn].choose(option["text"], position["version"])
    raise AssertionError("the game does not end")
