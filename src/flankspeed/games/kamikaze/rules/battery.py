"""The battery: which mounts bear on which square (rulebook "Defense against kamikazes")."""

from __future__ import annotations

from typing import Final

import msgspec

from flankspeed.engine import DataError
from flankspeed.games.kamikaze.data.board import (
    AMIDSHIPS,
    BEAM_ROW,
    BOW,
    SECTION_AT,
    SECTIONS,
    SHIP_COLUMN,
    SHIP_SQUARES,
    SQUARES,
    Square,
    column_row,
)
from flankspeed.games.kamikaze.data.guns import MOUNTS, RANGES, Guns, Mount
from flankspeed.games.kamikaze.options import KamikazeOptions


class Battery:
    """The ship's mounts and the squares they cover, for one set of options.

    Sets of mounts are bit masks, bit i for `mounts[i]`, in the order of the blue dice.
    """

    def __init__(self, options: KamikazeOptions, mounts: list[Mount] | None = None) -> None:
        """Work out which mounts bear on every square."""
        fitted = MOUNTS if mounts is None else mounts
        self.mounts = tuple(self._placed(mount, options) for mount in fitted)
        ids = [mount.id for mount in self.mounts]
        if len(set(ids)) != len(ids):
            raise DataError("two mounts have the same id")
        self.all = (1 << len(self.mounts)) - 1
        # Group names and masks of the mounts that bear, a choice of groups on the beam row.
        self.bearing = tuple(self._bearing(square, options) for square in range(SQUARES))

    @staticmethod
    def _placed(mount: Mount, options: KamikazeOptions) -> Mount:
        if mount.id == "53" and options.turret53 == "amidships":
            return msgspec.structs.replace(mount, section="amidships")
        return mount

    def mask(self, ids: list[str]) -> Guns:
        """The mask of the mounts with these ids."""
        known = [mount.id for mount in self.mounts]
        for mount_id in ids:
            if mount_id not in known:
                raise DataError(
                    f"the ship has no mount {mount_id!r} (there are: {', '.join(known)})"
                )
        return sum(1 << known.index(mount_id) for mount_id in dict.fromkeys(ids))

    def of(self, mask: Guns) -> list[Mount]:
        """The mounts in a mask."""
        return [mount for i, mount in enumerate(self.mounts) if mask >> i & 1]

    def select(self, **wanted: str) -> Guns:
        """The mask of all mounts with these values, e.g. `section="bow", type="40mm"`."""
        return sum(
            1 << i
            for i, mount in enumerate(self.mounts)
            if all(getattr(mount, key) == value for key, value in wanted.items())
        )

    def canonical(self, alive: Guns) -> Guns:
        """The same guns with the lowest mounts of each kind lost first, as crashes lose them."""
        kinds: dict[tuple[str, str, str], int] = {}
        for i, mount in enumerate(self.mounts):
            kind = (mount.type, mount.section, mount.side)
            kinds[kind] = kinds.get(kind, 0) | 1 << i
        kept = 0
        for mask in kinds.values():
            for _ in range((mask & ~alive).bit_count()):
                mask &= mask - 1
            kept |= mask
        return kept

    def firing(self, square: Square, alive: Guns, group: str = "") -> Guns:
        """The living mounts that fire at a square: of a named group, or the larger one (A-26)."""
        best = -1
        for name, mask in self.bearing[square]:
            bears = mask & alive
            if name == group:
                return bears
            if best < 0 or bears.bit_count() > best.bit_count():
                best = bears
        return max(best, 0)

    def _bearing(self, square: Square, options: KamikazeOptions) -> tuple[tuple[str, Guns], ...]:
        """K-2-fire-5 to 10: the mounts that bear on a square, in groups to choose from."""
        if SECTION_AT[square] >= 0:
            return (("", 0),)
        column, row = column_row(square)
        groups = [""]
        if row == BEAM_ROW:
            groups = [options.beam_row] if options.beam_row in SECTIONS else ["bow", "stern"]
        elif column == SHIP_COLUMN and options.cone_midships == "on":
            groups = ["starboard", "port"]
        return tuple((group, self._group_mask(square, group, options)) for group in groups)

    def _group_mask(self, square: Square, group: str, options: KamikazeOptions) -> Guns:
        return sum(
            1 << i
            for i, mount in enumerate(self.mounts)
            if _in_range(mount, square, options) and _bears(mount, square, group, options)
        )


def _in_range(mount: Mount, square: Square, options: KamikazeOptions) -> bool:
    """K-2-fire-4: squares to the nearest ship square (or the gun's own), diagonals counting 1."""
    distances = _DISTANCES[square]
    if options.range == "ship":
        return min(distances) <= RANGES[mount.type]
    return distances[SECTIONS.index(mount.section)] <= RANGES[mount.type]


def _distance(square: Square, other: Square) -> int:
    (column, row), (other_column, other_row) = column_row(square), column_row(other)
    return max(abs(column - other_column), abs(row - other_row))


# From each square to the bow, amidships and the stern.
_DISTANCES: Final = tuple(
    tuple(_distance(square, section) for section in SHIP_SQUARES) for square in range(SQUARES)
)


def _bears(mount: Mount, square: Square, group: str, options: KamikazeOptions) -> bool:
    """Whether a mount bears on a sea square; `group` settles what the square leaves open."""
    column, row = column_row(square)
    abeam = abs(column - SHIP_COLUMN)
    side = "starboard" if column > SHIP_COLUMN else "port" if column < SHIP_COLUMN else group
    section = SECTIONS.index(mount.section)
    # How far before the bow, or abaft the stern: more than `abeam` is in the cone, as much is on
    # the diagonal (the ship's end squares are one row from the beam row).
    beyond = abs(row - BEAM_ROW) - 1
    if section == AMIDSHIPS:
        in_wedge = abeam >= 1 and abeam >= beyond
        masked = not in_wedge and options.cone_midships == "off"
        return not masked and mount.side in (side, "centre")
    fore = row < BEAM_ROW if row != BEAM_ROW else group == "bow"
    if fore != (section == BOW):
        return False
    if mount.side in (side, "centre"):
        return True
    return beyond > abeam or (beyond == abeam and options.diag_bow40 == "both")
