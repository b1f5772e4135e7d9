"""Bits: many facts that are true or not, written at once as numbers that agents see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def bits(count: int, masks: Iterable[tuple[int, int]]) -> NDArray[np.uint8]:
    """The bits of masks, each with its width, one after the other, the lowest first.

    `count` is the sum of the widths.
    """
    word = at = 0
    for width, mask in masks:
        word |= mask << at
        at += width
    packed = np.frombuffer(word.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little")
