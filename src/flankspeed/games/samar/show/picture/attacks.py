"""The attacks of the combat phase under way, ship by ship, before they take effect."""

from __future__ import annotations

from flankspeed.engine.show.svg import at, text
from flankspeed.engine.show.text import counted
from flankspeed.games.samar.show import captions
from flankspeed.games.samar.show.attack_view import StruckView
from flankspeed.games.samar.show.picture.parts import ALARM, DIM, WORDS, Column, emblem, thing
from flankspeed.games.samar.show.view import BoardView

_LINE = 18
_EFFECTS = 124  # where they are written, right of the name


def attacks(column: Column, view: BoardView) -> None:
    """A-32: who was struck by how much, and what will come of it when the phase ends."""
    if not view.struck:
        return
    column.heading("Attacks so far", "they take effect when the phase ends")
    names = captions.attackers(view)
    navies = {ship.place: ship.navy for ship in view.ships}
    for struck in view.struck:
        each = [captions.attack(names, b) for b in view.blows if b.target == struck.target]
        name, navy = names[struck.target], navies[struck.target]
        column.add(_struck(struck, name, navy, "; ".join(each), column.width), _LINE)
    column.y += 6


def _struck(struck: StruckView, name: str, navy: str, each: str, width: float) -> str:
    """A ship and all that has struck her; pointing at the line tells of each attack."""
    sum_ = f"{counted(struck.attacks, 'attack')}, {captions.effects(struck)}"
    parts = [
        emblem(navy, 6, -4),
        text(captions.short_name(name), 16, 0, fill=WORDS[navy], font_weight="bold"),
        text(sum_, _EFFECTS, 0, fill=DIM),
    ]
    if struck.fate:
        parts.append(text(", ".join(struck.fate), width, 0, fill=ALARM, text_anchor="end"))
    return thing({}, struck.target, each, parts, marks=["attacked"], where=at(0, 13), echo=True)
