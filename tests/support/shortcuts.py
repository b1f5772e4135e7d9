"""Shortcuts of a game played on a state, as the single choices they stand for."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flankspeed.engine import Dice, Game, Log, State
from flankspeed.games.picket.game import Picket

PICKET = Picket()


def words(state: State, game: Game[Any] = PICKET) -> list[str]:
    """The shortcuts on offer."""
    return [shortcut.text for shortcut in game.shortcuts(state)]


def make(
    state: State, text: str, dice: Dice, log: Log | None = None, game: Game[Any] = PICKET
) -> list[str]:
    """Make a choice and confirm what is left to confirm, or a shortcut; what was chosen."""
    if text not in words(state, game):
        goes_on = _play(state, text, dice, log)
        while goes_on and state.decision and len(state.decision.options) == 1:
            goes_on = _play(state, state.decision.options[0].text, dice, log)
        return [text]
    choices, made = game.shortcut_choices(state, text), list[str]()
    with suppress(StopIteration):
        choice, goes_on = next(choices), True
        while goes_on:
            made.append(choice.text)
            goes_on = _play(state, choice.text, dice, log)
            choice = choices.send(state) if goes_on else choice
    return made


def _play(state: State, text: str, dice: Dice, log: Log | None) -> bool:
    """Make a choice; whether there is another one to be made."""
    assert state.decision is not None, "nothing is to be decided"
    state.play(state.decision.find(text), dice, log)
    return bool(state.agenda)
