"""What counts on a gun's roll on Table 9-2, and its results: worked out once for guns alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Modifier, Roll, Used
from flankspeed.games.picket.data.fire_charts import MISS, fire_charts, fire_column
from flankspeed.games.picket.data.ids import (
    ALTITUDES,
    CALIBRES,
    FIVE_INCH,
    HIGH,
    TWENTY,
    AltitudeId,
    CalibreId,
)

_OPTIONS: Final = fire_charts().options
_BONUS: Final = fire_charts().bonus

GunRoll = Roll[int]  # a gun's roll at a plane


def gun_roll_on(
    calibre: CalibreId, altitude: AltitudeId, modifiers: Sequence[Modifier] = ()
) -> GunRoll:
    """6.8.N: Table 9-2; the 20mm cannot fire at high planes."""
    if calibre == TWENTY and altitude == HIGH:
        return Roll("fire", lambda _: MISS, count=2, modifiers=modifiers)
    column = fire_column(calibre, altitude)
    return Roll.on(fire_charts().fire, "fire", column=column, modifiers=modifiers)


Rolls = tuple[GunRoll, ...]  # by the altitude of the plane, then the same for Willows
AT_WILLOW: Final = len(ALTITUDES)

# What may change in play: the masks of the mounts whose directors work and of the aces, the value
# of the Gunnery officer, morale.
Condition = tuple[int, int, int, int]


class BatteryRolls:
    """The rolls of every mount in one condition of the ship."""

    __slots__ = ("alone", "slaved")

    def __init__(self, alone: tuple[Rolls, ...], slaved: tuple[Rolls, ...]) -> None:
        self.alone = alone
        self.slaved = slaved  # 6.8.C.1: by the Mk37; the same for guns that it does not direct so


@mypyc_attr(native_class=False)
class RollBook(dict[Condition, BatteryRolls]):
    """The rolls of a ship's guns in every condition. It fills itself; there are few of them."""

    def __init__(self, guns: Sequence[tuple[int, int, int]], slavable: int) -> None:
        """Begin a book: calibre, barrels and card of each mount, as `gun_rolls` has them.

        The first `slavable` mounts have their director only when they are slaved to it.
        """
        self._guns = guns
        self._slavable = slavable

    def __missing__(self, key: Condition) -> BatteryRolls:
        directors, aces, gunnery, morale = key
        alone, slaved = [], []
        for mount, gun in enumerate(self._guns):
            directed, ace = bool(directors >> mount & 1), bool(aces >> mount & 1)
            by_itself = directed and mount >= self._slavable
            by_mk37 = directed or mount < self._slavable
            alone.append(gun_rolls(*gun, by_itself, gunnery, ace, morale))
            slaved.append(gun_rolls(*gun, by_mk37, gunnery, ace, morale))
        rolls = self[key] = BatteryRolls(tuple(alone), tuple(slaved))
        return rolls


@cache
def gun_rolls(
    calibre: CalibreId,
    barrels: int,
    card: int,
    directed: bool,
    gunnery: int,
    ace: bool,
    morale: int,
) -> Rolls:
    """Table 9-1 and all else that counts; `barrels` and `card` (20mm only) of the mount itself."""
    rolls = []
    for willow in (False, calibre != TWENTY):  # 11.1, R-105: every bonus of 5-inch and 40mm
        manual = willow and calibre == FIVE_INCH and not directed
        for altitude in range(len(ALTITUDES)):
            bonus = _BONUS[calibre][altitude] if directed and not willow else 0
            counted = (
                _OPTIONS.modifier("Willow, no director", "willow_manual", manual),
                Modifier("director", bonus, Used("gunnery.bonus", CALIBRES[calibre])),
                Modifier("Gunnery officer", gunnery),
                _OPTIONS.modifier("ace gunners", "ace", ace and not willow),
                Modifier("morale", morale),
                Modifier("barrels of the mount", barrels),
                Modifier("scenario", card),
            )
            modifiers = [modifier for modifier in counted if modifier.value]
            rolls.append(gun_roll_on(calibre, altitude, modifiers))
    return tuple(rolls)
