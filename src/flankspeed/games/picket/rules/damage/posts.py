"""Posts: the compartments officers start in and new men come to (2.0.B-C, R-54)."""

from __future__ import annotations

from functools import cache
from typing import Final

from flankspeed.engine import Choice, Decision
from flankspeed.engine.decision import WHERE, WHO, Place
from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CPO,
    DCO,
    NOWHERE,
    PEOPLE,
    PRIMARIES,
    PersonId,
    PrimaryId,
)
from flankspeed.games.picket.rules.places import OFFICER_PLACES, PRIMARY_IDS, PRIMARY_PLACES
from flankspeed.games.picket.state import OFFICERS, PicketState

_ANYWHERE: Final = tuple(range(len(PRIMARIES)))


class Station(Choice):
    """Post an officer in a compartment."""

    __slots__ = ("compartment", "officer")

    def __init__(self, officer: PersonId, compartment: PrimaryId) -> None:
        name = PEOPLE[officer]
        text = f"{name.lower()} {PRIMARY_IDS[compartment]}"
        place = PRIMARY_PLACES[compartment]
        super().__init__(text, f"the {name} goes to the {PRIMARIES[compartment]}", place)
        self.officer = officer
        self.compartment = compartment

    @property
    def places(self) -> tuple[Place, ...]:
        """The officer, and his post."""
        return Place(OFFICER_PLACES[self.officer], WHO), Place(self.place, WHERE)


@cache
def posting(officer: PersonId, rooms: tuple[PrimaryId, ...]) -> Decision:
    """The choice of an officer's post among these compartments."""
    name = "Chief Petty Officer" if officer == CPO else PEOPLE[officer]
    stations = tuple(Station(officer, room) for room in rooms)
    return Decision("usn", f"Where does the {name} stand?", stations)


def open_posts(state: PicketState, officer: PersonId) -> tuple[PrimaryId, ...]:
    """R-54: where a new man may appear: his own posts, else the bridge, else anywhere.

    What is destroyed is no post.
    """
    for rooms in (state.charts.ship.posts[officer], (BRIDGE,), _ANYWHERE):
        whole = [room for room in rooms if state.primaries[room] < state.charts.primary_boxes[room]]
        if whole:
            return tuple(whole)
    return ()


def home_of(state: PicketState, officer: PersonId) -> PrimaryId:
    """The first of these posts."""
    rooms = open_posts(state, officer)
    return rooms[0] if rooms else NOWHERE


def take_only_post(state: PicketState, officer: PersonId) -> None:
    """R-54: an officer goes to his post; where there are several, the player is asked later."""
    rooms = open_posts(state, officer)
    state.posts[officer] = rooms[0] if len(rooms) == 1 else NOWHERE


def without_post(state: PicketState) -> list[PersonId]:
    """The living officers who are to be given a post, by rank.

    The DCO is none of them: he stands in CIC until he is sent to a section.
    """
    return [
        officer
        for officer in OFFICERS
        if state.posts[officer] == NOWHERE
        and officer != DCO
        and state.alive >> officer & 1
        and open_posts(state, officer)
    ]
