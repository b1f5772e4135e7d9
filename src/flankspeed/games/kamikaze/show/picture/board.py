"""The board as SVG: the sea, the ship, the planes, and a panel with everything else.

Whatever a choice can name as its place has that name as its id (`square:11,8`, `plane:K3`,
`mount:41`, `section:bow`), so that a page can make it answer to the mouse.
"""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine.picture import banner, document, offers, overlays, victory
from flankspeed.engine.svg import (
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
    BOW,
    COLUMNS,
    FACINGS,
    ROWS,
    SECTION_AT,
    SECTIONS,
    SHIP_SQUARES,
    SQUARES,
    STEPS,
    STERN,
    column_row,
    position_name,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import RANGES
from flankspeed.games.kamikaze.data.planes import FATES, FLYING, GROUPS, KAMIKAZES, NAMES
from flankspeed.games.kamikaze.rules.flight import Flight
from flankspeed.games.kamikaze.show.picture.counters import CELL, DASHES, plane_counter, ship
from flankspeed.games.kamikaze.show.picture.panel import WIDTH, panel
from flankspeed.games.kamikaze.state import KamikazeState

_LEFT, _TOP, _EDGE = 34, 76, 28
_RIGHT, _BOTTOM = _LEFT + COLUMNS * CELL, _TOP + ROWS * CELL
_PANEL = _RIGHT + _EDGE + 14
_SIZE = (_PANEL + WIDTH + 22, _BOTTOM + _EDGE)
_SEA, _UNDER_FIRE, _GRID = (228, 238, 243), (139, 177, 203), "#a9c0cd"


def picture(state: KamikazeState, over: Sequence[str] = (), *, choices: bool = True) -> str:
    """The board as SVG, complete in itself: the same state always gives the same text.

    `over` are overlays, named like `sector:41`. Without `choices` nothing shows what the seat that
    must choose is offered.
    """
    options = offers(state) if choices else {}
    dives = state.phase == 2
    parts = [
        _heading(state, choices),
        _squares(state, options),
        _edges(),
        _guidance(state) if dives else "",
        overlays(over, {"sector": lambda mount: _sector(state, mount)}),
        _outlines(options),
        _preview(state) if choices else "",
        _flight(state.path),
        _dice(state) if dives else "",
        _ship(state, options) if dives else "",
        _entry_points(state) if dives else "",
        _planes(state, options),
        group([panel(state, options)], transform=at(_PANEL, _TOP - 8)),
        banner(state.result, (_LEFT + _RIGHT) / 2, _TOP + 4 * CELL),
    ]
    name = f"Kamikaze Attack! {_standing(state)}"
    return document(name, _description(state), parts, *_SIZE)


def _corner(square: int) -> tuple[int, int]:
    column, row = column_row(square)
    return _LEFT + (column - 1) * CELL, _TOP + (row - 1) * CELL


def _centre(square: int) -> tuple[int, int]:
    x, y = _corner(square)
    return x + CELL // 2, y + CELL // 2


def _standing(state: KamikazeState) -> str:
    if state.phase == 1:
        return f"phase 1, turn {state.turn}"
    return f"phase 2, damage {min(state.damage, SINKING_DAMAGE)} of {SINKING_DAMAGE}"


def _description(state: KamikazeState) -> str:
    """The picture in words."""
    flying = [
        f"{NAMES[plane]} at {position_name(position)}"
        for plane, position in enumerate(state.positions)
        if position >= 0
    ]
    shown = range(len(NAMES)) if state.phase == 1 else GROUPS[KAMIKAZES]
    others = [
        f"{NAMES[plane]} {FATES[state.fates[plane]]}"
        for plane in shown
        if state.fates[plane] != FLYING
    ]
    words = [f"On the board: {', '.join(flying) or 'no plane'}."]
    if others:
        words.append(f"{', '.join(others)}.")
    if state.phase == 2:
        lost = state.charts.battery.of(state.charts.battery.all & ~state.guns)
        words.append(f"Mounts destroyed: {', '.join(mount.id for mount in lost) or 'none'}.")
    if state.active >= 0:
        words.append(f"{NAMES[state.active]} has {state.mp} MP left.")
    if state.result:
        words.append(f"{victory(state.result)}: {state.result.outcome}.")
    return " ".join(words)


def _heading(state: KamikazeState, choices: bool) -> str:
    """The title line, what must be decided, and the compass."""
    name = tag("tspan", "Kamikaze Attack!", font_weight="bold")
    where = tag("tspan", clean(_standing(state)), dx=12, font_size=17, fill=FAINT)
    parts = [tag("text", name, where, x=_LEFT, y=36, font_size=23)]
    if state.decision and choices:
        prompt = f"{state.decision.seat.upper()}: {state.decision.prompt}"
        parts.append(text(prompt, _RIGHT, 36, font_size=14, fill=FAINT, text_anchor="end"))
    return group([*parts, _compass()])


def _compass() -> str:
    needle = path("M0-15L4.4 0H-4.4Z", fill=INK)
    tail = path("M0 15L4.4 0H-4.4Z", fill="#fff", stroke=INK)
    ring = circle(0, 0, 9.5, fill="none", stroke=FAINT, stroke_width=0.8)
    north = text("N", 0, -18, font_size=12, font_weight="bold", text_anchor="middle")
    return group([ring, needle, tail, north], class_="compass", transform=at(_SIZE[0] - 38, 42))


def _squares(state: KamikazeState, options: dict[str, list[str]]) -> str:
    """All squares, tinted in phase 2 by the dice that would fire there."""
    battery = state.charts.battery
    most = max(battery.firing(square, battery.all).bit_count() for square in range(SQUARES)) or 1
    parts = []
    for square in range(SQUARES):
        dice = battery.firing(square, state.guns).bit_count() if state.phase == 2 else 0
        fill = _tint(dice / most) if dice else None
        parts.append(_square(square, options.get(square_place(square)), fill))
    return group(parts, class_="sea", fill=_tint(0), stroke=_GRID, stroke_width=0.7)


def _dice(state: KamikazeState) -> str:
    """On every sea square the number of dice that would fire there now."""
    parts = []
    for square in range(SQUARES):
        if SECTION_AT[square] < 0:
            x, y = _corner(square)
            dice = state.charts.battery.firing(square, state.guns).bit_count()
            parts.append(text(str(dice), x + CELL // 2, y + CELL - 8))
    return group(
        parts,
        class_="dice",
        fill="#4d6474",
        font_size=9,
        text_anchor="middle",
        pointer_events="none",
    )


def _square(square: int, labels: list[str] | None, fill: str | None) -> str:
    x, y = _corner(square)
    inside = [title("; ".join(labels))] if labels else []
    name = "option" if labels else None
    d = f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"
    return tag("path", *inside, id=square_place(square), class_=name, fill=fill, d=d)


def _tint(share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_SEA, _UNDER_FIRE, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _edges() -> str:
    """Column and row numbers on all four sides."""
    parts = []
    for column in range(1, COLUMNS + 1):
        x = _LEFT + (column - 0.5) * CELL
        parts += [text(str(column), x, y) for y in (_TOP - 7, _BOTTOM + 16)]
    for row in range(1, ROWS + 1):
        y = _TOP + (row - 0.5) * CELL + 4
        parts += [text(str(row), x, y) for x in (_LEFT - 14, _RIGHT + 14)]
    frame = box(_LEFT, _TOP, COLUMNS * CELL, ROWS * CELL, fill="none", stroke=FAINT)
    labels = group(parts, font_size=11, fill=FAINT, text_anchor="middle")
    return group([labels, frame], pointer_events="none")


def _guidance(state: KamikazeState) -> str:
    """Sector lines and ranges."""
    return group([_sectors(), *_ranges(state)], class_="guidance", pointer_events="none")


def _sector(state: KamikazeState, mount_id: str) -> list[str] | None:
    """The squares that a mount bears on and reaches; none before the dives."""
    battery = state.charts.battery
    if mount_id not in [mount.id for mount in battery.mounts]:
        return None
    if state.phase == 1:
        return []
    mount = battery.mask([mount_id])
    covered = [
        _corner(square)
        for square, groups in enumerate(battery.bearing)
        if any(mask & mount for _, mask in groups)
    ]
    style: Style = {"fill": "#c8641c", "fill_opacity": 0.28, "stroke": "#c8641c"}
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in covered)
    return [path(squares, stroke_width=0.9, stroke_dasharray="3 2", **style)]


def _sectors() -> str:
    """From bow and stern the diagonals, from amidships the line abeam, to the board's edge."""
    rays = []
    for section, facings in ((BOW, "NW NE"), (AMIDSHIPS, "W E"), (STERN, "SW SE")):
        x, y = _centre(SHIP_SQUARES[section])
        for facing in facings.split():
            dx, dy = STEPS[FACINGS.index(facing)]
            runs = [(_RIGHT - x if dx > 0 else x - _LEFT)]
            if dy:
                runs.append(_BOTTOM - y if dy > 0 else y - _TOP)
            rays.append(line(x, y, x + dx * min(runs), y + dy * min(runs)))
    return group(rays, stroke="#54748a", stroke_width=0.8, stroke_opacity=0.7)


def _ranges(state: KamikazeState) -> list[str]:
    """How far each type of gun reaches from the ship (or from its own mounts)."""
    battery, parts = state.charts.battery, []
    for gun_type, reach in RANGES.items():
        origins = [
            column_row(square)
            for name, square in zip(SECTIONS, SHIP_SQUARES, strict=True)
            if state.charts.options.range == "ship" or battery.select(section=name, type=gun_type)
        ]
        if not origins:
            continue
        columns, rows = zip(*origins, strict=True)
        west, east = max(min(columns) - reach, 1), min(max(columns) + reach, COLUMNS)
        north, south = max(min(rows) - reach, 1), min(max(rows) + reach, ROWS)
        x, y = _LEFT + (west - 1) * CELL + 2, _TOP + (north - 1) * CELL + 2
        width, height = (east - west + 1) * CELL - 4, (south - north + 1) * CELL - 4
        pen: Style = {"stroke": "#34576e", "stroke_dasharray": "7 4", "stroke_width": 1.1}
        parts.append(box(x, y, width, height, rx=5, fill="none", **pen))
        words = f"{gun_type}: range {reach}"
        parts.append(text(words, x + CELL * 1.1, y + 11, font_size=9.5, fill="#24485f"))
    return parts


def _entry_points(state: KamikazeState) -> str:
    """The entry points by number, that of the dive under way filled in."""
    parts = []
    for point, square in enumerate(state.charts.entry_points, 1):
        x, y = _centre(square)
        here = state.active >= 0 and state.entry == point
        fill, ink = (INK, "#fff") if here else ("#fff", INK)
        parts.append(circle(x, y - 6, 9, fill=fill, stroke=INK))
        style: Style = {
            "font_size": 12,
            "font_weight": "bold",
            "text_anchor": "middle",
            "fill": ink,
        }
        parts.append(text(str(point), x, y - 1.7, **style))
    return group(parts, class_="entries", pointer_events="none")


def _outlines(options: dict[str, list[str]]) -> str:
    """A dashed outline on every square that can be chosen."""
    corners = [_corner(square) for square in range(SQUARES) if square_place(square) in options]
    boxes = [box(x + 3, y + 3, CELL - 6, CELL - 6, rx=4) for x, y in corners]
    if not boxes:
        return ""
    style: Style = DASHES | {"fill": "#fff", "fill_opacity": 0.3}
    return group(boxes, class_="options", pointer_events="none", **style)


def _ship(state: KamikazeState, options: dict[str, list[str]]) -> str:
    x, y = _centre(SHIP_SQUARES[AMIDSHIPS])
    drawn = ship(state.charts.battery, state.guns, options, ids=True)
    return group([drawn], class_="ship", transform=at(x, y))


def _flight(positions: list[int]) -> str:
    """The flight of the active or last plane: a ring where it began, a dot in each square."""
    points = [_centre(position >> 3) for position in positions]
    if not points:
        return ""
    trail = "M" + "L".join(f"{x} {y}" for x, y in points)
    parts = [path(trail, fill="none", stroke_width=1.6, stroke_opacity=0.65)]
    parts += [circle(x, y, 2.1, fill=INK, stroke="none") for x, y in points[1:]]
    parts.append(circle(*points[0], 4, fill="#fff", stroke_width=1.4))
    return group(parts, class_="flight", stroke=INK, pointer_events="none")


def _preview(state: KamikazeState) -> str:
    """Where the plane that moves can fly: the MP it can have left, a ring where it can stop."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Flight) or state.active < 0 or state.positions[state.active] < 0:
        return ""
    paths, position = state.charts.paths[state.group], state.positions[state.active]
    stops = paths.ends(position, state.mp) & step.goal
    parts = []
    for square, mp in sorted(paths.reach(position, state.mp, step.goal).items()):
        x, y = _centre(square)
        if stops >> square & 1:
            parts.append(circle(x, y, 9.5, fill="none", stroke="#5b86a3", stroke_width=1.2))
        if mp:
            parts.append(text(str(mp), x, y + 4))
    style: Style = {"fill": "#3f6c8a", "font_size": 11, "text_anchor": "middle"}
    return group(parts, class_="preview", pointer_events="none", **style)


def _planes(state: KamikazeState, options: dict[str, list[str]]) -> str:
    """The planes on the board, the active one on top."""
    flying = [plane for plane, position in enumerate(state.positions) if position >= 0]
    flying.sort(key=lambda plane: plane == state.active)
    squares = [state.positions[plane] >> 3 for plane in flying]
    parts = []
    for plane, square in zip(flying, squares, strict=True):
        marks = {
            "active": plane == state.active,
            "option": f"plane:{NAMES[plane]}" in options,
            "shared": squares.count(square) > 1,
        }
        shown = [mark for mark, wanted in marks.items() if wanted]
        parts.append(plane_counter(plane, state.positions[plane], *_centre(square), shown))
    return group(parts, class_="planes")
