"""One address for several servers: each new connection goes to the next one that is there."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from table_server import PATIENCE, Server


class Relay:
    """Hands connections on, byte by byte; servers may come back at another port."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        self._turn = itertools.count()
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self.url = ""

    def run(self) -> None:
        """Serve until it is stopped."""
        asyncio.run(self._serve())

    def stop(self) -> None:
        """Cut all connections."""
        self._loop.call_soon_threadsafe(self._stop.set)

    def wait(self) -> None:
        """Until it listens."""
        assert self._ready.wait(PATIENCE)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._hand_on, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._turn)
        for number in range(len(self._servers)):
            address = urlsplit(self._servers[(first + number) % len(self._servers)].url)
            with suppress(OSError, asyncio.CancelledError):  # the latter when it is stopped
                theirs = await asyncio.open_connection(address.hostname, address.port)
                async with asyncio.TaskGroup() as group:
                    group.create_task(_pump(reader, theirs[1]))
                    group.create_task(_pump(theirs[0], writer))
                return
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes until nothing does; then the other end is told so."""
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def relay(*servers: Server) -> Iterator[str]:
    """The address of all these servers."""
    running = Relay(list(servers))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    running.wait()
    try:
        yield running.url
    finally:
        running.stop()
        thread.join(PATIENCE)
