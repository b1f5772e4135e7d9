"""The default plan for repairs: where men and officers save most of what a loss would cost.

A plan, not a rule: every figure here is a judgement of what the ship can least do without.
"""

from __future__ import annotations

from functools import cache, lru_cache

from flankspeed.games.picket.equipment import RADARS
from flankspeed.games.picket.ids import CALIBRE_OF, DCO, FIVE_INCH, MK37
from flankspeed.games.picket.jobs import (
    EQUIP,
    GUN,
    SEC,
    die_parts,
    hits_on,
    leaders,
    men_at,
    repair_value,
    room_for,
    section_of,
)
from flankspeed.games.picket.masks import bits
from flankspeed.games.picket.ship import ship
from flankspeed.games.picket.state import IN_SECTION, PicketState
from flankspeed.games.picket.tables import repair_column, tables

# What it costs to lose a compartment: points of manoeuvre and fuel, fires that reach a magazine,
# guns that fall silent; steering, rudder and shafts send the ship home.
_LOSS = {
    "magazine": 6.0,
    "fuel": 6.0,
    "bridge": 3.0,
    "cic": 3.0,
    "radio": 2.0,
    "engine": 7.0,
    "fire": 7.0,
    "stack": 2.0,
    "steering": 8.0,
    "rudder": 8.0,
    "shaft": 6.0,
}
FITTINGS = ("stack", "rudder", "shaft")  # damage does not spread there
_FIVE_INCH_LOSS, _FORTY_LOSS = 3.0, 2.0
_MK37_LOSS, _RADAR_LOSS, _DIRECTOR_LOSS = 5.0, 3.0, 1.5
_SECONDARY_LOSS, _SHADED_LOSS, _PLOT_ROOM_LOSS = 0.3, 0.5, 1.0
# How much of it counts by the hits that are still to come before the end.
_DANGER = (2.0, 1.0, 0.5, 0.3, 0.0)


def best_crews(state: PicketState, jobs: list[int], free: list[int]) -> list[tuple[int, int]]:
    """Men for each job, section by section, so that each man saves as much as he can."""
    by_section: list[list[int]] = [[] for _ in free]
    for job in jobs:
        by_section[section_of(state, job)].append(job)
    plan: list[tuple[int, int]] = []
    for here, men in zip(by_section, free, strict=True):
        if here:
            plan += _share_out(state, here, men)
    return plan


def _share_out(state: PicketState, jobs: list[int], free: int) -> list[tuple[int, int]]:
    """Give men where the gain per man is highest, until none is left or none would help."""
    shared = _shares(tuple([_saved_by_men(state, job) for job in jobs]), free)
    return [(job, men) for job, men in zip(jobs, shared, strict=True) if men]


_Gains = tuple[float, ...]  # what is saved on a job with 0, 1, 2, ... more men


@lru_cache(maxsize=4096)
def _shares(saved: tuple[_Gains, ...], free: int) -> tuple[int, ...]:
    """So many men for each job."""
    at_work = [0] * len(saved)
    while free:
        best, chosen, more = 0.0, -1, 0
        for job, gains in enumerate(saved):
            now = at_work[job]
            for men in range(now + 1, min(len(gains), now + free + 1)):
                per_man = (gains[men] - gains[now]) / (men - now)
                if per_man > best:
                    best, chosen, more = per_man, job, men - now
        if chosen < 0:
            break
        at_work[chosen] += more
        free -= more
    return tuple(at_work)


def _saved_by_men(state: PicketState, job: int) -> _Gains:
    room = room_for(state, job)
    if job >= EQUIP:
        return (0.0, _simple(state, job))[: room + 1]
    kept = None if men_at(state, job) else _spreading(state, job)
    value, modifier = repair_value(state, job), _die_modifier(state, job)
    return _gains(job, hits_on(state, job), value, modifier, room, kept)


@lru_cache(maxsize=4096)
def _gains(job: int, hits: int, value: int, modifier: int, room: int, kept: float | None) -> _Gains:
    """What up to `room` more men save; the first of them `kept` as well (None: he is there)."""
    worth = _success(job, hits)
    gains = [_chance(value + more, modifier) * worth for more in range(room + 1)]
    if kept is not None:
        gains = [0.0, *[gain + kept for gain in gains[1:]]]
    return tuple(gains)


def best_job(state: PicketState, officer: int, jobs: int) -> tuple[int, float]:
    """The job where an officer's rating helps most, and what he saves by going there."""
    gains = {job: _saved_by(state, officer, job) for job in bits(jobs)}
    best = max(gains, key=gains.__getitem__)
    return best, gains[best] - gains.get(state.posts[officer], 0.0)


def best_section(state: PicketState, jobs: int) -> tuple[int, float]:
    """The section where the DCO's rating helps most, and what he saves by going there."""
    gains: dict[int, float] = {}
    for job in bits(jobs):
        section = section_of(state, job)
        gains[section] = gains.get(section, 0.0) + _saved_by(state, DCO, job)
    best = max(gains, key=lambda section: (gains[section], -section))
    return best, gains[best] - gains.get(state.posts[DCO] - IN_SECTION, 0.0)


# --- What a repair saves ---


def _saved_by(state: PicketState, officer: int, job: int) -> float:
    """What an officer's rating saves on a job on average."""
    value = state.values[officer]
    if not value:
        return 0.0
    without = repair_value(state, job)
    if officer in leaders(state, job):
        without -= value
    modifier = _die_modifier(state, job)
    gain = _chance(without + value, modifier) - _chance(without, modifier)
    return gain * _success(job, hits_on(state, job)) if gain else 0.0


def _simple(state: PicketState, job: int) -> float:
    """What one man saves on a director, a radar or a secondary compartment."""
    if job >= SEC:
        room = ship().secondaries[job - SEC]
        loss = _SHADED_LOSS if room.shaded else _SECONDARY_LOSS
        return _PLOT_ROOM_LOSS if job - SEC == ship().plot_room else loss
    item = job - EQUIP
    loss = _MK37_LOSS if item == MK37 else _RADAR_LOSS if item in RADARS else _DIRECTOR_LOSS
    return loss * _chance(tables().figures.equipment_column, _die_modifier(state, job))


def _die_modifier(state: PicketState, job: int) -> int:
    parts = die_parts(state, job)
    return sum([part.value for part in parts]) if parts else 0


@cache
def _chance(value: int, modifier: int) -> float:
    """The chance of a repair roll at a repair value, with a modifier on the dice."""
    needed = tables().repair.at_least[repair_column(value)] - modifier
    rolls = [one + two for one in range(1, 7) for two in range(1, 7)]
    return sum(roll >= needed for roll in rolls) / len(rolls)


@cache
def _success(job: int, hits: int) -> float:
    """What a success saves: the markers it takes off, on average."""
    after = [max(hits - off, 0) for off in tables().repair_removes[1:]]
    return _cost(job, hits) - sum(_cost(job, left) for left in after) / len(after)


def _spreading(state: PicketState, job: int) -> float:
    """7.8.2.H: what a crew saves by being there when the damage would spread."""
    if job >= GUN or state.crewed >> job & 1 or not spreads(state, job):
        return 0.0
    hits = state.primaries[job]
    return _cost(job, hits + 1) - _cost(job, hits)


def spreads(state: PicketState, compartment: int) -> bool:
    """R-59: rudder, shafts and stacks are exempt from spreading damage."""
    if state.charts.options.spread_fittings == "on":
        return True
    return state.charts.ship.primaries[compartment].kind not in FITTINGS


def _cost(job: int, hits: int) -> float:
    """What so many hits on a compartment or gun cost, in losses to fear."""
    if not hits:
        return 0.0
    if job >= GUN:
        five_inch = CALIBRE_OF[job - GUN] == FIVE_INCH
        return (_FIVE_INCH_LOSS if five_inch else _FORTY_LOSS) * hits
    room = ship().primaries[job]
    return _LOSS[room.kind] * _DANGER[room.boxes - hits]
