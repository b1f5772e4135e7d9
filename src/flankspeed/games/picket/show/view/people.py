"""The people as they are shown: who they are, and where they stand."""

from __future__ import annotations

from flankspeed.games.picket.data.ids import DCO, NOWHERE, PEOPLE, PRIMARIES, SECTIONS, PersonId
from flankspeed.games.picket.rules.damage.people import standing
from flankspeed.games.picket.rules.places import (
    GUN_PLACES,
    OFFICER_PLACES,
    PRIMARY_PLACES,
    SECTION_PLACES,
)
from flankspeed.games.picket.show.view.types import PersonView
from flankspeed.games.picket.state import AT_GUN, CHIEFS, IN_SECTION, PicketState

Officers = dict[str, tuple[str, ...]]  # by place: the names of those who stand there

_NO_POST = ("", "")


def people(state: PicketState) -> list[PersonView]:
    """All officers and chiefs, dead or alive."""
    return [_person(state, person) for person in range(len(PEOPLE))]


def officers_by_place(people: list[PersonView]) -> Officers:
    """Who stands where."""
    found: Officers = {}
    for person in people:
        if person.at:
            found[person.at] = (*found.get(person.at, ()), person.name)
    return found


def _person(state: PicketState, person: PersonId) -> PersonView:
    alive = bool(state.alive >> person & 1)
    post, at = _post(state, person) if alive else _NO_POST
    return PersonView(
        place=OFFICER_PLACES[person],
        name=PEOPLE[person],
        called=state.names[person],
        chief=person in CHIEFS,
        value=state.values[person],
        alive=alive,
        post=post,
        at=at,
    )


def _post(state: PicketState, person: PersonId) -> tuple[str, str]:
    """Where a living officer or chief stands, by name and place; nowhere yet is empty."""
    if person in CHIEFS:
        section = CHIEFS.index(person)
        return f"Repair {section + 1}", SECTION_PLACES[section]
    sent = person == DCO and state.posts[DCO] != NOWHERE
    post = state.posts[DCO] if sent else standing(state, person)
    if post >= AT_GUN:
        gun = post - AT_GUN
        return state.charts.fit.names[gun], GUN_PLACES[gun]
    if post >= IN_SECTION:
        section = post - IN_SECTION
        return f"repairs {SECTIONS[section]}", SECTION_PLACES[section]
    return (PRIMARIES[post], PRIMARY_PLACES[post]) if post != NOWHERE else _NO_POST
