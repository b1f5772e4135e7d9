"""A PostgreSQL of its own for tests, from the installed binaries.

It is reached by a socket in a folder of its own: a free port could be somebody else's by the time
it is bound.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

_PATIENCE = 180.0


def binaries() -> Path | None:
    """Where initdb and postgres are; None where they are not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


def _user() -> str | None:
    """Whom to run it as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return None


class Database:
    """A database of its own; it can be killed and started again."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        """Make it; only one that is `durable` waits for the disk, as that of a service does."""
        self._folder = folder
        self._durable = durable
        self._user = _user()
        self._home = Path(tempfile.mkdtemp(prefix="flankspeed-pg-"))
        self.url = f"postgresql://table@/postgres?host={self._home}"
        if self._user:
            shutil.chown(self._home, self._user)
        initdb = [str(folder / "initdb"), "-D", str(self._home / "data"), "-U", "table"]
        subprocess.run(
            [*initdb, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C"],
            user=self._user,
            cwd=self._home,
            check=True,
            capture_output=True,
        )

    def start(self) -> None:
        """Start it; what is left of one that was killed may be in its way for a moment."""
        deadline = time.monotonic() + _PATIENCE
        while not self._started():
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            time.sleep(0.05)

    def _started(self) -> bool:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._home),
            "fsync": "on" if self._durable else "off",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [str(self._folder / "postgres"), "-D", str(self._home / "data"), *options],
            user=self._user,
            cwd=self._home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return self._answers()

    def _answers(self) -> bool:
        """Whether it takes questions in the end, or stops; it may listen long before."""
        status = self._home / "data" / "postmaster.pid"
        deadline = time.monotonic() + _PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < deadline
            with suppress(OSError, IndexError):
                lines = status.read_text().splitlines()
                if int(lines[0]) == self._process.pid and lines[7].strip() == "ready":
                    return True
            time.sleep(0.05)
        return False

    def kill(self) -> None:
        """End all its processes at once."""
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait(_PATIENCE)

    def processes(self) -> list[int]:
        """The first of its processes, and those that it has started."""
        first = self._process.pid
        found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True)
        return [first, *map(int, found.stdout.split())]

    def close(self) -> None:
        """End it, and delete all of it."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(_PATIENCE)
        shutil.rmtree(self._home, ignore_errors=True)


@contextmanager
def running(folder: Path, *, durable: bool = False) -> Iterator[Database]:
    """A database that lives as long as the block."""
    database = Database(folder, durable=durable)
    database.start()
    try:
        yield database
    finally:
        database.close()


@contextmanager
def postgresql(folder: Path, *, durable: bool = False) -> Iterator[str]:
    """The URL of a database that lives as long as the block."""
    with running(folder, durable=durable) as database:
        yield database.url


@contextmanager
def own_database(url: str, name: str) -> Iterator[str]:
    """The URL of a database of its own in one that runs, for as long as the block."""
    asyncio.run(_execute(url, f"CREATE DATABASE {name}"))
    yield url.replace("/postgres?", f"/{name}?")
    asyncio.run(_execute(url, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(url: str, statement: str) -> None:
    address = url.replace("postgresql://", "postgresql+asyncpg://")
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
