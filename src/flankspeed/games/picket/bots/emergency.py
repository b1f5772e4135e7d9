"""Emergency repairs (D-30): what the repairs gain by them, and what silent guns cost."""

from __future__ import annotations

from functools import partial

from flankspeed.engine import Choice, Decision, Scripted, Weighed
from flankspeed.games.picket.bots.repair_plan import placing_orders
from flankspeed.games.picket.bots.weighing import Values, best, percent, ranked
from flankspeed.games.picket.data.ids import CAPTAIN
from flankspeed.games.picket.odds.days import Prospect
from flankspeed.games.picket.odds.losses import A_POINT, saved_at
from flankspeed.games.picket.odds.worth import phase_threat, worth_of
from flankspeed.games.picket.rules.damage.people import value
from flankspeed.games.picket.rules.repair.crews import begin_placing
from flankspeed.games.picket.rules.repair.emergency import (
    ABANDON,
    CALL_OFF,
    CARRY_ON,
    DECLARE,
    GO_ON,
    KEEP_ON,
    declaration_roll,
)
from flankspeed.games.picket.rules.repair.jobs import damaged_jobs
from flankspeed.games.picket.state import PicketState

EMERGENCY = (CARRY_ON, DECLARE, GO_ON, ABANDON, KEEP_ON, CALL_OFF)
_BY_FIRE = 0.4  # the share of what planes threaten that guns take away
_WAVES = 3  # of a day; one of them finds the guns silent
_NO_DICE = Scripted(())  # nobody throws while men are placed


def last_wave_is_over(state: PicketState) -> bool:
    """Whether no plane can come any more."""
    card = state.charts.card
    return not card.campaign and not state.waves and state.phases_played + 1 >= card.phases


def emergency(state: PicketState, decision: Decision) -> Choice:
    """Emergency repairs where they gain more than silent guns cost; she is never abandoned."""
    return best(_values(state, decision))


def weigh_emergency(state: PicketState, decision: Decision) -> list[Weighed]:
    """The same in words."""
    return ranked(_values(state, decision), partial(_words, state))


def _values(state: PicketState, decision: Decision) -> Values:
    options = decision.options
    if GO_ON in options:
        return [(GO_ON, 0.0), (ABANDON, -1.0)]
    gain = _repairs(state, emergency=True) - _repairs(state, emergency=False) - _silence(state)
    if DECLARE in options:
        return [(DECLARE, _succeeds(state) * gain), (CARRY_ON, 0.0)]
    return [(KEEP_ON, gain), (CALL_OFF, 0.0)]


def _succeeds(state: PicketState) -> float:
    return declaration_roll(value(state, CAPTAIN)).chances().get(True, 0.0)


def _repairs(state: PicketState, emergency: bool) -> float:
    """What one round of repairs saves, by the plan."""
    twin = state.copy()
    twin.emergency = emergency
    placing = begin_placing(twin, damaged_jobs(twin))
    if placing is None:
        return 0.0
    for order in placing_orders(twin, placing):
        placing.choose(twin, order, _NO_DICE, None)
    return A_POINT * sum(saved_at(twin, job) for job in placing.jobs)


def _silence(state: PicketState) -> float:
    """What it costs that no gun fires: in the waves of this phase, or else in the next to come."""
    if last_wave_is_over(state) and not state.planes:
        return 0.0
    seen = phase_threat(state, worth_of(state.charts.card), state.em_success)
    if seen:
        return _BY_FIRE * seen
    day = 1 - Prospect(state, driven_off=True).keeps(state.turn, 1, state.hull)
    return day / (1 - _BY_FIRE) * _BY_FIRE / _WAVES


def _words(state: PicketState, option: Choice, value: float) -> str:
    if option == ABANDON:
        return "she is lost"
    if option not in (DECLARE, KEEP_ON):
        return "the repairs go on as they do"
    words = f"repairs against silent guns: about {value:+.1%}"
    return f"succeeds {percent(_succeeds(state))}; {words}" if option == DECLARE else words
