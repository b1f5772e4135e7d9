"""Odds: exact chances, computed from the same charts and rules the games are played with."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from flankspeed.engine import Modifier, State

# Where each game's odds of options live: a function from a state to {text of an option: odds}.
_OPTION_ODDS = {
    "kamikaze": "flankspeed.odds.kamikaze_options",
    "picket": "flankspeed.games.picket.odds.options",
    "samar": "flankspeed.odds.samar_options",
}


class Odds(NamedTuple):
    """The chances of an option in words, and what counts on its throw as the log will name it."""

    text: str
    modifiers: tuple[Modifier, ...] = ()

    def __str__(self) -> str:
        """`7 dice: 2.3 hits (+5 gunnery rating, +2 broadside)`."""
        counted = ", ".join(f"{value:+d} {name}" for name, value in self.modifiers)
        return f"{self.text} ({counted})" if counted else self.text


def option_odds(game: str, state: State) -> dict[str, Odds]:
    """What is known of the chances of the options on offer, by the option's text."""
    if game not in _OPTION_ODDS:
        return {}
    module: Any = import_module(_OPTION_ODDS[game])
    odds: dict[str, Odds] = module.option_odds(state)
    return odds
