"""The board as SVG: the map with the ships, the turn track above, and a panel beside.

Whatever a choice can name as its place has that name as its id (`hex:1411`, `ship:J-Yamato`,
`air:TB`, `side:N`, `smoke:N`), so that a page can make it answer to the mouse. A ship off the map
has her id on her row in the order of battle; one on the map is named there by `data-place`.
The map has the class `field`; what is moved and placed on it is in groups of the class `pieces`,
and whatever is a place and no thing (hexes, headings to steer) has the class `space`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from flankspeed.engine import Decision
from flankspeed.engine.show.picture import banner, document, victory
from flankspeed.engine.show.svg import Style, at, box, clean, group, tag
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import PHASES, SEATS, SET_UP
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.action import shots, smoke, trails
from flankspeed.games.samar.show.picture.grid import outline, size
from flankspeed.games.samar.show.picture.overlays import overlays as drawn_overlays
from flankspeed.games.samar.show.picture.panel import WIDTH as PANEL_WIDTH
from flankspeed.games.samar.show.picture.panel import panel
from flankspeed.games.samar.show.picture.parts import (
    DIM,
    LETTERS,
    LIGHT,
    OPTION,
    SHEET,
    WORDS,
    Offers,
)
from flankspeed.games.samar.show.picture.sea import sea
from flankspeed.games.samar.show.picture.ships import ships
from flankspeed.games.samar.show.picture.steering import steering
from flankspeed.games.samar.show.picture.track import HEIGHT as TRACK_HEIGHT
from flankspeed.games.samar.show.picture.track import track
from flankspeed.games.samar.show.view import BoardView

_LEFT, _HEADING, _GAP = 26, 52, 16
_TOP = _HEADING + TRACK_HEIGHT + _GAP + 4


def picture(
    view: BoardView,
    charts: Charts,
    overlays: Sequence[str] = (),
    offers: Offers = MappingProxyType({}),
    decision: Decision | None = None,
) -> str:
    """The board as SVG, complete in itself: the same view always gives the same text.

    `overlays` are named like `range:J-Yamato`, `arcs:J-Yamato` and `sighting:J-Yamato`. Without
    `offers` and `decision` nothing shows what the seat that must choose is offered.
    """
    width, height = size(charts)
    tips = captions.descriptions(view)
    side, panel_height = panel(view, charts, offers, tips)
    panel_left = _LEFT + width + 36
    field = [
        sea(charts, offers),
        _set_up_area(view, charts),
        drawn_overlays(view, charts, overlays),
        trails(view),
        smoke(view),
        shots(view),
        ships(view, offers, tips, view.acting if decision else None),
        steering(view, charts, offers),
    ]
    total = panel_left + PANEL_WIDTH + _LEFT, max(_TOP + height + 26, _HEADING + panel_height + 30)
    parts = [
        box(0, 0, *total, rx=10, fill=SHEET),
        _heading(view, width, decision),
        group([track(charts.turns, view.turn, width)], transform=at(_LEFT, _HEADING)),
        group(field, class_="field", transform=at(_LEFT, _TOP)),
        group([side], transform=at(panel_left, 18)),
        banner(view.victory.result, _LEFT + width / 2, _TOP + 60),
    ]
    name = f"Yamato Unleashed: {captions.standing(view)}"
    return document(name, _description(view), parts, *total, letters=LETTERS)


def _heading(view: BoardView, width: float, decision: Decision | None) -> str:
    """The title line and what must be decided."""
    name = tag("tspan", "Yamato Unleashed", font_weight="bold")
    when = tag("tspan", clean(captions.standing(view)), dx=14, font_size=17, fill=DIM)
    parts = [tag("text", name, when, x=_LEFT, y=36, font_size=26, fill=LIGHT)]
    if decision:
        seat = tag("tspan", clean(decision.seat.upper()), font_weight="bold", fill=OPTION)
        prompt = tag("tspan", clean(decision.prompt), dx=8)
        style: Style = {"font_size": 17, "fill": LIGHT, "text_anchor": "end"}
        parts.append(tag("text", seat, prompt, x=_LEFT + width, y=36, **style))
    return group(parts, class_="heading")


def _set_up_area(view: BoardView, charts: Charts) -> str:
    """3.1: where Taffy 3 may be, until she is."""
    if view.phase != PHASES[SET_UP]:
        return ""
    style: Style = {"fill": WORDS["usn"], "fill_opacity": 0.08, "stroke": WORDS["usn"]}
    area = tag("path", d=outline(charts.set_up), stroke_width=2, stroke_dasharray="8 5", **style)
    return group([area], class_="set-up", pointer_events="none")


def _description(view: BoardView) -> str:
    """The picture in words."""
    words = []
    for navy in SEATS:
        fleet = view.fleet(navy)
        afloat = [captions.full_name(ship) for ship in fleet if ship.afloat]
        lost = [ship.name for ship in fleet if ship.lost]
        words.append(f"{navy.upper()} at sea: {', '.join(afloat) or 'none'}.")
        words.append(f"Lost: {', '.join(lost) or 'none'}.")
    stand = view.victory
    if stand.cleared:
        words.append("The map has been cleared of USN ships.")
    words.append(f"Armor gone south: {stand.exited}.")
    if stand.result:
        words.append(f"{victory(stand.result)}: {stand.outcome}.")
    return " ".join(words)
