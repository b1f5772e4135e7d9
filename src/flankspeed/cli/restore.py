"""`flankspeed restore`: a store from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path

from flankspeed.cli.backup import BackupFile, StoreUrl
from flankspeed.cli.serve import needs_table
from flankspeed.cli.streams import say


def restore(file: BackupFile, store: StoreUrl) -> None:
    """Put a backup into a store that is empty; it is made if it is not there.

    The backup may come from a store of the other kind: so matches move from SQLite to PostgreSQL
    and back. If anything is wrong with it, the store stays empty.
    """
    with needs_table():
        from flankspeed.table.store.store import Store  # noqa: F401  # says what is missing
    count = asyncio.run(_restore(file, store))
    say(f"{count} matches are in the store.")


async def _restore(file: Path, url: str) -> int:
    from flankspeed.table.store.backup import read_file
    from flankspeed.table.store.store import Store

    lines = read_file(file)
    store = Store(url)
    try:
        await store.open()
        return await store.restore(lines)
    finally:
        await store.close()
