"""The planes: six escorts, six kamikazes, six CAP fighters, and what can become of them."""

from __future__ import annotations

from typing import TypeAlias

Plane: TypeAlias = int  # escorts first, then kamikazes, then CAP fighters
GROUP_SIZE = 6
ESCORTS, KAMIKAZES, CAP = range(3)
GROUP_LETTERS = ("E", "K", "C")
GROUP_NAMES = ("escorts", "kamikazes", "CAP fighters")
GROUP_SEATS = ("ijn", "ijn", "usn")

NAMES = tuple(f"{letter}{number}" for letter in GROUP_LETTERS for number in range(1, 7))
GROUPS = tuple(
    range(group * GROUP_SIZE, (group + 1) * GROUP_SIZE) for group in (ESCORTS, KAMIKAZES, CAP)
)

# What has become of a plane.
Fate: TypeAlias = int
WAITING, FLYING, THROUGH, LOST, SHOT_DOWN, SPLASHED, CRASHED = range(7)
FATES = ("waiting", "flying", "through", "lost", "shot down", "splashed", "crashed")


def group_of(plane: Plane) -> int:
    """The group a plane belongs to."""
    return plane // GROUP_SIZE


def is_kamikaze(plane: Plane) -> bool:
    """Whether the plane is a kamikaze; the others are fighters."""
    return plane // GROUP_SIZE == KAMIKAZES
