"""4.2, 4.3 The hex ahead: the table as an order would have it, and who would fire there."""

from __future__ import annotations

from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.helm import Entry, Steer, helm_of
from flankspeed.games.samar.rules.movement.reaction_fire import firers
from flankspeed.games.samar.state import SamarState


def after(state: SamarState, step: Course, order: Steer | Entry) -> SamarState:
    """The table with the ship in the hex that an order takes it to, before that hex is felt."""
    twin, ship = state.copy(), step.ship
    if isinstance(order, Entry):
        twin.where[ship], twin.facing[ship] = order.hex, order.heading
        return twin
    if order.smoke:
        left = state.where[ship]
        twin.smoke[left] = twin.smoke.get(left, 0) + 1
    twin.where[ship], twin.facing[ship] = step.ahead(state), order.facing
    return twin


def threatened(state: SamarState, step: Course, order: Steer | Entry) -> bool:
    """4.3: whether any enemy would have the ship under way in reach where an order takes it."""
    return bool(_threats(after(state, step, order), step))


def firers_on(state: SamarState, step: Course) -> list[int]:
    """4.3 (A-20): the enemies that would fire on the ship under way where it is."""
    return firers(state, step.ship, _threats(state, step))


def _threats(state: SamarState, step: Course) -> list[int]:
    foes = [foe for foe in helm_of(state.charts).gunships[step.ship] if state.where[foe] > 0]
    return step.threats(state, foes)
