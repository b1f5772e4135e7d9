"""The benchmark of the table: a real server with many matches, asked over the wire."""

from __future__ import annotations

import gzip
import http.client
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from flankspeed import games
from flankspeed.engine import FlankspeedError
from flankspeed.table.routes.page import parts

MATCHES = 50
CHOICES = 20  # of each match
_CHANGES = 40  # of one match, to see how soon others hear of them


class Figure(NamedTuple):
    """Something measured."""

    name: str
    value: float
    unit: str


class _Match(NamedTuple):
    """A match and the links to it."""

    id: str
    links: dict[str, str]


def bench(matches: int = MATCHES, choices: int = CHOICES) -> list[Figure]:
    """Measure answers with so many matches of each game in play, live events, memory, the page.

    How soon somebody is answered is a matter of the clock on the wall; beside it stands the CPU
    time of the server, which a busy machine does not change.
    """
    figures = []
    for name in games.names():
        with TemporaryDirectory() as folder, running(f"sqlite:///{folder}/table.db") as server:
            server.begin(name)  # what all matches of a game share is loaded with the first one
            empty = server.memory()
            opened = [server.begin(name) for _ in range(matches)]
            before, asked = server.cpu_time(), server.requests
            took = _play(server, opened, choices)
            figures += times(f"{name}: a choice answered", took)
            if before:
                spent = 1000 * (server.cpu_time() - before) / (server.requests - asked)
                figures.append(Figure(f"{name}: CPU time of a request", round(spent, 2), "ms"))
            if empty:
                each = max((server.memory() - empty) / matches, 1)
                figures.append(Figure(f"{name}: a match in memory", round(each / 1000), "kB"))
            figures += times(f"{name}: others hear of it", _delays(server, server.begin(name)))
    size = sum(len(gzip.compress(file.read_bytes())) for file in parts().values())
    return [*figures, Figure("the page, compressed", round(size / 1000, 1), "kB")]


def times(name: str, seconds: list[float]) -> list[Figure]:
    """The median of times and what all but a hundredth are below."""
    last = statistics.quantiles(seconds, n=100)[-1]
    return [
        Figure(f"{name}: median", round(statistics.median(seconds) * 1000, 2), "ms"),
        Figure(f"{name}: p99", round(last * 1000, 2), "ms"),
    ]


def _play(server: _Server, matches: list[_Match], choices: int) -> list[float]:
    """Make random choices in all matches in turn; how long each answer took."""
    random, times = Random(1), []
    positions = [server.look(match, next(iter(match.links))) for match in matches]
    for _ in range(choices):
        for number, match in enumerate(matches):
            if positions[number]["result"] is None:
                positions[number], took = server.choose(match, positions[number], random)
                times.append(took)
    return times


def _delays(server: _Server, match: _Match) -> list[float]:
    """How long after a choice was sent those who listen to the match hear of it."""
    random, position = Random(2), server.look(match, next(iter(match.links)))
    heard: dict[int, float] = {}
    ready = threading.Event()
    listener = threading.Thread(target=_listen, args=(server, match, heard, ready), daemon=True)
    listener.start()
    ready.wait()
    sent: dict[int, float] = {}
    while len(sent) < _CHANGES and position["result"] is None:
        started = time.perf_counter()
        position, _ = server.choose(match, position, random)
        sent[position["version"]] = started
        time.sleep(0.01)
    return [heard[version] - sent[version] for version in sent if version in heard]


def _listen(
    server: _Server, match: _Match, heard: dict[int, float], ready: threading.Event
) -> None:
    client = server.connect()
    token = match.links["watch"]
    client.request("GET", f"/api/matches/{match.id}/events", headers=_bearer(token))
    answer = client.getresponse()
    while line := answer.readline():
        if line.startswith(b'data: {"version"'):
            heard[msgspec.json.decode(line[6:])["version"]] = time.perf_counter()
            ready.set()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class _Server:
    """A server process, and one who talks to it."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self._process = process
        self._address = urlsplit(url)
        self.requests = 0
        self._client = self.connect()

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._address.port or 0

    def connect(self) -> http.client.HTTPConnection:
        """A connection of one's own."""
        return http.client.HTTPConnection(str(self._address.hostname), self._address.port)

    def memory(self) -> int:
        """The bytes that the process holds; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def cpu_time(self) -> float:
        """The seconds that the process has been at work; 0 where the system does not tell."""
        try:
            return time.clock_gettime(~self._process.pid << 3 | 2)  # its clock, as Linux names it
        except OSError:
            return 0

    def begin(self, game: str) -> _Match:
        """A new match of humans."""
        wanted = {"game": game, "scenario": games.load(game).trial.scenario, "seed": 1}
        found = self._ask("POST", "/api/matches", "", wanted)
        return _Match(found["id"], found["links"])

    def look(self, match: _Match, seat: str) -> Any:
        """The position as a seat sees it."""
        return self._ask("GET", f"/api/matches/{match.id}", match.links[seat])

    def choose(self, match: _Match, position: Any, random: Random) -> tuple[Any, float]:
        """Choose anything for whose turn it is; the position then, and the time it took."""
        seat = position["view"]["waiting_for"]
        if seat != position["seat"]:
            position = self.look(match, seat)
        choice = random.choice(position["view"]["options"])["text"]
        body = {"version": position["version"], "choice": choice, "key": uuid.uuid4().hex}
        started = time.perf_counter()
        after = self._ask("POST", f"/api/matches/{match.id}/choices", match.links[seat], body)
        return after, time.perf_counter() - started

    def _ask(self, method: str, path: str, token: str, body: object = None) -> Any:
        content = msgspec.json.encode(body) if body is not None else None
        headers = _bearer(token) | {"Content-Type": "application/json"}
        self.requests += 1
        self._client.request(method, path, content, headers)
        answer = self._client.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise FlankspeedError(f"{method} {path}: {msgspec.json.decode(text)['detail']}")
        return msgspec.json.decode(text)


@contextmanager
def running(store: str) -> Iterator[_Server]:
    """A server of its own on a store."""
    command = [sys.executable, "-m", "flankspeed", "serve", "--port", "0", "--rate", "0"]
    process = subprocess.Popen(
        [*command, "--store", store],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None, "it is a pipe"
        said = process.stdout.readline()  # The table is at URL ...
        if not said:
            raise FlankspeedError("the table could not be started: see flankspeed serve")
        yield _Server(process, said.split()[4])
    finally:
        process.terminate()
        process.wait()
