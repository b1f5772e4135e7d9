"""The benchmark of a full table: many players who think a while, on one server or several."""

from __future__ import annotations

import asyncio
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from flankspeed import games
from flankspeed.engine import FlankspeedError, OptionError
from flankspeed.table.bench import Figure, running, times

THINKING = 3.0  # seconds that a player thinks, more or less
SECONDS = 30.0  # that are measured
_SPREAD = 0.5  # how much more or less, as a part of it
_AGAIN = 0.5  # seconds until a server that has too much to do is asked again
_COMING = 25  # players who come in a second, before anything is measured


class _Option(msgspec.Struct):
    text: str


class _View(msgspec.Struct):
    waiting_for: str | None
    options: list[_Option]


class _Position(msgspec.Struct):
    """What a player has to know of a position."""

    version: int
    seat: str | None
    view: _View
    result: Any


class _Links(msgspec.Struct):
    id: str
    links: dict[str, str]


def bench_players(
    players: int, store: str = "", servers: int = 1, seconds: float = SECONDS
) -> list[Figure]:
    """How soon players are answered, and those who follow a match hear of it.

    Each plays a match of his own, with one of the servers; somebody follows it with the next one.
    """
    if servers > 1 and not store.startswith("postgres"):
        raise OptionError("several servers need --store postgresql://...")
    with _ports(store, servers) as ports:
        met = play_at(ports, players, seconds)
    name = f"{players} players, {servers} server{'s' if servers > 1 else ''}"
    figures = [*times(f"{name}: a choice answered", met.answered)]
    figures += times(f"{name}: others hear of it", met.heard)
    figures.append(Figure(f"{name}: choices a second", round(len(met.answered) / seconds, 1), ""))
    figures.append(Figure(f"{name}: answered 503, and asked again", met.put_off, ""))
    with suppress(OSError, AttributeError):  # not every system tells
        figures.append(Figure(f"{name}: load of the machine", round(os.getloadavg()[0], 1), ""))
    return figures


class Met(NamedTuple):
    """What players have met with: seconds until they were answered and others heard of it."""

    answered: list[float]
    heard: list[float]
    put_off: int  # answers of 503, after which they have asked again


def play_at(ports: list[int], players: int, seconds: float) -> Met:
    """Let so many play at servers on these ports for so long."""
    crowd = [_Player(number, ports) for number in range(players)]
    asyncio.run(_play(crowd, seconds))
    return Met(
        [took for player in crowd for took in player.answered],
        [took for player in crowd for took in player.heard],
        sum(player.client.put_off for player in crowd if player.client),
    )


@contextmanager
def _ports(store: str, servers: int) -> Iterator[list[int]]:
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        url = store or f"sqlite:///{folder}/table.db"
        yield [stack.enter_context(running(url)).port for _ in range(servers)]


async def _play(crowd: list[_Player], seconds: float) -> None:
    """Let all come, one after the other, then measure."""
    coming = len(crowd) / _COMING + 2 * THINKING
    begin = time.perf_counter() + coming
    tasks = [asyncio.create_task(player.play(begin)) for player in crowd]
    await asyncio.sleep(coming + seconds)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(outcome, asyncio.CancelledError) and outcome is not None:
            raise outcome


class _Player:
    """Plays all seats of a match, and another when it is over; somebody follows it."""

    def __init__(self, number: int, ports: list[int]) -> None:
        self.answered: list[float] = []
        self.heard: list[float] = []
        self.client: _Client | None = None
        self._number = number
        self._random = Random(number)
        names = games.names()
        self._game = names[number % len(names)]
        self._port = ports[number % len(ports)]
        self._next_port = ports[(number + 1) % len(ports)]
        self._sent: dict[int, float] = {}
        self._begin = 0.0

    async def play(self, begin: float) -> None:
        """Play until one is told to stop; what is done after `begin` is measured."""
        self._begin = begin
        await asyncio.sleep(self._number / _COMING)
        client = self.client = await _Client.connect(self._port)
        while True:
            wanted = {"game": self._game, "scenario": games.load(self._game).trial.scenario}
            made = await client.ask("POST", "/api/matches", "", wanted | {"seed": 1})
            match = msgspec.json.decode(made, type=_Links)
            follower = asyncio.create_task(self._follow(match))
            try:
                await self._play_out(client, match)
            finally:
                follower.cancel()
                await asyncio.gather(follower, return_exceptions=True)

    async def _play_out(self, client: _Client, match: _Links) -> None:
        path = f"/api/matches/{match.id}"
        seat = next(iter(match.links))
        position = _position(await client.ask("GET", path, match.links[seat]))
        while position.result is None and position.view.waiting_for is not None:
            if position.view.waiting_for != position.seat:
                seat = position.view.waiting_for
                position = _position(await client.ask("GET", path, match.links[seat]))
            await asyncio.sleep(THINKING * self._random.uniform(1 - _SPREAD, 1 + _SPREAD))
            choice = self._random.choice(position.view.options).text
            body = {"version": position.version, "choice": choice, "key": uuid.uuid4().hex}
            sent = self._sent[position.version + 1] = time.perf_counter()
            answer = await client.ask("POST", f"{path}/choices", match.links[seat], body)
            if sent >= self._begin:
                self.answered.append(time.perf_counter() - sent)
            position = _position(answer)

    async def _follow(self, match: _Links) -> None:
        client = await _Client.connect(self._next_port)
        self._sent.clear()
        async for line in client.lines(f"/api/matches/{match.id}/events", match.links["watch"]):
            if line.startswith(b'data: {"version"'):
                version = msgspec.json.decode(line[6:])["version"]
                sent = self._sent.pop(version, 0.0)
                if sent >= self._begin:
                    self.heard.append(time.perf_counter() - sent)


def _position(text: bytes) -> _Position:
    return msgspec.json.decode(text, type=_Position)


class _Client:
    """A connection that is kept; just enough of HTTP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.put_off = 0

    @classmethod
    async def connect(cls, port: int) -> _Client:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 22))

    async def ask(self, method: str, path: str, token: str, body: object = None) -> bytes:
        """What is answered in the end: a server that has too much to do is asked again."""
        while True:
            status, headers = await self._send(method, path, token, body)
            text = await self._reader.readexactly(int(headers["content-length"]))
            if status < 400:
                return text
            if status != 503:
                raise FlankspeedError(f"{method} {path}: {text.decode()}")
            self.put_off += 1
            await asyncio.sleep(_AGAIN)

    async def lines(self, path: str, token: str) -> Any:
        """The lines of a stream."""
        await self._send("GET", path, token)
        while line := await self._reader.readline():
            yield line

    async def _send(
        self, method: str, path: str, token: str, body: object = None
    ) -> tuple[int, dict[str, str]]:
        content = msgspec.json.encode(body) if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}", "", ""]
        self._writer.write("\r\n".join(lines).encode() + content)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        return int(head[0].split()[1]), headers
