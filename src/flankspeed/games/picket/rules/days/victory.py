"""Winning (10.0): when a scenario or campaign is over, and what its card makes of it."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Log, Result
from flankspeed.games.picket.data.calendar import LAST_TURN
from flankspeed.games.picket.data.scenarios import campaigns
from flankspeed.games.picket.state import PicketState

US: Final = "usn"
JAPAN: Final = "ijn"


def end(state: PicketState, winner: str | None, outcome: str, log: Log | None) -> None:
    """10.0: the game is decided."""
    state.agenda.clear()
    state.result = Result(winner, outcome)
    if log:
        log.add("result", "P-10.A-1", winner=winner or "nobody", outcome=outcome)


def played_out(state: PicketState) -> bool:
    """Whether all phases of a scenario have been played; a campaign does not count phases."""
    card = state.charts.card
    return not card.campaign and state.phases_played >= card.phases


def judge_scenario(state: PicketState, log: Log | None) -> None:
    """R-84: a ship that is still there wins; the end of scenario 7 is her relief."""
    if state.leaving:
        end(state, JAPAN, "the ship left its station", log)
    else:
        end(state, US, "relieved" if state.charts.card.relief else "on station", log)


def campaign_over(state: PicketState) -> bool:
    """Whether the fighting days of a campaign are done, or the calendar is at its end."""
    campaign = state.charts.card.campaign
    if campaign == "mini" and state.fighting_days >= state.days_wanted:
        return True
    if campaign == "long_a" and state.fighting_days >= campaigns().blocks * campaigns().block_days:
        return True
    return state.turn > LAST_TURN


def check_campaign(state: PicketState, log: Log | None) -> None:
    """The campaign cards: fighting days for the mini campaign, ships sunk for the long one."""
    if state.result is not None or not campaign_over(state):
        return
    if state.charts.card.campaign != "mini":
        _count_ships(state, log)
    elif state.fighting_days >= state.days_wanted:
        end(state, US, "on station", log)
    else:
        end(state, JAPAN, "the ship was not on station at the end", log)


def _count_ships(state: PicketState, log: Log | None) -> None:
    """The long campaign: fewer than eight ships sunk is a US victory, eight a draw."""
    sunk, even = state.ships_sunk, campaigns().draw_at
    winner = None if sunk == even else US if sunk < even else JAPAN
    end(state, winner, f"{sunk} ship{'' if sunk == 1 else 's'} sunk", log)
