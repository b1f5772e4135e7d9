"""5.5 The firing throw of every attack: what is seen, the target's entries, the dice (T1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Count, Dice, Log, Modifier
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.figures import counted, figure
from flankspeed.games.samar.data.hexes import DISTANCE, Hex
from flankspeed.games.samar.data.map import SHALLOWS
from flankspeed.games.samar.data.markers import (
    AIR_TORPEDO,
    BATTLE,
    FIT,
    HULK,
    TORPEDO,
    Attacker,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.rules.combat.damage import throw_damage
from flankspeed.games.samar.rules.combat.line_of_sight import Sight
from flankspeed.games.samar.rules.combat.panic import shake
from flankspeed.games.samar.state import Blow, SamarState

_HIT: Final = figure("firing", "hit_at_least")
_TARGET_BROADSIDE: Final = counted("target's broadside", "firing", "target_broadside")
_TARGET_SLOWED: Final = counted("target slowed", "firing", "target_slowed")
_LEAST: Final = figure("torpedo", "least_dice")
_value = itemgetter(1)
entry = cache(Modifier)  # there are few, in a list for every two ships

# The events and rules of the throw, by weapon.
_KINDS: Final = (
    ("guns fire", "S-5.5-dice-1"),
    ("secondary guns fire", "S-5.5-dice-1"),
    ("reaction fire", "S-4.3-reaction-1"),
    ("torpedoes launched", "S-7.0-same-1"),
    ("air torpedoes dropped", "S-8.4-torp-1"),
    ("bombs dropped", "S-8.4-dive-1"),
    ("strafing", "S-8.4-fighter-1"),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Scene(Sight):
    """What can be seen at one moment: smoke, ships and land (5.2), and how far (A-63)."""

    __slots__ = ("_shoals", "markers", "sighting", "vessels")

    def __init__(
        self, charts: Charts, sighting: int, markers: Mapping[Hex, int], vessels: Mapping[Hex, int]
    ) -> None:
        """`markers` are all that count as smoke, by hex; `vessels` the ships but for hulks."""
        graze, ends = charts.options.los_graze, charts.options.smoke_end_hexes
        super().__init__(charts.land, markers, vessels, graze, ends)
        self.sighting = sighting
        self.markers = markers
        self.vessels = vessels
        self._shoals = Sight(charts.shallows, {}, {}, graze, ends)

    def deep(self, start: Hex, end: Hex) -> bool:
        """A-35: no shallows between two hexes."""
        return self._shoals.clear(start, end)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Scene)
            and self.sighting == other.sighting
            and self.markers == other.markers
            and self.vessels == other.vessels
        )


def sight_of(state: SamarState) -> Scene:
    """A-25: smoke, fires and hulks are alike; A-24: all other ships may stand in the way."""
    markers = state.smoke.copy()
    vessels: dict[int, int] = {}
    condition, fires = state.condition, state.fires
    for ship, hex_ in enumerate(state.where):
        if hex_ <= 0:
            continue
        if condition[ship] == HULK:
            markers[hex_] = markers.get(hex_, 0) + 1
            continue
        vessels[hex_] = vessels.get(hex_, 0) + 1
        if fires[ship]:
            markers[hex_] = markers.get(hex_, 0) + fires[ship]
    return Scene(state.charts, state.charts.turns[state.turn - 1].sighting, markers, vessels)


def by_radar(state: SamarState, firer: ShipNumber, target: ShipNumber, sight: Scene) -> bool:
    """2.5, 4.5: whether the firer sees through smoke; A-35: shallows may prevent it."""
    charts = state.charts
    if not charts.ships[firer].radar:
        return False
    rule = charts.options.shallows_radar
    here, there = state.where[firer], state.where[target]
    if rule == "none":
        return True
    if charts.terrain[there] == SHALLOWS:
        return False
    return rule == "target" or (charts.terrain[here] != SHALLOWS and sight.deep(here, there))


@cache
def _crowd(others: int) -> Modifier:
    return counted("others in its hex", "firing", "crowd", others)


@cache
def _smoke(markers: int) -> Modifier:
    return counted("smoke", "firing", "smoke", markers)


def target_entries(
    state: SamarState, target: ShipNumber, broadside: int, others: int, smoke: int
) -> list[Modifier]:
    """T1, T5: what the target's bearing, company, cover and speed change, for any attack."""
    entries = [_TARGET_BROADSIDE] if broadside else []
    if others:
        entries.append(_crowd(others))
    if smoke:
        entries.append(_smoke(smoke))
    if state.condition[target] != FIT:
        if state.slowed(target):
            entries.append(_TARGET_SLOWED)
    elif (state.speed[target] != BATTLE or state.panic[target]) and state.evading(target):
        entries.append(entry("target evading", -state.charts.maneuver[state.face[target]]))
    return entries


def aimed_entries(
    state: SamarState, firer: ShipNumber, target: ShipNumber, sight: Scene, radar: bool
) -> list[Modifier]:
    """The target's entries for a ship that fires or launches; A-42: it is no company itself."""
    here, there = state.where[firer], state.where[target]
    return target_entries(
        state,
        target,
        state.charts.broadside[state.facing[target]][here - there],
        sight.vessels[there] - (2 if here == there else 1),
        0 if radar else sight.smoke(here, there),
    )


def dice_of(entries: Sequence[Modifier]) -> int:
    """S-5.5-dice-1: the number of dice the entries come to."""
    return sum(map(_value, entries))


def keep_one_die(state: SamarState, weapon: Weapon, entries: list[Modifier]) -> list[Modifier]:
    """S-5.5-zero-1 (A-03): torpedoes keep one die however many they lose."""
    rule = state.charts.options.min_dice
    if rule == "always" or (rule == "torpedo_only" and weapon in (TORPEDO, AIR_TORPEDO)):
        missing = _LEAST.value - dice_of(entries)
        if missing > 0:
            entries.append(entry("never less than one", missing, _LEAST.used))
    return entries


@lru_cache(maxsize=1 << 12)
def firing_throw(dice: int, entries: tuple[Modifier, ...] = ()) -> Count:
    """5.5: so many dice, and how many hit; the entries say why there are so many."""
    return Count("hits", dice, _HIT, modifiers=entries)


class Attack(NamedTuple):
    """An attack ready to be thrown: its dice, and what its hits will do.

    `firer` is a ship's number, or -1 - kind for aircraft.
    """

    firer: Attacker
    target: ShipNumber
    weapon: Weapon
    entries: Sequence[Modifier]
    weight: int
    column: int


def resolve(state: SamarState, attack: Attack, dice: Dice, log: Log | None) -> Blow:
    """5.5 to 6.3: throw for hits, panic, damage and criticals; nothing is applied yet."""
    firer, target, weapon, entries, weight, column = attack
    who, whom = _name(state, firer), state.charts.ships[target].name
    count = dice_of(entries)
    roll = firing_throw(count, tuple(entries)) if log else firing_throw(count)
    reading = roll.throw(dice, f"{who} on {whom}")
    hits = reading.result
    if log:
        kind, rule = _KINDS[weapon]
        log.add(
            kind,
            rule,
            readings=[reading],
            places=_places(state, firer, target),
            firer=who,
            target=whom,
            hits=hits,
            range=DISTANCE[state.where[target] - state.where[firer]] if firer >= 0 else 0,
        )
    thrown = sum(reading.dice)
    panic = shake(state, target, thrown, log)
    if not hits:
        return Blow(firer, target, weapon, 0, dice=thrown, panic=panic)
    harm = throw_damage(state, target, weapon, weight, column, hits, dice, log)
    return Blow(firer, target, weapon, *harm, thrown, panic)


def _name(state: SamarState, firer: Attacker) -> str:
    charts = state.charts
    return charts.ships[firer].name if firer >= 0 else charts.squadrons[-1 - firer].name


def _places(state: SamarState, firer: Attacker, target: ShipNumber) -> list[str]:
    charts = state.charts
    if firer >= 0:
        return [charts.places[firer], charts.places[target]]
    return [f"air:{charts.squadrons[-1 - firer].kind}", charts.places[target]]
