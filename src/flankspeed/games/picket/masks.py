"""Sets of small numbers, as bit masks and as places in a list."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, from the lowest."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def places(value: int, items: list[int]) -> list[int]:
    """Where a value stands in a list."""
    found, at = [], -1
    for _ in range(items.count(value)):
        at = items.index(value, at + 1)
        found.append(at)
    return found
