"""One call after another, here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self


class Serial:
    """Does the work itself."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """One after another."""
        for number, call in enumerate(calls):
            yield number, function(*call)
