"""What it is worth to sink a ship, to slow it, to shake its crew; to its enemy, in one currency.

`POINT` is a point of armor of an IJN ship that can leave by the south; an escort carrier is worth
five of them. A ship's worth to its owner is the same number.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from flankspeed.games.samar.bots.waters import waters_of
from flankspeed.games.samar.data.markers import IJN, ShipNumber
from flankspeed.games.samar.odds.throw import Outcome
from flankspeed.games.samar.rules.movement.speed import longest_move, maneuver
from flankspeed.games.samar.state import SamarState

_USN: Final = {"CVE": 10.0, "DD": 8.0, "DE": 6.0, "BB": 12.0, "CA": 9.0, "CL": 9.0}
POINT: Final = 2.0
_LATE: Final = 0.5  # of that, if it cannot get there in time
_IJN_DD: Final = 4.0
_USN_SLOWED: Final = 0.2  # of its worth, for a ship that can hardly run any more
_USN_DEAD: Final = 0.3
ASTRAY: Final = 0.2  # of its worth, for a ship that panics in the open sea
_OFF_AT_ONCE: Final = 0.9  # if the enemy can lead it off the map or ashore with one move
_OFF_SOON: Final = 0.45  # if he needs two


class Worth(NamedTuple):
    """What an attack gains by what it does, in the order of the last chances of an `Outcome`."""

    marker: float  # each hit marker on a ship that stays afloat
    sunk: float
    flipped: float
    slowed: float
    dead: float
    burning: float
    panicked: float


def worth_of(state: SamarState, ship: ShipNumber, panicked: float | None = None) -> Worth:
    """A ship as its enemy values it now; `panicked` is the share that panic costs, if known."""
    if panicked is None:
        panicked = led_away(state, ship)
    if state.charts.navy[ship] == IJN:
        return _ijn(state, ship, panicked)
    return _usn(state, ship, panicked)


def led_away(state: SamarState, ship: ShipNumber) -> float:
    """4.7: what panic costs a ship where it is: the enemy may lead it off the map."""
    hex_ = state.where[ship]
    if hex_ <= 0:
        return ASTRAY
    off = waters_of(state.charts).off(maneuver(state, ship))
    return share_lost(off[hex_ * 8 + state.facing[ship]], longest_move(state, ship))


def share_lost(steps: int, reach: int) -> float:
    """4.7: the same, by the steps to the edge and those of the longest move."""
    if steps <= reach:
        return _OFF_AT_ONCE
    return _OFF_SOON if steps <= 2 * reach else ASTRAY


def _ijn(state: SamarState, ship: ShipNumber, panicked: float) -> Worth:
    """A heavy ship that is slowed or turned back early never gets to Leyte Gulf."""
    charts = state.charts
    if not charts.heavy[ship]:
        return _worth(state, ship, _IJN_DD, 0.35, 0.4, panicked)
    value = POINT * charts.armor[2 * ship]
    hex_ = state.where[ship]
    steps = waters_of(charts).south[hex_] if hex_ > 0 else 0
    moves = len(charts.turns) - state.turn + 1
    speed = charts.speed[state.face[ship]]
    if steps > moves * (speed + 2):
        return _worth(state, ship, _LATE * value, 0.2, 0.3, panicked)
    stopped = 0.65 if steps > 2 * moves else 0.2
    return _worth(state, ship, value, stopped, 0.75, panicked)


def _usn(state: SamarState, ship: ShipNumber, panicked: float) -> Worth:
    """Every ship on the map keeps the way south closed, until it has been open once."""
    counter = state.charts.ships[ship]
    value = _USN[counter.type]
    if state.cleared:
        value *= 0.3 if counter.type == "CVE" else 0.6
    elif state.charts.options.clear_test == "taffy3" and counter.group != "taffy3":
        value *= 0.6
    return _worth(state, ship, value, _USN_SLOWED, _USN_DEAD, panicked)


def _worth(
    state: SamarState, ship: ShipNumber, value: float, slowed: float, dead: float, panicked: float
) -> Worth:
    armor = state.charts.armor
    hits = armor[2 * ship] + armor[2 * ship + 1] + 2
    return Worth(
        marker=0.6 * value / hits,
        sunk=value,
        flipped=0.3 * value,
        slowed=slowed * value,
        dead=dead * value,
        burning=0.03 * value,
        panicked=panicked * value,
    )


def gain(worth: Worth, outcome: Outcome) -> float:
    """What an attack is worth on average."""
    return (
        outcome.sunk * worth.sunk
        + (1 - outcome.sunk) * outcome.markers * worth.marker
        + outcome.flipped * worth.flipped
        + outcome.slowed * worth.slowed
        + outcome.dead * worth.dead
        + outcome.burning * worth.burning
        + outcome.panicked * worth.panicked
    )
