"""Serving: uvicorn with our log, and a stop that waits for what is under way."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from types import FrameType
from typing import Any, cast

import uvicorn
from litestar import Litestar

from flankspeed.engine import FlankspeedError
from flankspeed.table.app import create_app
from flankspeed.table.connections import Allowed, Door
from flankspeed.table.defaults import AWAY, RATE
from flankspeed.table.getting_ready import get_ready
from flankspeed.table.log import Lines, report
from flankspeed.table.metrics import REQUEST_SECONDS, REQUESTS
from flankspeed.table.problems import REASON
from flankspeed.table.services import Services
from flankspeed.table.store.only_server import only_server
from flankspeed.table.store.store import Store

_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
_STOPPING = 5  # seconds for requests under way
_CLOSING = 2  # seconds more for all that must be closed then
_SWEEP = 3  # tenths of a second between two looks at all connections
_RUBBISH = (10_000, 5, 2_000)  # things made before the young, the older, all are looked through
_SPARE = 200  # files that the server may need besides its connections


class _Logged:
    """Counts every request, and writes a line for it if `verbose`, or if it could not be answered.

    Its path holds no secret, and the query is left out.
    """

    def __init__(self, app: Any, verbose: bool) -> None:
        self._app = app
        self._verbose = verbose

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        method, route = scope["method"], scope.get("path_template") or "none"
        known = method if method in _METHODS else "other"  # anybody can make up as many as he likes
        REQUESTS.add(known, route, str(status))
        if not route.endswith("/events"):
            REQUEST_SECONDS.add(known, route, seconds=seconds)
        failed = status >= 500
        if self._verbose or failed:
            report(
                "request",
                level="error" if failed else "info",
                method=method,
                path=scope["path"],
                status=status,
                ms=round(seconds * 1000, 1),
                **({"reason": scope.get(REASON, "it broke off")} if failed else {}),
            )


class _Server(uvicorn.Server):
    """Ends the event streams first when it is told to stop: they would never end themselves.

    It looks after all connections.
    """

    services: Services
    door: Door

    async def on_tick(self, counter: int) -> bool:
        if counter % _SWEEP == 0:
            self.door.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.services.stopping = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        threading.Thread(target=_end_at_last, daemon=True).start()
        self.services.live.close()
        await super().shutdown(sockets)


def _end_at_last() -> None:
    """End the process, though a thread is still at something that takes long.

    No thread can be ended from without, and Python waits for all of them. What was answered is
    written, what is not written was not answered: nothing is lost.
    """
    time.sleep(_STOPPING + _CLOSING)
    report("stopped", level="warning", reason="something took too long to be waited for")
    os._exit(0)


def listening(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket on this port, or on one of the next ones if it is taken."""
    for number in range(port, port + tries):
        try:
            return _listen(host, number)
        except OSError as error:
            if number == port + tries - 1 or error.errno != errno.EADDRINUSE:
                reason = error.strerror or str(error)
                raise FlankspeedError(f"cannot listen on {host}:{number}: {reason}") from error
    raise AssertionError("the last try has returned or raised")


def _listen(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    family, _, _, _, address = found[0]
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
        bound.listen(128)
    except OSError:
        bound.close()
        raise
    return bound


def run(
    bound: socket.socket,
    store_url: str,
    *,
    workers: int | None = None,
    rate: float = RATE,
    seed: int | None = None,
    away: timedelta = AWAY,
    allowed: Allowed = Allowed(),  # noqa: B008  # it cannot be changed
    proxies: Sequence[str] = (),
    public_url: str = "",
    verbose: bool = True,
    announce: Callable[[], None] = lambda: None,
) -> None:
    """Serve until the process is told to stop; `announce` is called when the store is there.

    `proxies` are servers in front, which are trusted to say who asks.
    """
    with only_server(store_url):
        asyncio.run(_try(store_url))
        app = create_app(
            store_url, workers=workers, rate=rate, seed=seed, away=away, public_url=public_url
        )
        announce()
        _serve(app, bound, seed, allowed, proxies, verbose)


def _serve(
    app: Litestar,
    bound: socket.socket,
    seed: int | None,
    allowed: Allowed,
    proxies: Sequence[str],
    verbose: bool,
) -> None:
    if seed is not None:
        report("the dice of new matches can be foretold", level="warning", seed=seed)
    logging.getLogger("uvicorn").addHandler(Lines(logging.WARNING))
    logging.getLogger("uvicorn").propagate = False
    door = Door(allowed._replace(most=held(allowed.most)))
    config = uvicorn.Config(
        _Logged(app, verbose),
        http=cast("type[asyncio.Protocol]", door.connection),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),  # nobody else's word on who asks is taken
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=_STOPPING,
        timeout_keep_alive=75,
        lifespan="on",
    )
    server = _Server(config)
    server.services, server.door = app.state.services, door

    def stop(*_: object) -> None:
        server.should_exit = True

    # The server takes the signals over, but not at once, and hands them back when it has stopped.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    get_ready()
    _collect_seldom()
    server.run(sockets=[bound])
    if not server.started:
        raise FlankspeedError("the table could not be started")
    report("stopped")


def _collect_seldom() -> None:
    """Look for rubbish in all that is open after many thousand matches, not every few seconds.

    With hundreds of them in memory that takes longer than anybody should wait. A room that is
    closed leaves none, nor does a request; if one does it is young, and found as before.
    """
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*_RUBBISH)


def held(most: int) -> int:
    """How many connections there may be: as many as asked for, or as the system lets us hold."""
    if sys.platform == "win32":
        return most
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + _SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most
    with suppress(OSError, ValueError):  # we get what we get
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        soft = more
    if soft >= wanted:
        return most
    fewer = max(1, soft - min(_SPARE, soft // 2))
    report("fewer connections than asked for", level="warning", connections=fewer)
    return fewer


async def _try(store_url: str) -> None:
    """Open the store once before anything is served: what is wrong with it is said at once."""
    store = Store(store_url)
    try:
        await store.open()
    finally:
        await store.close()
