"""Views: what one seat may see, as data that becomes JSON as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flankspeed.engine.decision import Choice
from flankspeed.engine.game import Game
from flankspeed.engine.question import Question
from flankspeed.engine.show.status import Status
from flankspeed.engine.step import State


class PlaceView(msgspec.Struct, frozen=True):
    """A place of the board that an option is about: who acts, whom it is done to, where."""

    id: str
    role: str


class OptionView(msgspec.Struct, frozen=True):
    """One option of the decision a seat must make; `place` is the main one of its places.

    `ask` is what is to be asked before it is chosen, if anything is.
    """

    text: str
    label: str
    place: str
    places: list[PlaceView]
    ask: Question | None


class View(msgspec.Struct, frozen=True):
    """What a seat (None: an observer) sees: the board, whose turn it is, and its own options.

    `travellers` are the places of those whose destinations it may ask for.
    """

    game: str
    seat: str | None
    waiting_for: str | None
    prompt: str
    options: list[OptionView]
    shortcuts: list[OptionView]
    travellers: list[str]
    winner: str | None
    outcome: str | None
    board: Any
    status: Status


def view(game: Game[Any], state: State, seat: str | None) -> View:
    """The view of a seat; only the seat that must choose sees options, and what is concealed."""
    decision = state.decision
    own = state.decision_of(seat)
    prompt = decision.prompt if decision and (own or not game.conceals(state)) else ""
    return View(
        game=game.name,
        seat=seat if seat is None else game.check_seat(seat),
        waiting_for=state.seat_to_choose,
        prompt=prompt,
        options=_option_views(game, state, own.options) if own else [],
        shortcuts=_option_views(game, state, game.shortcuts(state)) if own else [],
        travellers=list(game.travellers(state)) if own else [],
        winner=state.result.winner if state.result else None,
        outcome=state.result.outcome if state.result else None,
        board=game.board_view(state, seat),
        status=game.status(state, seat),
    )


def _option_views(game: Game[Any], state: State, options: Sequence[Choice]) -> list[OptionView]:
    return [
        OptionView(
            option.text,
            option.label,
            option.place,
            [PlaceView(place.id, place.role) for place in option.places],
            game.question(state, option),
        )
        for option in options
    ]
