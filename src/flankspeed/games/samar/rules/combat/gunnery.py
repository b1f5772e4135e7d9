"""5.0 Gunnery: who may fire on whom, with how many dice, and to what effect."""

from __future__ import annotations

from typing import Final

from flankspeed.engine import Dice, Log, Modifier
from flankspeed.games.samar.data.figures import FIGURES, HIGH, LOW, OTHER, counted
from flankspeed.games.samar.data.figures import TORPEDO as TORPEDO_COLUMN
from flankspeed.games.samar.data.hexes import DISTANCE
from flankspeed.games.samar.data.markers import (
    BATTLE,
    CRUISE,
    FIT,
    FLANK,
    GUN,
    SECONDARY,
    TORPEDO,
    ShipNumber,
    Weapon,
)
from flankspeed.games.samar.rules.combat.firing import (
    Attack,
    Scene,
    aimed_entries,
    by_radar,
    dice_of,
    entry,
    keep_one_die,
    resolve,
)
from flankspeed.games.samar.rules.combat.torpedoes import torpedo_entries, torpedo_reach
from flankspeed.games.samar.state import Blow, SamarState

_FAR_BEYOND: Final = FIGURES.firing.far_beyond
_POINT_BLANK: Final = FIGURES.ranges.point_blank
_BROADSIDE: Final = counted("broadside", "firing", "broadside")
_CRUISING: Final = counted("cruising", "firing", "cruise")
_SLOWED: Final = counted("slowed", "firing", "slowed")
_FLANK: Final = counted("flank speed", "firing", "flank")
_EVADING: Final = counted("evading", "firing", "evading")
_FAR: Final = counted(f"beyond {_FAR_BEYOND} hexes", "firing", "far")
_CLOSE: Final = counted("close range", "firing", "close")
_EXTENDED: Final = counted("extended range", "firing", "extended")


# --- Dice ---


def gun_entries(
    state: SamarState, firer: ShipNumber, target: ShipNumber, sight: Scene, weapon: Weapon = GUN
) -> list[Modifier]:
    """5.5, T1: everything that counts for gunfire, the rating first; the sum is the dice.

    A-26: a secondary battery has no range and no broadside entry.
    """
    charts, face = state.charts, state.face[firer]
    bearing = state.where[target] - state.where[firer]
    distance = DISTANCE[bearing]
    radar = charts.ships[firer].radar and by_radar(state, firer, target, sight)
    if weapon == SECONDARY:
        entries = [entry("secondary rating", charts.secondary[face])]
    else:
        entries = [entry("gunnery rating", charts.gunnery[face])]
        if charts.broadside[state.facing[firer]][bearing]:
            entries.append(_BROADSIDE)
        if distance <= _POINT_BLANK:
            if charts.options.point_blank_dice:
                entries.append(entry("point blank", charts.options.point_blank_dice))
        elif distance <= charts.close[face]:
            entries.append(_CLOSE)
        elif distance > charts.range[face]:
            entries.append(_EXTENDED)
        if distance > _FAR_BEYOND and not radar:
            entries.append(_FAR)
    if state.condition[firer] != FIT or state.speed[firer] != BATTLE or state.panic[firer]:
        entries += _speed_entries(state, firer)
    entries += aimed_entries(state, firer, target, sight, radar)
    return keep_one_die(state, weapon, entries)


def _speed_entries(state: SamarState, firer: ShipNumber) -> list[Modifier]:
    """T5: the firer's speed."""
    if state.slowed(firer):
        return [_SLOWED]
    if state.evading(firer):
        return [_EVADING]
    speed = state.speed[firer]
    return [_CRUISING] if speed == CRUISE else [_FLANK] if speed == FLANK else []


def entries_of(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, sight: Scene
) -> list[Modifier]:
    """The entries of any weapon that ships have."""
    if weapon == TORPEDO:
        return torpedo_entries(state, firer, target, sight)
    return gun_entries(state, firer, target, sight, weapon)


# --- Who may fire ---


def reach_of(state: SamarState, firer: ShipNumber, weapon: Weapon, sight: Scene) -> int:
    """5.4: how far a ship can use a weapon now, within the sighting limit (5.2); -1 if not at all.

    2.5 (A-26): guns or a secondary battery marked A are for aircraft only.
    """
    charts, face, ship = state.charts, state.face[firer], state.charts.ships[firer]
    if weapon == TORPEDO:
        reach = torpedo_reach(state, firer)
    elif weapon == SECONDARY:
        on = charts.options.secondary_surface_fire == "instead_of_main"
        usable = on and charts.secondary[face] and not ship.aa_secondary
        reach = FIGURES.secondary.range if usable else -1
    else:
        reach = charts.reach[face] if charts.gunnery[face] and not ship.aa_guns_only else -1
    return min(reach, sight.sighting)


def clear_shot(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, sight: Scene
) -> bool:
    """5.2, 5.5: a line of sight, and a die at least; the range is taken as good."""
    if not sight.clear(state.where[firer], state.where[target]):
        return False
    if weapon == TORPEDO and state.charts.options.min_dice != "never":
        return True  # it keeps a die whatever counts against it
    return dice_of(entries_of(state, firer, target, weapon, sight)) > 0


def can_fire(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, sight: Scene
) -> bool:
    """5.1: sight, range and dice allow the attack; who is an enemy and who is barred (8.2) not."""
    distance = DISTANCE[state.where[target] - state.where[firer]]
    reach = reach_of(state, firer, weapon, sight)
    return distance <= reach and clear_shot(state, firer, target, weapon, sight)


# --- The attack ---


def critical_column(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon
) -> int:
    """T4: the column of a critical hit; M ships never deliver plunging fire (2.5, A-45)."""
    if weapon == TORPEDO:
        return TORPEDO_COLUMN
    charts, face = state.charts, state.face[firer]
    distance = DISTANCE[state.where[target] - state.where[firer]]
    near = distance <= charts.close[face] or distance <= _POINT_BLANK
    if near or weapon == SECONDARY or charts.ships[firer].no_extended:
        return OTHER
    return HIGH if distance > charts.range[face] else LOW


def attack_of(
    state: SamarState, firer: ShipNumber, target: ShipNumber, weapon: Weapon, sight: Scene
) -> Attack:
    """An attack of a ship, ready to be thrown."""
    if weapon == TORPEDO:
        weight = FIGURES.torpedo.weight
    elif weapon == SECONDARY:
        weight = FIGURES.secondary.weight
    else:
        weight = state.charts.weight[state.face[firer]]
    entries = entries_of(state, firer, target, weapon, sight)
    column = critical_column(state, firer, target, weapon)
    return Attack(firer, target, weapon, entries, weight, column)


def fire(
    state: SamarState,
    firer: ShipNumber,
    target: ShipNumber,
    weapon: Weapon,
    sight: Scene,
    dice: Dice,
    log: Log | None,
) -> Blow:
    """5.1: one attack, from the firing throw to the effect of each hit.

    S-7.3-supply-1: a launch puts a Torpedoes Out marker on the ship at once.
    """
    if weapon == TORPEDO:
        state.launched[firer] += 1
    return resolve(state, attack_of(state, firer, target, weapon, sight), dice, log)
