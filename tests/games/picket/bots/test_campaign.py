"""The staff between the fights: begin or wait, stay or leave, by the days to come."""

from __future__ import annotations

import pytest

from flankspeed.engine import Choice, Rolled
from flankspeed.games.picket.bots.staff import StaffBot
from flankspeed.games.picket.data.calendar import turn_named
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.days.duty import Duty
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.station.withdrawal import LEAVE, STAY, stay_or_leave
from flankspeed.games.picket.state import PicketState

GAME = Picket()
LINES_LOST = 3


def advice(state: PicketState) -> Choice:
    assert state.decision is not None
    choice = StaffBot().choose(state, state.decision)
    assert StaffBot().weigh(state, state.decision)[0].choice == choice
    return choice


def asked(scenario: str, step: EndOfPhase | Maintenance, **fields: object) -> PicketState:
    """A ship whose captain is asked whether she stays."""
    state = GAME.new(scenario, GAME.options({"mode": "advanced"}))
    state.agenda.append(step)
    for name, value in fields.items():
        setattr(state, name, value)
    state.decision = stay_or_leave("Stay?")
    return state


def half_armed(scenario: str) -> PicketState:
    state = asked(scenario, EndOfPhase(), days_wanted=3)
    state.guns = [1] * len(state.guns)
    return state


def without_lines(date: str, left: int, **fields: object) -> PicketState:
    """A mini campaign whose ship has lost her water lines, with so many days left after this."""
    lost = {"water_lines": LINES_LOST, "turn": turn_named(date), "days_wanted": left + 1}
    return asked("mini", Maintenance(), **lost, **fields)


def test_leaving_loses_a_scenario_but_saves_a_ship() -> None:
    assert advice(half_armed("3")) == STAY
    assert advice(half_armed("mini")) == STAY  # 9.0.H
    assert advice(half_armed("long-b")) == LEAVE


def test_a_mini_campaign_is_played_on_without_water_lines() -> None:
    """The day counts if she stays; the anchorage would bring her back among the mass raids."""
    assert advice(without_lines("Mar 26", left=0)) == STAY
    assert advice(without_lines("Mar 26", left=2)) == STAY
    assert advice(without_lines("Mar 26", left=3, hull=2)) == LEAVE  # she would not last
    assert advice(without_lines("Jun 24", left=1, hull=2)) == STAY  # the calendar ends


def test_a_ship_that_may_sink_any_night_leaves() -> None:
    """R-87, R-122: Table 16 each turn, and leaving because of it loses nothing."""
    flooded = {"flood": 0, "sunk_roll": True, "days_wanted": 5}
    assert advice(asked("mini", EndOfPhase(), **flooded)) == LEAVE


def test_what_staying_is_worth_is_told() -> None:
    state = without_lines("Mar 26", left=0)
    assert state.decision is not None
    weighed = StaffBot().weigh(state, state.decision)
    assert weighed[0].words == "won about 100.0%"
    assert 50 < weighed[1].value < 100


@pytest.mark.parametrize(
    ("date", "mode", "choice"),
    [
        ("Mar 24", "advanced", "begin"),
        ("Apr 4", "advanced", "wait"),
        ("Apr 4", "basic", "begin"),  # no red dates
        ("Jun 24", "advanced", "begin"),
    ],
)
def test_no_block_begins_before_a_mass_raid(date: str, mode: str, choice: str) -> None:
    state = GAME.new("long-a", GAME.options({"mode": mode}))
    state.advance(Rolled(1))
    assert isinstance(state.agenda[-1], Duty)
    state.turn = turn_named(date)
    assert advice(state).text == choice
