"""What may still be aimed in a wave: the options of D-20 to D-23, kept up to date gun by gun."""

from __future__ import annotations

from itertools import chain

from flankspeed.engine import Choice
from flankspeed.games.picket.menus import AFS_MENU, AUTO, FIRE, SFS_MENU
from flankspeed.games.picket.state import PicketState
from flankspeed.games.picket.targets import Targets


class Offers:
    """Every gun not aimed yet with every plane it may take, and the planes for the markers.

    The lists are made anew and never changed, so that copies share them.
    """

    __slots__ = ("afs", "by_mount", "five_inch", "guns", "sfs")

    def __init__(self, state: PicketState, targets: Targets) -> None:
        first, menus = state.charts.slavable, state.charts.menus.aim
        self.five_inch = _five_inch(state, targets)  # those that the Mk37 may direct
        self.by_mount = {
            mount: menus[mount][planes]
            for mount, planes in enumerate(targets.open[first:], first)
            if planes
        }
        self.guns = list(chain.from_iterable(self.by_mount.values()))  # all others
        self.sfs = SFS_MENU[targets.live]
        self.afs = AFS_MENU[targets.live]

    def copy(self) -> Offers:
        """An independent copy."""
        twin = Offers.__new__(Offers)
        twin.five_inch = self.five_inch
        twin.by_mount = self.by_mount.copy()
        twin.guns = self.guns
        twin.sfs = self.sfs
        twin.afs = self.afs
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers) and all(
            getattr(self, slot) == getattr(other, slot) for slot in Offers.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # offers change, and are equal by value

    def aimed(self, state: PicketState, targets: Targets, mount: int) -> None:
        """A gun has been aimed; a 5-inch gun changes what the others may take."""
        if mount < state.charts.slavable:
            self.five_inch = _five_inch(state, targets)
        else:
            del self.by_mount[mount]
            self.guns = list(chain.from_iterable(self.by_mount.values()))

    def options(self, state: PicketState) -> list[Choice]:
        """All that may be aimed, between `auto` and `fire`."""
        sfs = self.sfs if state.sfs > state.sfs_used else ()
        afs = self.afs if state.afs else ()
        return [AUTO, *self.five_inch, *self.guns, *sfs, *afs, FIRE]


def _five_inch(state: PicketState, targets: Targets) -> list[Choice]:
    """6.8.C: a 5-inch gun may be slaved to the Mk37, or take a plane by itself."""
    options: list[Choice] = []
    menus = state.charts.menus
    manual, group, slavable = targets.manual, targets.group, targets.slavable
    for mount, planes in enumerate(targets.open[: state.charts.slavable]):
        if planes:
            if slavable >> mount & 1:
                options += menus.slave[mount][planes & group]
            options += menus.aim[mount][planes & manual]
    return options
