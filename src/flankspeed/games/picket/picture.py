"""The board as SVG: the ship among the bearings, her compartments below, and a panel beside.

Whatever a choice can name as its place has that name as its id (`gun:5in1`, `plane:2`,
`compartment:bridge`, `track:hull`), so that a page can make it answer to the mouse.
"""

from __future__ import annotations

from flankspeed.engine.svg import FAINT, INK, PAPER, Style, at, box, clean, group, tag, text, title
from flankspeed.games.picket import captions, picture_sky
from flankspeed.games.picket.aims import aims
from flankspeed.games.picket.board_text import damage_words
from flankspeed.games.picket.picture_panel import WIDTH as PANEL_WIDTH
from flankspeed.games.picket.picture_panel import panel
from flankspeed.games.picket.picture_parts import frame, thing
from flankspeed.games.picket.picture_sections import CREW_HEIGHT, crews, secondaries
from flankspeed.games.picket.ship_plan import plan
from flankspeed.games.picket.ship_profile import HEIGHT as PROFILE_HEIGHT
from flankspeed.games.picket.ship_profile import profile
from flankspeed.games.picket.state import PicketState

_LEFT, _TOP = 30, 70
_PROFILE = _TOP + picture_sky.HEIGHT + 22
_CREWS = _PROFILE + PROFILE_HEIGHT + 6
_SECONDARIES = _CREWS + CREW_HEIGHT + 8
_PANEL = _LEFT + picture_sky.WIDTH + 30
_WIDTH = _PANEL + PANEL_WIDTH + 24
_BOTTOM = 18
_FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"


def picture(state: PicketState) -> str:
    """The board as SVG, complete in itself: the same state always gives the same text."""
    offers, aimed = _offers(state), aims(state)
    side, panel_height = panel(state, aimed, offers)
    rooms, rooms_height = secondaries(state, offers) if state.charts.advanced else ("", 0.0)
    height = max(_SECONDARIES + rooms_height, 46 + panel_height) + _BOTTOM
    middle = at(picture_sky.WIDTH / 2, picture_sky.HEIGHT / 2)
    field = [
        picture_sky.sky(state, offers),
        group([plan(state, aimed, offers)], transform=middle),
        picture_sky.planes(state, aimed, offers),
    ]
    parts = [
        title(f"Picket Duty: {_standing(state)}"),
        tag("desc", clean(_description(state))),
        tag("rect", width="100%", height="100%", rx=10, fill=PAPER),
        _heading(state, offers),
        group(field, class_="field", transform=at(_LEFT, _TOP)),
        group([profile(state, offers)], transform=at(_LEFT, _PROFILE)),
        group([crews(state, offers)], transform=at(_LEFT, _CREWS)),
        group([rooms], transform=at(_LEFT, _SECONDARIES)),
        group([side], transform=at(_PANEL, 46)),
        _banner(state),
    ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {height:g}",
        width=_WIDTH,
        height=height,
        role="graphics-document document",
        font_family=_FONT,
        fill=INK,
    )


def _offers(state: PicketState) -> dict[str, list[str]]:
    """The places that can be chosen now, each with the labels of its options."""
    places: dict[str, list[str]] = {}
    for option in state.decision.options if state.decision else ():
        if option.place:
            places.setdefault(option.place, []).append(option.label)
    return places


def _standing(state: PicketState) -> str:
    return f"{captions.ship_name(state)}, {captions.when(state)}"


def _description(state: PicketState) -> str:
    """The picture in words."""
    planes = [
        f"{number} {captions.type_name(plane)} {captions.space(plane)}"
        for number, plane in enumerate(state.planes, 1)
    ]
    special = [
        f"{captions.type_name(plane)} with {captions.weapon_name(plane)}"
        for plane in state.specials
    ]
    words = [f"Planes over the ship: {', '.join([*planes, *special]) or 'none'}."]
    words += [f"{line.strip()}." for line in damage_words(state)]
    if state.result:
        words.append(f"{captions.victory(state.result)}: {state.result.outcome}.")
    return " ".join(words)


def _heading(state: PicketState, offers: dict[str, list[str]]) -> str:
    """The title line and what must be decided."""
    ship = captions.ship_name(state)
    name = tag("tspan", clean(ship), font_weight="bold")
    card = f"{state.charts.card.title}, {state.charts.options.mode} game"
    note = tag("tspan", clean(card), dx=12, font_size=16, fill=FAINT)
    line = tag("text", name, note, x=_LEFT, y=38, font_size=23)
    outline = frame(_LEFT, 18, 12.4 * len(ship), 26)
    parts = [thing(offers, "track:ship", f"{ship}: {state.charts.fit.name}", [line], outline)]
    if state.decision:
        style: Style = {"font_size": 14, "fill": FAINT, "text_anchor": "end"}
        parts.append(text(state.decision.prompt, _LEFT + picture_sky.WIDTH, 38, **style))
    return group(parts, class_="heading")


def _banner(state: PicketState) -> str:
    """The result, across the sky above the ship."""
    if not state.result:
        return ""
    x, y = _LEFT + picture_sky.WIDTH / 2, _TOP + 40
    style: Style = {"text_anchor": "middle", "fill": "#fff"}
    parts = [
        box(x - 210, y, 420, 80, rx=8, fill=INK, fill_opacity=0.95, stroke="#fff"),
        text(captions.victory(state.result), x, y + 35, font_size=25, font_weight="bold", **style),
        text(state.result.outcome, x, y + 60, font_size=16, **style),
    ]
    return group(parts, class_="result", pointer_events="none")
