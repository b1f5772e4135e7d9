"""The state of a game of Picket Duty: the ship, her people, the enemy, and the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from flankspeed.engine import Log, State, Step
from flankspeed.engine.step import Interruption
from flankspeed.games.picket.data.calendar import MORNING
from flankspeed.games.picket.data.ids import (
    CHIEF_1,
    CHIEF_2,
    CHIEF_3,
    CPO,
    NOWHERE,
    PEOPLE,
)
from flankspeed.games.picket.data.names import NO_NAMES
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.plane import Plane

CLEAR: Final = 0
RAIN: Final = 1
STORM: Final = 2
WEATHERS: Final = ("clear", "rain", "storm")
NO_LEAN: Final = -1

# People: six key officers, then the three repair chiefs, one for each section.
OFFICERS: Final = range(CPO + 1)
CHIEFS: Final = (CHIEF_1, CHIEF_2, CHIEF_3)

# Posts in no compartment: the DCO works in a section, the XO may take a gun (rule 11.5).
IN_SECTION: Final = 32  # + section
AT_GUN: Final = 64  # + id of the mount
FULL_TRACK: Final = ship().full_track


class ShipLog(NamedTuple):
    """One ship's counts; a special plane that crashes has a section instead of a bearing."""

    ship: str
    kills: tuple[int, ...]  # by mount
    kills_by_kind: Mapping[str, int]  # by type of plane, support and spray fire included
    hits_by_bearing: tuple[int, ...]
    crashes: tuple[int, ...]  # by section

    @property
    def shot_down(self) -> int:
        """All planes shot down, by whatever."""
        return sum(self.kills_by_kind.values())

    @property
    def hits_taken(self) -> int:
        """All planes that struck her, specials too."""
        return sum(self.hits_by_bearing) + sum(self.crashes)


class ShipLost(Interruption):
    """The ship is sunk, blown up or abandoned: whatever was under way is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PicketState(State):
    """Everything on the map, the log and the time sheet."""

    __slots__ = (
        "ace_lost",
        "afs",
        "alive",
        "ammo",
        "at_equipment",
        "at_gun",
        "at_primary",
        "attack_ends",
        "attacks_over",
        "block",
        "bonuses_lost",
        "carried",
        "charts",
        "container",
        "cover",
        "crashes",
        "crew",
        "crewed",
        "day_over",
        "days_wanted",
        "dead_in_water",
        "deck_fires",
        "earlier",
        "em_success",
        "em_tried",
        "emergency",
        "emergency_waves",
        "equipment",
        "fdt",
        "fighting_days",
        "fires",
        "first_phase",
        "flood",
        "flooded",
        "fuel",
        "guns",
        "guns_fired",
        "held",
        "hits_by_bearing",
        "hull",
        "kills",
        "kills_by_kind",
        "land_radar",
        "land_radar_lost",
        "lean",
        "leaning",
        "leaving",
        "lines_asked",
        "lost_people",
        "manoeuvre",
        "morale",
        "names",
        "names_used",
        "new_station",
        "phase",
        "phases_played",
        "plane_hits",
        "planes",
        "posts",
        "primaries",
        "relieved",
        "secondaries",
        "secondary_crew",
        "secondary_flooded",
        "secondary_tried",
        "set_aside",
        "sfs",
        "sfs_lost",
        "sfs_used",
        "ship",
        "ships_sunk",
        "specials",
        "sprayed",
        "station",
        "stopped",
        "sunk",
        "sunk_roll",
        "turn",
        "typhoon_anchorage",
        "typhoon_damage",
        "typhoon_days",
        "values",
        "water_lines",
        "wave",
        "waves",
        "weather",
        "weather_before",
    )

    def __init__(self, charts: Charts) -> None:
        """A new ship before set-up: tracks at 10, nothing damaged, nobody aboard yet."""
        super().__init__()
        self.charts = charts
        # Time.
        self.turn = charts.first_turn  # the date: 1 is 24 March, 94 is 25 June
        self.phase = MORNING
        self.first_phase = True  # of the game: always clear (P-6.2.A-1)
        self.phases_played = 0
        # Station and support.
        self.station = 0
        self.fdt = False
        self.sfs = 0
        self.sfs_lost = 0  # since the last start of a turn
        self.sfs_used = 0  # markers used in the wave under way
        self.land_radar: list[int] = []  # active stations, in the order they were activated
        self.land_radar_lost = 0  # mask of those off for the rest of the game
        self.weather = CLEAR
        self.weather_before = CLEAR
        self.typhoon_days = 0  # days lost to a typhoon that has struck
        self.typhoon_damage = False  # does Table 6-4 apply to it
        self.typhoon_anchorage = 0  # days at anchorage it sends the ship to
        self.cover: tuple[int, ...] | None = (
            None  # chits of the air cover now; None: no cover at all
        )
        self.afs = 0  # markers left this phase
        # The enemy.
        self.container = charts.full_container()  # counters left, by kind
        self.set_aside = charts.set_aside()  # special counters for random results, by kind
        self.attack_ends = charts.attack_ends  # markers in the container
        # Waves to come: regular planes and specials, which do not change while they wait.
        self.waves: list[tuple[tuple[Plane, ...], tuple[Plane, ...]]] = []
        self.wave = 0  # number of the wave under way, from 1; 0: none
        self.planes: list[Plane] = []  # regular planes of the wave
        self.specials: list[Plane] = []  # special planes of the wave
        self.attacks_over = False  # Table 15: fighters drive the rest of the phase's planes off
        self.day_over = False  # Table 8-2, note B: no more attacks this turn
        self.plane_hits = 0  # planes that struck the ship this phase
        self.em_tried = False
        self.em_success = False
        self.stopped = False  # scenario 8: picking up survivors
        self.relieved = False  # scenario 7
        # The ship.
        self.ship = charts.ship_name
        self.guns = [0] * len(charts.mounts)  # hits, by mount
        self.primaries = [0] * charts.primary_count  # hits, by compartment
        self.fires = 0  # mask of primaries with a fire marker
        self.flooded = 0  # mask of flooded primaries
        self.leaning = [NO_LEAN] * charts.primary_count  # where a flooded primary's point went
        self.secondaries = [0] * charts.secondary_count  # boxes marked, by compartment
        self.secondary_flooded = 0  # mask
        self.equipment = [0] * charts.equipment_count  # hits: Mk37, directors, radars
        self.water_lines = 0
        self.deck_fires = [0, 0, 0]
        self.ammo = FULL_TRACK
        self.hull = FULL_TRACK
        self.manoeuvre = FULL_TRACK
        self.fuel = FULL_TRACK
        self.flood = FULL_TRACK
        self.morale = ship().morale_start
        self.lean = [0, 0, 0, 0]  # list and trim boxes
        self.dead_in_water = False
        self.bonuses_lost = False  # 5-inch and 40mm bonuses, with the fire rooms
        self.sunk = False
        self.sunk_roll = False  # Table 16 was rolled for flooding this phase
        self.leaving = ""  # why the ship leaves its station at the end of the phase
        self.new_station = False  # Table 15, result 8
        self.lines_asked = False  # the captain has decided about lost water lines
        # People.
        self.names = NO_NAMES  # of officers and chiefs, as the player calls them
        self.values = [0] * len(PEOPLE)
        self.alive = (1 << len(PEOPLE)) - 1  # mask
        self.lost_people = 0  # mask of those killed since the last start of a phase
        # Primary compartments; or AT_GUN + mount id (XO). The DCO: NOWHERE while he is in CIC,
        # IN_SECTION + section when he has been sent to one.
        self.posts = [NOWHERE] * len(OFFICERS)
        self.crew = list(charts.crews)  # living crewmen, by section
        self.at_primary = [0] * charts.primary_count
        self.at_equipment = [0] * charts.equipment_count
        self.at_gun = [0] * len(charts.mounts)
        self.secondary_crew = 0  # mask of secondaries with a man
        self.carried = 0  # mask of primaries whose crew had to stay from the phase before
        self.held = 0  # mask of equipment whose man had to stay from the phase before
        self.secondary_tried = 0  # mask of secondaries tried in vain this phase
        self.crewed = 0  # mask of primaries that had a crew at any time of the phase
        self.emergency = False
        self.emergency_waves = 0  # waves completed since the declaration
        # The turn.
        self.guns_fired = False
        self.sprayed = False
        # The ship's log and the campaign.
        self.kills = [0] * len(charts.mounts)
        self.ace_lost = 0  # mask of the mounts that have been damaged (11.2)
        self.kills_by_kind: dict[str, int] = {}
        self.hits_by_bearing = [0] * 8
        self.crashes = [0, 0, 0]  # of special planes, by section
        self.earlier: tuple[ShipLog, ...] = ()  # the logs of the ships before her
        self.ships_sunk = 0
        self.names_used: tuple[str, ...] = ()
        self.fighting_days = 0
        self.days_wanted = 0
        self.block = 0

    def interrupted(self, why: Interruption, log: Log | None) -> None:
        """The ship is lost; the agenda goes back to its bottom step, which knows what follows."""
        self.sunk = True
        self.ships_sunk += 1
        self.leaving = ""
        del self.agenda[1:]
        if log:
            log.add("ship lost", "P-7.3.E-1", why=str(why), ship=self.ship)

    def copy(self) -> PicketState:
        """An independent copy; charts, decisions and waiting waves never change and are shared."""
        twin = PicketState.__new__(PicketState)
        twin.agenda = [step.copy() for step in self.agenda]
        twin.decision = self.decision
        twin.result = self.result
        twin.charts = self.charts
        twin.turn = self.turn
        twin.phase = self.phase
        twin.first_phase = self.first_phase
        twin.station = self.station
        twin.fdt = self.fdt
        twin.sfs = self.sfs
        twin.sfs_lost = self.sfs_lost
        twin.sfs_used = self.sfs_used
        twin.land_radar = self.land_radar[:]
        twin.land_radar_lost = self.land_radar_lost
        twin.weather = self.weather
        twin.weather_before = self.weather_before
        twin.typhoon_days = self.typhoon_days
        twin.typhoon_damage = self.typhoon_damage
        twin.typhoon_anchorage = self.typhoon_anchorage
        twin.cover = self.cover
        twin.afs = self.afs
        twin.container = self.container[:]
        twin.set_aside = self.set_aside[:]
        twin.attack_ends = self.attack_ends
        twin.waves = self.waves[:]
        twin.wave = self.wave
        twin.planes = [plane.copy() for plane in self.planes] if self.planes else []
        twin.specials = [plane.copy() for plane in self.specials] if self.specials else []
        twin.attacks_over = self.attacks_over
        twin.day_over = self.day_over
        twin.plane_hits = self.plane_hits
        twin.em_tried = self.em_tried
        twin.em_success = self.em_success
        twin.stopped = self.stopped
        twin.ship = self.ship
        twin.guns = self.guns[:]
        twin.primaries = self.primaries[:]
        twin.fires = self.fires
        twin.flooded = self.flooded
        twin.leaning = self.leaning[:]
        twin.secondaries = self.secondaries[:]
        twin.secondary_flooded = self.secondary_flooded
        twin.equipment = self.equipment[:]
        twin.water_lines = self.water_lines
        twin.deck_fires = self.deck_fires[:]
        twin.ammo = self.ammo
        twin.hull = self.hull
        twin.manoeuvre = self.manoeuvre
        twin.fuel = self.fuel
        twin.flood = self.flood
        twin.morale = self.morale
        twin.lean = self.lean[:]
        twin.dead_in_water = self.dead_in_water
        twin.bonuses_lost = self.bonuses_lost
        twin.sunk = self.sunk
        twin.leaving = self.leaving
        twin.new_station = self.new_station
        twin.names = self.names
        twin.values = self.values[:]
        twin.alive = self.alive
        twin.lost_people = self.lost_people
        twin.posts = self.posts[:]
        twin.crew = self.crew[:]
        twin.at_primary = self.at_primary[:]
        twin.at_equipment = self.at_equipment[:]
        twin.at_gun = self.at_gun[:]
        twin.secondary_crew = self.secondary_crew
        twin.carried = self.carried
        twin.held = self.held
        twin.secondary_tried = self.secondary_tried
        twin.crewed = self.crewed
        twin.emergency = self.emergency
        twin.emergency_waves = self.emergency_waves
        twin.guns_fired = self.guns_fired
        twin.sprayed = self.sprayed
        twin.kills = self.kills[:]
        twin.ace_lost = self.ace_lost
        twin.kills_by_kind = self.kills_by_kind.copy()
        twin.hits_by_bearing = self.hits_by_bearing[:]
        twin.crashes = self.crashes[:]
        twin.earlier = self.earlier
        twin.ships_sunk = self.ships_sunk
        twin.fighting_days = self.fighting_days
        twin.days_wanted = self.days_wanted
        twin.block = self.block
        twin.sunk_roll = self.sunk_roll
        twin.lines_asked = self.lines_asked
        twin.names_used = self.names_used
        twin.phases_played = self.phases_played
        twin.relieved = self.relieved
        return twin


@mypyc_attr(allow_interpreted_subclasses=True)
class PicketStep(Step[PicketState]):
    """A step of the game: any of them may end with `ShipLost`."""

    __slots__ = ()
