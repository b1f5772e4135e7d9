"""One phase of the day, by the procedure of 18.B: weather, support, waves, damage control."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log, Roll
from flankspeed.games.picket.data.calendar import PHASES
from flankspeed.games.picket.rules.attack.attacks import determine_attack, next_wave, return_planes
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.rules.attack.special_hits import SpecialHits
from flankspeed.games.picket.rules.damage.people import Replacements
from flankspeed.games.picket.rules.damage.posts import without_post
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.damage_control import DamageControl, anything_to_do
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.rules.station.support import air_support
from flankspeed.games.picket.rules.station.weather import weather
from flankspeed.games.picket.state import PicketState, PicketStep

_REPLACE: Final = 0
_ATTACK: Final = 1
_WAVES: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
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
            if state.lost_people or without_post(state):
                state.agenda.append(Replacements())
                return None
        if self.stage == _ATTACK:
            self.stage = _WAVES
            _determine(state, dice, log)
        if state.waves:
            self.attacked = True
            next_wave(state, log)
            state.agenda.append(Wave())
        else:
            self._end(state)
        return None

    def _end(self, state: PicketState) -> None:
        """The end of the phase; where no wave came at all, after one round of repairs (R-57)."""
        state.agenda[-1] = EndOfPhase()
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


@cache
def _survivors(least: int) -> Roll[bool]:
    return Roll("picking up survivors", lambda die: die >= least)


def _stop_roll(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Scenario 8: the ship may lie stopped to pick up survivors, an easier target."""
    reading = _survivors(state.charts.card.stopped_at_least).throw(dice)
    state.stopped = reading.result
    if log:
        kind = "ship stopped" if state.stopped else "ship under way"
        log.add(kind, "P-12.A-1", readings=[reading])


@mypyc_attr(allow_interpreted_subclasses=True)
class Wave(PicketStep):
    """6.6.L: a complete wave: the regular attack, its special attack, damage control."""

    __slots__ = ("begun",)

    def __init__(self) -> None:
        self.begun = False

    def copy(self) -> Wave:
        twin = Wave()
        twin.begun = self.begun
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """Push all steps of the attack, the first of them last; when they are done, repairs."""
        agenda = state.agenda
        if not self.begun:
            self.begun = True
            if state.specials:
                agenda += (_SPECIAL_HITS, _HITS, _MANOEUVRE, SpecialDefence())
                if state.emergency:
                    agenda.append(_CALLING_OFF)
                agenda.append(DefensiveFire())
            else:
                agenda += (_HITS, _MANOEUVRE, DefensiveFire())
            if state.emergency:
                agenda.append(_CALLING_OFF)
        else:
            return_planes(state)
            if state.emergency:
                state.emergency_waves += 1
            agenda[-1] = DamageControl()
        return None


# These steps never change, so that all waves share them.
_HITS: Final = RegularHits()
_SPECIAL_HITS: Final = SpecialHits()
_MANOEUVRE: Final = EmergencyManoeuvre()
_CALLING_OFF: Final = CallingOff()
