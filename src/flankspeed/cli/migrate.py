"""`flankspeed migrate`: bring a store to the form that a version works with."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from flankspeed.cli.backup import StoreUrl
from flankspeed.cli.common import AsJson, print_json
from flankspeed.cli.serve import needs_table
from flankspeed.cli.streams import say


def migrate(
    store: StoreUrl,
    to: Annotated[
        int | None, typer.Option(help="The number to bring it to; this version's if none.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Bring a store up to this version, or down for an earlier one; stop the server before.

    A server does the way up itself when it starts. On the way down nothing is lost but what the
    lower number cannot hold. Make a backup first.
    """
    with needs_table():
        from flankspeed.table.store.migrations import LATEST, number_of
        from flankspeed.table.store.reading import reading
    reading(store, number_of)  # there must be one
    before, after = asyncio.run(_migrate(store, LATEST if to is None else to))
    if json:
        print_json({"before": before, "after": after})
    else:
        say(f"The store was at number {before}, and is at {after}.")


async def _migrate(url: str, to: int) -> tuple[int, int]:
    from flankspeed.table.store.store import Store

    store = Store(url)
    try:
        return await store.migrate(to)
    finally:
        await store.close()
