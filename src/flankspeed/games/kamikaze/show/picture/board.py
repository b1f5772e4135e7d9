"""The board as SVG: the sea, the ship, the planes, and a panel with everything else.

Whatever a choice can name as its place has that name as its id (`square:11,8`, `plane:K3`,
`mount:41`, `section:bow`), so that a page can make it answer to the mouse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from flankspeed.engine.show.picture import banner, document, overlays, victory
from flankspeed.engine.show.svg import (
    FAINT,
    INK,
    Style,
    at,
    box,
    circle,
    clean,
    group,
    line,
    path,
    tag,
    text,
    title,
)
from flankspeed.games.kamikaze.data.board import (
    AMIDSHIPS,
    COLUMNS,
    FACINGS,
    ROWS,
    SECTIONS,
    STEPS,
    ColumnRow,
    place_at,
)
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import FATES, FLYING, GROUP_NAMES, KAMIKAZES
from flankspeed.games.kamikaze.show.picture.counters import (
    CELL,
    DASHES,
    LETTERS,
    plane_counter,
    ship,
)
from flankspeed.games.kamikaze.show.picture.panel import WIDTH, panel
from flankspeed.games.kamikaze.show.view import BoardView

# The places that can be chosen, each with the labels of its options.
Offers = Mapping[str, Sequence[str]]

_LEFT, _TOP, _EDGE, _FOOT = 34, 60, 28, 24
_RIGHT, _BOTTOM = _LEFT + COLUMNS * CELL, _TOP + ROWS * CELL
_PANEL = _RIGHT + _EDGE + 14
_SIZE = (_PANEL + WIDTH + 16, _BOTTOM + _FOOT)
_SEA, _UNDER_FIRE, _GRID = (228, 238, 243), (139, 177, 203), "#a9c0cd"
_ALL_SQUARES = [(column, row) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
_PLACES = {place_at(*square): square for square in _ALL_SQUARES}


def picture(
    view: BoardView, over: Sequence[str] = (), offers: Offers | None = None, prompt: str = ""
) -> str:
    """The board as SVG, complete in itself: the same view always gives the same text.

    `over` are overlays, named like `sector:41`. With `offers`, which may be none, it shows what
    can be chosen and where the plane that moves can fly; `prompt` says what is to be decided.
    """
    options = offers or {}
    parts = [
        _heading(view, prompt),
        _squares(view, options),
        _edges(),
        _guidance(view) if view.dives else "",
        overlays(over, {"sector": lambda mount: _sector(view, mount)}),
        _outlines(options),
        "" if offers is None else _preview(view),
        _flight(view.path),
        _dice(view.dice, tuple(view.ship.squares.values())) if view.dives else "",
        _ship(view, options) if view.dives else "",
        _entry_points(view) if view.dives else "",
        _planes(view, options),
        group([panel(view, options)], transform=at(_PANEL, _TOP - 8)),
        banner(view.result, (_LEFT + _RIGHT) / 2, _TOP + 4 * CELL),
    ]
    name = f"Kamikaze Attack! {_standing(view)}"
    return document(name, _description(view), parts, *_SIZE, letters=LETTERS)


def _corner(square: ColumnRow) -> tuple[int, int]:
    column, row = square
    return _LEFT + (column - 1) * CELL, _TOP + (row - 1) * CELL


def _centre(square: ColumnRow) -> tuple[int, int]:
    x, y = _corner(square)
    return x + CELL // 2, y + CELL // 2


def _standing(view: BoardView) -> str:
    if view.dives:
        return f"phase 2, damage {view.ship.damage} of {SINKING_DAMAGE}"
    return f"phase 1, turn {view.turn}"


def _description(view: BoardView) -> str:
    """The picture in words."""
    flying = [f"{plane.name} at {plane.where}" for plane in view.planes if plane.square]
    shown = view.planes_of(GROUP_NAMES[KAMIKAZES]) if view.dives else view.planes
    others = [f"{plane.name} {plane.fate}" for plane in shown if plane.fate != FATES[FLYING]]
    words = [f"On the board: {', '.join(flying) or 'no plane'}."]
    if others:
        words.append(f"{', '.join(others)}.")
    if view.dives:
        lost = [mount.id for mount in view.ship.mounts if mount.destroyed]
        words.append(f"Mounts destroyed: {', '.join(lost) or 'none'}.")
    if view.active:
        words.append(f"{view.active} has {view.mp} MP left.")
    if view.result:
        words.append(f"{victory(view.result)}: {view.result.outcome}.")
    return " ".join(words)


def _heading(view: BoardView, prompt: str) -> str:
    """The title line, what must be decided, and the compass."""
    name = tag("tspan", "Kamikaze Attack!", font_weight="bold")
    where = tag("tspan", clean(_standing(view)), dx=12, font_size=17, fill=FAINT)
    parts = [tag("text", name, where, x=_LEFT, y=30, font_size=23)]
    if prompt:
        parts.append(text(prompt, _RIGHT, 30, font_size=LETTERS, fill=FAINT, text_anchor="end"))
    return group([*parts, _compass()])


@cache
def _compass() -> str:
    needle = path("M0-15L4.4 0H-4.4Z", fill=INK)
    tail = path("M0 15L4.4 0H-4.4Z", fill="#fff", stroke=INK)
    ring = circle(0, 0, 9.5, fill="none", stroke=FAINT, stroke_width=0.8)
    north = text("N", 0, -17, font_size=LETTERS, font_weight="bold", text_anchor="middle")
    return group([ring, needle, tail, north], class_="compass", transform=at(_SIZE[0] - 38, 33))


def _squares(view: BoardView, options: Offers) -> str:
    """All squares, tinted in phase 2 by the dice that would fire there."""
    cells = _cells(view.dice, view.ship.most_dice)
    chosen = [(place, labels) for place, labels in options.items() if place in cells]
    if chosen:
        cells = dict(cells)
        for place, labels in chosen:
            column, row = _PLACES[place]
            dice = view.dice[row - 1][column - 1] if view.dice else 0
            fill = _tint(dice / view.ship.most_dice) if dice else None
            cells[place] = _open_square((column, row), fill, labels)
    style: Style = {"fill": _tint(0), "stroke": _GRID, "stroke_width": 0.7}
    return group(cells.values(), class_="sea field", **style)


@lru_cache(maxsize=32)
def _cells(dice: tuple[tuple[int, ...], ...], most: int) -> dict[str, str]:
    """All squares by place, none of which can be chosen; nobody changes them."""
    found = {}
    for place, (column, row) in _PLACES.items():
        firing = dice[row - 1][column - 1] if dice else 0
        found[place] = _square((column, row), _tint(firing / most) if firing else None)
    return found


@cache
def _square(square: ColumnRow, fill: str | None) -> str:
    """A square that cannot be chosen; there are few tints, so each is made once."""
    return tag("path", id=place_at(*square), class_="space", fill=fill, d=_outline(square))


def _open_square(square: ColumnRow, fill: str | None, labels: Sequence[str]) -> str:
    """A square that can be chosen."""
    words, place = title("; ".join(labels)), place_at(*square)
    return tag("path", words, id=place, class_="space option", fill=fill, d=_outline(square))


def _outline(square: ColumnRow) -> str:
    x, y = _corner(square)
    return f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"


@lru_cache(maxsize=32)
def _dice(dice: tuple[tuple[int, ...], ...], hull: tuple[ColumnRow, ...]) -> str:
    """On every sea square the number of dice that would fire there now."""
    parts = []
    for square in _ALL_SQUARES:
        if square not in hull:
            column, row = square
            x, y = _corner(square)
            parts.append(text(str(dice[row - 1][column - 1]), x + CELL // 2, y + CELL - 5))
    return group(
        parts,
        class_="dice",
        fill="#4d6474",
        font_size=LETTERS,
        text_anchor="middle",
        pointer_events="none",
    )


def _tint(share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_SEA, _UNDER_FIRE, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


@cache
def _edges() -> str:
    """Column and row numbers on all four sides."""
    parts = []
    for column in range(1, COLUMNS + 1):
        x = _LEFT + (column - 0.5) * CELL
        parts += [text(str(column), x, y) for y in (_TOP - 6, _BOTTOM + 17)]
    for row in range(1, ROWS + 1):
        y = _TOP + (row - 0.5) * CELL + 5
        parts += [text(str(row), x, y) for x in (_LEFT - 15, _RIGHT + 15)]
    frame = box(_LEFT, _TOP, COLUMNS * CELL, ROWS * CELL, fill="none", stroke=FAINT)
    labels = group(parts, font_size=LETTERS, fill=FAINT, text_anchor="middle")
    return group([labels, frame], pointer_events="none")


def _guidance(view: BoardView) -> str:
    """Sector lines and ranges."""
    return group([_sectors(view), *_ranges(view)], class_="guidance", pointer_events="none")


def _sector(view: BoardView, mount_id: str) -> list[str] | None:
    """The squares that a mount bears on and reaches; none before the dives."""
    mount = next((mount for mount in view.ship.mounts if mount.id == mount_id), None)
    if mount is None:
        return None
    if not view.dives:
        return []
    squares = [
        _outline((column, run.row))
        for run in mount.sector
        for column in range(run.first, run.last + 1)
    ]
    style: Style = {"fill": "#c8641c", "fill_opacity": 0.28, "stroke": "#c8641c"}
    return [path("".join(squares), stroke_width=0.9, stroke_dasharray="3 2", **style)]


def _sectors(view: BoardView) -> str:
    """From bow and stern the diagonals, from amidships the line abeam, to the board's edge."""
    rays = []
    for section, facings in zip(SECTIONS, ("NW NE", "W E", "SW SE"), strict=True):
        x, y = _centre(view.ship.squares[section])
        for facing in facings.split():
            dx, dy = STEPS[FACINGS.index(facing)]
            runs = [(_RIGHT - x if dx > 0 else x - _LEFT)]
            if dy:
                runs.append(_BOTTOM - y if dy > 0 else y - _TOP)
            rays.append(line(x, y, x + dx * min(runs), y + dy * min(runs)))
    return group(rays, stroke="#54748a", stroke_width=0.8, stroke_opacity=0.7)


def _ranges(view: BoardView) -> list[str]:
    """How far each type of gun reaches from the ship (or from its own mounts)."""
    parts = []
    for reach in view.ship.ranges:
        (west, north), (east, south) = reach.north_west, reach.south_east
        x, y = _LEFT + (west - 1) * CELL + 2, _TOP + (north - 1) * CELL + 2
        width, height = (east - west + 1) * CELL - 4, (south - north + 1) * CELL - 4
        pen: Style = {"stroke": "#34576e", "stroke_dasharray": "7 4", "stroke_width": 1.1}
        parts.append(box(x, y, width, height, rx=5, fill="none", **pen))
        words = f"{reach.type}: range {reach.range}"
        parts.append(text(words, x + CELL * 1.1, y + 15, font_size=LETTERS, fill="#24485f"))
    return parts


def _entry_points(view: BoardView) -> str:
    """The entry points by number, that of the dive under way filled in and ringed."""
    parts = []
    for point, square in enumerate(view.entry_points, 1):
        x, y = _centre(square)
        fill, ink = (INK, "#fff") if point == view.entry else ("#fff", INK)
        parts.append(circle(x, y - 6, 10.5, fill=fill, stroke=INK))
        if point == view.entry:
            parts.append(circle(x, y - 6, 13.5, fill="none", stroke=INK, stroke_width=1.4))
        style: Style = {
            "font_size": LETTERS,
            "font_weight": "bold",
            "text_anchor": "middle",
            "fill": ink,
        }
        parts.append(text(str(point), x, y - 0.8, **style))
    return group(parts, class_="entries", pointer_events="none")


def _outlines(options: Offers) -> str:
    """A dashed outline on every square that can be chosen."""
    corners = [_corner(square) for place, square in _PLACES.items() if place in options]
    boxes = [box(x + 3, y + 3, CELL - 6, CELL - 6, rx=4) for x, y in corners]
    if not boxes:
        return ""
    style: Style = DASHES | {"fill": "#fff", "fill_opacity": 0.3}
    return group(boxes, class_="options", pointer_events="none", **style)


def _ship(view: BoardView, options: Offers) -> str:
    x, y = _centre(view.ship.squares[SECTIONS[AMIDSHIPS]])
    return group([ship(view.ship, options, ids=True)], class_="ship", transform=at(x, y))


def _flight(squares: Sequence[ColumnRow]) -> str:
    """The flight of the active or last plane: a ring where it began, a dot in each square."""
    points = [_centre(square) for square in squares]
    if not points:
        return ""
    trail = "M" + "L".join(f"{x} {y}" for x, y in points)
    parts = [path(trail, fill="none", stroke_width=1.6, stroke_opacity=0.65)]
    parts += [circle(x, y, 2.1, fill=INK, stroke="none") for x, y in points[1:]]
    parts.append(circle(*points[0], 4, fill="#fff", stroke_width=1.4))
    return group(parts, class_="flight pieces", stroke=INK, pointer_events="none")


def _preview(view: BoardView) -> str:
    """Where the plane that moves can fly: the MP it can have left, a ring where it can stop."""
    parts = []
    for reach in view.reach:
        x, y = _centre(reach.square)
        if reach.stop:
            parts.append(circle(x, y, 11.5, fill="none", stroke="#5b86a3", stroke_width=1.2))
        if reach.mp:
            parts.append(text(str(reach.mp), x, y + 5))
    if not parts:
        return ""
    style: Style = {"fill": "#3f6c8a", "font_size": LETTERS, "text_anchor": "middle"}
    return group(parts, class_="preview", pointer_events="none", **style)


def _planes(view: BoardView, options: Offers) -> str:
    """The planes on the board, the active one on top."""
    standing = view.on_board
    squares = [square for _, square in standing]
    parts = []
    for plane, square in standing:
        marks = {
            "active": plane.name == view.active,
            "option": plane.place in options,
            "shared": squares.count(square) > 1,
        }
        shown = tuple(mark for mark, wanted in marks.items() if wanted)
        parts.append(plane_counter(plane, *_centre(square), shown))
    return group(parts, class_="planes pieces")
