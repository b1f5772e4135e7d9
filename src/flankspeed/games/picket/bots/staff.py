"""The staff: gunnery by exact chances, repairs by what a loss would cost; a ship's adviser."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Weighed
from flankspeed.games.picket.bots.aiming import Aiming
from flankspeed.games.picket.bots.campaign import (
    first_day,
    stay_or_leave,
    weigh_first_day,
    weigh_leaving,
)
from flankspeed.games.picket.bots.emergency import EMERGENCY, emergency, weigh_emergency
from flankspeed.games.picket.bots.firing import aim_anew, next_shot, weigh_anew, weigh_shots
from flankspeed.games.picket.bots.gun_by_gun import weigh_gun_by_gun
from flankspeed.games.picket.bots.people import appoint, weigh_appointment
from flankspeed.games.picket.bots.placing import weigh_placing
from flankspeed.games.picket.bots.repair_plan import placing_orders
from flankspeed.games.picket.bots.repairs import (
    counterflood,
    next_repair,
    weigh_flooding,
    weigh_repairs,
)
from flankspeed.games.picket.bots.sight import FULL_SIGHT, Sight
from flankspeed.games.picket.bots.specials import (
    against_specials,
    manoeuvre,
    weigh_manoeuvre,
    weigh_specials,
)
from flankspeed.games.picket.bots.weighing import UNIT, in_order
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.days.duty import Duty
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import NO_FLOODING, DamageControl
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.rules.station.withdrawal import STAY
from flankspeed.games.picket.state import PicketState


@mypyc_attr(allow_interpreted_subclasses=True)
class StaffBot:
    """Plays the ship as well as its charts, and its sight, allow."""

    unit = UNIT

    def __init__(self, seed: int = 0, sight: Sight = FULL_SIGHT) -> None:
        self._seed = seed
        self._sight = sight
        self._aiming = Aiming()

    # --- What it chooses ---

    def choose(self, state: PicketState, decision: Decision) -> Choice:
        """The best option it can find."""
        if self._sight != FULL_SIGHT and (weighed := self.weigh(state, decision)):
            return weighed[0].choice
        step = state.agenda[-1]
        if isinstance(step, DefensiveFire):
            return self._fire(state, step, decision)
        if isinstance(step, SpecialDefence):
            return against_specials(state, step, decision, self._sight)
        if isinstance(step, EmergencyManoeuvre):
            return manoeuvre(state)
        if isinstance(step, Placing):
            return placing_orders(state, step)[0]
        if isinstance(step, DamageControl | CallingOff):
            return _damage_control(state, step, decision)
        if isinstance(step, Duty):
            return first_day(state)
        if STAY in decision.options:
            return stay_or_leave(state)
        return appoint(state, decision, self._seed)

    def _fire(self, state: PicketState, step: DefensiveFire, decision: Decision) -> Choice:
        if step.loose:
            return aim_anew(state, step, self._sight)
        if step.offers is None:
            return next_shot(state, step, decision)
        assert step.targets is not None
        return self._aiming.choose(state, step.targets)

    # --- What it weighs ---

    def weigh(self, state: PicketState, decision: Decision) -> list[Weighed]:
        """Every option by the chance to keep the ship, the one that it chooses first."""
        step = state.agenda[-1]
        if isinstance(step, DefensiveFire):
            return self._weigh_fire(state, step, decision)
        if isinstance(step, SpecialDefence):
            return weigh_specials(state, step, decision, self._sight)
        if isinstance(step, EmergencyManoeuvre):
            return weigh_manoeuvre(state)
        if isinstance(step, Placing | DamageControl | CallingOff):
            return self._weigh_repairs(state, step, decision)
        if isinstance(step, Duty):
            return weigh_first_day(state)
        if STAY in decision.options:
            return weigh_leaving(state)
        return weigh_appointment(state, decision, self._seed)

    def _weigh_fire(
        self, state: PicketState, step: DefensiveFire, decision: Decision
    ) -> list[Weighed]:
        if step.loose:
            return weigh_anew(state, step, self._sight)
        if step.offers is None:
            return weigh_shots(state, step, decision)
        assert step.targets is not None
        if not self._sight.wave:
            return weigh_gun_by_gun(state, step.targets, decision, self._sight)
        return self._aiming.weigh(state, step.targets, decision)

    def _weigh_repairs(
        self, state: PicketState, step: Placing | DamageControl | CallingOff, decision: Decision
    ) -> list[Weighed]:
        if decision.options[0] in EMERGENCY:
            return weigh_emergency(state, decision)
        if not self._sight.damage:
            return in_order(decision.options)
        if isinstance(step, Placing):
            return weigh_placing(state, step, decision)
        assert isinstance(step, DamageControl), "emergency repairs are called off above"
        if NO_FLOODING in decision.options:
            return weigh_flooding(state, decision)
        return weigh_repairs(state, step, decision)


def _damage_control(
    state: PicketState, step: DamageControl | CallingOff, decision: Decision
) -> Choice:
    if isinstance(step, CallingOff) or decision.options[0] in EMERGENCY:
        return emergency(state, decision)
    if NO_FLOODING in decision.options:
        return counterflood(state, decision)
    return next_repair(state, step, decision)
