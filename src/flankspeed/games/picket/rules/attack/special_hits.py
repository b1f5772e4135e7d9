"""Special attacks that come through: what their weapons do, and the planes themselves (7.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Decision, Dice, Log, Reading
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    NEAR_MISS,
    STRIKE,
    WeaponResult,
)
from flankspeed.games.picket.data.ids import SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.attack.regular_hits import dive, roll_dive
from flankspeed.games.picket.rules.attack.strike_rolls import CRASH_ROLL, WEAPON_NAMES, WEAPON_ROLLS
from flankspeed.games.picket.rules.damage.compartments import dead_in_water, destroy_primary
from flankspeed.games.picket.rules.damage.flooding import lean_of
from flankspeed.games.picket.rules.damage.guns import destroy_gun
from flankspeed.games.picket.rules.damage.hits import near_miss, plane_strikes
from flankspeed.games.picket.rules.damage.hull import lose_hull
from flankspeed.games.picket.rules.gunnery.shots import plane_name
from flankspeed.games.picket.rules.gunnery.special_defence import roll_section
from flankspeed.games.picket.rules.plane import COMING, SPENT, Plane
from flankspeed.games.picket.rules.station.withdrawal import check_withdrawal
from flankspeed.games.picket.state import PicketState, PicketStep, ShipLost

_COUNTERS: Final = planes().counters


@mypyc_attr(allow_interpreted_subclasses=True)
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
    reading = CRASH_ROLL.throw(dice)
    if log:
        log.add(
            "special dives" if reading.result else "special turns away",
            "P-7.2.C-1",
            readings=[reading],
            places=[place],
            plane=plane_name(plane),
            section=SECTIONS[plane.section],
        )
    return reading.result


def _weapon(state: PicketState, plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    """7.2.B: 2d6 on Table 12-1, 12-2 or 12-3; -1 after a manoeuvre (7.2.A, R-81)."""
    weapon = _COUNTERS[plane.kind].weapon
    reading = WEAPON_ROLLS[state.em_success][weapon].throw(dice)
    if log:
        _weapon_event(plane, WEAPON_NAMES[weapon], reading, place, log)
    _apply(state, plane, reading.result, dice, log)


def _weapon_event(
    plane: Plane, weapon: str, reading: Reading[WeaponResult], place: str, log: Log
) -> None:
    log.add(
        f"weapon {reading.result.kind}",
        "P-7.2.B-1",
        readings=[reading],
        places=[place],
        weapon=weapon,
        plane=plane_name(plane),
        where=reading.result.place,
    )


def _apply(
    state: PicketState, plane: Plane, result: WeaponResult, dice: Dice, log: Log | None
) -> None:
    """7.2.D: what a result of Table 12 does, at once."""
    name = WEAPON_NAMES[_COUNTERS[plane.kind].weapon]
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
