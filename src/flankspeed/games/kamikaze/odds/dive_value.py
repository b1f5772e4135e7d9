"""What a position of the second phase is worth: the chance that the ship will be sunk.

All pilots fly for that, and the guns are those that fire by themselves (A-26, A-28). It is exact
but for p2.beamRow=cameFrom, which is taken for the larger group.
"""

from __future__ import annotations

from functools import cache, lru_cache

from flankspeed.games.kamikaze.data.board import POSITIONS, SECTIONS, Facing
from flankspeed.games.kamikaze.data.charts import HITS_TO_DESTROY
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.data.planes import THROUGH
from flankspeed.games.kamikaze.odds.best_sinking import best_sinking, compared
from flankspeed.games.kamikaze.odds.dives import (
    ANY_CRASH,
    CRASHES,
    JINK,
    KINDS,
    LAST_MP,
    OFF_BOARD,
    SIDES,
    Ends,
    best_pilot,
    lands_on,
    model_of,
    nearest_automatic,
)
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.defensive_fire import volley_roll
from flankspeed.games.kamikaze.rules.movement import Move
from flankspeed.games.kamikaze.state import KamikazeState


class DiveValue:
    """The chances to sink the ship in the dive under way, by what comes of it next.

    With `crash` they are the chances that this dive crashes, whatever comes after it.
    """

    def __init__(self, state: KamikazeState, *, crash: bool = False) -> None:
        self._charts = charts = nearest_automatic(state.charts)
        self._model = model_of(charts)
        self._state = state
        self._guns = charts.battery.canonical(state.guns)
        self._ends, self._failed, self._scale = ANY_CRASH, 0.0, 1.0
        if not crash:
            after = len(state.kamikazes(THROUGH))  # dives to come after this one
            self._ends, self._failed, self._scale = _stakes(charts, self._guns, state.damage, after)
        _, self._values = best_pilot(charts, self._guns, self._ends)

    def facing(self, facing: Facing) -> float:
        """The dive begins with this facing."""
        square = self._charts.entry_points[self._state.entry - 1]
        return self._sinks(self._values.before[LAST_MP, 0, square * 8 + facing])

    def move(self, move: Move) -> float:
        """The kamikaze makes a move."""
        state = self._state
        position = state.positions[state.active]
        place = lands_on(position, move.to)
        if place < POSITIONS:
            return self._sinks(self._values.before[state.mp - move.cost, state.hits, place])
        lives = 1.0
        if self._charts.options.crash_volley == "on":
            dice = int(self._model.dice(self._guns)[position >> 3])
            lives = self._survives(dice)
        return self._sinks(lives * self._ends[place - CRASHES])

    def volley(self, dice: int) -> float:
        """The guns fire so many dice at the kamikaze where it is."""
        state = self._state
        under_way = state.agenda[-2] if len(state.agenda) > 1 else None
        if isinstance(under_way, Crash):  # the volley of crashVolley=on
            kind = KINDS.index((SECTIONS[under_way.section], under_way.side))
            return self._sinks(self._survives(dice) * self._ends[kind])
        return self._sinks(self._fired_at(dice))

    def _sinks(self, worth: float) -> float:
        """The chance that the ship is sunk, from what the dive is worth to its pilot."""
        return self._failed + self._scale * float(worth)

    def _survives(self, dice: int) -> float:
        """The chance that a volley does not shoot the kamikaze down."""
        chances = volley_roll(dice).chances()
        return sum(chances.get(new, 0.0) for new in range(HITS_TO_DESTROY - self._state.hits))

    def _fired_at(self, dice: int) -> float:
        """What the dive is worth before a volley, hit by hit and jink by jink."""
        state = self._state
        here = state.positions[state.active]
        again = self._charts.options.jink_volley == "on"
        all_dice = self._model.dice(self._guns)

        def fired(hits: int, checks: int, place: int, dice: int) -> float:
            chances = volley_roll(dice).chances()
            return sum(
                chance * checked(hits + new, checks + new, place)
                for new, chance in chances.items()
                if hits + new < HITS_TO_DESTROY
            )

        @cache
        def checked(hits: int, checks: int, place: int) -> float:
            if place >= POSITIONS:
                return self._ends[place - CRASHES] if place < OFF_BOARD else 0.0
            if not checks:
                return float(self._values.after[state.mp, hits, place])
            worth = (1 - JINK) * checked(hits, checks - 1, place)
            for chance, jinks in zip(SIDES, self._model.jinks, strict=True):
                to = int(jinks[place])
                if again and to < POSITIONS:
                    worth += chance * fired(hits, checks - 1, to, int(all_dice[to >> 3]))
                else:
                    worth += chance * checked(hits, checks - 1, to)
            return worth

        return fired(state.hits, 0, here, dice)


@lru_cache(maxsize=1000)
def _stakes(charts: Charts, guns: Guns, damage: int, after: int) -> tuple[Ends, float, float]:
    """What crashes are worth to a pilot, the best 1; the chance if he fails, and what 1 adds."""
    sinking = best_sinking(charts)
    ends, most = compared(sinking.ends(guns, damage, after + 1))
    return ends, sinking.chance(guns, damage, after), most


def chance_afloat(state: KamikazeState) -> float:
    """The chance to sink the ship between two dives."""
    sinking = best_sinking(nearest_automatic(state.charts))
    return sinking.chance(state.guns, state.damage, len(state.kamikazes(THROUGH)))
