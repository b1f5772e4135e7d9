"""The board as SVG: the map with the ships, the turn track above, and a panel beside.

Whatever a choice can name as its place has that name as its id (`hex:1411`, `ship:J-Yamato`,
`air:TB`, `side:N`, `smoke:N`), so that a page can make it answer to the mouse. A ship off the map
has her id on her row in the order of battle; one on the map is named there by `data-place`.
"""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine.picture import banner, document, offers, victory
from flankspeed.engine.svg import Style, at, box, clean, group, tag
from flankspeed.games.samar.data.markers import IJN, SET_UP, USN
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.picture.action import shots, smoke, trails
from flankspeed.games.samar.show.picture.grid import outline, size
from flankspeed.games.samar.show.picture.overlays import overlays as drawn_overlays
from flankspeed.games.samar.show.picture.panel import WIDTH as PANEL_WIDTH
from flankspeed.games.samar.show.picture.panel import panel
from flankspeed.games.samar.show.picture.parts import DIM, LIGHT, NAVIES, OPTION, SHEET, WORDS
from flankspeed.games.samar.show.picture.sea import sea
from flankspeed.games.samar.show.picture.ships import ships
from flankspeed.games.samar.show.picture.steering import acting, steering
from flankspeed.games.samar.show.picture.track import HEIGHT as TRACK_HEIGHT
from flankspeed.games.samar.show.picture.track import track
from flankspeed.games.samar.state import SamarState

_LEFT, _HEADING, _GAP = 26, 52, 16
_TOP = _HEADING + TRACK_HEIGHT + _GAP + 4


def picture(state: SamarState, overlays: Sequence[str] = (), *, choices: bool = True) -> str:
    """The board as SVG, complete in itself: the same state always gives the same text.

    `overlays` are named like `range:J-Yamato`, `arcs:J-Yamato` and `sighting:J-Yamato`. Without
    `choices` nothing shows what the seat that must choose is offered.
    """
    offered = offers(state) if choices else {}
    actor = acting(state) if choices else -1
    width, height = size(state.charts)
    side, panel_height = panel(state, offered)
    panel_left = _LEFT + width + 36
    field = [
        sea(state.charts, offered),
        _set_up_area(state),
        drawn_overlays(state, overlays),
        trails(state),
        smoke(state),
        shots(state),
        ships(state, offered, actor),
        steering(state, offered),
    ]
    total = panel_left + PANEL_WIDTH + _LEFT, max(_TOP + height + 26, _HEADING + panel_height + 30)
    parts = [
        box(0, 0, *total, rx=10, fill=SHEET),
        _heading(state, width, choices),
        group([track(state, width)], transform=at(_LEFT, _HEADING)),
        group(field, class_="field", transform=at(_LEFT, _TOP)),
        group([side], transform=at(panel_left, 18)),
        banner(state.result, _LEFT + width / 2, _TOP + 60),
    ]
    name = f"Yamato Unleashed: {captions.standing(state)}"
    return document(name, _description(state), parts, *total)


def _heading(state: SamarState, width: float, choices: bool) -> str:
    """The title line and what must be decided."""
    name = tag("tspan", "Yamato Unleashed", font_weight="bold")
    when = tag("tspan", clean(captions.standing(state)), dx=14, font_size=17, fill=DIM)
    parts = [tag("text", name, when, x=_LEFT, y=36, font_size=26, fill=LIGHT)]
    decision = state.decision
    if decision and choices:
        seat = tag("tspan", clean(decision.seat.upper()), font_weight="bold", fill=OPTION)
        prompt = tag("tspan", clean(decision.prompt), dx=8)
        style: Style = {"font_size": 17, "fill": LIGHT, "text_anchor": "end"}
        parts.append(tag("text", seat, prompt, x=_LEFT + width, y=36, **style))
    return group(parts, class_="heading")


def _set_up_area(state: SamarState) -> str:
    """3.1: where Taffy 3 may be, until she is."""
    if state.phase != SET_UP:
        return ""
    style: Style = {"fill": WORDS[USN], "fill_opacity": 0.08, "stroke": WORDS[USN]}
    area = tag(
        "path", d=outline(state.charts.set_up), stroke_width=2, stroke_dasharray="8 5", **style
    )
    return group([area], class_="set-up", pointer_events="none")


def _description(state: SamarState) -> str:
    """The picture in words."""
    words = []
    for navy in (IJN, USN):
        afloat = [captions.full_name(state.charts.ships[ship]) for ship in state.afloat(navy)]
        lost = [state.charts.ships[s].name for s in state.charts.navies[navy] if state.lost(s)]
        words.append(f"{NAVIES[navy]} at sea: {', '.join(afloat) or 'none'}.")
        words.append(f"Lost: {', '.join(lost) or 'none'}.")
    if state.cleared:
        words.append("The map has been cleared of USN ships.")
    words.append(f"Armor gone south: {state.exited}.")
    if state.result:
        words.append(f"{victory(state.result)}: {state.result.outcome}.")
    return " ".join(words)
