"""The planes: six escorts, six kamikazes, six CAP fighters, and what can become of them."""

from __future__ import annotations

from typing import Final, TypeAlias

Plane: TypeAlias = int  # escorts first, then kamikazes, then CAP fighters
GROUP_SIZE: Final = 6
ESCORTS: Final = 0
KAMIKAZES: Final = 1
CAP: Final = 2
GROUP_LETTERS: Final = ("E", "K", "C")
GROUP_NAMES: Final = ("escorts", "kamikazes", "CAP fighters")
GROUP_SEATS: Final = ("ijn", "ijn", "usn")

NAMES: Final = tuple(f"{letter}{number}" for letter in GROUP_LETTERS for number in range(1, 7))
GROUPS: Final = tuple(
    range(group * GROUP_SIZE, (group + 1) * GROUP_SIZE) for group in (ESCORTS, KAMIKAZES, CAP)
)

# What has become of a plane.
Fate: TypeAlias = int
WAITING: Final = 0
FLYING: Final = 1
THROUGH: Final = 2
LOST: Final = 3
SHOT_DOWN: Final = 4
SPLASHED: Final = 5
CRASHED: Final = 6
FATES: Final = ("waiting", "flying", "through", "lost", "shot down", "splashed", "crashed")


def group_of(plane: Plane) -> int:
    """The group a plane belongs to."""
    return plane // GROUP_SIZE


def is_kamikaze(plane: Plane) -> bool:
    """Whether the plane is a kamikaze; the others are fighters."""
    return plane // GROUP_SIZE == KAMIKAZES
