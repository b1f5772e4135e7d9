"""What counts on a gun's roll on Table 9-2, and its results: worked out once for guns alike."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Modifier
from flankspeed.games.picket.fire_tables import HIGHEST, fire_result, fire_tables
from flankspeed.games.picket.ids import ALTITUDES, FIVE_INCH, TWENTY

_OPTIONS = fire_tables().options
_BONUS = fire_tables().bonus


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


class RollBook(dict[tuple[bool, int, bool, int], Rolls]):
    """The rolls of a gun, by what may change in play: director, Gunnery officer, ace, morale.

    It fills itself; there are few keys.
    """

    def __init__(self, calibre: int, barrels: int, card: int) -> None:
        """Begin a book; `barrels` and `card` (20mm only) count on every roll of this gun."""
        self._calibre = calibre
        self._barrels = barrels
        self._card = card

    def __missing__(self, key: tuple[bool, int, bool, int]) -> Rolls:
        altitudes = range(len(ALTITUDES))
        spoils = self._calibre != TWENTY  # 11.1, R-105: every bonus of 5-inch and 40mm
        usual = [self._roll(altitude, False, *key) for altitude in altitudes]
        willow = [self._roll(altitude, spoils, *key) for altitude in altitudes]
        rolls = self[key] = (*usual, *willow)
        return rolls

    def _roll(
        self, altitude: int, willow: bool, directed: bool, gunnery: int, ace: bool, morale: int
    ) -> GunRoll:
        """Table 9-1 and all else that counts."""
        calibre = self._calibre
        manual = willow and calibre == FIVE_INCH and not directed
        counted = (
            ("Willow, no director", _OPTIONS.willow_manual if manual else 0),
            ("director", _BONUS[calibre][altitude] if directed and not willow else 0),
            ("Gunnery officer", gunnery),
            ("ace gunners", _OPTIONS.ace if ace and not willow else 0),
            ("morale", morale),
            ("barrels of the mount", self._barrels),
            ("scenario", self._card),
        )
        modifiers = tuple(Modifier(name, points) for name, points in counted if points)
        return GunRoll(calibre, altitude, modifiers)


@cache
def roll_book(calibre: int, barrels: int, card: int) -> RollBook:
    """The rolls of all guns of this calibre that fixed modifiers make alike."""
    return RollBook(calibre, barrels, card)
