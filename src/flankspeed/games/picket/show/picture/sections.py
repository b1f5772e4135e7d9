"""Below the ship: repair crews, deck fires and secondary compartments by section."""

from __future__ import annotations

from flankspeed.engine.svg import FAINT, GREY, at, box, circle, group, text
from flankspeed.games.picket.data.ids import AFT, FORWARD, MIDSHIP, SECTIONS
from flankspeed.games.picket.rules.damage.compartments import is_shaded, secondary_destroyed
from flankspeed.games.picket.rules.damage.people import free_crew
from flankspeed.games.picket.rules.places import SECONDARY_PLACES, SECTION_PLACES
from flankspeed.games.picket.show.picture.parts import (
    DASHES,
    HURT,
    LOST,
    NAVY,
    PLATE,
    WATER,
    Column,
    Offers,
    boxes,
    flame,
    frame,
    men,
    ripples,
    thing,
)
from flankspeed.games.picket.show.picture.ship_profile import BOUNDS, WIDTH
from flankspeed.games.picket.state import PicketState

CREW_HEIGHT = 42
# From left to right as the ship lies, each with so many columns of secondary compartments.
_ORDER = ((AFT, 2), (MIDSHIP, 1), (FORWARD, 6))
_CELL = (122.5, 15)


def crews(state: PicketState, offers: Offers) -> str:
    """One box for each section, below it."""
    parts = [
        _crew(state, section, BOUNDS[i] + 3, BOUNDS[i + 1] - BOUNDS[i] - 6, offers)
        for i, (section, _) in enumerate(_ORDER)
    ]
    return group(parts, class_="crews")


def _crew(state: PicketState, section: int, x: float, width: float, offers: Offers) -> str:
    """The men in the DC box, those at work and those lost; the deck-fire track."""
    free, alive, full = free_crew(state, section), state.crew[section], state.charts.crews[section]
    place = SECTION_PLACES[section]
    outline = frame(x, 0, width, CREW_HEIGHT, 0) if place in offers else ""
    parts = [
        box(x, 0, width, CREW_HEIGHT, rx=5, fill="#fff", stroke=GREY, stroke_width=0.8),
        text(f"Repair {section + 1}, {SECTIONS[section]}", x + 8, 16, font_weight="bold"),
        text(f"{free} free of {alive}", x + 8, 32, fill=FAINT, font_size=10.5),
        men(x + 92, 28, free),
        *(
            circle(x + 92 + 7 * i, 28, 2.2, fill="none", stroke=NAVY if i < alive else "#d3dade")
            for i in range(free, max(full, alive))
        ),
    ]
    spaces = state.charts.options.deckfire_len
    left = x + width - 8 - 16 * spaces
    parts.append(text("Deck fires", left, 14, font_size=10, fill=FAINT))
    for i in range(spaces):
        parts.append(box(left + 16 * i, 18, 14, 18, rx=2.5, fill="#fff", stroke=FAINT))
        if i < state.deck_fires[section]:
            parts.append(flame(left + 16 * i + 7, 28.5, 0.95))
    return group([*parts, outline], class_="crew", data_place=place, font_size=11.5)


def secondaries(state: PicketState, offers: Offers) -> tuple[str, float]:
    """All secondary compartments by section, and how high the drawing is."""
    column = Column(WIDTH)
    hit = sum(1 for boxes_marked in state.secondaries if boxes_marked)
    column.heading("Secondary compartments", f"{hit} of {len(state.secondaries)} hit")
    parts, first, rows = [], 0, 0
    for section, columns in _ORDER:
        rooms = [
            number
            for number, room in enumerate(state.charts.ship.secondaries)
            if room.section == section
        ]
        height = -(-len(rooms) // columns)
        rows = max(rows, height)
        for order, number in enumerate(rooms):
            x, y = (first + order // height) * _CELL[0], (order % height) * _CELL[1]
            parts.append(_secondary(state, number, offers, at(x, y)))
        parts.append(text(SECTIONS[section], first * _CELL[0] + 2, 9, fill=FAINT, font_size=10))
        first += columns
    column.add(group(parts, font_size=9.5), (rows + 1) * _CELL[1])
    return column.drawn("secondaries"), column.y


def _secondary(state: PicketState, number: int, offers: Offers, where: str) -> str:
    """A room: two boxes and its name; blue ground if it lies below the waterline."""
    room = state.charts.ship.secondaries[number]
    hits, lost = state.secondaries[number], secondary_destroyed(state, number)
    shaded, flooded = is_shaded(state, number), bool(state.secondary_flooded >> number & 1)
    width, y = _CELL[0] - 4, _CELL[1]
    fill = WATER if flooded else LOST if lost else HURT if hits else "#dbe8f0" if shaded else PLATE
    parts = [
        box(0, y, width, _CELL[1] - 2, rx=2.5, fill=fill, stroke="#c2cdd4"),
        boxes(3, y + 3, hits, state.charts.ship.secondary_boxes, 7, 1.5),
        text(room.name, 23, y + 10, text_decoration="line-through" if lost else None),
    ]
    if flooded:
        parts.append(ripples(width - 18, y + 5, 16))
    if state.secondary_crew >> number & 1:
        parts.append(men(width - 6, y + 6, 1))
    found = (
        (hits and not lost, "damaged"),
        (lost, "destroyed"),
        (flooded, "flooded"),
    )
    marks = [name for true, name in found if true]
    words = ", ".join(
        [
            f"{room.name} ({SECTIONS[room.section]})",
            *(["below the waterline"] if shaded else []),
            *marks,
            *(["a crewman is there"] if state.secondary_crew >> number & 1 else []),
        ]
    )
    outline = box(-1, y - 1, width + 2, _CELL[1], rx=3, **DASHES)
    return thing(offers, SECONDARY_PLACES[number], words, parts, outline, marks, where)
