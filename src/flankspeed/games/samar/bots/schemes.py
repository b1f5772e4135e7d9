"""The schemes of a fleet: what it means to do, as weights of its captains' judgement."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple


class Scheme(NamedTuple):
    """One way to command a fleet; a side reads what concerns it."""

    name: str
    caution: float = 1.0  # times the price of danger
    sea_room: float = 1.0  # times the price of being led off the map in panic
    shares: bool = True  # whether captains leave targets to others that have enough on them

    # The IJN.
    pull: float = 0.5  # for each hex nearer to the prey
    keen: float = 1.3  # times the price of attack
    guards: int = 8  # ships sent to where Taffy 2 comes in

    # The USN.
    keep: float = 4.0  # ships that should be safe on the map: Taffy 2 makes up for the others
    charge: float = (
        0.35  # destroyers, for each hex nearer to the enemy's heavy ships; 0: they screen
    )
    run: float = 0.02  # for each hex farther from each gunnery die of the enemy

    def varied(self, random: Random) -> Scheme:
        """The same with a hand of its own: prices a little higher or lower."""
        return self._replace(
            caution=self.caution * random.uniform(0.9, 1.1),
            pull=self.pull * random.uniform(0.9, 1.1),
            keen=self.keen * random.uniform(0.9, 1.1),
            run=self.run * random.uniform(0.9, 1.1),
        )


HOLD: Final = Scheme("hold")

# What the best of them choose from, turn by turn; the first is what they do when in doubt.
IJN_SCHEMES: Final = (
    HOLD,
    Scheme("press", caution=0.6, keen=1.6),
    Scheme("hunt", guards=0),
)
USN_SCHEMES: Final = (
    HOLD,
    Scheme("run", charge=0.0, caution=2.0, run=0.03),
    Scheme("bring on the reserve", keep=8.0),
)
