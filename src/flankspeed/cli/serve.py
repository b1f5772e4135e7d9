"""`flankspeed serve`: the table as a service; `flankspeed` alone opens it in the browser, too."""

from __future__ import annotations

import ipaddress
import os
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from flankspeed import games
from flankspeed.cli.streams import on_terminal, say
from flankspeed.engine import MissingPackage, OptionError
from flankspeed.table.defaults import AWAY, CONNECTIONS, RATE, SECONDS

HOST, PORT = "127.0.0.1", 8045
AWAY_DAYS = AWAY / timedelta(days=1)
_NEEDED = ("litestar", "uvicorn", "sqlalchemy")
_TRIES = 20  # ports that `flankspeed` alone tries


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 for all.")
    ] = HOST,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: any.")] = PORT,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            envvar="FLANKSPEED_STORE",
            help="sqlite:///FILE or postgresql://...; default: a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes in which bots think.")
    ] = None,
    rate: Annotated[
        float,
        typer.Option("--rate", min=0, help="Requests a second that a client may make; 0: any."),
    ] = RATE,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            help="For tests and demonstrations: all new matches have this seed's dice, "
            "which anybody can foretell.",
        ),
    ] = None,
    away: Annotated[
        float,
        typer.Option(
            "--away",
            min=0,
            max=36500,
            metavar="DAYS",
            help="After so long without its holder, others may put somebody on a seat.",
        ),
    ] = AWAY_DAYS,
    connections: Annotated[
        int,
        typer.Option("--connections", min=1, help="Connections at once; idle ones give way."),
    ] = CONNECTIONS,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            min=0.1,
            metavar="SECONDS",
            help="How long the head of a request may take to come, and a body beyond its length.",
        ),
    ] = SECONDS,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESS[,ADDRESS]",
            help="Servers in front, or networks of them, whose word on who asks is taken.",
        ),
    ] = "",
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            envvar="FLANKSPEED_PUBLIC_URL",
            metavar="URL",
            help="Where people find the table, if a server in front rewrites its name.",
        ),
    ] = "",
) -> None:
    """Serve the table, so that people can play in the browser.

    There are no accounts: whoever has the secret link of a seat has the seat.
    """
    _start(
        host,
        port,
        store,
        workers=workers,
        rate=rate,
        seed=seed,
        away=away,
        connections=connections,
        timeout=timeout,
        proxies=_addresses(proxy),
        public_url=_checked_url(public_url),
    )


def _addresses(text: str) -> list[str]:
    """The addresses and networks of servers in front."""
    found = [word.strip() for word in text.split(",") if word.strip()]
    for word in found:
        try:
            ipaddress.ip_network(word)
        except ValueError:
            raise OptionError(f"--proxy: {word!r} is no address and no network") from None
    return found


def _checked_url(text: str) -> str:
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if text and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise OptionError(f"--public-url: {text!r} is no address of a web server")
    return text


def is_installed() -> bool:
    """Whether the packages that the table needs are there."""
    return all(find_spec(package) for package in _NEEDED)


@contextmanager
def needs_table() -> Iterator[None]:
    """For imports of the table: names the extra that brings the packages it needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("flankspeed"):
            raise
        raise MissingPackage(error.name, "table") from None


def open_table(browser: bool) -> None:
    """Serve the table on this machine, and open it in the browser if there is one."""
    _start(HOST, PORT, None, browse=browser and _has_browser(), tries=_TRIES)


def _start(
    host: str,
    port: int,
    store: str | None,
    *,
    workers: int | None = None,
    rate: float = RATE,
    seed: int | None = None,
    away: float = AWAY_DAYS,
    connections: int = CONNECTIONS,
    timeout: float = SECONDS,
    proxies: Sequence[str] = (),
    public_url: str = "",
    browse: bool = False,
    tries: int = 1,
) -> None:
    with needs_table():
        from flankspeed.table.connections import Allowed
        from flankspeed.table.serve import listening, run
    for name in games.names():  # one that cannot be loaded says so now, not on the page
        games.load(name)
    bound = listening(host, port, tries)
    url = f"http://{_in_url(host)}:{bound.getsockname()[1]}/"

    def announce() -> None:
        if not _is_loopback(host):
            say(
                f"This serves everybody who can reach {host}, without encryption: whoever reads "
                "the traffic can take the seats. Put a server with HTTPS in front of it.",
                error=True,
            )
        say(f"The table is at {url} (Ctrl-C stops it).")
        if browse:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    where = store or default_store()
    run(
        bound,
        where,
        workers=workers,
        rate=rate,
        seed=seed,
        away=timedelta(days=away),
        allowed=Allowed(timeout, connections),
        proxies=proxies,
        public_url=public_url,
        verbose=tries == 1,
        announce=announce,
    )


def _has_browser() -> bool:
    """Whether a browser would come up in a window of its own."""
    if not on_terminal():
        return False
    window = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform == "darwin" or bool(window)


def _in_url(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def default_store() -> str:
    """The store in the user's data folder."""
    if sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{folder / 'flankspeed' / 'table.db'}"
