"""The chance that pilots who fly by a rule of their own sink the ship in so many dives.

Dives are linked by what each crash destroys. Pilots who fly for the sinking are in `best_sinking`.
"""

from __future__ import annotations

from flankspeed.engine.game import options_text
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.odds.best_sinking import Progress
from flankspeed.games.kamikaze.odds.dives import (
    KINDS,
    Outcome,
    automatic,
    best_pilot,
    direct_pilot,
    outcome,
)
from flankspeed.games.kamikaze.odds.guns_after import guns_after
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.crash import DAMAGE_DIE
from flankspeed.odds.cache import Cache

PILOTS = ("direct", "crashing")
_VERSION = 3  # of the figures on disk: raise it when the computation changes

_DAMAGE = DAMAGE_DIE.chances()


class Sinking:
    """The chance that one kind of pilot sinks the ship, by guns, damage and dives to come."""

    def __init__(self, charts: Charts, pilot: str) -> None:
        """`pilot`: direct (the shortest way), or crashing (the best chance to crash)."""
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
        if self._pilot == "crashing":
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
