"""SVG in small pieces: elements, text and numbers, escaped and rounded in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from xml.sax.saxutils import escape

# Characters that no XML document can hold, whatever the data of a player may say.
_UNPRINTABLE = {code: None for code in range(32) if code not in (9, 10, 13)}
_SPECIAL = re.compile(r'[&<>"\x00-\x1f]')  # hardly any words have these

# What an attribute can be (None: it is left out), and a set of them to be used more than once.
Value = str | float | None
Style = dict[str, Value]

PAPER, INK, FAINT, GREY = "#fbfaf6", "#22303a", "#5f707c", "#98a4ac"
MARK, ALARM = "#a86a00", "#c0271b"


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A number with at most two decimals and no idle zeros."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def clean(words: str) -> str:
    """Words as they may stand in an element or an attribute."""
    if not _SPECIAL.search(words):
        return words
    return escape(words.translate(_UNPRINTABLE), {'"': "&quot;"})


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """One element around markup; `class_` and `stroke_width` stand for class and stroke-width."""
    opening = _opening(name, **attributes)
    if not inside:
        return f"<{opening}/>"
    return "".join((f"<{opening}>", *inside, f"</{name}>"))  # at once: some are large


@lru_cache(maxsize=16384)  # of one picture and the next nearly all are the same
def _opening(name: str, **attributes: Value) -> str:
    """An element's name and attributes, as they stand in its tag."""
    head = [name]
    for key, value in attributes.items():
        if value is not None:
            words = clean(value) if isinstance(value, str) else number(value)
            head.append(f'{_spelled(key)}="{words}"')
    return " ".join(head)


@cache
def _spelled(key: str) -> str:
    """An attribute as XML has it."""
    return key.rstrip("_").replace("_", "-")


def group(parts: Iterable[str], **attributes: Value) -> str:
    """A group of elements; what they share need be said only once."""
    return tag("g", *parts, **attributes)


def text(words: str, x: float, y: float, **attributes: Value) -> str:
    """A line of text that starts at a point, or lies as `text_anchor` says."""
    return tag("text", clean(words), x=x, y=y, **attributes)


def title(words: str) -> str:
    """The tooltip of the element it stands in, read aloud by screen readers."""
    return tag("title", clean(words))


def path(d: str, **attributes: Value) -> str:
    """A path."""
    return tag("path", d=d, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Value) -> str:
    """A straight line."""
    return path(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A rectangle; `rx` rounds its corners."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def at(x: float, y: float) -> str:
    """The transform that moves a group to a point."""
    return f"translate({number(x)} {number(y)})"
