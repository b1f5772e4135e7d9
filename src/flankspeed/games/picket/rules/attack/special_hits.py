"""Special attacks that come through: what their weapons do, and the planes themselves (7.2)."""

from __future__ import annotations

from flankspeed.engine import Decision, Dice, Log, Modifier, Throw
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    NEAR_MISS,
    STRIKE,
    WeaponResult,
    strike_charts,
    weapon_result,
)
from flankspeed.games.picket.data.ids import SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.attack.regular_hits import dive, roll_dive
from flankspeed.games.picket.rules.attack.strike_rolls import MANOEUVRED
from flankspeed.games.picket.rules.damage.compartments import dead_in_water, destroy_primary
from flankspeed.games.picket.rules.damage.flooding import lean_of
from flankspeed.games.picket.rules.damage.guns import destroy_gun
from flankspeed.games.picket.rules.damage.hits import near_miss, plane_strikes
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.rules.gunnery.shots import plane_name
from flankspeed.games.picket.rules.gunnery.special_defence import roll_section
from flankspeed.games.picket.rules.station.withdrawal import check_withdrawal
from flankspeed.games.picket.state import COMING, SPENT, PicketState, PicketStep, Plane, ShipLost

_CRASH = strike_charts().crash
_COUNTERS = planes().counters
_WEAPON_NAMES = ("Ohka", "bomb", "torpedo")
_WEAPON_DICE = tuple(f"{name}, Table 12-{number}" for number, name in enumerate(_WEAPON_NAMES, 1))


class SpecialHits(PicketStep):
    """7.2: every special left uses its weapon, and may dive itself."""

    __slots__ = ()

    def copy(self) -> SpecialHits:
        return self

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """One special after another, until fighters drive the rest off (Table 15)."""
        attack = _by_table_10 if state.charts.options.special_hit == "table10" else _by_rule_72
        for number, plane in enumerate(state.specials, 1):
            if state.attacks_over:
                break
            if plane.fate == COMING:
                plane.fate = SPENT  # 7.2.E: it will not come back
                attack(state, plane, f"special:{number}", dice, log)
                check_withdrawal(state, log)
        state.agenda.pop()
        return None


def _by_rule_72(state: PicketState, plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    """7.2.B and C: Table 12, then a d6; on a 6 the plane itself attacks its section."""
    _weapon(state, plane, place, dice, log)
    if _crashes(plane, place, dice, log):
        dive(state, plane, CRASH, place, dice, log)


def _by_table_10(state: PicketState, plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    """R-18, special_hit=table10: Table 10 first; a hit has its section rolled anew."""
    result = roll_dive(state, plane, CRASH, place, dice, log)
    if result == NEAR_MISS:
        near_miss(state, plane, dice, log)
    if result != STRIKE:
        return
    roll_section(plane, place, dice, log)
    _weapon(state, plane, place, dice, log)
    if _crashes(plane, place, dice, log):
        plane_strikes(state, plane, dice, log)  # its roll on Table 10 was a hit


def _crashes(plane: Plane, place: str, dice: Dice, log: Log | None) -> bool:
    """7.2.C: whether the plane itself dives after its weapon."""
    die = dice.d6("does the special plane dive itself")
    crashes = _CRASH[die]
    if log:
        log.add(
            "special dives" if crashes else "special turns away",
            "P-7.2.C-1",
            throws=[Throw(6, (die,), "does the special plane dive itself")],
            places=[place],
            plane=plane_name(plane),
            section=SECTIONS[plane.section],
        )
    return crashes


def _weapon(state: PicketState, plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    """7.2.B: 2d6 on Table 12-1, 12-2 or 12-3; -1 after a manoeuvre (7.2.A, R-81)."""
    weapon = _COUNTERS[plane.kind].weapon
    first, second = dice.two_d6(_WEAPON_DICE[weapon])
    modifiers = [MANOEUVRED] if state.em_success else []
    roll = first + second + sum(modifier.value for modifier in modifiers)
    result = weapon_result(weapon, roll)
    if log:
        _weapon_event(plane, weapon, result, (first, second), modifiers, place, log)
    _apply(state, plane, result, dice, log)


def _weapon_event(
    plane: Plane,
    weapon: int,
    result: WeaponResult,
    thrown: tuple[int, int],
    modifiers: list[Modifier],
    place: str,
    log: Log,
) -> None:
    log.add(
        f"weapon {result.kind}",
        "P-7.2.B-1",
        throws=[Throw(6, thrown, _WEAPON_DICE[weapon])],
        modifiers=modifiers,
        places=[place],
        weapon=_WEAPON_NAMES[weapon],
        plane=plane_name(plane),
        where=result.place,
    )


def _apply(
    state: PicketState, plane: Plane, result: WeaponResult, dice: Dice, log: Log | None
) -> None:
    """7.2.D: what a result of Table 12 does, at once."""
    name = _WEAPON_NAMES[_COUNTERS[plane.kind].weapon]
    if result.kind == "sinks":
        raise ShipLost(f"{name} strikes the {result.place}")
    if result.kind == "near":
        near_miss(state, plane, dice, log)
    elif result.kind == "hull":
        lose_hull(state, result.hull, f"{name} through the hull", dice, log)
    elif result.kind == "guns":
        for gun in result.mounts:
            mount = state.charts.mount_index.get(gun, -1)
            if mount >= 0:  # another ship may lack it
                destroy_gun(state, mount, log)
    elif result.kind in ("stern", "bow"):
        for compartment in result.primaries:
            destroy_primary(state, compartment, lean_of(state, plane), dice, log)
        dead_in_water(state, f"{name} in the {result.kind}", log)
