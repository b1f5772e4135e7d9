"""Imports under way: how far each is, for the page that waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flankspeed.table.problems import Refused
from flankspeed.table.workers.pipe import Progress


class Imports:
    """Those that have a name, which their page has made."""

    def __init__(self) -> None:
        self._known: dict[str, Progress] = {}

    def get(self, name: str) -> Progress | None:
        """How far one is; None if there is none of that name."""
        return self._known.get(name)

    @contextmanager
    def of(self, name: str) -> Iterator[Callable[[Progress], None]]:
        """While it lasts; what is yielded takes note of how far it is."""
        if name in self._known:
            raise Refused(409, "something of this name is being taken in already")
        if name:
            self._known[name] = Progress(0, 0)

        def tell(progress: Progress) -> None:
            if name in self._known:
                self._known[name] = progress

        try:
            yield tell
        finally:
            self._known.pop(name, None)
