"""One server on a file: SQLite's stores are for one at a time, and a second one is told so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from flankspeed.table.store.store import StoreError, make_file, parsed_url

try:
    import fcntl
except ImportError:  # no POSIX system: there nobody is kept out
    fcntl = None  # type: ignore[assignment]


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Keep other servers off a store that is a file, as long as this one runs.

    What is locked is a file beside it, and nobody who only reads the store is held up. The system
    takes the lock back when the process ends, however it does.
    """
    parsed = parsed_url(url)
    if parsed.get_backend_name() != "sqlite":
        yield
        return
    store = Path(str(parsed.database)).resolve()
    beside = store.with_name(f"{store.name}-server")
    make_file(beside)
    with FileIO(beside, "r+") as file:
        _lock(file, store)
        yield


def _lock(file: FileIO, store: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(
            f"another server works on {store}: several need a store of PostgreSQL"
        ) from None
    except OSError:  # a file system without locks
        return
