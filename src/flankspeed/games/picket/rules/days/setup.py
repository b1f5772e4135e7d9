"""Set-up (2.0): a ship, her people and her station; also a new or refitted ship (9.0)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from flankspeed.engine import Choice, Decision, Dice, Log
from flankspeed.engine.decision import WHOM, Place
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CAPTAIN,
    CPO,
    ENGINEER,
    GUNNERY,
    NOWHERE,
    PEOPLE,
    XO,
)
from flankspeed.games.picket.data.names import NO_NAMES
from flankspeed.games.picket.data.scenarios import ship_names
from flankspeed.games.picket.rules.damage.people import called, give_value
from flankspeed.games.picket.rules.damage.posts import Station, home_of, posting
from flankspeed.games.picket.rules.station.support import assign_station
from flankspeed.games.picket.state import CLEAR, FULL_TRACK, NO_LEAN, PicketState, PicketStep

_NAME: Final = 0
_PEOPLE: Final = 1
_ENGINEER: Final = 2
_CPO: Final = 3
_STATION: Final = 4


class Christen(Choice):
    """Give the ship this name."""

    __slots__ = ("ship",)

    def __init__(self, ship: str) -> None:
        super().__init__(f"name {ship}", f"the ship is {ship}", "track:ship")
        self.ship = ship

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship."""
        return (Place(self.place, WHOM),)


NAMES: Final = tuple(Christen(ship.name) for ship in ship_names())


@mypyc_attr(allow_interpreted_subclasses=True)
class SetUp(PicketStep):
    """2.0: name, people with their values and posts, then station, FDT and SFS (18.A)."""

    __slots__ = ("new_ship", "stage")

    def __init__(self, new_ship: bool = True) -> None:
        self.stage = _NAME
        self.new_ship = new_ship  # with a new crew; or one that comes back with her own

    def copy(self) -> SetUp:
        twin = SetUp(self.new_ship)
        twin.stage = self.stage
        return twin

    def run(self, state: PicketState, dice: Dice, log: Log | None) -> Decision | None:
        """D-03, then the chits, D-04 and D-05, then the station."""
        if self.stage == _NAME:
            if self.new_ship and not state.charts.card.ship:
                return _christening(state)
            self.stage = _PEOPLE
        if self.stage == _PEOPLE:
            self.stage = _ENGINEER
            if self.new_ship:
                _draw_values(state, dice, log)
            _take_posts(state)
        if self.stage == _ENGINEER:
            return posting(ENGINEER, state.charts.ship.posts[ENGINEER])
        if self.stage == _CPO:
            return posting(CPO, state.charts.ship.posts[CPO])
        state.agenda.pop()
        assign_station(state, dice, log)
        return None

    def choose(self, state: PicketState, choice: Choice, dice: Dice, log: Log | None) -> None:
        """Note the name or the post."""
        if isinstance(choice, Christen):
            state.ship = choice.ship
            state.names_used = (*state.names_used, choice.ship)
        elif isinstance(choice, Station):
            state.posts[choice.officer] = choice.compartment
        self.stage += 1


def _christening(state: PicketState) -> Decision:
    """2.0.K, D-03: the player's own names first, then the Fletchers; no name twice."""
    own = state.charts.card.names.ships
    names = (*map(Christen, own), *(name for name in NAMES if name.ship not in own))
    free = tuple(name for name in names if name.ship not in state.names_used)
    return Decision("usn", "Name the ship", free or names)


def _draw_values(state: PicketState, dice: Dice, log: Log | None) -> None:
    """2.0.A: a chit for each of the nine, all drawn from one cup."""
    state.values = dice.draw(state.charts.chits, len(PEOPLE), "officers' and chiefs' values")
    give_value(state, GUNNERY, state.values[GUNNERY])
    state.alive = (1 << len(PEOPLE)) - 1
    state.lost_people = 0
    state.names = NO_NAMES if state.earlier else state.charts.card.names.people
    if log:
        values = ", ".join(f"{called(state, who)} {v:+d}" for who, v in enumerate(state.values))
        log.add("values", "P-2.0.A-1", values=values)


def _take_posts(state: PicketState) -> None:
    """2.0.B: Captain and XO on the bridge, Gunnery in CIC; the DCO there until he is needed."""
    state.posts = [NOWHERE] * len(state.posts)
    for officer in (CAPTAIN, XO):
        state.posts[officer] = BRIDGE
    state.posts[GUNNERY] = home_of(state, GUNNERY)


def make_good(state: PicketState) -> None:
    """9.0.C, 9.0.I: all damage removed, all five tracks at 10, the sections at full strength.

    Orders and weather of before are forgotten too (R-22: there is no phase before).
    """
    charts = state.charts
    state.guns = [0] * len(charts.mounts)
    state.primaries = [0] * charts.primary_count
    state.fires = state.flooded = 0
    state.leaning = [NO_LEAN] * charts.primary_count
    state.secondaries = [0] * charts.secondary_count
    state.secondary_flooded = 0
    state.equipment = [0] * charts.equipment_count
    state.water_lines = 0
    state.lines_asked = False
    state.deck_fires = [0, 0, 0]
    state.ammo = state.hull = state.manoeuvre = state.fuel = state.flood = FULL_TRACK
    state.lean = [0, 0, 0, 0]
    state.dead_in_water = state.bonuses_lost = False
    state.emergency = False
    state.crew = list(charts.crews)
    state.at_primary = [0] * charts.primary_count
    state.at_equipment = [0] * charts.equipment_count
    state.at_gun = [0] * len(charts.mounts)
    state.secondary_crew = state.secondary_tried = state.held = 0
    state.carried = state.crewed = 0
    state.leaving = ""
    state.new_station = False
    state.typhoon_days = state.typhoon_anchorage = 0
    state.weather = CLEAR
