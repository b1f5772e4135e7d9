"""Invariants of the map: what no play can have brought about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from flankspeed.games.picket.data.ids import EQUIPMENT, SECTIONS
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.rules.damage.people import free_crew
from flankspeed.games.picket.rules.tracks import MORALE
from flankspeed.games.picket.state import FULL_TRACK, PicketState

_TRACKS: Final = ("ammo", "hull", "manoeuvre", "fuel", "flood")


def faults(state: PicketState) -> list[str]:
    """What is wrong with a state; nothing, we hope."""
    found = [*_tracks(state), *_boxes(state), *_people(state), *_counters(state)]
    if state.result is None and not state.agenda:
        found.append("nothing is left to do, but nobody has won")
    return found


def _tracks(state: PicketState) -> Iterator[str]:
    for track in _TRACKS:
        if not 0 <= getattr(state, track) <= FULL_TRACK:
            yield f"{track} stands at {getattr(state, track)}"
    if state.morale not in MORALE:
        yield f"morale stands at {state.morale}"
    if any(points < 0 for points in state.lean):
        yield f"list and trim stand at {state.lean}"


def _boxes(state: PicketState) -> Iterator[str]:
    """No more hits than boxes; secondaries and flooding only in the advanced game."""
    ship = state.charts.ship
    primaries = [(room.name, room.boxes) for room in ship.primaries]
    secondaries = [(room.name, ship.secondary_boxes) for room in ship.secondaries]
    equipment = [(name, ship.equipment_boxes) for name in EQUIPMENT]
    decks = [(f"deck {name}", state.charts.options.deckfire_len) for name in SECTIONS]
    for places, marked in (
        (primaries, state.primaries),
        (secondaries, state.secondaries),
        (equipment, state.equipment),
        (decks, state.deck_fires),
        ([("water lines", ship.water_lines)], [state.water_lines]),
    ):
        for (name, boxes), hits in zip(places, marked, strict=True):
            if not 0 <= hits <= boxes:
                yield f"{name} has {hits} hits in {boxes} boxes"
    if not state.charts.advanced and (any(state.secondaries) or state.flood != FULL_TRACK):
        yield "the basic game knows no flooding and no secondary compartments"


def _people(state: PicketState) -> Iterator[str]:
    for section, name in enumerate(SECTIONS):
        if free_crew(state, section) < 0:
            yield f"{-free_crew(state, section)} men too many are at work {name}"


def _counters(state: PicketState) -> Iterator[str]:
    """Regular planes are in the container or attack; specials may have left the game."""
    waiting = [plane for wave in state.waves for group in wave for plane in group]
    attacking = [*state.planes, *state.specials, *waiting]
    for kind, counter in enumerate(planes().counters[: planes().attack_ends]):
        left = state.container[kind] + state.set_aside[kind]
        there = left + sum(plane.kind == kind for plane in attacking)
        lost = counter.number - there
        if min(state.container[kind], lost) < 0 or (lost and counter.weapon < 0):
            yield f"{counter.name}: {there} of {counter.number} counters"
    if not 0 <= state.attack_ends <= state.charts.attack_ends:
        yield f"there are {state.attack_ends} Attack Ends markers"
    if state.sfs < 0 or state.afs < 0:
        yield "a count of support is below 0"
