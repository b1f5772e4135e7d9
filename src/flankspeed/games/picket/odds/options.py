"""What a player of Picket Duty can know before he chooses: the odds of each option."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine import Choice, Modifier, Odds
from flankspeed.games.picket.data.ids import CAPTAIN, DCO, PEOPLE
from flankspeed.games.picket.odds.chances import (
    Shot,
    fired_at,
    manoeuvre_chance,
    outcome_of,
    roll_results,
    spray_chance,
    support_results,
    wave_spreads,
    wave_strikes,
)
from flankspeed.games.picket.odds.fire_plan import AUTO, assign
from flankspeed.games.picket.odds.repairs import repair_chance, whole_chance
from flankspeed.games.picket.rules.attack.manoeuvre import MANOEUVRE, manoeuvre_modifiers
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.menus import (
    FIRE,
    Aim,
    ResolveGun,
    ResolveSupport,
    Spray,
    Support,
)
from flankspeed.games.picket.rules.gunnery.shots import gun_roll, support_roll
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.plane import Plane
from flankspeed.games.picket.rules.repair.crews import Crew, Post
from flankspeed.games.picket.rules.repair.damage_control import DamageControl, Move, Repair
from flankspeed.games.picket.rules.repair.emergency import DECLARE, declaration_roll
from flankspeed.games.picket.rules.repair.jobs import (
    EQUIP,
    SEC,
    Job,
    die_parts,
    men_at,
    send,
    tried,
    value_parts,
)
from flankspeed.games.picket.rules.repair.repair_rolls import repair_roll_at
from flankspeed.games.picket.state import PicketState

_SMALL = 0.0995  # a repair less likely than this is told with a decimal
_RESULTS = ("miss", "1 hit", "2 hits", "flamed", "destroyed")


def option_odds(state: PicketState) -> dict[str, Odds]:
    """The odds of the options on offer and of `auto`, where there are any to tell."""
    if state.decision is None:
        return {}
    step = state.agenda[-1]
    offered = state.decision.options
    if isinstance(step, DefensiveFire) and step.offers is not None:
        offered = (*offered, AUTO)
    told: dict[str, Odds] = {}
    for option in offered:
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


def _fire_odds(state: PicketState, targets: Targets, option: Choice) -> Odds | None:
    """Of a shot: its results, and how the plane ends with it and all that is assigned so far."""
    if isinstance(option, Aim):
        roll = gun_roll(state, option.mount, state.planes[option.plane], option.slaved)
        shot = roll_results(roll)
        text = f"{_shot(shot)}; then {_after(state, targets, option.plane, shot)}"
        return Odds(text, roll.modifiers)
    if isinstance(option, Support):
        shot, odds = _support(state, option.marker, state.planes[option.plane])
        return odds._replace(text=f"{odds.text}; then {_after(state, targets, option.plane, shot)}")
    if isinstance(option, ResolveGun):
        roll = targets.roll(state, option.mount, targets.at[option.mount])
        return Odds(_shot(roll_results(roll)), roll.modifiers)
    if isinstance(option, ResolveSupport):
        return _support(state, option.marker, state.planes[option.plane])[1]
    if option == FIRE:
        return Odds(_strikes(state, targets))
    if option == AUTO:
        twin, aimed = state.copy(), targets.copy()
        assign(twin, aimed)
        return Odds(_strikes(twin, aimed))
    return None


def _support(state: PicketState, marker: str, plane: Plane) -> tuple[Shot, Odds]:
    shot = support_results(state, marker, plane)
    return shot, Odds(_shot(shot), support_roll(state, marker, plane).modifiers)


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


def _special_odds(state: PicketState, option: Choice) -> Odds | None:
    if isinstance(option, Spray):
        return Odds(f"destroyed {_percent(spray_chance())}")
    if isinstance(option, Support):
        return _support(state, option.marker, state.specials[option.plane])[1]
    return None


# --- The manoeuvre and damage control ---


def _other_odds(state: PicketState, option: Choice) -> Odds | None:
    if option == MANOEUVRE:
        chance = manoeuvre_chance(state)
        return Odds(f"succeeds {_percent(chance)}", tuple(manoeuvre_modifiers(state)))
    if option == DECLARE:
        return _declared(value(state, CAPTAIN))
    if isinstance(option, Repair):
        return _repaired(state, option.job)
    if isinstance(option, Crew):
        return _so_far(_with_men(state, option.job, 1), option.job)
    if isinstance(option, Move):
        return _so_far(_with_men(state, option.job, option.men), option.job)
    if isinstance(option, Post) and option.officer != DCO and _to_be_rolled(state, option.post):
        twin = state.copy()
        twin.posts[option.officer] = option.post
        return _so_far(twin, option.post)
    return None


def _to_be_rolled(state: PicketState, job: Job) -> bool:
    """Whether a repair of the place is still to be tried in this damage control."""
    step = state.agenda[-1]
    rolled = step.rolled if isinstance(step, DamageControl) else 0
    return bool((tried(state) & ~rolled) >> job & 1)


def _declared(captain: int) -> Odds:
    succeeds = declaration_roll(captain).chances().get(True, 0.0)
    counted = Modifier(PEOPLE[CAPTAIN], captain)
    return Odds(f"succeeds {_percent(succeeds)}", (counted,))


def _with_men(state: PicketState, job: Job, men: int) -> PicketState:
    twin = state.copy()
    send(twin, job, men)
    return twin


def _so_far(state: PicketState, job: Job) -> Odds:
    """The odds if nobody else joins: who may still come changes them, so they say who is there."""
    odds, men = _repaired(state, job), men_at(state, job)
    if job >= EQUIP:  # one man is all that it takes
        return odds
    there = "1 man" if men == 1 else f"{men} men"
    return odds._replace(text=f"with {there}: {odds.text}")


def _repaired(state: PicketState, job: Job) -> Odds:
    """That no hit is left; where a success may leave some, that of the roll as well."""
    roll = repair_chance(state, job)
    modifiers = tuple(_repair_modifiers(state, job))
    if job >= EQUIP:
        return Odds(f"repaired {_percent(roll)}", modifiers)
    whole = whole_chance(state, job)
    repaired = f"{whole:.1%}" if 0 < whole < _SMALL else _percent(whole)
    return Odds(f"roll succeeds {_percent(roll)}, repaired {repaired}", modifiers)


def _repair_modifiers(state: PicketState, job: Job) -> Sequence[Modifier]:
    """What the log will say of the roll."""
    if job >= SEC:
        return repair_roll_at(state, job).modifiers
    parts = die_parts(state, job)
    return parts if job >= EQUIP else [*value_parts(state, job), *parts]
