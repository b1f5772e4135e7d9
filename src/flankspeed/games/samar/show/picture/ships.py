"""The ships on the map, each turned to her facing, with name and markers; stacks fan out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import Style, at, circle, group, number, path, text
from flankspeed.engine.side import NAVIES
from flankspeed.games.samar.data.hexes import Facing
from flankspeed.games.samar.data.markers import CONDITIONS, DIW, FIT
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.badges import markers, placed
from flankspeed.games.samar.show.picture.grid import middle
from flankspeed.games.samar.show.picture.hulls import DAMAGED, SOUND, WRECK, hull, plane, wake
from flankspeed.games.samar.show.picture.parts import DASHES, LETTERS, LIGHT, WORDS, Offers, thing
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import BoardView

_HALO: Style = {"stroke": "#06141d", "stroke_linejoin": "round", "paint_order": "stroke"}
_SMOKE = "M2 0C0-8 8-10 6-18C14-16 18-24 12-30C22-28 30-34 24-42C14-44 2-34 0-22C-6-14-6-4 2 0Z"

# Where markers stand beside the hull: so far out to starboard, so far ahead of the middle. Names
# stand astern, so markers keep to the bow, and first to the side away from the name.
_ABREAST = ((-17, 3), (17, 3), (-17, 17), (17, 17), (-17, -11), (17, -11))
_ASLANT = ((17, -2), (17, 12), (17, -16), (-17, 14), (-17, 0), (-17, 28))
_APART = 22  # in a stack, where they stand in a line
_AWAY = (0, -1, 1, 0, -1, 1)  # by facing: the side away from the name; 0 if both are alike


_CROWD = 6  # more ships than this in a hex lie in several rings, and bear numbers, not names


class Spot(NamedTuple):
    """Where a ship is drawn: offset from the centre of her hex, and scale."""

    x: float
    y: float
    scale: float = 1
    crowd: int = 1  # the ships in the hex

    @property
    def alone(self) -> bool:
        """Whether no other ship is in the hex."""
        return self.crowd == 1


def ships(view: BoardView, offers: Offers, tips: Mapping[str, str], acting: str | None) -> str:
    """All ships on the map; hulks first, the acting ship last, so that it lies on top."""
    navies = tuple((air.kind, air.navy) for air in view.air)
    hubs, drawn, names = [], [], []
    for hex_, members in view.stacks().items():
        spots = fan([ship.heading for ship in members])
        if len(members) > 1:
            hubs.append(_hub(*middle(hex_), spots))
        for ship, spot in zip(members, spots, strict=True):
            acts = ship.place == acting
            drawn.append((ship, _ship(ship, offers, tips[ship.place], spot, acts, navies)))
            names.append(_name(ship, hex_, spot))
    numbers = {ship.place: number for number, ship in enumerate(view.ships)}
    drawn.sort(key=lambda pair: (pair[0].place == acting, not pair[0].hulk, numbers[pair[0].place]))
    parts = [markup for _, markup in drawn]
    style: Style = {"font_size": LETTERS, "text_anchor": "middle", "stroke_width": 2.8, **_HALO}
    words = group(names, class_="names pieces", pointer_events="none", **style)
    return group([*hubs, *parts, words], class_="ships pieces")


# --- Stacks ---


def fan(facings: Sequence[Facing]) -> list[Spot]:
    """Where the ships of a hex lie: two abreast, more of them on rings about the middle."""
    count = len(facings)
    if count == 1:
        return [Spot(0, 0)]
    if count == 2:
        turn = facings[0] * pi / 3
        x, y = 12 * cos(turn), 12 * sin(turn)
        return [Spot(-x, -y, 0.8, 2), Spot(x, y, 0.8, 2)]
    if count <= _CROWD:
        return _circle(count, 10 + 2.6 * count, 0, 0.72 if count < 5 else 0.64, count)
    spots: list[Spot] = []
    ring = 0
    while len(spots) < count:
        ring += 1
        here = min(_CROWD * ring, count - len(spots))
        spots += _circle(here, 25 * ring, 0.3 * (ring - 1), 0.6, count)
    return spots


def _circle(here: int, radius: float, turn: float, scale: float, crowd: int) -> list[Spot]:
    """So many ships evenly on a circle, the first of them to the north."""
    angles = (2 * pi * place / here - pi / 2 + turn for place in range(here))
    return [Spot(radius * cos(a), radius * sin(a), scale, crowd) for a in angles]


def _hub(x: float, y: float, spots: Sequence[Spot]) -> str:
    """What holds a stack together: a disc under it, spokes, and the number of ships."""
    reach = max(max(abs(spot.x), abs(spot.y)) for spot in spots)
    disc: Style = {"fill": "#06141d", "fill_opacity": 0.42, "stroke": LIGHT, "stroke_opacity": 0.5}
    parts = [circle(0, 0, max(reach + 11, 21), stroke_dasharray="2 3", **disc)]
    if len(spots) > 2:
        spokes = "".join(f"M0 0L{number(spot.x)} {number(spot.y)}" for spot in spots)
        parts.append(path(spokes, stroke=LIGHT, stroke_opacity=0.55, stroke_width=0.9))
        style: Style = {"text_anchor": "middle", "font_size": LETTERS, "font_weight": "bold"}
        parts.append(circle(0, 0, 7.5, fill="#06141d", stroke=LIGHT, stroke_width=0.8))
        parts.append(text(str(len(spots)), 0, 4, fill=LIGHT, **style))
    return group(parts, class_="stack", transform=at(x, y), pointer_events="none")


# --- One ship ---


@drawn_once
def _ship(
    ship: ShipView,
    offers: Offers,
    tip: str,
    spot: Spot,
    acts: bool,
    navies: tuple[tuple[str, str], ...],
) -> str:
    """A ship at her spot; `navies` are those of the air units, by kind."""
    assert ship.hex is not None, "she is on the map"
    turn = ship.heading * 60
    looks = WRECK if ship.hulk else DAMAGED if ship.damaged else SOUND
    figure = [_wake(ship), hull(ship.type, ship.navy, looks)]
    turned = f"rotate({turn + 14 if ship.hulk else turn})" if turn or ship.hulk else ""
    where = f"{turned} scale({spot.scale:g})".strip() if spot.scale != 1 else turned
    parts = [
        circle(0, 0, 19 * spot.scale, fill="#fff", fill_opacity=0),  # something to point at
        _ring(spot) if acts else "",
        group(figure, transform=where or None),
        _plume(ship, spot.scale),
        *_badges(ship, spot),
        _strikes(ship, spot, dict(navies)),
    ]
    x, y = middle(ship.hex)
    marks: list[str] = [ship.navy, ship.type]
    marks += ["hulk"] if ship.hulk else ["damaged"] if looks == DAMAGED else []
    marks += ["acting"] if acts else []
    outline = circle(0, 0, 25 * spot.scale, **DASHES)
    place = at(x + spot.x, y + spot.y)
    return thing(offers, ship.place, tip, parts, outline, marks, where=place)


def _ring(spot: Spot) -> str:
    """The ring round the ship that acts now."""
    style: Style = {"fill": "#fff", "fill_opacity": 0.16, "stroke": "#fff", "stroke_width": 1.8}
    return circle(0, 0, 25 * spot.scale, **style)


def _wake(ship: ShipView) -> str:
    if ship.hulk or ship.condition == CONDITIONS[DIW]:
        return ""
    speed = "evasive" if ship.evading else ship.speed
    return wake(ship.type, ship.navy, speed, ship.condition != CONDITIONS[FIT])


def _plume(ship: ShipView, scale: float) -> str:
    """Smoke over a burning ship, drifting to the north-east."""
    if not ship.hulk and not ship.fires:
        return ""
    fill = "#8b979e" if ship.hulk else "#7a6a60"
    size = scale * (0.7 if ship.hulk else min(0.55 + 0.12 * ship.fires, 1))
    style: Style = {"fill": fill, "fill_opacity": 0.62, "pointer_events": "none"}
    return path(_SMOKE, class_="plume", transform=f"scale({number(size)})", **style)


def _badges(ship: ShipView, spot: Spot) -> list[str]:
    """The markers along both sides of the hull; in a stack, outside below the name."""
    found = markers(ship)
    if not spot.alone:
        side = _side(spot)
        y = (-31 if spot.y < 0 else 29) if not side else 13
        shift = side * _APART if side else -_APART / 2 * (len(found) - 1)
        return [placed(sign, shift + (side or 1) * i * _APART, y) for i, sign in enumerate(found)]
    facing = ship.heading
    away, turn = _AWAY[facing], facing * pi / 3
    slots = [(away * beside, ahead) for beside, ahead in _ASLANT] if away else _ABREAST
    return [
        placed(
            sign,
            beside * cos(turn) + ahead * sin(turn),
            beside * sin(turn) - ahead * cos(turn),
        )
        for sign, (beside, ahead) in zip(found, slots, strict=False)
    ]


def _side(spot: Spot) -> int:
    """Which side of a stack a ship is on: -1 the left, 1 the right, 0 above or below it."""
    return (spot.x > 7) - (spot.x < -7)


def _strikes(ship: ShipView, spot: Spot, navies: Mapping[str, str]) -> str:
    """8.2: air units on their target, circling above it."""
    parts = []
    for i, (kind, count) in enumerate(ship.air.items()):
        x, y = ((21, -19), (-21, -19), (0, -26))[i % 3]
        y = -y if _heads_south(ship) else y
        figure = group([plane(kind, navies[kind])], transform="rotate(-35) scale(.95)")
        style: Style = {"font_size": LETTERS, "font_weight": "bold", "fill": "#fff"}
        words = text(str(count), 7, 9, stroke_width=2.4, **style, **_HALO)
        parts.append(group([figure, words], transform=at(x * spot.scale, y * spot.scale)))
    return group(parts, class_="strike") if parts else ""


def _heads_south(ship: ShipView) -> bool:
    return ship.facing in ("SE", "S", "SW")


@lru_cache(maxsize=2048)
def _name(ship: ShipView, hex_: str, spot: Spot) -> str:
    """Sign and name astern of the ship: below her, above if she heads south; outside in a stack."""
    style: Style = {"fill": "#b5c0c6" if ship.hulk else WORDS[ship.navy]}
    style |= {"font_style": "italic"} if ship.hulk else {"font_weight": "bold"}
    name = ship.short if spot.crowd > _CROWD else captions.short_name(ship.name)
    words = f"{NAVIES[ship.navy].sign} {name}"
    column, row = middle(hex_)
    x, y = column + spot.x, row + spot.y
    if spot.alone:
        upright = ship.facing in ("N", "S")
        above, below = (-19, 27) if upright else (-14, 21)
        return text(words, x, y + (above if _heads_south(ship) else below), **style)
    side = _side(spot)
    if side:
        anchor = "start" if side > 0 else "end"
        return text(words, x + 8 * side, y + 3, text_anchor=anchor, **style)
    return text(words, x, y + (-14 if spot.y < 0 else 20), **style)
