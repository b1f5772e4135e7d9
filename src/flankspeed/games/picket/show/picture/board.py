"""The board as SVG: the ship among the bearings, her compartments below, and a panel beside.

Whatever a choice can name as its place has that name as its id (`gun:5in1`, `plane:2`,
`compartment:bridge`, `track:hull`), so that a page can make it answer to the mouse.
"""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine.picture import banner, document, offers, overlays, victory
from flankspeed.engine.svg import FAINT, Style, at, clean, group, tag, text
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.aims import aims
from flankspeed.games.picket.show.board_text import damage_words
from flankspeed.games.picket.show.picture import sky
from flankspeed.games.picket.show.picture.panel import WIDTH as PANEL_WIDTH
from flankspeed.games.picket.show.picture.panel import panel
from flankspeed.games.picket.show.picture.parts import frame, thing
from flankspeed.games.picket.show.picture.sections import CREW_HEIGHT, crews, secondaries
from flankspeed.games.picket.show.picture.ship_plan import plan
from flankspeed.games.picket.show.picture.ship_profile import HEIGHT as PROFILE_HEIGHT
from flankspeed.games.picket.show.picture.ship_profile import profile
from flankspeed.games.picket.state import PicketState

_LEFT, _TOP = 30, 70
_PROFILE = _TOP + sky.HEIGHT + 22
_CREWS = _PROFILE + PROFILE_HEIGHT + 6
_SECONDARIES = _CREWS + CREW_HEIGHT + 8
_PANEL = _LEFT + sky.WIDTH + 30
_WIDTH = _PANEL + PANEL_WIDTH + 24
_BOTTOM = 18


def picture(state: PicketState, over: Sequence[str] = (), *, choices: bool = True) -> str:
    """The board as SVG, complete in itself: the same state always gives the same text.

    `over` are overlays, named like `sector:5in1`. Without `choices` nothing shows what the seat
    that must choose is offered.
    """
    offered, aimed = offers(state) if choices else {}, aims(state)
    side, panel_height = panel(state, aimed, offered)
    rooms, rooms_height = secondaries(state, offered) if state.charts.advanced else ("", 0.0)
    height = max(_SECONDARIES + rooms_height, 46 + panel_height) + _BOTTOM
    middle = at(sky.WIDTH / 2, sky.HEIGHT / 2)
    field = [
        sky.sky(state, offered),
        overlays(over, {"sector": lambda gun: sky.gun_sector(state, gun)}),
        group([plan(state, aimed, offered)], transform=middle),
        sky.planes(state, aimed, offered),
    ]
    parts = [
        _heading(state, offered, choices),
        group(field, class_="field", transform=at(_LEFT, _TOP)),
        group([profile(state, offered)], transform=at(_LEFT, _PROFILE)),
        group([crews(state, offered)], transform=at(_LEFT, _CREWS)),
        group([rooms], transform=at(_LEFT, _SECONDARIES)),
        group([side], transform=at(_PANEL, 46)),
        banner(state.result, _LEFT + sky.WIDTH / 2, _TOP + 40),
    ]
    name = f"Picket Duty: {_standing(state)}"
    return document(name, _description(state), parts, _WIDTH, height)


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
        words.append(f"{victory(state.result)}: {state.result.outcome}.")
    return " ".join(words)


def _heading(state: PicketState, offers: dict[str, list[str]], choices: bool) -> str:
    """The title line and what must be decided."""
    ship = captions.ship_name(state)
    name = tag("tspan", clean(ship), font_weight="bold")
    card = f"{state.charts.card.title}, {state.charts.options.mode} game"
    note = tag("tspan", clean(card), dx=12, font_size=16, fill=FAINT)
    line = tag("text", name, note, x=_LEFT, y=38, font_size=23)
    outline = frame(_LEFT, 18, 12.4 * len(ship), 26)
    parts = [thing(offers, "track:ship", f"{ship}: {state.charts.fit.name}", [line], outline)]
    if state.decision and choices:
        style: Style = {"font_size": 14, "fill": FAINT, "text_anchor": "end"}
        parts.append(text(state.decision.prompt, _LEFT + sky.WIDTH, 38, **style))
    return group(parts, class_="heading")
