"""The headings among which the captain of the ship under way chooses."""

from __future__ import annotations

from flankspeed.engine.show.svg import Style, at, circle, group, line, path, tag, title
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, hex_named
from flankspeed.games.samar.show.picture.grid import cell, middle
from flankspeed.games.samar.show.picture.hulls import SOUND, hull
from flankspeed.games.samar.show.picture.parts import OPTION, Offers, now
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import BoardView

# Drawn for a heading of north: an arrow across the hexside, a puff of smoke beyond it, and round
# each the area that answers to it, which is larger so that a finger finds it.
_ARROW = "M0-32L8.5-21.5H3.8V-13H-3.8V-21.5H-8.5Z"
_ARROW_AREA = "M-5-9H5L13-23 9-34H-9L-13-23Z"
_PUFF = ((-5.5, -42.0, 4.6), (5.5, -42.5, 4.2), (0.0, -45.5, 5.2), (0.0, -39.5, 4.0))
_PUFF_AREA = "M-9-34.5H9L15-43 9-54H-9L-15-43Z"
_OFF_THE_SHIP = " rotate(30) translate(0 9)"  # the puff of a ship that puts about


def steering(view: BoardView, charts: Charts, offers: Offers) -> str:
    """4.2: the hex ahead, and for every heading the ship may take there an arrow and a puff.

    The arrows have the ids `side:N` to `side:NW`, the puffs, for making smoke, `smoke:N` to
    `smoke:NW`; they are there while they can be chosen. The hex ahead stands for straight on.
    """
    course = view.course
    if course is None or not any(place.startswith("side:") for place in offers):
        return ""
    here, ahead, facing = course.hex, course.ahead, course.facing
    on_map = bool(charts.terrain[hex_named(ahead)])
    parts = []
    if on_map:
        style: Style = {"stroke": OPTION, "stroke_width": 1.4, "stroke_dasharray": "3 3"}
        (x, y), (u, v) = middle(here), middle(ahead)
        parts.append(line(x, y, u, v, **style))
        (ship,) = (ship for ship in view.ships if ship.place == course.ship)
        parts.append(_ghost(ship, ahead, facing))
        if f"side:{facing}" in offers:
            parts.append(_hex_ahead(ahead, facing))
    astern = FACINGS[FACINGS.index(facing) - 3]
    for side, name in enumerate(FACINGS):
        turn = f"{at(*middle(ahead if on_map else here))} rotate({60 * side})"
        if f"side:{name}" in offers:
            parts.append(group([_arrow()], transform=turn, pointer_events="none"))
            parts.append(_area(offers, f"side:{name}", f"Steer {name}", _ARROW_AREA, turn))
        if f"smoke:{name}" in offers:
            words = f"Steer {name} and lay smoke in {here}"
            if name == astern:
                turn += _OFF_THE_SHIP
            parts.append(group([_puff()], transform=turn, pointer_events="none"))
            parts.append(_area(offers, f"smoke:{name}", words, _PUFF_AREA, turn))
    return group(parts, class_="steering")


def _ghost(ship: ShipView, hex_: str, facing: str) -> str:
    """The ship where she will be."""
    turn = f"{at(*middle(hex_))} rotate({60 * FACINGS.index(facing)}) scale(.62)"
    figure = hull(ship.type, ship.navy, SOUND)
    return group([figure], transform=turn, opacity=0.45, pointer_events="none")


def _hex_ahead(hex_: str, facing: str) -> str:
    outline, place = cell(hex_named(hex_)), f"side:{facing}"
    return path(outline, class_="side space option", data_place=place, fill_opacity=0)


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
        class_=f"{kind} space option",
        transform=turn,
        fill_opacity=0,
    )
