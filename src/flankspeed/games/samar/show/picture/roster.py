"""The order of battle beside the map: every ship with the ratings of the side showing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import Style, at, box, clean, group, tag, text
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.badges import markers, placed
from flankspeed.games.samar.show.picture.hulls import DAMAGED, SOUND, WRECK, hull
from flankspeed.games.samar.show.picture.parts import (
    ALARM,
    AMBER,
    DASHES,
    DIM,
    LETTERS,
    LIGHT,
    LOW,
    WORDS,
    Column,
    Offers,
    thing,
)
from flankspeed.games.samar.show.ship_view import ShipView

_ROW = 17
_CODE, _NAME, _RATINGS, _WHERE, _MARKS = 34, 76, 188, 350, 408
_APART = 23  # so far apart are markers
_COLUMNS = (6, 31, 51, 71, 92, 112, 132, 150)  # where each rating stands
_GONE = ("left", "south", "sunk")
_TITLES = {"ijn": "Imperial Japanese Navy", "usn": "US Navy and Allies"}
_MEANINGS = "range, gunnery, secondary, weight, armor, torpedoes, speed, maneuver"


class Roster(NamedTuple):
    """What the rows share: the choices, what is known of each ship, when battleships come."""

    offers: Offers
    tips: Mapping[str, str]  # by place
    later: str


def roster(column: Column, fleet: Sequence[ShipView], shared: Roster) -> None:
    """The ships of a navy by group; those not in this game are left out."""
    navy = fleet[0].navy
    afloat = sum(ship.afloat for ship in fleet)
    column.heading(_TITLES[navy], f"{afloat} at sea", WORDS[navy])
    column.add(_header(), 3)
    for name, words in captions.GROUPS.items():
        members = [s for s in fleet if s.group == name and s.whereabouts != "absent"]
        if members:
            style: Style = {"font_size": LETTERS, "fill": DIM, "font_style": "italic"}
            column.add(text(words, 0, 13, **style), 18)
        for ship in members:
            row = _row(ship, shared.offers, shared.tips[ship.place], shared.later, column.width)
            column.add(row, _ROW)
    column.y += 6


@cache
def _header() -> str:
    """The names of the ratings."""
    style: Style = {"font_size": LETTERS, "fill": DIM, "text_anchor": "middle"}
    names = [
        text(name, _RATINGS + x, 10, **style)
        for x, name in zip(_COLUMNS, captions.RATINGS, strict=True)
    ]
    return group([tag("title", clean(_MEANINGS)), *names], class_="ratings")


@drawn_once
def _row(ship: ShipView, offers: Offers, tip: str, later: str, width: float) -> str:
    """One ship; the row bears her id while she is not on the map."""
    here, lost = ship.hex is not None, ship.lost
    gone = lost or ship.whereabouts in _GONE
    ink = LOW if gone else LIGHT if here else DIM
    looks = WRECK if lost else DAMAGED if ship.damaged else SOUND
    parts = [
        _ground(width, here),
        _counter(_Counter(ship.type, ship.navy, ship.short, ship.name, ship.printed, looks), ink),
        _place(ship, later),
        *_marks(ship),
    ]
    marks = ["row", *(["lost"] if lost else [])]
    return thing(offers, ship.place, tip, parts, _outline(width), marks, echo=here)


@cache
def _ground(width: float, here: bool) -> str:
    """What a row lies on, lighter if the ship is on the map."""
    return box(-4, 0.5, width + 8, _ROW - 1, rx=2, fill="#fff", fill_opacity=0.05 if here else 0)


@cache
def _outline(width: float) -> str:
    return box(-5, 0, width + 10, _ROW, rx=3, **(DASHES | {"stroke_width": 1.2}))


class _Counter(NamedTuple):
    """What is printed on a ship's counter, and how she looks."""

    type: str
    navy: str
    short: str
    name: str
    ratings: tuple[str, ...]
    looks: int


@lru_cache(maxsize=512)
def _counter(ship: _Counter, ink: str) -> str:
    """The ship, her number, her name, her ratings."""
    where = f"{at(15, 8.5)} rotate(90) scale(.58)"
    figure = group([hull(ship.type, ship.navy, ship.looks, plain=True)], transform=where)
    values = zip(_COLUMNS, ship.ratings, strict=True)
    spans = [tag("tspan", clean(value), x=_RATINGS + x) for x, value in values]
    fill = AMBER if ship.looks == DAMAGED and ink == LIGHT else ink
    ratings = tag("text", *spans, y=13, font_size=LETTERS, text_anchor="middle", fill=fill)
    struck_out = "line-through" if ship.looks == WRECK else None
    style: Style = {"fill": ink, "text_decoration": struck_out}
    return "".join([figure, *_names(ship, style), ratings])


def _names(ship: _Counter, style: Style) -> list[str]:
    """The number on the counter and the name; battleships of the IJN have only that."""
    name = captions.short_name(ship.name)
    if ship.short == ship.name:
        return [text(name, _CODE, 13, font_weight="bold", **style)]
    number = text(ship.short, _CODE, 13, font_size=LETTERS, font_weight="bold", **style)
    return [number, text(name, _NAME, 13, **style)]


def _place(ship: ShipView, later: str) -> str:
    """Where the ship is, in a word; when she joins the cup."""
    words = later if ship.whereabouts == "later" else captions.whereabouts(ship)
    if ship.hex and ship.lost:
        words = f"{ship.hex} hulk"
    fill = ALARM if ship.lost else LIGHT if ship.hex else DIM
    return text(words, _WHERE, 13, font_size=LETTERS, fill=fill)


def _marks(ship: ShipView) -> list[str]:
    """The markers of a ship on the map."""
    return [
        placed(sign, _MARKS + 9 + i * _APART, 8.5)
        for i, sign in enumerate(markers(ship) if ship.hex else [])
    ]
