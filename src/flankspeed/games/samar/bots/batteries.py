"""What a ship's guns do at every range: the entries of the Firing Throw that depend on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import FIGURES, HIGH, LOW, OTHER
from flankspeed.games.samar.data.markers import CRUISE, FLANK, ShipNumber, SpeedStatus
from flankspeed.games.samar.state import SamarState

BROADSIDE: Final = FIGURES.firing.broadside
TARGET_BROADSIDE: Final = FIGURES.firing.target_broadside
_POINT_BLANK: Final = FIGURES.ranges.point_blank


class Battery(NamedTuple):
    """The main guns of one side of a counter: dice and column of criticals by range."""

    reach: int  # -1 if they cannot fire on ships
    dice: tuple[int, ...]
    columns: tuple[int, ...]
    weight: int


@lru_cache(maxsize=64)
def batteries(charts: Charts) -> tuple[Battery, ...]:
    """The guns of all ships, by face."""
    return tuple(_battery(charts, face) for face in range(2 * len(charts.ships)))


def _battery(charts: Charts, face: int) -> Battery:
    ship = charts.ships[face // 2]
    if ship.aa_guns_only or not charts.gunnery[face]:
        return Battery(-1, (), (), 0)
    ranges = range(charts.reach[face] + 1)
    return Battery(
        charts.reach[face],
        tuple(charts.gunnery[face] + _band(charts, face, distance) for distance in ranges),
        tuple(_column(charts, face, distance) for distance in ranges),
        charts.weight[face],
    )


def _band(charts: Charts, face: int, distance: int) -> int:
    """5.4, T1: what the range adds."""
    firing = FIGURES.firing
    far = distance > firing.far_beyond and not charts.ships[face // 2].radar
    dice = firing.far if far else 0
    if distance <= _POINT_BLANK:
        return dice + charts.options.point_blank_dice
    if distance <= charts.close[face]:
        return dice + firing.close
    return dice + (firing.extended if distance > charts.range[face] else 0)


def _column(charts: Charts, face: int, distance: int) -> int:
    """T4: plunging fire beyond close range."""
    near = distance <= max(charts.close[face], _POINT_BLANK)
    if near or charts.ships[face // 2].no_extended:
        return OTHER
    return HIGH if distance > charts.range[face] else LOW


def speed_dice(state: SamarState, ship: ShipNumber, status: SpeedStatus) -> int:
    """T5: what a ship's own speed adds to its guns, if it has this status."""
    firing = FIGURES.firing
    if state.slowed(ship):
        return firing.slowed
    if status == CRUISE:
        return firing.cruise
    if status == FLANK:
        return firing.flank
    return firing.evading if status or state.panic[ship] else 0


def target_dice(state: SamarState, ship: ShipNumber, evading: bool) -> int:
    """T5: what a ship's own speed adds to the fire on it."""
    if state.slowed(ship):
        return FIGURES.firing.target_slowed
    return -state.charts.maneuver[state.face[ship]] if evading else 0
