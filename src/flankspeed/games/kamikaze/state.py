"""The state of a game of Kamikaze Attack!: planes, ship, markers, and the agenda."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from flankspeed.engine import State
from flankspeed.games.kamikaze.data.board import Position
from flankspeed.games.kamikaze.data.planes import GROUPS, KAMIKAZES, NAMES, WAITING, Fate, Plane
from flankspeed.games.kamikaze.rules.charts import Charts
from flankspeed.games.kamikaze.rules.movement import BUT


@mypyc_attr(allow_interpreted_subclasses=True)
class KamikazeState(State):
    """Everything on the board and beside it.

    `positions` and `fates` are indexed by plane; a plane that is not on the board stands at -1.
    `active` is the plane that moves or dives now, `mp` its marker of movement points left.
    """

    __slots__ = (
        "active",
        "charts",
        "damage",
        "entry",
        "fates",
        "group",
        "guns",
        "hits",
        "mp",
        "occupied",
        "path",
        "phase",
        "positions",
        "rolls",
        "through",
        "to_move",
        "turn",
    )

    def __init__(self, charts: Charts) -> None:
        """The empty board of K-1-setup-1, all planes waiting."""
        super().__init__()
        self.charts = charts
        self.phase = 1
        self.turn = 0
        self.group = 0
        self.to_move = 0  # mask of the planes of the group that have not moved this turn
        self.rolls: list[int] = []  # MP of the group's planes, where all are rolled at once
        self.positions: list[Position] = [-1] * len(NAMES)
        self.fates: list[Fate] = [WAITING] * len(NAMES)
        self.occupied = 0  # mask of the squares with a plane, the active one's aside
        self.active = -1
        self.mp = 0
        self.path: list[Position] = []  # positions of the active (or last) plane, oldest first
        self.through = 0  # how many kamikazes came through phase 1
        self.entry = 0  # entry point of the dive, 1 to 8
        self.hits = 0  # hits on the diving kamikaze
        self.guns = charts.battery.all  # mask of the undestroyed mounts
        self.damage = 0

    def copy(self) -> KamikazeState:
        """An independent copy; charts and decisions never change and are shared."""
        twin = KamikazeState.__new__(KamikazeState)
        twin.agenda = [step.copy() for step in self.agenda]
        twin.decision = self.decision
        twin.result = self.result
        twin.charts = self.charts
        twin.phase = self.phase
        twin.turn = self.turn
        twin.group = self.group
        twin.to_move = self.to_move
        twin.rolls = self.rolls[:]
        twin.positions = self.positions[:]
        twin.fates = self.fates[:]
        twin.occupied = self.occupied
        twin.active = self.active
        twin.mp = self.mp
        twin.path = self.path[:]
        twin.through = self.through
        twin.entry = self.entry
        twin.hits = self.hits
        twin.guns = self.guns
        twin.damage = self.damage
        return twin

    def kamikazes(self, *fates: int) -> list[Plane]:
        """The kamikazes with one of these fates, by number."""
        return [plane for plane in GROUPS[KAMIKAZES] if self.fates[plane] in fates]

    def remove(self, plane: Plane, fate: Fate) -> None:
        """Take a plane off the board."""
        if plane != self.active and self.positions[plane] >= 0:
            self.occupied &= BUT[self.positions[plane] >> 3]
        self.positions[plane] = -1
        self.fates[plane] = fate
