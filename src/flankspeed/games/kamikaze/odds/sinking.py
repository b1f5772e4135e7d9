"""The chance to sink the ship in Kamikaze Attack!: dives linked by what each crash destroys."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from flankspeed.engine import Dice
from flankspeed.engine.game import options_text
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
from flankspeed.games.kamikaze.odds.dives import (
    KINDS,
    Outcome,
    automatic,
    best_pilot,
    direct_pilot,
    outcome,
)
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.crash import DAMAGE_DIE, Crash
from flankspeed.games.kamikaze.rules.dive import Dives
from flankspeed.games.kamikaze.state import KamikazeState
from flankspeed.odds.cache import Cache
from flankspeed.odds.enumerate import enumerate_dice

PILOTS = ("direct", "optimal")
_VERSION = 3  # of the figures on disk: raise it when the computation changes

_DAMAGE = DAMAGE_DIE.chances()
_SIDES = {"ahead": NORTH, "starboard": EAST, "astern": SOUTH, "port": WEST}

Progress = Callable[[int, int], None]


@lru_cache(maxsize=100_000)
def guns_after(charts: Charts, guns: Guns, kind: int) -> tuple[tuple[float, Guns], ...]:
    """The guns left after a crash of a kind that leaves the ship afloat: (chance, mask) of each.

    The rules themselves say so: the crash is played with every way its dice can fall.
    """
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
    return tuple((chance / afloat, left) for left, chance in sorted(chances.items()))


class Sinking:
    """The chance that one kind of pilot sinks the ship, by guns, damage and dives to come."""

    def __init__(self, charts: Charts, pilot: str) -> None:
        """`pilot`: direct, or optimal for the chance to crash."""
        self._charts = charts = automatic(charts)
        self._pilot = pilot
        subject = f"{_VERSION} {options_text(charts.options)} {charts.overrides}"
        self._cache = Cache(f"kamikaze-dives-{pilot}", subject)
        self._chances: dict[tuple[int, int, int], float] = {}

    def outcome(self, guns: Guns) -> Outcome:
        """How one dive ends against these guns, remembered on disk."""
        known = self._cache.get(f"{guns:x}")
        if known is not None and len(known) == len(KINDS) + 3:
            return Outcome(tuple(known[:-3]), *known[-3:])
        charts = self._charts
        pilot = direct_pilot(charts)
        if self._pilot == "optimal":
            pilot, _ = best_pilot(charts, guns)
        found = outcome(charts, guns, pilot)
        self._cache.put(f"{guns:x}", [*found.crashes, *found[1:]])
        return found

    def prepare(self, guns: Guns, dives: int, progress: Progress | None = None) -> None:
        """Solve all gun states that these dives can bring about, reporting (done, of all)."""
        states, newest = {guns: None}, [guns]
        for _ in range(min(dives, SINKING_DAMAGE) - 1):
            after = {
                left
                for state in newest
                for kind in range(len(KINDS))
                for _, left in guns_after(self._charts, state, kind)
            }
            newest = sorted(after - states.keys())
            states.update(dict.fromkeys(newest))
        for done, state in enumerate(states, 1):
            self.outcome(state)
            if progress:
                progress(done, len(states))

    def chance(self, guns: Guns, damage: int, dives: int) -> float:
        """The chance that the ship sinks with so many dives to come."""
        if not dives:
            return 0.0
        key = (guns, damage, dives)
        if key not in self._chances:
            ends = self.outcome(guns)
            chance = (1 - ends.crash) * self.chance(guns, damage, dives - 1)
            for kind, crash in enumerate(ends.crashes):
                chance += crash * self._after_crash(guns, kind, damage, dives - 1)
            self._chances[key] = chance
        return self._chances[key]

    def _after_crash(self, guns: Guns, kind: int, damage: int, dives: int) -> float:
        chance = 0.0
        for more, likely in _DAMAGE.items():
            if damage + more >= SINKING_DAMAGE:
                chance += likely
                continue
            for share, left in guns_after(self._charts, guns, kind):
                chance += likely * share * self.chance(left, damage + more, dives)
        return chance
