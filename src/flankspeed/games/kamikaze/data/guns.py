"""The ship's guns: calibres with their ranges, and the mounts that carry them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flankspeed.engine.data import check_name, check_source, convert, read_toml
from flankspeed.games.kamikaze.data.board import DATA

Guns: TypeAlias = int  # a mask of mounts, the lowest bit for the first of the battery


class GunType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A calibre and its range in squares."""

    name: str
    range: int
    source: str
    why: str = ""


class Mount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One gun position: one die in every volley it takes part in."""

    id: str
    type: Literal["5-inch", "40mm", "20mm"]
    section: Literal["bow", "amidships", "stern"]
    side: Literal["port", "starboard", "centre"]
    source: str = "rulebook"
    why: str = ""

    def __post_init__(self) -> None:
        check_name("a mount", self.id)

    @property
    def name(self) -> str:
        """The mount as people call it: 40mm mount 41."""
        return f"{self.type} mount {self.id}"


class GunData(msgspec.Struct, forbid_unknown_fields=True):
    """The file `guns.toml`."""

    gun_type: list[GunType]
    mount: list[Mount]


def _load() -> GunData:
    data = convert(read_toml(DATA / "guns.toml"), GunData, "guns.toml")
    for gun_type in data.gun_type:
        check_source(f"guns.toml, {gun_type.name}", gun_type.source, gun_type.why)
    for mount in data.mount:
        check_source(f"guns.toml, mount {mount.id}", mount.source, mount.why)
    return data


_GUNS = _load()
MOUNTS = tuple(_GUNS.mount)
RANGES = {gun_type.name: gun_type.range for gun_type in _GUNS.gun_type}
