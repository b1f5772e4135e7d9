"""Aiming: which gun, AFS and SFS marker is on which plane of the wave, and which may be (6.8.A-L).

A mount is a number into `charts.mounts`, a plane a number into `state.planes`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision
from flankspeed.engine.slots import same_slots
from flankspeed.games.picket.data.ids import BEARINGS, MountIndex, PlaneIndex
from flankspeed.games.picket.rules.damage.flooding import restricted
from flankspeed.games.picket.rules.damage.guns import silent_guns
from flankspeed.games.picket.rules.gunnery.gun_rolls import GunRoll
from flankspeed.games.picket.rules.gunnery.menus import AFS, MARKER_MENUS, Aim, Choices, Support
from flankspeed.games.picket.rules.gunnery.shots import condition
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

HELD: Final = -1
_PROMPT: Final = "Defensive fire: aim the guns"


def _reach(state: PicketState, in_lanes: int) -> list[int]:
    """6.8.G and H: by mount the planes it can fire at, of those in its lane by the chart."""
    masks = state.charts.battery.in_reach(in_lanes)
    if state.charts.advanced and any(state.lean):
        masks = [_unrestricted(state, mount, planes) for mount, planes in enumerate(masks)]
    for mount in silent_guns(state):
        masks[mount] = 0
    return masks


def _unrestricted(state: PicketState, mount: MountIndex, planes: int) -> int:
    """Those of these planes that list and trim let a gun fire at."""
    for number in bits(planes):
        plane = state.planes[number]
        if restricted(state, mount, plane.bearing, plane.altitude):
            planes &= ~(1 << number)
    return planes


@mypyc_attr(allow_interpreted_subclasses=True)
class Targets:
    """The markers of a wave. Guns without a target hold their fire."""

    __slots__ = (
        "afs",
        "at",
        "bearings",
        "columns",
        "condition",
        "director",
        "group",
        "live",
        "manual",
        "open",
        "sfs",
        "slavable",
        "slaved",
    )

    def __init__(self, state: PicketState) -> None:
        """Nothing is aimed yet; what is in reach follows from the damage so far (6.8.B)."""
        charts, live, in_lanes = state.charts, 0, 0
        bearings, columns = [0] * len(BEARINGS), []
        reaching, rolls_at = charts.battery.reaching, charts.rolls_at
        for number, plane in enumerate(state.planes):
            bearing, altitude = plane.bearing, plane.altitude
            columns.append(rolls_at[plane.kind] + altitude)
            if plane.fate == COMING:
                live |= 1 << number
                bearings[bearing] |= 1 << number
                in_lanes |= reaching[bearing * 3 + altitude] << number
        self.live = live  # mask of the planes that can still be fired at (6.8.K)
        self.bearings = bearings  # masks of the planes in each, at every altitude
        self.columns = columns  # by plane: which of a gun's rolls is the one at it
        self.open = _reach(state, in_lanes)  # by mount: planes it may take; none once it is aimed
        self.condition = condition(state)  # of the guns: the key of their rolls
        self.at: dict[int, int] = {}  # by mount, if it is aimed: its target
        self.afs = [0] * len(state.planes)  # markers on each plane
        self.sfs = self.afs[:]
        self.director = HELD  # the plane the Mk37 follows
        self.slaved = 0  # mask of the mounts slaved to it
        self.manual = -1  # mask of planes a 5-inch gun may take by itself
        self.group = 0  # mask of planes a 5-inch gun may be slaved on
        self.slavable = 0  # mask of mounts that the Mk37 can direct
        if charts.advanced:
            self.slavable = self.condition[0] & (1 << charts.slavable) - 1
            self.group = -1

    def copy(self) -> Targets:
        """An independent copy."""
        twin = Targets.__new__(Targets)
        twin.live = self.live
        twin.bearings = self.bearings
        twin.columns = self.columns
        twin.open = self.open[:]
        twin.condition = self.condition
        twin.at = self.at.copy()
        twin.afs = self.afs[:]
        twin.sfs = self.sfs[:]
        twin.director = self.director
        twin.slaved = self.slaved
        twin.manual = self.manual
        twin.group = self.group
        twin.slavable = self.slavable
        return twin

    def __eq__(self, other: object) -> bool:
        return same_slots(self, other)

    def by_hand(self, mount: MountIndex) -> int:
        """The planes a 5-inch gun may take without the director (6.8.C, C.2)."""
        return self.open[mount] & self.manual

    def by_director(self, mount: MountIndex) -> int:
        """The planes a 5-inch gun may be slaved on (6.8.C.1); none in the basic game."""
        return self.open[mount] & self.group if self.slavable >> mount & 1 else 0

    def aim(self, state: PicketState, mount: MountIndex, plane: PlaneIndex) -> None:
        """Put a gun on a plane; a 5-inch gun closes the bearing to other 5-inch targets."""
        self.at[mount] = plane
        self.open[mount] = 0
        if mount < state.charts.slavable:
            bearing = self.bearings[state.planes[plane].bearing]
            self.manual = self.manual & ~bearing | 1 << plane
            self.group &= ~bearing

    def slave(self, state: PicketState, mount: MountIndex, plane: PlaneIndex) -> None:
        """6.8.C.1: slave a 5-inch gun on the director's plane; manual guns go elsewhere (R-76)."""
        self.at[mount] = plane
        self.open[mount] = 0
        self.slaved |= 1 << mount
        self.director = plane
        self.group = 1 << plane
        self.manual &= ~self.bearings[state.planes[plane].bearing]

    def place_afs(self, state: PicketState, plane: PlaneIndex) -> None:
        """6.5.E: put a marker of the phase on a plane."""
        self.afs[plane] += 1
        state.afs -= 1

    def place_sfs(self, state: PicketState, plane: PlaneIndex) -> None:
        """5.2.C: put a marker on a plane; it is used for this wave."""
        self.sfs[plane] += 1
        state.sfs_used += 1

    def guns_at(self, plane: PlaneIndex) -> list[MountIndex]:
        """The mounts aimed at a plane."""
        return sorted(mount for mount, target in self.at.items() if target == plane)

    def roll(self, state: PicketState, mount: MountIndex, plane: PlaneIndex) -> GunRoll:
        """The roll of a gun at a plane."""
        rolls = state.charts.rolls[self.condition]
        by_gun = (rolls.slaved if self.slaved >> mount & 1 else rolls.alone)[mount]
        return by_gun[self.columns[plane]]

    def clear(self, plane: PlaneIndex) -> list[MountIndex]:
        """A plane is down: its guns, which are returned, and its markers are expended."""
        guns = self.guns_at(plane)
        for mount in guns:
            del self.at[mount]
        self.afs[plane] = self.sfs[plane] = 0
        return guns


# --- What may still be aimed ---


@mypyc_attr(allow_interpreted_subclasses=True)
class Offers:
    """Every gun not aimed yet with every plane it may take, and the planes for the markers.

    The decision is made anew and never changed, so that copies share it.
    """

    __slots__ = ("counts", "five_inch", "markers", "open")

    def __init__(self, state: PicketState, targets: Targets) -> None:
        first, menus = state.charts.slavable, state.charts.menus.aim
        options = _five_inch(state, targets)
        self.five_inch = len(options)  # options before those of the other guns
        counts: list[int] = []
        for menu, planes in zip(menus[first:], targets.open[first:], strict=True):
            choices = menu[planes]
            options += choices
            counts.append(len(choices))
        self.counts = counts  # options of each of these, in their order
        self.markers = _markers(state, targets)  # the options after those of the guns
        # All that may be aimed, then `fire`.
        self.open = Decision("usn", _PROMPT, tuple(options) + self.markers)

    def copy(self) -> Offers:
        """An independent copy."""
        twin = Offers.__new__(Offers)
        twin.five_inch = self.five_inch
        twin.counts = self.counts[:]
        twin.markers = self.markers
        twin.open = self.open
        return twin

    def __eq__(self, other: object) -> bool:
        return same_slots(self, other)

    def aim(self, state: PicketState, targets: Targets, choice: Aim) -> Decision | None:
        """D-20, D-21: put a gun on a plane; what may be aimed then, or `fire` alone."""
        mount, options = choice.mount, self.open.options
        number, counts = mount - state.charts.slavable, self.counts
        if number < 0:  # a 5-inch gun changes what the others may take
            if choice.slaved:
                targets.slave(state, mount, choice.plane)
            else:
                targets.aim(state, mount, choice.plane)
            five_inch = _five_inch(state, targets)
            options = tuple(five_inch) + options[self.five_inch :]
            self.five_inch = len(five_inch)
        else:
            targets.at[mount] = choice.plane
            targets.open[mount] = 0
            start = self.five_inch + sum(counts[:number])
            options = options[:start] + options[start + counts[number] :]
            counts[number] = 0
        self.open = decision = Decision("usn", _PROMPT, options, asked=True)
        return decision

    def support(self, state: PicketState, targets: Targets, choice: Support) -> Decision | None:
        """D-22, D-23: put a marker on a plane; what may be aimed then."""
        if choice.marker == AFS:
            targets.place_afs(state, choice.plane)
            was_last = not state.afs
        else:
            targets.place_sfs(state, choice.plane)
            was_last = state.sfs == state.sfs_used
        if was_last:
            before, self.markers = len(self.markers), _markers(state, targets)
            options = self.open.options[:-before] + self.markers
            self.open = Decision("usn", _PROMPT, options, asked=True)
        return self.open

    def decision(self) -> Decision | None:
        """What to aim; None if nothing can be aimed, and nothing is: then there is no fire."""
        return self.open if len(self.open.options) > 1 or self.open.asked else None


def _five_inch(state: PicketState, targets: Targets) -> list[Choice]:
    """6.8.C: a 5-inch gun may be slaved to the Mk37, or take a plane by itself."""
    options: list[Choice] = []
    aim, slave = state.charts.menus.aim, state.charts.menus.slave
    manual, group, slavable = targets.manual, targets.group, targets.slavable
    for mount, planes in enumerate(targets.open[: state.charts.slavable]):
        if planes:
            if slavable >> mount & 1:
                options += slave[mount][group & planes]
            options += aim[mount][manual & planes]
    return options


def _markers(state: PicketState, targets: Targets) -> Choices:
    """5.2.C, 6.5.E: the planes for SFS and AFS, as long as there are markers; then `fire`."""
    return MARKER_MENUS[targets.live][state.sfs > state.sfs_used][state.afs > 0]
