"""The hexes around a hex, and how far others are."""

from __future__ import annotations

from typing import Final

from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, Hex

_POINT_BLANK: Final = FIGURES.ranges.point_blank


def around(hex_: Hex, radius: int) -> list[Hex]:
    """The hexes within so many steps, point blank at most."""
    return [hex_ + delta for delta in _DISKS[radius]]


def _disk(radius: int) -> tuple[int, ...]:
    return tuple(
        128 * columns + slants
        for columns in range(-radius, radius + 1)
        for slants in range(-radius, radius + 1)
        if abs(columns + slants) <= radius
    )


_DISKS: Final = tuple(_disk(radius) for radius in range(_POINT_BLANK + 1))


def nearest(hex_: Hex, others: list[Hex]) -> int:
    """How far the nearest of some hexes is, of which there is one at least."""
    least = DISTANCE[others[0] - hex_]
    for other in others:
        distance = DISTANCE[other - hex_]
        if distance < least:
            least = distance
    return least
