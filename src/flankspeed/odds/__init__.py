"""Odds: exact chances, computed from the same charts and rules the games are played with."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flankspeed.engine import State

# Where each game's odds of options live: a function from a state to {text of an option: odds}.
_OPTION_ODDS = {
    "kamikaze": "flankspeed.odds.kamikaze_options",
    "picket": "flankspeed.odds.picket_options",
    "samar": "flankspeed.odds.samar_options",
}


def option_odds(game: str, state: State) -> dict[str, str]:
    """What is known of the chances of the options on offer, in words, by the option's text."""
    if game not in _OPTION_ODDS:
        return {}
    module: Any = import_module(_OPTION_ODDS[game])
    odds: dict[str, str] = module.option_odds(state)
    return odds
