"""The options of defence: choices made once, and lists of them by the planes they are for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice
from flankspeed.engine.decision import WHO, WHOM, Place
from flankspeed.games.picket.data.ids import MK37, MOUNTS, MountId, MountIndex, PlaneIndex
from flankspeed.games.picket.rules.gunnery.battery import MOST_PLANES
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, GUN_IDS, GUN_PLACES

AFS: Final = "afs"
SFS: Final = "sfs"

Choices = tuple[Choice, ...]


class Aim(Choice):
    """Aim a gun at a plane; `slaved`: under the Mk37 director."""

    __slots__ = ("mount", "plane", "slaved")

    def __init__(self, mount: MountIndex, gun: MountId, plane: PlaneIndex, slaved: bool) -> None:
        verb = "slave" if slaved else "aim"
        label = f"{MOUNTS[gun]} fires at plane {plane + 1}{', by director' if slaved else ''}"
        super().__init__(f"{verb} {GUN_IDS[gun]} {plane + 1}", label, GUN_PLACES[gun])
        self.mount = mount
        self.plane = plane
        self.slaved = slaved

    @property
    def places(self) -> tuple[Place, ...]:
        """The gun, its plane, and the director if it fires by it (6.8.C.1)."""
        aimed = (Place(self.place, WHO), Place(f"plane:{self.plane + 1}", WHOM))
        return (*aimed, Place(EQUIPMENT_PLACES[MK37], WHO)) if self.slaved else aimed


class Support(Choice):
    """Put a marker of air or surface fire support on a plane."""

    __slots__ = ("marker", "plane")

    def __init__(self, marker: str, plane: PlaneIndex, place: str) -> None:
        what = place.partition(":")[0]
        label = f"{marker.upper()} on {what} {plane + 1}"
        super().__init__(f"{marker} {plane + 1}", label, f"{place}:{plane + 1}")
        self.marker = marker
        self.plane = plane

    @property
    def places(self) -> tuple[Place, ...]:
        """The plane."""
        return (Place(self.place, WHOM),)


class ResolveGun(Choice):
    """Let this gun fire next."""

    __slots__ = ("mount",)

    def __init__(self, mount: MountIndex, gun: MountId) -> None:
        super().__init__(f"resolve {GUN_IDS[gun]}", f"{MOUNTS[gun]} fires next", GUN_PLACES[gun])
        self.mount = mount


class ResolveSupport(Choice):
    """Let a marker on this plane roll next."""

    __slots__ = ("marker", "plane")

    def __init__(self, marker: str, plane: PlaneIndex) -> None:
        label = f"{marker.upper()} on plane {plane + 1} rolls next"
        super().__init__(f"resolve {marker} {plane + 1}", label, f"plane:{plane + 1}")
        self.marker = marker
        self.plane = plane

    @property
    def places(self) -> tuple[Place, ...]:
        """The plane."""
        return (Place(self.place, WHOM),)


class Spray(Choice):
    """Put the spray fire of its section on a special plane."""

    __slots__ = ("plane",)

    def __init__(self, plane: PlaneIndex, ammo: int) -> None:
        cost = f" ({ammo} ammunition)" if ammo else ""
        label = f"spray fire at special {plane + 1}{cost}"
        super().__init__(f"spray {plane + 1}", label, f"special:{plane + 1}")
        self.plane = plane

    @property
    def places(self) -> tuple[Place, ...]:
        """The plane."""
        return (Place(self.place, WHOM),)


FIRE: Final = Choice("fire", "fire; whatever is not aimed holds")
KEEP: Final = Choice("keep", "keep the AFS marker for later this phase")


@mypyc_attr(native_class=False)
class Menu(dict[int, Choices]):
    """One kind of choice, by the mask of the planes it is offered for."""

    def __init__(self, make: Callable[[int], Choice]) -> None:
        self._make = make
        self._made: dict[int, Choice] = {}

    def choice(self, plane: PlaneIndex) -> Choice:
        """The choice for one plane."""
        if plane not in self._made:
            self._made[plane] = self._make(plane)
        return self._made[plane]

    def __missing__(self, mask: int) -> Choices:
        options = self[mask] = tuple(self.choice(plane) for plane in bits(mask))
        return options


AFS_MENU: Final = Menu(lambda plane: Support(AFS, plane, "plane"))
SFS_MENU: Final = Menu(lambda plane: Support(SFS, plane, "plane"))
SPECIAL_AFS_MENU: Final = Menu(lambda plane: Support(AFS, plane, "special"))
SPECIAL_SFS_MENU: Final = Menu(lambda plane: Support(SFS, plane, "special"))
# By plane.
RESOLVE_AFS: Final = tuple(ResolveSupport(AFS, plane) for plane in range(MOST_PLANES))
RESOLVE_SFS: Final = tuple(ResolveSupport(SFS, plane) for plane in range(MOST_PLANES))


@mypyc_attr(native_class=False)
class MarkerMenus(dict[int, tuple[tuple[Choices, Choices], ...]]):
    """What markers can be put on, and `fire` after it, by the mask of the planes.

    Then by whether there is SFS, and whether there is AFS.
    """

    def __missing__(self, mask: int) -> tuple[tuple[Choices, Choices], ...]:
        sfs, afs = SFS_MENU[mask], AFS_MENU[mask]
        menus = self[mask] = (((FIRE,), (*afs, FIRE)), ((*sfs, FIRE), (*sfs, *afs, FIRE)))
        return menus


MARKER_MENUS: Final = MarkerMenus()


@cache
def spray_menu(ammo: int) -> Menu:
    """Spray fire that costs so much ammunition."""
    return Menu(lambda plane: Spray(plane, ammo))


class GunMenus:
    """The choices for each mount of a ship."""

    __slots__ = ("aim", "resolve", "slave")

    def __init__(self, guns: Sequence[MountId]) -> None:
        """Make the choices for these guns, which are ids by mount."""
        self.aim = tuple(_aims(mount, gun, False) for mount, gun in enumerate(guns))
        self.slave = tuple(_aims(mount, gun, True) for mount, gun in enumerate(guns))
        self.resolve = tuple(ResolveGun(mount, gun) for mount, gun in enumerate(guns))


def _aims(mount: MountIndex, gun: MountId, slaved: bool) -> Menu:
    return Menu(lambda plane: Aim(mount, gun, plane, slaved))


@lru_cache(maxsize=64)
def gun_menus(guns: tuple[MountId, ...]) -> GunMenus:
    """The choices for the guns of a ship, which are ids by mount."""
    return GunMenus(guns)
