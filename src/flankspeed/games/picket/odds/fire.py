"""The best fire of a wave of Picket Duty: which gun on which plane, for all that is not aimed yet.

`best_fire(state, targets, worth)` is the plan; what the shots make of each plane is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.odds.barrage import (
    Gains,
    Shots,
    Volley,
    barrage_at,
    gun_kind,
    marker_kind,
    waiting_shots,
    with_shot,
)
from flankspeed.games.picket.odds.worth import Worth
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.state import COMING, PicketState


class Fire(NamedTuple):
    """A plan: guns as (mount, plane, slaved), SFS markers by plane, what the wave threatens."""

    guns: tuple[tuple[int, int, bool], ...]
    sfs: tuple[int, ...]
    shots: tuple[Shots, ...]  # on each plane, those aimed before included; no AFS
    threat: float


class Way(NamedTuple):
    """Where a gun may fire: the plane, whether by the Mk37, and the kind of shot that it is."""

    plane: int
    slaved: bool
    kind: int


class Search:
    """Aims gun after gun where it takes away most, then moves them as long as that helps.

    The plane the Mk37 follows (6.8.C.1) is tried out for every plane. A gun is looked at again only
    if something has changed for it: another shot at a plane that it reaches, or, for a 5-inch gun,
    another target of the 5-inch guns.
    """

    def __init__(self, state: PicketState, targets: Targets, worth: Worth) -> None:
        self.state = state
        self.targets = targets
        self.worth = worth
        self.barrages = [barrage_at(state, plane, worth) for plane in state.planes]
        self.fixed = [
            waiting_shots(state, targets, number) if plane.fate == COMING else ()
            for number, plane in enumerate(state.planes)
        ]
        self.directed = state.charts.battery.five_inch if state.charts.advanced else range(0)
        self.mounts = sorted(
            (mount for mount, planes in enumerate(targets.open) if planes),
            key=lambda mount: targets.open[mount].bit_count(),
        )
        self._kinds: dict[tuple[int, int, bool], int] = {}
        self._by_hand: dict[int, list[Way]] = {}
        self._slaved: dict[tuple[int, int], Way] = {}
        self._reached_by = self._reach()
        self._five_inch = sum(1 << mount for mount in self.mounts if mount in self.directed)
        self._at: dict[int, Way] = {}
        self._volleys: list[Volley] = []
        self._gains: list[Gains] = []

    def _reach(self) -> list[int]:
        """By plane, the mask of the guns that reach it."""
        masks, reach = [0] * len(self.state.planes), self.targets.open
        for mount in self.mounts:
            for number in bits(reach[mount]):
                masks[number] |= 1 << mount
        return masks

    def kind(self, mount: MountIndex, number: int, slaved: bool) -> int:
        """The kind of a gun's shot at a plane."""
        key = (mount, number, slaved)
        if key not in self._kinds:
            self._kinds[key] = gun_kind(self.state, mount, self.state.planes[number], slaved)
        return self._kinds[key]

    def begin(self, shots: Sequence[Shots]) -> None:
        """Begin with these shots at each plane."""
        self._at = {}
        self._volleys = [
            barrage.volley(fired) for barrage, fired in zip(self.barrages, shots, strict=True)
        ]
        self._gains = [
            volley.gains(plane.hits)
            for volley, plane in zip(self._volleys, self.state.planes, strict=True)
        ]

    def _set(self, number: int, volley: Volley) -> None:
        self._volleys[number] = volley
        self._gains[number] = volley.gains(self.state.planes[number].hits)

    def add(self, number: int, kind: int) -> None:
        """One more shot at a plane."""
        self._set(number, self._volleys[number].with_shot(kind))

    def gain(self, number: int, kind: int) -> float:
        """What one more shot takes away of a plane's threat."""
        return self._gains[number][kind]

    def fire(self, sfs: Sequence[int] = ()) -> Fire:
        """All that is aimed now, with what is left of the wave's threat."""
        guns = tuple((mount, *self._at[mount][:2]) for mount in sorted(self._at))
        threat = sum(
            volley.best(plane.hits)[0]
            for volley, plane in zip(self._volleys, self.state.planes, strict=True)
            if plane.fate == COMING
        )
        return Fire(guns, tuple(sfs), tuple(volley.shots for volley in self._volleys), threat)

    def plans(self) -> dict[int, Fire]:
        """The best fire, by the plane that the Mk37 follows; guns already aimed stay so."""
        if self.targets.director != HELD:
            return {self.targets.director: self.run(self.targets.director)}
        followed = 0
        for mount in self.mounts:
            if mount in self.directed:
                followed |= self.targets.by_director(mount)
        return {number: self.run(number) for number in (HELD, *bits(followed))}

    def run(self, followed: int) -> Fire:
        """The best fire found while the Mk37 follows this plane (or none)."""
        self.begin(self.fixed)
        stale = sum(1 << mount for mount in self.mounts)  # guns to be looked at (again)
        while stale:
            for mount in self.mounts:
                if stale >> mount & 1:
                    stale = stale & ~(1 << mount) | self._aim(mount, followed)
        return self.fire()

    def _aim(self, mount: MountIndex, followed: int) -> int:
        """Put a gun where it does best; the mask of the guns for which that changes something."""
        gains, before = self._gains, self._at.get(mount)
        best, chosen = 0.0, None
        if before:
            at, _, kind = before
            self._set(at, self._volleys[at].without_shot(kind))
            # Only what is clearly better makes a gun move, so that the moves come to an end.
            best, chosen = gains[at][kind] + 1e-9, before
        for way in self._ways(mount, followed):
            at, _, kind = way
            gain = gains[at][kind]
            if gain > best:
                best, chosen = gain, way
        if chosen is None:
            return 0
        self.add(chosen.plane, chosen.kind)
        if chosen is before:
            return 0
        self._at[mount] = chosen
        changed = self._reached_by[chosen.plane]
        if before:
            changed |= self._reached_by[before.plane]
        if mount in self.directed:
            changed |= self._five_inch
        return changed & ~(1 << mount)

    def _ways(self, mount: MountIndex, followed: int) -> list[Way]:
        """The planes a gun may take, and whether by the Mk37; R-76 for the 5-inch guns."""
        if mount not in self.directed:
            return self._hand_ways(mount, self.targets.open[mount])
        planes, at, ways = self.state.planes, self._at, list[Way]()
        taken = {
            planes[at[other].plane].bearing: at[other].plane
            for other in self.directed
            if other in at and other != mount
        }
        if followed != HELD:
            taken[planes[followed].bearing] = HELD
            if self.targets.by_director(mount) >> followed & 1:
                ways.append(self._slaved_way(mount, followed))
        for way in self._hand_ways(mount, self.targets.by_hand(mount)):
            if taken.get(planes[way.plane].bearing, way.plane) == way.plane:
                ways.append(way)
        return ways

    def _hand_ways(self, mount: MountIndex, planes: int) -> list[Way]:
        """A gun by itself, on each of the planes that it may take so."""
        known = self._by_hand.get(mount)
        if known is None:
            known = [Way(n, False, self.kind(mount, n, slaved=False)) for n in bits(planes)]
            self._by_hand[mount] = known
        return known

    def _slaved_way(self, mount: MountIndex, followed: int) -> Way:
        known = self._slaved.get((mount, followed))
        if known is None:
            known = Way(followed, True, self.kind(mount, followed, slaved=True))
            self._slaved[mount, followed] = known
        return known


def best_fire(
    state: PicketState, targets: Targets, worth: Worth, held: list[float] | None = None
) -> Fire:
    """The plan that leaves the least threat; `held`: what SFS could prevent among the specials."""
    search = Search(state, targets, worth)
    plan = min(search.plans().values(), key=lambda plan: plan.threat)
    return _with_sfs(state, search, plan, held or [])


def _with_sfs(state: PicketState, search: Search, plan: Fire, held: list[float]) -> Fire:
    """Each SFS marker where it takes away most; or, against a special, not placed now."""
    search.begin(plan.shots)
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    held, placed = sorted(held), []
    for _ in range(state.sfs - state.sfs_used if live else 0):
        kinds = {number: marker_kind(state, SFS, state.planes[number]) for number in live}
        gains = {number: search.gain(number, kind) for number, kind in kinds.items()}
        number = max(live, key=gains.__getitem__)
        if held and held[-1] > gains[number]:
            held.pop()
            continue
        search.add(number, kinds[number])
        placed.append(number)
    return search.fire(placed)._replace(guns=plan.guns)


def with_afs(state: PicketState, plan: Fire, worth: Worth, markers: int) -> tuple[Fire, list[int]]:
    """The plan with AFS markers that are not turned to other planes, and where they go."""
    shots, placed = list(plan.shots), []
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    aimed = {number: barrage_at(state, state.planes[number], worth) for number in live}

    def after(number: int) -> float:
        plane, kind = state.planes[number], marker_kind(state, AFS, state.planes[number])
        now = aimed[number].threat(plane.hits, shots[number])
        return now - aimed[number].threat(plane.hits, with_shot(shots[number], kind))

    for _ in range(markers if live else 0):
        number = max(live, key=after)
        shots[number] = with_shot(shots[number], marker_kind(state, AFS, state.planes[number]))
        placed.append(number)
    threat = sum(aimed[n].threat(state.planes[n].hits, shots[n]) for n in live)
    return Fire(plan.guns, plan.sfs, tuple(shots), threat), placed
