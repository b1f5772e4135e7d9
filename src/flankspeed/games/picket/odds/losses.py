"""What a repair saves: the losses that more men and better officers keep off.

Every figure here is a judgement of what the ship can least do without, in points.
"""

from __future__ import annotations

from functools import cache, lru_cache

from flankspeed.games.picket.data.ids import CALIBRE_OF, FIVE_INCH, MK37, EquipmentId, PersonId
from flankspeed.games.picket.data.roll_charts import repair_column, roll_charts
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.damage.compartments import spreads
from flankspeed.games.picket.rules.damage.equipment import RADARS
from flankspeed.games.picket.rules.damage.guns import lost_guns
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.repair.jobs import (
    EQUIP,
    GUN,
    SEC,
    Job,
    die_parts,
    hits_on,
    leaders,
    men_at,
    repair_value,
    room_for,
)
from flankspeed.games.picket.rules.repair.repair_rolls import MARKERS_OFF, table_20
from flankspeed.games.picket.state import PicketState

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
_FIVE_INCH_LOSS, _FORTY_LOSS = 3.0, 2.0
_MK37_LOSS, _RADAR_LOSS, _DIRECTOR_LOSS = 5.0, 3.0, 1.5
_SECONDARY_LOSS, _SHADED_LOSS, _PLOT_ROOM_LOSS = 0.3, 0.5, 1.0
# How much of it counts by the hits that are still to come before the end.
_DANGER = (2.0, 1.0, 0.5, 0.3, 0.0)

# What a point is of the ship: played on from damage control, with all its damage or with none,
# she was lost more often by this for each point (tests/figures/picket_points.py).
A_POINT = 0.001

Gains = tuple[float, ...]  # what is saved on a job with 0, 1, 2, ... more men


def saved_by_men(state: PicketState, job: Job) -> Gains:
    """What more men save on a job on average, as many as there is room for."""
    room = room_for(state, job)
    if job >= EQUIP:
        return (0.0, _simple(state, job))[: room + 1]
    kept = None if men_at(state, job) else _spreading(state, job)
    value, modifier = repair_value(state, job), _die_modifier(state, job)
    return _gains(job, hits_on(state, job), value, modifier, room, kept)


def saved_at(state: PicketState, job: Job) -> float:
    """What the men and officers at work on a job save on average."""
    if not men_at(state, job):
        return 0.0
    if job >= EQUIP:
        return _simple(state, job)
    chance = _chance(repair_value(state, job), _die_modifier(state, job))
    return chance * _success(job, hits_on(state, job)) + _spreading(state, job)


@lru_cache(maxsize=4096)
def _gains(job: Job, hits: int, value: int, modifier: int, room: int, kept: float | None) -> Gains:
    """What up to `room` more men save; the first of them `kept` as well (None: he is there)."""
    worth = _success(job, hits)
    gains = [_chance(value + more, modifier) * worth for more in range(room + 1)]
    if kept is not None:
        gains = [0.0, *[gain + kept for gain in gains[1:]]]
    return tuple(gains)


def saved_by(state: PicketState, officer: PersonId, job: Job) -> float:
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


def _simple(state: PicketState, job: Job) -> float:
    """What one man saves on a director, a radar or a secondary compartment."""
    points = damage_points(state, job)
    if job >= SEC:
        return points
    return points * _chance(roll_charts().figures.equipment_column, _die_modifier(state, job))


def damage_points(state: PicketState, job: Job) -> float:
    """What the damage of a job costs, in losses to fear."""
    if job < EQUIP:
        return _cost(job, hits_on(state, job))
    if job < SEC:
        return _equipment_loss(state, job - EQUIP)
    room = ship().secondaries[job - SEC]
    if job - SEC == ship().plot_room:
        return _PLOT_ROOM_LOSS
    return _SHADED_LOSS if room.shaded else _SECONDARY_LOSS


def _equipment_loss(state: PicketState, item: EquipmentId) -> float:
    """What a director or radar is worth; a director that serves no gun any more, nothing."""
    if item in RADARS:
        return _RADAR_LOSS
    lost = lost_guns(state)
    served = any(mount not in lost for mount in bits(state.charts.battery.directed_by[item]))
    if not served or state.bonuses_lost:
        return 0.0
    return _MK37_LOSS if item == MK37 else _DIRECTOR_LOSS


def _die_modifier(state: PicketState, job: Job) -> int:
    parts = die_parts(state, job)
    return sum([part.value for part in parts]) if parts else 0


@cache
def _chance(value: int, modifier: int) -> float:
    """The chance of a repair roll at a repair value, with a modifier on the dice."""
    return table_20(repair_column(value), modifier).chances().get(True, 0.0)


@cache
def _success(job: Job, hits: int) -> float:
    """What a success saves: the markers it takes off, on average."""
    after = [max(hits - reading.result, 0) for reading in MARKERS_OFF.readings]
    return _cost(job, hits) - sum(_cost(job, left) for left in after) / len(after)


def _spreading(state: PicketState, job: Job) -> float:
    """7.8.2.H: what a crew saves by being there when the damage would spread."""
    if job >= GUN or state.crewed >> job & 1 or not spreads(state, job):
        return 0.0
    hits = state.primaries[job]
    return _cost(job, hits + 1) - _cost(job, hits)


def _cost(job: Job, hits: int) -> float:
    """What so many hits on a compartment or gun cost, in losses to fear."""
    if not hits:
        return 0.0
    if job >= GUN:
        five_inch = CALIBRE_OF[job - GUN] == FIVE_INCH
        return (_FIVE_INCH_LOSS if five_inch else _FORTY_LOSS) * hits
    room = ship().primaries[job]
    return _LOSS[room.kind] * _DANGER[room.boxes - hits]
