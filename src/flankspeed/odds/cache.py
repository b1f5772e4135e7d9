"""A cache on disk for figures that take a while to compute.

One file of JSON lines for each subject, only ever appended to, so that several processes can share
it. A line that is cut off or foreign is passed over, and a folder that cannot be written to costs
no more than the time saved.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path


def cache_folder() -> Path:
    """Where figures are kept: FLANKSPEED_CACHE, or the user's cache folder."""
    named = os.environ.get("FLANKSPEED_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flankspeed"


class Cache:
    """Lists of numbers by key, remembered on disk."""

    def __init__(self, name: str, subject: str) -> None:
        """`subject` is everything that the figures depend on besides their key."""
        digest = hashlib.sha256(subject.encode()).hexdigest()[:16]
        self._path = cache_folder() / f"{name}-{digest}.jsonl"
        self._known: dict[str, list[float]] = {}
        with suppress(OSError, UnicodeDecodeError):
            for line in self._path.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError, TypeError):
                    key, values = json.loads(line)
                    self._known[str(key)] = [float(value) for value in values]

    def get(self, key: str) -> list[float] | None:
        """The figures of a key, if they are known."""
        return self._known.get(key)

    def put(self, key: str, values: list[float]) -> None:
        """Remember figures."""
        self._known[key] = values
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, values]) + "\n")
