"""The plan of fire behind `auto`: every gun and marker where it takes away most of the threat.

- `assign(state, targets)`: aim at the regular planes all that is not aimed yet.
- `special_orders(state, sprayed)`: where spray fire and markers should go against specials.

The chances behind it are exact (module `chances`); what a result is worth is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from flankspeed.games.picket.chances import (
    FACES,
    ROLLS,
    Shot,
    Spread,
    column_chance,
    fired_at,
    shot_results,
    spray_chance,
    strike_modifier,
    support_results,
    wave_spreads,
)
from flankspeed.games.picket.fire_tables import (
    CRASH,
    DAMAGED,
    ON_FIRE,
    UNDAMAGED,
    fire_tables,
    strike_tables,
    weapon_result,
)
from flankspeed.games.picket.hits import MANOEUVRED
from flankspeed.games.picket.masks import bits
from flankspeed.games.picket.menus import AFS, SFS
from flankspeed.games.picket.planes import planes
from flankspeed.games.picket.shots import can_spray, is_willow, support_kills
from flankspeed.games.picket.state import COMING, PicketState, Plane
from flankspeed.games.picket.targets import HELD, Targets, battery

# --- What a result is worth, in hits by a plane ---

_NEAR = 0.2  # most of Table 11-1 does little or nothing
_PROGRESS = 0.4  # of what a second hit gains is credited to the first
_WORTH = {"miss": 0.0, "near": _NEAR, "hull": 1.5, "guns": 2.0, "stern": 5.0, "bow": 4.0}
_WORTH["sinks"] = 10.0


@cache
def _threats(modifier: int) -> Spread:
    """What each state of a plane threatens, as Table 10 has it with a modifier."""
    undamaged, damaged, flamed = (
        chance.hit + _NEAR * chance.near
        for chance in (column_chance(column, modifier) for column in (UNDAMAGED, DAMAGED, ON_FIRE))
    )
    return undamaged, undamaged - _PROGRESS * (undamaged - damaged), damaged, flamed, 0.0


@cache
def weapon_threat(weapon: int, modifier: int, on_table_10: int) -> float:
    """What a special threatens with its weapon (Table 12) and itself (7.2.C)."""
    by_weapon = sum(_WORTH[weapon_result(weapon, roll + modifier).kind] for roll in ROLLS)
    crash = column_chance(CRASH, on_table_10)
    dives = strike_tables().crash.count(True) / FACES
    return by_weapon / len(ROLLS) + dives * (crash.hit + _NEAR * crash.near)


def _special_threats(state: PicketState) -> list[float]:
    modifier = MANOEUVRED.value if state.em_success else 0
    counters, on_table_10 = planes().counters, strike_modifier(state)
    return [
        weapon_threat(counters[plane.kind].weapon, modifier, on_table_10)
        if plane.fate == COMING
        else 0.0
        for plane in state.specials
    ]


def _threat(spread: Spread, threats: Spread) -> float:
    return (
        spread[0] * threats[0]
        + spread[1] * threats[1]
        + spread[2] * threats[2]
        + spread[3] * threats[3]
    )


# --- Fire at regular planes ---


class _Aimed(NamedTuple):
    """A shot, and what it takes away from a plane without hits, with one, with two."""

    shot: Shot
    none: float
    one: float
    two: float


@cache
def _aimed(shot: Shot, threats: Spread) -> _Aimed:
    gains = []
    for before in range(3):
        spread = fired_at(_WITH_HITS[before], shot)
        gains.append(threats[before] - _threat(spread, threats))
    return _Aimed(shot, *gains)


_WITH_HITS: tuple[Spread, ...] = (
    (1.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0, 0.0),
)


class _Planner:
    """Puts gun after gun where it takes away most, those with the fewest targets first."""

    def __init__(self, state: PicketState, targets: Targets) -> None:
        self.state = state
        self.targets = targets
        self.threats = _threats(strike_modifier(state))
        self.spreads = wave_spreads(state, targets)
        self._shots: dict[tuple[int, int, bool, bool], _Aimed] = {}

    def shot(self, mount: int, number: int, slaved: bool) -> _Aimed:
        plane = self.state.planes[number]
        key = (mount, plane.altitude, is_willow(self.state, plane), slaved)
        if key not in self._shots:
            shot = shot_results(self.state, mount, plane, slaved)
            self._shots[key] = _aimed(shot, self.threats)
        return self._shots[key]

    def gain(self, number: int, shot: _Aimed) -> float:
        """How much of a plane's threat one more shot takes away."""
        spread = self.spreads[number]
        return spread[0] * shot.none + spread[1] * shot.one + spread[2] * shot.two

    def fire(self, number: int, shot: _Aimed) -> None:
        self.spreads[number] = fired_at(self.spreads[number], shot.shot)

    def guns(self) -> None:
        """Aim every gun that can take something away."""
        targets, order = self.targets, battery(self.state.charts).order
        followed = self.followed()
        for mount in sorted(order, key=lambda mount: targets.open[mount].bit_count()):
            best, at, slaved = 0.0, HELD, False
            for number, by_director in self._ways(mount, followed):
                gain = self.gain(number, self.shot(mount, number, by_director))
                if gain > best:
                    best, at, slaved = gain, number, by_director
            if at == HELD:
                continue
            self.fire(at, self.shot(mount, at, slaved))
            (targets.slave if slaved else targets.aim)(self.state, mount, at)

    def followed(self) -> int:
        """6.8.C.1: the plane the Mk37 does best to follow, or none."""
        targets = self.targets
        if targets.director != HELD:
            return targets.director
        able = [
            (mount, targets.by_director(mount)) for mount in battery(self.state.charts).five_inch
        ]
        best, at = 0.0, HELD
        for number, spread in enumerate(self.spreads):
            after = spread
            for mount, planes_reached in able:
                if planes_reached >> number & 1:
                    after = fired_at(after, self.shot(mount, number, True).shot)
            gain = _threat(spread, self.threats) - _threat(after, self.threats)
            if gain > best:
                best, at = gain, number
        return at

    def _ways(self, mount: int, followed: int) -> Iterator[tuple[int, bool]]:
        """The planes a gun may take, and whether by the director of the 5-inch guns."""
        targets, state = self.targets, self.state
        if not state.charts.advanced or mount not in battery(state.charts).five_inch:
            for number in bits(targets.open[mount]):
                yield number, False
            return
        if followed != HELD and targets.by_director(mount) >> followed & 1:
            yield followed, True
        # The director's bearing is kept free for the guns slaved to it.
        bearing = state.planes[followed].bearing if followed != HELD else HELD
        for number in bits(targets.by_hand(mount)):
            if state.planes[number].bearing != bearing:
                yield number, False

    def markers(self) -> None:
        """Put SFS and a share of AFS where they take away most; hold some for specials."""
        state, targets = self.state, self.targets
        spared = 1 - spray_chance() if can_spray(state) else 1.0
        held = [threat * spared for threat in _special_threats(state)]
        for _ in range(state.sfs - state.sfs_used):
            number = self._best(SFS, held)
            if number != HELD:
                targets.place_sfs(state, number)
        for _ in range(_afs_share(state)):
            number = self._best(AFS, held)
            if number != HELD:
                targets.place_afs(state, number)

    def _best(self, marker: str, held: list[float]) -> int:
        """The plane a marker should take; HELD if it does better against a special."""
        best, at = 0.0, HELD
        for number, plane in enumerate(self.state.planes):
            if plane.fate == COMING:
                gain = self.gain(number, self.marker(marker, plane))
                if gain > best:
                    best, at = gain, number
        for number, plane in enumerate(self.state.specials):
            kills = support_kills(self.state, marker, plane) / FACES
            if held[number] * kills > best:
                held[number] *= 1 - kills
                return HELD
        if at != HELD:
            self.fire(at, self.marker(marker, self.state.planes[at]))
        return at

    def marker(self, marker: str, plane: Plane) -> _Aimed:
        return _aimed(support_results(self.state, marker, plane), self.threats)


def assign(state: PicketState, targets: Targets) -> None:
    """Aim everything that is not aimed yet: guns first, then the markers on what is left."""
    planner = _Planner(state, targets)
    planner.guns()
    planner.markers()


def _afs_share(state: PicketState) -> int:
    """AFS is there once a phase: this wave's share of it by the number of planes, rounded up."""
    here = sum(plane.fate == COMING for plane in (*state.planes, *state.specials))
    later = sum(len(regulars) + len(specials) for regulars, specials in state.waves)
    return -(-state.afs * here // (here + later)) if here else 0


# --- Fire at specials ---


class SpecialOrders(NamedTuple):
    """Where spray fire (a mask of specials) and markers (one entry each) should go."""

    sprayed: int
    sfs: list[int]
    afs: list[int]


def special_orders(state: PicketState, sprayed: int) -> SpecialOrders:
    """Spray the worst special of each section, unless for the last ammunition; then markers."""
    threats = _special_threats(state)
    if can_spray(state) and (state.sprayed or state.ammo > fire_tables().options.spray_ammo):
        taken = {state.specials[number].section for number in bits(sprayed)}
        for number in sorted(range(len(threats)), key=lambda number: -threats[number]):
            section = state.specials[number].section
            if threats[number] and section not in taken:
                sprayed |= 1 << number
                taken.add(section)
    for number in bits(sprayed):
        threats[number] *= 1 - spray_chance()
    orders = SpecialOrders(sprayed, [], [])
    for marker, count, placed in (
        (SFS, state.sfs - state.sfs_used, orders.sfs),
        (AFS, _afs_share(state), orders.afs),
    ):
        for _ in range(count if max(threats, default=0.0) else 0):
            number = threats.index(max(threats))
            threats[number] *= 1 - support_kills(state, marker, state.specials[number]) / FACES
            placed.append(number)
    return orders
