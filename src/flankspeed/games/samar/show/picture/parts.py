"""What all parts of the picture share: colours, panels, and how a thing answers to its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flankspeed.engine.show.svg import Style, at, group, line, path, text, title

# The places that can be chosen now, each with the labels of its options.
Offers = Mapping[str, list[str]]

# The sheet is dark, like the sea before sunrise; whatever must be read is light.
SHEET, PANEL, EDGE = "#071a27", "#0c2433", "#2a4a5e"
LIGHT, DIM, LOW = "#eaf2f5", "#9db4c0", "#5d7a8a"
OPTION, ALARM, AMBER, GREEN = "#ffc83d", "#ff5a45", "#ffab40", "#7ed09a"

# By navy: the hull, the hull of a damaged ship, edges, what stands on deck, and words.
HULLS = {"ijn": "#e0563c", "usn": "#8fc7f2"}
SCARRED = {"ijn": "#83372d", "usn": "#4d7391"}
RIMS = {"ijn": "#ffe3d3", "usn": "#f2faff"}
DECKS = {"ijn": "#f7d2b8", "usn": "#e3f2fd"}
GUNS = {"ijn": "#4a120b", "usn": "#0f3554"}
WORDS = {"ijn": "#ffcdb8", "usn": "#cfe8fd"}

LETTERS = 11  # no letters are smaller, but for fine print

# How an option is marked wherever it lies: dashes, so that colour is not the only signal.
DASHES: Style = {"fill": "none", "stroke": OPTION, "stroke_width": 2, "stroke_dasharray": "6 3"}
_MOST_LABELS = 4

_DISC = "M-4.4 0a4.4 4.4 0 1 1 8.8 0a4.4 4.4 0 1 1-8.8 0z"
STAR = "M0-5L1.2-1.6H4.8L1.9.5 3 4 0 1.9-3 4-1.9.5-4.8-1.6H-1.2Z"


def thing(
    offers: Offers,
    place: str,
    words: str,
    parts: Iterable[str],
    outline: str = "",
    marks: Iterable[str] = (),
    *,
    where: str | None = None,
    echo: bool = False,
) -> str:
    """A group that answers to its place: id, tooltip, classes; an option has an outline.

    An `echo` stands for something that is drawn elsewhere, and leaves the id to that.
    """
    labels = offers.get(place, [])
    names = [place.partition(":")[0], *marks]
    if labels:
        names.append("option")
    inside = [title(words + now(labels)), *parts, outline if labels else ""]
    style: Style = {"class_": " ".join(names), "transform": where}
    if echo:
        return group(inside, data_place=place, **style)
    return group(inside, id=place, **style)


def now(labels: list[str]) -> str:
    """What can be chosen at a place, to be added to its tooltip."""
    if not labels:
        return ""
    more = len(labels) - _MOST_LABELS
    shown = [*labels[:_MOST_LABELS], *([f"and {more} more"] if more > 0 else [])]
    return f". Now: {'; '.join(shown)}"


def emblem(navy: str, x: float, y: float, size: float = 1) -> str:
    """The sign of a navy: a sun disc or a star, so that colour is not the only signal."""
    where = f"{at(x, y)} scale({size:g})" if size != 1 else at(x, y)
    if navy == "usn":
        disc = path(_DISC, fill="#1c4f8c", stroke="#1c4f8c", stroke_width=1.6)
        return group([disc, path(STAR, fill="#fff")], transform=where)
    return path(_DISC, fill="#d3202a", stroke="#fff", stroke_width=1.6, transform=where)


class Column:
    """Lines written one below the other."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.y = 0.0
        self.parts: list[str] = []

    def heading(self, words: str, note: str = "", colour: str = LIGHT) -> None:
        """A heading with a rule below it, and a note at its right end."""
        self.y += 15
        self.parts.append(
            text(words.upper(), 0, self.y, font_size=13, font_weight="bold", fill=colour)
        )
        if note:
            style: Style = {"font_size": 12, "fill": DIM, "text_anchor": "end"}
            self.parts.append(text(note, self.width, self.y, **style))
        self.parts.append(line(0, self.y + 5, self.width, self.y + 5, stroke=EDGE))
        self.y += 11

    def add(self, part: str, height: float) -> None:
        """A piece drawn round its own origin, so many units high."""
        self.parts.append(group([part], transform=at(0, self.y)))
        self.y += height

    def drawn(self, name: str) -> str:
        """Everything written so far."""
        return group(self.parts, class_=name, fill=LIGHT, font_size=12)
