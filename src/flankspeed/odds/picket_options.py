"""What a player of Picket Duty can know before he chooses: the odds of each option."""

from __future__ import annotations

from flankspeed.engine import Choice
from flankspeed.games.picket.chances import (
    FACES,
    ROLLS,
    Shot,
    fired_at,
    manoeuvre_chance,
    outcome_of,
    shot_results,
    spray_chance,
    support_results,
    wave_spreads,
    wave_strikes,
)
from flankspeed.games.picket.crews import Crew, Post
from flankspeed.games.picket.fire import DefensiveFire
from flankspeed.games.picket.ids import CAPTAIN, DCO
from flankspeed.games.picket.jobs import (
    EQUIP,
    SEC,
    die_parts,
    leaders,
    men_at,
    repair_value,
)
from flankspeed.games.picket.manoeuvre import MANOEUVRE
from flankspeed.games.picket.menus import (
    AUTO,
    FIRE,
    Aim,
    ResolveGun,
    ResolveSupport,
    Spray,
    Support,
)
from flankspeed.games.picket.people import value
from flankspeed.games.picket.plan import assign
from flankspeed.games.picket.repair import DECLARE, Move, Repair
from flankspeed.games.picket.special import SpecialDefence
from flankspeed.games.picket.state import PicketState, Plane
from flankspeed.games.picket.tables import repair_column, tables, value_column
from flankspeed.games.picket.targets import Targets

_RESULTS = ("miss", "1 hit", "2 hits", "flamed", "destroyed")


def option_odds(state: PicketState) -> dict[str, str]:
    """The odds of the options on offer, where there are any to tell."""
    if state.decision is None:
        return {}
    step = state.agenda[-1]
    told: dict[str, str] = {}
    for option in state.decision.options:
        if isinstance(step, DefensiveFire) and step.targets is not None:
            odds = _fire_odds(state, step.targets, option)
        elif isinstance(step, SpecialDefence):
            odds = _special_odds(state, option)
        else:
            odds = _other_odds(state, option)
        if odds:
            told[option.text] = odds
    return told


def _percent(chance: float) -> str:
    return f"{chance:.0%}"


# --- Fire ---


def _fire_odds(state: PicketState, targets: Targets, option: Choice) -> str:
    """Of a shot: its results, and how the plane ends with it and all that is assigned so far."""
    if isinstance(option, Aim):
        plane = state.planes[option.plane]
        shot = shot_results(state, option.mount, plane, option.slaved)
        return f"{_shot(shot)}; then {_after(state, targets, option.plane, shot)}"
    if isinstance(option, Support):
        shot = support_results(state, option.marker, state.planes[option.plane])
        return f"{_shot(shot)}; then {_after(state, targets, option.plane, shot)}"
    if isinstance(option, ResolveGun):
        number = targets.at[option.mount]
        slaved = bool(targets.slaved >> option.mount & 1)
        return _shot(shot_results(state, option.mount, state.planes[number], slaved))
    if isinstance(option, ResolveSupport):
        return _shot(support_results(state, option.marker, state.planes[option.plane]))
    if option == FIRE:
        return _strikes(state, targets)
    if option == AUTO:
        twin, aimed = state.copy(), targets.copy()
        assign(twin, aimed)
        return _strikes(twin, aimed)
    return ""


def _shot(shot: Shot) -> str:
    named = zip(_RESULTS, shot, strict=True)
    return ", ".join(f"{name} {_percent(chance)}" for name, chance in named if chance)


def _after(state: PicketState, targets: Targets, number: int, shot: Shot) -> str:
    spread = wave_spreads(state, targets)[number]
    outcome = outcome_of(fired_at(spread, shot))
    return ", ".join(f"{name} {_percent(chance)}" for name, chance in outcome._asdict().items())


def _strikes(state: PicketState, targets: Targets) -> str:
    strikes = wave_strikes(state, targets)
    return f"{strikes.hit:.2f} hits and {strikes.near:.2f} near misses to be expected"


def _special_odds(state: PicketState, option: Choice) -> str:
    if isinstance(option, Spray):
        return f"destroyed {_percent(spray_chance())}"
    if isinstance(option, Support):
        special: Plane = state.specials[option.plane]
        return _shot(support_results(state, option.marker, special))
    return ""


# --- The manoeuvre and damage control ---


def _other_odds(state: PicketState, option: Choice) -> str:
    if option == MANOEUVRE:
        return f"succeeds {_percent(manoeuvre_chance(state))}"
    if option == DECLARE:
        column = value_column(value(state, CAPTAIN))
        succeeds = sum(tables().emergency.success(die, column) for die in range(1, FACES + 1))
        return f"succeeds {_percent(succeeds / FACES)}"
    if isinstance(option, Repair):
        return _repaired(state, option.job, 0)
    if isinstance(option, Crew):
        return _repaired(state, option.job, 1)
    if isinstance(option, Move):
        return _repaired(state, option.job, option.men)
    if isinstance(option, Post) and option.officer != DCO:
        there = option.officer in leaders(state, option.post)
        return _repaired(state, option.post, 0 if there else state.values[option.officer])
    return ""


def _repaired(state: PicketState, job: int, more: int) -> str:
    return f"repaired {_percent(repair_chance(state, job, more))}"


def repair_chance(state: PicketState, job: int, more: int = 0) -> float:
    """That a repair roll succeeds, with so many more men or points of rating than there are."""
    figures = tables().figures
    if job >= SEC:
        at_most = figures.secondary_repaired_at_most
        if state.emergency:
            at_most += figures.emergency_repair
        return min(at_most, FACES) / FACES if more or men_at(state, job) else 0.0
    raised = figures.equipment_column if job >= EQUIP else repair_value(state, job) + more
    column, modifier = repair_column(raised), sum(part.value for part in die_parts(state, job))
    succeeds = sum(tables().repair.success(roll + modifier, column) for roll in ROLLS)
    return succeeds / len(ROLLS)
