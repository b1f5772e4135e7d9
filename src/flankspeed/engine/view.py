"""Views: what one seat may see, as data that becomes JSON as it is."""

from __future__ import annotations

from typing import Any

import msgspec

from flankspeed.engine.game import Game
from flankspeed.engine.step import State


class OptionView(msgspec.Struct, frozen=True):
    """One option of the decision a seat must make."""

    text: str
    label: str
    place: str


class View(msgspec.Struct, frozen=True):
    """What a seat (None: an observer) sees: the board, whose turn it is, and its own options."""

    game: str
    seat: str | None
    waiting_for: str | None
    prompt: str
    options: list[OptionView]
    winner: str | None
    outcome: str | None
    board: Any


def view(game: Game[Any], state: State, seat: str | None) -> View:
    """The view of a seat; only the seat that must choose sees options."""
    decision = state.decision
    options = decision.options if decision and decision.seat == seat else ()
    return View(
        game=game.name,
        seat=seat if seat is None else game.check_seat(seat),
        waiting_for=decision.seat if decision else None,
        prompt=decision.prompt if decision else "",
        options=[OptionView(o.text, o.label, o.place) for o in options],
        winner=state.result.winner if state.result else None,
        outcome=state.result.outcome if state.result else None,
        board=game.board_view(state, seat),
    )
