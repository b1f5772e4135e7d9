"""The chance to sink the ship if every pilot flies for that, and what a crash is worth to him.

Worked out from the last dive backwards: what a crash of each kind is worth follows from the dives
after it, and with that the dive itself is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import numpy as np

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.game import options_text
from flankspeed.games.kamikaze.data.board import COLUMNS, DATA, ROWS, square_at
from flankspeed.games.kamikaze.data.charts import SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.odds.dives import (
    ANY_CRASH,
    KINDS,
    LAST_MP,
    Ends,
    Floats,
    Values,
    automatic,
    best_pilot,
    model_of,
)
from flankspeed.games.kamikaze.odds.guns_after import guns_after
from flankspeed.games.kamikaze.odds.many_dives import BATCH, many_dives
from flankspeed.games.kamikaze.options import KamikazeOptions
from flankspeed.games.kamikaze.rules.charts import Charts, charts_of
from flankspeed.games.kamikaze.rules.crash import DAMAGE_DIE
from flankspeed.odds.cache import Cache

_VERSION = 1  # of the figures on disk: raise it when the computation changes
_WAVE = 16 * BATCH  # ships between two reports of progress
_DIGITS = 12  # crashes whose worth agrees so far are worth the same

_DAMAGE = DAMAGE_DIE.chances()
_MIRRORED = np.array(
    [
        square_at(COLUMNS + 1 - column, row)
        for row in range(1, ROWS + 1)
        for column in range(1, COLUMNS + 1)
    ]
)
_OTHER_SIDE = {"port": "starboard", "starboard": "port"}
_MIRRORED_KINDS = [KINDS.index((section, _OTHER_SIDE.get(side, side))) for section, side in KINDS]

Progress = Callable[[int, int], None]
Ship = tuple[Guns, int]  # the guns left and the damage
Problem = tuple[bytes, bytes]  # the dice thrown at each square, and what crashes are worth


class BestSinking:
    """The chance that the best pilots sink the ship, by guns, damage and dives to come."""

    def __init__(self, charts: Charts, kept: Mapping[str, float] | None = None) -> None:
        """`kept` are chances known beforehand: those of `sinking.toml`, if they are its options."""
        self._charts = charts = automatic(charts)
        if kept is None:
            kept = _kept() if charts is charts_of(KamikazeOptions()) else {}
        self._kept = kept
        self._model = model_of(charts)
        subject = f"{_VERSION} {options_text(charts.options)} {charts.overrides}"
        self._cache = Cache("kamikaze-best-sinking", subject)
        self._chances: dict[tuple[Guns, int, int], float] = {}
        self._solved: dict[Problem, float] = {}
        points = sorted(charts.entry_points)
        self._symmetric = points == sorted(int(_MIRRORED[square]) for square in points)

    def chance(self, guns: Guns, damage: int, dives: int) -> float:
        """The chance that the ship sinks with so many dives to come."""
        return self._chance(self._charts.battery.canonical(guns), damage, dives)

    def ends(self, guns: Guns, damage: int, dives: int) -> Ends:
        """What crashes of each kind are worth more than a failure, this dive being one of `dives`.

        More damage and fewer guns are never worth less.
        """
        guns = self._charts.battery.canonical(guns)
        self._prepare(set(self._after_dive(guns, damage)), dives - 1)
        return self._ends(guns, damage, dives)

    def prepare(
        self, guns: Guns, damage: int, dives: int, progress: Progress | None = None
    ) -> None:
        """Solve all dives that can come about, reporting (done, of all)."""
        self._prepare({(guns, damage)}, dives, progress)

    def _prepare(self, ships: set[Ship], dives: int, progress: Progress | None = None) -> None:
        waves = self._waves(ships, dives)
        done, of = 0, sum(map(len, waves.values()))
        for left, wave in sorted(waves.items()):
            for first in range(0, len(wave), _WAVE):
                some = wave[first : first + _WAVE]
                self._solve(some, left)
                done += len(some)
                if progress:
                    progress(done, of)

    def known(self) -> dict[tuple[Guns, int, int], float]:
        """All chances worked out or looked up so far, by guns, damage and dives to come."""
        return dict(self._chances)

    def _known(self, guns: Guns, damage: int, dives: int) -> bool:
        key = (guns, damage, dives)
        if key not in self._chances:
            name = _name(*key)
            kept = [self._kept[name]] if name in self._kept else self._cache.get(name)
            if kept is None or len(kept) != 1:
                return False
            self._chances[key] = kept[0]
        return True

    def _chance(self, guns: Guns, damage: int, dives: int) -> float:
        if not dives:
            return 0.0
        chance = self._chances.get((guns, damage, dives))
        if chance is None:
            if not self._known(guns, damage, dives):
                self.prepare(guns, damage, dives)
            chance = self._chances[guns, damage, dives]
        return chance

    def _waves(self, ships: set[Ship], dives: int) -> dict[int, list[Ship]]:
        """The ships not known yet that so many dives can bring about, by dives still to come."""
        waves: dict[int, list[Ship]] = {}
        for left in range(dives, 0, -1):
            waves[left] = sorted(ship for ship in ships if not self._known(*ship, left))
            ships = {after for ship in waves[left] for after in self._after_dive(*ship)}
        return waves

    def _after_dive(self, guns: Guns, damage: int) -> Iterator[Ship]:
        yield guns, damage
        for kind in range(len(KINDS)):
            for _, left in guns_after(self._charts, guns, kind):
                for more in range(damage + 1, SINKING_DAMAGE):
                    yield left, more

    def _ends(self, guns: Guns, damage: int, dives: int) -> Ends:
        failed = self._chance(guns, damage, dives - 1)
        return tuple(
            self._after_crash(guns, kind, damage, dives - 1) - failed for kind in range(len(KINDS))
        )

    def _after_crash(self, guns: Guns, kind: int, damage: int, dives: int) -> float:
        chance = 0.0
        for more, likely in _DAMAGE.items():
            if damage + more >= SINKING_DAMAGE:
                chance += likely
            elif dives:
                for share, left in guns_after(self._charts, guns, kind):
                    chance += likely * share * self._chance(left, damage + more, dives)
        return chance

    def _solve(self, ships: list[Ship], dives: int) -> None:
        """Find the chances of these ships, those with one dive less being known."""
        found, new = [], dict[Problem, tuple[Guns, Floats]]()
        for guns, damage in ships:
            shares, scale = compared(self._ends(guns, damage, dives))
            ends = np.array(shares)
            problem = self._problem(guns, ends)
            found.append((problem, scale))
            if problem not in self._solved:
                new[problem] = guns, ends
        if new:
            worth = self._fly(*zip(*new.values(), strict=True))
            self._solved.update(zip(new, worth, strict=True))
        for ship, (problem, scale) in zip(ships, found, strict=True):
            failed = self._chance(*ship, dives - 1)
            self._chances[*ship, dives] = chance = failed + scale * self._solved[problem]
            self._cache.put(_name(*ship, dives), [chance])

    def _problem(self, guns: Guns, ends: Floats) -> Problem:
        """A dive by what matters of it; of two that are mirror images always the same one."""
        dice = self._model.dice(guns)
        problem = dice.tobytes(), ends.tobytes()
        if not self._symmetric:
            return problem
        return min(problem, (dice[_MIRRORED].tobytes(), ends[_MIRRORED_KINDS].tobytes()))

    def _fly(self, guns: Sequence[Guns], ends: Sequence[Floats]) -> list[float]:
        """What the best pilot can expect of each dive, the mean of the D8."""
        charts = self._charts
        if charts.options.jink_volley == "on":  # one by one: such jinks are not for batches
            pilots = [
                best_pilot(charts, *dive) for dive in zip(guns, map(tuple, ends), strict=True)
            ]
            return [_mean(charts, values) for _, values in pilots]
        dice = np.array([self._model.dice(some) for some in guns])
        return [float(worth) for worth in many_dives(charts).worth(dice, np.array(ends))]


def compared(ends: Ends) -> tuple[Ends, float]:
    """What crashes are worth compared to the best of them, and what that one is worth.

    No more than that matters to the pilot, so many dives are the same to him. Where nothing can be
    gained any more, one crash is as good as the next.
    """
    most = max(ends)
    return tuple(round(end / most, _DIGITS) for end in ends) if most else ANY_CRASH, most


def _mean(charts: Charts, values: Values) -> float:
    entering = values.before[LAST_MP, 0].reshape(-1, 8)[list(charts.entry_points)]
    return float(entering.max(axis=1).mean())


@cache
def _kept() -> Mapping[str, float]:
    """What takes longest to work out with the default options: three dives to come, and more."""
    return convert(read_toml(DATA / "sinking.toml"), dict[str, float], "sinking.toml")


def _name(guns: Guns, damage: int, dives: int) -> str:
    return f"{guns:x}-{damage}-{dives}"


@lru_cache(maxsize=8)
def best_sinking(charts: Charts) -> BestSinking:
    """The chances for a set of charts, worked out once."""
    return BestSinking(charts)
