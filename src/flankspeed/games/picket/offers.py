"""What may still be aimed in a wave: the options of D-20 to D-23, kept up to date gun by gun."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.games.picket.menus import AUTO, MARKER_MENUS
from flankspeed.games.picket.state import PicketState
from flankspeed.games.picket.targets import Targets


class Offers:
    """Every gun not aimed yet with every plane it may take, and the planes for the markers.

    The list of options is made anew and never changed, so that copies and decisions share it.
    """

    __slots__ = ("counts", "five_inch", "markers", "options")

    def __init__(self, state: PicketState, targets: Targets) -> None:
        first, menus = state.charts.slavable, state.charts.menus.aim
        options = _five_inch(state, targets)
        self.five_inch = len(options)  # options before those of the other guns
        self.counts = []  # options of each of these, in their order
        for menu, planes in zip(menus[first:], targets.open[first:], strict=True):
            choices = menu[planes]
            options += choices
            self.counts.append(len(choices))
        self.markers = _markers(state, targets)  # the options after those of the guns
        self.options = options + self.markers  # all that may be aimed, between `auto` and `fire`

    def copy(self) -> Offers:
        """An independent copy."""
        twin = Offers.__new__(Offers)
        twin.five_inch = self.five_inch
        twin.counts = self.counts[:]
        twin.markers = self.markers
        twin.options = self.options
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers) and all(
            getattr(self, slot) == getattr(other, slot) for slot in Offers.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # offers change, and are equal by value

    def aimed(self, state: PicketState, targets: Targets, mount: int) -> None:
        """A gun has been aimed; a 5-inch gun changes what the others may take."""
        number, counts = mount - state.charts.slavable, self.counts
        if number < 0:
            options = _five_inch(state, targets)
            before, self.five_inch = self.five_inch, len(options)
            self.options = options + self.options[before:]
        else:
            start = self.five_inch + sum(counts[:number])
            self.options = self.options[:]
            del self.options[start : start + counts[number]]
            counts[number] = 0

    def spent(self, state: PicketState, targets: Targets) -> None:
        """The last marker of a kind has been placed."""
        before, self.markers = self.markers, _markers(state, targets)
        self.options = self.options[: -len(before)] + self.markers

    def decision(self) -> Decision | None:
        """What to aim; None if nothing is left but `auto` and `fire`."""
        if len(self.options) > 2:
            return Decision("usn", "Defensive fire: aim the guns", self.options)
        return None


def _five_inch(state: PicketState, targets: Targets) -> list[Choice]:
    """6.8.C: a 5-inch gun may be slaved to the Mk37, or take a plane by itself; first, `auto`."""
    options: list[Choice] = [AUTO]
    aim, slave = state.charts.menus.aim, state.charts.menus.slave
    manual, group, slavable = targets.manual, targets.group, targets.slavable
    for mount, planes in enumerate(targets.open[: state.charts.slavable]):
        if planes:
            if group & planes and slavable >> mount & 1:
                options += slave[mount][group & planes]
            if manual & planes:
                options += aim[mount][manual & planes]
    return options


def _markers(state: PicketState, targets: Targets) -> list[Choice]:
    """5.2.C, 6.5.E: the planes for SFS and AFS, as long as there are markers; then `fire`."""
    return MARKER_MENUS[targets.live][state.sfs > state.sfs_used][state.afs > 0]
