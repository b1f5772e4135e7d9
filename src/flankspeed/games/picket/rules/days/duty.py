"""Picket duty from day to day: the calendar, typhoons, lost and refitted ships, new stations."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Roll
from flankspeed.games.picket.data.calendar import LAST_TURN, date_name
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.rules.attack.attacks import return_planes
from flankspeed.games.picket.rules.damage.condition import damaged_at_all
from flankspeed.games.picket.rules.days.anchorage import come_back, days_away, go_to_anchorage
from flankspeed.games.picket.rules.days.setup import SetUp, make_good
from flankspeed.games.picket.rules.days.ship_log import begin_log
from flankspeed.games.picket.rules.days.turn import Turn
from flankspeed.games.picket.rules.days.victory import (
    JAPAN,
    campaign_over,
    check_campaign,
    end,
    judge_scenario,
    played_out,
)
from flankspeed.games.picket.rules.station.support import assign_station
from flankspeed.games.picket.rules.station.weather import typhoon
from flankspeed.games.picket.rules.station.withdrawal import BY_9G, DAMAGE, TYPHOON, leave
from flankspeed.games.picket.state import CLEAR, PicketState, PicketStep

BEGIN: Final = Choice("begin", "begin here", "track:calendar")
WAIT: Final = Choice("wait", "wait another day", "track:calendar")

_MINI_LENGTH: Final = Roll("length of the mini campaign", campaigns().mini_days.__getitem__)
_REASSIGNED: Final = Roll.on(roll_charts().reassigned_days, "Table 15")

_DATE: Final = 0
_SET_UP: Final = 1
_TURN: Final = 2
_AFTER: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Duty(PicketStep):
    """The bottom of the agenda: sets the ship up, then turn after turn until it is decided."""

    __slots__ = ("stage",)

    def __init__(self) -> None:
        self.stage = _DATE

    def copy(self) -> Duty:
        twin = Duty()
        twin.stage = self.stage
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """What the time sheet says next."""
        if state.sunk:
            self._ship_lost(state, log)
        elif self.stage == _DATE:
            return self._first_day(state, dice, log)
        elif self.stage == _SET_UP:
            self.stage = _TURN
            state.agenda.append(SetUp())
        elif self.stage == _TURN:
            self.stage = _AFTER
            state.agenda.append(Turn())
        else:
            self.stage = _TURN
            if state.charts.card.campaign:
                self._next_day(state, dice, log)
            else:
                _scenario_day(state, dice, log)
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """D-02, D-51: long campaign A may begin, or go on, on a later day."""
        if choice == BEGIN:
            self.stage = _TURN if state.block else _SET_UP
            state.block += 1
        else:
            state.turn += 1
            state.weather = CLEAR  # 6.2.C: the last phase is more than a night ago

    def _first_day(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        campaign = state.charts.card.campaign
        if campaign == "long_a":
            options = (BEGIN, WAIT) if state.turn < LAST_TURN else (BEGIN,)
            return Decision("usn", f"{date_name(state.turn)}: begin here, or wait?", options)
        if campaign == "mini":
            _mini_length(state, dice, log)
        self.stage = _SET_UP
        return None

    def _ship_lost(self, state: PicketState, log: Log | None) -> None:
        """7.8.2.L: a new ship the next day in a long campaign; elsewhere it is over (R-89)."""
        campaign, options = state.charts.card.campaign, state.charts.options
        if not campaign or (campaign == "mini" and options.mini_sunk == "loss"):
            end(state, JAPAN, "the ship is sunk", log)
            return
        return_planes(state)
        state.sunk = False
        state.turn += 1
        self._new_ship(state)
        check_campaign(state, log)

    def _new_ship(self, state: PicketState) -> None:
        """9.0.E: everything anew; morale (R-103) and her log begin at 0."""
        make_good(state)
        state.morale = state.charts.ship.morale_start
        begin_log(state)
        self.stage = _SET_UP

    def _next_day(self, state: PicketState, dice: Dice, log: Log | None) -> None:
        """A campaign after a turn: the ship sits out a typhoon, leaves, or stays on station."""
        if state.typhoon_days and not state.leaving:
            _sit_out(state, dice, log)
        if state.leaving:
            self._away(state, dice, log)
        else:
            self._on_station(state, dice, log)
        check_campaign(state, log)

    def _away(self, state: PicketState, dice: Dice, log: Log | None) -> None:
        """9.0: anchorage, then a new station; a mini campaign may be lost by leaving (9.0.H)."""
        card, options = state.charts.card, state.charts.options
        if card.campaign == "mini" and state.leaving in BY_9G and options.mini_9h == "on":
            end(state, JAPAN, "the ship had to withdraw", log)
        elif go_to_anchorage(state, dice, log):
            state.agenda.append(SetUp(new_ship=False))
        else:
            self._new_ship(state)

    def _on_station(self, state: PicketState, dice: Dice, log: Log | None) -> None:
        """R-90: one more fighting day; after a block of way A the next may begin later (R-91)."""
        state.fighting_days += 1
        state.turn += 1
        if campaign_over(state):
            return
        if state.fighting_days == state.block * campaigns().block_days:
            self.stage = _DATE
        _reassign(state, dice, log)


def _mini_length(state: PicketState, dice: Dice, log: Log | None) -> None:
    """The mini campaign's card: one die says how many fighting days it has."""
    reading = _MINI_LENGTH.throw(dice)
    state.days_wanted = reading.result
    if log:
        log.add("mini length", "P-10.A-1", readings=[reading], days=state.days_wanted)


def _scenario_day(state: PicketState, dice: Dice, log: Log | None) -> None:
    """R-84: the end of a scenario, by a typhoon too (R-21), or its next day."""
    gone = state.leaving or state.relieved
    struck = state.typhoon_days and not gone
    if struck:
        _sit_out(state, dice, log)
    if gone or struck or played_out(state):
        judge_scenario(state, log)
        return
    state.turn += 1
    if not state.charts.card.relief:  # scenario 7 has its own relief
        _reassign(state, dice, log)


def _sit_out(state: PicketState, dice: Dice, log: Log | None) -> None:
    """R-20, R-21: the days of a typhoon pass; it may sink the ship or send her away."""
    state.turn += state.typhoon_days
    typhoon(state, dice, log)
    state.typhoon_days = 0
    if state.hull == 0:
        leave(state, DAMAGE, "P-6.3.B.2-1", "the typhoon has broken the hull", log)
    elif state.typhoon_anchorage:
        leave(state, TYPHOON, "P-6.3.B.4-1", "the typhoon sends the ship to the anchorage", log)


def _reassign(state: PicketState, dice: Dice, log: Log | None) -> None:
    """Table 15, result 8: a new station, after some days if the ship is damaged (R-85)."""
    if not state.new_station:
        return
    state.new_station = False
    if not damaged_at_all(state):
        assign_station(state, dice, log)
        return
    reading = _REASSIGNED.throw(dice, "days until the new station, Table 15")
    if log:
        log.add("reassigned", "P-7.3.W-1", readings=[reading], days=reading.result)
    # The calendar stands at the next day already.
    state.turn += days_away(state, reading.result) - 1
    come_back(state, dice, log)
    state.agenda.append(SetUp(new_ship=False))
