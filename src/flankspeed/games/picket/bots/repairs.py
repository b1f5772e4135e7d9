"""The staff's damage control: what is repaired next, who moves on, counterflooding."""

from __future__ import annotations

from functools import partial

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.emergency import last_wave_is_over
from flankspeed.games.picket.bots.repair_plan import best_crews, best_job
from flankspeed.games.picket.bots.weighing import percent, ranked
from flankspeed.games.picket.data.ids import PersonId
from flankspeed.games.picket.odds.days import Prospect
from flankspeed.games.picket.odds.losses import A_POINT, saved_by, saved_by_men
from flankspeed.games.picket.odds.repairs import whole_chance
from flankspeed.games.picket.rules.damage.flooding import net_lean, restricted
from flankspeed.games.picket.rules.repair.crews import Post
from flankspeed.games.picket.rules.repair.damage_control import (
    NO_FLOODING,
    STAY_HOME,
    DamageControl,
    Flood,
    Move,
    Repair,
)
from flankspeed.games.picket.rules.repair.jobs import (
    Job,
    hits_on,
    men_at,
    repair_value,
    section_of,
    send,
)
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_TROUBLESOME_LEAN = 2  # chart 4.3: from here on guns are out of action
_ENOUGH = FULL_TRACK // 2  # manoeuvre and flood points that can be spared for counterflooding
_BUOYANCY = 5 * A_POINT  # what a point of each is worth
_LANES = 8 * 3  # bearings and altitudes


# --- Repairs (D-35, D-36) ---


def next_repair(state: PicketState, step: DamageControl, decision: Decision) -> Choice:
    """Freed men first, then officers, then the easiest repair."""
    return _move_on(state, step, decision) or _officer(state, decision) or _repair(state, decision)


def _move_on(state: PicketState, step: DamageControl, decision: Decision) -> Choice | None:
    """7.8.2.F: freed men where they save most among what is not rolled yet."""
    moves = {(o.job, o.men): o for o in decision.options if isinstance(o, Move)}
    jobs = list(dict.fromkeys(job for job, _ in moves))
    for job, men in best_crews(state, jobs, step.freed):
        return moves[job, men]
    return None


def _officer(state: PicketState, decision: Decision) -> Choice | None:
    """7.8.2.F: a good officer whose place is repaired goes on to where he helps most."""
    waiting = {option.job for option in decision.options if isinstance(option, Repair)}
    posts = {
        (option.officer, option.post): option
        for option in decision.options
        if isinstance(option, Post) and option.post in waiting
    }
    for officer in dict.fromkeys(officer for officer, _ in posts):
        jobs = sum(1 << post for who, post in posts if who == officer)
        job, gain = best_job(state, officer, jobs)
        if gain > 0:
            return posts[officer, job]
    return None


def _repair(state: PicketState, decision: Decision) -> Choice:
    """D-35: the easiest repairs first, so that their men can help with the others."""
    jobs = [option for option in decision.options if isinstance(option, Repair)]
    if not jobs:
        return STAY_HOME
    return min(jobs, key=lambda o: (hits_on(state, o.job), -repair_value(state, o.job), o.job))


@mypyc_attr(allow_interpreted_subclasses=True)
class _Work:
    """What is left to do in a damage control, and what those who are free can save there."""

    def __init__(self, state: PicketState, step: DamageControl, decision: Decision) -> None:
        self.state = state
        self.freed = step.freed
        options = decision.options
        self.waiting = [option.job for option in options if isinstance(option, Repair)]
        self.open = list(dict.fromkeys(o.job for o in options if isinstance(o, Move)))
        self.officers = {o.officer for o in options if isinstance(o, Post)}

    def by_men(self, jobs: list[Job], free: list[int]) -> float:
        """What freed men save on these jobs."""
        return sum(self.gain(job, men) for job, men in best_crews(self.state, jobs, free))

    def gain(self, job: Job, men: int) -> float:
        """What so many more men save on a job."""
        saved = saved_by_men(self.state, job)
        return saved[men] - saved[0]

    def by_officers(self, jobs: list[Job], without: PersonId | None = None) -> float:
        """What officers who are free save on these jobs."""
        return sum(
            max((saved_by(self.state, officer, job) for job in jobs), default=0.0)
            for officer in self.officers - {without}
        )

    def set_free(self, job: Job) -> float:
        """What the men of a job save on the others, if it is repaired first."""
        section, men = section_of(self.state, job), men_at(self.state, job)
        others = [j for j in self.waiting if j != job and section_of(self.state, j) == section]
        free = [men if place == section else 0 for place in range(len(self.freed))]
        return whole_chance(self.state, job) * self.by_men(others, free)

    def saved(self, option: Choice) -> float:
        """What is saved with this option next and then the best."""
        follows = max((self.set_free(job) for job in self.waiting), default=0.0)
        if isinstance(option, Repair):
            rest = [job for job in self.open if job != option.job]
            waiting = [job for job in self.waiting if job != option.job]
            follows = self.set_free(option.job)
            return self.by_men(rest, self.freed) + self.by_officers(waiting) + follows
        if isinstance(option, Move):
            free = self.freed[:]
            free[section_of(self.state, option.job)] -= option.men
            rest = [job for job in self.open if job != option.job]
            men = self.gain(option.job, option.men) + self.by_men(rest, free)
            return men + self.by_officers(self.waiting) + follows
        if isinstance(option, Post):
            here = option.post in self.waiting
            own = saved_by(self.state, option.officer, option.post) if here else 0.0
            others = self.by_officers(self.waiting, option.officer)
            return self.by_men(self.open, self.freed) + own + others + follows
        return 0.0


def weigh_repairs(state: PicketState, step: DamageControl, decision: Decision) -> list[Weighed]:
    """What those who are free save besides, with each option next."""
    work = _Work(state, step, decision)
    values = [(option, A_POINT * work.saved(option)) for option in decision.options]
    return ranked(values, partial(_repair_words, state), next_repair(state, step, decision))


def _repair_words(state: PicketState, option: Choice, saved: float) -> str:
    words = f"those who are free save {percent(saved)}"
    if isinstance(option, Repair):
        return f"repaired {percent(whole_chance(state, option.job))}; {words}"
    if isinstance(option, Move):
        twin = state.copy()
        send(twin, option.job, option.men)
        return f"repaired {percent(whole_chance(twin, option.job))} with them; {words}"
    return words


# --- Counterflooding (D-37) ---


def counterflood(state: PicketState, decision: Decision) -> Choice:
    """7.9.H: against a lean that keeps guns from firing, as long as there is buoyancy to spare."""
    if last_wave_is_over(state) or min(state.flood, state.manoeuvre) <= _ENOUGH:
        return NO_FLOODING
    if max(map(abs, net_lean(state))) < _TROUBLESOME_LEAN:
        return NO_FLOODING
    to_starboard, to_bow = net_lean(state)
    by_list = abs(to_starboard) >= abs(to_bow)
    leans = ("port", "starboard") if by_list else ("bow", "stern")
    floods = [option for option in decision.options if isinstance(option, Flood)]
    for option in floods:
        if option.text.endswith(leans):
            return option
    return NO_FLOODING


def weigh_flooding(state: PicketState, decision: Decision) -> list[Weighed]:
    """What the lanes of fire that are closed cost a day, and the points that open them."""
    day = 1 - Prospect(state, driven_off=True).keeps(state.turn, 1, state.hull)
    values = [
        (option, -day * _closed_lanes(state, option) - _BUOYANCY * isinstance(option, Flood))
        for option in decision.options
    ]

    def words(option: Choice, _: float) -> str:
        return f"{percent(_closed_lanes(state, option))} of the lanes of fire closed"

    return ranked(values, words, counterflood(state, decision))


def _closed_lanes(state: PicketState, option: Choice) -> float:
    """The share of all lanes that list and trim close to the guns, after an option."""
    state = state.copy()
    if isinstance(option, Flood):
        state.lean[option.lean] += 1
    mounts = range(len(state.guns))
    closed = sum(
        restricted(state, mount, lane // 3, lane % 3) for mount in mounts for lane in range(_LANES)
    )
    return closed / (len(mounts) * _LANES)
