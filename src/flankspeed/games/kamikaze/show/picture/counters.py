"""The pieces on the board, seen from above: planes, the destroyer and its mounts.

Each is drawn round the origin, north up, in the units of a square `CELL` wide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from math import hypot

from flankspeed.engine.show.picture import fine
from flankspeed.engine.show.svg import (
    ALARM,
    GREY,
    INK,
    MARK,
    Style,
    at,
    box,
    circle,
    group,
    line,
    path,
    tag,
    text,
    title,
)
from flankspeed.games.kamikaze.data.board import FACINGS, SECTIONS
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.planes import CAP, GROUP_NAMES
from flankspeed.games.kamikaze.show.view import MountView, PlaneView, ShipView

CELL = 40
LETTERS = 14.5  # no letters are smaller, but for fine print

# How an option is marked wherever it lies: dashes, so that colour is not the only signal.
DASHES: Style = {"fill": "none", "stroke": MARK, "stroke_width": 1.8, "stroke_dasharray": "4 2.6"}
_FINE_DASHES: Style = DASHES | {"stroke_width": 0.8, "stroke_dasharray": "1.6 1"}


# By group: the aircraft, the colour, the outline (wings, fuselage, tail) and the canopy.
def _by_group(escorts: str, kamikazes: str, cap: str) -> dict[str, str]:
    return dict(zip(GROUP_NAMES, (escorts, kamikazes, cap), strict=True))


AIRCRAFT = _by_group("A6M Zero", "D3A Val", "F6F Hellcat")
COLOURS = _by_group("#3f6f4c", "#a8352a", "#234a82")
_SINGULAR = _by_group("escort", "kamikaze", "CAP fighter")
_OUTLINES = _by_group(
    # Zero: slim, tapering wings with round tips.
    "M0-6L12-4.6C14.3-4.3 15-3.2 15-2.5S14-1.2 12-.9L2 1.8H-2L-12-.9C-14-1.2-15-1.8-15-2.5"
    "S-14.3-4.3-12-4.6Z"
    "M0-11C1.7-11 2.2-9.8 2.2-8.4L2-1.5C1.8 4 1 9 .4 13.4H-.4C-1 9-1.8 4-2-1.5L-2.2-8.4"
    "C-2.2-9.8-1.7-11 0-11Z"
    "M0 8.6L4.6 9.7C6 10 6 11.5 4.6 11.7L0 12.3-4.6 11.7C-6 11.5-6 10-4.6 9.7Z",
    # Val: broad elliptical wings, and the spats of the fixed undercarriage before them.
    "M0-6.4C6-6.6 16-5.6 16-2.6S8 2.4 2 3H-2C-8 2.4-16 .4-16-2.6S-6-6.6 0-6.4Z"
    "M0-11.5C1.8-11.5 2.3-10.4 2.3-8.6L2.1 0C1.9 5 1.1 9 .5 14H-.5C-1.1 9-1.9 5-2.1 0L-2.3-8.6"
    "C-2.3-10.4-1.8-11.5 0-11.5Z"
    "M0 8.6C4 8.8 6.8 9.6 6.8 10.8S4 12.8 0 12.8-6.8 12-6.8 10.8-4 8.8 0 8.6Z"
    "M5.6-11C7-11 7.2-8.6 7-5H4.2C4-8.6 4.2-11 5.6-11Z"
    "M-5.6-11C-4.2-11-4-8.6-4.2-5H-7C-7.2-8.6-7-11-5.6-11Z",
    # Hellcat: stout, wings with a straight middle and square tips.
    "M-5-6.4H5L14.6-4.6 15.4-3.6V-1L14.6-.2 5 2.4H-5L-14.6-.2-15.4-1V-3.6L-14.6-4.6Z"
    "M-2.1-11.4H2.1Q3-10.4 3-8.8L2.8 0C2.6 5 1.6 9 .9 12.8H-.9C-1.6 9-2.6 5-2.8 0L-3-8.8"
    "Q-3-10.4-2.1-11.4Z"
    "M-3 8.2H3L6.4 9V12L3 12.6H-3L-6.4 12V9Z",
)
_CANOPIES = _by_group(
    "M-1-3.4H1V2.4L0 4-1 2.4Z",
    "M-1.1-4.6H1.1V4.4L0 6-1.1 4.4Z",
    "M-1.2-2.6H1.2V1.6H-1.2Z",
)
_PROPELLER = "M-1.2-10.6L-.6-11.3H-4.8V-11.9H-.4L0-12.8 .4-11.9H4.8V-11.3H.6L1.2-10.6Z"
_STAR = "M0-2.1L.5-.6H2L.8.3 1.2 1.8 0 .9-1.2 1.8-.8.3-2-.6H-.5Z"


@cache
def silhouette(kind: str, facing: str | None = None) -> str:
    """The aircraft of a group from above, turned to its facing."""
    parts = [
        path(
            _OUTLINES[kind],
            fill=COLOURS[kind],
            stroke="#fff",
            stroke_width=1.6,
            stroke_linejoin="round",
            paint_order="stroke",
        ),
        path(_PROPELLER, fill=INK),
        path(_CANOPIES[kind], fill="#dfe9ee", fill_opacity=0.9),
    ]
    for x in (-9.6, 9.6):
        if kind == GROUP_NAMES[CAP]:
            parts.append(path(_STAR, fill="#fff", transform=f"translate({x} -2.2)"))
        else:
            parts.append(circle(x, -2.4, 1.7, fill="#d4372c", stroke="#fff", stroke_width=0.7))
    degrees = FACINGS.index(facing) * 45 if facing else 0
    return group(parts, transform=f"rotate({degrees}) scale(1.1)" if degrees else "scale(1.1)")


@lru_cache(maxsize=1024)
def name_tag(plane: PlaneView, x: float, y: float) -> str:
    """The plane's name on a small plate of its group's colour."""
    colour = COLOURS[plane.group]
    return box(x, y, 24, 16, rx=3, fill=colour, stroke="#fff", stroke_width=0.8) + text(
        plane.name,
        x + 12,
        y + 13.2,
        fill="#fff",
        font_size=LETTERS,
        font_weight="bold",
        text_anchor="middle",
    )


def plane_title(plane: PlaneView, note: str = "") -> str:
    """What a plane is and where: K3, kamikaze (D3A Val) at (4,5) SE."""
    where = f" at {plane.where}" if plane.square else ""
    return f"{plane.name}, {_SINGULAR[plane.group]} ({AIRCRAFT[plane.group]}){where}{note}"


@lru_cache(maxsize=1024)
def plane_counter(plane: PlaneView, x: float, y: float, marks: tuple[str, ...]) -> str:
    """A plane on the board. `marks`: "active", "option", and "shared" for a square of two planes.

    Two planes are in one square while one passes over the other: then each is drawn smaller, and
    their tags keep to opposite corners.
    """
    shared, active = "shared" in marks, "active" in marks
    scale = 0.64 if shared else 1
    parts = [title(plane_title(plane))]
    if active:
        ring: Style = {"fill": "#fff", "fill_opacity": 0.5, "stroke": INK, "stroke_width": 1.6}
        parts.append(circle(0, 0, 18.6 * scale, **ring))
    if "option" in marks:
        parts.append(circle(0, 0, 18.6 * scale, **DASHES))
    shape = f"{at(0, -2)} scale({scale})" if shared else at(0, -2)
    parts.append(group([silhouette(plane.group, plane.facing)], transform=shape))
    # The tag keeps clear of the fuselage, so that nobody need guess which end is the nose.
    where, tag_at = at(x, y), (-25.0 if plane.facing in ("NW", "SE") else 1.0, 5.5)
    if shared:
        where, tag_at = (at(x - 6, y + 6), (-24, 1)) if active else (at(x + 8, y - 8), (2, -14))
    parts.append(name_tag(plane, *tag_at))
    names = ["plane", plane.group.split()[-1], *marks]
    return group(parts, id=plane.place, class_=" ".join(names), transform=where)


# The destroyer: its hull by section, and what stands on deck. Three squares long, bow up.
_HULLS = (
    "M0-59.4C3-55 12.6-42 13-20H-13C-12.6-42-3-55 0-59.4Z",
    "M-13-20H13C13.6-8 13.6 8 13 20H-13C-13.6 8-13.6-8-13-20Z",
    "M-13 20H13C12.6 36 11.4 50 9.6 57Q0 60.6-9.6 57C-11.4 50-12.6 36-13 20Z",
)
_HOUSES = (
    "M-5.5-20.6V-29Q0-33 5.5-29V-20.6ZM-6.4-40.2L0-41.8 6.4-40.2",
    "M-5.5-19.4H5.5V-14L3.6-13V12.6H-3.6V-13L-5.5-14Z",
    "M-6 20.6H6V41Q0 44.6-6 41Z",
)
_FUNNELS = ((-9.5, 3.6), (4, 3.6))
_TUBES = (-2.8, 9.6)
_SUNK = "M-15-54L15 54M15-54L-15 54"


def ship(view: ShipView, options: Collection[str], *, ids: bool) -> str:
    """The destroyer with its mounts, the destroyed ones struck out.

    With `ids` it is the one on the board, crossed out once it is sunk; without, a plan of it,
    with every mount labelled.
    """
    parts = [_section(section, options, ids) for section in range(len(SECTIONS))]
    parts.append(_deck())
    # From the middle outwards, so that no barrel lies across the next mount's label.
    spots = sorted(_spots(view.mounts, ids), key=lambda spot: (abs(spot[2]), spot[1]))
    for mount, x, y, r in spots:
        marks = ["destroyed"] if mount.destroyed else []
        if mount.place in options:
            marks.append("option")
        parts.append(_mount(mount, (x, y, r), marks, ids))
    if ids and view.damage >= SINKING_DAMAGE:
        pen: Style = {"stroke": ALARM, "stroke_width": 2, "stroke_linecap": "round"}
        parts.append(path(_SUNK, class_="sunk", pointer_events="none", **pen))
    return group(parts)


def _section(section: int, options: Collection[str], ids: bool) -> str:
    name = f"section:{SECTIONS[section]}"
    parts = [
        title(f"the destroyer's {SECTIONS[section]}"),
        path(_HULLS[section], fill="#b7c2c9", stroke="#46555f", stroke_width=0.6),
        path(_HOUSES[section], fill="#d5dce0", stroke="#7b8a94", stroke_width=0.3),
    ]
    chosen = "section option" if name in options else "section"
    if not ids:
        edge = [path(_HULLS[section], **_FINE_DASHES)] if name in options else []
        return group(parts + edge, class_=chosen, data_place=name)
    if name in options:
        top = (section - len(SECTIONS) / 2) * CELL
        parts.append(box(-CELL / 2 + 3, top + 3, CELL - 6, CELL - 6, rx=4, **DASHES))
    return group(parts, id=name, class_=chosen)


def _deck() -> str:
    """Funnels and torpedo tubes, for the eye only."""
    tubes = [box(-2.6, y - 1, 5.2, 3.4, rx=0.8, fill="#a3b0b8") for y in _TUBES]
    funnels = [
        tag(
            "ellipse", cx=0, cy=y, rx=2.4, ry=ry, fill="#4d5c66", stroke="#d5dce0", stroke_width=0.6
        )
        for y, ry in _FUNNELS
    ]
    return group(tubes + funnels, pointer_events="none")


# Where mounts stand: for section, beside the centre line or on it, and type the line from first
# to last, starboard side; port is its mirror. However many there are, they share the line.
_RAILS = {
    ("bow", False, "5-inch"): (0, -46.6, 0, -35.6),
    ("bow", False, "40mm"): (-3, -27.6, 3, -27.6),
    ("bow", False, "20mm"): (-3, -22.6, 3, -22.6),
    ("bow", True, "5-inch"): (6, -44, 8, -34),
    ("bow", True, "40mm"): (9, -23, 8.4, -30),
    ("bow", True, "20mm"): (8.4, -38, 9.6, -33),
    ("amidships", False, "5-inch"): (0, 11, 0, 19),
    ("amidships", False, "40mm"): (-2.6, -3, 2.6, -3),
    ("amidships", False, "20mm"): (-3.6, -17, 3.6, -17),
    ("amidships", True, "5-inch"): (7.6, -13, 7.6, 14),
    ("amidships", True, "40mm"): (8.8, 5, 8.8, 15),
    ("amidships", True, "20mm"): (10.2, -14.6, 10.2, -4.6),
    ("stern", False, "5-inch"): (0, 23.6, 0, 48.4),
    ("stern", False, "40mm"): (-3, 29.8, 3, 29.8),
    ("stern", False, "20mm"): (-6.4, 55, 6.4, 55),
    ("stern", True, "5-inch"): (7.6, 26, 7, 46),
    ("stern", True, "40mm"): (8.8, 24, 8.4, 36),
    ("stern", True, "20mm"): (9.6, 41, 8.8, 51),
}
_RADII = {"5-inch": 3.2, "40mm": 2.4, "20mm": 1.9}
_PLAN_RADII = {"5-inch": 3.2, "40mm": 2.8, "20mm": 2.8}  # with room for a label
_PLAN_LABEL = 3.9  # a smaller one is fine print
_BARRELS = {"5-inch": (0.0,), "40mm": (-0.7, 0.7), "20mm": (0.0,)}


def _spots(
    mounts: Iterable[MountView], ids: bool
) -> Iterator[tuple[MountView, float, float, float]]:
    """Each mount with its place on deck and its radius, on the board or in the plan."""
    radii = _RADII if ids else _PLAN_RADII
    groups: dict[tuple[str, str, str], list[MountView]] = {}
    for mount in mounts:
        groups.setdefault((mount.section, mount.side, mount.type), []).append(mount)
    for (section, side, gun_type), members in groups.items():
        x1, y1, x2, y2 = _RAILS[section, side != "centre", gun_type]
        mirror = -1 if side == "port" else 1
        gaps = len(members) - 1
        room = hypot(x2 - x1, y2 - y1) / gaps if gaps else CELL
        r = max(min(radii[gun_type], room * 0.46), 0.6)
        for place, mount in enumerate(members):
            share = place / gaps if gaps else 0.5
            yield mount, mirror * (x1 + (x2 - x1) * share), y1 + (y2 - y1) * share, r


def _mount(
    mount: MountView, spot: tuple[float, float, float], marks: Collection[str], ids: bool
) -> str:
    """A gun house or tub with its barrels; a destroyed one is grey under a red cross."""
    x, y, r = spot
    lost = "destroyed" in marks
    colour, edge = ("#c9cfd3", GREY) if lost else ("#f6f8f9", INK)
    pen: Style = {"stroke": edge, "stroke_width": 0.5}
    turn = _bearing(mount)
    parts = [title(f"{mount.name}, {_where(mount)}{', destroyed' if lost else ''}")]
    barrels = [line(b * r / 2, 0, b * r / 2, -1.8 * r) for b in _BARRELS[mount.type]]
    parts.append(group(barrels, transform=f"rotate({turn})", stroke=edge, stroke_width=0.8))
    if mount.type == "5-inch":
        parts.append(box(-r, -r, 2 * r, 2 * r, rx=r * 0.4, fill=colour, **pen))
    else:
        parts.append(circle(0, 0, r, fill=colour, **pen))
    if lost:
        reach = 1.25 * r
        for slope in (-1, 1):
            cross = line(-reach, -slope * reach, reach, slope * reach)
            parts.append(group([cross], stroke=ALARM, stroke_width=0.7, stroke_linecap="round"))
    if not ids or mount.type == "5-inch":
        parts.append(_mount_label(mount, r, colour, ids))
    if "option" in marks:
        parts.append(circle(0, 0, r * 1.5, **_FINE_DASHES))
    names = " ".join(["mount", *marks])
    if ids:
        return group(parts, id=mount.place, class_=names, transform=at(x, y))
    return group(parts, class_=names, data_place=mount.place, transform=at(x, y))


def _mount_label(mount: MountView, r: float, ground: str, ids: bool) -> str:
    """The mount's id, small enough to stand inside it, legible even on the cross."""
    size = min(1.4 * r, 3 * r / max(len(mount.id), 1))
    style: Style = fine(size) if ids or size < _PLAN_LABEL else {"font_size": size}
    style |= {"font_weight": "bold", "text_anchor": "middle"}
    halo: Style = {"stroke": ground, "stroke_width": 0.6, "paint_order": "stroke"}
    return text(mount.id, 0, size * 0.36, **style, **halo)


def _bearing(mount: MountView) -> int:
    """Which way the barrels rest, in degrees: outboard, or over the nearer end of the ship."""
    if mount.side != "centre":
        return 90 if mount.side == "starboard" else -90
    return 0 if mount.section == "bow" else 180


def _where(mount: MountView) -> str:
    return mount.section if mount.side == "centre" else f"{mount.section}, {mount.side}"
