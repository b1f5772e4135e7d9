"""One phase of the day, by the procedure of 18.B: weather, support, waves, damage control."""

from __future__ import annotations

from flankspeed.engine import Decision, Dice, Log, Throw
from flankspeed.games.picket.attacks import determine_attack, next_wave, return_planes
from flankspeed.games.picket.calendar import PHASES
from flankspeed.games.picket.end_of_phase import EndOfPhase
from flankspeed.games.picket.fire import DefensiveFire
from flankspeed.games.picket.hits import RegularHits
from flankspeed.games.picket.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.people import Replacements
from flankspeed.games.picket.repair import DamageControl, anything_to_do
from flankspeed.games.picket.special import SpecialDefence, SpecialHits
from flankspeed.games.picket.state import PicketState
from flankspeed.games.picket.steps import PicketStep
from flankspeed.games.picket.support import air_support
from flankspeed.games.picket.weather import weather

_REPLACE, _ATTACK, _WAVES, _END, _OVER = range(5)


class Phase(PicketStep):
    """3.0.B: weather, air support, attack, then wave by wave fire, hits and damage control."""

    __slots__ = ("attacked", "stage")

    def __init__(self) -> None:
        self.stage = _REPLACE
        self.attacked = False

    def copy(self) -> Phase:
        twin = Phase()
        twin.stage = self.stage
        twin.attacked = self.attacked
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Do what comes next; waves and damage control are steps of their own."""
        if self.stage == _REPLACE:
            self.stage = _ATTACK
            _begin(state, log)
            if state.lost_people:
                state.agenda.append(Replacements())
                return None
        if self.stage == _ATTACK:
            self.stage = _WAVES
            _determine(state, dice, log)
        if self.stage == _WAVES:
            self._next_wave(state, log)
        elif self.stage == _END:
            self.stage = _OVER
            state.agenda.append(EndOfPhase())
        else:
            state.agenda.pop()
        return None

    def _next_wave(self, state: PicketState, log: Log | None) -> None:
        """6.6.L: the next wave; or, where there was none at all, one round of repairs (R-57)."""
        if state.waves:
            self.attacked = True
            next_wave(state, log)
            state.agenda.append(Wave())
            return
        self.stage = _END
        quiet = state.charts.options.dc_quiet == "on"
        if not self.attacked and quiet and anything_to_do(state):
            state.agenda.append(DamageControl())


def _begin(state: PicketState, log: Log | None) -> None:
    """Clear the markers that last for one phase."""
    state.plane_hits = 0
    state.em_tried = state.em_success = False
    state.attacks_over = state.stopped = state.sunk_roll = False
    state.crewed = 0
    state.afs = 0
    state.waves = []
    state.wave = 0
    if log:
        log.add("phase begins", "P-3.0.B-1", phase=PHASES[state.phase], turn=state.turn)


def _determine(state: PicketState, dice: Dice, log: Log | None) -> None:
    """18.B.1 to 3: weather, air support, and what comes."""
    if state.charts.advanced and not weather(state, dice, log):
        return
    air_support(state, dice, log)
    if state.charts.card.stopped_at_least:
        _stop_roll(state, dice, log)
    determine_attack(state, dice, log)


def _stop_roll(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Scenario 8: the ship may lie stopped to pick up survivors, an easier target."""
    die = dice.d6("picking up survivors")
    state.stopped = die >= state.charts.card.stopped_at_least
    if log:
        throws = [Throw(6, (die,), "picking up survivors")]
        log.add("ship stopped" if state.stopped else "ship under way", "P-12.A-1", throws=throws)


class Wave(PicketStep):
    """6.6.L: a complete wave: the regular attack, its special attack, damage control."""

    __slots__ = ("stage",)

    _STEPS = (DefensiveFire, SpecialDefence, EmergencyManoeuvre, RegularHits, SpecialHits)
    _FOR_SPECIALS = (_STEPS.index(SpecialDefence), _STEPS.index(SpecialHits))

    def __init__(self) -> None:
        self.stage = 0

    def copy(self) -> Wave:
        twin = Wave()
        twin.stage = self.stage
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Push the steps of the wave one after another."""
        stage, steps = self.stage, self._STEPS
        if not state.specials and stage in self._FOR_SPECIALS:
            stage += 1
        self.stage = stage + 1
        if stage < len(steps):
            state.agenda.append(steps[stage]())
        elif stage == len(steps):
            return_planes(state)
            if state.emergency:
                state.emergency_waves += 1
            state.agenda.append(DamageControl())
        else:
            state.agenda.pop()
        return None
