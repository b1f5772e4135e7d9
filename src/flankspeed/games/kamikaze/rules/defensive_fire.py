"""Defensive fire, and the jinks that its hits cause.

Rulebook "Defense against kamikazes" and "Kamikaze hits and jinks".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Count, Decision, Dice, Log, Modifier, Roll, Step
from flankspeed.engine.decision import WHO, Place
from flankspeed.games.kamikaze.data.board import (
    BEAM_ROW,
    SECTION_AT,
    Square,
    column_row,
    square_name,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import HIT, HITS_TO_DESTROY, JINK, JINK_SIDE
from flankspeed.games.kamikaze.data.guns import Mount
from flankspeed.games.kamikaze.data.planes import NAMES, SHOT_DOWN, SPLASHED
from flankspeed.games.kamikaze.rules.battery import Battery
from flankspeed.games.kamikaze.rules.crash import Crash
from flankspeed.games.kamikaze.rules.diver import end_dive, stand
from flankspeed.games.kamikaze.state import KamikazeState


class GunGroup(Choice):
    """Let this group of guns join in."""

    __slots__ = ("group",)

    def __init__(self, group: str, dice: int) -> None:
        super().__init__(
            f"guns {group}",
            f"{group} guns: {dice} {'die' if dice == 1 else 'dice'}",
            f"guns:{group}",
        )
        self.group = group

    @property
    def places(self) -> tuple[Place, ...]:
        """The guns themselves, and the section they stand on."""
        return Place(self.place, WHO), Place(f"section:{self.group}", WHO)


class HoldMount(Choice):
    """Hold this mount's fire."""

    __slots__ = ("mask",)

    def __init__(self, mount: Mount, battery: Battery) -> None:
        super().__init__(f"hold {mount.id}", f"hold {mount.name}", f"mount:{mount.id}")
        self.mask = battery.mask([mount.id])


FIRE: Final = Choice("fire", "fire all guns not held")
BLACK_DIE: Final = Roll.on(JINK, "black die")
YELLOW_DIE: Final = Roll.on(JINK_SIDE, "yellow die")


@cache
def volley_roll(guns: int) -> Count:
    """K-2-fire-1 and 2: a D6 for each gun, each 6 a hit."""
    return Count("US fire, volley", guns, HIT)


def automatic_group(state: KamikazeState) -> str:
    """A-26: the half the plane came from, if the option says so; else the larger group."""
    if state.charts.options.beam_row != "cameFrom":
        return ""
    for position in reversed(state.path):
        _, row = column_row(position >> 3)
        if row < BEAM_ROW:
            return "bow"
        if row > BEAM_ROW:
            return "stern"
    return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Volley(Step[KamikazeState]):
    """Defensive fire on one square, and the jinks that its hits cause."""

    __slots__ = ("checks", "crashing", "fired", "group", "held", "square")

    def __init__(self, square: Square, crashing: bool = False) -> None:
        self.square = square
        self.crashing = crashing  # the extra volley of crashVolley=on: no jink any more
        self.group = ""  # the group of guns chosen where the square leaves it open
        self.held = 0  # mask of the mounts held back
        self.fired = False
        self.checks = 0  # hits still to be checked for a jink

    def copy(self) -> Volley:
        twin = Volley(self.square, self.crashing)
        twin.group = self.group
        twin.held = self.held
        twin.fired = self.fired
        twin.checks = self.checks
        return twin

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-fire: choose the guns where there is a choice, throw, then check hit by hit."""
        if not self.fired:
            decision = self._gun_decision(state)
            if decision is None:
                self._fire(state, dice, log)
            return decision
        if self.checks and not self.crashing:
            self.checks -= 1
            self._jink(state, dice, log)
        else:
            state.agenda.pop()
        return None

    def dice(self, state: KamikazeState) -> int:
        """How many dice it takes, by what the US has chosen so far."""
        return self._firing(state).bit_count()

    def _firing(self, state: KamikazeState) -> int:
        group = self.group or automatic_group(state)
        return state.charts.battery.firing(self.square, state.guns, group) & ~self.held

    def counted(self, state: KamikazeState) -> list[Modifier]:
        """The dice of the volley by section and type, as players count them."""
        counts: dict[str, int] = {}
        for mount in state.charts.battery.of(self._firing(state)):
            name = f"{mount.section} {mount.type}"
            counts[name] = counts.get(name, 0) + 1
        return [Modifier(name, count) for name, count in counts.items()]

    def _gun_decision(self, state: KamikazeState) -> Decision | None:
        """D2-group and D2-hold, where the options leave them to the US."""
        options = state.charts.options
        if options.us_choices == "ask" and options.beam_row != "cameFrom" and not self.group:
            decision = self._group_decision(state)
            if decision:
                return decision
        return None if options.hold_fire == "no" else self._hold_decision(state)

    def _group_decision(self, state: KamikazeState) -> Decision | None:
        """Only on row 12: in a cone (coneMidships=on) the better side fires (A-24)."""
        groups = state.charts.battery.bearing[self.square]
        _, row = column_row(self.square)
        if row != BEAM_ROW or len({mask & state.guns for _, mask in groups}) == 1:
            return None
        return Decision(
            "usn",
            f"{NAMES[state.active]} is at {square_name(self.square)}: which guns fire?",
            tuple(GunGroup(name, (mask & state.guns).bit_count()) for name, mask in groups),
        )

    def _hold_decision(self, state: KamikazeState) -> Decision | None:
        # Mounts are held in order, so that each set of them can be named in one way only.
        battery = state.charts.battery
        later = self._firing(state) & ~((1 << self.held.bit_length()) - 1)
        holds = [HoldMount(mount, battery) for mount in battery.of(later)]
        if not holds:
            return None
        prompt = f"{NAMES[state.active]} is at {square_name(self.square)}: fire, or hold a gun?"
        return Decision("usn", prompt, (FIRE, *holds))

    def choose(self, state: KamikazeState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Note the group or the held gun; `fire` begins the volley."""
        if isinstance(choice, GunGroup):
            self.group = choice.group
        elif isinstance(choice, HoldMount):
            self.held |= choice.mask
        else:
            self._fire(state, dice, log)

    def _fire(self, state: KamikazeState, dice: Dice, log: Log | None) -> None:
        """K-2-fire-2, K-2-hit: throw for the guns and count the hits, which may shoot it down."""
        self.fired = True
        firing = self._firing(state)
        if not firing:
            return
        roll = volley_roll(firing.bit_count())
        hits = self._told(roll, state, dice, log) if log else roll.number(dice)
        state.hits += hits
        self.checks += hits
        if state.hits >= HITS_TO_DESTROY:
            end_dive(state, SHOT_DOWN, "K-2-hit-2", f"{state.hits} hits", log)

    def _told(self, roll: Count, state: KamikazeState, dice: Dice, log: Log) -> int:
        """The hits of the volley, and an event of it."""
        reading = roll.throw(dice)
        log.add(
            "volley",
            "K-2-fire-2",
            readings=[reading],
            modifiers=self.counted(state),
            places=[square_place(self.square), f"plane:{NAMES[state.active]}"],
            who=NAMES[state.active],
            hits=reading.result,
            total=state.hits + reading.result,
        )
        return reading.result

    def _jink(self, state: KamikazeState, dice: Dice, log: Log | None) -> None:
        """K-2-jink: black and yellow die for one hit; a jink may end the dive, or fire anew."""
        black = BLACK_DIE.throw(dice, "black die, jink")
        yellow = YELLOW_DIE.throw(dice, "yellow die, side of the jink")
        jinks = black.result == "jink"
        side = yellow.result if jinks else "none"
        position = state.positions[state.active]
        if log:
            log.add(
                "jink",
                "K-2-jink-2",
                readings=[black, yellow] if jinks else [black],
                throws=() if jinks else [yellow.throw],  # thrown along, but not read
                who=NAMES[state.active],
                side=side,
            )
        if side == "none":
            return
        to = state.charts.jinks[position][side == "right"]
        if to < 0:
            end_dive(state, SPLASHED, "K-2-jink-7", "jinked off the board", log)
        elif SECTION_AT[to >> 3] < 0:
            stand(state, to, log)
            if state.charts.options.jink_volley == "on":
                self.square, self.group, self.held, self.fired = to >> 3, "", 0, False
        elif state.charts.options.jink_into_ship == "splash":
            end_dive(state, SPLASHED, "K-2-jink-8", "jinked into the ship's side", log)
        else:
            state.agenda[-1] = Crash(to >> 3, position >> 3)
