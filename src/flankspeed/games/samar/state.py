"""Everything on the table in Samar: one list of ints for each thing a ship can have."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import State
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import Hex
from flankspeed.games.samar.data.markers import (
    AIR_CUP,
    BATTLE,
    DIW,
    EVASIVE,
    FIT,
    HULK,
    NOT_SAID,
    SET_UP,
    SLOWED,
    SUNK,
    Attacker,
    Navy,
    ShipNumber,
    Weapon,
)


class Blow(NamedTuple):
    """A-32: what one attack did to its target, before it is applied.

    `firer` is a ship's number, or -1 - kind for aircraft; `dice` is the sum thrown (5.6).
    """

    firer: Attacker
    target: ShipNumber
    weapon: Weapon
    hits: int
    waterlines: int = 0
    fires: int = 0
    catastrophic: int = 0
    dice: int = 0
    panic: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SamarState(State):
    """The map, the ships and the air units; all public but what is plotted (A-32)."""

    __slots__ = (
        "aa_fired",
        "air",
        "blows",
        "charts",
        "cleared",
        "cleared_turn",
        "condition",
        "entered",
        "exited",
        "face",
        "facing",
        "fires",
        "first",
        "hits",
        "launched",
        "led",
        "moved",
        "panic",
        "phase",
        "shaken",
        "smoke",
        "special",
        "speed",
        "struck",
        "trails",
        "turn",
        "where",
    )

    def __init__(self, charts: Charts) -> None:
        """The ships as they stand before set-up."""
        super().__init__()
        count = len(charts.ships)
        self.charts = charts
        self.turn = 1
        self.phase = SET_UP
        self.where = list(charts.start)
        self.facing = [0] * count
        self.speed = [BATTLE] * count
        self.condition = [FIT] * count
        self.face = [2 * ship for ship in range(count)]  # + 1 for the reverse side of the counter
        self.hits = [0] * count
        self.fires = [0] * count
        self.panic = [0] * count
        self.launched = [0] * count  # Torpedoes Out markers
        # Of this movement phase: 1 if moved, and 1 if the opponent moves it (4.7).
        self.moved = [0] * count
        self.led = [0] * count
        # The hexes (and facing in each, as hex * 8 + facing) of each ship's last move.
        self.trails: list[tuple[int, ...]] = [()] * count
        self.smoke: dict[Hex, int] = {}  # smoke markers by hex
        self.air = [AIR_CUP] * len(charts.units)
        # Ships under air attack as combat began, for as long as that bars guns.
        self.struck: tuple[ShipNumber, ...] = ()
        self.aa_fired = 0  # a bit for each ship that fired AA in this combat phase
        # Dice thrown at each ship in this phase, where panic adds them up.
        self.shaken: dict[ShipNumber, int] = {}
        self.special = 0  # 1 if a special attack unit must be placed this turn (3.2)
        self.entered = 0  # Taffy 2 ships that entered this turn
        self.first = NOT_SAID  # the side that moves first in this movement phase
        self.cleared = False
        self.cleared_turn = 0
        self.exited = 0  # armor that left by the south
        self.blows: list[Blow] = []  # the attacks of the last combat phase

    def copy(self) -> SamarState:
        """An independent copy."""
        twin = SamarState.__new__(SamarState)
        twin.agenda = [step.copy() for step in self.agenda]
        twin.decision = self.decision
        twin.result = self.result
        twin.charts = self.charts
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where[:]
        twin.facing = self.facing[:]
        twin.speed = self.speed[:]
        twin.condition = self.condition[:]
        twin.face = self.face[:]
        twin.hits = self.hits[:]
        twin.fires = self.fires[:]
        twin.panic = self.panic[:]
        twin.launched = self.launched[:]
        twin.moved = self.moved[:]
        twin.led = self.led[:]
        twin.trails = self.trails[:]
        twin.smoke = self.smoke.copy()
        twin.air = self.air[:]
        twin.struck = self.struck
        twin.aa_fired = self.aa_fired
        twin.shaken = self.shaken.copy()
        twin.special = self.special
        twin.entered = self.entered
        twin.first = self.first
        twin.cleared = self.cleared
        twin.cleared_turn = self.cleared_turn
        twin.exited = self.exited
        twin.blows = self.blows[:]
        return twin

    def afloat(self, navy: Navy) -> list[ShipNumber]:
        """The ships of a navy that are on the map and no hulks, by number."""
        where, condition = self.where, self.condition
        return [s for s in self.charts.navies[navy] if where[s] > 0 and condition[s] != HULK]

    def evading(self, ship: ShipNumber) -> bool:
        """4.1, 4.7 (A-13): evasive action, or panic at battle speed."""
        if self.condition[ship] != FIT:
            return False
        speed = self.speed[ship]
        return speed == EVASIVE or (speed == BATTLE and self.panic[ship] > 0)

    def slowed(self, ship: ShipNumber) -> bool:
        """A-41: slowed, or dead in the water where that counts as slowed."""
        condition = self.condition[ship]
        return condition == SLOWED or (condition == DIW and self.charts.options.diw_as_slowed)

    def lost(self, ship: ShipNumber) -> bool:
        """6.4: sunk, or a hulk about to sink."""
        return self.where[ship] == SUNK or self.condition[ship] == HULK
