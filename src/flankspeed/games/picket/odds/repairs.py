"""The chances of repairs, exact by Table 20: that a roll succeeds, and that no hit is left."""

from __future__ import annotations

from flankspeed.games.picket.rules.repair.jobs import EQUIP, Job, hits_on, men_at
from flankspeed.games.picket.rules.repair.repair_rolls import MARKERS_OFF, repair_roll_at
from flankspeed.games.picket.state import PicketState


def repair_chance(state: PicketState, job: Job) -> float:
    """That the repair roll succeeds, with the men and officers that are there."""
    if not men_at(state, job):
        return 0.0
    return repair_roll_at(state, job).chances().get(True, 0.0)


def whole_chance(state: PicketState, job: Job) -> float:
    """That the roll leaves no hit."""
    if job >= EQUIP:
        return repair_chance(state, job)
    return repair_chance(state, job) * _all_off(hits_on(state, job))


def _all_off(hits: int) -> float:
    """7.8.2.E: that a success takes off so many hit markers."""
    return sum(chance for off, chance in MARKERS_OFF.chances().items() if off >= hits)
