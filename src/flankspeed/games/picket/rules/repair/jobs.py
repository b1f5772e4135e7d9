"""Jobs: everything a repair crew can be put to work on, and what counts in a repair roll.

A job is a number: a primary compartment is its own id, a gun `GUN` + id of the mount, a director
or radar `EQUIP` + its id, a secondary compartment `SEC` + its id. Sets of jobs are bit masks.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from flankspeed.engine import Modifier, Used
from flankspeed.games.picket.data.firing_chart import firing_chart
from flankspeed.games.picket.data.ids import (
    CALIBRE_OF,
    DCO,
    ENGINEER,
    EQUIPMENT,
    MOUNTS,
    PEOPLE,
    PRIMARIES,
    XO,
    MountIndex,
    PersonId,
    PrimaryId,
    SectionId,
)
from flankspeed.games.picket.data.roll_charts import roll_charts
from flankspeed.games.picket.data.ship import ship
from flankspeed.games.picket.rules.masks import marked
from flankspeed.games.picket.rules.places import (
    EQUIPMENT_IDS,
    EQUIPMENT_PLACES,
    GUN_IDS,
    GUN_PLACES,
    PRIMARY_IDS,
    PRIMARY_PLACES,
    SECONDARY_PLACES,
    slug,
)
from flankspeed.games.picket.state import AT_GUN, CHIEFS, IN_SECTION, PicketState

Job: TypeAlias = int
GUN: Final = AT_GUN
EQUIP: Final = 128
SEC: Final = 192
_END: Final = 256
_SHORT_SECTIONS: Final = ("fwd", "mid", "aft")


def _lay_out(
    primary: list[str], gun: list[str], equip: list[str], sec: list[str]
) -> tuple[str, ...]:
    """One list by job from the four lists of its kinds."""
    laid = [""] * _END
    for start, names in ((0, primary), (GUN, gun), (EQUIP, equip), (SEC, sec)):
        laid[start : start + len(names)] = names
    return tuple(laid)


def _director(name: str) -> str:
    """The short name of equipment: `mk37`, `director-a`, `sc`."""
    letter = name.removeprefix("40")
    return name if letter == name else f"director-{letter.lstrip('-')}"


_SECONDARIES: Final = ship().secondaries
# By job: its word in a choice, its name in a sentence, its place on the page.
WORDS: Final = _lay_out(
    list(PRIMARY_IDS),
    list(GUN_IDS),
    [_director(name) for name in EQUIPMENT_IDS],
    [f"sec-{_SHORT_SECTIONS[room.section]}-{slug(room.name)}" for room in _SECONDARIES],
)
NAMES: Final = _lay_out(
    list(PRIMARIES),
    list(MOUNTS),
    list(EQUIPMENT),
    [f"{room.name} ({_SHORT_SECTIONS[room.section]})" for room in _SECONDARIES],
)
PLACES: Final = _lay_out(
    list(PRIMARY_PLACES), list(GUN_PLACES), list(EQUIPMENT_PLACES), list(SECONDARY_PLACES)
)
JOBS: Final = tuple(job for job in range(_END) if WORDS[job])

# Sections of everything but the guns, which stand differently in other ships.
_SECTION: Final = {
    **{job: room.section for job, room in enumerate(ship().primaries)},
    **{EQUIP + item: section for item, section in enumerate(ship().equipment_section)},
    **{SEC + room: item.section for room, item in enumerate(_SECONDARIES)},
}
_MEN_AT_GUN: Final = tuple(firing_chart().crew[calibre] for calibre in CALIBRE_OF)
_FIGURES: Final = roll_charts().figures
_DAMAGED: Final = 1  # of a secondary's two boxes
# 7.7.F: where the Engineer can help.
ENGINEER_JOBS: Final = sum(1 << room for room in ship().engineer_repairs)


def has(mask: int, post: int) -> bool:
    """Whether a post, which may be nowhere, is in a mask of jobs."""
    return post >= 0 and mask >> post & 1 == 1


# --- The jobs of a ship ---


def mount_of(state: PicketState, job: Job) -> MountIndex:
    """The place of a gun job's mount among the ship's."""
    return state.charts.mount_index[job - GUN]


def section_of(state: PicketState, job: Job) -> SectionId:
    """7.7.B: the section whose crew works on a job."""
    if GUN <= job < EQUIP:
        return state.charts.mounts[mount_of(state, job)].section
    return _SECTION[job]


def hits_on(state: PicketState, job: Job) -> int:
    """The hit markers of a job."""
    if job < GUN:
        return state.primaries[job]
    if job < EQUIP:
        return state.guns[mount_of(state, job)]
    return state.equipment[job - EQUIP] if job < SEC else state.secondaries[job - SEC]


def men_at(state: PicketState, job: Job) -> int:
    """The crewmen at work on a job."""
    if job < GUN:
        return state.at_primary[job]
    if job < EQUIP:
        return state.at_gun[mount_of(state, job)]
    if job < SEC:
        return state.at_equipment[job - EQUIP]
    return state.secondary_crew >> (job - SEC) & 1


def room_for(state: PicketState, job: Job) -> int:
    """7.7.C, 7.9.D, 11.5.B: how many more men a job can take."""
    figures = state.charts.ship
    if job < GUN:
        return figures.primary_crew - state.at_primary[job]
    if job < EQUIP:
        return _MEN_AT_GUN[job - GUN] - men_at(state, job)
    limit = figures.equipment_crew if job < SEC else figures.secondary_crew
    return limit - men_at(state, job)


def send(state: PicketState, job: Job, men: int) -> None:
    """Put so many more men to work on a job."""
    if job < GUN:
        state.at_primary[job] += men
    elif job < EQUIP:
        state.at_gun[mount_of(state, job)] += men
    elif job < SEC:
        state.at_equipment[job - EQUIP] += men
    else:
        state.secondary_crew |= 1 << job - SEC


def damaged_jobs(state: PicketState) -> list[Job]:
    """D-34: all that can be repaired: damaged, not destroyed."""
    charts, jobs = state.charts, damaged_primaries(state)
    if charts.options.gun_repair == "on":
        for place in marked(state.guns):
            if state.guns[place] < charts.battery.hits[place]:
                jobs.append(GUN + charts.mounts[place].id)
    for item in marked(state.equipment):
        if state.equipment[item] < charts.ship.equipment_boxes:
            jobs.append(EQUIP + item)
    if charts.advanced:
        for room in marked(state.secondaries):
            if state.secondaries[room] == _DAMAGED:
                jobs.append(SEC + room)
    return jobs


def damaged_primaries(state: PicketState) -> list[PrimaryId]:
    """The compartments that are damaged but not destroyed."""
    rooms, hits, boxes = [], state.primaries, state.charts.primary_boxes
    for room in marked(hits):
        if hits[room] < boxes[room]:
            rooms.append(room)
    return rooms


def tried(state: PicketState) -> int:
    """R-56: the primaries and guns with at least one man, which will be tried."""
    mask = 0
    for room in marked(state.at_primary):
        mask |= 1 << room
    if state.charts.options.gun_repair == "on":
        for place in marked(state.at_gun):
            mask |= 1 << GUN + state.charts.mounts[place].id
    return mask


# --- What counts in a repair ---

_REPAIR_VALUE: Final = _FIGURES.modifier("repair value", "repair_value")
_LINES_OUT: Final = _FIGURES.modifier("water lines out", "water_lines_repair")
_STAYED_ON: Final = _FIGURES.modifier("crew stayed on", "carried_over")
_EMERGENCY: Final = _FIGURES.modifier("emergency repairs", "emergency_repair")


def leaders(state: PicketState, job: Job) -> list[PersonId]:
    """7.7.E to H: the officers and the chief whose ratings count for a primary or gun repair."""
    section, posts, alive = section_of(state, job), state.posts, state.alive
    chief = CHIEFS[section]
    found = [chief] if alive >> chief & 1 else []
    if posts[XO] == job and alive >> XO & 1:
        found.append(XO)
    if posts[ENGINEER] == job and has(ENGINEER_JOBS, job) and alive >> ENGINEER & 1:
        found.append(ENGINEER)
    if posts[DCO] == IN_SECTION + section and alive >> DCO & 1:
        found.append(DCO)
    return found


def repair_value(state: PicketState, job: Job) -> int:
    """7.8.2.A and B: 1, the crewmen and the ratings that apply, less the hits' penalty."""
    points = _FIGURES.repair_value + men_at(state, job)
    for person in leaders(state, job):
        points += state.values[person]
    return points - _FIGURES.repair_penalty[hits_on(state, job)]


def value_parts(state: PicketState, job: Job) -> list[Modifier]:
    """What the repair value is made of, by name."""
    penalty = -_FIGURES.repair_penalty[hits_on(state, job)]
    return [
        _REPAIR_VALUE,
        Modifier("crewmen", men_at(state, job)),
        *(Modifier(PEOPLE[man], state.values[man]) for man in leaders(state, job)),
        Modifier("hit markers", penalty, Used("consequences.figures", "repair penalty")),
    ]


def die_parts(state: PicketState, job: Job) -> list[Modifier]:
    """7.8.2.D and G, R-40, R-98, R-99: what counts on the dice of a repair roll."""
    parts: list[Modifier] = []
    if job < EQUIP:
        if state.water_lines:
            parts.append(_LINES_OUT)
        if state.morale:
            parts.append(Modifier("morale", _morale(state)))
        if state.carried >> job & 1:
            parts.append(_STAYED_ON)
    if state.emergency:
        parts.append(_EMERGENCY)
    return parts


def _morale(state: PicketState) -> int:
    """7.8.2.D, R-37: morale counts by its sign, or with its value."""
    if state.charts.options.morale_repair == "value":
        return state.morale
    return 1 if state.morale > 0 else -1
