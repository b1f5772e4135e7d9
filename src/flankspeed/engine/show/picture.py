"""What the pictures of all games share: the frame, what can be chosen, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from flankspeed.engine.decision import Decision
from flankspeed.engine.errors import OptionError
from flankspeed.engine.show.svg import INK, PAPER, Style, box, clean, group, tag, text, title
from flankspeed.engine.side import NAVIES, Side
from flankspeed.engine.values import Result

_KEPT = 2048  # drawings of each kind of thing
_FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"
_BANNER = (420, 80)


def document(
    name: str,
    description: str,
    parts: Iterable[str],
    width: float,
    height: float,
    *,
    letters: float = 11,
) -> str:
    """A whole picture on its own paper, with its name and description for screen readers.

    `letters` is the size of its smallest letters, fine print aside: a page shows it no smaller at
    first than these can be read.
    """
    return tag(
        "svg",
        title(name),
        tag("desc", clean(description)),
        tag("rect", width="100%", height="100%", rx=10, fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        data_letters=letters,
        role="graphics-document document",
        font_family=_FONT,
        fill=INK,
    )


def fine(size: float) -> Style:
    """The style of fine print of this size: a page shows it only while it is large enough."""
    return {"class_": "fine", "font_size": size}


def offers(decision: Decision | None) -> dict[str, list[str]]:
    """The places that can be chosen, each with the labels of its options."""
    places: dict[str, list[str]] = {}
    for option in decision.options if decision else ():
        if option.place:
            places.setdefault(option.place, []).append(option.label)
    return places


class HasPlace(Protocol):
    """Something on the board that an option can be about."""

    @property
    def place(self) -> str:
        """Its id."""


P = ParamSpec("P")
Thing = TypeVar("Thing", bound=HasPlace)
_Draw = Callable[Concatenate[Thing, Mapping[str, list[str]], P], str]


def drawn_once(draw: _Draw[Thing, P]) -> _Draw[Thing, P]:
    """Keep what is drawn of a thing for as long as it, and what it offers, is the same.

    `draw(thing, offers, ...)` must depend on nothing else, nor on what other things offer.
    """

    def again(thing: Thing, labels: tuple[str, ...], *more: P.args, **named: P.kwargs) -> str:
        return draw(thing, {thing.place: [*labels]} if labels else {}, *more, **named)

    kept: Callable[..., str] = lru_cache(maxsize=_KEPT)(again)

    def drawn(
        thing: Thing, offers: Mapping[str, list[str]], /, *more: P.args, **named: P.kwargs
    ) -> str:
        return kept(thing, tuple(offers.get(thing.place, ())), *more, **named)

    return drawn


def overlays(names: Iterable[str], kinds: Mapping[str, Callable[[str], list[str] | None]]) -> str:
    """The overlays of these names, like `range:J-Yamato`, in that order, each with its id.

    `kinds` draw them for a thing; they give None if there is no such thing.
    """
    return "".join(_overlay(name, kinds) for name in names)


def _overlay(name: str, kinds: Mapping[str, Callable[[str], list[str] | None]]) -> str:
    kind, _, thing = name.partition(":")
    parts = kinds[kind](thing) if kind in kinds else None
    if parts is None:
        raise OptionError(f"there is no overlay {name!r} (there are: {', '.join(kinds) or 'none'})")
    classes = f"overlay {kind}"
    return group(parts or [""], id=f"overlay:{name}", class_=classes, pointer_events="none")


def victory(result: Result, sides: Mapping[str, Side] = NAVIES) -> str:
    """Who has won, in words."""
    return sides[result.winner].victory if result.winner else "Draw"


def banner(result: Result | None, x: float, y: float, sides: Mapping[str, Side] = NAVIES) -> str:
    """The result, once there is one, in large letters, centred on `x`, below `y`."""
    if result is None:
        return ""
    width, height = _BANNER
    style: Style = {"text_anchor": "middle", "fill": "#fff"}
    parts = [
        box(x - width / 2, y, width, height, rx=8, fill=INK, fill_opacity=0.95, stroke="#fff"),
        text(victory(result, sides), x, y + 35, font_size=25, font_weight="bold", **style),
        text(result.outcome, x, y + 60, font_size=16, **style),
    ]
    return group(parts, class_="result", pointer_events="none")
