"""The bearings round the ship with their three altitudes, and the planes in them.

The bow points to the right, so that bearing 0 is right and 90, to starboard, is down.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from flankspeed.engine.show.svg import FAINT, INK, Style, at, box, circle, group, path, text
from flankspeed.engine.show.text import counted
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    BEARINGS,
    HIGH,
    LOW,
    SECTIONS,
    AltitudeId,
    BearingId,
    space_of,
)
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.picture.parts import (
    BURNT,
    DASHES,
    ENEMY,
    GRID,
    LETTERS,
    NAVY,
    PLATE,
    SEA,
    Offers,
    badge,
    badge_width,
    boxes,
    cross,
    flame,
    frame,
    thing,
)
from flankspeed.games.picket.show.view.types import BoardView, Fate, PlaneView

WIDTH, HEIGHT = 1104, 512
_BAND = (66, 54)  # an altitude is so wide beside the ship's ends, so high along her sides
_HOLE = (WIDTH - 6 * _BAND[0], HEIGHT - 6 * _BAND[1])  # where the ship lies
_CORNER = (76, 66)  # how the hole is rounded
_TINTS = ("#d3e3ec", "#dde9f0", SEA)  # by altitude
# Bearings begin where rays leave the ship's middle line: so far from her middle, at this angle.
_RAYS = (
    (260, -28),
    (260, 28),
    (100, 76),
    (-100, 104),
    (-260, 152),
    (-260, 208),
    (-100, 256),
    (100, 284),
    (260, 332),
)
_STEPS = 12
_COVERED: Style = {
    "fill": "#c8641c",
    "fill_opacity": 0.25,
    "stroke": "#c8641c",
    "stroke_dasharray": "4 3",
}
_COUNTER = (70, 42)
_DOWN: tuple[Fate, ...] = ("shot down", "spent")  # what is no danger any more

# Single-engined and twin-engined, nose up, in a square some 30 wide.
_OUTLINES = (
    "M0-6L12-4.6C14.3-4.3 15-3.2 15-2.5S14-1.2 12-.9L2 1.8H-2L-12-.9C-14-1.2-15-1.8-15-2.5"
    "S-14.3-4.3-12-4.6ZM0-12C1.7-12 2.2-9.8 2.2-8.4L2-1.5C1.8 4 1 9 .4 13.4H-.4C-1 9-1.8 4-2-1.5"
    "L-2.2-8.4C-2.2-9.8-1.7-12 0-12ZM0 8.6L4.6 9.7C6 10 6 11.5 4.6 11.7L0 12.3-4.6 11.7"
    "C-6 11.5-6 10-4.6 9.7Z",
    "M0-5L15-3C17-2.6 17.4-1.8 17.4-1.2S16.6 0 15 .3L2.4 2.6H-2.4L-15 .3C-16.6 0-17.4-.6-17.4-1.2"
    "S-17-2.6-15-3ZM0-14C2-14 2.6-11.6 2.6-9L2.4 0C2.2 5 1.2 10 .5 14.6H-.5C-1.2 10-2.2 5-2.4 0"
    "L-2.6-9C-2.6-11.6-2-14 0-14ZM0 9.4L6 10.6C7.4 11 7.4 12.7 6 13L0 13.6-6 13"
    "C-7.4 12.7-7.4 11-6 10.6ZM5.4-8.6H8.2L8.6 1H5ZM-5.4-8.6H-8.2L-8.6 1H-5Z",
)


def silhouette(plane: PlaneView, turn: float, scale: float = 0.86) -> str:
    """The aircraft from above, its nose turned so many degrees from up."""
    shape = path(
        _OUTLINES[plane.engines > 1],
        fill=ENEMY,
        stroke="#fff",
        stroke_width=1.2,
        paint_order="stroke",
    )
    suns = [circle(x, -2.4, 1.8, fill="#ffd9d2") for x in (-10, 10)]
    return group([shape, *suns], transform=f"rotate({turn:g}) scale({scale:g})")


# --- The spaces ---


@cache
def _point(bearing: BearingId, share: float, level: float) -> tuple[float, float]:
    """A point of a bearing: `share` of the way through it clockwise, `level` bands outwards."""
    (x1, a1), (x2, a2) = _RAYS[bearing], _RAYS[bearing + 1]
    focus, angle = x1 + (x2 - x1) * share, radians(a1 + (a2 - a1) * share)
    near, far = 0.0, float(WIDTH)
    for _ in range(24):
        middle = (near + far) / 2
        if _within(focus + middle * cos(angle), middle * sin(angle), level):
            near = middle
        else:
            far = middle
    return WIDTH / 2 + focus + near * cos(angle), HEIGHT / 2 + near * sin(angle)


def _within(x: float, y: float, level: float) -> bool:
    """Whether a point, seen from the middle, lies inside the outer edge of so many bands."""
    half_width, half_height = _HOLE[0] / 2 + level * _BAND[0], _HOLE[1] / 2 + level * _BAND[1]
    x, y = abs(x), abs(y)
    if x > half_width or y > half_height:
        return False
    rx, ry = _CORNER[0] + level * _BAND[0], _CORNER[1] + level * _BAND[1]
    dx, dy = x - half_width + rx, y - half_height + ry
    return dx <= 0 or dy <= 0 or (dx / rx) ** 2 + (dy / ry) ** 2 <= 1


@cache
def _sector(bearing: BearingId, lowest: AltitudeId = LOW, highest: AltitudeId = HIGH) -> str:
    """The outline of a bearing through these altitudes, or all."""
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    inner = [_point(bearing, share, lowest) for share in shares]
    outer = [_point(bearing, share, highest + 1) for share in reversed(shares)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in inner + outer) + "Z"


def sky(view: BoardView, offers: Offers) -> str:
    """The sea with its bearings and altitudes; each bearing carries its id."""
    sectors = [
        thing(
            offers,
            f"bearing:{degrees}",
            _bearing_words(view, bearing),
            [path(_sector(bearing), fill="#fff", fill_opacity=0)],
            path(_sector(bearing), **DASHES),
            ["space"],
        )
        for bearing, degrees in enumerate(BEARINGS)
    ]
    return group([_rings(), group(sectors, stroke=GRID), _names(view)])


@cache
def _rings() -> str:
    """The altitudes round the ship, the highest outermost."""
    levels = [(altitude + 1, _TINTS[altitude]) for altitude in reversed(range(len(ALTITUDES)))]
    rings = [_ring(level, fill=tint) for level, tint in (*levels, (0, "#c4d9e5"))]
    return group(rings, stroke=GRID)


def _ring(level: int, **style: str) -> str:
    width, height = (_HOLE[i] + 2 * level * _BAND[i] for i in (0, 1))
    rx, ry = (_CORNER[i] + level * _BAND[i] for i in (0, 1))
    return box((WIDTH - width) / 2, (HEIGHT - height) / 2, width, height, rx=rx, ry=ry, **style)


def _bearing_words(view: BoardView, bearing: BearingId) -> str:
    section, degrees = SECTIONS[ship().section_at[bearing]], BEARINGS[bearing]
    hits = view.log.hits_by_bearing[str(degrees)]
    log = f", {counted(hits, 'plane')} struck from here" if hits else ""
    return f"bearing {degrees}: planes strike {section}{log}"


def _names(view: BoardView) -> str:
    """Degrees round the ship, with the planes that have struck from there; altitudes twice."""
    parts = []
    for bearing, degrees in enumerate(BEARINGS):
        # Clear of the bow and stern.
        share, level = {0: (0.03, -0.05), 180: (0.97, -0.05)}.get(degrees, (0.5, -0.25))
        x, y = _point(bearing, share, level)
        style: Style = {"text_anchor": "middle", "font_size": LETTERS, "font_weight": "bold"}
        parts.append(box(x - 19, y - 9, 38, 18, rx=9, fill="#fff", stroke=INK))
        parts.append(text(f"{degrees}°", x + 1.5, y + 4.8, **style))
        hits = view.log.hits_by_bearing[str(degrees)]
        if hits:
            parts.append(badge(f"{hits}", x + 15, y - 18, ENEMY))
    for bearing in (2, 6):
        for altitude, name in enumerate(captions.ALTITUDE_NAMES):
            x, y = _point(bearing, 0.97 if bearing == 2 else 0.03, altitude + 0.5)
            parts.append(text(name, x + 2, y + 4, font_size=LETTERS, fill=FAINT))
    return group(parts, class_="names pieces", pointer_events="none")


def gun_sector(view: BoardView, word: str) -> list[str] | None:
    """The spaces that a gun can fire into, as the ship lies; None if she has no such gun."""
    for gun in view.guns:
        if captions.gun_word(gun) == word:
            spaces = [divmod(space_of(name), len(ALTITUDES)) for name in gun.sector]
            return [
                path(_sector(bearing, altitude, altitude), **_COVERED)
                for bearing, altitude in spaces
            ]
    return None


# --- The planes ---


def planes(view: BoardView, offers: Offers) -> str:
    """The regular planes of the wave, each in its space; none hides what is aimed at the next."""
    spaces: dict[str, list[int]] = {}
    for number, plane in enumerate(view.attack.planes, 1):
        spaces.setdefault(plane.space, []).append(number)
    aimed: dict[int | None, list[str]] = {}
    for gun in view.guns:
        aimed.setdefault(gun.target, []).append(captions.gun_word(gun))
    drawn: list[tuple[float, str]] = []
    for space, numbers in spaces.items():
        bearing, altitude = divmod(space_of(space), len(ALTITUDES))
        for order, number in enumerate(numbers):
            share = _share(bearing, altitude, order, len(numbers))
            x, y = _point(bearing, share, altitude + 0.5)
            guns = aimed.get(number, [])
            drawn.append((y, _counter(view, number, guns, offers, at(x, y))))
    drawn.sort(key=lambda pair: pair[0])
    return group([counter for _, counter in drawn], class_="planes pieces")


def _share(bearing: BearingId, altitude: AltitudeId, order: int, count: int) -> float:
    """Planes of one space stand side by side round its middle, closer if they are many."""
    x1, y1 = _point(bearing, 0.0, altitude + 0.5)
    x2, y2 = _point(bearing, 1.0, altitude + 0.5)
    room = max(abs(x2 - x1) / (_COUNTER[0] + 4), abs(y2 - y1) / (_COUNTER[1] + 4), 1.0)
    step = min(1 / room, 1 / count)
    return 0.5 + (order - (count - 1) / 2) * step


def _counter(view: BoardView, number: int, guns: list[str], offers: Offers, where: str) -> str:
    """A plane: number, type, hits, and what is aimed at it."""
    plane = view.attack.planes[number - 1]
    assert plane.bearing is not None, "a regular plane has its bearing"
    width, height = _COUNTER
    x, y = -width / 2, -height / 2
    parts = [
        _plate(plane, x, y, width, height),
        group([silhouette(plane, plane.bearing - 90)], transform=at(4, -6)),
        badge(f"{number}", x + 2, y + 2, ENEMY),
        text(plane.name, 0, 15.5, **_name_style(plane)),
        *_pips(plane, view.attack.flaming_hits, x + width - 9, y + 3),
        *_support(plane, len(guns), x, y),
    ]
    if plane.fate in _DOWN:
        parts = [group(parts, opacity=0.55), cross(x + 20, y + 3, width - 34, height - 16, 2.4)]
    words = _plane_words(plane, number, guns)
    outline = frame(x, y, width, height)
    return thing(offers, plane.place, words, parts, outline, _marks(plane), where)


def _plate(plane: PlaneView, x: float, y: float, width: float, height: float) -> str:
    fill = BURNT if plane.fate == "flamed" else PLATE
    style: Style = {"stroke": ENEMY, "stroke_width": 1.1, "fill_opacity": 0.93}
    return box(x, y, width, height, rx=4, fill=fill, **style)


def _name_style(plane: PlaneView) -> Style:
    struck = "line-through" if plane.fate in _DOWN else None
    return {
        "font_size": LETTERS,
        "font_weight": "bold",
        "text_anchor": "middle",
        "text_decoration": struck,
        "stroke": PLATE,
        "stroke_width": 2,
        "paint_order": "stroke",
    }


def _pips(plane: PlaneView, most: int, x: float, y: float) -> list[str]:
    """The hits on a plane; the last of so many sets it on fire."""
    if plane.fate == "flamed":
        return [flame(x, y + 8)]
    return [boxes(x, y, plane.hits, most, 6, down=True)]


def _support(plane: PlaneView, guns: int, x: float, y: float) -> list[str]:
    """Small plates for what is aimed at the plane: A for AFS, S for SFS, G for guns."""
    found = [(f"{letter}{n}", fill) for letter, n, fill in _letters(plane, guns) if n]
    return [
        badge(words, x + 19 + i * (badge_width(words) + 1), y - 5, fill)
        for i, (words, fill) in enumerate(found)
    ]


def _letters(plane: PlaneView, guns: int) -> tuple[tuple[str, int, str], ...]:
    return ("G", guns, INK), ("A", plane.afs, NAVY), ("S", plane.sfs, "#3f6f4c")


def _marks(plane: PlaneView) -> list[str]:
    return [plane.fate.replace(" ", "-")] if plane.fate != "coming" else []


def _plane_words(plane: PlaneView, number: int, guns: list[str]) -> str:
    """A plane in a sentence, as its tooltip tells it."""
    words = [f"plane {number}: {plane.name} at {plane.space}"]
    if plane.hits or plane.fate == "coming":
        words.append(counted(plane.hits, "hit"))
    if plane.fate != "coming":
        words.append(plane.fate)
    if guns:
        words.append(f"aimed at by {' '.join(guns)}")
    words += [f"{name} {n}" for name, n in (("AFS", plane.afs), ("SFS", plane.sfs)) if n]
    return ", ".join(words)


def specials(found: list[PlaneView], offers: Offers, width: float, count: int) -> str:
    """The boxes of the special planes, side by side."""
    each = (width - 8) / count
    parts = []
    for number in range(count):
        x = number * (each + 8)
        parts.append(box(x, 0, each, 56, rx=5, fill=SEA, stroke=GRID))
        if number < len(found):
            parts.append(_special(found[number], number + 1, offers, x, each))
        else:
            parts.append(text("no special", x + each / 2, 33, text_anchor="middle", fill=FAINT))
    return group(parts, class_="specials")


def _special(plane: PlaneView, number: int, offers: Offers, x: float, width: float) -> str:
    goal = f"at {plane.section}" if plane.section else ""
    parts = [
        _plate(plane, x + 3, 3, width - 6, 50),
        group([silhouette(plane, 180)], transform=at(x + 34, 30)),
        badge(f"{number}", x + 5, 5, INK),
        text(plane.name, x + 54, 18, font_weight="bold"),
        text(plane.weapon, x + 54, 33, fill=ENEMY),
        text(goal, x + 54, 48, fill=FAINT),
        *_support(plane, 0, x + 28, 6),
        badge("spray", x + width - 55, 35, INK) if plane.sprayed else "",
    ]
    if plane.fate in _DOWN:
        parts = [group(parts, opacity=0.55), cross(x + 18, 13, 30, 30, 2.4)]
    words = f"special {number}: {captions.armed(plane)}"
    notes = [f" {goal}" if goal else ""]
    notes += [f", {name} {n}" for name, n in (("AFS", plane.afs), ("SFS", plane.sfs)) if n]
    notes += [", spray fire"] * plane.sprayed
    notes += [f", {plane.fate}"] * (plane.fate != "coming")
    outline = frame(x + 3, 3, width - 6, 50)
    return thing(offers, plane.place, words + "".join(notes), parts, outline, _marks(plane))
