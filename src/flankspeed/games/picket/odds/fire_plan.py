"""The plan of fire behind `auto`: every gun and marker where it takes away most of the threat.

- `assign(state, targets)`: aim at the regular planes all that is not aimed yet.
- `special_orders(state, sprayed)`: where spray fire and markers should go against specials.

Both tell the single choices that do it. What a plane threatens is priced in module `threats`.
"""

from __future__ import annotations

from operator import mul

from flankspeed.engine import Choice
from flankspeed.games.picket.data.fire_charts import fire_charts
from flankspeed.games.picket.data.ids import MountIndex
from flankspeed.games.picket.odds.chances import spray_chance, support_chance, support_chances
from flankspeed.games.picket.odds.threats import (
    Shares,
    gun_shares,
    special_threats,
    threats_by_hits,
)
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.gunnery.aiming import HELD, Targets
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    AFS_MENU,
    SFS,
    SFS_MENU,
    SPECIAL_AFS_MENU,
    SPECIAL_SFS_MENU,
    spray_menu,
)
from flankspeed.games.picket.rules.gunnery.shots import can_spray
from flankspeed.games.picket.rules.masks import bits, marked
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

AUTO = Choice("auto", "assign all the rest and fire")

# --- Fire at regular planes ---


class _Planner:
    """Puts gun after gun where it takes away most, those with the fewest targets first."""

    __slots__ = ("alone", "columns", "left", "orders", "slaved", "state", "targets")

    def __init__(self, state: PicketState, targets: Targets) -> None:
        self.state = state
        self.targets = targets
        self.orders: list[Choice] = []
        now = dives(state)
        self.alone, self.slaved = gun_shares(state.charts.rolls[targets.condition], now)
        self.columns = targets.columns
        threats = threats_by_hits(now)
        self.left = [threats[plane.hits] if plane.fate == COMING else 0.0 for plane in state.planes]
        self._count_so_far()

    def _count_so_far(self) -> None:
        """What the fire assigned so far leaves of each plane's threat."""
        state, targets, left, columns = self.state, self.targets, self.left, self.columns
        for marker, placed in ((AFS, targets.afs), (SFS, targets.sfs)):
            for number in marked(placed):
                missed = 1 - support_chance(state, marker, state.planes[number])
                left[number] *= missed ** placed[number]
        for mount in sorted(targets.at):
            number = targets.at[mount]
            shares = (self.slaved if targets.slaved >> mount & 1 else self.alone)[mount]
            left[number] -= left[number] * shares[columns[number]]

    def guns(self) -> None:
        """Aim every gun that can take something away."""
        targets, charts, left, alone = self.targets, self.state.charts, self.left, self.alone
        reach, slavable, aim = targets.open, charts.slavable, charts.menus.aim
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
                self.orders.append(aim[mount].choice(at))

    def _aim_five_inch(self, mount: MountIndex, followed: int) -> None:
        """Put a gun where it does best, by itself or by the director."""
        state, targets, left = self.state, self.targets, self.left
        menus, orders = state.charts.menus, self.orders
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
            orders.append(menus.slave[mount].choice(followed))
        elif gain > 0.0:
            left[at] -= gain
            targets.aim(state, mount, at)
            orders.append(menus.aim[mount].choice(at))

    def _best(self, shares: Shares, planes: int) -> tuple[float, int]:
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
            held = [threat * spared for threat in special_threats(state)]
        for marker, count, menu, place in (
            (SFS, state.sfs - state.sfs_used, SFS_MENU, targets.place_sfs),
            (AFS, _afs_share(state), AFS_MENU, targets.place_afs),
        ):
            if count:
                for number in self._best_targets(marker, count, held):
                    place(state, number)
                    self.orders.append(menu.choice(number))

    def _best_targets(self, marker: str, count: int, held: list[float]) -> list[int]:
        """The planes that so many markers should take, but for those better held for specials."""
        state, left, chosen = self.state, self.left, []
        chances = support_chances(state, marker)
        shares = [chances[plane.kind] for plane in state.planes]
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
        kills = support_chance(state, marker, plane)
        if held[number] * kills > max(best, 0.0):
            held[number] *= 1 - kills
            return True
    return False


def assign(state: PicketState, targets: Targets) -> list[Choice]:
    """Aim everything that is not aimed yet: guns first, then the markers on what is left."""
    planner = _Planner(state, targets)
    planner.guns()
    planner.markers()
    return planner.orders


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


def special_orders(state: PicketState, sprayed: int) -> list[Choice]:
    """Spray the worst special of each section, unless for the last ammunition; then markers."""
    threats, orders = special_threats(state), list[Choice]()
    if can_spray(state) and (state.sprayed or state.ammo > fire_charts().options.spray_ammo):
        taken = {state.specials[number].section for number in bits(sprayed)}
        for number in sorted(range(len(threats)), key=lambda number: -threats[number]):
            section = state.specials[number].section
            if threats[number] and section not in taken:
                sprayed |= 1 << number
                taken.add(section)
                orders.append(spray_menu(0).choice(number))
    for number in bits(sprayed):
        threats[number] *= 1 - spray_chance()
    for marker, count, menu in (
        (SFS, state.sfs - state.sfs_used, SPECIAL_SFS_MENU),
        (AFS, _afs_share(state), SPECIAL_AFS_MENU),
    ):
        for _ in range(count if max(threats, default=0.0) else 0):
            number = threats.index(max(threats))
            threats[number] *= 1 - support_chance(state, marker, state.specials[number])
            orders.append(menu.choice(number))
    return orders
