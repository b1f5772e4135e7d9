"""The map itself: sea, depths, land, hexes and their numbers. It is drawn once for all states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from flankspeed.engine.show.picture import fine
from flankspeed.engine.show.svg import Style, at, box, circle, group, line, path, tag, text, title
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import STEPS, Hex, hex_at, hex_name
from flankspeed.games.samar.data.map import LAND, SHALLOWS
from flankspeed.games.samar.show.picture.grid import (
    STEP,
    TALL,
    WIDE,
    Point,
    cell,
    centre,
    chance,
    outline,
    shore,
    size,
    small_cell,
)
from flankspeed.games.samar.show.picture.parts import (
    DASHES,
    LETTERS,
    LIGHT,
    RIMS,
    SHEET,
    WORDS,
    Offers,
    now,
)

_DEEP = "#0b2b42"
# Around shallows and land: how many hexes out, and the tint of the water there.
_DEPTHS = ((9, "#0c3049"), (6, "#0d3650"), (4, "#0f3d58"), (2, "#124862"), (1, "#165670"))
_SHALLOWS, _REEF, _ISOBATH = "#23798a", "#7cc4c9", "#58aab4"
_BEACH, _LAND, _HILLS, _HEIGHTS, _TREES = "#e8d9a8", "#5f6b43", "#6f774b", "#838558", "#3f4a2e"
_MARGIN = 5  # sea and land beyond the outermost hexes
_OVER = 10  # how far coasts run on, under the border
_RING = 2  # so many rows of hexes beyond the map, for coasts that run on


class Sea(NamedTuple):
    """The map in pieces: all below the hexes, each hex by its place, all above."""

    below: str
    cells: dict[str, str]
    above: str


def sea(charts: Charts, offers: Offers) -> str:
    """The map; hexes that can be chosen have an outline and say what they offer."""
    drawn = _sea(charts)
    cells, marks = drawn.cells, []
    chosen = [place for place in offers if place in cells]
    if chosen:
        cells = dict(cells)
        for place in chosen:
            hex_ = hex_at(int(place[4:6]), int(place[6:8]))
            words = title(f"hex {place[4:]}{now(offers[place])}")
            cells[place] = tag("path", words, id=place, class_="hex space option", d=cell(hex_))
            marks.append(small_cell(hex_))
    style: Style = {"fill": "#fff", "fill_opacity": 0, "class_": "hexes"}
    pen: Style = {"stroke": "#cfe6f2", "stroke_opacity": 0.11, "stroke_width": 1}
    outlines = ""
    if marks:
        dashes: Style = DASHES | {"fill": "#ffe9a8", "fill_opacity": 0.14, "stroke_width": 1.8}
        outlines = path("".join(marks), class_="options", pointer_events="none", **dashes)
    return "".join((drawn.below, group(cells.values(), **style, **pen), drawn.above, outlines))


@lru_cache(maxsize=16)
def _sea(charts: Charts) -> Sea:
    around = _terrain(charts)
    clip = _clip(charts)
    width, height = size(charts)
    parts = [
        box(-_MARGIN, -_MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN, fill=_DEEP),
        *_depths(around, clip),
        _waves(charts),
        _reefs([h for h in charts.hexes if charts.terrain[h] == SHALLOWS]),
        *_coast(around, clip),
    ]
    cells = {
        f"hex:{hex_name(hex_)}": f'<path id="hex:{hex_name(hex_)}" class="space" d="{cell(hex_)}"/>'
        for hex_ in charts.hexes
    }
    above = [_numbers(charts), _neat_line(charts), _signs(charts)]
    return Sea(_still(parts, "sea"), cells, _still(above, "chart"))


def _still(parts: Iterable[str], name: str) -> str:
    return group(parts, class_=name, pointer_events="none")


def _terrain(charts: Charts) -> dict[int, int]:
    """The terrain of every hex and of some beyond the map, which are like the nearest on it."""
    columns, rows = charts.sea.columns, charts.sea.rows
    return {
        hex_at(column, row): charts.sea.terrain_at(
            min(max(column, 1), columns), min(max(row, 1), rows)
        )
        for column in range(1 - _RING, columns + _RING + 1)
        for row in range(1 - _RING, rows + _RING + 1)
    }


def _clip(charts: Charts) -> Callable[[Point], Point]:
    width, height = size(charts)

    def clip(point: Point) -> Point:
        x, y = point
        return (
            min(max(x, -_OVER), width + _OVER),
            min(max(y, -_OVER), height + _OVER),
        )

    return clip


# --- Water and land ---


def _depths(around: dict[int, int], clip: Callable[[Point], Point]) -> list[str]:
    """Water that grows lighter towards the coast, then the shallows with their reefs."""
    shoal = {hex_ for hex_, terrain in around.items() if terrain in (SHALLOWS, LAND)}
    if not shoal:
        return []
    area, reached = shoal, 0
    bands: list[str] = []
    for reach, fill in reversed(_DEPTHS):
        while reached < reach:
            area, reached = _grown(area, around), reached + 1
        bands.append(path(shore(area, 7, clip), fill=fill))
    d = shore(shoal, 4, clip)
    rim: Style = {"stroke": _ISOBATH, "stroke_width": 1.4, "stroke_dasharray": "1.5 3.5"}
    return [*reversed(bands), path(d, fill=_SHALLOWS, stroke_linecap="round", **rim)]


def _grown(area: set[Hex], around: dict[int, int]) -> set[int]:
    return area | {h + step for h in area for step in STEPS if h + step in around}


def _reefs(hexes: Sequence[Hex]) -> str:
    """Small crosses, as charts have for rocks awash."""
    marks = []
    for hex_ in hexes:
        x, y = centre(hex_)
        for salt in range(3):
            u, v = x + 17 * chance(x, y, salt + 3), y + 15 * chance(x, y, salt + 9)
            marks.append(f"M{u:.0f} {v:.0f}h4m-2-2v4")
    return path("".join(marks), stroke=_REEF, stroke_width=0.9, stroke_opacity=0.55)


def _waves(charts: Charts) -> str:
    """A few crests, so that the open sea is not a flat colour."""
    marks = []
    for hex_ in charts.hexes:
        x, y = centre(hex_)
        if chance(x, y, 40) > 0.45:
            u, v = x + 14 * chance(x, y, 41), y + 12 * chance(x, y, 42)
            marks.append(f"M{u:.0f} {v:.0f}q3-3 6 0q3 3 6 0")
    style: Style = {"fill": "none", "stroke": "#8fc3dc", "stroke_width": 1, "stroke_opacity": 0.13}
    return path("".join(marks), **style)


def _coast(around: dict[int, int], clip: Callable[[Point], Point]) -> list[str]:
    """Land with a beach, hills that rise inland, and trees."""
    land = {hex_ for hex_, terrain in around.items() if terrain == LAND}
    if not land:
        return []
    d = shore(land, 5, clip)
    parts = [
        path(d, fill="none", stroke="#9fdadb", stroke_width=7, stroke_opacity=0.25),
        path(d, fill=_LAND, stroke=_BEACH, stroke_width=2, stroke_linejoin="round"),
    ]
    for fill in (_HILLS, _HEIGHTS):
        land = {h for h in land if all(h + s in land or h + s not in around for s in STEPS)}
        if land:
            parts.append(path(shore(land, 8, clip), fill=fill))
    trees: Style = {"fill": "none", "stroke": _TREES, "stroke_width": 1.1, "stroke_opacity": 0.75}
    woods = [hex_ for hex_, terrain in around.items() if terrain == LAND]
    return [*parts, path(_woods(woods, clip), stroke_linecap="round", **trees)]


def _woods(hexes: Sequence[Hex], clip: Callable[[Point], Point]) -> str:
    marks = []
    for hex_ in hexes:
        x, y = centre(hex_)
        for salt in range(3):
            u, v = x + 19 * chance(x, y, salt + 20), y + 17 * chance(x, y, salt + 30)
            if clip((u, v)) == (u, v) and clip((u + 7, v)) == (u + 7, v):
                marks.append(f"M{u:.0f} {v:.0f}q1.5-4 3 0t3 0")
    return "".join(marks)


# --- Hexes ---


def _numbers(charts: Charts) -> str:
    """S-2.3-hexid-1: every hex has its number at the north face, in fine print."""
    columns: dict[int, list[int]] = {}
    for hex_ in charts.hexes:
        columns.setdefault(centre(hex_)[0], []).append(hex_)
    parts = []
    for x, hexes in columns.items():
        words = [f'<text y="{centre(hex_)[1] - 14}">{hex_name(hex_)}</text>' for hex_ in hexes]
        parts.append(group(words, transform=at(x, 0)))
    style: Style = {"text_anchor": "middle", "fill": "#d5e9f3", "fill_opacity": 0.5}
    return group(parts, **fine(9), **style)


def _neat_line(charts: Charts) -> str:
    """The border of the chart, which hides where coasts end."""
    width, height = size(charts)
    frames = ((_OVER - 0.5, SHEET, 9.0), (_MARGIN, "#7fa3b8", 1.0), (_MARGIN + 4, "#7fa3b8", 2.2))
    return group(
        [
            box(-far, -far, width + 2 * far, height + 2 * far, stroke=stroke, stroke_width=pen)
            for far, stroke, pen in frames
        ],
        fill="none",
    )


# --- Signs on the chart ---


def _signs(charts: Charts) -> str:
    """Where ships come from and where they go; compass, scale and title."""
    sea_ = charts.sea
    width, height = size(charts)
    parts = [
        _gates([hex_at(int(n[:2]), int(n[2:])) for n in sea_.center_force], "ijn"),
        _gates([hex_at(int(n[:2]), int(n[2:])) for n in sea_.taffy2], "usn"),
        _label("CENTER FORCE", 152, 112, WORDS["ijn"], 17),
        _label("TAFFY 2", width - 100, height - 196, WORDS["usn"], 17),
        _label("TO LEYTE GULF", (WIDE + 10 * STEP + width) / 2, height - 34, LIGHT, 20),
        _south(charts),
        _label("PHILIPPINE SEA", width - 200, height * 0.55, "#a9d0e4", 26, 0.28),
        _cartouche(8, height - 190),
        group([_rose()], transform=at(102, height - 400)),
    ]
    return group(parts, class_="signs")


def _label(
    words: str, x: float, y: float, fill: str, font_size: float, opacity: float = 0.55
) -> str:
    style: Style = {"font_style": "italic", "letter_spacing": font_size * 0.22}
    return text(
        words,
        x,
        y,
        fill=fill,
        fill_opacity=opacity,
        font_size=font_size,
        font_family="Georgia, Liberation Serif, serif",
        text_anchor="middle",
        **style,
    )


def _gates(hexes: list[Hex], navy: str) -> str:
    """Entry hexes: a heavy line along the edge of the map."""
    area = set(hexes)
    style: Style = {"fill": WORDS[navy], "fill_opacity": 0.09, "stroke": RIMS[navy]}
    return path(outline(area), stroke_opacity=0.5, stroke_width=1.6, **style)


def _south(charts: Charts) -> str:
    """3.4: arrows where a ship that leaves counts."""
    marks = []
    for hex_ in sorted(charts.south):
        x, y = centre(hex_)
        marks.append(f"M{x - 5} {y + 9}h10l-5 8z")
    return path("".join(marks), fill=LIGHT, fill_opacity=0.4)


def _rose() -> str:
    """The compass; north is the face of the hex that bears the number."""
    ring: Style = {"fill": "none", "stroke": LIGHT, "stroke_opacity": 0.7}
    points = "M0-50L7-7 0 0ZM0 50L-7 7 0 0ZM50 0L7 7 0 0ZM-50 0L-7-7 0 0Z"
    blanks = "M0-50L-7-7 0 0ZM0 50L7 7 0 0ZM50 0L7-7 0 0ZM-50 0L-7 7 0 0Z"
    between = "M0-30L5-5 0 0-5-5ZM0 30L5 5 0 0-5 5ZM30 0L5-5 0 0 5 5ZM-30 0L-5-5 0 0-5 5Z"
    ticks = [
        line(0, -44, 0, -38 if turn % 30 else -34, transform=f"rotate({turn})")
        for turn in range(0, 360, 10)
    ]
    north = text("N", 0, -54, font_size=20, font_weight="bold", text_anchor="middle", fill=LIGHT)
    return group(
        [
            circle(0, 0, 44, **ring),
            circle(0, 0, 34, stroke_width=0.6, **ring),
            group(ticks, stroke=LIGHT, stroke_width=0.8, stroke_opacity=0.6),
            path(between, fill="#20343a", fill_opacity=0.8, transform="rotate(45)"),
            path(blanks, fill="#20343a", stroke=LIGHT, stroke_width=0.8),
            path(points, fill=LIGHT),
            north,
        ],
        class_="compass",
        transform="scale(1.15)",
    )


def _cartouche(x: float, y: float) -> str:
    """The title of the sheet with its scale."""
    style: Style = {"text_anchor": "middle", "font_family": "Georgia, Liberation Serif, serif"}
    paper = box(0, 0, 258, 136, rx=3, fill="#f3ead0", stroke="#4b3f22", stroke_width=1.5)
    inner = box(5, 5, 248, 126, rx=2, fill="none", stroke="#4b3f22", stroke_width=0.7)
    return group(
        [
            paper,
            inner,
            text("THE BATTLE OFF", 129, 30, font_size=13, letter_spacing=3, **style),
            text("SAMAR", 133, 63, font_size=34, font_weight="bold", letter_spacing=8, **style),
            text("25 October 1944", 129, 83, font_size=14, font_style="italic", **style),
            _scale(37, 95),
        ],
        transform=at(x, y),
        fill="#33290f",
        class_="title",
    )


def _scale(x: float, y: float) -> str:
    """As long as four hexes: four nautical miles."""
    unit = 2 * TALL
    pen: Style = {"stroke": "#33290f", "stroke_width": 0.8}
    parts = [
        box(x + i * unit, y, unit, 5, fill="#33290f" if i % 2 else "#f3ead0", **pen)
        for i in range(4)
    ]
    words: Style = {"font_size": LETTERS, "text_anchor": "middle"}
    parts += [text(str(i), x + i * unit, y + 16, **words) for i in range(5)]
    parts.append(text("nautical miles", x + 2 * unit, y + 28, font_style="italic", **words))
    return group(parts)
