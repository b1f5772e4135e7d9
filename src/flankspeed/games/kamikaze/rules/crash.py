"""The crash, damage to the ship and loss of guns (rulebook "Crashes")."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log, Result, Roll, Step
from flankspeed.engine.decision import WHOM, Place
from flankspeed.games.kamikaze.data.board import (
    BOW,
    SECTION_AT,
    SECTIONS,
    SHIP_COLUMN,
    Square,
    column_row,
)
from flankspeed.games.kamikaze.data.charts import GUN_LOSS, SINKING_DAMAGE, SINKS
from flankspeed.games.kamikaze.data.guns import Guns, Mount
from flankspeed.games.kamikaze.data.planes import CRASHED, NAMES
from flankspeed.games.kamikaze.rules.diver import gone
from flankspeed.games.kamikaze.state import KamikazeState

DAMAGE_DIE: Final = Roll("damage to the ship", int, reads=[SINKS])
GUN_DIE: Final = Roll.on(GUN_LOSS, "damage to the guns")
SIDE_DIE: Final = Roll("side that loses a gun", lambda die: "port" if die % 2 else "starboard")


class LoseMount(Choice):
    """Give this mount up."""

    __slots__ = ("mask",)

    def __init__(self, mount: Mount, mask: Guns) -> None:
        super().__init__(f"lose {mount.id}", f"lose {mount.name}", f"mount:{mount.id}")
        self.mask = mask

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place(self.place, WHOM),)


@mypyc_attr(allow_interpreted_subclasses=True)
class Crash(Step[KamikazeState]):
    """A kamikaze hits the ship: damage to the ship, then to the guns of the section."""

    __slots__ = ("came_from", "losses", "square", "struck")

    def __init__(self, square: Square, came_from: int) -> None:
        self.square = square
        self.came_from = came_from
        self.struck = False  # damage and guns have been thrown for
        self.losses: list[str] = []  # types of guns still to be taken away

    def copy(self) -> Crash:
        twin = Crash(self.square, self.came_from)
        twin.struck = self.struck
        twin.losses = self.losses[:]
        return twin

    @property
    def section(self) -> int:
        """K-2-crash-1: the section of the square entered."""
        return SECTION_AT[self.square]

    @property
    def side(self) -> str:
        """The side struck: the one the kamikaze came from."""
        column, _ = column_row(self.came_from)
        if column == SHIP_COLUMN:
            return "ahead" if self.section == BOW else "astern"
        return "starboard" if column > SHIP_COLUMN else "port"

    def run(self, state: KamikazeState, dice: Dice, log: Log | None) -> Decision | None:
        """K-2-dmg, K-2-gun: one D6 of damage; if afloat, one D6 for guns."""
        if not self.struck:
            self.struck = True
            if self._damage(state, dice, log):
                return None
            self._throw_for_guns(dice, log)
        while self.losses:
            candidates = self._candidates(state)
            if not candidates:
                self.losses.clear()  # K-2-gun-2 and 3: no more of the type in the section
                break
            decision = self._loss_decision(state, candidates)
            if decision:
                return decision
            self._lose(state, self._pick(state, candidates, dice, log), log)
        gone(state, CRASHED)
        return None

    def choose(self, state: KamikazeState, choice: LoseMount, dice: Dice, log: Log | None) -> None:
        """D2-loss: the US gives up the mount it chose."""
        self._lose(state, choice.mask, log)

    def _damage(self, state: KamikazeState, dice: Dice, log: Log | None) -> bool:
        """K-2-dmg-1 and 2: add 1D6; at six points the ship sinks and Japan has won."""
        reading = DAMAGE_DIE.throw(dice)
        state.damage = min(state.damage + reading.result, SINKING_DAMAGE)
        sunk = state.damage == SINKING_DAMAGE
        if log:
            log.add(
                "crash",
                "K-2-dmg-1",
                readings=[reading],
                places=[f"section:{SECTIONS[self.section]}", f"plane:{NAMES[state.active]}"],
                who=NAMES[state.active],
                section=SECTIONS[self.section],
                side=self.side,
                damage=reading.result,
                total=state.damage,
                sunk=sunk,
            )
        if sunk:
            gone(state, CRASHED)
            state.agenda.clear()
            state.result = Result("ijn", "the ship is sunk")
        return sunk

    def _throw_for_guns(self, dice: Dice, log: Log | None) -> None:
        reading = GUN_DIE.throw(dice)
        self.losses = reading.result.split()
        if log:
            log.add(
                "gun die",
                "K-2-gun-1",
                readings=[reading],
                places=[f"section:{SECTIONS[self.section]}"],
                section=SECTIONS[self.section],
                guns=" and ".join(self.losses),
            )

    def _candidates(self, state: KamikazeState) -> Guns:
        """K-2-gun-4: the living mounts of the type, those of the side that loses guns first."""
        battery, options = state.charts.battery, state.charts.options
        gun_type = self.losses[0]
        living = battery.select(section=SECTIONS[self.section], type=gun_type) & state.guns
        near = battery.select(side=self.side) & living
        return near if near and options.loss_side == "near" else living

    def _open_sides(self, state: KamikazeState, candidates: Guns) -> bool:
        """Whether it matters which mount goes: some are to port and some to starboard."""
        battery = state.charts.battery
        port, starboard = (battery.select(side=side) & candidates for side in ("port", "starboard"))
        both_go = self.losses.count(self.losses[0]) >= candidates.bit_count()
        return bool(port and starboard and not both_go)

    def _rolled(self, state: KamikazeState) -> bool:
        options = state.charts.options
        abeam = self.side in ("port", "starboard")
        by_die = options.loss_side if abeam else options.loss_ahead
        return by_die == "die"

    def _loss_decision(self, state: KamikazeState, candidates: Guns) -> Decision | None:
        if state.charts.options.us_choices == "auto" or self._rolled(state):
            return None
        if not self._open_sides(state, candidates):
            return None
        battery = state.charts.battery
        by_side = [
            _lowest(battery.select(side=side) & candidates) for side in ("starboard", "port")
        ]
        options = [LoseMount(battery.of(mask)[0], mask) for mask in by_side]
        return Decision("usn", f"a {self.losses[0]} mount is destroyed: which one?", tuple(options))

    def _pick(self, state: KamikazeState, candidates: Guns, dice: Dice, log: Log | None) -> Guns:
        """A-37: by die where the option says so, else the port one unless port is weaker."""
        battery = state.charts.battery
        if not self._open_sides(state, candidates):
            return _lowest(candidates)
        if self._rolled(state):
            reading = SIDE_DIE.throw(dice)
            side = reading.result
            if log:
                log.add("loss side", "K-2-gun-4", readings=[reading], side=side)
        else:
            waist = battery.select(section="amidships") & state.guns
            port = (battery.select(side="port") & waist).bit_count()
            starboard = (battery.select(side="starboard") & waist).bit_count()
            side = "starboard" if port < starboard else "port"
        return _lowest(battery.select(side=side) & candidates)

    def _lose(self, state: KamikazeState, mask: Guns, log: Log | None) -> None:
        state.guns &= ~mask
        self.losses.pop(0)
        if log:
            (mount,) = state.charts.battery.of(mask)
            log.add("gun lost", "K-2-gun-1", places=[f"mount:{mount.id}"], mount=mount.name)


def _lowest(mask: Guns) -> Guns:
    return mask & -mask
