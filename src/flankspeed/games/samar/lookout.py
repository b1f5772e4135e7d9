"""What the hex ahead of a moving ship will bring, for those who look at the board."""

from __future__ import annotations

from flankspeed.games.samar.course import Course
from flankspeed.games.samar.fouling import fouling_entries
from flankspeed.games.samar.helm import Steer
from flankspeed.games.samar.hexes import DISTANCE, hex_name
from flankspeed.games.samar.markers import HULK
from flankspeed.games.samar.reaction import POINT_BLANK
from flankspeed.games.samar.sea import SHALLOWS
from flankspeed.games.samar.shallows import endangered
from flankspeed.games.samar.state import SamarState
from flankspeed.games.samar.tables import CRITICAL, FIGURES, OTHER


def warnings(state: SamarState) -> list[str]:
    """Whatever awaits the ship under way in the hex ahead, which is the same for every turn."""
    step, decision = state.agenda[-1] if state.agenda else None, state.decision
    if not isinstance(step, Course) or not decision or not isinstance(decision.options[0], Steer):
        return []
    ship, ahead = step.ship, step.ahead(state)
    if not state.charts.terrain[ahead]:
        return ["The ship leaves the map."]
    found = _vessels(state, ship, ahead)
    if state.charts.terrain[ahead] == SHALLOWS and endangered(state, ship):
        fatal = max(die for die in range(1, 7) if CRITICAL.at(die, OTHER) == "waterline")
        found.append(f"Shallows in {hex_name(ahead)}: beached on 1 to {fatal}.")
    return found + _enemies(state, step, ahead)


def _vessels(state: SamarState, ship: int, hex_: int) -> list[str]:
    others = [s for s, there in enumerate(state.where) if there == hex_ and s != ship]
    if not others:
        return []
    shift = sum(value for _, value in fouling_entries(state, [ship, *others]))
    least = max(1, FIGURES.fouling.at_least - shift)
    names = ", ".join(state.charts.ships[other].name for other in others)
    return [f"{names} in {hex_name(hex_)}: fouling on {least} or more."]


def _enemies(state: SamarState, step: Course, hex_: int) -> list[str]:
    near = [
        foe
        for foe in step.foes
        if DISTANCE[state.where[foe] - hex_] <= POINT_BLANK and state.condition[foe] != HULK
    ]
    if not near:
        return []
    names = ", ".join(state.charts.ships[foe].name for foe in near)
    return [f"Within point blank of {names}: reaction fire."]
