"""The best fire of a wave of Picket Duty: which gun on which plane, for all that is not aimed yet.

`best_fire(state, targets, worth)` is the plan; what the shots make of each plane is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.odds.barrage import (
    Shots,
    barrage_at,
    gun_kind,
    marker_kind,
    waiting_shots,
    with_shot,
    without_shot,
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


class Search:
    """Aims gun after gun where it takes away most, then moves them as long as that helps.

    `followed` is the plane the Mk37 follows (6.8.C.1), which is tried out for every plane.
    """

    def __init__(self, state: PicketState, targets: Targets, worth: Worth) -> None:
        self.state = state
        self.targets = targets
        self.worth = worth
        self.barrages = [barrage_at(state, plane, worth) for plane in state.planes]
        self._kinds: dict[tuple[int, int, bool], int] = {}
        self.fixed = [
            waiting_shots(state, targets, number) if plane.fate == COMING else ()
            for number, plane in enumerate(state.planes)
        ]
        self.directed = state.charts.battery.five_inch if state.charts.advanced else range(0)
        self.mounts = sorted(
            (mount for mount, planes in enumerate(targets.open) if planes),
            key=lambda mount: targets.open[mount].bit_count(),
        )
        self.shots: list[Shots] = []
        self.at: dict[int, tuple[int, bool]] = {}

    def kind(self, mount: MountIndex, number: int, slaved: bool) -> int:
        key = (mount, number, slaved)
        if key not in self._kinds:
            self._kinds[key] = gun_kind(self.state, mount, self.state.planes[number], slaved)
        return self._kinds[key]

    def threat(self) -> float:
        """What is left of the wave's threat."""
        return sum(
            aimed.threat(plane.hits, shots)
            for aimed, plane, shots in zip(
                self.barrages, self.state.planes, self.shots, strict=True
            )
            if plane.fate == COMING
        )

    def gain(self, number: int, kind: int) -> float:
        """What one more shot takes away of a plane's threat."""
        aimed, hits, shots = (
            self.barrages[number],
            self.state.planes[number].hits,
            self.shots[number],
        )
        return aimed.threat(hits, shots) - aimed.threat(hits, with_shot(shots, kind))

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
        self.shots, self.at = list(self.fixed), {}
        moved = True
        while moved:
            moved = False
            for mount in self.mounts:
                moved |= self._aim(mount, followed)
        guns = tuple((mount, *self.at[mount]) for mount in sorted(self.at))
        return Fire(guns, (), tuple(self.shots), self.threat())

    def _aim(self, mount: MountIndex, followed: int) -> bool:
        """Put a gun where it does best; True if that is a better place than before."""
        before = self.at.pop(mount, None)
        best, chosen = 0.0, None
        if before:
            kind = self.kind(mount, *before)
            self.shots[before[0]] = without_shot(self.shots[before[0]], kind)
            # Only what is clearly better makes a gun move, so that the moves come to an end.
            best, chosen = self.gain(before[0], kind) + 1e-9, before
        for way in self._ways(mount, followed):
            gain = self.gain(way[0], self.kind(mount, *way))
            if gain > best:
                best, chosen = gain, way
        if chosen:
            self.at[mount] = chosen
            self.shots[chosen[0]] = with_shot(self.shots[chosen[0]], self.kind(mount, *chosen))
        return chosen != before

    def _ways(self, mount: MountIndex, followed: int) -> Iterator[tuple[int, bool]]:
        """The planes a gun may take, and whether by the Mk37; R-76 for the 5-inch guns."""
        targets, planes = self.targets, self.state.planes
        if mount not in self.directed:
            for number in bits(targets.open[mount]):
                yield number, False
            return
        if followed != HELD and targets.by_director(mount) >> followed & 1:
            yield followed, True
        taken = {
            planes[plane].bearing: plane
            for other, (plane, _) in self.at.items()
            if other in self.directed
        }
        if followed != HELD:
            taken[planes[followed].bearing] = HELD
        for number in bits(targets.by_hand(mount)):
            if taken.get(planes[number].bearing, number) == number:
                yield number, False


def best_fire(
    state: PicketState, targets: Targets, worth: Worth, held: list[float] | None = None
) -> Fire:
    """The plan that leaves the least threat; `held`: what SFS could prevent among the specials."""
    search = Search(state, targets, worth)
    plan = min(search.plans().values(), key=lambda plan: plan.threat)
    return _with_sfs(state, search, plan, held or [])


def _with_sfs(state: PicketState, search: Search, plan: Fire, held: list[float]) -> Fire:
    """Each SFS marker where it takes away most; or, against a special, not placed now."""
    search.shots = list(plan.shots)
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    held, placed = sorted(held), []
    for _ in range(state.sfs - state.sfs_used if live else 0):
        kinds = {number: marker_kind(state, SFS, state.planes[number]) for number in live}
        gains = {number: search.gain(number, kind) for number, kind in kinds.items()}
        number = max(live, key=gains.__getitem__)
        if held and held[-1] > gains[number]:
            held.pop()
            continue
        search.shots[number] = with_shot(search.shots[number], kinds[number])
        placed.append(number)
    return Fire(plan.guns, tuple(placed), tuple(search.shots), search.threat())


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
