"""`flankspeed backup`: all matches of a store in a file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed.cli.serve import needs_table
from flankspeed.cli.streams import say

StoreUrl = Annotated[
    str, typer.Argument(metavar="STORE", help="sqlite:///FILE or postgresql://...")
]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, as .jsonl.gz.")]


def backup(store: StoreUrl, file: BackupFile) -> None:
    """Write all matches of a store to a file, as they are at one moment; the server may run.

    Any store, SQLite or PostgreSQL, can be made from it (see: flankspeed restore). It holds the
    secret keys of dice.
    """
    with needs_table():
        from flankspeed.table.store.backup import lines_of, write_file
        from flankspeed.table.store.reading import reading
    reading(store, lambda connection: write_file(file, lines_of(connection)))
    say(f"The matches are in {file}.")
