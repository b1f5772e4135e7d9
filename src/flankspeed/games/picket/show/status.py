"""Where the duty stands: date, phase and victory in a few words, those of `status.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from flankspeed.engine import Step
from flankspeed.engine.data import rule_ids
from flankspeed.engine.show.status import Status, StatusWords
from flankspeed.games.picket.data.calendar import LAST_TURN, PHASES, date_name
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.attack.regular_hits import RegularHits
from flankspeed.games.picket.rules.attack.special_hits import SpecialHits
from flankspeed.games.picket.rules.damage.people import Replacements
from flankspeed.games.picket.rules.days.duty import Duty
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.days.phase import Phase, Wave
from flankspeed.games.picket.rules.days.setup import SetUp
from flankspeed.games.picket.rules.days.turn import Turn
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_SET_UP = "set-up"
# The step that is under way says what part of the sequence of play it is (3.0, 18.B).
_PARTS: dict[type[Step[Any]], str] = {
    Duty: _SET_UP,
    SetUp: _SET_UP,
    Turn: "attack",
    Phase: "attack",
    Replacements: "attack",
    Wave: "fire",
    DefensiveFire: "fire",
    CallingOff: "fire",
    SpecialDefence: "special",
    EmergencyManoeuvre: "manoeuvre",
    RegularHits: "hits",
    SpecialHits: "hits",
    Placing: "crews",
    DamageControl: "repairs",
    EndOfPhase: "end",
    Maintenance: "maintenance",
}


@cache
def _words() -> StatusWords:
    folder = files("flankspeed.games.picket")
    keys = set(_PARTS.values())
    return StatusWords(folder / "show" / "status.toml", rule_ids(folder), keys)


def status(state: PicketState) -> Status:
    """All information is open."""
    words = _words()
    part = _PARTS[type(state.agenda[-1])] if state.agenda else "end"
    date = date_name(state.turn)
    time = date if part == _SET_UP else f"{date}, {PHASES[state.phase]}"
    return words.status(part, _turn(words, state), time, _standing(words, state))


def _turn(words: StatusWords, state: PicketState) -> str:
    card = state.charts.card
    if not card.campaign:
        phase = min(state.phases_played + 1, card.phases)
        return words.turn("scenario", {"phase": phase, "phases": card.phases})
    if card.campaign == "long_b":
        day = min(state.turn, LAST_TURN)  # a long repair may end after the campaign
        return words.turn("calendar", {"day": day, "days": LAST_TURN})
    days = _fighting_days(state)
    return words.turn("campaign", {"day": min(state.fighting_days + 1, days), "days": days})


def _fighting_days(state: PicketState) -> int:
    """How many fighting days a campaign has."""
    if state.charts.card.campaign == "mini":
        return state.days_wanted
    return campaigns().blocks * campaigns().block_days


def _standing(words: StatusWords, state: PicketState) -> str:
    """10.0: what the card asks for, and how the ship does."""
    if state.result:
        winner = (state.result.winner or "").upper()
        facts = {"winner": winner, "outcome": state.result.outcome}
        return words.standing("over" if winner else "drawn", facts)
    card = state.charts.card
    ship = {"hull": state.hull, "flood": state.flood, "full": FULL_TRACK}
    if card.campaign in ("long_a", "long_b"):
        sunk = {"sunk": state.ships_sunk, "even": campaigns().draw_at}
        return words.standing("long", {**sunk, **ship})
    if state.leaving:
        return words.standing("leaving", {})
    if card.campaign:
        left = state.days_wanted - state.fighting_days
        return words.standing("mini", {"left": left, **ship})
    left = card.phases - state.phases_played
    return words.standing("relief" if card.relief else "hold", {"left": left, **ship})
