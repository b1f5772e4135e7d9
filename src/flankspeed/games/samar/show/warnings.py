"""What the hex ahead of a moving ship will bring, for those who look at the board."""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.games.samar.data.hexes import Hex, hex_name
from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.data.markers import ShipNumber
from flankspeed.games.samar.rules.movement.ahead import after, firers_on, threatened
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.movement.fouling import fouling_roll
from flankspeed.games.samar.rules.movement.helm import Steer
from flankspeed.games.samar.rules.movement.shallows import BEACHING, endangered
from flankspeed.games.samar.state import SamarState


def warnings(state: SamarState) -> list[str]:
    """Whatever awaits the ship under way in the hex ahead, which is the same for every order."""
    step, decision = state.agenda[-1] if state.agenda else None, state.decision
    if not isinstance(step, Course) or not decision:
        return []
    orders = [option for option in decision.options if isinstance(option, Steer)]
    if not orders:
        return []
    ship, ahead = step.ship, step.ahead(state)
    if not state.charts.terrain[ahead]:
        return ["The ship leaves the map."]
    found = _vessels(state, ship, ahead)
    if state.charts.terrain[ahead] == SHALLOWS and endangered(state, ship):
        fatal = max(reading.total for reading in BEACHING.readings if reading.result == "waterline")
        found.append(f"Shallows in {hex_name(ahead)}: beached on 1 to {fatal}.")
    return found + _enemies(state, step, orders)


def _vessels(state: SamarState, ship: ShipNumber, hex_: Hex) -> list[str]:
    others = [s for s, there in enumerate(state.where) if there == hex_ and s != ship]
    if not others:
        return []
    roll = fouling_roll(state, [ship, *others])
    least = min(reading.dice[0] for reading in roll.readings if reading.result)
    return [f"{_names(state, others)} in {hex_name(hex_)}: fouling on {least} or more."]


def _enemies(state: SamarState, step: Course, orders: Sequence[Steer]) -> list[str]:
    """4.3: who will fire, and who only if her turn and her smoke allow it."""
    if not threatened(state, step, orders[0]):
        return []
    fire = [firers_on(after(state, step, order), step) for order in orders]
    certain = [foe for foe in fire[0] if all(foe in some for some in fire)]
    possible = sorted({foe for some in fire for foe in some if foe not in certain})
    held = ", unless they hold it" if state.charts.options.reaction_optional else ""
    return [
        f"Within point blank of {_names(state, foes)}: reaction fire{when}{held}."
        for foes, when in ((certain, ""), (possible, " on some courses"))
        if foes
    ]


def _names(state: SamarState, ships: Sequence[ShipNumber]) -> str:
    return ", ".join(state.charts.ships[ship].name for ship in ships)
