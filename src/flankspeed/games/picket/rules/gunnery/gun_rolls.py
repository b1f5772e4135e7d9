"""What counts on a gun's roll on Table 9-2, and its results: worked out once for guns alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from flankspeed.engine import Modifier
from flankspeed.games.picket.data.fire_charts import HIGHEST, fire_charts, fire_result
from flankspeed.games.picket.data.ids import ALTITUDES, FIVE_INCH, TWENTY

_OPTIONS = fire_charts().options
_BONUS = fire_charts().bonus


class GunRoll:
    """A gun's roll at a plane: what counts on it, the sum of that, the result of every throw."""

    __slots__ = ("altitude", "calibre", "modifier", "modifiers", "results")

    def __init__(self, calibre: int, altitude: int, modifiers: tuple[Modifier, ...]) -> None:
        self.calibre = calibre
        self.altitude = altitude
        self.modifiers = modifiers
        self.modifier = sum(modifier.value for modifier in modifiers)
        self.results = tuple(  # by the sum of the dice
            fire_result(calibre, altitude, dice + self.modifier) for dice in range(HIGHEST + 1)
        )


Rolls = tuple[GunRoll, ...]  # by the altitude of the plane, then the same for Willows
AT_WILLOW = len(ALTITUDES)

# What may change in play: the masks of the mounts whose directors work and of the aces, the value
# of the Gunnery officer, morale.
Condition = tuple[int, int, int, int]


class BatteryRolls:
    """The rolls of every mount in one condition of the ship."""

    __slots__ = ("alone", "slaved")

    def __init__(self, alone: tuple[Rolls, ...], slaved: tuple[Rolls, ...]) -> None:
        self.alone = alone
        self.slaved = slaved  # 6.8.C.1: by the Mk37; the same for guns that it does not direct so


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
    calibre: int, barrels: int, card: int, directed: bool, gunnery: int, ace: bool, morale: int
) -> Rolls:
    """Table 9-1 and all else that counts; `barrels` and `card` (20mm only) of the mount itself."""
    rolls = []
    for willow in (False, calibre != TWENTY):  # 11.1, R-105: every bonus of 5-inch and 40mm
        manual = willow and calibre == FIVE_INCH and not directed
        for altitude in range(len(ALTITUDES)):
            counted = (
                ("Willow, no director", _OPTIONS.willow_manual if manual else 0),
                ("director", _BONUS[calibre][altitude] if directed and not willow else 0),
                ("Gunnery officer", gunnery),
                ("ace gunners", _OPTIONS.ace if ace and not willow else 0),
                ("morale", morale),
                ("barrels of the mount", barrels),
                ("scenario", card),
            )
            modifiers = tuple(Modifier(name, points) for name, points in counted if points)
            rolls.append(GunRoll(calibre, altitude, modifiers))
    return tuple(rolls)
