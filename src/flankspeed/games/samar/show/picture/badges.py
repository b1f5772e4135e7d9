"""2.7 The markers a ship can bear, each some twelve units high, centred on the origin."""

from __future__ import annotations

from functools import cache

from flankspeed.engine.show.svg import Style, at, box, circle, group, path, text
from flankspeed.games.samar.data.markers import CONDITIONS, DIW, SLOWED
from flankspeed.games.samar.show.picture.parts import LETTERS
from flankspeed.games.samar.show.ship_view import ShipView

_RIM: Style = {"stroke": "#06141d", "stroke_width": 1.1}
_FLAME = (
    "M0-8.4C1.2-5.4 5.4-3.8 5.4 1.4A5.4 5.4 0 0 1-5.4 1.4C-5.4-.6-4-1.8-3.4-3.6"
    "C-2.2-2.8-2-2.2-1.8-1.4C-.6-3-.8-6 0-8.4Z"
)
_HEART = "M0-3.4C1-1.6 3.4-.8 3.4 1.8A3.4 3.4 0 0 1-3.4 1.8C-3.4.2-1.2-1.2 0-3.4Z"
_TORPEDO = "M-7 0Q-7-2-5-2H-.4L1.6-3.2V3.2L-.4 2H-5Q-7 2-7 0Z"

# The signs of speed: two arrowheads ahead, one dot, a wave, one arrowhead astern, a cross.
_SPEEDS = {
    "flank": ("#ffc83d", "#3a2400", "M-3.6-.4L0-4 3.6-.4M-3.6 3.6L0 0 3.6 3.6"),
    "cruise": ("#9be3c1", "#06351f", "M-3 1.6L0-1.4 3 1.6"),
    "evasive": ("#cfb3ff", "#26104f", "M-3.8 0Q-1.9-4.6 0 0T3.8 0"),
    "slowed": ("#c98a52", "#2b1402", "M-3.4-1.8L0 1.8 3.4-1.8"),
    "diw": ("#10181d", "#ff8a7a", "M-3-3L3 3M-3 3L3-3"),
}
_CONDITIONS = {CONDITIONS[SLOWED]: "slowed", CONDITIONS[DIW]: "diw"}
_RIMS_OF_SPEED = {"diw": "#ff8a7a"}


def markers(ship: ShipView) -> list[str]:
    """The markers on a ship, the most urgent first; none on a hulk."""
    if ship.hulk:
        return []
    found = []
    if ship.hits:
        found.append(hits(ship.hits, ship.ratings.armor))
    speed = _CONDITIONS.get(ship.condition, ship.speed)
    if speed in _SPEEDS:  # battle speed has no marker
        found.append(speed_sign(speed))
    if ship.fires:
        found.append(fire(ship.fires))
    if ship.panic:
        found.append(panic())
    if ship.torpedoes_out:
        found.append(torpedoes(ship.torpedoes_out))
    return found


@cache
def speed_sign(name: str) -> str:
    """A disc with the sign of a speed status or of engine damage."""
    fill, ink, d = _SPEEDS[name]
    rim: Style = {"stroke": _RIMS_OF_SPEED.get(name, "#06141d"), "stroke_width": 1.2}
    pen: Style = {"fill": "none", "stroke": ink, "stroke_width": 1.9, "stroke_linecap": "round"}
    return _named(name, [circle(0, 0, 5.8, fill=fill, **rim), path(d, **pen)])


@cache
def hits(count: int, armor: int) -> str:
    """Hit markers on this side of the counter, out of those it can bear."""
    words = f"{count}/{armor}"
    half = 3.5 * len(words) + 1.5
    ground = box(-half, -6.5, 2 * half, 13, rx=2, fill="#d3202a", **_RIM)
    return _named("hits", [ground, _words(words, 0, 4, "#fff")])


@cache
def fire(count: int) -> str:
    """Fire markers."""
    parts = [path(_FLAME, fill="#ff7a1a", **_RIM), path(_HEART, fill="#ffe066")]
    return _named("fire", [*parts, _words(str(count), 0, 5, "#5a1400")])


@cache
def panic() -> str:
    """The panic marker."""
    sign = path("M0-6.6L6.8 5.2H-6.8Z", fill="#ffe14d", stroke_linejoin="round", **_RIM)
    mark = path("M-1-2.8H1L.5 1.2H-.5ZM-.8 2.2H.8V3.8H-.8Z", fill="#2b2100")
    return _named("panic", [sign, mark])


@cache
def torpedoes(count: int) -> str:
    """Torpedoes Out markers."""
    ground = box(-11, -6.5, 22, 13, rx=6.5, fill="#d5dee3", **_RIM)
    figure = path(_TORPEDO, fill="#25404f", transform=at(-2, 0))
    return _named("torpedoes", [ground, figure, _words(str(count), 5, 4, "#06141d")])


def _named(name: str, parts: list[str]) -> str:
    return group(parts, class_=f"marker {name}")


def _words(words: str, x: float, y: float, fill: str) -> str:
    style: Style = {"font_size": LETTERS, "font_weight": "bold", "text_anchor": "middle"}
    return text(words, x, y, fill=fill, **style)


def placed(sign: str, x: float, y: float) -> str:
    """A marker at a point."""
    return group([sign], transform=at(x, y))
