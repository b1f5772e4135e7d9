"""The watchdog: it sees when the event loop is held up, so that nobody is served meanwhile."""

from __future__ import annotations

import asyncio
import time

from flankspeed.table.log import report
from flankspeed.table.metrics import BLOCKED_SECONDS

LONGEST = 0.05  # seconds that anything may keep the loop
_EVERY = 0.02


async def watch() -> None:
    """Look at the clock again and again; write a line whenever that was not possible.

    Only what this process spends counts: on a busy machine we may be late for no reason of ours.
    """
    while True:
        clock, spent = time.perf_counter(), time.process_time()
        await asyncio.sleep(_EVERY)
        late = time.perf_counter() - clock - _EVERY
        spent = time.process_time() - spent
        if min(late, spent) > LONGEST:
            BLOCKED_SECONDS.add(seconds=late)
            report("event loop blocked", level="warning", ms=round(late * 1000))
