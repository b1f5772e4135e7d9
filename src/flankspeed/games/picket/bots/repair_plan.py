"""The default plan for repairs: where men and officers save most of what a loss would cost.

- `best_crews`, `best_job`, `best_section`: where men, an officer and the DCO do most.
- `placing_orders(state, placing)`: the single choices that place all who are left.

What a repair saves is priced in module `losses`.
"""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine import Choice, Scripted
from flankspeed.games.picket.data.ids import DCO, ENGINEER, XO, PersonId, SectionId
from flankspeed.games.picket.odds.losses import Gains, saved_by, saved_by_men
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.repair.crews import (
    BEGIN,
    CREWS,
    DCO_POSTS,
    ENGINEER_POSTS,
    XO_POSTS,
    Placing,
)
from flankspeed.games.picket.rules.repair.jobs import ENGINEER_JOBS, Job, has, section_of
from flankspeed.games.picket.state import IN_SECTION, PicketState

_NO_DICE = Scripted(())  # nobody throws while men are placed


def best_crews(state: PicketState, jobs: list[Job], free: list[int]) -> list[tuple[Job, int]]:
    """Men for each job, section by section, so that each man saves as much as he can."""
    by_section: list[list[int]] = [[] for _ in free]
    for job in jobs:
        by_section[section_of(state, job)].append(job)
    plan: list[tuple[int, int]] = []
    for here, men in zip(by_section, free, strict=True):
        if here:
            plan += _share_out(state, here, men)
    return plan


def _share_out(state: PicketState, jobs: list[Job], free: int) -> list[tuple[Job, int]]:
    """Give men where the gain per man is highest, until none is left or none would help."""
    shared = _shares(tuple([saved_by_men(state, job) for job in jobs]), free)
    return [(job, men) for job, men in zip(jobs, shared, strict=True) if men]


@lru_cache(maxsize=4096)
def _shares(saved: tuple[Gains, ...], free: int) -> tuple[int, ...]:
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


def best_job(state: PicketState, officer: PersonId, jobs: int) -> tuple[Job, float]:
    """The job where an officer's rating helps most, and what he saves by going there."""
    gains = {job: saved_by(state, officer, job) for job in bits(jobs)}
    best = max(gains, key=gains.__getitem__)
    return best, gains[best] - gains.get(state.posts[officer], 0.0)


def best_section(state: PicketState, jobs: int) -> tuple[SectionId, float]:
    """The section where the DCO's rating helps most, and what he saves by going there."""
    gains: dict[int, float] = {}
    for job in bits(jobs):
        section = section_of(state, job)
        gains[section] = gains.get(section, 0.0) + saved_by(state, DCO, job)
    best = max(gains, key=lambda section: (gains[section], -section))
    return best, gains[best] - gains.get(state.posts[DCO] - IN_SECTION, 0.0)


def placing_orders(state: PicketState, placing: Placing) -> list[Choice]:
    """Men where they save most, then the officers where they help most; then the beginning."""
    twin, step = state.copy(), placing.copy()
    orders: list[Choice] = []

    def take(choice: Choice) -> None:
        step.choose(twin, choice, _NO_DICE, None)
        orders.append(choice)

    for job, men in best_crews(twin, step.jobs, step.free):
        for _ in range(men):
            take(CREWS[job])
    jobs, must = step.tried, twin.charts.options.must_apply == "on"
    for officer, posts, mask in (
        (ENGINEER, ENGINEER_POSTS, jobs & ENGINEER_JOBS),
        (XO, XO_POSTS, jobs),
    ):
        if mask and step.free_to_go(twin, officer):
            post, gain = best_job(twin, officer, mask)
            if gain > 0 or (must and not has(mask, twin.posts[officer])):
                take(posts[post])
    if jobs and step.free_to_go(twin, DCO):
        section, gain = best_section(twin, jobs)
        named = twin.posts[DCO] - IN_SECTION
        if gain > 0 or (must and not has(step.manned, named)):
            take(DCO_POSTS[section])
    return [*orders, BEGIN]
