"""What a ship can reach and see, laid over the map when asked for.

An overlay is named `range:J-Yamato`, `arcs:J-Yamato` or `sighting:J-Yamato`; in the picture it is
a group with the id `overlay:range:J-Yamato`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from math import cos, pi, sin

from flankspeed.engine.show import picture
from flankspeed.engine.show.svg import Style, box, path, text
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES
from flankspeed.games.samar.data.hexes import DISTANCE, STEPS, Facing, Hex, dot, hex_named
from flankspeed.games.samar.data.hexes import centre as bearing
from flankspeed.games.samar.rules.combat.line_of_sight import Sight
from flankspeed.games.samar.show.picture.grid import TALL, centre, outline, size
from flankspeed.games.samar.show.picture.parts import LIGHT
from flankspeed.games.samar.show.ship_view import ShipView
from flankspeed.games.samar.show.view import BoardView

# Range bands from the firer outwards: name, colour, and dashes, so that each differs by more.
_BANDS = (
    ("point blank", "#ff6b57", ""),
    ("close", "#ffc83d", "10 3"),
    ("effective", "#8fe08a", "5 3"),
    ("extended", "#7cc8ff", "2 4"),
)


def overlays(view: BoardView, charts: Charts, names: Iterable[str]) -> str:
    """The overlays asked for, in that order."""
    kinds = {kind: partial(_of_ship, view, charts, draw) for kind, draw in _KINDS.items()}
    return picture.overlays(names, kinds)


def _of_ship(view: BoardView, charts: Charts, draw: _Drawing, ship_id: str) -> list[str] | None:
    """What is drawn for a ship; nothing for one off the map, None if there is no such ship."""
    for ship in view.ships:
        if ship.id == ship_id:
            return draw(view, charts, ship, hex_named(ship.hex)) if ship.hex else []
    return None


def _within(charts: Charts, hex_: Hex, reach: int) -> list[Hex]:
    return [other for other in charts.hexes if DISTANCE[other - hex_] <= reach]


# --- Range bands ---


def _ranges(view: BoardView, charts: Charts, ship: ShipView, hex_: Hex) -> list[str]:
    """5.4: where each range band of the main guns ends, and whether it is dark beyond."""
    guns = ship.ratings
    ends = (FIGURES.ranges.point_blank, guns.close_range, guns.range, guns.longest_range)
    parts, inner = [], ""
    reached = -1
    for end, (name, colour, dashes) in zip(ends, _BANDS, strict=True):
        if end <= reached:
            continue
        reached = end
        edge = outline(_within(charts, hex_, end))
        fill: Style = {"fill": colour, "fill_opacity": 0.1, "fill_rule": "evenodd"}
        pen: Style = {"stroke": colour, "stroke_width": 2.4, "stroke_dasharray": dashes or None}
        parts.append(path(edge + inner, **fill))
        parts.append(path(edge, fill="none", stroke_linejoin="round", **pen))
        dark = " (too dark)" if end > view.sighting else ""
        parts.append(_tag(charts, hex_, end, f"{name} {end}{dark}", colour))
        inner = edge
    return parts


def _tag(charts: Charts, hex_: Hex, reach: int, words: str, colour: str) -> str:
    """The name of a limit, north of the ship, or south of her where the map ends."""
    x, y = centre(hex_)
    height = size(charts)[1]
    up, down = y - reach * 2 * TALL, y + reach * 2 * TALL
    spot = up - 12 if up > 0 else down + 12 if down < height else 40
    width = 6.2 * len(words) + 10
    plate = box(x - width / 2, spot - 8, width, 16, rx=3, fill="#06141d", fill_opacity=0.85)
    style: Style = {"font_size": 11, "font_weight": "bold", "text_anchor": "middle"}
    return plate + text(words, x, spot + 4, fill=colour, **style)


# --- Arcs ---


def _arcs(view: BoardView, charts: Charts, ship: ShipView, hex_: Hex) -> list[str]:
    """5.3: hexes ahead and astern, and those abeam where the broadside bears."""
    facing = ship.heading
    reach = min(ship.ratings.longest_range, view.sighting)
    hexes = [other for other in _within(charts, hex_, reach) if other != hex_]
    abeam = charts.broadside[facing]
    step = bearing(STEPS[facing])
    ends: dict[str, list[int]] = {"bow": [], "stern": [], "broadside": []}
    for other in hexes:
        if abeam[other - hex_]:
            ends["broadside"].append(other)
        else:
            ahead = dot(step, bearing(other - hex_)) > 0
            ends["bow" if ahead else "stern"].append(other)
    looks = (("broadside", "#8fe08a", 0.16), ("bow", "#ff6b57", 0.12), ("stern", "#ff6b57", 0.12))
    parts = []
    for name, colour, opacity in looks:
        dashes = None if name == "broadside" else "4 4"
        style: Style = {"fill": colour, "fill_opacity": opacity, "stroke": colour}
        pen: Style = {"stroke_width": 1.4, "stroke_dasharray": dashes}
        parts.append(path(outline(ends[name]), **pen, **style))
    return [*parts, *_arc_names(hex_, facing, reach)]


def _arc_names(hex_: Hex, facing: Facing, reach: int) -> list[str]:
    x, y = centre(hex_)
    bonus = FIGURES.firing.broadside
    names = ((0, "bow"), (180, "stern"), (90, f"broadside +{bonus}"), (270, f"broadside +{bonus}"))
    style: Style = {"font_size": 12, "font_weight": "bold", "text_anchor": "middle", "fill": LIGHT}
    parts = []
    out = min(reach, 5) * 2 * TALL * 0.8
    for turn, words in names:
        angle = (facing * 60 + turn) * pi / 180
        halo: Style = {"stroke": "#06141d", "stroke_width": 3, "paint_order": "stroke"}
        parts.append(text(words, x + out * sin(angle), y - out * cos(angle) + 4, **style, **halo))
    return parts


# --- Sighting ---


def _sight(view: BoardView, charts: Charts, _ship: ShipView, hex_: Hex) -> list[str]:
    """5.2: how far the ship can see, what land or a ship close by hides, and all beyond dark."""
    limit = view.sighting
    sight = _lookout(view, charts)
    near = _within(charts, hex_, limit)
    seen = [other for other in near if other == hex_ or sight.clear(hex_, other)]
    width, height = size(charts)
    all_ = f"M0 0h{width}v{height}h-{width}z"
    rim: Style = {"fill": "none", "stroke": LIGHT, "stroke_width": 2.4}
    return [
        path(all_ + outline(seen), fill="#02080c", fill_opacity=0.55, fill_rule="evenodd"),
        path(outline(near), stroke_dasharray="12 5", **rim),
        _tag(charts, hex_, limit, f"sighting limit {limit}", LIGHT),
    ]


def _lookout(view: BoardView, charts: Charts) -> Sight:
    """5.2: what can be seen over land and ships; smoke only takes dice away."""
    vessels = Counter(hex_named(ship.hex) for ship in view.ships if ship.hex and not ship.hulk)
    options = charts.options
    return Sight(charts.land, {}, vessels, options.los_graze, options.smoke_end_hexes)


_Drawing = Callable[[BoardView, Charts, ShipView, int], list[str]]
_KINDS: dict[str, _Drawing] = {
    "range": _ranges,
    "arcs": _arcs,
    "sighting": _sight,
}
