"""Special attacks: the defence against them (6.9), and what their weapons do (7.2)."""

from __future__ import annotations

from functools import cache

from flankspeed.engine import Choice, Decision, Dice, Log, Modifier, Throw
from flankspeed.games.picket.data.fire_charts import (
    CRASH,
    NEAR_MISS,
    STRIKE,
    WeaponResult,
    fire_charts,
    strike_charts,
    weapon_result,
)
from flankspeed.games.picket.data.ids import SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.attack.regular_hits import dive, roll_dive
from flankspeed.games.picket.rules.attack.strike_rolls import MANOEUVRED
from flankspeed.games.picket.rules.damage.flooding import lean_of
from flankspeed.games.picket.rules.damage.hits import (
    dead_in_water,
    destroy_gun,
    destroy_primary,
    lose_hull,
    near_miss,
    plane_strikes,
)
from flankspeed.games.picket.rules.days.withdrawal import check_withdrawal
from flankspeed.games.picket.rules.gunnery.menus import (
    AFS,
    FIRE,
    KEEP,
    SFS,
    SPECIAL_AFS_MENU,
    SPECIAL_SFS_MENU,
    Spray,
    Support,
    spray_menu,
)
from flankspeed.games.picket.rules.gunnery.shots import (
    can_spray,
    plane_name,
    roll_support,
    shot_down,
)
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.places import SECTION_PLACES
from flankspeed.games.picket.rules.steps import PicketStep, ShipLost
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import COMING, DESTROYED, SPENT, PicketState, Plane

_SPRAY = fire_charts().spray
_SPRAY_AMMO = fire_charts().options.spray_ammo
_SECTION = strike_charts().section
_CRASH = strike_charts().crash
_COUNTERS = planes().counters
_WEAPON_NAMES = ("Ohka", "bomb", "torpedo")
_WEAPON_DICE = tuple(f"{name}, Table 12-{number}" for number, name in enumerate(_WEAPON_NAMES, 1))


# --- Defence (6.9) ---


class SpecialDefence(PicketStep):
    """6.9: held AFS, held SFS and spray fire are placed, then rolled in that order."""

    __slots__ = ("afs", "firing", "loose", "sfs", "sprayed")

    def __init__(self) -> None:
        self.afs: list[int] | None = None  # markers on each special, once sections are rolled
        self.sfs: list[int] = []
        self.sprayed = 0  # mask of specials with spray fire on them
        self.firing = False
        self.loose = 0  # AFS markers whose plane is down, to be aimed anew

    def copy(self) -> SpecialDefence:
        twin = SpecialDefence()
        twin.afs = self.afs[:] if self.afs is not None else None
        twin.sfs = self.sfs[:]
        twin.sprayed = self.sprayed
        twin.firing = self.firing
        twin.loose = self.loose
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """6.9.B to H: sections, D-26 and D-27, then AFS, SFS, spray."""
        if self.afs is None:
            _roll_sections(state, dice, log)
            self.afs = [0] * len(state.specials)
            self.sfs = [0] * len(state.specials)
        if not self.firing:
            options = self._options(state)
            if options or self.sprayed or any(self.afs) or any(self.sfs):
                prompt = "Defence against special attacks"
                return Decision("usn", prompt, (*options, FIRE), asked=True)
            self.firing = True
        if not self.loose:
            self._fire(state, self.afs, dice, log)
        if self.loose:
            anew = (*SPECIAL_AFS_MENU[_live(state)], KEEP)
            return Decision("usn", "An AFS marker has lost its target: aim it anew?", anew)
        state.agenda.pop()
        return None

    def _options(self, state: PicketState) -> list[Choice]:
        """D-26, D-27: what is left to place, and on whom."""
        live = _live(state)
        options: list[Choice] = []
        if can_spray(state):
            sprayed = {state.specials[number].section for number in bits(self.sprayed)}
            free = [n for n in bits(live) if state.specials[n].section not in sprayed]
            ammo = 0 if state.sprayed or self.sprayed else _SPRAY_AMMO
            options += spray_menu(ammo)[sum(1 << number for number in free)]
        if state.sfs > state.sfs_used:
            options += SPECIAL_SFS_MENU[live]
        if state.afs:
            options += SPECIAL_AFS_MENU[live]
        return options

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Place a marker, or fire."""
        if isinstance(choice, Support):
            if self.loose:
                self._turn(state, choice, log)
            self._place(state, choice.marker, choice.plane)
        elif isinstance(choice, Spray):
            self.sprayed |= 1 << choice.plane
        elif choice == KEEP:
            self.loose -= 1
            state.afs += 1
            if log:
                log.add("AFS kept", "P-6.5.G-1", left=state.afs)
        else:
            self.firing = True

    def _turn(self, state: PicketState, choice: Support, log: Log | None) -> None:
        """6.5.G: a marker whose plane is down takes another."""
        self.loose -= 1
        state.afs += 1
        if log:
            name = plane_name(state.specials[choice.plane])
            log.add("AFS turns", "P-6.5.G-1", places=[choice.place], plane=name)

    def _place(self, state: PicketState, marker: str, number: int) -> None:
        if marker == AFS:
            assert self.afs is not None, "sections come first"
            self.afs[number] += 1
            state.afs -= 1
        else:
            self.sfs[number] += 1
            state.sfs_used += 1

    def _fire(self, state: PicketState, afs: list[int], dice: Dice, log: Log | None) -> None:
        """6.9.D: AFS, SFS, spray; AFS that loses its target stops it for a choice."""
        for marker, waiting in ((AFS, afs), (SFS, self.sfs)):
            for number, plane in enumerate(state.specials):
                while waiting[number]:
                    waiting[number] -= 1
                    if roll_support(state, marker, plane, "special", number, dice, log):
                        self._clear(afs, number, plane, log)
                if self.loose:
                    return
        for number in bits(self.sprayed):
            self.sprayed ^= 1 << number
            # a target already down is not sprayed, and costs nothing.
            if state.specials[number].fate == COMING and can_spray(state):
                _spray(state, number, dice, log)

    def _clear(self, afs: list[int], number: int, plane: Plane, log: Log | None) -> None:
        """5.2.F, R-78: SFS on a plane that is down is expended, AFS may turn on another."""
        if log and self.sfs[number]:
            markers = self.sfs[number]
            log.add("SFS expended", "P-5.2.F-1", plane=plane_name(plane), markers=markers)
        self.loose += afs[number]
        afs[number] = self.sfs[number] = 0


def _live(state: PicketState) -> int:
    """The mask of the specials still coming."""
    return sum(1 << n for n, plane in enumerate(state.specials) if plane.fate == COMING)


def _roll_sections(state: PicketState, dice: Dice, log: Log | None) -> None:
    """6.9.B: a d6 for each special: the section it comes at."""
    for number, plane in enumerate(state.specials, 1):
        _roll_section(plane, f"special:{number}", dice, log)


def _roll_section(plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    why = _section_why(plane_name(plane))
    die = dice.d6(why)
    plane.section = _SECTION[die]
    if log:
        log.add(
            "special comes",
            "P-6.9.B-1",
            throws=[Throw(6, (die,), why)],
            places=[place, SECTION_PLACES[plane.section]],
            plane=plane_name(plane),
            section=SECTIONS[plane.section],
        )


@cache
def _section_why(name: str) -> str:
    return f"section that {name} comes at"


def _spray(state: PicketState, number: int, dice: Dice, log: Log | None) -> None:
    """6.9.F and G: 2d6, up to 8 destroys; the first spray of a turn costs ammunition."""
    plane = state.specials[number]
    if not state.sprayed:
        state.sprayed = True
        lose(state, "ammo", _SPRAY_AMMO, "spray fire", log)
    first, second = dice.two_d6("spray fire")
    destroyed = _SPRAY[first + second] == "destroyed"
    if destroyed:
        shot_down(state, plane, DESTROYED)
    if log:
        log.add(
            "spray destroys" if destroyed else "spray misses",
            "P-6.9.F-1",
            throws=[Throw(6, (first, second), "spray fire")],
            places=[f"special:{number + 1}", SECTION_PLACES[plane.section]],
            plane=plane_name(plane),
            section=SECTIONS[plane.section],
        )


# --- Hits (7.2) ---


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
    _roll_section(plane, place, dice, log)
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
