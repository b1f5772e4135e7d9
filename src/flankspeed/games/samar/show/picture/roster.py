"""The order of battle beside the map: every ship with the ratings of the side showing."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.svg import Style, at, box, clean, group, tag, text
from flankspeed.games.samar.data.markers import ABSENT, HULK, LATER, LEFT, SOUTH, SUNK
from flankspeed.games.samar.data.ships import Ship
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.badges import markers
from flankspeed.games.samar.show.picture.hulls import DAMAGED, SOUND, WRECK, hull
from flankspeed.games.samar.show.picture.parts import (
    ALARM,
    AMBER,
    DASHES,
    DIM,
    LIGHT,
    LOW,
    WORDS,
    Column,
    Offers,
    thing,
)
from flankspeed.games.samar.state import SamarState

_ROW = 17
_CODE, _NAME, _RATINGS, _WHERE, _MARKS = 34, 72, 188, 350, 404
_COLUMNS = (6, 31, 51, 71, 92, 112, 132, 150)  # where each rating stands
_GONE = (LEFT, SOUTH, SUNK)
_TITLES = ("Imperial Japanese Navy", "US Navy and Allies")
_MEANINGS = "range, gunnery, secondary, weight, armor, torpedoes, speed, maneuver"


def roster(column: Column, state: SamarState, navy: int, offers: Offers) -> None:
    """The ships of a navy by group; those not in this game are left out."""
    charts = state.charts
    column.heading(_TITLES[navy], f"{len(state.afloat(navy))} at sea", WORDS[navy])
    column.add(_header(), 3)
    for name, words in captions.GROUPS.items():
        members = [
            ship
            for ship in charts.groups[name]
            if charts.navy[ship] == navy and state.where[ship] != ABSENT
        ]
        if members:
            style: Style = {"font_size": 10.5, "fill": DIM, "font_style": "italic"}
            column.add(text(words, 0, 13, **style), 18)
            for ship in members:
                column.add(_row(state, ship, offers, column.width), _ROW)
    column.y += 6


def _header() -> str:
    """The names of the ratings."""
    style: Style = {"font_size": 10, "fill": DIM, "text_anchor": "middle"}
    names = [
        text(name, _RATINGS + x, 10, **style)
        for x, name in zip(_COLUMNS, captions.RATINGS, strict=True)
    ]
    return group([tag("title", clean(_MEANINGS)), *names], class_="ratings")


def _row(state: SamarState, ship: int, offers: Offers, width: float) -> str:
    """One ship; the row bears her id while she is not on the map."""
    charts, where = state.charts, state.where[ship]
    damaged, lost = bool(state.face[ship] & 1), state.lost(ship)
    gone = where in _GONE or lost
    ink = LOW if gone else LIGHT if where > 0 else DIM
    shade = 0.05 if where > 0 else 0
    parts = [
        box(-4, 0.5, width + 8, _ROW - 1, rx=2, fill="#fff", fill_opacity=shade),
        _counter(charts.ships[ship], charts.navy[ship], damaged, lost, ink),
        _place(state, ship),
        *_marks(state, ship),
    ]
    outline = box(-5, 0, width + 10, _ROW, rx=3, **(DASHES | {"stroke_width": 1.2}))
    words = captions.describe_ship(state, ship)
    marks = ["row", *(["lost"] if lost else [])]
    return thing(offers, charts.places[ship], words, parts, outline, marks, echo=where > 0)


@lru_cache(maxsize=512)
def _counter(ship: Ship, navy: int, damaged: bool, lost: bool, ink: str) -> str:
    """What is printed on the counter: the ship, her number, her name, her ratings."""
    looks = WRECK if lost else DAMAGED if damaged else SOUND
    where = f"{at(15, 8.5)} rotate(90) scale(.58)"
    figure = group([hull(ship.type, navy, looks, plain=True)], transform=where)
    values = zip(_COLUMNS, captions.printed(ship, damaged), strict=True)
    spans = [tag("tspan", clean(value), x=_RATINGS + x) for x, value in values]
    fill = AMBER if damaged and ink == LIGHT else ink
    ratings = tag("text", *spans, y=13, font_size=11, text_anchor="middle", fill=fill)
    style: Style = {"fill": ink, "text_decoration": "line-through" if lost else None}
    return "".join([figure, *_names(ship, style), ratings])


def _names(ship: Ship, style: Style) -> list[str]:
    """The number on the counter and the name; battleships of the IJN have only that."""
    name = captions.short_name(ship)
    if ship.short == ship.name:
        return [text(name, _CODE, 13, font_weight="bold", **style)]
    number = text(ship.short, _CODE, 13, font_size=10.5, font_weight="bold", **style)
    return [number, text(name, _NAME, 13, **style)]


def _place(state: SamarState, ship: int) -> str:
    """Where the ship is, in a word."""
    where = state.where[ship]
    words = captions.whereabouts(state, ship)
    if where == LATER:
        track = state.charts.track
        words = state.charts.turns[track.battleships - 1].time
    lost = state.lost(ship)
    if lost and where > 0:
        words = f"{words[:4]} hulk"
    fill = ALARM if lost else LIGHT if where > 0 else DIM
    return text(words, _WHERE, 13, font_size=11, fill=fill)


def _marks(state: SamarState, ship: int) -> list[str]:
    """The markers of the ship, small."""
    if state.condition[ship] == HULK or state.where[ship] <= 0:
        return []
    found = [sign for _, sign in markers(state, ship)]
    return [
        group([sign], transform=f"{at(_MARKS + 9 + i * 16, 8.5)} scale(.88)")
        for i, sign in enumerate(found)
    ]
