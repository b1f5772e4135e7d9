"""The staff: gunnery by exact chances, repairs by what a loss would cost; a ship's adviser."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Choice, Decision
from flankspeed.games.picket.bots.gunnery import (
    Gunnery,
    against_specials,
    aim_anew,
    manoeuvre,
    next_shot,
)
from flankspeed.games.picket.bots.repair_plan import placing_orders
from flankspeed.games.picket.bots.repairs import damage_control
from flankspeed.games.picket.data.damage_charts import damage_charts
from flankspeed.games.picket.data.ids import AFT, PrimaryId
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.damage.condition import armament_half
from flankspeed.games.picket.rules.damage.people import Promote
from flankspeed.games.picket.rules.damage.posts import Station
from flankspeed.games.picket.rules.days.duty import BEGIN, WAIT, Duty
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.rules.repair.emergency import CALL_OFF, CallingOff
from flankspeed.games.picket.rules.station.support import kikusui_today
from flankspeed.games.picket.rules.station.withdrawal import LEAVE, STAY
from flankspeed.games.picket.state import PicketState

_BLOCK = 5  # days of a block of long campaign A
_AFT_WEIGHT = 2  # most planes come from astern


class StaffBot:
    """Plays the ship as well as its charts allow."""

    def __init__(self, seed: int = 0) -> None:
        self._gunnery = Gunnery()

    def choose(self, state: PicketState, decision: Decision) -> Choice:
        """The best option it can find."""
        step, options = state.agenda[-1], decision.options
        if isinstance(step, DefensiveFire):
            return self._fire(state, step, decision)
        if isinstance(step, SpecialDefence):
            return against_specials(state, step, decision)
        if isinstance(step, EmergencyManoeuvre):
            return manoeuvre(state)
        if isinstance(step, Placing):
            return placing_orders(state, step)[0]
        if isinstance(step, DamageControl):
            return damage_control(state, step, decision)
        if isinstance(step, Duty):
            return _first_day(state)
        if isinstance(step, CallingOff):
            return CALL_OFF  # planes are coming
        if STAY in options:
            return _stay_or_leave(state)
        return min(options, key=lambda option: _drawback(state, option))

    def _fire(self, state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
        if step.loose:
            return aim_anew(state, step, decision)
        if step.offers is None:
            return next_shot(state, step, decision)
        return self._gunnery.aim(state, step, decision)


def _first_day(state: PicketState) -> Choice:
    """D-02, D-51: begin a block when no mass raid is due in its days."""
    day = state.copy()
    for _ in range(_BLOCK):
        if kikusui_today(day):
            return WAIT
        day.turn += 1
    return BEGIN


def _stay_or_leave(state: PicketState) -> Choice:
    """D-40 to D-42: leaving loses a scenario; in a campaign a refit saves the ship."""
    card = state.charts.card
    if not card.campaign:
        return STAY
    armament = isinstance(state.agenda[-1], EndOfPhase) and armament_half(state)
    by_9g = armament and not state.sunk_roll
    return STAY if card.campaign == "mini" and by_9g else LEAVE


def _drawback(state: PicketState, option: Choice) -> float:
    """Set-up and D-10: posts that are seldom hit, and the worst chief goes."""
    if isinstance(option, Station):
        return _exposure()[option.compartment]
    if isinstance(option, Promote):
        return state.values[option.chief]
    return 0


@cache
def _exposure() -> dict[PrimaryId, int]:
    """How often each primary compartment is hit on Table 11."""
    exposure: dict[int, int] = {}
    for section, rows in enumerate(damage_charts().cells):
        weight = _AFT_WEIGHT if section == AFT else 1
        for damage in (cell for row in rows for cell in row):
            hit = damage.target if damage.kind == "primary" else -1
            exposure[hit] = exposure.get(hit, 0) + weight
    return exposure
