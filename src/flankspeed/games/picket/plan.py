"""The plan of fire behind `auto`: every gun and marker where it takes away most of the threat.

- `assign(state, targets)`: aim at the regular planes all that is not aimed yet.
- `special_orders(state, sprayed)`: where spray fire and markers should go against specials.

The chances behind it are exact (module `chances`); what a result is worth is judged here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from flankspeed.games.picket.chances import (
    FACES,
    ROLLS,
    WITH_HITS,
    Shot,
    Spread,
    column_chance,
    fired_at,
    marker_results,
    roll_results,
    spray_chance,
    strike_modifier,
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
from flankspeed.games.picket.gun_rolls import Rolls
from flankspeed.games.picket.hits import MANOEUVRED
from flankspeed.games.picket.masks import bits
from flankspeed.games.picket.menus import AFS, SFS
from flankspeed.games.picket.planes import planes
from flankspeed.games.picket.shots import (
    can_spray,
    gun_rolls,
    roll_at,
    support_kills,
)
from flankspeed.games.picket.state import COMING, PicketState
from flankspeed.games.picket.targets import HELD, Targets

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


_Coming = tuple[float, float, float]  # no hit, one, two: the first three of a `Spread`


class _Aimed(NamedTuple):
    """A shot, and what it takes away from a plane without hits, with one, with two."""

    shot: Shot
    none: float
    one: float
    two: float


@cache
def _aimed(shot: Shot, strike: int) -> _Aimed:
    threats = _threats(strike)
    none, one, two = (
        threats[hits] - _threat(fired_at(spread, shot), threats)
        for hits, spread in enumerate(WITH_HITS)
    )
    return _Aimed(shot, none, one, two)


@cache
def _aimed_guns(rolls: Rolls, strike: int) -> tuple[_Aimed, ...]:
    return tuple(_aimed(roll_results(roll), strike) for roll in rolls)


@cache
def _aimed_marker(kills: int, strike: int) -> _Aimed:
    return _aimed(marker_results(kills), strike)


@lru_cache(maxsize=4096)
def _volley(spread: Spread, rolls: Rolls, strike: int) -> float:
    """What all these rolls together take away from a plane."""
    after, threats = spread, _threats(strike)
    for roll in rolls:
        after = fired_at(after, roll_results(roll))
    return _threat(spread, threats) - _threat(after, threats)


class _Planner:
    """Puts gun after gun where it takes away most, those with the fewest targets first."""

    def __init__(self, state: PicketState, targets: Targets) -> None:
        self.state = state
        self.targets = targets
        self.strike = strike_modifier(state)
        self.spreads: list[_Coming] = []
        self.rolls_at = [roll_at(state, plane) for plane in state.planes]

    def guns(self) -> None:
        """Aim every gun that can take something away."""
        state, targets = self.state, self.targets
        spreads = wave_spreads(state, targets)
        followed = self._followed(spreads)
        self.spreads = [spread[:3] for spread in spreads]
        choices = [planes.bit_count() for planes in targets.open]
        for mount in sorted(state.charts.battery.order, key=choices.__getitem__):
            if choices[mount]:
                self._aim(mount, followed)

    def _aim(self, mount: int, followed: int) -> None:
        """Put a gun where it does best, by itself or by the director."""
        state, targets, slaved = self.state, self.targets, False
        if mount >= state.charts.slavable:
            _, at, shot = self._best_shot(mount, bits(targets.open[mount]), False)
        else:
            most, at, shot = self._best_shot(mount, self._by_hand(mount, followed), False)
            if followed != HELD and targets.by_director(mount) >> followed & 1:
                best = self._best_shot(mount, (followed,), True)
                if best[0] >= most:
                    (_, at, shot), slaved = best, True
        if shot:
            self.spreads[at] = _after(self.spreads[at], shot)
            (targets.slave if slaved else targets.aim)(state, mount, at)

    def _best_shot(
        self, mount: int, numbers: Sequence[int], slaved: bool
    ) -> tuple[float, int, Shot | None]:
        """What a gun can take away at most, from which of these planes, by what shot."""
        shots = _aimed_guns(gun_rolls(self.state, mount, slaved), self.strike)
        rolls_at, spreads = self.rolls_at, self.spreads
        most, at, best = 0.0, HELD, None
        for number in numbers:
            shot, from_none, from_one, from_two = shots[rolls_at[number]]
            none, one, two = spreads[number]
            gain = none * from_none + one * from_one + two * from_two
            if gain > most:
                most, at, best = gain, number, shot
        return most, at, best

    def _by_hand(self, mount: int, followed: int) -> Sequence[int]:
        """The planes a 5-inch gun may take by itself."""
        numbers = bits(self.targets.by_hand(mount))
        if followed == HELD:
            return numbers
        # The director's bearing is kept free for the guns slaved to it.
        planes = self.state.planes
        bearing = planes[followed].bearing
        return [number for number in numbers if planes[number].bearing != bearing]

    def _followed(self, spreads: list[Spread]) -> int:
        """6.8.C.1: the plane the Mk37 does best to follow, or none."""
        state, targets = self.state, self.targets
        if targets.director != HELD:
            return targets.director
        able = [
            (targets.by_director(mount), gun_rolls(state, mount, True))
            for mount in range(state.charts.slavable)
            if targets.open[mount]
        ]
        best, at = 0.0, HELD
        for number, spread in enumerate(spreads):
            column = self.rolls_at[number]
            volley = tuple([rolls[column] for reached, rolls in able if reached >> number & 1])
            if volley:
                gain = _volley(spread, volley, self.strike)
                if gain > best:
                    best, at = gain, number
        return at

    def markers(self) -> None:
        """Put SFS and a share of AFS where they take away most; hold some for specials."""
        state, targets = self.state, self.targets
        spared = 1 - spray_chance() if can_spray(state) else 1.0
        held = [threat * spared for threat in _special_threats(state)]
        for marker, count, place in (
            (SFS, state.sfs - state.sfs_used, targets.place_sfs),
            (AFS, _afs_share(state), targets.place_afs),
        ):
            if count:
                for number in self._best_targets(marker, count, held):
                    place(state, number)

    def _best_targets(self, marker: str, count: int, held: list[float]) -> list[int]:
        """The planes that so many markers should take, but for those better held for specials."""
        state, spreads, chosen = self.state, self.spreads, []
        strike = self.strike
        shots = [_aimed_marker(support_kills(state, marker, p), strike) for p in state.planes]
        gains = [
            _gain(spread, shot) if plane.fate == COMING else 0.0
            for plane, spread, shot in zip(state.planes, spreads, shots, strict=True)
        ]
        for _ in range(count):
            best = max(gains, default=0.0)
            if (state.specials and _held_back(state, marker, best, held)) or best <= 0.0:
                continue
            number = gains.index(best)
            spreads[number] = _after(spreads[number], shots[number].shot)
            gains[number] = _gain(spreads[number], shots[number])
            chosen.append(number)
        return chosen


def _after(spread: _Coming, shot: Shot) -> _Coming:
    """As `fired_at`, of a plane that still comes."""
    none, one, two = spread
    miss, single, double, _, _ = shot
    return none * miss, one * miss + none * single, two * miss + one * single + none * double


def _gain(spread: _Coming, aimed: _Aimed) -> float:
    """How much of a plane's threat one more shot takes away."""
    _, from_none, from_one, from_two = aimed
    none, one, two = spread
    return none * from_none + one * from_one + two * from_two


def _held_back(state: PicketState, marker: str, best: float, held: list[float]) -> bool:
    """Whether a marker does better against a special, which then threatens less."""
    for number, plane in enumerate(state.specials):
        kills = support_kills(state, marker, plane) / FACES
        if held[number] * kills > max(best, 0.0):
            held[number] *= 1 - kills
            return True
    return False


def assign(state: PicketState, targets: Targets) -> None:
    """Aim everything that is not aimed yet: guns first, then the markers on what is left."""
    planner = _Planner(state, targets)
    planner.guns()
    planner.markers()


def _afs_share(state: PicketState) -> int:
    """AFS is there once a phase: this wave's share of it by the number of planes, rounded up."""
    if not state.afs:
        return 0
    here = sum([plane.fate == COMING for plane in (*state.planes, *state.specials)])
    later = sum([len(regulars) + len(specials) for regulars, specials in state.waves])
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
