"""What all parts of the picture share: colours, marks, and how a thing answers to its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flankspeed.engine.show.svg import (
    ALARM,
    FAINT,
    GREY,
    INK,
    MARK,
    Style,
    at,
    box,
    group,
    line,
    number,
    path,
    text,
    title,
)
from flankspeed.games.picket.data.ids import PEOPLE

# How officers and chiefs are marked.
CODES = dict(zip(PEOPLE, ("CO", "XO", "EN", "GU", "DC", "CP", "R1", "R2", "R3"), strict=True))
# The places that can be chosen now, each with the labels of its options.
Offers = Mapping[str, list[str]]

# How an option is marked wherever it lies: dashes, so that colour is not the only signal.
DASHES: Style = {"fill": "none", "stroke": MARK, "stroke_width": 2, "stroke_dasharray": "5 3"}
SEA, GRID, WATER, STEEL, DECK = "#e4eef3", "#a9c0cd", "#7fb2d2", "#b7c2c9", "#d5dce0"
PLATE, HURT, BURNT, LOST = "#f6f8f9", "#fbe6c4", "#f8cfa6", "#c9cfd3"
EDGE, ENEMY, NAVY = "#46555f", "#a8352a", "#234a82"
LETTERS = 13  # no letters are smaller, but for fine print
_MOST_LABELS = 4

_FLAME = (
    "M0-8C1-5 5-3.5 5 1.5A5 5 0 0 1-5 1.5C-5-.5-3.6-1.6-3.2-3.4"
    "C-2-2.8-1.8-2-1.6-1.4C-.6-3-.8-5.6 0-8Z"
)
_HEART = "M0-2.2C.8-.8 2.4 0 2.4 2A2.4 2.4 0 0 1-2.4 2C-2.4.6-.8-.4 0-2.2Z"


def thing(
    offers: Offers,
    place: str,
    words: str,
    parts: Iterable[str],
    outline: str = "",
    marks: Iterable[str] = (),
    where: str | None = None,
) -> str:
    """A group that answers to its place: id, tooltip, classes; an option has an outline."""
    labels = offers.get(place, [])
    names = [place.partition(":")[0], *marks]
    if labels:
        names.append("option")
        more = len(labels) - _MOST_LABELS
        shown = [*labels[:_MOST_LABELS], *([f"and {more} more"] if more > 0 else [])]
        words = f"{words}. Now: {'; '.join(shown)}"
    inside = [title(words), outline if labels else "", *parts]
    return group(inside, id=place, class_=" ".join(names), transform=where)


def frame(x: float, y: float, width: float, height: float, gap: float = 2.5) -> str:
    """The dashed outline round a rectangle."""
    return box(x - gap, y - gap, width + 2 * gap, height + 2 * gap, rx=5, **DASHES)


def cross(x: float, y: float, width: float, height: float, pen: float = 2) -> str:
    """The red cross over something lost."""
    style: Style = {"stroke": ALARM, "stroke_width": pen, "stroke_linecap": "round"}
    return path(strokes(x, y, width, height), class_="cross", **style)


def strokes(x: float, y: float, width: float, height: float) -> str:
    """The two strokes of a cross."""
    left, top, right, low = (number(value) for value in (x, y, x + width, y + height))
    return f"M{left} {top}L{right} {low}M{right} {top}L{left} {low}"


def boxes(
    x: float, y: float, marked: int, total: int, side: float = 9, gap: float = 2, down: bool = False
) -> str:
    """A row of boxes (or a column of them, `down`), the first ones crossed out."""
    squares, crosses, inset, step = "", "", side * 0.16, side + gap
    for i in range(total):
        left, top = (x, y + i * step) if down else (x + i * step, y)
        squares += f"M{number(left)} {number(top)}h{side:g}v{side:g}h-{side:g}z"
        if i < marked:
            crosses += strokes(left + inset, top + inset, side - 2 * inset, side - 2 * inset)
    parts = [path(squares, fill="#fff", stroke=FAINT, stroke_width=0.8)]
    if crosses:
        parts.append(path(crosses, class_="cross", stroke=ALARM, stroke_width=1.7))
    return group(parts, class_="boxes")


def flame(x: float, y: float, size: float = 1) -> str:
    """A fire marker."""
    parts = [path(_FLAME, fill="#d9480f", stroke="#fff", stroke_width=0.8)]
    parts.append(path(_HEART, fill="#ffd166"))
    return group(parts, class_="fire", transform=f"{at(x, y)} scale({size:g})")


def ripples(x: float, y: float, width: float) -> str:
    """The sign of flooding: two lines of waves."""
    waves = int(width // 8)
    starts = (f"M{number(x)} {number(y + row)}" for row in (0, 4))
    d = "".join(start + "q2-3 4 0t4 0" * waves for start in starts)
    return path(d, class_="flood", fill="none", stroke="#1d6396", stroke_width=1.3)


def men(x: float, y: float, count: int, step: float = 7) -> str:
    """Crewmen, one figure each."""
    d = "".join(
        f"M{number(x + i * step)} {number(y)}m-2.6 3.6a2.6 3.4 0 0 1 5.2 0z"
        "m1-5.5a1.6 1.6 0 0 1 3.2 0a1.6 1.6 0 0 1-3.2 0z"
        for i in range(count)
    )
    return path(d, class_="men", fill=NAVY) if count else ""


def fallen(x: float, y: float, count: int, step: float = 7) -> str:
    """Crewmen who are lost, one cross each."""
    d = "".join(strokes(x - 2 + i * step, y - 2, 4, 4) for i in range(count))
    return path(d, class_="fallen", stroke=FAINT, stroke_width=1.2) if count > 0 else ""


def badge(words: str, x: float, y: float, fill: str) -> str:
    """A small plate with white letters; `x` and `y` are its upper left corner."""
    width = badge_width(words)
    style: Style = {"fill": "#fff", "font_size": LETTERS, "text_anchor": "middle"}
    return box(x, y, width, 16, rx=2.5, fill=fill, stroke="#fff", stroke_width=0.7) + text(
        words, x + width / 2, y + 12.7, font_weight="bold", **style
    )


def badge_width(words: str) -> float:
    """How wide a plate with these letters is."""
    return 6 + 9 * len(words)


class Column:
    """Lines written one below the other."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.y = 0.0
        self.parts: list[str] = []

    def heading(self, words: str, note: str = "") -> None:
        """A heading with a rule below it, and a note at its right end."""
        self.y += 13
        self.parts.append(text(words, 0, self.y, font_size=14, font_weight="bold"))
        if note:
            style: Style = {"font_size": LETTERS, "fill": FAINT, "text_anchor": "end"}
            self.parts.append(text(note, self.width, self.y, **style))
        self.parts.append(
            line(0, self.y + 5, self.width, self.y + 5, stroke=GREY, stroke_width=0.8)
        )
        self.y += 10

    def add(self, part: str, height: float) -> None:
        """A piece drawn round its own origin, so many units high."""
        self.parts.append(group([part], transform=at(0, self.y)))
        self.y += height

    def drawn(self, name: str) -> str:
        """Everything written so far."""
        return group(self.parts, class_=name, fill=INK, font_size=LETTERS)
