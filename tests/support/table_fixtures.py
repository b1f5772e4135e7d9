"""Servers and databases for all tests of a process that do not need one of their own.

Whoever wants them imports them in his conftest.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_postgresql import binaries, postgresql
from table_server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("table") / "table.db"
    with Server(f"sqlite:///{store}", "--rate", "0") as running:
        yield running


@pytest.fixture(scope="session")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people run it: nobody knows what its dice will show."""
    store = tmp_path_factory.mktemp("fair") / "table.db"
    with Server(f"sqlite:///{store}", "--rate", "0", seed=None) as running:
        yield running


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    folder = binaries()
    if folder is None:
        reason = "PostgreSQL is not installed (on Debian: the package postgresql)"
        if os.environ.get("FLANKSPEED_CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    pytest.importorskip("asyncpg")
    with postgresql(folder) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    found: str = request.getfixturevalue("database")
    return found
