"""The odds of an attack of Samar, exactly, from the entries that its throws will use.

For bots, which ask thousands of times a turn:

- `shot(state, firer, target, weapon, sight)`: the `Outcome` of a ship's attack;
- `strike(state, kind, target, count, sight)`: of an air attack, AA fire included;
- `expected(state, attack, hull)`: of an `Attack` made already, against what `hull_of` found.

For people `in_full.py` tells the same with every modifier by name.

In a combat phase the damage done so far counts (A-32): an `Outcome` is what the attack adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.markers import (
    AIR_TORPEDO,
    COMBAT,
    DIW,
    HULK,
    REACTION,
    SECONDARY,
    STRAFE,
    TORPEDO,
    AirKind,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.odds.throw import (
    NEVER,
    PLAIN,
    STRAFING,
    Outcome,
    aa_chance,
    outcome,
    units_left,
)
from flankspeed.games.samar.rules.air.aa_fire import aa_entries, aa_ships
from flankspeed.games.samar.rules.air.strike import air_attack
from flankspeed.games.samar.rules.combat.damage import (
    critical_roll,
    damage_roll,
)
from flankspeed.games.samar.rules.combat.firing import Attack, Scene, dice_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of
from flankspeed.games.samar.rules.combat.panic import panic_sum
from flankspeed.games.samar.state import SamarState

# --- The target ---


class Hull(NamedTuple):
    """What a ship can still take: the last arguments of `outcome`."""

    panic_at: int  # the sum of dice from which it panics
    to_flip: int  # hit markers that turn its counter over; 0 if it is
    to_sink: int  # 0: it is lost already
    flooded: int  # waterline hits so far, two at most


def hull_of(state: SamarState, ship: ShipNumber) -> Hull:
    """6.2, 6.3, 5.6: what a ship can still take, after the attacks of this phase so far."""
    face, armor, condition = state.face[ship], state.charts.armor, state.condition[ship]
    hits, flooded, lost, panicked = state.hits[ship], min(condition, DIW), condition == HULK, 0
    if state.phase == COMBAT:
        for blow in state.blows:
            if blow.target == ship:
                hits += blow.hits
                flooded += blow.waterlines
                lost = lost or blow.catastrophic > 0
                panicked += blow.panic
    to_flip = 0 if face & 1 else max(armor[face] + 1 - hits, 0)
    left = armor[face] + 1 - hits + (0 if face & 1 else armor[face + 1] + 1)
    panic_at = NEVER
    if not (panicked or state.panic[ship]):  # the dice of the phase so far may count
        panic_at = panic_sum(state, ship) - state.shaken.get(ship, 0)
    return Hull(panic_at, to_flip, 0 if lost else max(left, 0), min(flooded, 2))


# --- The attack ---


class Harm(NamedTuple):
    """What a hit of an attack does: the middle arguments of `outcome`."""

    critical: float  # the chance that it is a critical one
    column: int
    bonus: int
    per_critical: int
    flooding: int


@lru_cache(maxsize=64)
def _harms(_charts: Charts) -> dict[tuple[int, int, int, int], Harm]:
    """What was found out for these charts."""
    return {}


def harm_of(
    state: SamarState, target: ShipNumber, weapon: Weapon, weight: int, column: int
) -> Harm:
    """T3, T4: from the damage throw and the critical hit throw themselves."""
    known, key = _harms(state.charts), (state.face[target], weapon, weight, column)
    harm = known.get(key)
    if harm is None:
        harm = known[key] = _find_harm(state, target, weapon, weight, column)
    return harm


def _find_harm(
    state: SamarState, target: ShipNumber, weapon: Weapon, weight: int, column: int
) -> Harm:
    options = state.charts.options
    prone = weapon in (TORPEDO, AIR_TORPEDO) and state.charts.ships[target].torpedo_prone
    bonus = critical_roll(state, target, column).shift
    critical = damage_roll(state, target, weapon, weight).chance
    if weapon in (REACTION, SECONDARY):
        critical, column = 0.0, PLAIN
    elif weapon == STRAFE:
        column = STRAFING
    return Harm(
        critical,
        column,
        bonus,
        options.critical_markers,
        2 if prone and options.t_flag == "double_waterline" else 1,
    )


def expected(
    state: SamarState, attack: Attack, hull: Hull | None = None, throws: int = 1
) -> Outcome:
    """What an attack does; `hull` is that of its target, if it is known."""
    _, target, weapon, entries, weight, column = attack
    harm, dice = harm_of(state, target, weapon, weight, column), dice_of(entries)
    if throws > 1 and state.charts.options.panic_scope == "per_phase":
        dice, throws = dice * throws, 1  # all dice count together for panic too
    return outcome(dice, *harm, *(hull or hull_of(state, target)), throws)


def shot(
    state: SamarState,
    firer: ShipNumber,
    target: ShipNumber,
    weapon: Weapon,
    sight: Scene,
    hull: Hull | None = None,
) -> Outcome:
    """What the attack of a ship does."""
    return expected(state, attack_of(state, firer, target, weapon, sight), hull)


# --- The air strike ---


def flight(state: SamarState, kind: AirKind, target: ShipNumber, left: int, sight: Scene) -> Attack:
    """A-47: the throw of the units left, or the one that each of them makes."""
    pooled = state.charts.options.air_pooling == "sum"
    return air_attack(state, kind, target, left if pooled else 1, sight)


def aa_chances(charts: Charts, kind: AirKind, ratings: Sequence[int]) -> tuple[float, ...]:
    """8.3: the chance of each AA rating to shoot a unit of this kind down."""
    entries = aa_entries(charts, kind)
    return tuple(aa_chance(rating, entries) for rating in ratings)


def aa_ratings(state: SamarState, target: ShipNumber) -> list[int]:
    """The AA ratings of all ships that may fire."""
    return [state.charts.secondary[state.face[ship]] for ship in aa_ships(state, target)]


class Case(NamedTuple):
    """One case of an attack: the chance that it comes to this."""

    chance: float
    attack: Attack
    times: int  # that the dice are thrown


def flights_of(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    sight: Scene,
    chances: Sequence[float],
) -> list[Case]:
    """Every number of units that AA fire may leave, the greatest first."""
    pooled = state.charts.options.air_pooling == "sum"
    cases = []
    for left in range(len(chances) - 1, 0, -1):
        attack = flight(state, kind, target, left, sight)
        cases.append(Case(chances[left], attack, 1 if pooled else left))
    return [*cases, Case(chances[0], attack, 0)]


def strike(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    count: int,
    sight: Scene,
    hull: Hull | None = None,
    ratings: Sequence[int] | None = None,
) -> Outcome:
    """What an air attack of `count` units does; `ratings` of the AA, if not of all that may fire.

    Each AA ship shoots one unit down or none: every number of units left is weighed.
    """
    fired = aa_ratings(state, target) if ratings is None else ratings
    chances = units_left(count, aa_chances(state.charts, kind, fired))
    flights = flights_of(state, kind, target, sight, chances)
    return together(state, flights, hull or hull_of(state, target))


def together(state: SamarState, cases: Sequence[Case], hull: Hull) -> Outcome:
    """What all cases do together, each by its chance."""
    return _mixed([(case.chance, expected(state, case.attack, hull, case.times)) for case in cases])


def _mixed(parts: Sequence[tuple[float, Outcome]]) -> Outcome:
    shares, outcomes = zip(*parts, strict=True)
    return Outcome(
        *(
            sum(share * value for share, value in zip(shares, column, strict=True))
            for column in zip(*outcomes, strict=True)
        )
    )
