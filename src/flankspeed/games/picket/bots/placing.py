"""Who is sent where before the repairs (D-31 to D-34), and what that saves."""

from __future__ import annotations

from flankspeed.engine import Choice, Decision, Scripted, Weighed
from flankspeed.games.picket.bots.repair_plan import placing_orders
from flankspeed.games.picket.bots.weighing import percent, ranked
from flankspeed.games.picket.odds.losses import A_POINT, saved_at
from flankspeed.games.picket.odds.repairs import whole_chance
from flankspeed.games.picket.rules.repair.crews import BEGIN, Crew, Placing, Post
from flankspeed.games.picket.rules.repair.jobs import NAMES, Job, men_at, section_of
from flankspeed.games.picket.state import IN_SECTION, PicketState

_NO_DICE = Scripted(())  # nobody throws while men are placed


def weigh_placing(state: PicketState, step: Placing, decision: Decision) -> list[Weighed]:
    """What all repairs save if this is done first, and then the rest by the plan."""
    placed = {option: _placed(state, step, option) for option in decision.options}
    values = [
        (option, A_POINT * sum(saved_at(ship, job) for job in step.jobs))
        for option, ship in placed.items()
    ]

    def words(option: Choice, saved: float) -> str:
        return f"{_where(placed[option], step, option)}; all repairs save {percent(saved)}"

    return ranked(values, words, placing_orders(state, step)[0])


def _placed(state: PicketState, step: Placing, option: Choice) -> PicketState:
    """The ship when all are placed, this one first."""
    twin, placing = state.copy(), step.copy()
    placing.choose(twin, option, _NO_DICE, None)
    if option != BEGIN:
        for order in placing_orders(twin, placing):
            placing.choose(twin, order, _NO_DICE, None)
    return twin


def _where(placed: PicketState, step: Placing, option: Choice) -> str:
    """What comes of the place that an option is about, when all are placed."""
    if isinstance(option, Crew):
        return _repaired(placed, option.job)
    if isinstance(option, Post) and option.post in step.jobs:
        return _repaired(placed, option.post)
    jobs = step.jobs
    if isinstance(option, Post) and option.post >= IN_SECTION:
        jobs = [job for job in jobs if section_of(placed, job) == option.post - IN_SECTION]
    whole = sum(whole_chance(placed, job) for job in jobs)
    return f"{whole:.1f} of {len(jobs)} places repaired on average"


def _repaired(placed: PicketState, job: Job) -> str:
    men = men_at(placed, job)
    there = "1 man" if men == 1 else f"{men} men"
    return f"{NAMES[job]} with {there} in the end: repaired {percent(whole_chance(placed, job))}"
