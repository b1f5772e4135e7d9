"""The view of Picket Duty: JSON-ready, complete, and true to the state."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from flankspeed.engine import Match, Result, Rolled
from flankspeed.games.picket import show
from flankspeed.games.picket.data.fits import FITS, fit
from flankspeed.games.picket.data.ids import (
    AFT,
    BRIDGE,
    CAPTAIN,
    CIC,
    CPO,
    DCO,
    ENGINE_AFT,
    FORWARD,
    HIGH,
    MAG_1,
    MEDIUM,
    MK37,
    PORT,
    SG,
    STARBOARD,
    STERN,
    XO,
    space_name,
    space_of,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import card_of
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.damage.flooding import restricted
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.masks import bits
from flankspeed.games.picket.rules.plane import FLAMED, Plane
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.show.view.types import BoardView
from flankspeed.games.picket.state import AT_GUN, IN_SECTION, RAIN, PicketState

OHKA = next(i for i, kind in enumerate(planes().counters) if kind.name == "Betty with Ohka")


def fresh(mode: str = "advanced", fit_key: str = "") -> PicketState:
    options = PicketOptions(mode="advanced" if mode == "advanced" else "basic")
    own = {"date": "Apr 12", "fit": fit_key} if fit_key else None
    return PicketState(charts_of(card_of("own" if own else "3", options, own), options))


def by_place(things: list[Any]) -> dict[str, Any]:
    return {thing.place: thing for thing in things}


def sector(state: PicketState, mount: int) -> tuple[str, ...]:
    """What the chart lets a gun reach."""
    return tuple(space_name(space) for space in bits(state.charts.mounts[mount].reach))


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("scenario", ["3", "7", "8", "mini"])
def test_it_goes_through_json_unchanged_all_game_long(scenario: str, mode: str) -> None:
    match = Match(Picket(), scenario, {"mode": mode}, dice=Rolled(2))
    chance = random.Random(2)
    for _ in range(150):
        assert isinstance(match.state, PicketState)
        view = board_view(match.state)
        assert msgspec.json.decode(msgspec.json.encode(view), type=BoardView) == view
        if not match.decision:
            break
        match.play(chance.choice(match.decision.options))


def test_the_state_is_not_changed() -> None:
    state = fresh()
    before = state.copy()
    board_view(state)
    assert state == before


def test_text_and_picture_know_nothing_but_the_view() -> None:
    """Only what makes the view reads the state; of the rules the rest knows the ids of things.

    The status is a part of the view; the report is made once a match is over.
    """
    root = Path(show.__file__).parent
    others = [
        path
        for path in root.rglob("*.py")
        if "view" not in path.relative_to(root).parts
        and path.name not in ("status.py", "report.py")
    ]
    assert len(others) > 10
    for path in others:
        read = re.findall(r"games\.picket\.(state|rules\.\S+) import", path.read_text("utf-8"))
        assert set(read) <= {"rules.places"}, path.name


def test_time_weather_and_ship() -> None:
    state = fresh()
    state.phase, state.weather = 1, RAIN
    view = board_view(state)
    assert msgspec.to_builtins(view.time) == {
        "turn": 20,
        "date": "12 Apr 1945",
        "phase": "midday",
        "kikusui": True,
        "raids": [],
    }
    assert (view.weather, view.ship, view.card, view.advanced) == (
        "rain",
        "Cassin Young",
        "Kikusui 2",
        True,
    )


def test_support() -> None:
    state = fresh()
    state.station, state.fdt, state.sfs, state.sfs_used, state.afs = 9, True, 2, 1, 4
    state.cover, state.land_radar, state.land_radar_lost = (1, -2), [1], 0b100
    state.equipment[SG] = 2
    support = board_view(state).support
    assert (support.station, support.fdt, support.sfs, support.sfs_used, support.afs) == (
        9,
        True,
        2,
        1,
        4,
    )
    assert support.cover == [1, -2]
    assert len(support.land_radar) == len(support.land_radar_lost) == 1
    assert support.land_radar != support.land_radar_lost
    assert support.ship_radar == -1
    assert board_view(fresh()).support.cover is None


def test_tracks_lean_and_water_lines() -> None:
    state = fresh()
    state.hull, state.morale, state.water_lines = 3, -1, 2
    state.lean[PORT], state.lean[STARBOARD], state.lean[STERN] = 1, 3, 2
    view = board_view(state)
    assert view.tracks == {
        "ammo": 10,
        "hull": 3,
        "manoeuvre": 10,
        "fuel": 10,
        "flood": 10,
        "morale": -1,
    }
    assert view.lean.boxes == {"port": 1, "starboard": 3, "bow": 0, "stern": 2}
    assert (view.lean.list, view.lean.trim) == (2, -2)
    assert (view.water_lines, view.water_line_boxes) == (2, 3)


def test_guns() -> None:
    state = fresh()
    state.guns[0], state.guns[11], state.at_gun[0], state.kills[0] = 1, 1, 2, 4
    guns = by_place(board_view(state).guns)
    assert len(guns) == 17
    assert msgspec.to_builtins(guns["gun:5in1"]) == {
        "place": "gun:5in1",
        "name": "5in 1",
        "calibre": "5in",
        "section": "forward",
        "side": "centre",
        "director": "equipment:mk37",
        "magazine": "compartment:5in-mag-1",
        "hits": 1,
        "boxes": 3,
        "destroyed": False,
        "can_fire": True,
        "sector": sector(state, 0),
        "target": None,
        "by_director": False,
        "crew": 2,
        "officers": (),
        "kills": 4,
    }
    assert guns["gun:20B"].destroyed
    assert not guns["gun:20B"].can_fire
    assert not guns["gun:20A"].destroyed


@pytest.mark.rule("P-7.4.C-1")
def test_list_and_trim_take_from_the_sectors() -> None:
    state = fresh()
    upright = [gun.sector for gun in board_view(state).guns]
    assert upright == [sector(state, mount) for mount in range(len(state.guns))]
    state.lean[PORT] = 4
    listing = [gun.sector for gun in board_view(state).guns]
    assert listing != upright
    for mount, spaces in enumerate(upright):
        kept = [s for s in spaces if not restricted(state, mount, *divmod(space_of(s), 3))]
        assert list(listing[mount]) == kept


@pytest.mark.parametrize("key", FITS)
def test_every_fit_shows_what_is_aboard(key: str) -> None:
    view = board_view(fresh(fit_key=key))
    assert len(view.guns) == len(fit(key).mounts)
    assert len(view.equipment) == len(fit(key).equipment)
    assert view.fit == fit(key).name


def test_equipment_and_compartments() -> None:
    state = fresh()
    state.equipment[MK37], state.at_equipment[MK37] = 1, 1
    state.primaries[MAG_1], state.fires, state.flooded = 4, 1 << MAG_1, 1 << ENGINE_AFT
    state.at_primary[BRIDGE], state.posts[CAPTAIN], state.posts[XO] = 2, BRIDGE, BRIDGE
    view = board_view(state)
    director = by_place(view.equipment)["equipment:mk37"]
    assert (director.hits, director.destroyed, director.crew) == (1, False, 1)
    rooms = by_place(view.primaries)
    assert len(rooms) == 23
    mag = rooms["compartment:5in-mag-1"]
    assert (mag.hits, mag.boxes, mag.destroyed, mag.fire, mag.flooded) == (4, 4, True, True, False)
    assert rooms["compartment:aft-engine-room"].flooded
    assert rooms["compartment:bridge"].crew == 2
    assert rooms["compartment:bridge"].officers == ("Captain", "XO")
    assert rooms["compartment:cic"].officers == ("DCO",)


def test_the_flood_track_belongs_to_the_advanced_game() -> None:
    assert "flood" in board_view(fresh()).tracks
    assert "flood" not in board_view(fresh("basic")).tracks


def test_an_officer_at_a_gun_is_there() -> None:
    state = fresh()
    state.posts[XO] = AT_GUN + 4
    guns = by_place(board_view(state).guns)
    assert guns["gun:5in5"].officers == ("XO",)
    assert guns["gun:5in4"].officers == ()


def test_a_campaign_has_its_raids() -> None:
    options = PicketOptions(mode="advanced")
    view = board_view(PicketState(charts_of(card_of("mini", options), options)))
    assert view.campaign
    assert (view.time.raids[0].turn, view.time.raids[0].number) == (14, 1)
    assert {raid.number for raid in view.time.raids} == set(range(1, 11))


def test_the_result_is_shown() -> None:
    state = fresh()
    assert board_view(state).result is None
    state.result = Result("ijn", "the ship is sunk")
    assert board_view(state).result == state.result


def test_secondaries_belong_to_the_advanced_game() -> None:
    state = fresh()
    state.secondaries[0], state.secondary_flooded, state.secondary_crew = 2, 1, 0b10
    rooms = board_view(state).secondaries
    assert len(rooms) == 57
    assert (rooms[0].destroyed, rooms[0].flooded, rooms[0].shaded, rooms[0].crew) == (
        True,
        True,
        True,
        0,
    )
    assert (rooms[1].hits, rooms[1].crew) == (0, 1)
    assert board_view(fresh("basic")).secondaries == []


def test_sections_count_their_free_men() -> None:
    state = fresh()
    state.at_primary[MAG_1], state.deck_fires[AFT] = 3, 2
    sections = by_place(board_view(state).sections)
    forward, aft = sections["section:forward"], sections["section:aft"]
    assert (forward.repair, forward.crew, forward.full, forward.free) == (1, 14, 14, 11)
    assert (aft.deck_fires, aft.deck_fire_spaces, aft.free) == (2, 5, 13)


def test_people() -> None:
    state = fresh()
    state.values = [1, -2, 0, 0, 2, 1, 0, 0, -1]
    state.posts[CAPTAIN], state.posts[XO] = BRIDGE, AT_GUN + 4
    state.posts[DCO] = IN_SECTION + FORWARD
    state.alive &= ~(1 << CPO)
    people = by_place(board_view(state).people)
    seen = {place: (man.value, man.alive, man.post, man.at) for place, man in people.items()}
    assert seen["officer:captain"] == (1, True, "Bridge", "compartment:bridge")
    assert seen["officer:xo"] == (-2, True, "5in 5", "gun:5in5")
    assert seen["officer:dco"] == (2, True, "repairs forward", "section:forward")
    assert seen["officer:cpo"] == (1, False, "", "")
    assert seen["officer:chief-3"] == (-1, True, "Repair 3", "section:aft")
    assert (people["officer:chief-3"].name, people["officer:chief-3"].chief) == ("Chief 3", True)
    state.posts[DCO] = -1
    assert by_place(board_view(state).people)["officer:dco"].at == "compartment:cic"


def test_planes_specials_and_waves() -> None:
    state = fresh()
    state.wave, state.plane_hits = 2, 1
    state.planes = [Plane(0, 7, HIGH), Plane(1, 2, MEDIUM)]
    state.planes[1].hits, state.planes[1].fate = 3, FLAMED
    state.specials = [Plane(OHKA)]
    state.waves = [((Plane(2, 4, 0),), (Plane(OHKA),))]
    attack = board_view(state).attack
    first, second = attack.planes
    assert (first.place, first.name, first.bearing, first.altitude, first.fate) == (
        "plane:1",
        "Zero",
        315,
        "high",
        "coming",
    )
    assert (first.space, second.space) == ("315H", "90M")
    assert (second.place, second.hits, second.fate) == ("plane:2", 3, "flamed")
    (special,) = attack.specials
    assert (special.place, special.weapon, special.engines) == ("special:1", "Ohka", 2)
    assert (special.bearing, special.altitude, special.section) == (None, None, None)
    state.specials[0].section = AFT
    assert board_view(state).attack.specials[0].section == "aft"
    (wave,) = attack.waves
    assert [plane.name for plane in wave.planes] == ["Val"]
    assert [plane.place for plane in (*wave.planes, *wave.specials)] == ["", ""]
    assert (attack.wave, attack.hits_this_phase) == (2, 1)


def test_targets_and_markers() -> None:
    state = fresh()
    state.planes = [Plane(0, 0, 0), Plane(1, 0, 0)]
    state.afs, state.sfs = 1, 1
    step = DefensiveFire()
    step.targets = Targets(state)
    state.agenda.append(step)
    step.targets.slave(state, 0, 1)
    step.targets.aim(state, 5, 0)
    step.targets.place_afs(state, 1)
    step.targets.place_sfs(state, 0)
    view = board_view(state)
    guns = by_place(view.guns)
    assert (guns["gun:5in1"].target, guns["gun:5in1"].by_director) == (2, True)
    assert (guns["gun:40A"].target, guns["gun:40A"].by_director) == (1, False)
    assert [(plane.afs, plane.sfs) for plane in view.attack.planes] == [(0, 1), (1, 0)]
    step.targets.clear(1)
    gun = by_place(board_view(state).guns)["gun:5in1"]
    assert (gun.target, gun.by_director) == (None, False)


def test_markers_on_specials() -> None:
    state = fresh()
    state.specials = [Plane(OHKA), Plane(OHKA)]
    step = SpecialDefence()
    step.afs, step.sfs, step.sprayed = [2, 0], [0, 1], 0b10
    state.agenda.append(step)
    seen = [(p.afs, p.sfs, p.sprayed) for p in board_view(state).attack.specials]
    assert seen == [(2, 0, False), (0, 1, True)]


def test_the_log_and_the_conditions() -> None:
    state = fresh()
    state.kills_by_kind, state.ships_sunk, state.fighting_days = {"Zero": 2}, 1, 4
    state.hits_by_bearing[2], state.crashes[1] = 3, 1
    state.dead_in_water, state.leaving = True, "fuel"
    view = board_view(state)
    assert view.log.kills == {"Zero": 2}
    assert view.log.hits_by_bearing["90"] == 3
    assert sum(view.log.hits_by_bearing.values()) == 3
    assert view.log.crashes == {"forward": 0, "midship": 1, "aft": 0}
    assert (view.log.hits_taken, view.log.earlier) == (4, [])
    assert (view.log.ships_sunk, view.log.fighting_days) == (1, 4)
    assert view.conditions == ["dead in the water", "leaves: fuel"]
    assert board_view(fresh()).conditions == []


def test_the_dco_is_in_cic_before_he_is_sent() -> None:
    state = fresh()
    state.primaries[CIC] = 3
    rooms = by_place(board_view(state).primaries)
    assert rooms["compartment:cic"].officers == ()
    assert rooms["compartment:bridge"].officers == ("DCO",)
