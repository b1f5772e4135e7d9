"""Shortcuts: many choices by one word, each played and recorded as the single choices it means.

`auto` aims all that is not aimed yet and fires, or places all who are left and begins the repairs,
by the plans of fire and of repair; `resolve all` and `repair all` take what waits in its order.
"""

from __future__ import annotations

from collections.abc import Generator

from flankspeed.engine import Choice
from flankspeed.games.picket.bots.repair_plan import placing_orders
from flankspeed.games.picket.odds.fire_plan import AUTO, assign, special_orders
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.menus import FIRE
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import STAY_HOME, DamageControl, Repair
from flankspeed.games.picket.state import PicketState

AUTO_PLACING = Choice("auto", "place the rest by the default plan and begin")
RESOLVE_ALL = Choice("resolve all", "fire all: AFS, SFS, 5-inch, 40mm, 20mm")
REPAIR_ALL = Choice("repair all", "roll for all the rest in this order; freed men go home")

Choices = Generator[Choice, PicketState, None]


def shortcuts(state: PicketState) -> tuple[Choice, ...]:
    """What may be said now, besides the options."""
    if state.decision is None:
        return ()
    step = state.agenda[-1]
    if isinstance(step, DefensiveFire):
        if step.offers is not None:
            return (AUTO,)
        return () if step.loose else (RESOLVE_ALL,)
    if isinstance(step, SpecialDefence):
        return () if step.firing else (AUTO,)
    if isinstance(step, Placing):
        return (AUTO_PLACING,)
    if isinstance(step, DamageControl):
        repairs = sum(isinstance(option, Repair) for option in state.decision.options)
        return (REPAIR_ALL,) if repairs > 1 else ()
    return ()


def shortcut_choices(state: PicketState, text: str) -> Choices:
    """The single choices a shortcut stands for; each is answered with the state after it."""
    if text == RESOLVE_ALL.text:
        return _resolve_all(state)
    if text == REPAIR_ALL.text:
        return _repair_all(state)
    return _in_turn(state, _orders(state))


def _moment(state: PicketState) -> tuple[object, ...]:
    """What tells one step of a wave from all others; there is only one of its kind."""
    return state.turn, state.phase, state.wave, type(state.agenda[-1])


# --- `auto` ---


def _orders(state: PicketState) -> list[Choice]:
    """What `auto` stands for, planned at once."""
    step = state.agenda[-1]
    if isinstance(step, Placing):
        return placing_orders(state, step)
    if isinstance(step, SpecialDefence):
        return [*special_orders(state, step.sprayed), FIRE]
    assert isinstance(step, DefensiveFire), "there is no `auto` elsewhere"
    assert step.targets is not None, "nothing is asked before the wave is looked at"
    return [*assign(state.copy(), step.targets.copy()), FIRE]


def _in_turn(state: PicketState, orders: list[Choice]) -> Choices:
    """One order after the other, but for those where nothing else could be chosen."""
    began = _moment(state)
    for order in orders:
        assert state.decision is not None, "nobody is asked once the game is over"
        if _moment(state) != began:
            return
        if order in state.decision.options:
            state = yield order


# --- All that waits ---


def _resolve_all(state: PicketState) -> Choices:
    """R-77: shots come in the order offered, until AFS that has lost its target asks for a new."""
    began = _moment(state)
    while _moment(state) == began and shortcuts(state) == (RESOLVE_ALL,):
        assert state.decision is not None
        state = yield state.decision.options[0]


def _repair_all(state: PicketState) -> Choices:
    """Repairs in the order offered; then the freed men stay in their boxes."""
    began = _moment(state)
    while _moment(state) == began:
        assert state.decision is not None
        first = state.decision.options[0]
        if not isinstance(first, Repair):
            break
        state = yield first
    if _moment(state) == began and state.decision and STAY_HOME in state.decision.options:
        yield STAY_HOME
