"""Where officers stand (D-04, D-05) and which chief is promoted (D-10)."""

from __future__ import annotations

from functools import cache, partial

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.weighing import percent, ranked
from flankspeed.games.picket.data.damage_charts import damage_charts
from flankspeed.games.picket.data.ids import AFT, PrimaryId
from flankspeed.games.picket.odds.losses import A_POINT
from flankspeed.games.picket.rules.damage.people import Promote
from flankspeed.games.picket.rules.damage.posts import Station
from flankspeed.games.picket.state import PicketState

_AFT_WEIGHT = 2  # most planes come from astern
_OFFICER = 10 * A_POINT  # what the ship loses with one of them


def appoint(state: PicketState, decision: Decision, seed: int) -> Choice:
    """Posts that are seldom hit, and the worst chief goes; of equals one by the seed."""
    drawbacks = [_drawback(state, option) for option in decision.options]
    least = min(drawbacks)
    equal = [
        o for o, drawback in zip(decision.options, drawbacks, strict=True) if drawback == least
    ]
    return equal[seed % len(equal)]


def weigh_appointment(state: PicketState, decision: Decision, seed: int) -> list[Weighed]:
    """What each costs; nothing can be said of names."""
    if not isinstance(decision.options[0], Station | Promote):
        return []
    values = [(option, -_drawback(state, option)) for option in decision.options]
    return ranked(values, partial(_words, state), appoint(state, decision, seed))


def _drawback(state: PicketState, option: Choice) -> float:
    if isinstance(option, Station):
        return _OFFICER * _exposure()[option.compartment]
    if isinstance(option, Promote):
        return A_POINT * state.values[option.chief]
    return 0.0


def _words(state: PicketState, option: Choice, _: float) -> str:
    if isinstance(option, Station):
        return f"hit by {percent(_exposure()[option.compartment])} of all damage rolls"
    assert isinstance(option, Promote), "officers and chiefs are all who are appointed"
    rating = state.values[option.chief]
    return f"his rating of {rating:+d} is lost to the repairs, a new chit is 0 on average"


@cache
def _exposure() -> dict[PrimaryId, float]:
    """The share of rolls on Table 11 that hit each primary compartment."""
    exposure: dict[int, float] = {}
    total = 0
    for section, rows in enumerate(damage_charts().cells):
        weight = _AFT_WEIGHT if section == AFT else 1
        for damage in (cell for row in rows for cell in row):
            total += weight
            if damage.kind == "primary":
                exposure[damage.target] = exposure.get(damage.target, 0) + weight
    return {room: hits / total for room, hits in exposure.items()}
