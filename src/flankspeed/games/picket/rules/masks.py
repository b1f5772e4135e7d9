"""Sets of small numbers, as bit masks and as places in a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress
from typing import Final

_NUMBERS: Final = tuple(range(64))  # no list here is longer


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, from the lowest."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


# Where a list of counts is not 0.
marked: Callable[[Sequence[int]], Iterator[int]] = partial(compress, _NUMBERS)
