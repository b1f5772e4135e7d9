"""What a wave threatens if one order is another than the plan of fire has it."""

from __future__ import annotations

from functools import cached_property

from flankspeed.games.picket.data.ids import MountIndex, PlaneIndex
from flankspeed.games.picket.odds.fire import (
    Fire,
    Search,
    Shots,
    marker_kind,
    with_sfs,
    with_shot,
    without_shot,
)
from flankspeed.games.picket.rules.gunnery.aiming import HELD
from flankspeed.games.picket.rules.gunnery.menus import SFS
from flankspeed.games.picket.state import COMING


class FireMoves:
    """A plan for all that is not aimed yet, and what is left if a gun or marker goes elsewhere.

    Where a 5-inch gun cannot go elsewhere by itself (R-76) those that hinder it go with it.
    """

    def __init__(self, search: Search, plan: Fire, held: list[float]) -> None:
        """`held`: what SFS could prevent among the specials."""
        self._search = search
        self._plan = plan
        self._held = sorted(held)

    @cached_property
    def _others(self) -> dict[int, Fire]:
        """Other plans, by the plane that the Mk37 follows."""
        return self._search.plans()

    def gun(self, mount: MountIndex, plane: PlaneIndex, slaved: bool) -> float:
        """What the wave threatens with a gun on this plane."""
        if (mount, plane, slaved) in self._plan.guns:
            return self._plan.threat
        plan = self._plan_for(mount, plane, slaved)
        shots, at = list(plan.shots), {gun: (aimed, by) for gun, aimed, by in plan.guns}
        self._move(shots, at, mount, (plane, slaved))
        return self._threat(shots)

    def _plan_for(self, mount: MountIndex, plane: PlaneIndex, slaved: bool) -> Fire:
        """The best plan in which the Mk37 does not stand in the way of this gun."""
        search, planes = self._search, self._search.state.planes
        if mount not in search.directed:
            return self._plan
        followed = search.targets.director
        for _, aimed, by_director in self._plan.guns:
            if by_director:
                followed = aimed

        def fits(followed: int) -> bool:
            if slaved:
                return followed == plane
            return followed == HELD or planes[followed].bearing != planes[plane].bearing

        if fits(followed):
            return self._plan
        fitting = (plan for other, plan in self._others.items() if fits(other))
        best = min(fitting, key=lambda plan: plan.threat)
        return with_sfs(search.state, search, best, self._held)

    def _move(
        self,
        shots: list[Shots],
        at: dict[int, tuple[int, bool]],
        mount: MountIndex,
        way: tuple[int, bool],
    ) -> None:
        """Put a gun elsewhere; R-76: 5-inch guns that fire by hand into its bearing follow it."""
        search, planes = self._search, self._search.state.planes
        moved = [mount]
        if mount in search.directed and not way[1]:
            bearing = planes[way[0]].bearing
            moved += [
                gun
                for gun, (plane, slaved) in at.items()
                if gun in search.directed
                and not slaved
                and gun != mount
                and plane != way[0]
                and planes[plane].bearing == bearing
            ]
        for gun in moved:
            if gun in at:
                plane, slaved = at[gun]
                shots[plane] = without_shot(shots[plane], search.kind(gun, plane, slaved))
            if gun == mount or search.targets.by_hand(gun) >> way[0] & 1:
                shots[way[0]] = with_shot(shots[way[0]], search.kind(gun, *way))

    def sfs(self, plane: PlaneIndex) -> float:
        """What the wave threatens, and specials more than planned, with an SFS marker here."""
        plan, search = self._plan, self._search
        if plane in plan.sfs:
            return plan.threat
        shots, lost = list(plan.shots), 0.0
        if plan.sfs:  # the one that does least goes here instead
            last = plan.sfs[-1]
            kind = marker_kind(search.state, SFS, search.state.planes[last])
            shots[last] = without_shot(shots[last], kind)
        else:
            free = search.state.sfs - search.state.sfs_used
            lost = self._held[-free] if free <= len(self._held) else 0.0
        kind = marker_kind(search.state, SFS, search.state.planes[plane])
        shots[plane] = with_shot(shots[plane], kind)
        return self._threat(shots) + lost

    def as_it_is(self) -> float:
        """What the wave threatens if nothing more is aimed."""
        return self._threat(self._search.fixed)

    def _threat(self, shots: list[Shots]) -> float:
        barrages, planes = self._search.barrages, self._search.state.planes
        return sum(
            barrage.threat(plane.hits, fired)
            for barrage, plane, fired in zip(barrages, planes, shots, strict=True)
            if plane.fate == COMING
        )
