"""Defensive fire at the regular planes of a wave (6.8): aim everything, then resolve it.

`reach` and `Targets` (module `targets`) tell which mount can fire at which plane; the rolls are
in `shots`.
"""

from __future__ import annotations

from itertools import chain
from operator import getitem

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.games.picket.ids import MOUNTS
from flankspeed.games.picket.menus import (
    AFS,
    AFS_MENU,
    AUTO,
    FIRE,
    KEEP,
    RESOLVE_AFS_MENU,
    RESOLVE_ALL,
    RESOLVE_SFS_MENU,
    SFS_MENU,
    Aim,
    ResolveGun,
    ResolveSupport,
    Support,
    gun_menus,
)
from flankspeed.games.picket.places import GUN_PLACES
from flankspeed.games.picket.plan import assign
from flankspeed.games.picket.shots import fire_gun, plane_name, roll_support
from flankspeed.games.picket.state import COMING, PicketState
from flankspeed.games.picket.steps import PicketStep
from flankspeed.games.picket.targets import HELD, Targets, battery, live_planes, reach

__all__ = ["DefensiveFire", "reach"]

_AIMING, _ORDERING, _FIRING = range(3)


class DefensiveFire(PicketStep):
    """6.8: the player aims guns, AFS and SFS, then resolves them in the order he likes (R-77)."""

    __slots__ = ("loose", "stage", "targets")

    def __init__(self) -> None:
        self.stage = _AIMING
        self.targets: Targets | None = None  # until the wave is looked at
        self.loose = 0  # AFS markers whose plane is down, to be aimed anew

    def copy(self) -> DefensiveFire:
        twin = DefensiveFire()
        twin.stage = self.stage
        twin.targets = self.targets.copy() if self.targets else None
        twin.loose = self.loose
        return twin

    def go(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """D-20 to D-25: aim, choose what fires next, aim AFS anew; then the fire is over."""
        targets = self.targets
        if targets is None:
            state.sfs_used = 0
            targets = self.targets = Targets(state)
        if self.stage == _AIMING:
            options = _aims(state, targets)
            if options:
                return Decision("usn", "Defensive fire: aim the guns", [AUTO, *options, FIRE])
            self.stage = _ORDERING
        if not self.loose and self.stage == _ORDERING:
            if max(targets.shots(), default=0) > 1:
                return Decision("usn", "What fires next?", _orders(state, targets))
            self.stage = _FIRING  # no plane is shot at twice: the order changes nothing
        if not self.loose and self.stage == _FIRING:
            self._fire_all(state, targets, dice, log)
        if self.loose:
            options = [*AFS_MENU[live_planes(state)], KEEP]
            return Decision("usn", "An AFS marker has lost its target: aim it anew?", options)
        state.agenda.pop()
        return None

    def take(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Put a marker on a plane, or fire."""
        targets = self.targets
        assert targets is not None, "nothing is asked before the wave is looked at"
        if isinstance(choice, Aim):
            if choice.slaved:
                targets.slave(state, choice.mount, choice.plane)
            else:
                targets.aim(state, choice.mount, choice.plane)
        elif isinstance(choice, Support):
            self._support(state, targets, choice, log)
        elif isinstance(choice, ResolveGun):
            self._gun(state, targets, choice.mount, dice, log)
        elif isinstance(choice, ResolveSupport):
            self._marker(state, targets, choice.marker, choice.plane, dice, log)
        elif choice == RESOLVE_ALL:
            self.stage = _FIRING
        elif choice == KEEP:
            self._keep(state, log)
        else:
            if choice == AUTO:
                assign(state, targets)
            self.stage = _ORDERING

    def _support(
        self, state: PicketState, targets: Targets, choice: Support, log: Log | None
    ) -> None:
        """D-22, D-23: put a marker on a plane; D-25: or one whose plane is down on another."""
        if choice.marker != AFS:
            targets.place_sfs(state, choice.plane)
            return
        if self.loose:
            self.loose -= 1
            state.afs += 1
            if log:
                name = plane_name(state.planes[choice.plane])
                log.add("AFS turns", "P-6.5.G-1", places=[choice.place], plane=name)
        targets.place_afs(state, choice.plane)

    def _keep(self, state: PicketState, log: Log | None) -> None:
        """6.5.G: the marker was not used, and may be later in the phase."""
        self.loose -= 1
        state.afs += 1
        if log:
            log.add("AFS kept", "P-6.5.G-1", left=state.afs)

    # --- Resolving ---

    def _fire_all(self, state: PicketState, targets: Targets, dice: Dice, log: Log | None) -> None:
        """R-77: AFS, SFS, 5-inch, 40mm, 20mm; AFS that loses its target stops it for a choice."""
        for marker, waiting in (("afs", targets.afs), ("sfs", targets.sfs)):
            for plane in range(len(waiting)):
                while waiting[plane]:
                    self._marker(state, targets, marker, plane, dice, log)
                    if self.loose:
                        return
        for mount in battery(state.charts).order:
            if targets.at[mount] != HELD:
                self._gun(state, targets, mount, dice, log)
                if self.loose:
                    return

    def _gun(
        self, state: PicketState, targets: Targets, mount: int, dice: Dice, log: Log | None
    ) -> None:
        plane = targets.at[mount]
        targets.at[mount] = HELD
        fire_gun(state, mount, plane, bool(targets.slaved >> mount & 1), dice, log)
        self._clear(state, targets, plane, log)

    def _marker(
        self,
        state: PicketState,
        targets: Targets,
        marker: str,
        plane: int,
        dice: Dice,
        log: Log | None,
    ) -> None:
        waiting = targets.afs if marker == AFS else targets.sfs
        waiting[plane] -= 1
        roll_support(state, marker, state.planes[plane], f"plane:{plane + 1}", dice, log)
        self._clear(state, targets, plane, log)

    def _clear(self, state: PicketState, targets: Targets, plane: int, log: Log | None) -> None:
        """6.8.K, 5.2.F, R-78: what is still aimed at a plane shot down is expended, but for AFS."""
        if state.planes[plane].fate == COMING:
            return
        if log:
            _expended(state, targets, plane, log)
        self.loose += targets.clear(plane)


def _aims(state: PicketState, targets: Targets) -> list[Choice]:
    """D-20 to D-23: every gun not aimed yet with every plane it may take, and the markers."""
    menus = gun_menus(state.charts)
    planes = targets.open
    options: list[Choice] = []
    by_director = battery(state.charts).five_inch if state.charts.advanced else ()
    for mount in by_director:
        if planes[mount]:
            options += menus.slave[mount][targets.by_director(mount)]
            options += menus.aim[mount][targets.by_hand(mount)]
    rest = len(by_director)
    options += chain.from_iterable(map(getitem, menus.aim[rest:], planes[rest:]))
    if state.afs or state.sfs > state.sfs_used:
        live = live_planes(state)
        if state.sfs > state.sfs_used:
            options += SFS_MENU[live]
        if state.afs:
            options += AFS_MENU[live]
    return options


def _orders(state: PicketState, targets: Targets) -> list[Choice]:
    """D-24: every shot and marker that waits."""
    resolve = gun_menus(state.charts).resolve
    options: list[Choice] = [RESOLVE_ALL]
    options += RESOLVE_AFS_MENU[_mask(targets.afs)]
    options += RESOLVE_SFS_MENU[_mask(targets.sfs)]
    options += [resolve[mount] for mount, plane in enumerate(targets.at) if plane != HELD]
    return options


def _mask(markers: list[int]) -> int:
    if not any(markers):
        return 0
    return sum(1 << plane for plane, count in enumerate(markers) if count)


def _expended(state: PicketState, targets: Targets, plane: int, log: Log) -> None:
    """Say which guns and markers come too late."""
    ids = battery(state.charts).ids
    guns = [ids[mount] for mount, target in enumerate(targets.at) if target == plane]
    name = plane_name(state.planes[plane])
    if guns:
        names = ", ".join(MOUNTS[gun] for gun in guns)
        places = [GUN_PLACES[gun] for gun in guns]
        log.add("guns expended", "P-6.8.K-2", places=places, guns=names, plane=name)
    if targets.sfs[plane]:
        log.add("SFS expended", "P-5.2.F-1", plane=name, markers=targets.sfs[plane])
