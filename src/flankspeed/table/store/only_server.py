"""One server on a file: SQLite's stores are for one at a time, and a second one is told so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flankspeed.table.store.databases import make_file, parsed_url
from flankspeed.table.store.stored import StoreError

try:
    import fcntl
except ImportError:  # no POSIX system: there nobody is kept out
    fcntl = None  # type: ignore[assignment]


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Keep other servers off a store that is a file, as long as this one runs.

    The lock is another kind than those of SQLite: nobody who only reads the store is held up. The
    system takes it back when the process ends, however it does. (To close the file any sooner would
    take SQLite's own locks away.)
    """
    parsed = parsed_url(url)
    if parsed.get_backend_name() != "sqlite" or fcntl is None:
        yield
        return
    store = Path(str(parsed.database)).resolve()
    make_file(store)
    file = os.open(store, os.O_RDONLY)
    try:
        _lock(file, store)
        yield
    finally:
        os.close(file)


def _lock(file: int, store: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(
            f"another server works on {store}: several need a store of PostgreSQL"
        ) from None
    except OSError:  # a file system without locks
        return
