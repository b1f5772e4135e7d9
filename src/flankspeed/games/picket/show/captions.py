"""How things on the map are called for people, in the picture and on the text board."""

from __future__ import annotations

from flankspeed.games.picket.data.calendar import PHASES, date_name
from flankspeed.games.picket.data.ids import ALTITUDES, BEARINGS, DCO, PRIMARIES, SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.damage.people import standing
from flankspeed.games.picket.rules.places import GUN_PLACES, PRIMARY_PLACES, SECTION_PLACES
from flankspeed.games.picket.state import (
    AT_GUN,
    CHIEFS,
    IN_SECTION,
    NOWHERE,
    WEATHERS,
    PicketState,
    Plane,
)

FATES = ("coming", "flamed", "shot down", "spent")
ALTITUDE_NAMES = ("low", "medium", "high")


def ship_name(state: PicketState) -> str:
    """The ship, or what she is before she has a name."""
    return f"USS {state.ship}" if state.ship else "A ship without a name"


def when(state: PicketState) -> str:
    """The date and the phase: 6 Apr 1945, morning."""
    return f"{date_name(state.turn)}, {PHASES[state.phase]}"


def signed(value: int) -> str:
    """A value as on the chits: +1, -2, +0."""
    return f"{value:+d}"


def cover(state: PicketState) -> str:
    """The air cover of the phase by its chits; in a Kikusui there are none (6.5.I)."""
    if state.cover is None:
        return "no air cover"
    chits = " and ".join(signed(chit) for chit in state.cover)
    return f"air cover {chits}" if chits else "air cover without chits"


def weather(state: PicketState) -> str:
    """The weather in a word."""
    return WEATHERS[state.weather]


def type_name(plane: Plane) -> str:
    """The type on the counter: Zero; Betty."""
    counter = planes().counters[plane.kind]
    return planes().types[counter.type].name


def weapon_name(plane: Plane) -> str:
    """What a special plane carries: Ohka, bomb or torpedo; nothing for a regular one."""
    weapon = planes().counters[plane.kind].weapon
    return ("Ohka", "bomb", "torpedo")[weapon] if weapon >= 0 else ""


def twin_engined(plane: Plane) -> bool:
    """Whether it is one of the large types."""
    return planes().types[planes().counters[plane.kind].type].engines > 1


def space(plane: Plane) -> str:
    """Where a regular plane is: 315L; nothing for one that has no bearing."""
    if plane.bearing == NOWHERE:
        return ""
    return f"{BEARINGS[plane.bearing]}{ALTITUDES[plane.altitude]}"


def post_name(state: PicketState, person: int) -> str:
    """Where an officer or chief stands, empty if he is dead or nowhere yet."""
    if not state.alive >> person & 1:
        return ""
    if person in CHIEFS:
        return f"Repair {CHIEFS.index(person) + 1}"
    post = _post(state, person)
    if post >= AT_GUN:
        return state.charts.fit.names[post - AT_GUN]
    if post >= IN_SECTION:
        return f"repairs {SECTIONS[post - IN_SECTION]}"
    return PRIMARIES[post] if post != NOWHERE else ""


def post_place(state: PicketState, person: int) -> str:
    """The place on the board where he stands; empty if he is dead or nowhere yet."""
    if not state.alive >> person & 1:
        return ""
    if person in CHIEFS:
        return SECTION_PLACES[CHIEFS.index(person)]
    post = _post(state, person)
    if post >= AT_GUN:
        return GUN_PLACES[post - AT_GUN]
    if post >= IN_SECTION:
        return SECTION_PLACES[post - IN_SECTION]
    return PRIMARY_PLACES[post] if post != NOWHERE else ""


def _post(state: PicketState, officer: int) -> int:
    """A compartment, a gun, or the section the DCO works in."""
    sent = officer == DCO and state.posts[DCO] != NOWHERE
    return state.posts[DCO] if sent else standing(state, officer)


def conditions(state: PicketState) -> list[str]:
    """What is wrong with the ship as a whole, in a few words each."""
    found = (
        (state.sunk, "sunk"),
        (state.dead_in_water, "dead in the water"),
        (state.bonuses_lost, "no gunnery bonuses"),
        (state.emergency, "emergency repairs"),
        (state.stopped, "stopped for survivors"),
        (state.em_success, "manoeuvring hard"),
        (bool(state.leaving), f"leaves: {state.leaving}"),
        (state.new_station, "new station ordered"),
        (state.relieved, "relieved"),
        (state.attacks_over, "attacks driven off"),
        (state.typhoon_days > 0, "typhoon"),
    )
    return [words for true, words in found if true]
