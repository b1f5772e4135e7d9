"""The decisions between the fights: when to begin (D-02, D-51), stay or leave (D-40 to D-42)."""

from __future__ import annotations

from functools import partial

from flankspeed.engine import Choice, Weighed
from flankspeed.games.picket.bots.weighing import Values, best, percent, ranked
from flankspeed.games.picket.data.calendar import LAST_TURN
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.odds.days import Prospect, returns, stays_afloat
from flankspeed.games.picket.rules.damage.condition import armament_half
from flankspeed.games.picket.rules.days.duty import BEGIN, WAIT
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.station.withdrawal import LEAVE, STAY
from flankspeed.games.picket.state import PicketState

_PHASES = 3  # of a day

# --- When to begin ---


def first_day(state: PicketState) -> Choice:
    """Begin a block when no days to come are better for it."""
    return best(_beginnings(state))


def weigh_first_day(state: PicketState) -> list[Weighed]:
    """The chance to serve a block, begun now or on the best day to come."""
    return ranked(_beginnings(state), partial(_beginning_words, state))


def _beginning_words(state: PicketState, option: Choice, value: float) -> str:
    block = campaigns().block_days
    words = f"{block} days on station kept about {percent(value)}"
    if option == WAIT:
        return f"{words} from the best day to come"
    raids = Prospect(state, driven_off=True).raids(state.turn, block)
    return f"{words}, {raids} of a mass raid"


def _beginnings(state: PicketState) -> Values:
    """A block counts all its days, also those beyond the end of the calendar."""
    prospect, block = Prospect(state, driven_off=True), campaigns().block_days
    later = range(state.turn + 1, LAST_TURN + 1)
    return [
        (BEGIN, prospect.keeps(state.turn, block)),
        (WAIT, max(prospect.keeps(turn, block) for turn in later)),
    ]


# --- Stay or leave ---


def stay_or_leave(state: PicketState) -> Choice:
    """Where the ship, or her campaign, has the better prospect."""
    return best(_prospects(state))


def weigh_leaving(state: PicketState) -> list[Weighed]:
    """The chance to win, or in a long campaign to keep this ship, either way."""
    long = state.charts.card.campaign in ("long_a", "long_b")
    what = "she is kept" if long else "won"
    return ranked(_prospects(state), lambda _, value: f"{what} about {percent(value)}")


def _prospects(state: PicketState) -> Values:
    campaign = state.charts.card.campaign
    if not campaign:
        return _in_a_scenario(state)
    return _in_a_mini_campaign(state) if campaign == "mini" else _in_a_long_campaign(state)


def _in_a_scenario(state: PicketState) -> Values:
    """R-84: leaving loses it."""
    left = state.charts.card.phases - state.phases_played - 1
    day = Prospect(state, driven_off=True).keeps(state.turn, 1, state.hull)
    stays = float(day ** (left / _PHASES)) * stays_afloat(state, -(-left // _PHASES))
    return [(STAY, stays), (LEAVE, 0.0)]


def _in_a_mini_campaign(state: PicketState) -> Values:
    """The fighting days that are left, as she is now or with a ship made good."""
    prospect, left = Prospect(state, driven_off=True), state.days_wanted - state.fighting_days
    served = isinstance(state.agenda[-1], Maintenance)  # today counts if she stays
    more = left - served
    stays = prospect.keeps(state.turn + served, more, state.hull) * stays_afloat(state, more)
    if _loses_by_leaving(state):
        return [(STAY, stays), (LEAVE, 0.0)]
    leaves = sum(
        chance * prospect.keeps(turn, left)
        for turn, chance in returns(state)
        if turn + left - 1 <= LAST_TURN
    )
    return [(STAY, stays), (LEAVE, leaves)]


def _loses_by_leaving(state: PicketState) -> bool:
    """9.0.H, R-87: a withdrawal because of the armament loses a mini campaign."""
    asked = isinstance(state.agenda[-1], EndOfPhase) and armament_half(state)
    return asked and state.charts.options.mini_9h == "on"


def _in_a_long_campaign(state: PicketState) -> Values:
    """Ships sunk are what counts: at the anchorage she is safe, on station she may be sunk."""
    away = sum(chance * (turn - state.turn) for turn, chance in returns(state))
    days = min(round(away), max(LAST_TURN - state.turn, 0))
    stays = Prospect(state, driven_off=False).keeps(state.turn + 1, days, state.hull)
    return [(LEAVE, 1.0), (STAY, stays * stays_afloat(state, days))]
