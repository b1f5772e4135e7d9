"""Many pictures in one: every piece of a board is kept once, with the frames that show it.

A board is a group of the class `field`; what changes on it lies in groups of the class `pieces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_IDLE = ("id", "class", "data-place", "pointer-events")  # what only a page has a use for
_UNSEEN = {"title", "desc"}


class Piece(NamedTuple):
    """A part of the board, in the group that holds it (empty: the board itself)."""

    group: str
    markup: str


class Shown(NamedTuple):
    """A piece, and the runs of frames that show it: from one up to, but without, another."""

    piece: Piece
    runs: tuple[tuple[int, int], ...]


def board(picture: str) -> Element:
    """The board of a picture."""
    for element in ElementTree.fromstring(picture).iter():
        if "field" in _classes(element):
            return element
    raise ValueError("this picture has no board")


def merged(fields: Iterable[Element]) -> list[Shown]:
    """All pieces of these boards, from the lowest to the topmost."""
    order: list[Piece] = []
    frames: dict[Piece, list[int]] = {}
    for number, field in enumerate(fields):
        at = 0
        for piece in _pieces(field):
            if piece in frames:
                at = order.index(piece) + 1
            else:
                order.insert(at, piece)
                at += 1
            frames.setdefault(piece, []).append(number)
    return [Shown(piece, tuple(_runs(frames[piece]))) for piece in order]


def _pieces(field: Element) -> Iterator[Piece]:
    for layer in field:
        moving = "pieces" in _classes(layer)
        _lighten(layer)
        if not moving:
            yield Piece("", _markup(layer))
            continue
        inside = list(layer)
        layer[:] = []
        group = _markup(layer).removesuffix(" />") + ">"
        yield from (Piece(group, _markup(element)) for element in inside)


def _lighten(element: Element) -> None:
    """Leave out names and tooltips."""
    for part in element.iter():
        part.tag = part.tag.removeprefix(_NAMESPACE)
        part[:] = [child for child in part if child.tag.removeprefix(_NAMESPACE) not in _UNSEEN]
        for name in _IDLE:
            part.attrib.pop(name, None)


def _markup(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        yield found[0], found[-1] + 1
