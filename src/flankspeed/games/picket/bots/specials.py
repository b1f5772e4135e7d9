"""The defence against specials (D-26, D-27) and the emergency manoeuvre (D-28)."""

from __future__ import annotations

from functools import partial

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.markers import kept
from flankspeed.games.picket.bots.sight import Sight
from flankspeed.games.picket.bots.weighing import Values, best, percent, ranked
from flankspeed.games.picket.data.fire_charts import fire_charts
from flankspeed.games.picket.odds.chances import manoeuvre_chance, spray_chance, support_chance
from flankspeed.games.picket.odds.worth import phase_threat, special_threat, worth_of
from flankspeed.games.picket.rules.attack.manoeuvre import MANOEUVRE, STEADY
from flankspeed.games.picket.rules.gunnery.menus import AFS, FIRE, KEEP, SFS, Spray, Support
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.plane import COMING
from flankspeed.games.picket.state import PicketState

_FUEL_RESERVE = 2
_RUN_DRY = 1.0  # without fuel or ammunition she leaves her station

# --- Specials ---


def against_specials(
    state: PicketState, step: SpecialDefence, decision: Decision, sight: Sight
) -> Choice:
    """Spray fire on the worst of each section, then markers on what is most to be feared."""
    if not step.loose:
        sprays = [option for option in decision.options if isinstance(option, Spray)]
        if sprays and _may_spray(state):
            threats = _threats(state)
            return max(sprays, key=lambda option: threats[option.plane])
    threats = _left(state, step)
    markers = [option for option in decision.options if isinstance(option, Support)]
    for marker, least in ((SFS, 0.0), (AFS, _finds_later(state, sight))):
        worst = max(
            (option for option in markers if option.marker == marker),
            key=lambda option: threats[option.plane],
            default=None,
        )
        if worst and threats[worst.plane] > least:
            return worst
    return KEEP if step.loose else FIRE


def _may_spray(state: PicketState) -> bool:
    """Not for the last ammunition."""
    return state.sprayed or state.ammo > fire_charts().options.spray_ammo


def _finds_later(state: PicketState, sight: Sight) -> float:
    return kept(state, worth_of(state.charts.card), state.afs) if sight.ahead else 0.0


def _threats(state: PicketState) -> list[float]:
    """What each special threatens that is still coming."""
    worth = worth_of(state.charts.card)
    return [
        special_threat(state, plane, worth, state.em_success) if plane.fate == COMING else 0.0
        for plane in state.specials
    ]


def _left(state: PicketState, step: SpecialDefence) -> list[float]:
    """What they threaten after all that is placed on them."""
    threats = _threats(state)
    for number in bits(step.sprayed):
        threats[number] *= 1 - spray_chance()
    for marker, placed in ((SFS, step.sfs), (AFS, step.afs or [])):
        for number, count in enumerate(placed):
            kills = support_chance(state, marker, state.specials[number])
            threats[number] *= (1 - kills) ** count
    return threats


def weigh_specials(
    state: PicketState, step: SpecialDefence, decision: Decision, sight: Sight
) -> list[Weighed]:
    """What the specials threaten with each order and then the best that is left to do."""
    values = [(option, -_threat_with(state, step, option, sight)) for option in decision.options]
    chosen = against_specials(state, step, decision, sight)
    return ranked(values, partial(_special_words, state), chosen)


def _special_words(state: PicketState, option: Choice, value: float) -> str:
    if isinstance(option, Spray) and not _may_spray(state):
        return f"the last {state.ammo} of her ammunition: without it she must leave"
    return f"the special attacks then cost her {percent(-value)}"


def _threat_with(state: PicketState, step: SpecialDefence, option: Choice, sight: Sight) -> float:
    """What is left after an order, the best ones after it, and what kept AFS will prevent."""
    threats, later = _left(state, step), _finds_later(state, sight)
    kills = [support_chance(state, AFS, plane) for plane in state.specials]
    sections = {state.specials[number].section for number in bits(step.sprayed)}
    free = {SFS: state.sfs - state.sfs_used, AFS: state.afs + step.loose}
    go_on = option not in (FIRE, KEEP)
    if isinstance(option, Spray):
        threats[option.plane] *= 1 - spray_chance()
        sections.add(state.specials[option.plane].section)
    elif isinstance(option, Support):
        threats[option.plane] *= 1 - support_chance(
            state, option.marker, state.specials[option.plane]
        )
        free[option.marker] -= 1
    if go_on and not step.loose:
        if _may_spray(state):
            _spray_rest(state, threats, sections)
        _place_rest(state, threats, free, later)
    last = isinstance(option, Spray) and not _may_spray(state)
    return sum(threats) - free[AFS] * later * max(kills) + last * _RUN_DRY


def _spray_rest(state: PicketState, threats: list[float], sections: set[int]) -> None:
    """Spray fire on the worst special of each section that has not sprayed yet."""
    for section in {plane.section for plane in state.specials} - sections:
        here = [n for n, plane in enumerate(state.specials) if plane.section == section]
        threats[max(here, key=threats.__getitem__)] *= 1 - spray_chance()


def _place_rest(
    state: PicketState, threats: list[float], free: dict[str, int], later: float
) -> None:
    """Markers on the worst, AFS as long as it finds nothing worse later."""
    for marker, least in ((SFS, 0.0), (AFS, later)):
        while free[marker] and max(threats) > least:
            worst = threats.index(max(threats))
            threats[worst] *= 1 - support_chance(state, marker, state.specials[worst])
            free[marker] -= 1


# --- The manoeuvre ---


def manoeuvre(state: PicketState) -> Choice:
    """6.10: try it where it makes the rest of the phase safer; specials may be the worse for it."""
    return best(_courses(state))


def weigh_manoeuvre(state: PicketState) -> list[Weighed]:
    """What the rest of the phase threatens either way."""
    return ranked(_courses(state), partial(_course_words, state))


def _course_words(state: PicketState, option: Choice, value: float) -> str:
    words = f"the rest of the phase costs her {percent(-value)}"
    if option == STEADY:
        return words
    succeeds = f"succeeds {percent(manoeuvre_chance(state))}"
    if state.fuel <= _FUEL_RESERVE:
        return f"{succeeds}, but her fuel runs out, and she must leave without it"
    return f"{succeeds}; {words}"


def _courses(state: PicketState) -> Values:
    """6.10.B: fuel is kept back for the days to come."""
    worth, succeeds = worth_of(state.charts.card), manoeuvre_chance(state)
    steady = phase_threat(state, worth, manoeuvred=False)
    gain = succeeds * (steady - phase_threat(state, worth, manoeuvred=True))
    if state.fuel <= _FUEL_RESERVE:
        gain -= _RUN_DRY
    return [(STEADY, -steady), (MANOEUVRE, gain - steady)]
