"""The best fire of a wave of Picket Duty: which gun on which plane, and in what order.

- `Worth`: what a hit and a near miss cost; `worth_of(card)` for a game.
- `Barrage`: what the best order of shots makes of one plane, exactly.
- `best_fire(state, targets, worth)`: a plan of fire for all that is not aimed yet.

An order matters because a plane once flamed is fired at no more (R-79): shots that may destroy it
come first.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from flankspeed.engine import Roll
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    DAMAGED,
    ON_FIRE,
    UNDAMAGED,
    WeaponResult,
)
from flankspeed.games.picket.data.ids import MountIndex, SectionId
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.odds.chances import (
    Outcome,
    Shot,
    dive_chance,
    shot_results,
    spray_chance,
    support_results,
)
from flankspeed.games.picket.rules.attack.regular_hits import column_of, dives
from flankspeed.games.picket.rules.attack.strike_rolls import CRASH_ROLL, WEAPON_ROLLS, Dives
from flankspeed.games.picket.rules.cards import Card
from flankspeed.games.picket.rules.damage.hull import afloat_roll
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.menus import AFS, SFS
from flankspeed.games.picket.rules.gunnery.shots import FLAMING_HITS
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.state import COMING, FLAMED, PicketState, Plane

# --- What is at stake ---


class Worth(NamedTuple):
    """The chance that a hit (by section) or a near miss ends the ship's duty, or sinks her."""

    hit: tuple[float, float, float]
    near: float


# Measured on a fresh ship, many thousand times, damage control and the end of the phase included.
# A near miss may carry both radars away and send the ship home, but hardly ever sinks her.
ON_STATION = Worth((0.065, 0.06, 0.1), 0.06)
AFLOAT = Worth((0.03, 0.015, 0.045), 0.004)


def worth_of(card: Card) -> Worth:
    """Long campaigns count ships sunk; everything else is lost by leaving the station too."""
    return AFLOAT if card.campaign in ("long_a", "long_b") else ON_STATION


Threats = tuple[float, float, float]  # of a plane undamaged, damaged, flamed


@cache
def plane_threats(worth: Worth, section: SectionId, dives: Dives) -> Threats:
    """What each state of a plane threatens, by Table 10."""
    undamaged, damaged, flamed = (
        chance.hit * worth.hit[section] + chance.near * worth.near
        for chance in (dive_chance(dives[column]) for column in (UNDAMAGED, DAMAGED, ON_FIRE))
    )
    return undamaged, damaged, flamed


# --- Shots at one plane ---

# Shots with the same chances are one kind: small numbers that sort and hash fast.
_KINDS: dict[Shot, int] = {}
_SHOTS: list[Shot] = []

Shots = tuple[int, ...]  # kinds of shots, sorted


def kind_of(shot: Shot) -> int:
    """The number of a kind of shot."""
    kind = _KINDS.setdefault(shot, len(_SHOTS))
    if kind == len(_SHOTS):
        _SHOTS.append(shot)
    return kind


def with_shot(shots: Shots, kind: int) -> Shots:
    """One shot more."""
    more = list(shots)
    insort(more, kind)
    return tuple(more)


def without_shot(shots: Shots, kind: int) -> Shots:
    """One shot less."""
    at = shots.index(kind)
    return shots[:at] + shots[at + 1 :]


class Barrage:
    """Shots at a plane that threatens so much, each time the one next that is best then."""

    def __init__(self, threats: Threats) -> None:
        self._undamaged, self._damaged, self.flamed = threats
        self._known: dict[tuple[int, Shots], tuple[float, int]] = {}
        self._outcomes: dict[tuple[int, Shots], Outcome] = {}

    def threat(self, hits: int, shots: Shots) -> float:
        """What a plane with so many hits still threatens on average after all these shots."""
        return self._best(hits, shots)[0]

    def first(self, hits: int, shots: Shots) -> int:
        """The kind of shot to fire next."""
        return self._best(hits, shots)[1]

    def _best(self, hits: int, shots: Shots) -> tuple[float, int]:
        known = self._known.get((hits, shots))
        if known is None:
            known = self._known[hits, shots] = self._work_out(hits, shots)
        return known

    def _work_out(self, hits: int, shots: Shots) -> tuple[float, int]:
        if not shots:
            return (self._damaged if hits == FLAMING_HITS - 1 else self._undamaged), HELD
        least, first = 2.0, HELD
        # Of equals the one with the smaller chances: numbers go by what was seen first, which may
        # be other games.
        for kind in sorted(set(shots), key=_SHOTS.__getitem__):
            threat = self.threat_if(hits, shots, kind)
            if threat < least:
                least, first = threat, kind
        return least, first

    def threat_if(self, hits: int, shots: Shots, kind: int) -> float:
        """The same if one of these kinds is fired first."""
        miss, single, double, flames, _ = _SHOTS[kind]
        rest = without_shot(shots, kind)
        threat = flames * self.flamed + miss * self._best(hits, rest)[0]
        for more, chance in ((1, single), (2, double)):
            after = hits + more
            threat += chance * (
                self.flamed if after >= FLAMING_HITS else self._best(after, rest)[0]
            )
        return threat

    def outcome(self, hits: int, shots: Shots) -> Outcome:
        """How the plane ends by the best order."""
        known = self._outcomes.get((hits, shots))
        if known is None:
            known = self._outcomes[hits, shots] = self._end(hits, shots)
        return known

    def _end(self, hits: int, shots: Shots) -> Outcome:
        if not shots:
            damaged = float(hits == FLAMING_HITS - 1)
            return Outcome(1 - damaged, damaged, 0.0, 0.0)
        kind = self.first(hits, shots)
        miss, single, double, flames, kills = _SHOTS[kind]
        rest = without_shot(shots, kind)
        parts = [(miss, self.outcome(hits, rest)), (flames, Outcome(0.0, 0.0, 1.0, 0.0))]
        parts.append((kills, Outcome(0.0, 0.0, 0.0, 1.0)))
        for more, chance in ((1, single), (2, double)):
            down = hits + more >= FLAMING_HITS
            after = Outcome(0.0, 0.0, 1.0, 0.0) if down else self.outcome(hits + more, rest)
            parts.append((chance, after))
        return Outcome(*(sum(chance * end[i] for chance, end in parts) for i in range(4)))


@cache
def barrage(threats: Threats) -> Barrage:
    """The barrage for planes of these threats; what it has worked out is remembered."""
    return Barrage(threats)


def barrage_at(state: PicketState, plane: Plane, worth: Worth) -> Barrage:
    """The barrage for a regular plane."""
    section = state.charts.ship.section_at[plane.bearing]
    return barrage(plane_threats(worth, section, dives(state)))


def gun_kind(state: PicketState, mount: MountIndex, plane: Plane, slaved: bool) -> int:
    """The kind of a gun's shot at a plane."""
    return kind_of(shot_results(state, mount, plane, slaved))


def marker_kind(state: PicketState, marker: str, plane: Plane) -> int:
    """The kind of an AFS or SFS marker's roll at a plane."""
    return kind_of(support_results(state, marker, plane))


def waiting_shots(state: PicketState, targets: Targets, number: int) -> Shots:
    """The shots that wait for a plane, but AFS, which may turn to another."""
    plane = state.planes[number]
    kinds = [marker_kind(state, SFS, plane)] * targets.sfs[number]
    for mount in targets.guns_at(number):
        kinds.append(gun_kind(state, mount, plane, bool(targets.slaved >> mount & 1)))
    return tuple(sorted(kinds))


# --- The wave ---


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


# --- Special attacks and the manoeuvre ---

_RESULTS = {"miss": 0.0, "hull": 0.05, "guns": 0.05, "stern": 1.0, "bow": 1.0, "sinks": 1.0}
# What of ships dead in the water never reach the anchorage.
_SINKS_UNDER_WAY = afloat_roll(0).chances()["sinks"]


@cache
def _weapon_threat(worth: Worth, roll: Roll[WeaponResult], dive: Roll[int]) -> float:
    """7.2.B and C: what a special threatens by Table 12, and by its own dive."""
    costs = _RESULTS | {"near": worth.near}
    if worth is AFLOAT:
        costs["stern"] = costs["bow"] = _SINKS_UNDER_WAY
    by_weapon = sum(costs[reading.result.kind] for reading in roll.readings)
    crash = dive_chance(dive)
    dives = CRASH_ROLL.chances()[True]
    mean_hit = sum(worth.hit) / len(worth.hit)
    by_dive = dives * (crash.hit * mean_hit + crash.near * worth.near)
    return by_weapon / len(roll.readings) + by_dive


def special_threat(state: PicketState, plane: Plane, worth: Worth, manoeuvred: bool) -> float:
    """What a special threatens, if the ship has manoeuvred or not (7.2.A)."""
    weapon = WEAPON_ROLLS[manoeuvred][planes().counters[plane.kind].weapon]
    return _weapon_threat(worth, weapon, dives_if(state, manoeuvred)[CRASH])


def dives_if(state: PicketState, manoeuvred: bool) -> Dives:
    """The rolls on Table 10, if the ship has manoeuvred or not."""
    return state.charts.dives[manoeuvred][state.stopped]


_LATER_REGULARS = 0.6  # of the threat of planes to come is left when the guns have fired


def phase_threat(state: PicketState, worth: Worth, manoeuvred: bool) -> float:
    """What is still to be feared in this phase, if the ship has manoeuvred or not."""
    rolls, section_at = dives_if(state, manoeuvred), state.charts.ship.section_at
    threat = 0.0
    for plane in state.planes:
        if plane.fate in (COMING, FLAMED):
            threats = plane_threats(worth, section_at[plane.bearing], rolls)
            threat += threats[column_of(plane)]
    threat += sum(
        special_threat(state, plane, worth, manoeuvred)
        for plane in state.specials
        if plane.fate == COMING
    )
    for regulars, specials in state.waves:
        for plane in regulars:
            threats = plane_threats(worth, section_at[plane.bearing], rolls)
            threat += _LATER_REGULARS * threats[0]
        for plane in specials:
            passed = 1 - spray_chance()
            threat += passed * special_threat(state, plane, worth, manoeuvred)
    return threat
