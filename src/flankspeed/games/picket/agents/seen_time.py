"""What agents see of the time, of what is asked, and of the station and its support."""

from __future__ import annotations

from collections.abc import Iterator

from flankspeed.engine.observer import Facts, Figures
from flankspeed.games.picket.agents.limits import AFS, SFS
from flankspeed.games.picket.agents.scene import Scene, of_state
from flankspeed.games.picket.data.calendar import PHASES, calendar
from flankspeed.games.picket.data.planes import CHIT_VALUES, planes
from flankspeed.games.picket.data.roll_charts import STATIONS
from flankspeed.games.picket.rules.attack.manoeuvre import EmergencyManoeuvre
from flankspeed.games.picket.rules.charts import Charts
from flankspeed.games.picket.rules.damage.people import Replacements
from flankspeed.games.picket.rules.days.duty import Duty
from flankspeed.games.picket.rules.days.end_of_phase import EndOfPhase
from flankspeed.games.picket.rules.days.maintenance import Maintenance
from flankspeed.games.picket.rules.days.setup import SetUp
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.repair.crews import Placing
from flankspeed.games.picket.rules.repair.damage_control import DamageControl
from flankspeed.games.picket.rules.repair.emergency import CallingOff
from flankspeed.games.picket.rules.station.support import kikusui_today
from flankspeed.games.picket.rules.station.withdrawal import (
    AMMO,
    ARMAMENT,
    DAMAGE,
    FLOODING,
    FUEL,
    TYPHOON,
    WATER_LINES,
)
from flankspeed.games.picket.state import WEATHERS

# What is asked: the step that asks, and its stage.
_STEPS = {
    Duty: "the day",
    SetUp: "set-up",
    Replacements: "replacements",
    DefensiveFire: "defensive fire",
    SpecialDefence: "special defence",
    EmergencyManoeuvre: "manoeuvre",
    CallingOff: "calling off",
    DamageControl: "damage control",
    Placing: "placing",
    EndOfPhase: "end of phase",
    Maintenance: "maintenance",
}
_STEP_BITS = {step: 1 << number for number, step in enumerate(_STEPS)}
_STAGES = 8
_LEAVING = ("", DAMAGE, ARMAMENT, FUEL, AMMO, WATER_LINES, FLOODING, TYPHOON)
_RADARS = [station.name for station in calendar().land_radar]
_MOST_DAYS = 127  # what the calendar can come to, with the weeks of a refit
_MOST_PHASES = 30  # of a scenario; a campaign does not count them
_MOST_SHIPS = 100


def facts() -> Iterator[Facts[Scene]]:
    """What is so or not."""
    yield Facts([f"asked in {name}" for name in _STEPS.values()], _asked)
    yield Facts([f"stage {number}" for number in range(_STAGES)], _stage)
    yield Facts(PHASES, lambda s: 1 << s.state.phase)
    yield Facts(WEATHERS, lambda s: 1 << s.state.weather)
    yield Facts(["Kikusui"], lambda s: kikusui_today(s.state))
    yield Facts(
        [f"leaves: {why}" for why in _LEAVING[1:]],
        lambda s: 1 << _LEAVING.index(s.state.leaving) >> 1,
    )
    yield Facts(["air cover"], lambda s: s.state.cover is not None)
    yield Facts([f"radar {name} lost" for name in _RADARS], lambda s: s.state.land_radar_lost)


# Flags of the state, by name.
_FLAGS = {
    "first_phase": "first phase",
    "day_over": "day over",
    "relieved": "relieved",
    "typhoon_damage": "typhoon damage",
    "new_station": "new station",
    "fdt": "fighter direction team",
    "attacks_over": "attacks over",
}


def figures(charts: Charts) -> Iterator[Figures[Scene]]:
    """What is counted."""
    yield Figures(list(_FLAGS.values()), 0, 1, of_state(*_FLAGS))
    yield Figures(["turn"], 0, _MOST_DAYS, lambda s: [min(s.state.turn, _MOST_DAYS)])
    yield Figures(
        ["phases played"], 0, _MOST_PHASES, lambda s: [min(s.state.phases_played, _MOST_PHASES)]
    )
    yield Figures(["station"], 0, STATIONS[-1], lambda s: [s.state.station])
    support = of_state("sfs", "sfs_lost", "sfs_used")
    yield Figures(["SFS", "SFS lost", "SFS used"], 0, SFS, support)
    yield Figures(["AFS"], 0, AFS, lambda s: [s.state.afs])
    yield Figures(["air cover chits"], 0, 2, lambda s: [len(s.state.cover or ())])
    chits = ["first chit", "second chit"]
    yield Figures(chits, CHIT_VALUES[0], CHIT_VALUES[-1], _chits)
    yield Figures([f"radar {name} active as" for name in _RADARS], 0, len(_RADARS), _radars)
    typhoon = ["typhoon days", "typhoon anchorage days"]
    yield Figures(typhoon, 0, _MOST_DAYS, of_state("typhoon_days", "typhoon_anchorage"))
    if charts.card.campaign:
        campaign = ["ships sunk", "fighting days", "days wanted", "block"]
        counts = of_state("ships_sunk", "fighting_days", "days_wanted", "block")
        yield Figures(campaign, 0, _MOST_SHIPS, counts)
    yield Figures(
        ["Attack Ends"], 0, planes().attack_ends_range[1], lambda s: [s.state.attack_ends]
    )


def _asked(scene: Scene) -> int:
    agenda = scene.state.agenda
    return _STEP_BITS.get(type(agenda[-1]), 0) if agenda else 0


def _stage(scene: Scene) -> int:
    agenda = scene.state.agenda
    return 1 << getattr(agenda[-1], "stage", 0) if agenda else 0


def _chits(scene: Scene) -> tuple[int, int]:
    first, second, *_ = (*(scene.state.cover or ()), 0, 0)
    return first, second


def _radars(scene: Scene) -> list[int]:
    """How early each was activated, the first as 1; silent ones are 0."""
    active = scene.state.land_radar
    if not active:
        return [0] * len(_RADARS)
    return [active.index(n) + 1 if n in active else 0 for n in range(len(_RADARS))]
