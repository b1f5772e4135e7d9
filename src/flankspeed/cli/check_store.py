"""`flankspeed check-store`: whether a store is whole."""

from __future__ import annotations

import typer

from flankspeed.cli.backup import StoreUrl
from flankspeed.cli.common import AsJson, print_json, progress_bar
from flankspeed.cli.serve import needs_table
from flankspeed.cli.streams import say


def check_store(store: StoreUrl, json: AsJson = False) -> None:
    """Check that every match of a store replays and that nothing is missing; the server may run.

    A line for each fault; the exit code is 1 if there is any.
    """
    with needs_table():
        from sqlalchemy import Connection

        from flankspeed.table.store.check import faults, match_ids
        from flankspeed.table.store.migrations import check_latest
        from flankspeed.table.store.reading import reading

    def check(connection: Connection) -> tuple[int, list[str]]:
        check_latest(connection)
        count = len(match_ids(connection))
        with progress_bar() as bar:
            task = bar.add_task("check", total=count)
            return count, list(faults(connection, lambda: bar.advance(task)))

    count, found = reading(store, check)
    if json:
        print_json({"matches": count, "faults": found})
    else:
        for fault in found:
            say(fault)
        if not found:
            say(f"{count} matches, all as they should be")
    if found:
        raise typer.Exit(1)
