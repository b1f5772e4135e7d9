"""The staff's damage control: who goes where next, emergency repairs, counterflooding."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision
from flankspeed.games.picket.bots.repair_plan import best_crews, best_job
from flankspeed.games.picket.rules.damage.flooding import net_lean
from flankspeed.games.picket.rules.repair.crews import Post
from flankspeed.games.picket.rules.repair.damage_control import (
    NO_FLOODING,
    STAY_HOME,
    DamageControl,
    Flood,
    Move,
    Repair,
)
from flankspeed.games.picket.rules.repair.emergency import (
    CALL_OFF,
    CARRY_ON,
    DECLARE,
    GO_ON,
    KEEP_ON,
)
from flankspeed.games.picket.rules.repair.jobs import hits_on, repair_value
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_TROUBLESOME_LEAN = 2  # chart 4.3: from here on guns are out of action
_ENOUGH = FULL_TRACK // 2  # manoeuvre and flood points that can be spared for counterflooding


def damage_control(state: PicketState, step: DamageControl, decision: Decision) -> Choice:
    """D-30, D-35 to D-37."""
    options = decision.options
    if NO_FLOODING in options:
        return _counterflood(state, decision)
    if GO_ON in options:
        return GO_ON  # never abandon ship
    # Guns that keep silent cost nothing once the last attack is over.
    if DECLARE in options:
        return DECLARE if _last_wave_is_over(state) else CARRY_ON
    if CALL_OFF in options:
        return KEEP_ON if _last_wave_is_over(state) else CALL_OFF
    return _move_on(state, step, decision) or _officer(state, decision) or _repair(state, decision)


def _last_wave_is_over(state: PicketState) -> bool:
    card = state.charts.card
    return not card.campaign and not state.waves and state.phases_played + 1 >= card.phases


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


def _counterflood(state: PicketState, decision: Decision) -> Choice:
    """7.9.H: against a lean that keeps guns from firing, as long as there is buoyancy to spare."""
    if _last_wave_is_over(state) or min(state.flood, state.manoeuvre) <= _ENOUGH:
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
