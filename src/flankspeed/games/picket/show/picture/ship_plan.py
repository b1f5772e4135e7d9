"""The destroyer from above: her sections, mounts and directors.

Drawn round the origin with the bow to the right; port is up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import (
    ALARM,
    FAINT,
    GREY,
    INK,
    Style,
    at,
    box,
    circle,
    group,
    line,
    path,
    tag,
    text,
)
from flankspeed.engine.show.text import counted
from flankspeed.games.picket.data.ids import CALIBRES, FORWARD, MK37, MOUNTS, SECTIONS
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, GUN_PLACES
from flankspeed.games.picket.show.picture.parts import (
    DASHES,
    DECK,
    EDGE,
    ENEMY,
    HURT,
    LETTERS,
    LOST,
    PLATE,
    STEEL,
    Offers,
    badge,
    badge_width,
    cross,
    flame,
    frame,
    men,
    thing,
)
from flankspeed.games.picket.show.view.types import BoardView, EquipmentView, GunView, SectionView

_FIVE_INCH, _FORTY, _TWENTY = CALIBRES
_MK37_PLACE = EQUIPMENT_PLACES[MK37]

# By section, forward first: the hull, the houses on deck, the middle.
_HULLS = (
    "M90-52C170-52 262-38 332 0 262 38 170 52 90 52Z",
    "M-90-52Q0-55 90-52V52Q0 55-90 52Z",
    "M-90-52V52C-180 51-262 46-318 37Q-336 0-318-37C-262-46-180-51-90-52Z",
)
_HOUSES = (
    "M92-22H150L176-15Q186 0 176 15L150 22H92ZM222-24Q232 0 222 24",
    "M-88-17H88V17H-88Z",
    "M-92-20H-206Q-220 0-206 20H-92Z",
)
_MIDDLES = (172, 0, -206)
_STACKS, _TUBES = (52, -36), (8, -74)
_MAST = 96  # where the Mk37 director stands, on the bridge: forward of the mast
_MK37 = 134

# Where mounts stand: for section, beside the middle line or on it, and calibre the line from the
# first to the last, starboard side; port is its mirror. However many there are, they share it.
_RAILS = {
    ("forward", False, _FORTY): (163, 0, 163, 0),
    ("forward", False, _TWENTY): (290, 0, 232, 0),
    ("forward", True, _FIVE_INCH): (236, 22, 196, 30),
    ("forward", True, _FORTY): (166, 33, 112, 37),
    ("forward", True, _TWENTY): (206, 33, 128, 39),
    ("midship", False, _FORTY): (9, 0, -74, 0),
    ("midship", False, _TWENTY): (80, 0, -74, 0),
    ("midship", True, _FIVE_INCH): (60, 34, -60, 34),
    ("midship", True, _FORTY): (-30, 36, -74, 36),
    ("midship", True, _TWENTY): (72, 38, 0, 38),
    ("aft", False, _FORTY): (-148, 0, -296, 0),
    ("aft", False, _TWENTY): (-313, 0, -286, 0),
    ("aft", True, _FIVE_INCH): (-130, 33, -240, 30),
    ("aft", True, _FORTY): (-124, 36, -200, 34),
    ("aft", True, _TWENTY): (-295, 22, -258, 30),
}
# 5-inch mounts on the middle line stand where their number says, whatever else is aboard.
_BY_NUMBER = dict(zip(GUN_PLACES, (256, 204, -114, -182, -250), strict=False))
_RADII = {_FIVE_INCH: 17, _FORTY: 15, _TWENTY: 14}
_BARRELS = {_FIVE_INCH: (0.0,), _FORTY: (-0.35, 0.35), _TWENTY: (0.0,)}


def plan(view: BoardView, offers: Offers) -> str:
    """The ship as she lies in the middle of the bearings."""
    parts = [_section(section, number, offers) for number, section in enumerate(view.sections)]
    parts.append(_deck())
    spots = list(_spots(view.guns))
    # From the middle outwards, so that no barrel lies across the next mount's label.
    for gun, x, y in sorted(spots, key=lambda spot: (abs(spot[2]), abs(spot[1]))):
        parts.append(_gun(gun, offers, x, y))
    aboard = {item.place: item for item in view.equipment}
    if _MK37_PLACE in aboard:
        parts.append(_director(aboard[_MK37_PLACE], offers, _MK37, 0))
    for gun, x, y in spots:
        if gun.director and gun.director != _MK37_PLACE:
            parts.append(_director(aboard[gun.director], offers, *_beside(x, y)))
    return group(parts, class_="ship")


def _section(section: SectionView, number: int, offers: Offers) -> str:
    fires, hull = section.deck_fires, _HULLS[number]
    parts = [
        path(hull, fill=STEEL, stroke=EDGE, stroke_width=1.4),
        path(_HOUSES[number], fill=DECK, stroke="#7b8a94", stroke_width=0.8),
        *(flame(_MIDDLES[number] + 22 - i * 13, -62, 1.15) for i in range(fires)),
    ]
    if section.place in offers:
        parts.append(path(hull, **DASHES))
    burning = f", {fires} deck fire markers" if fires else ""
    words = f"{section.name}, the section of Repair {section.repair}{burning}"
    marks = ["burning"] if fires else []
    return thing(offers, section.place, words, parts, marks=marks)


@cache
def _deck() -> str:
    """Stacks, torpedo tubes and the mast, for the eye only."""
    tubes = [
        group(
            [box(-15, i * 4 - 9.4, 30, 2.8, rx=1.4, fill="#8c9aa4") for i in range(5)],
            transform=f"{at(x, 0)} rotate({turn})",
        )
        for x, turn in zip(_TUBES, (12, -12), strict=True)
    ]
    pen: Style = {"fill": "#4d5c66", "stroke": PLATE, "stroke_width": 2}
    stacks = [tag("ellipse", cx=x, cy=0, rx=15, ry=9.5, **pen) for x in _STACKS]
    stacks += [tag("ellipse", cx=x, cy=0, rx=8, ry=4.5, fill="#2e3a42") for x in _STACKS]
    mast = circle(_MAST, 0, 3, fill=EDGE) + line(_MAST, -13, _MAST, 13, stroke=EDGE)
    return group([*tubes, *stacks, mast], pointer_events="none")


def _spots(guns: list[GunView]) -> Iterator[tuple[GunView, float, float]]:
    """Each mount with its place on deck."""
    groups: dict[tuple[str, str, str], list[GunView]] = {}
    for gun in guns:
        if gun.calibre == _FIVE_INCH and gun.side == "centre":
            yield gun, _BY_NUMBER[gun.place], 0
        else:
            groups.setdefault((gun.section, gun.side, gun.calibre), []).append(gun)
    for (section, side, calibre), members in groups.items():
        x1, y1, x2, y2 = _RAILS[section, side != "centre", calibre]
        mirror = -1 if side == "port" else 1
        for order, gun in enumerate(members):
            share = order / (len(members) - 1) if order else 0
            yield gun, x1 + (x2 - x1) * share, mirror * (y1 + (y2 - y1) * share)


def _beside(x: float, y: float) -> tuple[float, float]:
    """Where the director of a tub stands: abaft of it, or beside one on the middle line."""
    return (x - 28, y) if y else (x, 32)


# --- Mounts ---


@drawn_once
def _gun(gun: GunView, offers: Offers, x: float, y: float) -> str:
    """A gun house or tub with its barrels, its hits, its target and the men who repair it."""
    r, hits, lost = _RADII[gun.calibre], gun.hits, gun.destroyed
    silent = not lost and not gun.can_fire
    fill = LOST if lost else HURT if hits else PLATE
    parts = [*_barrels(gun, r, GREY if lost else INK)]
    pen: Style = {"fill": fill, "stroke": GREY if lost else INK, "stroke_width": 1.3}
    if silent:
        pen["stroke_dasharray"] = "2 2"
    if gun.calibre == _FIVE_INCH:
        parts.append(box(-r, -r, 2 * r, 2 * r, rx=6, **pen))
    else:
        parts.append(circle(0, 0, r, **pen))
    if lost:
        parts.append(cross(-0.8 * r, -0.8 * r, 1.6 * r, 1.6 * r, 2.6))
    parts.append(_label(gun, r, fill))
    if hits and not lost:
        parts.append(_tally(f"{hits}", r))
    if gun.target is not None:
        words = f"{gun.target}"
        left = -badge_width(words) / 2 if gun.side == "centre" else -r - 5
        parts.append(badge(words, left, -r - 9, ENEMY))
    if gun.crew:
        parts.append(men(-7, r + 1, gun.crew))
    marks = ["destroyed"] * lost + ["damaged"] * (hits > 0 and not lost) + ["silent"] * silent
    words = _gun_words(gun)
    outline = frame(-r, -r, 2 * r, 2 * r)
    if gun.calibre != _FIVE_INCH:
        outline = circle(0, 0, r + 2.5, **DASHES)
    return thing(offers, gun.place, words, parts, outline, marks, at(x, y))


def _barrels(gun: GunView, r: float, colour: str) -> list[str]:
    """Outboard, or over the nearer end of the ship."""
    ahead = gun.section == SECTIONS[FORWARD]
    turn = {"port": 0, "starboard": 180}.get(gun.side, 90 if ahead else -90)
    lines = [line(b * r, 0, b * r, -1.75 * r) for b in _BARRELS[gun.calibre]]
    pen: Style = {"stroke": colour, "stroke_width": 3.4 if gun.calibre == _FIVE_INCH else 2.2}
    return [group(lines, transform=f"rotate({turn})", **pen)]


def _mark(name: str) -> str:
    """5-inch mounts by number, light ones by calibre and letter."""
    calibre, last = name.split()[0], name.split()[-1]
    return last if calibre == _FIVE_INCH else f"{calibre[:2]}{last[:1].upper()}"


_MARKS = {place: _mark(name) for place, name in zip(GUN_PLACES, MOUNTS, strict=True)}


def _label(gun: GunView, r: float, ground: str) -> str:
    words = _MARKS[gun.place]
    size = 1.15 * r if len(words) == 1 else LETTERS
    style: Style = {"font_size": size, "font_weight": "bold", "text_anchor": "middle"}
    halo: Style = {"stroke": ground, "stroke_width": 2.4, "paint_order": "stroke"}
    return text(words, 0, size * 0.36, **style, **halo)


def _tally(words: str, r: float) -> str:
    """A red disc with the number of hits, at the upper right."""
    style: Style = {"fill": "#fff", "font_size": LETTERS, "text_anchor": "middle"}
    disc = circle(r * 0.8, -r * 0.8, 8.5, fill=ALARM, stroke="#fff", stroke_width=0.8)
    return disc + text(words, r * 0.8, -r * 0.8 + 4.7, font_weight="bold", **style)


def _gun_words(gun: GunView) -> str:
    words = [gun.name, gun.section]
    if gun.side != "centre":
        words.append(gun.side)
    if gun.destroyed:
        words.append("destroyed")
    elif gun.hits:
        words.append(f"damaged, {gun.hits} of {counted(gun.boxes, 'hit')}")
    if not gun.destroyed and not gun.can_fire:
        words.append("cannot fire")
    if gun.target is not None:
        by = " by the Mk37 director" if gun.by_director else ""
        words.append(f"aimed at plane {gun.target}{by}")
    if gun.kills:
        words.append(f"{counted(gun.kills, 'plane')} shot down")
    if gun.crew:
        words.append(f"{gun.crew} crewmen repair it")
    words += [f"the {officer} is there" for officer in gun.officers]
    return ", ".join(words)


# --- Directors ---


def _director(item: EquipmentView, offers: Offers, x: float, y: float) -> str:
    """A director: a diamond with its letter."""
    large = item.place == _MK37_PLACE
    r = 17 if large else 12
    fill = LOST if item.destroyed else HURT if item.hits else PLATE
    shape = f"M0-{r}L{r} 0 0 {r}-{r} 0Z"
    words = "37" if large else item.name.split()[1][0].upper()
    style: Style = {"font_size": LETTERS, "font_weight": "bold"}
    parts = [
        path(shape, fill=fill, stroke=FAINT, stroke_width=1.2),
        text(words, 0, 4.6, text_anchor="middle", **style),
    ]
    wide = f"M0-{r + 4}L{r + 4} 0 0 {r + 4}-{r + 4} 0Z"
    return equipment(item, offers, parts, path(wide, **DASHES), r, at(x, y))


def equipment(
    item: EquipmentView,
    offers: Offers,
    parts: list[str],
    outline: str,
    r: float,
    where: str,
) -> str:
    """A director or radar with what has happened to it, and the man who repairs it."""
    hits, lost, words = item.hits, item.destroyed, item.name
    if lost:
        parts.append(cross(-0.6 * r, -0.6 * r, 1.2 * r, 1.2 * r, 2.2))
        words = f"{words}, destroyed"
    elif hits:
        parts.append(_tally(f"{hits}", r * 0.8))
        words = f"{words}, damaged"
    if item.crew:
        parts.append(men(0, r + 4, 1))
        words = f"{words}, a crewman repairs it"
    marks = ["destroyed"] * lost + ["damaged"] * (hits > 0 and not lost)
    return thing(offers, item.place, words, parts, outline, marks, where)
