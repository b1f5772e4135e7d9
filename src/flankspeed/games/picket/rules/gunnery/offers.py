"""What may still be aimed in a wave: the options of D-20 to D-23, kept up to date gun by gun."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.engine.step import same_slots
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.menus import AFS, MARKER_MENUS, Aim, Choices, Support
from flankspeed.games.picket.state import PicketState

_PROMPT = "Defensive fire: aim the guns"


class Offers:
    """Every gun not aimed yet with every plane it may take, and the planes for the markers.

    The decision is made anew and never changed, so that copies share it.
    """

    __slots__ = ("counts", "five_inch", "markers", "open")

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
        # All that may be aimed, then `fire`.
        self.open = Decision("usn", _PROMPT, (*options, *self.markers))

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

    __hash__ = None  # type: ignore[assignment]  # offers change, and are equal by value

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
            options = (*five_inch, *options[self.five_inch :])
            self.five_inch = len(five_inch)
        else:
            targets.at[mount] = choice.plane
            targets.open[mount] = 0
            start = self.five_inch + sum(counts[:number])
            options = (*options[:start], *options[start + counts[number] :])
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
            options = (*self.open.options[:-before], *self.markers)
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
