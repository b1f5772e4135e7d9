"""The board as SVG: the ship among the bearings, her compartments below, and a panel beside.

Whatever a choice can name as its place has that name as its id (`gun:5in1`, `plane:2`,
`compartment:bridge`, `track:hull`), so that a page can make it answer to the mouse.
"""

from __future__ import annotations

from collections.abc import Sequence

from flankspeed.engine.show.picture import banner, document, overlays, victory
from flankspeed.engine.show.svg import FAINT, Style, at, clean, group, tag, text
from flankspeed.games.picket.show import captions
from flankspeed.games.picket.show.board_text import damage_words
from flankspeed.games.picket.show.picture import sky
from flankspeed.games.picket.show.picture.panel import WIDTH as PANEL_WIDTH
from flankspeed.games.picket.show.picture.panel import panel
from flankspeed.games.picket.show.picture.parts import LETTERS, Offers, frame, thing
from flankspeed.games.picket.show.picture.sections import CREW_HEIGHT, crews, secondaries
from flankspeed.games.picket.show.picture.ship_plan import plan
from flankspeed.games.picket.show.picture.ship_profile import HEIGHT as PROFILE_HEIGHT
from flankspeed.games.picket.show.picture.ship_profile import profile
from flankspeed.games.picket.show.view.types import BoardView

_LEFT, _TOP = 30, 70
# In the field, above and below the sky: her name, the ship cut open, and her repair crews.
_NAME = 38 - _TOP
_PROFILE = sky.HEIGHT + 22
_CREWS = _PROFILE + PROFILE_HEIGHT + 6
_SECONDARIES = _TOP + _CREWS + CREW_HEIGHT + 8
_PANEL = _LEFT + sky.WIDTH + 30
_WIDTH = _PANEL + PANEL_WIDTH + 24
_BOTTOM = 18


def picture(view: BoardView, offers: Offers, prompt: str = "", over: Sequence[str] = ()) -> str:
    """The board as SVG, complete in itself: the same view always gives the same text.

    `offers` and `prompt` are those of the seat that must choose, if they are to be shown. `over`
    are overlays, named like `sector:5in1`.
    """
    side, panel_height = panel(view, offers)
    rooms, rooms_height = secondaries(view, offers) if view.advanced else ("", 0.0)
    height = max(_SECONDARIES + rooms_height, 46 + panel_height) + _BOTTOM
    middle = at(sky.WIDTH / 2, sky.HEIGHT / 2)
    field = [
        _heading(view, offers, prompt),
        sky.sky(view, offers),
        overlays(over, {"sector": lambda gun: sky.gun_sector(view, gun)}),
        group([plan(view, offers)], transform=middle),
        sky.planes(view, offers),
        group([profile(view, offers)], transform=at(0, _PROFILE)),
        group([crews(view, offers)], transform=at(0, _CREWS)),
    ]
    parts = [
        group(field, class_="field", transform=at(_LEFT, _TOP)),
        group([rooms], transform=at(_LEFT, _SECONDARIES)),
        group([side], transform=at(_PANEL, 46)),
        banner(view.result, _LEFT + sky.WIDTH / 2, _TOP + 40),
    ]
    name = f"Picket Duty: {_standing(view)}"
    return document(name, _description(view), parts, _WIDTH, height, letters=LETTERS)


def _standing(view: BoardView) -> str:
    return f"{captions.ship_name(view)}, {captions.when(view)}"


def _description(view: BoardView) -> str:
    """The picture in words."""
    planes = [
        f"{number} {captions.in_space(plane)}" for number, plane in enumerate(view.attack.planes, 1)
    ]
    special = [captions.armed(plane) for plane in view.attack.specials]
    words = [f"Planes over the ship: {', '.join([*planes, *special]) or 'none'}."]
    words += [f"{line.strip()}." for line in damage_words(view)]
    if view.result:
        words.append(f"{victory(view.result)}: {view.result.outcome}.")
    return " ".join(words)


def _heading(view: BoardView, offers: Offers, prompt: str) -> str:
    """The title line and what must be decided."""
    ship = captions.ship_name(view)
    name = tag("tspan", clean(ship), font_weight="bold")
    card = f"{view.card}, {'advanced' if view.advanced else 'basic'} game"
    note = tag("tspan", clean(card), dx=12, font_size=16, fill=FAINT)
    line = tag("text", name, note, x=0, y=_NAME, font_size=23)
    outline = frame(0, _NAME - 20, 12.4 * len(ship), 26)
    parts = [thing(offers, "track:ship", f"{ship}: {view.fit}", [line], outline)]
    if prompt:
        style: Style = {"font_size": 14, "fill": FAINT, "text_anchor": "end"}
        parts.append(text(prompt, sky.WIDTH, _NAME, **style))
    return group(parts, class_="heading")
