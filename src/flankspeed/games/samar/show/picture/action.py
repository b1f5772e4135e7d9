"""What has just happened on the map: last moves as trails, smoke, the last shots as lines."""

from __future__ import annotations

from functools import cache
from math import hypot

from flankspeed.engine.show.svg import Style, at, circle, group, number, path, text, title
from flankspeed.games.samar.data.markers import COMBAT, PHASES
from flankspeed.games.samar.show.attack_view import BlowView
from flankspeed.games.samar.show.picture.grid import middle
from flankspeed.games.samar.show.picture.parts import HULLS, LETTERS, WORDS
from flankspeed.games.samar.show.ship_view import ShipView, StepView
from flankspeed.games.samar.show.view import BoardView, SmokeView

_PUFFS = ((-8, 3, 10), (6, 6, 9), (1, -5, 11), (12, -4, 7), (-13, -6, 6))
_BURST = "M0-10L2.4-3.6 8.6-5.6 4.4 0 9 4.6 2.6 3.8 0 10-2.6 3.8-9 4.6-4.4 0-8.6-5.6-2.4-3.6Z"


# --- Trails ---


def trails(view: BoardView) -> str:
    """The last move of every ship on the map: a ring where she began, a dot in each hex."""
    parts = []
    for navy, ink in WORDS.items():
        found = [_trail(s.trail) for s in view.fleet(navy) if s.hex and len(s.trail) > 1]
        if found:
            parts.append(group(found, stroke=ink, fill=ink))
    style: Style = {"stroke_opacity": 0.6, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(parts, class_="trails pieces", pointer_events="none", **style) if parts else ""


def _trail(trail: list[StepView]) -> str:
    points = [middle(step.hex) for step in trail]
    (x, y), *rest = points
    d = f"M{x} {y}L" + " ".join(f"{u} {v}" for u, v in rest)
    dots = "".join(f"M{u} {v}h0" for u, v in rest[:-1])
    ring = f"M{x - 4} {y}a4 4 0 1 1 8 0a4 4 0 1 1-8 0z"
    return (
        path(d, fill="none", stroke_width=2, stroke_dasharray="1 5")
        + (path(dots, stroke_width=5.5) if dots else "")
        + path(ring, fill="none", stroke_width=1.6)
    )


# --- Smoke ---


def smoke(view: BoardView) -> str:
    """4.5: a bank of smoke in each hex that has markers, with their number if there are more."""
    banks = [_bank(smoke) for smoke in view.smoke]
    return group(banks, class_="smokes pieces", pointer_events="none") if banks else ""


def _bank(smoke: SmokeView) -> str:
    note = title(f"{smoke.markers} smoke in {smoke.hex}")
    inside = [note, _cloud(smoke.markers)]
    return group(inside, class_="smoke", transform=at(*middle(smoke.hex)))


@cache
def _cloud(count: int) -> str:
    """Puffs of smoke, the denser the more markers, and the number of these."""
    dense = min(0.45 + 0.12 * count, 0.88)
    puffs = _PUFFS[: min(2 + count, len(_PUFFS))]
    parts = [circle(u, v, r) for u, v, r in puffs]
    lights = [circle(u - r / 4, v - r / 4, r * 0.62, fill="#d6dfe3") for u, v, r in puffs]
    cloud = group([*parts, *lights], fill="#aebbc2", opacity=dense)
    if count == 1:
        return cloud
    style: Style = {"font_size": 12, "font_weight": "bold", "text_anchor": "middle"}
    return cloud + text(f"{count}", 0, 4, fill="#0b2130", **style)


# --- Shots ---


def shots(view: BoardView) -> str:
    """The attacks of the last combat phase; fainter once ships have moved on."""
    if not view.blows:
        return ""
    ships = {ship.place: ship for ship in view.ships}
    fresh = view.phase == PHASES[COMBAT]
    struck: dict[str, int] = {}
    parts = []
    for blow in view.blows:
        order = struck[blow.target] = struck.get(blow.target, -1) + 1
        parts.append(_shot(ships, blow, order, fresh))
    if not any(parts):
        return ""
    opacity = None if fresh else 0.5
    return group(parts, class_="shots pieces", opacity=opacity, pointer_events="none")


def _shot(ships: dict[str, ShipView], blow: BlowView, order: int, fresh: bool) -> str:
    """A line from firer to target and what it did there."""
    firer, target = ships.get(blow.firer), ships[blow.target]
    end = _then(target, fresh)
    if end is None:
        return ""
    start = _then(firer, fresh) if firer else (end[0] - 34, end[1] - 40)
    if start is None:
        return ""
    u, v = start
    reach = hypot(end[0] - u, end[1] - v) or 1
    share = 1 - min((20 + 6 * (order % 3)) / reach, 0.5)  # it ends short of the ship
    x, y = u + (end[0] - u) * share, v + (end[1] - v) * share
    mark = _burst(blow, x, y) if blow.hit else _splash(x, y, order)
    line = f"M{number(u)} {number(v)}L{number(x)} {number(y)}"
    pen = _pen(blow, HULLS["usn" if target.navy == "ijn" else "ijn"])
    return group([path(line, **pen), mark], class_="shot hit" if blow.hit else "shot miss")


def _pen(blow: BlowView, colour: str) -> Style:
    """Guns draw a line in their colour, torpedoes a broken white one; a miss is thin."""
    style: Style = {"fill": "none", "stroke_linecap": "round"}
    hit = blow.hit
    if blow.torpedoes:
        return style | {
            "stroke": "#e8fbff",
            "stroke_width": 2.4 if hit else 1.6,
            "stroke_dasharray": "2 6",
            "stroke_opacity": 0.95 if hit else 0.6,
        }
    return style | {
        "stroke": colour,
        "stroke_width": 2.2 if hit else 1.1,
        "stroke_dasharray": None if hit else "7 4",
        "stroke_opacity": 0.9 if hit else 0.55,
    }


def _burst(blow: BlowView, x: float, y: float) -> str:
    """An explosion with the number of hits; a larger one if the ship blew up."""
    size = 1.5 if blow.catastrophic else 1
    parts = [
        path(_BURST, fill="#ffb52e", stroke="#d3202a", stroke_width=1.2),
        text(
            str(blow.hits),
            0,
            4,
            font_size=LETTERS,
            font_weight="bold",
            text_anchor="middle",
            fill="#4a0d00",
        ),
    ]
    return group(parts, transform=f"{at(x, y)} scale({size})" if size != 1 else at(x, y))


def _splash(x: float, y: float, order: int) -> str:
    """Columns of water beside the target."""
    side = 5 if order % 2 else -5
    d = f"M{number(x + side)} {number(y)}v-7m-3 5l-2-5m8 5l2-5"
    return path(d, fill="none", stroke="#e8fbff", stroke_width=1.4, stroke_opacity=0.8)


def _then(ship: ShipView, fresh: bool) -> tuple[int, int] | None:
    """Where a ship was when the shots fell: where she is, or where her last move began."""
    if not fresh and ship.trail:
        return middle(ship.trail[0].hex)
    return middle(ship.hex) if ship.hex else None
