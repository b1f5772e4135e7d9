"""Who fires at whom (D-20 to D-23): a plan for the whole wave, handed out order by order."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.sight import Sight
from flankspeed.games.picket.bots.weighing import Valued, percent, ranked
from flankspeed.games.picket.data.ids import PlaneIndex
from flankspeed.games.picket.odds.chances import spray_chance, support_chance, support_chances
from flankspeed.games.picket.odds.fire import (
    Fire,
    Search,
    Worth,
    barrage_at,
    best_fire,
    dives_if,
    marker_kind,
    plane_threats,
    special_threat,
    worth_of,
)
from flankspeed.games.picket.odds.fire_moves import FireMoves
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    AFS_MENU,
    FIRE,
    SFS,
    SFS_MENU,
    Aim,
    Support,
)
from flankspeed.games.picket.state import COMING, PicketState

_SURELY_DOWN = 0.5  # AFS rides on a plane that the guns will bring down with this chance
_LATER = 0.85  # what a marker is worth in a later wave, of an undamaged plane's threat
_SLIGHTED = 0.1  # of what a gun does counts at a plane that is not looked at


class Plan(NamedTuple):
    """The fire of a wave, as the orders that make it."""

    fire: Fire
    afs: list[PlaneIndex]
    guns: list[Aim]
    markers: list[Choice]
    at: dict[int, int]  # by mount: its plane

    def rest(self, targets: Targets) -> list[Choice] | None:
        """The orders still to be given; None if something else was aimed."""
        at, slaved = targets.at, targets.slaved
        if not at.items() <= self.at.items():
            return None
        rest: list[Choice] = []
        for gun in self.guns:
            if gun.mount not in at:
                rest.append(gun)
            elif gun.slaved != slaved >> gun.mount & 1:
                return None
        if not any(targets.sfs) and not any(targets.afs):
            return rest + self.markers
        return self._markers_left(rest, targets.sfs[:], targets.afs[:])

    def _markers_left(
        self, rest: list[Choice], sfs: list[int], afs: list[int]
    ) -> list[Choice] | None:
        for order in self.markers:
            assert isinstance(order, Support), "markers are for support"
            placed = sfs if order.marker == SFS else afs
            if placed[order.plane]:
                placed[order.plane] -= 1
            else:
                rest.append(order)
        return None if any(sfs) or any(afs) else rest


class Aiming:
    """Makes the plan of a wave once, and remembers it until another wave is asked about."""

    def __init__(self) -> None:
        self._wave: object = None
        self._plan: Plan | None = None

    def choose(self, state: PicketState, targets: Targets) -> Choice:
        """The next order of the plan."""
        rest = self._orders(state, targets)[1]
        return rest[0] if rest else FIRE

    def _orders(self, state: PicketState, targets: Targets) -> tuple[Plan, list[Choice]]:
        """The plan of the wave and what is left of it; a new one if it was not followed."""
        wave = _wave(state, targets)
        if self._plan is None or self._wave != wave:
            self._wave, self._plan = wave, _plan(*_before_aiming(state, targets))
        rest = self._plan.rest(targets)
        if rest is not None:
            return self._plan, rest
        plan = _plan(state, targets)
        return plan, [*plan.guns, *plan.markers]

    def weigh(self, state: PicketState, targets: Targets, decision: Decision) -> list[Weighed]:
        """Each order with all the rest as planned."""
        plan, rest = self._orders(state, targets)
        worth = worth_of(state.charts.card)
        search, left = Search(state, targets, worth), _left(plan.fire, rest)
        moves = FireMoves(search, left, _held(state, worth))
        riders = Riders(state, plan.fire, worth, state.afs - _riding(rest))
        options = [
            _valued(option, _threat_with(option, moves, riders, plan, rest), plan.fire.threat)
            for option in decision.options
        ]
        return ranked(options, rest[0] if rest else FIRE)


def _wave(state: PicketState, targets: Targets) -> object:
    """What a plan is made for, and does not change while it is carried out."""
    planes = [
        (plane.kind, plane.bearing, plane.altitude, plane.hits, plane.fate)
        for plane in state.planes
    ]
    specials = [plane.kind for plane in state.specials]
    ship = state.guns[:], state.primaries[:], state.lean[:], state.ammo, state.emergency
    dives = state.em_success, state.stopped, state.waves[:]
    markers = state.afs + sum(targets.afs), state.sfs
    return state.charts, targets.condition, planes, specials, ship, dives, markers


def _to_come(state: PicketState) -> int:
    return sum(len(regulars) + len(specials) for regulars, specials in state.waves)


def _before_aiming(state: PicketState, targets: Targets) -> tuple[PicketState, Targets]:
    """The wave as it was when nothing was aimed yet."""
    if not targets.at and not any(targets.sfs) and not any(targets.afs):
        return state, targets
    twin = state.copy()
    twin.afs += sum(targets.afs)
    twin.sfs_used -= sum(targets.sfs)
    return twin, Targets(twin)


def _plan(state: PicketState, targets: Targets) -> Plan:
    """The best fire with all that is not aimed yet."""
    worth = worth_of(state.charts.card)
    fire = best_fire(state, targets, worth, _held(state, worth))
    afs = _ride(state, fire, worth)
    menus = state.charts.menus
    guns = [
        order
        for mount, plane, slaved in fire.guns
        if isinstance(order := (menus.slave if slaved else menus.aim)[mount].choice(plane), Aim)
    ]
    markers = [*map(SFS_MENU.choice, fire.sfs), *map(AFS_MENU.choice, afs)]
    at = {mount: plane for mount, plane, _ in fire.guns}
    return Plan(fire, afs, guns, markers, at)


def _left(fire: Fire, rest: list[Choice]) -> Fire:
    """A plan without what is aimed already."""
    guns = [(order.mount, order.plane, order.slaved) for order in rest if isinstance(order, Aim)]
    sfs = [order.plane for order in rest if isinstance(order, Support) and order.marker == SFS]
    return fire._replace(guns=tuple(guns), sfs=tuple(sfs))


# --- Markers ---


def _held(state: PicketState, worth: Worth) -> list[float]:
    """What an SFS marker held for the specials prevents, by special."""
    threats = sorted(
        special_threat(state, plane, worth, state.em_success) for plane in state.specials
    )
    passed = 1 - spray_chance()
    if len(threats) > 1:  # two may come at one section, which can spray only one of them
        threats[0] *= (2 * passed + 1) / 3
    threats[-1:] = [threat * passed for threat in threats[-1:]]
    kills = support_chances(state, SFS)[0]  # 11.4 is about AFS: the same for all planes
    return [threat * kills for threat in threats]


def kept(state: PicketState, worth: Worth, others: int) -> float:
    """The threat an AFS marker will find if it is kept beside so many others.

    It may be a special of this wave, or any plane of a later one.
    """
    passed = 1 - spray_chance()
    threats = [
        passed * special_threat(state, plane, worth, state.em_success)
        for plane in state.specials
        if plane.fate == COMING and plane.section < 0
    ]
    section_at, rolls = state.charts.ship.section_at, dives_if(state, manoeuvred=False)
    for regulars, specials in state.waves:
        threats += [
            _LATER * plane_threats(worth, section_at[plane.bearing], rolls)[0] for plane in regulars
        ]
        threats += [passed * special_threat(state, plane, worth, False) for plane in specials]
    threats.sort(reverse=True)
    return threats[others] if others < len(threats) else 0.0


def _ride(state: PicketState, fire: Fire, worth: Worth) -> list[PlaneIndex]:
    """6.5.G: AFS goes on the plane most surely shot down: it rolls last, or turns on a survivor."""
    live = [number for number, plane in enumerate(state.planes) if plane.fate == COMING]
    if not live or not state.afs:
        return []

    def down(number: int) -> float:
        plane = state.planes[number]
        outcome = barrage_at(state, plane, worth).outcome(plane.hits, fire.shots[number])
        return outcome.flamed + outcome.destroyed

    chances = {number: down(number) for number in live}
    surest = max(live, key=chances.__getitem__)
    if chances[surest] >= _SURELY_DOWN:
        return [surest] * state.afs
    share = -(-state.afs * len(live) // (len(live) + _to_come(state)))
    return [min(live, key=chances.__getitem__)] * share


class Riders:
    """What an AFS marker prevents on each plane: it rolls after the guns, or turns elsewhere."""

    def __init__(self, state: PicketState, fire: Fire, worth: Worth, left: int) -> None:
        """`left`: markers that the plan does not use in this wave."""
        self._state = state
        self._kept = kept(state, worth, left)
        self._held_back = kept(state, worth, max(left - 1, 0))
        self._down: dict[int, float] = {}
        self._up: dict[int, float] = {}  # what the plane threatens if it comes through
        rolls, section_at = dives(state), state.charts.ship.section_at
        for number, plane in enumerate(state.planes):
            if plane.fate == COMING:
                threats = plane_threats(worth, section_at[plane.bearing], rolls)
                outcome = barrage_at(state, plane, worth).outcome(plane.hits, fire.shots[number])
                self._down[number] = outcome.flamed + outcome.destroyed
                self._up[number] = outcome.undamaged * threats[0] + outcome.damaged * threats[1]

    def on(self, number: PlaneIndex) -> float:
        """What a marker on this plane prevents."""
        others = [plane for plane in self._down if plane != number]
        through = 1 - prod(self._down[plane] for plane in others) if others else 0.0
        worst = max((self._up[n] / (1 - self._down[n]) for n in others if self._up[n]), default=0.0)
        turned = through * max(self._kept, worst) + (1 - through) * self._kept
        finds = self._up[number] + self._down[number] * turned
        return finds * support_chance(self._state, AFS, self._state.planes[number])

    def held_back(self) -> float:
        """What a marker prevents that is not used in this wave."""
        return self._held_back * support_chances(self._state, AFS)[0]


# --- What an order is worth ---


def _threat_with(
    option: Choice, moves: FireMoves, riders: Riders, plan: Plan, rest: list[Choice]
) -> float:
    """What the wave threatens with this order and all the rest as planned."""
    if option in rest:
        return plan.fire.threat
    if isinstance(option, Aim):
        return moves.gun(option.mount, option.plane, option.slaved)
    riding = _riding(rest)
    planned = riders.on(plan.afs[-1]) if riding else riders.held_back()
    if isinstance(option, Support):
        if option.marker == SFS:
            return moves.sfs(option.plane)
        return plan.fire.threat + planned - riders.on(option.plane)
    if not rest:
        return plan.fire.threat
    return moves.as_it_is() + riding * (planned - riders.held_back())


def _riding(rest: list[Choice]) -> int:
    """The AFS markers still to be placed."""
    return sum(isinstance(order, Support) and order.marker == AFS for order in rest)


def _valued(option: Choice, threat: float, planned: float) -> Valued:
    """What is left of the wave's threat, in words."""
    more = threat - planned
    words = f"this wave then costs her {percent(threat)}"
    if more > 0:
        words += f", {percent(more)} more than planned"
    return Valued(option, -threat, words)


# --- Gun by gun ---


def weigh_gun_by_gun(
    state: PicketState, targets: Targets, decision: Decision, sight: Sight
) -> list[Weighed]:
    """What each gun and marker takes away by itself: no plan, and the lowest planes first."""
    search = Search(state, targets, worth_of(state.charts.card))
    search.shots = list(search.fixed)
    lowest = min(plane.altitude for plane in state.planes if plane.fate == COMING)
    options, by_gun = [], dict[int, float]()
    for option in decision.options:
        if isinstance(option, Aim | Support):
            gain = _gain(search, sight, lowest, option)
        else:  # `fire`, the last option: what guns do that are not aimed yet is lost
            gain = -(sum if sight.silent else max)([0.0, *by_gun.values()])
        if isinstance(option, Aim):
            by_gun[option.mount] = max(gain, by_gun.get(option.mount, 0.0))
        options.append(Valued(option, gain, f"about {gain:+.1%}"))
    return ranked(options)


def _gain(search: Search, sight: Sight, lowest: int, option: Aim | Support) -> float:
    """What an order takes away from the threat of its plane, as it looks."""
    state = search.state
    if isinstance(option, Aim):
        slaved = option.slaved and sight.director
        kind = search.kind(option.mount, option.plane, slaved)
    else:
        kind = marker_kind(state, option.marker, state.planes[option.plane])
    looked_at = sight.high or state.planes[option.plane].altitude == lowest
    return search.gain(option.plane, kind) * (1.0 if looked_at else _SLIGHTED)
