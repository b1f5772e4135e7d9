"""What can be ordered of a moving ship: speed, turns, the hex it enters at. All made once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flankspeed.engine import Choice, Decision
from flankspeed.engine.decision import WHERE, Place
from flankspeed.games.samar.data.charts import Charts
from flankspeed.games.samar.data.hexes import FACINGS, HEXES, Facing, Hex, hex_name
from flankspeed.games.samar.data.markers import SEATS, STATUSES, ShipNumber, SpeedStatus
from flankspeed.games.samar.rules.movement.sea_room import COSTS, TURNS, sea_room

SPEEDS: Final = ("battle speed", "cruising speed", "flank speed", "evasive action")  # by status

_WORDS: Final = (
    ("ahead", "straight on"),
    ("port 1", "one hexside to port"),
    ("starboard 1", "one hexside to starboard"),
    ("port 2", "two hexsides to port"),
    ("starboard 2", "two hexsides to starboard"),
    ("reverse", "put about"),
)


class Status(Choice):
    """D-23: the speed status for this move."""

    __slots__ = ("status",)

    def __init__(self, status: SpeedStatus) -> None:
        super().__init__(STATUSES[status], SPEEDS[status])
        self.status = status


class Entry(Choice):
    """D-24: the hex to enter at, and the heading that crosses its off-map side."""

    __slots__ = ("heading", "hex")

    def __init__(self, hex_: Hex, heading: Facing) -> None:
        name = hex_name(hex_)
        text = f"enter {name} {FACINGS[heading]}"
        super().__init__(text, f"enter at {name}, heading {FACINGS[heading]}", f"hex:{name}")
        self.hex = hex_
        self.heading = heading

    @property
    def places(self) -> tuple[Place, ...]:
        """The hex."""
        return (Place(self.place, WHERE),)


class Steer(Choice):
    """D-25, D-26: one step across the bow, the turn made after it, smoke in the hex left."""

    __slots__ = ("cost", "facing", "smoke")

    def __init__(self, text: str, label: str, facing: Facing, cost: int, smoke: bool) -> None:
        kind = "side"
        if smoke:
            kind, text, label = "smoke", f"{text} smoke", f"{label}, making smoke"
        super().__init__(text, label, f"{kind}:{FACINGS[facing]}")
        self.facing = facing  # after the turn
        self.cost = cost
        self.smoke = smoke

    @property
    def places(self) -> tuple[Place, ...]:
        """The side to steer to, or the puff of smoke there."""
        return (Place(self.place, WHERE),)


def _steers(facing: Facing, smoke: bool) -> tuple[Steer, ...]:
    return tuple(
        Steer(*words, (facing + turn) % 6, cost, smoke)
        for words, turn, cost in zip(_WORDS, TURNS, COSTS, strict=True)
    )


_STATUS: Final = tuple(Status(status) for status in range(len(STATUSES)))
_DRY: Final = tuple(_steers(facing, False) for facing in range(6))
_SMOKY: Final = tuple(_steers(facing, True) for facing in range(6))
_LEAVE: Final = tuple(
    tuple(Steer("leave", "leave the map", facing, 0, smoke) for smoke in (False, True))
    for facing in range(6)
)
STEERS: Final = tuple(steer for some in (*_DRY, *_SMOKY, *_LEAVE) for steer in some)
NO_SMOKE: Final = 1 << len(TURNS)  # with a mask of turns: an entering ship leaves no hex
LEAVING: Final = 0  # the mask of turns of a ship that leaves the map


class Helm:
    """The decisions about ships' moves for one set of charts, each made once."""

    __slots__ = ("_charts", "_entries", "_speeds", "_turns", "gunships", "safe")

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
        self._entries: dict[tuple[int, tuple[tuple[int, int], ...]], Decision] = {}
        self._speeds: dict[tuple[int, int, tuple[int, ...]], Decision] = {}
        self._turns: dict[int, Decision] = {}
        # 4.3: the enemies of each ship that have guns to fire on ships.
        armed = [
            tuple(ship for ship in fleet if not charts.ships[ship].aa_guns_only)
            for fleet in charts.navies
        ]
        self.gunships = tuple(armed[1 - navy] for navy in charts.navy)
        # By hex, how many steps are free for any ship that may turn in each hex.
        closed = charts.options.early_south_exit == "forbidden"
        per_hex = charts.options.pivot == "per_hex"
        self.safe = sea_room(charts, closed).danger if per_hex else bytes(HEXES)

    def entry(self, ship: ShipNumber, entries: tuple[tuple[Hex, Facing], ...]) -> Decision:
        """D-24: the hexes and headings to enter with."""
        key = ship, entries
        if key not in self._entries:
            prompt = f"where does {self._charts.ships[ship].name} enter?"
            options = tuple(Entry(*entry) for entry in entries)
            self._entries[key] = Decision(self._seat(ship, 0), prompt, options)
        return self._entries[key]

    def speed(self, ship: ShipNumber, led: int, statuses: tuple[SpeedStatus, ...]) -> Decision:
        """D-23."""
        key = ship, led, statuses
        if key not in self._speeds:
            prompt = f"which speed for {self._charts.ships[ship].name}?"
            options = tuple(_STATUS[status] for status in statuses)
            self._speeds[key] = Decision(self._seat(ship, led), prompt, options)
        return self._speeds[key]

    def _seat(self, ship: ShipNumber, led: int) -> str:
        """4.7: the opponent moves a panicked ship."""
        return SEATS[self._charts.navy[ship] ^ led]

    def turns(self, ship: ShipNumber, led: int, facing: Facing, left: int, mask: int) -> Decision:
        """D-25, D-26: the turns of a mask after the next of `left` steps, or leaving."""
        key = (((ship * 2 + led) * 8 + facing) * 64 + left) * 128 + mask
        decision = self._turns.get(key)
        if decision is None:
            name = self._charts.ships[ship].name
            prompt = f"how does {name} steer? ({left} {'hex' if left == 1 else 'hexes'} to go)"
            decision = Decision(self._seat(ship, led), prompt, _orders(facing, mask))
            self._turns[key] = decision
        return decision


def _orders(facing: Facing, mask: int) -> tuple[Steer, ...]:
    if mask == LEAVING:
        return _LEAVE[facing]
    dry = tuple(s for turn, s in enumerate(_DRY[facing]) if mask >> turn & 1)
    if mask & NO_SMOKE:
        return dry
    return dry + tuple(s for turn, s in enumerate(_SMOKY[facing]) if mask >> turn & 1)


@lru_cache(maxsize=64)
def helm_of(charts: Charts) -> Helm:
    """The helm for these charts: always the same object."""
    return Helm(charts)
