"""Below the ship: repair crews, deck fires and secondary compartments by section."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.show.svg import FAINT, GREY, Style, at, box, circle, group, text
from flankspeed.games.picket.data.ids import AFT, FORWARD, MIDSHIP, SECTIONS
from flankspeed.games.picket.show.picture.parts import (
    DASHES,
    HURT,
    LETTERS,
    LOST,
    NAVY,
    PLATE,
    WATER,
    Column,
    Offers,
    boxes,
    fallen,
    flame,
    frame,
    men,
    ripples,
    thing,
)
from flankspeed.games.picket.show.picture.ship_profile import BOUNDS, WIDTH
from flankspeed.games.picket.show.view.types import BoardView, SecondaryView, SectionView

CREW_HEIGHT = 44
# From left to right as the ship lies, each with so many columns of secondary compartments.
_ORDER = ((AFT, 2), (MIDSHIP, 1), (FORWARD, 4))
_CELL = (157.5, 18)


def crews(view: BoardView, offers: Offers) -> str:
    """One box for each section, below it."""
    parts = [
        _crew(view.sections[section], BOUNDS[i] + 3, BOUNDS[i + 1] - BOUNDS[i] - 6, offers)
        for i, (section, _) in enumerate(_ORDER)
    ]
    return group(parts, class_="crews")


def _crew(section: SectionView, x: float, width: float, offers: Offers) -> str:
    """The men in the DC box, those at work and those lost; the deck-fire track."""
    free, alive, place = section.free, section.crew, section.place
    outline = frame(x, 0, width, CREW_HEIGHT, 0) if place in offers else ""
    parts = [
        box(x, 0, width, CREW_HEIGHT, rx=5, fill="#fff", stroke=GREY, stroke_width=0.8),
        text(f"Repair {section.repair}, {section.name}", x + 8, 16, font_weight="bold"),
        text(f"{free} free of {alive}", x + 8, 34, fill=FAINT),
        men(x + 102, 30, free),
        *(circle(x + 102 + 7 * i, 30, 2.2, fill="none", stroke=NAVY) for i in range(free, alive)),
        fallen(x + 102 + 7 * alive, 30, section.full - alive),
    ]
    spaces = section.deck_fire_spaces
    left = x + width - 8 - 16 * spaces
    parts.append(text("Deck fires", left, 15, fill=FAINT))
    for i in range(spaces):
        parts.append(box(left + 16 * i, 20, 14, 18, rx=2.5, fill="#fff", stroke=FAINT))
        if i < section.deck_fires:
            parts.append(flame(left + 16 * i + 7, 30.5, 0.95))
    return group([*parts, outline], class_="crew", data_place=place, font_size=LETTERS)


def secondaries(view: BoardView, offers: Offers) -> tuple[str, float]:
    """All secondary compartments by section, and how high the drawing is."""
    column = Column(WIDTH)
    hit = sum(1 for room in view.secondaries if room.hits)
    column.heading("Secondary compartments", f"{hit} of {len(view.secondaries)} hit")
    parts, first, rows = [], 0, 0
    for section, columns in _ORDER:
        name = SECTIONS[section]
        rooms = [room for room in view.secondaries if room.section == name]
        height = -(-len(rooms) // columns)
        rows = max(rows, height)
        for order, room in enumerate(rooms):
            x, y = (first + order // height) * _CELL[0], (order % height) * _CELL[1]
            labels = tuple(offers.get(room.place, ()))
            parts.append(_secondary(room, labels, at(x, y)))
        parts.append(text(name, first * _CELL[0] + 2, 12, fill=FAINT))
        first += columns
    column.add(group(parts), (rows + 1) * _CELL[1])
    return column.drawn("secondaries"), column.y


@lru_cache(maxsize=1024)  # there are many, and hardly one changes from one picture to the next
def _secondary(room: SecondaryView, labels: tuple[str, ...], where: str) -> str:
    """A room: two boxes and its name; slanting on blue ground if it lies below the waterline."""
    hits, lost, shaded, flooded = room.hits, room.destroyed, room.shaded, room.flooded
    width, y = _CELL[0] - 4, _CELL[1]
    fill = WATER if flooded else LOST if lost else HURT if hits else "#dbe8f0" if shaded else PLATE
    style: Style = {
        "font_style": "italic" if shaded else None,
        "text_decoration": "line-through" if lost else None,
    }
    parts = [
        box(0, y, width, _CELL[1] - 2, rx=2.5, fill=fill, stroke="#c2cdd4"),
        boxes(3, y + 4.5, hits, room.boxes, 7, 1.5),
        text(room.name, 23, y + 12.5, **style),
    ]
    if flooded:
        parts.append(ripples(width - 18, y + 6, 16))
    if room.crew:
        parts.append(men(width - 6, y + 7.5, 1))
    found = (
        (hits and not lost, "damaged"),
        (lost, "destroyed"),
        (flooded, "flooded"),
    )
    marks = [name for true, name in found if true]
    words = ", ".join(
        [
            f"{room.name} ({room.section})",
            *(["below the waterline"] if shaded else []),
            *marks,
            *(["a crewman is there"] if room.crew else []),
        ]
    )
    outline = box(-1, y - 1, width + 2, _CELL[1], rx=3, **DASHES)
    offers = {room.place: list(labels)}
    return thing(offers, room.place, words, parts, outline, marks, where)
