"""The defence against special attacks: sections, AFS, SFS and spray fire (6.9)."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Roll
from flankspeed.games.picket.data.fire_charts import fire_charts, strike_charts
from flankspeed.games.picket.data.ids import SECTIONS
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
from flankspeed.games.picket.rules.plane import COMING, DESTROYED, Plane
from flankspeed.games.picket.rules.tracks import lose
from flankspeed.games.picket.state import PicketState, PicketStep

SPRAY: Final = Roll.on(fire_charts().spray, "spray fire")
_SPRAY_AMMO: Final = fire_charts().options.spray_ammo
_SECTION: Final = Roll.on(strike_charts().section, "section of a special")


@mypyc_attr(allow_interpreted_subclasses=True)
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
        roll_section(plane, f"special:{number}", dice, log)


def roll_section(plane: Plane, place: str, dice: Dice, log: Log | None) -> None:
    """6.9.B, R-18: a d6: the section that a special comes at."""
    why = _section_why(plane_name(plane))
    reading = _SECTION.throw(dice, why)
    plane.section = reading.result
    if log:
        log.add(
            "special comes",
            "P-6.9.B-1",
            readings=[reading.told(why)],
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
    reading = SPRAY.throw(dice)
    destroyed = reading.result == "destroyed"
    if destroyed:
        shot_down(state, plane, DESTROYED)
    if log:
        log.add(
            "spray destroys" if destroyed else "spray misses",
            "P-6.9.F-1",
            readings=[reading],
            places=[f"special:{number + 1}", SECTION_PLACES[plane.section]],
            plane=plane_name(plane),
            section=SECTIONS[plane.section],
        )
