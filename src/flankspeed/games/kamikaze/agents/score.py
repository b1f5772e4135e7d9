"""How a side stands: the chance to sink the ship, as quickly as it can be told.

All dives to come are taken to be as good as the best one against the guns left, so that one small
table has their chances; what the next crashes destroy is left to `odds`.
"""

from __future__ import annotations

from functools import cache

from flankspeed.games.kamikaze.bots.worths import hope, turns_to_go
from flankspeed.games.kamikaze.data.charts import HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import Guns
from flankspeed.games.kamikaze.data.planes import CAP, ESCORTS, FLYING, GROUPS, KAMIKAZES, THROUGH
from flankspeed.games.kamikaze.odds.through import chance_with
from flankspeed.games.kamikaze.rules.battery import Battery
from flankspeed.games.kamikaze.rules.crash import DAMAGE_DIE, Crash
from flankspeed.games.kamikaze.state import KamikazeState

_DAMAGE = DAMAGE_DIE.chances()
_WAY = 10  # points that a good dive costs from its entry point to the ship


def sinking(state: KamikazeState) -> float:
    """About how likely the ship is sunk."""
    if state.phase == 1:
        return _dogfight(state)
    crash = _crash_chance(state.charts.battery, state.guns)
    dives = len(state.kamikazes(THROUGH))
    failed = _sinks(crash, state.damage, dives)
    if state.active < 0:
        return failed
    likely = _dive(state, crash)
    return likely * _struck(crash, state.damage, dives) + (1 - likely) * failed


def _dogfight(state: KamikazeState) -> float:
    """By how many come through on the average."""
    fates, positions = state.fates, state.positions
    cap = sum(fates[plane] <= FLYING for plane in GROUPS[CAP])
    escorts = sum(fates[plane] <= FLYING for plane in GROUPS[ESCORTS])
    through = 0.0
    for plane in GROUPS[KAMIKAZES]:
        if fates[plane] == THROUGH:
            through += 1
        elif fates[plane] <= FLYING:
            through += hope(turns_to_go(positions[plane], False), cap, escorts)
    crash = _crash_chance(state.charts.battery, state.guns)
    few = int(through)
    more = through - few
    chance = (1 - more) * _sinks(crash, state.damage, few)
    return chance + more * _sinks(crash, state.damage, few + 1) if more else chance


def _dive(state: KamikazeState, crash: float) -> float:
    """How likely the kamikaze under way will crash: the nearer and the less hit, the more."""
    for step in state.agenda:
        if type(step) is Crash and step.struck:
            return 0.0  # its damage has been counted
    position = state.positions[state.active]
    if position < 0:
        return crash
    way = state.charts.reach[position]
    if way > state.mp:
        return 0.0
    return float(crash ** (way / _WAY) * (1 - state.hits / HITS_TO_DESTROY))


@cache
def _crash_chance(battery: Battery, guns: Guns) -> float:
    """How likely a dive crashes: exact with all guns, certain with none."""
    failed = 1 - chance_with(1) / _DAMAGE[SINKING_DAMAGE]
    return 1 - failed * guns.bit_count() / len(battery.mounts)


@cache
def _sinks(crash: float, damage: int, dives: int) -> float:
    """How likely so many dives sink the ship, each crashing with this chance."""
    if not dives:
        return 0.0
    failed = (1 - crash) * _sinks(crash, damage, dives - 1)
    return failed + crash * _struck(crash, damage, dives - 1)


@cache
def _struck(crash: float, damage: int, dives: int) -> float:
    """How likely the ship sinks by a crash now, or by the dives that follow."""
    return sum(
        likely * (1.0 if damage + more >= SINKING_DAMAGE else _sinks(crash, damage + more, dives))
        for more, likely in _DAMAGE.items()
    )
