"""Choosing a move: every end that a ship can reach is judged, then the best way there is found."""

from __future__ import annotations

from heapq import nlargest
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from flankspeed.games.samar.bots.ways import Fan, Way, fan_of
from flankspeed.games.samar.data.hexes import STEPS, Facing, Hex
from flankspeed.games.samar.data.map import LAND
from flankspeed.games.samar.data.markers import SpeedStatus
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS

if TYPE_CHECKING:
    from flankspeed.games.samar.bots.judgement import Judgement  # who plans moves himself

_KEEP: Final = 14  # hexes that are looked at closely
_DETOURS: Final = 5  # ends to which a better way is sought if something is in the plainest


class Start(NamedTuple):
    """A move to be planned: the status chosen for it, where it begins, how far it goes."""

    status: SpeedStatus
    hex: Hex  # off the map for a ship that enters
    facing: Facing
    steps: int
    maneuver: int  # hexsides it may turn in a hex, or in all that is left of its move


class Plan(NamedTuple):
    """A move as decided: the facings in the hexes entered; leaving takes one step more."""

    start: Start
    facings: tuple[Facing, ...]
    leaves: bool
    score: float


class _End(NamedTuple):
    score: float
    hex: Hex
    facing: Facing
    start: Start
    fan: Fan


def best_plan(judge: Judgement, starts: list[Start]) -> Plan:
    """The best of all moves; there is always one, if only straight on."""
    best = _plan_stay(judge, starts)
    for start in starts if judge.may_leave else ():
        if judge.waters.edge[start.hex] <= start.steps:
            plan = _plan_leaving(judge, start)
            if plan and (best is None or plan.score > best.score):
                best = plan
    return best or Plan(starts[0], (starts[0].facing,) * starts[0].steps, False, -inf)


def end_of(plan: Plan) -> tuple[Hex, Facing]:
    """Where a move ends."""
    hex_, facing = plan.start.hex, plan.start.facing
    for after in plan.facings:
        hex_, facing = hex_ + STEPS[facing], after
    return hex_, facing


def _plan_stay(judge: Judgement, starts: list[Start]) -> Plan | None:
    rough = []
    for start in starts:
        fan = fan_of(start.facing, start.maneuver, start.steps, judge.per_move)
        for delta in fan.ends:
            hex_ = start.hex + delta
            if judge.terrain[hex_] not in (0, LAND):
                rough.append((judge.rough(hex_, start.status), hex_, start, fan))
    ends = [
        _End(_score(judge, hex_, facing, start), hex_, facing, start, fan)
        for _, hex_, start, fan in nlargest(_KEEP, rough, key=lambda end: end[0])
        for facing in fan.ends[hex_ - start.hex]
    ]
    ends.sort(key=lambda end: -end.score)
    best = None
    detours = _DETOURS
    for end in ends:
        if best and end.score <= best.score:
            break
        way = end.fan.way(end.hex - end.start.hex, end.facing)
        cost = _cost(judge, end, way)
        if cost and detours:
            detours -= 1
            cost, way = _detour(judge, end)
        if cost < inf and (best is None or end.score - cost > best.score):
            best = Plan(end.start, way.facings, False, end.score - cost)
    return best


def _score(judge: Judgement, hex_: Hex, facing: Facing, start: Start) -> float:
    score = judge.score(hex_, facing, start.status)
    if not judge.waters.stays(hex_, facing, judge.turning, judge.speed):
        score -= judge.cornered
    return score


def _cost(judge: Judgement, end: _End, way: Way) -> float:
    """What lies in a way."""
    here, status, hazard = end.start.hex, end.start.status, judge.hazard
    return sum(hazard(here + delta, status) for delta in way.hexes)


def _detour(judge: Judgement, end: _End) -> tuple[float, Way]:
    """The way to an end that costs least."""
    here, status, hazard = end.start.hex, end.start.status, judge.hazard
    return end.fan.cheapest(end.hex - here, end.facing, lambda delta: hazard(here + delta, status))


def _plan_leaving(judge: Judgement, start: Start) -> Plan | None:
    """The best place to leave the map that can be reached."""
    terrain = judge.terrain
    best, best_score = None, -inf
    first = start.hex, start.facing, start.maneuver
    came: dict[tuple[int, int, int], tuple[int, int, int] | None] = {first: None}
    layer = [first]
    for _ in range(start.steps):
        after: list[tuple[int, int, int]] = []
        for node in layer:
            hex_, facing, left = node
            ahead = hex_ + STEPS[facing]
            if not terrain[ahead]:
                score = judge.leaving(hex_)
                if score > best_score:
                    best, best_score = node, score
            elif terrain[ahead] != LAND and judge.hazard(ahead, start.status) < inf:
                for turn, cost in zip(TURNS, COSTS, strict=True):
                    rest = left - cost if judge.per_move else left
                    following = ahead, (facing + turn) % 6, rest
                    if cost <= left and following not in came:
                        came[following] = node
                        after.append(following)
        layer = after
    if best is None:
        return None
    facings: list[int] = []
    node_: tuple[int, int, int] | None = best
    while node_ is not None and came[node_] is not None:
        facings.append(node_[1])
        node_ = came[node_]
    return Plan(start, tuple(reversed(facings)), True, best_score)
