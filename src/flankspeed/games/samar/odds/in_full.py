"""The odds of an attack of Samar in full, for people: every modifier by name, every number of hits.

- `shot_odds(state, firer, target, weapon, sight)`, `strike_odds(...)`: a `ShotOdds`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

import msgspec

from flankspeed.engine import Modifier
from flankspeed.games.samar.data.markers import AirKind, ShipNumber, Weapon
from flankspeed.games.samar.odds.attacks import (
    Case,
    aa_chances,
    aa_ratings,
    flights_of,
    harm_of,
    hull_of,
    together,
)
from flankspeed.games.samar.odds.throw import (
    NEVER,
    PLAIN,
    criticals_thrown,
    hits_thrown,
    plain_thrown,
    units_left,
)
from flankspeed.games.samar.rules.combat.damage import COLUMN_NAMES, critical_roll, damage_roll
from flankspeed.games.samar.rules.combat.firing import Scene, dice_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of
from flankspeed.games.samar.state import SamarState

WEAPONS = ("guns", "secondary", "reaction", "torpedoes", "air torpedoes", "bombs", "strafing")
_COLUMNS = (*COLUMN_NAMES, "plain hits only", "fires only")


class ShotOdds(msgspec.Struct, frozen=True, kw_only=True):
    """An attack in full: what counts on each die, every number of hits, what becomes of the ship.

    Averages and chances are those of `Outcome`. An air attack has its dice and modifiers with all
    its units, while its hits and chances reckon with the AA fire.
    """

    firer: str  # a ship, or a kind of aircraft
    target: str
    weapon: str
    dice: int
    throws: int  # how often these dice are thrown
    modifiers: tuple[Modifier, ...]  # of the dice, the rating first
    damage: tuple[Modifier, ...]  # of each damage die
    column: str  # of the critical hit throw
    critical: tuple[Modifier, ...]  # of each critical die
    panic_at: int | None  # the sum that panics the target
    to_flip: int
    to_sink: int
    aa: tuple[int, ...] = ()  # ratings
    units_left: tuple[float, ...] = ()  # the chance of 0, 1, ... units after AA fire
    hits_thrown: tuple[float, ...]  # the chance of 0, 1, ... hits
    plain_thrown: tuple[float, ...]  # of these, plain ones
    criticals_thrown: tuple[float, ...]  # and critical ones
    hits: float
    markers: float
    fires: float
    hit: float
    sunk: float
    flipped: float
    slowed: float
    dead: float
    burning: float
    panicked: float


def shot_odds(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, sight: Scene
) -> ShotOdds:
    """A ship's attack in full."""
    attack = attack_of(state, firer, target, weapon, sight)
    return _in_full(state, state.charts.ids[firer], [Case(1.0, attack, 1)])


def strike_odds(
    state: SamarState,
    kind: AirKind,
    target: ShipNumber,
    count: int,
    sight: Scene,
    ratings: Sequence[int] | None = None,
) -> ShotOdds:
    """An air attack in full."""
    fired = aa_ratings(state, target) if ratings is None else ratings
    chances = units_left(count, aa_chances(state.charts, kind, fired))
    flights = flights_of(state, kind, target, sight, chances)
    odds = _in_full(state, state.charts.squadrons[kind].kind, flights)
    return msgspec.structs.replace(odds, aa=tuple(fired), units_left=chances)


def _in_full(state: SamarState, firer: str, cases: Sequence[Case]) -> ShotOdds:
    _, target, weapon, entries, weight, column = cases[0].attack
    hull, harm = hull_of(state, target), harm_of(state, target, weapon, weight, column)
    plain = harm.column == PLAIN
    return ShotOdds(
        firer=firer,
        target=state.charts.ids[target],
        weapon=WEAPONS[weapon],
        dice=dice_of(entries),
        throws=cases[0].times,
        modifiers=tuple(entries),
        damage=() if plain else damage_roll(state, target, weapon, weight).modifiers,
        column=_COLUMNS[harm.column],
        critical=() if plain else critical_roll(state, target, column).modifiers,
        panic_at=None if hull.panic_at == NEVER else hull.panic_at,
        to_flip=hull.to_flip,
        to_sink=hull.to_sink,
        hits_thrown=_spread(cases, hits_thrown),
        plain_thrown=_spread(cases, lambda dice: plain_thrown(dice, harm.critical)),
        criticals_thrown=_spread(cases, lambda dice: criticals_thrown(dice, harm.critical)),
        **together(state, cases, hull)._asdict(),
    )


def _spread(
    cases: Sequence[Case], chances: Callable[[int], tuple[float, ...]]
) -> tuple[float, ...]:
    """The chances of 0, 1, 2, ... over all cases; `chances` are those of a number of dice."""
    rows = zip_longest(
        *(chances(max(dice_of(case.attack.entries), 0) * case.times) for case in cases),
        fillvalue=0.0,
    )
    return tuple(
        sum(case.chance * value for case, value in zip(cases, row, strict=True)) for row in rows
    )
