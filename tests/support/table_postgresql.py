"""A PostgreSQL of its own for tests, from the installed binaries; skipped where there are none.

It is reached by a socket in a folder of its own: a free port could be somebody else's by the time
it is bound.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

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


@contextmanager
def database() -> Iterator[str]:
    """The URL of a database of its own, for a test that is skipped where there can be none."""
    folder = binaries()
    if folder is None:
        reason = "PostgreSQL is not installed (on Debian: the package postgresql)"
        if os.environ.get("FLANKSPEED_CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    pytest.importorskip("asyncpg")
    with postgresql(folder) as url:
        yield url


def _user() -> str | None:
    """Whom to run it as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return None


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A server that lives as long as the block; the URL of a database in it."""
    user = _user()
    home = Path(tempfile.mkdtemp(prefix="flankspeed-pg-"))
    try:
        if user:
            shutil.chown(home, user)
        data = home / "data"
        initdb = [str(folder / "initdb"), "-D", str(data), "-U", "table", "-A", "trust"]
        subprocess.run(
            [*initdb, "--no-sync", "-E", "UTF8", "--locale", "C"],
            user=user,
            cwd=home,
            check=True,
            capture_output=True,
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(home),
            "fsync": "off",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        process = subprocess.Popen(
            [str(folder / "postgres"), "-D", str(data), *options],
            user=user,
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(home / ".s.PGSQL.5432", process)
            yield f"postgresql://table@/postgres?host={home}"
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(_PATIENCE)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _wait(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        assert process.poll() is None, "PostgreSQL has stopped"
        assert time.monotonic() < deadline
        with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
            probe.connect(str(path))
            return
        time.sleep(0.05)
