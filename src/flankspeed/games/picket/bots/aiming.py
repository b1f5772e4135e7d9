"""Who fires at whom (D-20 to D-23): a plan for the whole wave, handed out order by order."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.markers import Riders, held, ride
from flankspeed.games.picket.bots.weighing import percent, ranked
from flankspeed.games.picket.data.ids import PlaneIndex
from flankspeed.games.picket.odds.fire import Fire, Search, best_fire
from flankspeed.games.picket.odds.fire_moves import FireMoves
from flankspeed.games.picket.odds.worth import worth_of
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
from flankspeed.games.picket.state import PicketState


class Plan(NamedTuple):
    """The fire of a wave, as the orders that make it."""

    fire: Fire
    afs: list[PlaneIndex]
    guns: list[Aim]
    markers: list[Choice]
    at: dict[int, int]  # by mount: its plane
    slaved: int  # mask of the mounts slaved to the Mk37

    def rest(self, targets: Targets) -> list[Choice] | None:
        """The orders still to be given; None if something else was aimed."""
        at, otherwise = targets.at, targets.slaved ^ self.slaved
        if not at.items() <= self.at.items() or [gun for gun in at if otherwise >> gun & 1]:
            return None
        rest: list[Choice] = [gun for gun in self.guns if gun.mount not in at]
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


@mypyc_attr(allow_interpreted_subclasses=True)
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
        moves = FireMoves(search, left, held(state, worth))
        riders = Riders(state, plan.fire, worth, state.afs - _riding(rest))
        values = [
            (option, -_threat_with(option, moves, riders, plan, rest))
            for option in decision.options
        ]
        return ranked(values, partial(_words, plan.fire.threat), rest[0] if rest else FIRE)


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
    fire = best_fire(state, targets, worth, held(state, worth))
    afs = ride(state, fire, worth)
    menus = state.charts.menus
    guns = [
        order
        for mount, plane, slaved in fire.guns
        if isinstance(order := (menus.slave if slaved else menus.aim)[mount].choice(plane), Aim)
    ]
    markers = [*map(SFS_MENU.choice, fire.sfs), *map(AFS_MENU.choice, afs)]
    at = {mount: plane for mount, plane, _ in fire.guns}
    slaved = sum(1 << mount for mount, _, by_director in fire.guns if by_director)
    return Plan(fire, afs, guns, markers, at, slaved)


def _left(fire: Fire, rest: list[Choice]) -> Fire:
    """A plan without what is aimed already."""
    guns = [(order.mount, order.plane, order.slaved) for order in rest if isinstance(order, Aim)]
    sfs = [order.plane for order in rest if isinstance(order, Support) and order.marker == SFS]
    return fire._replace(guns=tuple(guns), sfs=tuple(sfs))


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


def _words(planned: float, _: Choice, value: float) -> str:
    """What is left of the wave's threat."""
    more = -value - planned
    words = f"this wave then costs her {percent(-value)}"
    return f"{words}, {percent(more)} more than planned" if more > 0 else words
