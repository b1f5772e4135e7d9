"""Nothing in the picture of Picket Duty is told by colour alone."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

import pytest
from picket_repair import ADVANCED, a_ship
from shapes import SVG, all_differ, drawn, of_class

from flankspeed.engine import Choice, Decision
from flankspeed.games.picket.data.ids import CPO, ENGINE_FWD, LOW, MAG_1, MK37, PORT_SHAFT, SC
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.places import EQUIPMENT_PLACES, PRIMARY_PLACES, SECONDARY_PLACES
from flankspeed.games.picket.rules.plane import DESTROYED, FLAMED, Plane
from flankspeed.games.picket.state import PicketState


def picture(state: PicketState) -> dict[str, Element]:
    return drawn(Picket().picture(state, state.seat_to_choose))


def ship(**fields: Any) -> PicketState:
    return a_ship(options=ADVANCED, **fields)


def gun(hits: int, **fields: Any) -> PicketState:
    state = ship(**fields)
    state.guns[0] = hits
    return state


def test_a_gun_that_is_whole_hit_destroyed_or_silent() -> None:
    states = [gun(0), gun(1), gun(3), gun(0, ammo=0)]
    assert all_differ(picture(state)["gun:5in1"] for state in states)


@pytest.mark.parametrize("item", [MK37, MK37 + 1, SC])
def test_a_director_or_radar_that_is_whole_hit_or_destroyed(item: int) -> None:
    looks = []
    for hits in (0, 1, 2):
        state = ship()
        state.equipment[item] = hits
        looks.append(picture(state)[EQUIPMENT_PLACES[item]])
    assert all_differ(looks)


@pytest.mark.parametrize("room", [MAG_1, ENGINE_FWD, PORT_SHAFT])
def test_a_room_that_is_whole_hit_burning_flooded_or_destroyed(room: int) -> None:
    boxes = ship().charts.ship.primaries[room].boxes
    looks = []
    for hits, fire, flooded in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (boxes, 0, 0)):
        state = ship(fires=fire << room, flooded=flooded << room)
        state.primaries[room] = hits
        looks.append(picture(state)[PRIMARY_PLACES[room]])
    assert all_differ(looks)


def test_a_small_room_that_is_whole_hit_flooded_or_destroyed() -> None:
    looks = []
    for hits, flooded in ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1)):
        state = ship(secondary_flooded=flooded)
        state.secondaries[0] = hits
        looks.append(picture(state)[SECONDARY_PLACES[0]])
    assert all_differ(looks)


def test_the_name_of_a_small_room_below_the_waterline_is_slanting() -> None:
    state = ship()
    found = picture(state)
    for room, place in zip(state.charts.ship.secondaries, SECONDARY_PLACES, strict=True):
        (name,) = found[place].iter(f"{SVG}text")
        assert (name.get("font-style") == "italic") == room.shaded, room.name


def test_a_plane_that_comes_is_hit_burns_or_is_shot_down() -> None:
    looks = []
    for hits, fate in ((0, 0), (1, 0), (3, FLAMED), (3, DESTROYED)):
        plane = Plane(0, 0, LOW)
        plane.hits, plane.fate = hits, fate
        looks.append(picture(ship(planes=[plane]))["plane:1"])
    assert all_differ(looks)


def test_crewmen_who_are_free_at_work_and_lost() -> None:
    crews = []
    for alive, busy in ((14, 0), (14, 1), (13, 0)):
        state = ship()
        state.crew[0], state.at_primary[MAG_1] = alive, busy
        crews.append(of_class(picture(state)[""], "crew")[-1])
    assert {crew.get("data-place") for crew in crews} == {"section:forward"}
    assert all_differ(crews, words=False)


def test_a_low_track_has_an_exclamation_mark() -> None:
    for value, low in ((3, True), (4, False)):
        hull = picture(ship(hull=value))["track:hull"]
        assert ("!" in [word.text for word in hull.iter(f"{SVG}text")]) == low


def test_somebody_killed_is_struck_out() -> None:
    alive, dead = ship(), ship()
    dead.alive &= ~(1 << CPO)
    names = [picture(state)["officer:cpo"].findall(f"{SVG}text")[1] for state in (alive, dead)]
    assert {name.text for name in names} == {"CPO"}
    assert all_differ(names)


def test_the_days_of_a_campaign_that_are_over_are_struck() -> None:
    state = Picket().new("mini", Picket().options({}))
    for turn in (1, 2, 9):
        state.turn = turn
        struck = of_class(picture(state)["track:days"], "past")
        assert sum(slash.get("d", "").count("M") for slash in struck) == turn - 1


def test_what_can_be_chosen_is_outlined() -> None:
    state = ship(planes=[Plane(0, 0, LOW)])
    before = picture(state)
    places = ["gun:5in1", "plane:1", "track:hull", "section:aft", "bearing:90", "officer:cpo"]
    places += [PRIMARY_PLACES[MAG_1], SECONDARY_PLACES[0], "equipment:mk37"]
    state.decision = Decision("usn", "?", tuple(Choice(place, place, place) for place in places))
    after = picture(state)
    for place in places:
        assert all_differ([before[place], after[place]]), place
