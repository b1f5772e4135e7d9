"""The ship that acts, and the headings among which its captain chooses."""

from __future__ import annotations

from flankspeed.engine.svg import Style, at, group, line, path
from flankspeed.games.samar.combat import Combat
from flankspeed.games.samar.course import Course
from flankspeed.games.samar.hexes import FACINGS, STEPS
from flankspeed.games.samar.picture_grid import centre
from flankspeed.games.samar.picture_hulls import SOUND, hull
from flankspeed.games.samar.picture_parts import DASHES, OPTION, Offers, thing
from flankspeed.games.samar.state import SamarState

_ARROW = "M0-33L8.5-22H3.8V-14H-3.8V-22H-8.5Z"


def acting(state: SamarState) -> int:
    """The ship that moves, or whose target is being chosen; -1 if there is none."""
    step = state.agenda[-1] if state.agenda else None
    return step.ship if isinstance(step, Course | Combat) else -1


def steering(state: SamarState, offers: Offers) -> str:
    """4.2: the hex ahead, and an arrow for every heading the ship may take there.

    The arrows have the ids `side:N` to `side:NW`; they are there while they can be chosen.
    """
    sides = [facing for facing, name in enumerate(FACINGS) if f"side:{name}" in offers]
    step = state.agenda[-1] if state.agenda else None
    if not sides or not isinstance(step, Course):
        return ""
    ship, facing = step.ship, state.facing[step.ship]
    here = step.outside if step.entering else state.where[ship]
    ahead = here + STEPS[facing]
    on_map = bool(state.charts.terrain[ahead])
    parts = []
    if on_map:
        style: Style = {"stroke": OPTION, "stroke_width": 1.4, "stroke_dasharray": "3 3"}
        (x, y), (u, v) = centre(here), centre(ahead)
        parts.append(line(x, y, u, v, **style))
        parts.append(_ghost(state, ship, ahead))
    arrows = [_arrow(side, ahead if on_map else here, offers) for side in sides]
    return group([*parts, *arrows], class_="steering")


def _ghost(state: SamarState, ship: int, hex_: int) -> str:
    """The ship where she will be."""
    counter, navy = state.charts.ships[ship], state.charts.navy[ship]
    turn = f"{at(*centre(hex_))} rotate({60 * state.facing[ship]}) scale(.62)"
    figure = hull(counter.type, navy, SOUND)
    return group([figure], transform=turn, opacity=0.45, pointer_events="none")


def _arrow(side: int, hex_: int, offers: Offers) -> str:
    edge: Style = {"stroke": "#06141d", "stroke_width": 1, "stroke_linejoin": "round"}
    where = f"{at(*centre(hex_))} rotate({60 * side})"
    outline = path(_ARROW, **(DASHES | {"stroke": "#fff", "stroke_width": 1}))
    arrow = path(_ARROW, fill=OPTION, **edge)
    return thing(offers, f"side:{FACINGS[side]}", FACINGS[side], [arrow], outline, where=where)
