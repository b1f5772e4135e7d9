"""What a wave threatens if one order is another than the plan of fire has it."""

from __future__ import annotations

from flankspeed.games.picket.data.ids import MountIndex, PlaneIndex
from flankspeed.games.picket.odds.barrage import Shots, marker_kind, with_shot, without_shot
from flankspeed.games.picket.odds.fire import Fire, Search, best_fire
from flankspeed.games.picket.rules.gunnery.menus import SFS
from flankspeed.games.picket.rules.plane import COMING


class FireMoves:
    """A plan for all that is not aimed yet, and what is left if a gun or marker goes elsewhere.

    Where planned 5-inch guns stand in the way (R-76) the rest is planned anew.
    """

    def __init__(self, search: Search, plan: Fire, held: list[float]) -> None:
        """`held`: what SFS could prevent among the specials."""
        self._search = search
        self._plan = plan
        self._held = sorted(held)

    def gun(self, mount: MountIndex, plane: PlaneIndex, slaved: bool) -> float:
        """What the wave threatens with a gun on this plane."""
        search, shots = self._search, list(self._plan.shots)
        if (mount, plane, slaved) in self._plan.guns:
            return self._plan.threat
        if mount in search.directed and self._hindered(mount, plane, slaved):
            return self._anew(mount, plane, slaved)
        for gun, at, by_director in self._plan.guns:
            if gun == mount:
                shots[at] = without_shot(shots[at], search.kind(gun, at, by_director))
        shots[plane] = with_shot(shots[plane], search.kind(mount, plane, slaved))
        return self._threat(shots)

    def _hindered(self, mount: MountIndex, plane: PlaneIndex, slaved: bool) -> bool:
        """R-76: one director, and one 5-inch target in a bearing."""
        planes, directed = self._search.state.planes, self._search.directed
        for gun, at, by_director in self._plan.guns:
            if gun not in directed or gun == mount or (at, by_director) == (plane, slaved):
                continue
            if planes[at].bearing == planes[plane].bearing or (slaved and by_director):
                return True
        return False

    def _anew(self, mount: MountIndex, plane: PlaneIndex, slaved: bool) -> float:
        """What the best fire leaves once this gun is aimed so."""
        search, targets = self._search, self._search.targets.copy()
        (targets.slave if slaved else targets.aim)(search.state, mount, plane)
        return best_fire(search.state, targets, search.worth, self._held).threat

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
