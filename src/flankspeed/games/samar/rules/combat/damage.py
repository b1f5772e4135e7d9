"""6.0 Damage: the damage throw and the critical hit throw, and what they do to a ship (T3, T4)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from flankspeed.engine import Count, Dice, Each, Figure, Log, Modifier, Roll
from flankspeed.games.samar.data.figures import CRITICAL, HIGH, LOW, counted, figure
from flankspeed.games.samar.data.markers import (
    AIR_TORPEDO,
    BATTLE,
    DIW,
    HULK,
    REACTION,
    SECONDARY,
    SLOWED,
    STRAFE,
    TORPEDO,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.rules.combat.panic import mark_panic
from flankspeed.games.samar.state import Blow, SamarState

_CRITICAL_FROM: Final = figure("damage", "critical_at_least")
_WEAKER: Final = figure("damage", "weaker")
_EQUAL: Final = figure("damage", "equal")
_STRONGER: Final = figure("damage", "stronger")
_DOUBLE: Final = figure("damage", "double")
_NO_PROTECTION: Final = counted("no torpedo protection", "torpedo_prone", "bonus")
_PLUNGING: Final = figure("plunging", "bonus")
_TORPEDOES: Final = (TORPEDO, AIR_TORPEDO)
_PLAIN: Final = (REACTION, SECONDARY)  # S-T3-2: their criticals are plain hits
COLUMN_NAMES: Final = ("high arc", "low arc", "torpedo", "all other")  # as T4 has them


class Harm(NamedTuple):
    """What the hits of one attack come to: hit markers, and the criticals by their effect."""

    hits: int
    waterlines: int = 0
    fires: int = 0
    catastrophic: int = 0


# --- The throws ---


def damage_shift(weight: int, armor: int) -> Figure:
    """S-T3-3: the weight of fire against the target's armor."""
    if weight < armor:
        return _WEAKER
    if weight == armor:
        return _EQUAL
    return _STRONGER if weight < 2 * armor else _DOUBLE


@lru_cache(maxsize=1 << 12)
def damage_throw(hits: int, weight: int, armor: int, prone: bool = False) -> Count:
    """6.1, T3: a die for each hit, and how many are critical; `prone` is a ship with flag T."""
    against = damage_shift(weight, armor)
    entries = []
    if against.value:
        named = f"weight {weight} against armor {armor}"
        entries.append(Modifier(named, against.value, against.used))
    if prone:
        entries.append(_NO_PROTECTION)
    shift = sum(entry.value for entry in entries)
    reads = [against.used]  # it counts even if it adds nothing
    return Count("damage", hits, _CRITICAL_FROM, modifiers=entries, shift=shift, reads=reads)


def damage_roll(
    state: SamarState, target: ShipNumber, weapon: Weapon, weight: int, hits: int = 1
) -> Count:
    """T3: the damage throw of an attack."""
    charts = state.charts
    prone = weapon in _TORPEDOES and charts.ships[target].torpedo_prone
    armor = charts.armor[state.face[target]]
    prone = prone and charts.options.t_flag == "damage_plus_1"
    return damage_throw(hits, weight, armor, prone)


@cache
def _plain_throw(hits: int) -> Roll[int]:
    """S-T3-2: a damage throw without criticals, whatever the dice show."""
    return Roll("damage", lambda _: 0, count=hits)


@cache
def critical_die(column: int, plunging: int | None = None) -> Roll[str]:
    """T4: the die of a critical hit, and what `plunging` fire adds to it (flag P), if anything."""
    entries = []
    if plunging is not None:
        printed = _PLUNGING.used if column == LOW else None
        entries.append(Modifier("no armored deck", plunging, printed))
    return Roll.on(CRITICAL, "critical hit", column=column, modifiers=entries)


def critical_roll(state: SamarState, target: ShipNumber, column: int) -> Roll[str]:
    """S-T4-P-1 (A-38): the die of a critical hit on a ship."""
    charts = state.charts
    if column not in (HIGH, LOW) or not charts.ships[target].plunging:
        return critical_die(column)
    return critical_die(column, charts.options.p_high_arc if column == HIGH else _PLUNGING.value)


def throw_damage(
    state: SamarState,
    target: ShipNumber,
    weapon: Weapon,
    weight: int,
    column: int,
    hits: int,
    dice: Dice,
    log: Log | None,
) -> Harm:
    """6.1: a damage die for each hit, then a critical die for each critical (6.3)."""
    name, plain = state.charts.ships[target].name, weapon in _PLAIN
    roll, why = damage_roll(state, target, weapon, weight, hits), f"damage to {name}"
    reading = _plain_throw(hits).throw(dice, why) if plain else roll.throw(dice, why)
    criticals = reading.result
    if log:
        log.add(
            "plain damage throw" if plain else "damage throw",
            "S-T3-2" if plain else "S-T3-1",
            readings=[reading.told(why)],
            modifiers=roll.modifiers if plain else (),
            places=[state.charts.places[target]],
            ship=name,
            hits=hits,
            criticals=criticals,
        )
    if weapon == STRAFE:  # a critical is a fire, and nothing else counts
        return Harm(0, fires=criticals)
    if not criticals:
        return Harm(hits)
    # S-6.3-marker-1: a critical puts on hit markers like a hit, or one more.
    markers = hits + criticals * (state.charts.options.critical_markers - 1)
    if weapon in _TORPEDOES:
        return Harm(markers, _torpedo_criticals(state, target, criticals, log))
    return _throw_criticals(state, target, column, criticals, markers, dice, log)


def _torpedo_criticals(
    state: SamarState, target: ShipNumber, criticals: int, log: Log | None
) -> int:
    """T4: the torpedo column has waterline hits only, so that no die is needed."""
    charts = state.charts
    prone = charts.ships[target].torpedo_prone and charts.options.t_flag == "double_waterline"
    waterlines = 2 * criticals if prone else criticals
    if log:
        log.add(
            "torpedo critical",
            "S-T4",
            places=[charts.places[target]],
            ship=charts.ships[target].name,
            waterlines=waterlines,
        )
    return waterlines


@lru_cache(maxsize=1 << 8)
def _critical_throw(die: Roll[str], criticals: int) -> Each[str]:
    return Each("critical hits", [die] * criticals)


def _throw_criticals(
    state: SamarState,
    target: ShipNumber,
    column: int,
    criticals: int,
    markers: int,
    dice: Dice,
    log: Log | None,
) -> Harm:
    """T4: a die for each critical hit."""
    name, die = state.charts.ships[target].name, critical_roll(state, target, column)
    reading = _critical_throw(die, criticals).throw(dice, f"critical hit on {name}")
    results = reading.result
    if log:
        log.add(
            "critical throw",
            "S-T4-P-1" if die.modifiers else "S-T4",
            readings=[reading],
            places=[state.charts.places[target]],
            ship=name,
            column=COLUMN_NAMES[column],
            results=", ".join(results),
        )
    return Harm(
        markers,
        results.count("waterline"),
        results.count("fire"),
        results.count("catastrophic"),
    )


# --- What becomes of the ship ---


def sink(state: SamarState, ship: ShipNumber, log: Log | None, rule: str) -> None:
    """6.4 (A-10): the ship is a hulk now, and all its markers come off."""
    state.condition[ship] = HULK
    state.speed[ship] = BATTLE
    state.hits[ship] = state.fires[ship] = state.launched[ship] = 0
    state.panic[ship] = state.led[ship] = 0
    _log(state, ship, log, "ship lost", rule, armor=state.charts.armor[2 * ship])


def hit(state: SamarState, ship: ShipNumber, count: int, log: Log | None) -> None:
    """6.2 (A-06): the hit beyond the armor turns the counter over; beyond that of the back, sinks.

    A-65: turning over takes off hit markers and nothing else.
    """
    if not count or state.condition[ship] == HULK:
        return
    armor, face = state.charts.armor, state.face[ship]
    hits, kind = state.hits[ship] + count, "hits"
    if hits > armor[face] and not face & 1:
        hits -= armor[face] + 1
        face |= 1
        state.face[ship] = face
        kind = "counter turned"
    if hits > armor[face]:
        sink(state, ship, log, "S-6.2-absorb-1")
        return
    state.hits[ship] = hits
    _log(state, ship, log, kind, "S-6.2-absorb-1", count=count, marks=hits, armor=armor[face])


def waterline(state: SamarState, ship: ShipNumber, count: int, log: Log | None) -> None:
    """6.3: the first waterline hit slows a ship, the second stops it, others do no more.

    A-28: a ship that is slowed loses its speed marker.
    """
    before = state.condition[ship]
    if not count or before >= DIW:
        return
    state.condition[ship] = min(before + count, DIW)
    state.speed[ship] = BATTLE
    slowed = state.condition[ship] == SLOWED
    kind = "ship slowed" if slowed else "ship stopped"
    _log(state, ship, log, kind, "S-6.3-waterline-1")


def burn(state: SamarState, ship: ShipNumber, count: int, log: Log | None) -> None:
    """6.3: fire markers, as many as there are fires."""
    if not count or state.condition[ship] == HULK:
        return
    state.fires[ship] += count
    _log(state, ship, log, "ship burns", "S-6.3-fire-1", count=count, fires=state.fires[ship])


def apply(state: SamarState, blow: Blow, log: Log | None) -> None:
    """A-32: what an attack did, in order; 6.5: panic after all hits, and only if afloat."""
    ship = blow.target
    if blow.catastrophic and state.condition[ship] != HULK:
        sink(state, ship, log, "S-6.3-catastrophic-1")
    hit(state, ship, blow.hits, log)
    waterline(state, ship, blow.waterlines, log)
    burn(state, ship, blow.fires, log)
    if blow.panic:
        mark_panic(state, ship, log)


def apply_blows(state: SamarState, log: Log | None) -> None:
    """3.3 (A-32): all attacks of the phase take effect together, ship by ship."""
    by_ship: dict[int, list[Blow]] = {}
    for blow in state.blows:
        by_ship.setdefault(blow.target, []).append(blow)
    for ship in sorted(by_ship):
        apply(state, together(by_ship[ship]), log)


def together(blows: list[Blow]) -> Blow:
    """All blows at one ship as one."""
    if len(blows) == 1:
        return blows[0]
    _, _, _, *counts = zip(*blows, strict=True)
    return Blow(*blows[0][:3], *map(sum, counts))


def _log(
    state: SamarState, ship: ShipNumber, log: Log | None, kind: str, rule: str, **facts: Any
) -> None:
    if log:
        charts = state.charts
        log.add(kind, rule, places=[charts.places[ship]], ship=charts.ships[ship].name, **facts)
