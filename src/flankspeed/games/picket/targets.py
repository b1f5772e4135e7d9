"""Target markers: which gun, AFS and SFS marker is on which plane of the wave (6.8.A to L).

A mount is a number into `charts.mounts`, a plane a number into `state.planes`.
"""

from __future__ import annotations

from functools import lru_cache

from flankspeed.games.picket.charts import Charts
from flankspeed.games.picket.flooding import restricted
from flankspeed.games.picket.guns import director_works, gun_can_fire
from flankspeed.games.picket.ids import CALIBRE_OF, FIVE_INCH, SPACES
from flankspeed.games.picket.state import COMING, PicketState

HELD = -1


class Battery:
    """The guns of a ship as the rules of fire see them; 5-inch guns stand first."""

    __slots__ = ("calibres", "five_inch", "ids", "order", "reaching")

    def __init__(self, charts: Charts) -> None:
        mounts = charts.mounts
        self.ids = tuple(mount.id for mount in mounts)
        self.calibres = tuple(CALIBRE_OF[number] for number in self.ids)
        # 5-inch, 40mm, 20mm.
        self.order = tuple(sorted(range(len(mounts)), key=self.calibres.__getitem__))
        self.five_inch = range(self.calibres.count(FIVE_INCH))
        assert self.order[: len(self.five_inch)] == tuple(self.five_inch)
        # The mounts that reach each space of the map.
        self.reaching = tuple(
            tuple(number for number, mount in enumerate(mounts) if mount.reach >> space & 1)
            for space in range(SPACES)
        )


@lru_cache(maxsize=64)
def battery(charts: Charts) -> Battery:
    """The guns of the ship these charts are for."""
    return Battery(charts)


def reach(state: PicketState) -> list[int]:
    """6.8.G and H: for each mount the mask of the planes it can fire at, by chart and list."""
    reaching = battery(state.charts).reaching
    if any(state.guns) or any(state.primaries):
        firing = [gun_can_fire(state, mount) for mount in range(len(state.guns))]
    else:  # the guns of a ship without damage are all alike
        firing = [gun_can_fire(state, 0)] * len(state.guns)
    leaning = state.charts.advanced and any(state.lean)
    masks = [0] * len(firing)
    for number, plane in enumerate(state.planes):
        if plane.fate != COMING:
            continue
        bearing, altitude = plane.bearing, plane.altitude
        for mount in reaching[bearing * 3 + altitude]:
            if firing[mount] and not (leaning and restricted(state, mount, bearing, altitude)):
                masks[mount] |= 1 << number
    return masks


def live_planes(state: PicketState) -> int:
    """The mask of the regular planes that can still be fired at (6.8.K)."""
    mask = 0
    for number, plane in enumerate(state.planes):
        if plane.fate == COMING:
            mask |= 1 << number
    return mask


class Targets:
    """The markers of a wave. Guns without a target hold their fire."""

    __slots__ = ("afs", "at", "director", "group", "manual", "open", "sfs", "slavable", "slaved")

    def __init__(self, state: PicketState) -> None:
        """Nothing is aimed yet; what is in reach follows from the damage so far (6.8.B)."""
        planes = len(state.planes)
        self.open = reach(state)  # by mount: planes it may take; none once it is aimed
        self.at = [HELD] * len(self.open)  # by mount: its target
        self.afs = [0] * planes  # markers on each plane
        self.sfs = [0] * planes
        self.director = HELD  # the plane the Mk37 follows
        self.slaved = 0  # mask of the mounts slaved to it
        self.manual = -1  # mask of planes a 5-inch gun may take by itself
        self.group = 0  # mask of planes a 5-inch gun may be slaved on
        self.slavable = 0  # mask of mounts that the Mk37 can direct
        if state.charts.advanced:
            for mount in battery(state.charts).five_inch:
                if director_works(state, mount):
                    self.slavable |= 1 << mount
            self.group = -1

    def copy(self) -> Targets:
        """An independent copy."""
        twin = Targets.__new__(Targets)
        twin.open = self.open[:]
        twin.at = self.at[:]
        twin.afs = self.afs[:]
        twin.sfs = self.sfs[:]
        twin.director = self.director
        twin.slaved = self.slaved
        twin.manual = self.manual
        twin.group = self.group
        twin.slavable = self.slavable
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Targets) and all(
            getattr(self, slot) == getattr(other, slot) for slot in Targets.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # targets change, and are equal by value

    def by_hand(self, mount: int) -> int:
        """The planes a 5-inch gun may take without the director (6.8.C, C.2)."""
        return self.open[mount] & self.manual

    def by_director(self, mount: int) -> int:
        """The planes a 5-inch gun may be slaved on (6.8.C.1); none in the basic game."""
        return self.open[mount] & self.group if self.slavable >> mount & 1 else 0

    def aim(self, state: PicketState, mount: int, plane: int) -> None:
        """Put a gun on a plane; a 5-inch gun closes the bearing to other 5-inch targets."""
        self.at[mount] = plane
        self.open[mount] = 0
        if state.charts.advanced and battery(state.charts).calibres[mount] == FIVE_INCH:
            bearing = _bearing(state, plane)
            self.manual = self.manual & ~bearing | 1 << plane
            self.group &= ~bearing

    def slave(self, state: PicketState, mount: int, plane: int) -> None:
        """6.8.C.1: slave a 5-inch gun on the director's plane; manual guns go elsewhere (R-76)."""
        self.at[mount] = plane
        self.open[mount] = 0
        self.slaved |= 1 << mount
        self.director = plane
        self.group = 1 << plane
        self.manual &= ~_bearing(state, plane)

    def place_afs(self, state: PicketState, plane: int) -> None:
        """6.5.E: put a marker of the phase on a plane."""
        self.afs[plane] += 1
        state.afs -= 1

    def place_sfs(self, state: PicketState, plane: int) -> None:
        """5.2.C: put a marker on a plane; it is used for this wave."""
        self.sfs[plane] += 1
        state.sfs_used += 1

    def clear(self, plane: int) -> int:
        """A plane is down: its guns and SFS are expended, the AFS left on it returned."""
        at = self.at
        for mount, target in enumerate(at):
            if target == plane:
                at[mount] = HELD
        loose = self.afs[plane]
        self.afs[plane] = self.sfs[plane] = 0
        return loose

    def shots(self) -> list[int]:
        """How many shots and markers wait for each plane."""
        waiting = [afs + sfs for afs, sfs in zip(self.afs, self.sfs, strict=True)]
        for target in self.at:
            if target != HELD:
                waiting[target] += 1
        return waiting


def _bearing(state: PicketState, plane: int) -> int:
    """The mask of all planes in the bearing of this one, at every altitude (R-76)."""
    bearing = state.planes[plane].bearing
    return sum(1 << number for number, other in enumerate(state.planes) if other.bearing == bearing)
