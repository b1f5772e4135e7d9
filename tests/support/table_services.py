"""The services of a table in the process of a test, for what no request can show."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from flankspeed.table.services import Services


def in_services(file: Path, job: Callable[[Services], Awaitable[None]]) -> None:
    """Do a job with services that are open, on a store in a file."""

    async def work() -> None:
        services = Services(f"sqlite:///{file}", workers=1)
        await services.open()
        try:
            await job(services)
        finally:
            await services.close()

    asyncio.run(work())
