"""The destroyer cut open along her length: primary compartments, radars, and who is where.

The bow points to the right; the origin is the upper left corner.
"""

from __future__ import annotations

from typing import NamedTuple

from flankspeed.engine.show.picture import drawn_once
from flankspeed.engine.show.svg import FAINT, INK, Style, at, box, group, line, path, text
from flankspeed.games.picket.data.ids import (
    AFT,
    BRIDGE,
    CALIBRES,
    CIC,
    ENGINE_AFT,
    ENGINE_FWD,
    FIRE_AFT,
    FIRE_FWD,
    FIVE_INCH,
    FUEL_AFT,
    FUEL_FWD,
    MAG_1,
    MAG_2,
    MAG_3,
    MAG_4,
    MAG_5,
    MAG_20_AFT,
    MAG_40_AFT,
    MAG_LIGHT_FWD,
    PORT_SHAFT,
    RADIO,
    RUDDER,
    SC,
    SECTIONS,
    SG,
    STACK_AFT,
    STACK_FWD,
    STBD_SHAFT,
    STEERING,
)
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, PRIMARY_PLACES
from flankspeed.games.picket.show.picture.parts import (
    BURNT,
    CODES,
    DECK,
    EDGE,
    HURT,
    LETTERS,
    LOST,
    PLATE,
    SEA,
    STEEL,
    WATER,
    Offers,
    badge,
    badge_width,
    boxes,
    cross,
    flame,
    frame,
    men,
    ripples,
    thing,
)
from flankspeed.games.picket.show.picture.ship_plan import equipment
from flankspeed.games.picket.show.view.types import BoardView, EquipmentView, GunView, PrimaryView

WIDTH, HEIGHT = 1104, 228
# Where sections begin and end, from aft (left) to forward; each repair crew is shown below its own.
BOUNDS = (0, 450, 754, WIDTH)
_DECK, _KEEL, _WATERLINE = 112, 186, 150
_HOLD = (116, 66)  # the upper edge and height of a room in the hull


class _Room(NamedTuple):
    """The place of a compartment; `lines` are its name as it fits in."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]


def _hold(x: float, width: float, *lines: str) -> _Room:
    return _Room(x, _HOLD[0], width, _HOLD[1], lines)


_ROOMS = {
    STEERING: _hold(26, 62, "Steering", "Room"),
    MAG_5: _hold(90, 58, "5in", "Mag 5"),
    MAG_20_AFT: _hold(150, 58, "20mm", "Mag Aft"),
    MAG_4: _hold(210, 58, "5in", "Mag 4"),
    MAG_40_AFT: _hold(270, 58, "40mm", "Mag Aft"),
    MAG_3: _hold(330, 58, "5in", "Mag 3"),
    FUEL_AFT: _hold(390, 58, "Aft Fuel", "Tanks"),
    ENGINE_AFT: _hold(453, 79, "Aft Engine", "Room"),
    FIRE_AFT: _hold(534, 67, "Aft Fire", "Room"),
    ENGINE_FWD: _hold(603, 79, "Fwd Engine", "Room"),
    FIRE_FWD: _hold(684, 67, "Fwd Fire", "Room"),
    FUEL_FWD: _hold(757, 70, "Fwd Fuel", "Tanks"),
    MAG_LIGHT_FWD: _hold(829, 70, "20/40", "Mag Fwd"),
    MAG_2: _hold(901, 64, "5in", "Mag 2"),
    MAG_1: _hold(967, 64, "5in", "Mag 1"),
    STACK_AFT: _Room(536, 46, 60, 66, ("Aft", "Stack")),
    STACK_FWD: _Room(680, 46, 60, 66, ("Fwd", "Stack")),
    RADIO: _Room(774, 68, 64, 44, ("Radio",)),
    CIC: _Room(840, 68, 64, 44, ("CIC",)),
    BRIDGE: _Room(790, 22, 96, 44, ("Bridge",)),
    RUDDER: _Room(22, 188, 66, 38, ("Rudder",)),
    PORT_SHAFT: _Room(186, 189, 126, 17, ("Port Shaft",)),
    STBD_SHAFT: _Room(316, 208, 126, 17, ("Stbd Shaft",)),
}
# Radars by their places, and how they are marked.
_MASTHEADS = {EQUIPMENT_PLACES[SC]: ("SC", 757, 11), EQUIPMENT_PLACES[SG]: ("SG", 757, 36)}
_RAISED = (MAG_2, MAG_3, MAG_4)  # guns over these stand on a deck house

_HULL = (
    "M8 110C200 114 700 114 900 110C980 107 1050 102 1100 94C1086 122 1064 160 1042 186H64"
    "C36 178 18 150 8 110Z"
)


def profile(view: BoardView, offers: Offers) -> str:
    """The ship from her side, opened."""
    parts = [
        box(0, _WATERLINE, WIDTH, HEIGHT - _WATERLINE, rx=6, fill=SEA),
        line(0, _WATERLINE, WIDTH, _WATERLINE, stroke=WATER, stroke_width=1.2),
        _outside(view.guns),
        *(_room(view.primaries[number], offers, room) for number, room in _ROOMS.items()),
        *(_radar(item, offers) for item in view.equipment if item.place in _MASTHEADS),
    ]
    return group(parts, class_="profile")


def _outside(guns: list[GunView]) -> str:
    """The hull, what stands on deck and what turns below: for the eye only."""
    steel: Style = {"fill": STEEL, "stroke": EDGE, "stroke_width": 1.3}
    shafts = [
        line(430, y - 4, 118, y, stroke=EDGE, stroke_width=3)
        + path(f"M114 {y}q-7-14 0-16q7 2 0 16q-7 14 0 16q7-2 0-16z", fill=EDGE)
        for y in (198, 216)
    ]
    houses = [
        path("M196 112V98H402V112Z", fill=DECK, stroke=EDGE),
        path("M768 112V64H784V18H892V64H910V112Z", fill=DECK, stroke=EDGE),
        path("M910 112V98H960V112Z", fill=DECK, stroke=EDGE),
        line(757, 4, 757, 112, stroke=EDGE, stroke_width=2.4),
        line(739, 24, 775, 24, stroke=EDGE, stroke_width=1.4),
    ]
    for stack in (STACK_AFT, STACK_FWD):
        x, y, width = _ROOMS[stack][:3]
        houses.append(box(x - 2, y - 6, width + 4, 9, rx=2, fill="#4d5c66"))
    bulkheads = [line(x, _DECK, x, _KEEL, stroke=EDGE, stroke_width=2) for x in BOUNDS[1:-1]]
    parts = [*shafts, *houses, *_turrets(guns), path(_HULL, **steel), *bulkheads]
    return group(parts, pointer_events="none")


def _turrets(guns: list[GunView]) -> list[str]:
    """The 5-inch gun houses, each over its magazine."""
    parts = []
    for gun in guns:
        if gun.calibre != CALIBRES[FIVE_INCH]:
            continue
        magazine = PRIMARY_PLACES.index(gun.magazine)
        room = _ROOMS[magazine]
        x, y = room.x + room.width / 2, 98 if magazine in _RAISED else 109
        turn = -1 if gun.section == SECTIONS[AFT] else 1
        house = path("M-13 0V-15Q-12-19-7-19H6L13-9V0Z", fill="#9eabb4", stroke=EDGE)
        barrel = line(10, -11, 38, -15, stroke=EDGE, stroke_width=3)
        parts.append(group([barrel, house], transform=f"{at(x, y)} scale({turn} 1)"))
    return parts


def _radar(item: EquipmentView, offers: Offers) -> str:
    mark, x, y = _MASTHEADS[item.place]
    colour = LOST if item.destroyed else HURT if item.hits else PLATE
    style: Style = {"text_anchor": "middle", "font_size": LETTERS, "font_weight": "bold"}
    parts = [
        box(-17, -9, 34, 18, rx=4, fill=colour, stroke=FAINT, stroke_width=1.2),
        text(mark, 0, 4.8, **style),
    ]
    outline = frame(-17, -9, 34, 18)
    return equipment(item, offers, parts, outline, 13, at(x, y))


# --- Rooms ---


@drawn_once
def _room(seen: PrimaryView, offers: Offers, room: _Room) -> str:
    """A compartment: its name, its boxes, fire and flooding, and the people in it."""
    hits, lost, fire, flooded = seen.hits, seen.destroyed, seen.fire, seen.flooded
    x, y, width, height, lines = room
    fill = LOST if lost else BURNT if fire else HURT if hits else PLATE
    parts = [box(x, y, width, height, rx=4, fill=fill, stroke=EDGE, stroke_width=0.9)]
    if flooded:
        level = y + height * 0.6
        parts.append(box(x + 1, level, width - 2, height * 0.4 - 1, rx=3, fill=WATER))
        parts.append(ripples(x + 3, level, width - 4))
    parts += _inside(seen, room)
    if fire:
        slim = len(lines) == 1
        parts.append(flame(x + width - 9, y + (9 if slim else 12), 0.95 if slim else 1.1))
    if lost:
        inset = 5 if height > 20 else 2
        parts.append(cross(x + 5, y + inset, width - 10, height - 2 * inset, 2.6))
    marks = [
        name
        for name, true in (
            ("destroyed", lost),
            ("damaged", hits and not lost),
            ("burning", fire),
            ("flooded", flooded),
        )
        if true
    ]
    words = _room_words(seen, marks)
    outline = frame(x, y, width, height, 1)
    return thing(offers, seen.place, words, parts, outline, marks)


def _inside(seen: PrimaryView, room: _Room) -> list[str]:
    """Name, boxes and people: in one line in a slim room, otherwise one below the other."""
    x, y, _, height, lines = room
    slim = height < 20
    struck = "line-through" if seen.destroyed else None
    style: Style = {"font_size": LETTERS, "text_decoration": struck}
    halo: Style = {"stroke": "#fff", "stroke_opacity": 0.7, "stroke_width": 2}
    style |= halo | {"paint_order": "stroke"}
    parts = [text(words, x + 4, y + 13 + 14 * i, **style) for i, words in enumerate(lines)]
    low = y + 3 + 14 * len(lines)
    marks = (x + 77, y + 4) if slim else (x + 5, low)
    people = (x + 104, y + 9) if slim else (x + 8, y + height - 9)
    parts.append(boxes(*marks, seen.hits, seen.boxes))
    parts.append(men(*people, seen.crew))
    left = people[0] - 4 + 7 * seen.crew
    for officer in seen.officers:
        code = CODES[officer]
        parts.append(badge(code, left, people[1] - 8, INK))
        left += badge_width(code) + 1
    return parts


def _room_words(seen: PrimaryView, marks: list[str]) -> str:
    words = [seen.name, *marks, f"{seen.hits} of {seen.boxes} boxes"]
    if seen.crew:
        words.append(f"{seen.crew} crewmen")
    return ", ".join([*words, *seen.officers])
