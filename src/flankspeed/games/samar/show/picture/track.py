"""The turn record track across the top: time, sighting distance, and what begins when."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine.show.svg import Style, at, box, group, path, text, title
from flankspeed.games.samar.data.track import Turn
from flankspeed.games.samar.show.picture.hulls import hull, plane
from flankspeed.games.samar.show.picture.parts import (
    DIM,
    EDGE,
    LETTERS,
    LIGHT,
    LOW,
    OPTION,
    PANEL,
    emblem,
)

HEIGHT = 62
_EVENTS = {
    "center": "Center Force rolls to enter",
    "battleships": "the battleships join the cup",
    "taffy2": "Taffy 2 may enter",
    "air": "air units are drawn",
    "special": "special attacks are rolled for",
    "bombardment": "the Bombardment Group rolls to enter",
}


def _ship(type_: str, navy: str) -> str:
    """A ship with the sign of her navy."""
    return hull(type_, navy, plain=True) + emblem(navy, 0, 0)


_SIGNS = {
    "center": _ship("CA", "ijn"),
    "battleships": _ship("BB", "ijn"),
    "taffy2": _ship("CVE", "usn"),
    "air": plane("TB", "usn"),
    "special": plane("SA", "ijn"),
    "bombardment": _ship("BB", "usn"),
}
SHADE = "#0a1e2b"
_MARKER = "M-7 0H7L0 7Z"
_EYE = "M-6 0Q0-6 6 0Q0 6-6 0ZM-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"


@lru_cache(maxsize=64)
def track(turns: tuple[Turn, ...], now: int, width: float) -> str:
    """All turns: those that are over struck out, the marker on the one that is played."""
    step = width / len(turns)
    return group([_turn(turn, now, step) for turn in turns], class_="track")


def _turn(turn: Turn, now: int, step: float) -> str:
    here, past = turn.number == now, turn.number < now
    fill = OPTION if here else SHADE if past else PANEL
    ink = "#1d1400" if here else LOW if past else LIGHT
    words = [f"turn {turn.number}, {turn.time}: sighting limit {turn.sighting} hexes"]
    words += [_EVENTS[event] for event in turn.events]
    width = step - 4
    style: Style = {"fill": ink, "font_weight": "bold"}
    struck = "line-through" if past else None
    centred: Style = {"font_size": 18, "text_anchor": "middle", "text_decoration": struck}
    parts = [
        title("; ".join(words)),
        box(0, 0, width, HEIGHT, rx=4, fill=fill, stroke=LIGHT if here else EDGE),
        text(str(turn.number), 6, 14, font_size=LETTERS, fill=ink if here else DIM),
        text(turn.time, width / 2 + 2, 25, **centred, **style),
        path(_EYE, transform=at(width - 32, 46), fill_rule="evenodd", fill=ink),
        text(str(turn.sighting), width - 8, 51, font_size=14, text_anchor="end", **style),
    ]
    if here:
        parts.append(path(_MARKER, transform=at(width / 2, 0), fill=ink))
    for i, event in enumerate(turn.events):
        where = f"{at(12 + 13 * i, 46)} scale({0.62 if len(turn.events) > 1 else 0.68})"
        parts.append(group([_SIGNS[event]], transform=where, opacity=0.5 if past else None))
    names = "turn now" if here else "turn past" if past else "turn"
    where = at((turn.number - 1) * step + 2, 0)
    return group(parts, class_=names, transform=where)
