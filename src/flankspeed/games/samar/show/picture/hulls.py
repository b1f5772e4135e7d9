"""Ships and aircraft seen from above, bow up, drawn round the origin at the size of a hex."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flankspeed.engine.show.svg import Style, group, path
from flankspeed.games.samar.show.picture.parts import DECKS, GUNS, HULLS, RIMS, SCARRED, emblem

SOUND, DAMAGED, WRECK = range(3)


class Plan(NamedTuple):
    """What a type of ship looks like: hull, houses and decks, guns, and where the flag lies."""

    hull: str
    houses: str
    guns: str
    flag: float  # how far aft of the middle
    length: float  # from the middle to the bow


def _turret(y: float, r: float, reach: float) -> str:
    """A turret on the centre line with two barrels; a negative reach trains it aft."""
    side = r * 0.45
    arc = f"a{r:g} {r:g} 0 1 1"
    return (
        f"M{-r:g} {y:g}{arc} {2 * r:g} 0{arc} {-2 * r:g} 0z"
        f"M{-side:.1f} {y:g}v{-reach:g}m{2 * side:.1f} 0v{reach:g}"
    )


def _turrets(*mounts: tuple[float, float, float]) -> str:
    return "".join(_turret(*mount) for mount in mounts)


# By type and navy.
_PLANS = {
    ("BB", "ijn"): Plan(
        "M0-24C3.4-18 6.4-10 6.8 0C7 9 5.6 18 3.2 22.6Q0 24.4-3.2 22.6C-5.6 18-7 9-6.8 0"
        "C-6.4-10-3.4-18 0-24Z",
        "M-2.4-6.4L0-7.6 2.4-6.4 3.6-2V6L2.4 9H-2.4L-3.6 6V-2Z",
        _turrets((-14.4, 2.1, 5), (-9.8, 2.3, 5), (13.2, 2.3, -5)),
        18.4,
        24,
    ),
    ("BB", "usn"): Plan(
        "M0-22.5C4-17.6 7-11 7.2-3V7C7 14 5.6 19 4 21.6Q0 23.4-4 21.6C-5.6 19-7 14-7.2 7V-3"
        "C-7-11-4-17.6 0-22.5Z",
        "M-4-4.6L0-6.4 4-4.6V4.8L0 6.6-4 4.8Z",
        _turrets((-13.6, 2.1, 4.4), (-9, 2.1, 4.4), (9.4, 2.1, -4.4), (13.8, 2.1, -4.4)),
        18.6,
        22.5,
    ),
    ("CA", "ijn"): Plan(
        "M0-22.5C2.4-17 4.5-9 4.8 0C4.8 9 3.8 17 2.4 21.2Q0 22.6-2.4 21.2C-3.8 17-4.8 9-4.8 0"
        "C-4.5-9-2.4-17 0-22.5Z",
        "M-2-5.6L0-6.6 2-5.6 2.6-2V7.6H-2.6V-2Z",
        _turrets((-15, 1.4, 3.6), (-11.6, 1.5, 3.6), (-8.2, 1.4, -2), (10.6, 1.4, -3.4))
        + _turret(14, 1.4, -3.6),
        18.2,
        22.5,
    ),
    ("CA", "usn"): Plan(
        "M0-22C3-16.6 5-10 5.1-2V7C5 14 4 18.6 3 20.8Q0 22.2-3 20.8C-4 18.6-5 14-5.1 7V-2"
        "C-5-10-3-16.6 0-22Z",
        "M-2.4-5L0-6.4 2.4-5V0H-2.4ZM-2.2 2.4H2.2V7.6H-2.2Z",
        _turrets((-13.8, 1.7, 3.8), (-9.6, 1.7, 3.8), (11.6, 1.7, -3.8)),
        17,
        22,
    ),
    ("CL", "ijn"): Plan(
        "M0-21C2-15.6 3.7-9 4 0C4 8 3.2 15 2 19.4Q0 20.6-2 19.4C-3.2 15-4 8-4 0"
        "C-3.7-9-2-15.6 0-21Z",
        "M-1.7-6L0-7 1.7-6V-1.4H-1.7ZM-1.7 1H1.7V5.4H-1.7Z",
        _turrets((-13.4, 1.3, 3.2), (-10, 1.3, 3.2), (10.4, 1.3, -3.2)),
        15.4,
        21,
    ),
    ("CL", "usn"): Plan(
        "M0-21C2.8-15.6 4.5-9 4.6-1V7C4.5 13.6 3.6 17.6 2.6 19.6Q0 20.8-2.6 19.6"
        "C-3.6 17.6-4.5 13.6-4.6 7V-1C-4.5-9-2.8-15.6 0-21Z",
        "M-2-5L0-6 2-5V5.4H-2Z",
        _turrets((-13.6, 1.4, 3.2), (-10, 1.4, 3.2), (8.6, 1.4, -3), (12, 1.4, -3.2)),
        16.4,
        21,
    ),
    ("DD", "ijn"): Plan(
        "M0-18.5C1.8-13.6 3.2-8 3.4-1C3.4 7 2.8 13 1.8 16.4Q0 17.6-1.8 16.4C-2.8 13-3.4 7-3.4-1"
        "C-3.2-8-1.8-13.6 0-18.5Z",
        "M-1.6-7.6L0-8.6 1.6-7.6V-4H-1.6ZM-1.3-1H1.3V2H-1.3ZM-1.3 4.6H1.3V7H-1.3Z",
        _turrets((-11.6, 1.2, 3), (9.6, 1.1, -2.4), (12.6, 1.1, -2.6))
        + "M-2.4-3.2H2.4V-1.8H-2.4ZM-2.4 2.6H2.4V4H-2.4Z",
        0.4,
        18.5,
    ),
    ("DD", "usn"): Plan(
        "M0-18C2.4-13.4 3.5-8 3.6-2V8C3.5 12 3 15 2.2 16.4Q0 17.4-2.2 16.4C-3 15-3.5 12-3.6 8V-2"
        "C-3.5-8-2.4-13.4 0-18Z",
        "M-1.8-6L0-7 1.8-6V-2.6H-1.8ZM-1.3-1H1.3V6.6H-1.3Z",
        _turrets((-12, 1.1, 2.6), (-9, 1.1, 2.6), (8, 1, 2), (10.6, 1.1, -2.2), (13.4, 1.1, -2.4)),
        2.4,
        18,
    ),
    ("DE", "usn"): Plan(
        "M0-14.5C2.2-11 3.4-7 3.4-2V6C3.3 9.4 2.8 12 2 13.4Q0 14.4-2 13.4C-2.8 12-3.3 9.4-3.4 6V-2"
        "C-3.4-7-2.2-11 0-14.5Z",
        "M-1.7-5L0-6 1.7-5V-1.6H-1.7ZM-1.2 1H1.2V4H-1.2Z",
        _turrets((-8.6, 1.1, 2.6), (8.6, 1.1, -2.6)),
        -0.2,
        14.5,
    ),
    ("CVE", "usn"): Plan(
        "M-2.6-19H2.6L6.4-11.4V15L5.6 18H-5.6L-6.4 15V-11.4ZM6.2-6H8.6V2H6.2Z",
        "M-1.8-17.2H1.8L4.8-11V16.4H-4.8V-11Z",
        "M-3-9.6L0-13.4 3-9.6 0-11.4ZM-.4-7.6h.8v3.6h-.8zM-.4 6h.8v3.6h-.8zM-.4 12h.8v3h-.8z"
        "M7-4.6H8V.8H7Z",
        1,
        19,
    ),
}
# Types that a navy has not got in this battle are drawn like those of the other.
_PLANS |= {(type_, "ijn"): _PLANS[type_, "usn"] for type_ in ("CVE", "DE")}

# Small ships are drawn larger than life, so that they show from afar.
_SIZES = {"DE": 1.2, "DD": 1.14, "CL": 1.06}
_CRACKS = "M-8-5.4L-1.6-3.8-3.4-1.4 2.6.4.6 3 8 5.2"
_WRECK = ("#30383d", "#565f65", "#9aa5ab", "#171c1f")  # hull, decks, rim, guns
_CROSS = "M-9-9L9 9M9-9L-9 9"


@cache
def hull(type_: str, navy: str, state: int = SOUND, *, plain: bool = False) -> str:
    """A ship: sound, damaged (a crack across her), or a wreck (crossed out); `plain` for lists."""
    plan = _PLANS[type_, navy]
    fill, deck, rim, guns = HULLS[navy], DECKS[navy], RIMS[navy], GUNS[navy]
    if state == DAMAGED:
        fill, deck = SCARRED[navy], fill
    elif state == WRECK:
        fill, deck, rim, guns = _WRECK
    pen: Style = {"stroke": rim, "stroke_width": 1.3, "stroke_linejoin": "round"}
    if state == WRECK:
        pen["stroke_dasharray"] = "3 1.6"
    if plain:
        return path(plan.hull, fill=fill, stroke=rim, stroke_width=0.8) + _scar(state)
    shape = path(plan.hull, fill=fill, paint_order="stroke", **pen)
    parts = [
        shape,
        path(plan.houses, fill=deck),
        path(plan.guns, fill=guns, stroke=guns, stroke_width=0.7),
    ]
    if state != WRECK:
        parts.append(emblem(navy, 0, plan.flag, 0.5 if type_ in ("BB", "CVE") else 0.38))
    parts.append(_scar(state))
    if state == DAMAGED:
        parts.append(path(_CRACKS, fill="none", stroke="#ffd23f", stroke_width=1))
    size = _SIZES.get(type_)
    return group(parts, transform=f"scale({size:g})" if size else None)


def _scar(state: int) -> str:
    """What tells a damaged ship and a wreck by shape: a crack that parts her, a cross."""
    if state == DAMAGED:
        return path(_CRACKS, fill="none", stroke="#071a27", stroke_width=2.6)
    if state == WRECK:
        return path(_CROSS, stroke="#dbe3e7", stroke_width=2, stroke_linecap="round")
    return ""


def length(type_: str, navy: str) -> float:
    """From the middle of a ship to her bow."""
    return _PLANS[type_, navy].length * _SIZES.get(type_, 1)


# Wakes by speed status; the last but one is of a slowed ship.
_FOAM: Style = {"fill": "none", "stroke": "#e6f6ff", "stroke_linecap": "round"}


@cache
def wake(type_: str, navy: str, speed: str, slow: bool) -> str:
    """What a ship leaves on the water: the faster, the longer; a wave for one that evades."""
    bow = length(type_, navy)
    stern = round(bow, 1) - 2
    if slow or speed == "cruise":
        return path(f"M-1.5 {stern:g}v6M1.5 {stern:g}v6", stroke_opacity=0.45, **_FOAM)
    if speed == "evasive":
        d = f"M0 {stern:g}q6 3 0 7t0 7"
        return path(d, stroke_width=1.8, stroke_opacity=0.6, **_FOAM)
    run = 20 if speed == "flank" else 12
    spread = run * 0.42
    d = f"M-2 {stern:g}l{-spread:g} {run}M2 {stern:g}l{spread:g} {run}"
    d += f"M0 {stern + 1:g}v{run * 0.8:g}"
    if speed == "flank":  # a bow wave
        ahead = f"{1 - bow:.1f}"
        d += f"M-1.4 {ahead}q-4.6 4-6.4 10M1.4 {ahead}q4.6 4 6.4 10"
    return path(d, stroke_width=1.2, stroke_opacity=0.75 if speed == "flank" else 0.5, **_FOAM)


# --- Aircraft ---

_AVENGER = (
    "M0-3.6L9.4-2.8C10.6-2.6 10.6-.4 9.4 0L1.6 1.4H-1.6L-9.4 0C-10.6-.4-10.6-2.6-9.4-2.8Z"
    "M0-8C1.6-8 2-6.8 2-5.6L1.5 3 .7 8H-.7L-1.5 3-2-5.6C-2-6.8-1.6-8 0-8Z"
    "M0 5.4L3.8 6V8L0 8.2-3.8 8V6Z"
)
_WILDCAT = (
    "M-7.6-3.6H7.6L8.4-2.8V-.6L7.6 0H-7.6L-8.4-.6V-2.8Z"
    "M-1.6-7H1.6L2-5.6 1.4 2 .6 6.6H-.6L-1.4 2-2-5.6ZM-3.4 4.4H3.4V6.6H-3.4Z"
)
_ZERO = (
    "M0-4L8.2-3C9.6-2.6 9.6-1.2 8.2-.8L1.4 1.2H-1.4L-8.2-.8C-9.6-1.2-9.6-2.6-8.2-3Z"
    "M0-7.6C1.2-7.6 1.5-6.8 1.5-5.6L1.3-1C1.1 3 .7 6 .3 8.6H-.3C-.7 6-1.1 3-1.3-1L-1.5-5.6"
    "C-1.5-6.8-1.2-7.6 0-7.6ZM0 5.6L3 6.4V7.8L0 8.2-3 7.8V6.4Z"
)
_PLANES = {"TB": _AVENGER, "DB": _AVENGER, "F": _WILDCAT, "SA": _ZERO}
# What hangs under the plane: a torpedo, two bombs, nothing, one bomb.
_LOADS = {
    "TB": "M-.8-4.4H.8V3.4H-.8Z",
    "DB": "M-5.2-2.4a1.2 1.2 0 1 1 2.4 0a1.2 1.2 0 1 1-2.4 0zM2.8-2.4a1.2 1.2 0 1 1 2.4 0"
    "a1.2 1.2 0 1 1-2.4 0z",
    "F": "",
    "SA": "M-1.3-1.4a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0z",
}


@cache
def plane(kind: str, navy: str) -> str:
    """An air unit: Avenger with torpedo or bombs, Wildcat, or a Zero with a bomb."""
    pen: Style = {"stroke": "#06141d", "stroke_width": 1.6, "stroke_linejoin": "round"}
    parts = [path(_PLANES[kind], fill=DECKS[navy], paint_order="stroke", **pen)]
    if _LOADS[kind]:
        parts.append(path(_LOADS[kind], fill="#d3202a" if navy == "ijn" else GUNS[navy]))
    return group(parts, class_="plane")
