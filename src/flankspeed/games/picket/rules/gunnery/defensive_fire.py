"""Defensive fire at the regular planes of a wave (6.8): aim everything, then resolve it.

`aiming` tells which mount can fire at which plane; the rolls are in `shots`.
"""

from __future__ import annotations

from itertools import compress
from operator import add

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.games.picket.data.ids import MOUNTS, MountIndex, PlaneIndex
from flankspeed.games.picket.rules.gunnery.aiming import Offers, Targets
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    AFS_MENU,
    KEEP,
    RESOLVE_AFS,
    RESOLVE_SFS,
    SFS,
    Aim,
    Choices,
    ResolveGun,
    ResolveSupport,
    Support,
)
from flankspeed.games.picket.rules.gunnery.shots import fire_gun, plane_name, roll_support
from flankspeed.games.picket.rules.masks import marked
from flankspeed.games.picket.rules.places import GUN_PLACES
from flankspeed.games.picket.state import PicketState, PicketStep


@mypyc_attr(allow_interpreted_subclasses=True)
class DefensiveFire(PicketStep):
    """6.8: the player aims guns, AFS and SFS, then resolves them in the order he likes (R-77)."""

    __slots__ = ("loose", "marker_orders", "offers", "orders", "targets", "waiting")

    def __init__(self) -> None:
        self.targets: Targets | None = None  # until the wave is looked at
        self.offers: Offers | None = None  # while the guns are aimed
        # What is to be resolved, once all is aimed.
        self.orders: dict[int, Choice] = {}  # guns, by mount
        self.marker_orders: Choices | None = None  # AFS and SFS (None: to be made)
        self.waiting: list[int] = []  # shots and markers, by plane
        self.loose = 0  # AFS markers whose plane is down, to be aimed anew

    def copy(self) -> DefensiveFire:
        twin = DefensiveFire()
        twin.targets = self.targets.copy() if self.targets else None
        twin.offers = self.offers.copy() if self.offers else None
        twin.orders = self.orders.copy()
        twin.marker_orders = self.marker_orders
        twin.waiting = self.waiting[:]
        twin.loose = self.loose
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """D-20 to D-25: aim, choose what fires next, aim AFS anew; then the fire is over."""
        targets = self.targets
        if targets is None:
            state.sfs_used = 0
            targets = self.targets = Targets(state)
            self.offers = Offers(state, targets)
        decision = self._asked(state, targets)
        if decision is None and self.offers is not None:
            self._begin_fire(state, targets)
            decision = self._asked(state, targets)
        if decision is not None:
            return decision
        self._fire_all(state, targets, dice, log)
        state.agenda.pop()
        return None

    def _asked(self, state: PicketState, targets: Targets) -> Decision | None:
        """What the player has to choose now, if anything."""
        if self.offers is not None:
            return self.offers.decision()
        if self.loose:
            options: Choices = (*AFS_MENU[targets.live], KEEP)
            return Decision("usn", "An AFS marker has lost its target: aim it anew?", options)
        if self.waiting and max(self.waiting) > 1:
            markers = self.marker_orders
            if markers is None:
                markers = self.marker_orders = _marker_orders(targets)
            options = markers + tuple(self.orders.values())
            return Decision("usn", "What fires next?", options)
        return None

    def choose(
        self, state: PicketState, choice: Choice, dice: Dice, log: Log | None
    ) -> Decision | None:
        """Put a marker on a plane, or fire."""
        targets, offers = self.targets, self.offers
        assert targets is not None, "nothing is asked before the wave is looked at"
        if offers is not None:
            if isinstance(choice, Aim):
                return offers.aim(state, targets, choice)
            if isinstance(choice, Support):
                return offers.support(state, targets, choice)
            self._begin_fire(state, targets)
        elif isinstance(choice, ResolveGun):
            self._gun(state, targets, choice.mount, dice, log)
        elif isinstance(choice, ResolveSupport):
            self._marker(state, targets, choice.marker, choice.plane, dice, log)
        elif isinstance(choice, Support):
            self._turn(state, targets, choice, log)
        else:
            self._keep(state, log)
        decision = self._asked(state, targets)
        # A single option, as for AFS with nothing left to be aimed at, is taken without asking.
        return decision if decision and len(decision.options) > 1 else None

    # --- AFS markers whose plane is down ---

    def _turn(self, state: PicketState, targets: Targets, choice: Support, log: Log | None) -> None:
        """D-25, 6.5.G: an AFS marker whose plane is down takes another."""
        self.loose -= 1
        self.marker_orders = None
        self.waiting[choice.plane] += 1
        targets.afs[choice.plane] += 1
        if log:
            name = plane_name(state.planes[choice.plane])
            log.add("AFS turns", "P-6.5.G-1", places=[choice.place], plane=name)

    def _keep(self, state: PicketState, log: Log | None) -> None:
        """6.5.G: the marker was not used, and may be later in the phase."""
        self.loose -= 1
        state.afs += 1
        if log:
            log.add("AFS kept", "P-6.5.G-1", left=state.afs)

    # --- Resolving ---

    def _begin_fire(self, state: PicketState, targets: Targets) -> None:
        """All is aimed: from now on the guns are offered to fire, in the order of R-77."""
        self.offers = None
        self.waiting = waiting = list(map(add, targets.afs, targets.sfs))
        self.orders = orders = {}
        resolve, at = state.charts.menus.resolve, targets.at
        for mount in state.charts.battery.order:
            if mount in at:
                waiting[at[mount]] += 1
                orders[mount] = resolve[mount]

    def _fire_all(self, state: PicketState, targets: Targets, dice: Dice, log: Log | None) -> None:
        """No plane is shot at twice, so that the order is the same: AFS, SFS, guns (R-77)."""
        for marker, waiting in ((AFS, targets.afs), (SFS, targets.sfs)):
            for plane in marked(waiting):
                self._marker(state, targets, marker, plane, dice, log)
        for mount in tuple(self.orders):
            self._gun(state, targets, mount, dice, log)

    def _gun(
        self, state: PicketState, targets: Targets, mount: MountIndex, dice: Dice, log: Log | None
    ) -> None:
        plane = targets.at.pop(mount)
        self.waiting[plane] -= 1
        del self.orders[mount]
        if fire_gun(state, mount, plane, targets.roll(state, mount, plane), dice, log):
            self._clear(state, targets, plane, log)

    def _marker(
        self,
        state: PicketState,
        targets: Targets,
        marker: str,
        plane: PlaneIndex,
        dice: Dice,
        log: Log | None,
    ) -> None:
        markers = targets.afs if marker == AFS else targets.sfs
        markers[plane] -= 1
        if not markers[plane]:
            self.marker_orders = None
        self.waiting[plane] -= 1
        if roll_support(state, marker, state.planes[plane], "plane", plane, dice, log):
            self._clear(state, targets, plane, log)

    def _clear(
        self, state: PicketState, targets: Targets, plane: PlaneIndex, log: Log | None
    ) -> None:
        """6.8.K, 5.2.F, R-78: what is still aimed at a plane shot down is expended, but for AFS."""
        targets.live &= ~(1 << plane)
        if not self.waiting[plane]:
            return
        if log:
            _expended(state, targets, plane, log)
        self.marker_orders = None
        self.waiting[plane] = 0
        self.loose += targets.afs[plane]
        for mount in targets.clear(plane):
            del self.orders[mount]


def _marker_orders(targets: Targets) -> Choices:
    """D-24: every marker that waits."""
    return (*compress(RESOLVE_AFS, targets.afs), *compress(RESOLVE_SFS, targets.sfs))


def _expended(state: PicketState, targets: Targets, plane: PlaneIndex, log: Log) -> None:
    """Say which guns and markers come too late."""
    guns = [state.charts.battery.ids[mount] for mount in targets.guns_at(plane)]
    name = plane_name(state.planes[plane])
    if guns:
        names = ", ".join(MOUNTS[gun] for gun in guns)
        places = [GUN_PLACES[gun] for gun in guns]
        log.add("guns expended", "P-6.8.K-2", places=places, guns=names, plane=name)
    if targets.sfs[plane]:
        log.add("SFS expended", "P-5.2.F-1", plane=name, markers=targets.sfs[plane])
