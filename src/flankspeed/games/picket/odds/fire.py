"""The best fire of a wave of Picket Duty: which gun on which plane, for all that is not aimed yet.

`best_fire(state, targets, worth)` is the plan; what the shots make of each plane is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.odds.barrage import (
    Gains,
    Shots,
    Volley,
    barrage_at,
    gain_key,
    gun_kinds,
    marker_kind,
    waiting_shots,
    with_shot,
)
from flankspeed.games.picket.odds.worth import Worth
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState


class Fire(NamedTuple):
    """A plan: guns as (mount, plane, slaved), SFS markers by plane, what the wave threatens."""

    guns: tuple[tuple[int, int, bool], ...]
    sfs: tuple[int, ...]
    shots: tuple[Shots, ...]  # on each plane, those aimed before included; no AFS
    threat: float


class Way(NamedTuple):
    """Where a gun may fire: at which plane, by the Mk37 or not, with what kind of shot and gain."""

    plane: int
    slaved: bool
    kind: int
    key: int


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
        self._kinds = gun_kinds(state)
        self.fixed = [
            waiting_shots(state, targets, number, self._kinds) if plane.fate == COMING else ()
            for number, plane in enumerate(state.planes)
        ]
        self.directed = state.charts.battery.five_inch if state.charts.advanced else range(0)
        self.mounts = sorted(
            (mount for mount, planes in enumerate(targets.open) if planes),
            key=lambda mount: targets.open[mount].bit_count(),
        )
        self._five_inch = sum(1 << mount for mount in self.mounts if mount in self.directed)
        self._hits = [plane.hits for plane in state.planes]
        self._at: dict[int, Way] = {}
        self._volleys: list[Volley] = []
        self._gains: list[Gains] = []

    def kind(self, mount: MountIndex, number: int, slaved: bool) -> int:
        """The kind of a gun's shot at a plane."""
        return self._kinds[slaved][mount][self.targets.columns[number]]

    @cached_property
    def _reached_by(self) -> list[int]:
        """By plane, the mask of the guns that reach it."""
        masks, reach = [0] * len(self.state.planes), self.targets.open
        for mount in self.mounts:
            for number in bits(reach[mount]):
                masks[number] |= 1 << mount
        return masks

    @cached_property
    def _by_hand(self) -> dict[int, list[Way]]:
        """Each gun by itself, on the planes that it may take so."""
        targets = self.targets
        reach = {
            mount: targets.by_hand(mount) if mount in self.directed else targets.open[mount]
            for mount in self.mounts
        }
        return {
            mount: [self._way(mount, number, slaved=False) for number in bits(planes)]
            for mount, planes in reach.items()
        }

    def _way(self, mount: MountIndex, number: int, slaved: bool) -> Way:
        kind = self.kind(mount, number, slaved)
        return Way(number, slaved, kind, gain_key(kind, self._hits[number]))

    def begin(self, shots: Sequence[Shots]) -> None:
        """Begin with these shots at each plane."""
        self._at = {}
        self._volleys = [
            barrage.volley(fired) for barrage, fired in zip(self.barrages, shots, strict=True)
        ]
        self._gains = [volley.gains for volley in self._volleys]

    def add(self, number: int, kind: int) -> None:
        """One more shot at a plane."""
        volley = self._volleys[number] = self._volleys[number].more[kind]
        self._gains[number] = volley.gains

    def gain(self, number: int, kind: int) -> float:
        """What one more shot takes away of a plane's threat."""
        return self._gains[number][gain_key(kind, self._hits[number])]

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
        slaved = {
            mount: self._way(mount, followed, slaved=True)
            for mount in bits(self._five_inch)
            if followed != HELD and self.targets.by_director(mount) >> followed & 1
        }
        stale = sum(1 << mount for mount in self.mounts)  # guns to be looked at (again)
        while stale:
            for mount in self.mounts:
                if stale >> mount & 1:
                    ways = self._by_hand[mount]
                    if self._five_inch >> mount & 1:
                        ways = self._five_inch_ways(mount, followed, slaved.get(mount))
                    stale = stale & ~(1 << mount) | self._aim(mount, ways)
        return self.fire()

    def _five_inch_ways(self, mount: MountIndex, followed: int, slaved: Way | None) -> list[Way]:
        """R-76: one director, and one 5-inch target in a bearing."""
        planes, at = self.state.planes, self._at
        taken = {
            planes[at[other].plane].bearing: at[other].plane
            for other in self.directed
            if other in at and other != mount
        }
        if followed != HELD:
            taken[planes[followed].bearing] = HELD
        ways = [slaved] if slaved else []
        for way in self._by_hand[mount]:
            if taken.get(planes[way.plane].bearing, way.plane) == way.plane:
                ways.append(way)
        return ways

    def _aim(self, mount: MountIndex, ways: list[Way]) -> int:
        """Put a gun where it does best; the mask of the guns for which that changes something."""
        gains, before = self._gains, self._at.get(mount)
        best, chosen = 0.0, None
        if before:
            was = before.plane
            without = self._volleys[was].less[before.kind]
            gains[was] = without.gains
            # Only what is clearly better makes a gun move, so that the moves come to an end.
            best, chosen = without.gains[before.key] + 1e-9, before
        for way in ways:
            number, _, _, key = way
            gain = gains[number][key]
            if gain > best:
                best, chosen = gain, way
        if chosen is None:
            return 0
        changed = self._reached_by[chosen.plane]
        if before:
            if chosen is before:
                gains[was] = self._volleys[was].gains
                return 0
            self._volleys[was] = without
            changed |= self._reached_by[was]
        self._at[mount] = chosen
        self.add(chosen.plane, chosen.kind)
        if self._five_inch >> mount & 1:
            changed |= self._five_inch  # a bearing is taken now, or free
        return changed & ~(1 << mount)


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
