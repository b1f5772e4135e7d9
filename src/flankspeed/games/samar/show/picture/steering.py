"""The ship that acts, and the headings among which its captain chooses."""

from __future__ import annotations

from flankspeed.engine.svg import Style, at, circle, group, line, path, tag, title
from flankspeed.games.samar.data.hexes import FACINGS, STEPS, hex_name
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.show.picture.grid import cell, centre
from flankspeed.games.samar.show.picture.hulls import SOUND, hull
from flankspeed.games.samar.show.picture.parts import OPTION, Offers, now
from flankspeed.games.samar.state import SamarState

# Drawn for a heading of north: an arrow across the hexside, a puff of smoke beyond it, and round
# each the area that answers to it, which is larger so that a finger finds it.
_ARROW = "M0-32L8.5-21.5H3.8V-13H-3.8V-21.5H-8.5Z"
_ARROW_AREA = "M-5-9H5L13-23 9-34H-9L-13-23Z"
_PUFF = ((-5.5, -42.0, 4.6), (5.5, -42.5, 4.2), (0.0, -45.5, 5.2), (0.0, -39.5, 4.0))
_PUFF_AREA = "M-9-34.5H9L15-43 9-54H-9L-15-43Z"
_OFF_THE_SHIP = " rotate(30) translate(0 9)"  # the puff of a ship that puts about


def acting(state: SamarState) -> int:
    """The ship that moves, or whose target is being chosen; -1 if there is none."""
    step = state.agenda[-1] if state.agenda else None
    return step.ship if isinstance(step, Course | Combat) else -1


def steering(state: SamarState, offers: Offers) -> str:
    """4.2: the hex ahead, and for every heading the ship may take there an arrow and a puff.

    The arrows have the ids `side:N` to `side:NW`, the puffs, for making smoke, `smoke:N` to
    `smoke:NW`; they are there while they can be chosen. The hex ahead stands for straight on.
    """
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Course) or not any(place.startswith("side:") for place in offers):
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
        if f"side:{FACINGS[facing]}" in offers:
            parts.append(_hex_ahead(ahead, facing))
    for side, name in enumerate(FACINGS):
        turn = f"{at(*centre(ahead if on_map else here))} rotate({60 * side})"
        if f"side:{name}" in offers:
            parts.append(group([_arrow()], transform=turn, pointer_events="none"))
            parts.append(_area(offers, f"side:{name}", f"Steer {name}", _ARROW_AREA, turn))
        if f"smoke:{name}" in offers:
            words = f"Steer {name} and lay smoke in {hex_name(here)}"
            if side == (facing + 3) % 6:
                turn += _OFF_THE_SHIP
            parts.append(group([_puff()], transform=turn, pointer_events="none"))
            parts.append(_area(offers, f"smoke:{name}", words, _PUFF_AREA, turn))
    return group(parts, class_="steering")


def _ghost(state: SamarState, ship: int, hex_: int) -> str:
    """The ship where she will be."""
    counter, navy = state.charts.ships[ship], state.charts.navy[ship]
    turn = f"{at(*centre(hex_))} rotate({60 * state.facing[ship]}) scale(.62)"
    figure = hull(counter.type, navy, SOUND)
    return group([figure], transform=turn, opacity=0.45, pointer_events="none")


def _hex_ahead(hex_: int, facing: int) -> str:
    return path(
        cell(hex_), class_="side option", data_place=f"side:{FACINGS[facing]}", fill_opacity=0
    )


def _arrow() -> str:
    return path(_ARROW, fill=OPTION, stroke="#06141d", stroke_width=1, stroke_linejoin="round")


def _puff() -> str:
    """A cloud in the colour of what can be chosen, with the edge of an arrow."""
    edge = [circle(x, y, r + 1) for x, y, r in _PUFF]
    cloud = [circle(x, y, r) for x, y, r in _PUFF]
    return group(edge, fill="#06141d") + group(cloud, fill="#f3e7c4")


def _area(offers: Offers, place: str, words: str, d: str, turn: str) -> str:
    """What answers to a place, with its name and what can be chosen there."""
    kind = place.partition(":")[0]
    return tag(
        "path",
        title(words + now(offers[place])),
        d=d,
        id=place,
        class_=f"{kind} option",
        transform=turn,
        fill_opacity=0,
    )
