"""Limits: how much one client may ask for, and one seat of a match may change or say."""

from __future__ import annotations

import time

_MOST = 10_000  # buckets kept


class Rate:
    """So many requests a second, with a reserve for a burst; 0 a second is no limit."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def allows(self, who: str, cost: float = 1.0) -> bool:
        """Whether one more is allowed now; if so it counts, for as much as it costs."""
        if not self._per_second:
            return True
        now, cost = time.monotonic(), min(cost, self._burst)
        left, then = self._buckets.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._per_second)
        allowed = left >= cost
        self._buckets[who] = (left - cost if allowed else left, now)
        if len(self._buckets) > _MOST:  # the first is the one that has asked least lately
            del self._buckets[next(iter(self._buckets))]
        return allowed
