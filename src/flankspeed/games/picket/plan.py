"""The plan of fire behind `auto`: every gun and marker where it takes away most of the threat.

- `assign(state, targets)`: aim at the regular planes all that is not aimed yet.
- `special_orders(state, sprayed)`: where spray fire and markers should go against specials.

The chances behind it are exact (module `chances`); what a result is worth is judged here.
"""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import NamedTuple

from flankspeed.games.picket.chances import (
    FACES,
    ROLLS,
    WITH_HITS,
    Spread,
    column_chance,
    fired_at,
    roll_results,
    spray_chance,
    strike_modifier,
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
from flankspeed.games.picket.gun_rolls import BatteryRolls, Rolls
from flankspeed.games.picket.masks import bits, marked
from flankspeed.games.picket.menus import AFS, SFS
from flankspeed.games.picket.planes import planes
from flankspeed.games.picket.shots import (
    can_spray,
    kills_by_kind,
    support_kills,
)
from flankspeed.games.picket.state import COMING, PicketState
from flankspeed.games.picket.strike_rolls import MANOEUVRED
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


# --- Fire at regular planes ---


_Shares = tuple[float, ...]  # of a plane's threat that a gun takes away, by the number of its roll


@cache
def _gun_shares(rolls: Rolls, strike: int) -> _Shares:
    """What a gun takes away from a plane without hits; a first hit counts for what may follow."""
    threats = _threats(strike)
    left = [sum(map(mul, fired_at(WITH_HITS[0], roll_results(roll)), threats)) for roll in rolls]
    return tuple(1 - threat / threats[0] if threats[0] else 0.0 for threat in left)


@cache
def _shares(rolls: BatteryRolls, strike: int) -> tuple[tuple[_Shares, ...], tuple[_Shares, ...]]:
    """The shares by mount: of the guns by themselves, and slaved to the Mk37."""
    alone, slaved = (
        tuple(_gun_shares(by_gun, strike) for by_gun in battery)
        for battery in (rolls.alone, rolls.slaved)
    )
    return alone, slaved


class _Planner:
    """Puts gun after gun where it takes away most, those with the fewest targets first."""

    __slots__ = ("alone", "columns", "left", "slaved", "state", "targets")

    def __init__(self, state: PicketState, targets: Targets) -> None:
        self.state = state
        self.targets = targets
        strike = strike_modifier(state)
        self.alone, self.slaved = _shares(state.charts.rolls[targets.condition], strike)
        self.columns = targets.columns
        threats = _threats(strike)
        self.left = [threats[plane.hits] if plane.fate == COMING else 0.0 for plane in state.planes]
        self._count_so_far()

    def _count_so_far(self) -> None:
        """What the fire assigned so far leaves of each plane's threat."""
        state, targets, left, columns = self.state, self.targets, self.left, self.columns
        for marker, placed in ((AFS, targets.afs), (SFS, targets.sfs)):
            for number in marked(placed):
                missed = 1 - support_kills(state, marker, state.planes[number]) / FACES
                left[number] *= missed ** placed[number]
        for mount in sorted(targets.at):
            number = targets.at[mount]
            shares = (self.slaved if targets.slaved >> mount & 1 else self.alone)[mount]
            left[number] -= left[number] * shares[columns[number]]

    def guns(self) -> None:
        """Aim every gun that can take something away."""
        targets, charts, left, alone = self.targets, self.state.charts, self.left, self.alone
        reach, slavable = targets.open, charts.slavable
        choices = list(map(int.bit_count, reach))
        able = filter(choices.__getitem__, charts.battery.order)
        followed = self._followed()
        for mount in sorted(able, key=choices.__getitem__):
            if mount < slavable:
                self._aim_five_inch(mount, followed)
                continue
            gain, at = self._best(alone[mount], reach[mount])
            if gain > 0.0:
                left[at] -= gain
                targets.at[mount] = at
                reach[mount] = 0

    def _aim_five_inch(self, mount: int, followed: int) -> None:
        """Put a gun where it does best, by itself or by the director."""
        state, targets, left = self.state, self.targets, self.left
        by_hand, slaved = targets.by_hand(mount), 0.0
        if followed != HELD:
            # The director's bearing is kept free for the guns slaved to it.
            by_hand &= ~targets.bearings[state.planes[followed].bearing]
            if targets.by_director(mount) >> followed & 1:
                slaved = left[followed] * self.slaved[mount][self.columns[followed]]
        gain, at = self._best(self.alone[mount], by_hand)
        if slaved > 0.0 and slaved >= gain:
            left[followed] -= slaved
            targets.slave(state, mount, followed)
        elif gain > 0.0:
            left[at] -= gain
            targets.aim(state, mount, at)

    def _best(self, shares: _Shares, planes: int) -> tuple[float, int]:
        """What a gun can take away at most, and from which of these planes."""
        columns, left = self.columns, self.left
        most, at = 0.0, HELD
        for number in bits(planes):
            gain = left[number] * shares[columns[number]]
            if gain > most:
                most, at = gain, number
        return most, at

    def _followed(self) -> int:
        """6.8.C.1: the plane the Mk37 does best to follow, or none."""
        targets, columns = self.targets, self.columns
        if targets.director != HELD:
            return targets.director
        able = [
            (reached, self.slaved[mount])
            for mount in range(self.state.charts.slavable)
            if (reached := targets.by_director(mount))
        ]
        most, at = 0.0, HELD
        if able:
            for number, threat in enumerate(self.left):
                kept = threat
                for reached, shares in able:
                    if reached >> number & 1:
                        kept -= kept * shares[columns[number]]
                if threat - kept > most:
                    most, at = threat - kept, number
        return at

    def markers(self) -> None:
        """Put SFS and a share of AFS where they take away most; hold some for specials."""
        state, targets = self.state, self.targets
        held: list[float] = []
        if state.specials:
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
        state, left, chosen = self.state, self.left, []
        kills = kills_by_kind(state, marker)
        shares = [kills[plane.kind] / FACES for plane in state.planes]
        gains = list(map(mul, left, shares)) or [0.0]
        for _ in range(count):
            best = max(gains)
            if (held and _held_back(state, marker, best, held)) or best <= 0.0:
                continue
            number = gains.index(best)
            left[number] -= best
            gains[number] -= best * shares[number]
            chosen.append(number)
        return chosen


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
    here = later = 0
    for plane in (*state.planes, *state.specials):
        if plane.fate == COMING:
            here += 1
    for regulars, specials in state.waves:
        later += len(regulars) + len(specials)
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
