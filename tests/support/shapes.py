"""What is left of a picture for those who see no colours: its shapes and its words."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
_COLOURS = {"fill", "stroke", "opacity", "fill-opacity", "stroke-opacity"}
_UNSEEN = {"id", "class", "data-place", "role", "pointer-events"}


def drawn(picture: str) -> dict[str, Element]:
    """The things in a picture by id; the whole has the id ""."""
    root = ElementTree.fromstring(picture)
    return {"": root} | {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}


def of_class(root: Element, name: str) -> list[Element]:
    """The elements of a class."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def shapes(element: Element, *, words: bool = True) -> str:
    """All that is seen of an element but colours; without `words`, no letters either."""
    if element.tag in (f"{SVG}title", f"{SVG}desc") or (element.tag == f"{SVG}text" and not words):
        return ""
    left = {k: v for k, v in element.attrib.items() if k not in _COLOURS | _UNSEEN}
    inside = "".join(shapes(child, words=words) for child in element)
    said = (element.text or "") if words else ""
    return f"<{element.tag.removeprefix(SVG)} {sorted(left.items())}>{said}{inside}</>"


def all_differ(elements: Iterable[Element], *, words: bool = True) -> bool:
    """Whether each of them has a shape of its own."""
    found = [shapes(element, words=words) for element in elements]
    return len(set(found)) == len(found)
