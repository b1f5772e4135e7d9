"""What the benchmark times in this game besides play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.combat.line_of_sight import Sight

_SIGHTING = 23  # hexes, the best of the day
_LINES = 500


def measures() -> dict[str, Callable[[], int]]:
    """By name, something to do; it answers how often it was done."""
    return {"line of sight": _lines_of_sight()}


def _lines_of_sight() -> Callable[[], int]:
    """Between hexes anywhere in sight of each other, over smoke and past ships."""
    charts, random = charts_of(SamarOptions()), Random(5)
    smoke = {random.choice(charts.hexes): 1 for _ in range(60)}
    vessels = {random.choice(charts.hexes): 1 for _ in range(60)}
    clear = Sight(charts.land, smoke, vessels, "both_sides", "both").clear
    pairs = [_pair(charts.hexes, random) for _ in range(_LINES)]

    def look() -> int:
        for start, end in pairs:
            clear(start, end)
        return len(pairs)

    return look


def _pair(hexes: Sequence[Hex], random: Random) -> tuple[Hex, Hex]:
    while True:
        start, end = random.choice(hexes), random.choice(hexes)
        if 0 < DISTANCE[end - start] <= _SIGHTING:
            return start, end
