"""Moves of single ships in Samar, ordered by the texts of their choices."""

from __future__ import annotations

from typing import Any

from samar_table import begin, number, play, table, texts

from flankspeed.engine import Event
from flankspeed.games.samar.data.hexes import hex_name
from flankspeed.games.samar.data.markers import SEATS
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.state import SamarState


def alone(words: str, ship: str = "J-CA1", **options: Any) -> SamarState:
    """One ship on the map, about to move."""
    state = table({ship: words}, **options)
    under_way(state, ship)
    return state


def under_way(state: SamarState, ship: str, *dice: int, stage: int = 0) -> list[Event]:
    """A ship's move begins."""
    return begin(state, Course(number(state, ship), False, stage), *dice)


def part(state: SamarState, seat: str, *dice: int, stage: int = 0) -> list[Event]:
    """A side's part of the movement phase begins, its arrivals drawn already."""
    return begin(state, Part(SEATS.index(seat), stage), *dice)


def steam(state: SamarState, *orders: str) -> list[Event]:
    """Orders in which no dice are thrown."""
    return [event for order in orders for event in play(state, order)]


def finish(state: SamarState, order: str = "ahead") -> list[Event]:
    """The same order until the ship has moved."""
    ship, events = _ship(state), list[Event]()
    while ship >= 0 and _ship(state) == ship and order in texts(state):
        events += play(state, order)
    return events


def _ship(state: SamarState) -> int:
    """The ship under way, if there is one."""
    step = state.agenda[-1] if state.agenda else None
    return step.ship if isinstance(step, Course) else -1


def trail(state: SamarState, ship: str = "J-CA1") -> list[str]:
    """The hexes of a ship's move, the one it started from first."""
    return [hex_name(position >> 3) for position in state.trails[number(state, ship)]]


def hexes_moved(state: SamarState, ship: str = "J-CA1") -> int:
    return len(trail(state, ship)) - 1
