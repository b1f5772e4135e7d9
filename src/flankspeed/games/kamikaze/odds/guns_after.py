"""The guns that a crash leaves, by the section hit and the side it is hit from."""

from __future__ import annotations

from functools import lru_cache

from flankspeed.engine import Dice
from flankspeed.games.kamikaze.data.board import (
    EAST,
    NORTH,
    SECTIONS,
    SHIP_SQUARES,
    SOUTH,
    WEST,
    ahead,
)
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.data.planes import GROUPS, KAMIKAZES, LOST
from flankspeed.games.kamikaze.odds.dives import KINDS
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.dive import Dives
from flankspeed.games.kamikaze.state import KamikazeState
from flankspeed.odds.enumerate import enumerate_dice

_SIDES = {"ahead": NORTH, "starboard": EAST, "astern": SOUTH, "port": WEST}


@lru_cache(maxsize=100_000)
def guns_after(charts: Charts, guns: Guns, kind: int) -> tuple[tuple[float, Guns], ...]:
    """The guns left after a crash of a kind that leaves the ship afloat: (chance, mask) of each.

    Guns of other sections are not asked, but for those amidships: where either side may lose a
    gun it is the stronger one (A-37).
    """
    battery = charts.battery
    asked = battery.select(section=KINDS[kind][0]) | battery.select(section="amidships")
    rest = guns & ~asked
    return tuple((chance, left | rest) for chance, left in _played(charts, guns & asked, kind))


@lru_cache(maxsize=10_000)
def _played(charts: Charts, guns: Guns, kind: int) -> list[tuple[float, Guns]]:
    """The rules themselves say so: the crash is played with every way its dice can fall."""
    section, side = KINDS[kind]
    square = SHIP_SQUARES[SECTIONS.index(section)]
    came_from = ahead(square, _SIDES[side])

    def crash(dice: Dice) -> int:
        state = KamikazeState(charts)
        state.phase = 2
        state.fates = [LOST] * len(state.fates)
        state.guns = guns
        state.damage = SINKING_DAMAGE - 2  # a damage die of 1 leaves it afloat: one case is enough
        state.active = GROUPS[KAMIKAZES][0]
        state.agenda = [Dives(), Crash(square, came_from)]
        state.advance(dice)
        return state.guns if state.damage < SINKING_DAMAGE else -1

    chances: dict[int, float] = {}
    for chance, left in enumerate_dice(crash):
        chances[left] = chances.get(left, 0.0) + chance
    afloat = 1 - chances.pop(-1, 0.0)  # the damage die alone decides that
    return [(chance / afloat, left) for left, chance in sorted(chances.items())]
