"""The picture of Picket Duty: well-formed, complete, and true to the state it shows."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from flankspeed.engine import Choice, Decision, Match, OptionError, Result, Rolled
from flankspeed.games.picket.data.fits import FITS
from flankspeed.games.picket.data.ids import (
    AFT,
    BEARINGS,
    CAPTAIN,
    CPO,
    DCO,
    ENGINE_FWD,
    FORWARD,
    GUNNERY,
    HIGH,
    LOW,
    MAG_1,
    MEDIUM,
    MK37,
    PEOPLE,
    PORT,
    PORT_SHAFT,
    SC,
    SECTIONS,
    STARBOARD,
    STERN,
    XO,
)
from flankspeed.games.picket.data.planes import planes
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.cards import card_of
from flankspeed.games.picket.rules.charts import charts_of
from flankspeed.games.picket.rules.gunnery.aiming import Targets
from flankspeed.games.picket.rules.gunnery.defensive_fire import DefensiveFire
from flankspeed.games.picket.rules.gunnery.special_defence import SpecialDefence
from flankspeed.games.picket.rules.places import (
    EQUIPMENT_PLACES,
    GUN_PLACES,
    OFFICER_PLACES,
    PRIMARY_PLACES,
    SECONDARY_PLACES,
    SECTION_PLACES,
)
from flankspeed.games.picket.rules.plane import DESTROYED, FLAMED, SPENT, Plane
from flankspeed.games.picket.state import AT_GUN, IN_SECTION, RAIN, STORM, PicketState

SVG = "{http://www.w3.org/2000/svg}"
BETTY = next(i for i, kind in enumerate(planes().counters) if kind.name == "Betty")
BOMB = next(i for i, kind in enumerate(planes().counters) if kind.name == "Zero with bomb")
OHKA = next(i for i, kind in enumerate(planes().counters) if kind.name == "Betty with Ohka")
TRACKS = (
    "ammo",
    "hull",
    "manoeuvre",
    "fuel",
    "morale",
    "water-lines",
    "calendar",
    "station",
    "ship",
)


# States, set up by hand or found by play.


def fresh(mode: str = "advanced", card: str = "3", fit: str = "") -> PicketState:
    """A ship at the start, or one with another fit."""
    options = PicketOptions(mode="advanced" if mode == "advanced" else "basic")
    own = {"date": "Apr 12", "fit": fit, "ship": "Test"} if fit else None
    state = PicketState(charts_of(card_of("own" if fit else card, options, own), options))
    state.posts[CAPTAIN] = state.posts[XO] = 4
    return state


def attacked() -> PicketState:
    """Four planes in three spaces, two specials, a wave to come."""
    state = fresh()
    state.wave = 1
    state.planes = [Plane(0, 0, LOW), Plane(1, 2, MEDIUM), Plane(BETTY, 7, HIGH), Plane(0, 0, LOW)]
    state.specials = [Plane(OHKA), Plane(BOMB)]
    state.waves = [((Plane(2, 4, LOW), Plane(3, 5, HIGH)), (Plane(BOMB),))]
    return state


def wrecked() -> PicketState:
    """Everything hit, burning and flooded, everybody dead: the largest picture there is."""
    state = attacked()
    state.primaries = [room.boxes for room in state.charts.ship.primaries]
    state.fires = state.flooded = (1 << len(state.primaries)) - 1
    state.secondaries = [2] * len(state.secondaries)
    state.secondary_flooded = (1 << len(state.secondaries)) - 1
    state.guns = [3] * len(state.guns)
    state.equipment = [2] * len(state.equipment)
    state.deck_fires = [5, 5, 5]
    state.planes = [Plane(kind, kind % 8, kind % 3) for kind in range(18)]
    state.alive = 0
    state.dead_in_water = state.bonuses_lost = state.emergency = state.stopped = True
    offer(state, *every_place(state))
    return state


@cache
def _played(name: str) -> PicketState:
    """The first state that is as wanted, in games from fixed seeds."""
    scenario, wanted = {
        "aiming": ("3", "aim the guns"),
        "ordering": ("3", "What fires next?"),
        "repairs": ("4", "Damage control"),
        "naming": ("mini", "Name the ship"),
        "over": ("7", ""),
    }[name]
    for seed in range(40):
        match = Match(Picket(), scenario, {"mode": "advanced"}, dice=Rolled(seed))
        chance = random.Random(seed)
        while match.decision:
            if wanted and wanted in match.decision.prompt:
                break
            match.play(chance.choice(match.decision.options))
        state = match.state
        assert isinstance(state, PicketState)
        if match.decision or not wanted:
            return state
    raise AssertionError("no game came to the state wanted")


def state_of(name: str) -> PicketState:
    by_hand = {"fresh": fresh, "attacked": attacked, "wrecked": wrecked}
    return by_hand[name]() if name in by_hand else _played(name).copy()


STATES = (
    "fresh",
    "attacked",
    "wrecked",
    "aiming",
    "ordering",
    "repairs",
    "naming",
    "over",
)


def every_place(state: PicketState) -> list[str]:
    """Whatever the picture of a state must have: each of these once."""
    advanced = state.charts.advanced
    return [
        *(GUN_PLACES[mount.id] for mount in state.charts.mounts),
        *(EQUIPMENT_PLACES[item] for item in state.charts.fit.equipment),
        *PRIMARY_PLACES,
        *(SECONDARY_PLACES if advanced else ()),
        *SECTION_PLACES,
        *OFFICER_PLACES,
        *(f"bearing:{degrees}" for degrees in BEARINGS),
        *(f"track:{name}" for name in (*TRACKS, *(("flood", "list") if advanced else ()))),
        *(["track:days"] if state.charts.card.campaign else ()),
        *(f"plane:{number}" for number in range(1, len(state.planes) + 1)),
        *(f"special:{number}" for number in range(1, len(state.specials) + 1)),
    ]


def offer(state: PicketState, *places: str) -> None:
    options = [Choice(f"take {place}", f"take the {place}", place) for place in places]
    state.decision = Decision("usn", "Choose", tuple(options))


# Reading a picture.


def picture(state: PicketState, overlays: Sequence[str] = ()) -> str:
    return Picket().picture(state, state.seat_to_choose, overlays)


def drawn(state: PicketState) -> Element:
    return ElementTree.fromstring(picture(state))


def ids(root: Element) -> dict[str, Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def thing(state: PicketState, place: str) -> Element:
    return ids(drawn(state))[place]


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in classes(element)]


def words(element: Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def tooltip(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


def crossed(element: Element) -> int:
    """How many boxes of a row of boxes are crossed out."""
    rows = of_class(element, "boxes")
    return sum(c.get("d", "").count("M") // 2 for row in rows for c in of_class(row, "cross"))


def box_count(element: Element) -> int:
    return sum(row[0].get("d", "").count("M") for row in of_class(element, "boxes"))


def men_in(element: Element) -> int:
    return sum(crew.get("d", "").count("M") for crew in of_class(element, "men"))


def outlines(element: Element) -> int:
    """How many dashed outlines of an option there are."""
    return sum(e.get("stroke-dasharray") == "5 3" for e in element.iter())


def offset(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


# What is true of every picture.


@pytest.mark.parametrize("name", STATES)
def test_it_is_well_formed_and_complete_in_itself(name: str) -> None:
    svg = picture(state_of(name))
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert len(svg) < 200_000
    assert not re.search(r"<(script|style|image|use|foreignObject)\b|href|url\(| on\w+=", svg)
    assert not re.search(r"\d\.\d{3}", svg), "numbers are rounded"


@pytest.mark.parametrize("name", STATES)
def test_everything_carries_its_id_once(name: str) -> None:
    state = state_of(name)
    counts = Counter(e.attrib["id"] for e in drawn(state).iter() if "id" in e.attrib)
    assert counts == Counter(every_place(state))


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_fit_has_its_mounts_and_directors_on_deck(fit: str, mode: str) -> None:
    state = fresh(mode, fit=fit)
    root = drawn(state)
    assert set(ids(root)) == set(every_place(state))
    spots = [offset(ids(root)[GUN_PLACES[mount.id]]) for mount in state.charts.mounts]
    for number, (x, y) in enumerate(spots):
        assert all(abs(x - u) + abs(y - v) > 20 for u, v in spots[number + 1 :]), "too close"
    for mount, (_, y) in zip(state.charts.mounts, spots, strict=True):
        assert {"port": y < 0, "starboard": y > 0, "centre": y == 0}[mount.side]


@pytest.mark.parametrize("name", STATES)
def test_it_has_a_title_and_a_description(name: str) -> None:
    root = drawn(state_of(name))
    assert (root[0].text or "").startswith("Picket Duty: ")
    assert "Planes over the ship" in root.findtext(f"{SVG}desc", "")


@pytest.mark.parametrize("name", STATES)
def test_the_same_state_gives_the_same_text_and_is_not_changed(name: str) -> None:
    state = state_of(name)
    before = state.copy()
    assert picture(state) == picture(before)
    assert state == before


def test_it_does_not_depend_on_the_order_of_hashes() -> None:
    program = (
        "from flankspeed.engine import Match, Rolled;"
        "from flankspeed.games.picket.game import Picket;"
        "print(Picket().picture(Match(Picket(), '3', dice=Rolled(3)).state, 'usn'), end='')"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert texts.pop().startswith("<svg")


@pytest.mark.parametrize("scenario", ["3", "7", "8", "mini"])
def test_every_option_of_a_game_has_its_place(scenario: str) -> None:
    match = Match(Picket(), scenario, {"mode": "advanced", "gun_repair": "on"}, dice=Rolled(5))
    chance = random.Random(5)
    for number in range(240):
        if not match.decision:
            break
        state = match.state
        assert isinstance(state, PicketState)
        if number % 8 == 0:
            found = ids(drawn(state))
            for option in match.decision.options:
                if option.place:
                    assert "option" in classes(found[option.place])
        match.play(chance.choice(match.decision.options))


def test_field_pieces_and_spaces_are_marked_for_a_page_that_knows_no_game() -> None:
    root = drawn(attacked())
    assert len(of_class(root, "field")) == 1
    for name in ("planes", "names"):
        assert all("pieces" in classes(group) for group in of_class(root, name))
    spaces = {element.get("id") for element in of_class(root, "space")}
    assert spaces == {f"bearing:{degrees}" for degrees in BEARINGS}


# Options.


def test_every_option_is_outlined_and_tells_its_labels() -> None:
    state = attacked()
    offer(state, *every_place(state))
    for place, element in ids(drawn(state)).items():
        assert "option" in classes(element), place
        assert outlines(element) == 1, place
        assert f"take the {place}" in tooltip(element)


def test_what_is_no_option_has_no_outline() -> None:
    state = attacked()
    offer(state, "gun:40A", "")
    marked = [place for place, element in ids(drawn(state)).items() if "option" in classes(element)]
    assert marked == ["gun:40A"]
    others = [place for place, element in ids(drawn(state)).items() if outlines(element)]
    assert others == ["gun:40A"]


def test_many_labels_of_one_place_are_cut_short() -> None:
    state = attacked()
    options = [Choice(f"aim 5in1 {n}", f"at plane {n}", "gun:5in1") for n in range(1, 8)]
    state.decision = Decision("usn", "Aim", tuple(options))
    shown = tooltip(thing(state, "gun:5in1"))
    assert "at plane 4" in shown
    assert "at plane 5" not in shown
    assert "and 3 more" in shown


def test_an_option_of_a_section_marks_its_repair_crew_too() -> None:
    state = attacked()
    offer(state, "section:aft")
    crews = {crew.get("data-place"): outlines(crew) for crew in of_class(drawn(state), "crew")}
    assert crews == {"section:forward": 0, "section:midship": 0, "section:aft": 1}


def test_the_prompt_stands_in_the_heading() -> None:
    state = fresh()
    offer(state, "gun:40A")
    (heading,) = of_class(drawn(state), "heading")
    assert words(heading)[-1] == "Choose"


# The enemy.


def test_planes_stand_in_their_bearing_and_altitude() -> None:
    """The bow points right: 0 is right, 90 below, 180 left; high is further out than low."""
    state = fresh()
    spots = {}
    for bearing in range(len(BEARINGS)):
        for altitude in (LOW, MEDIUM, HIGH):
            state.planes = [Plane(0, bearing, altitude)]
            x, y = offset(thing(state, "plane:1"))
            spots[BEARINGS[bearing], altitude] = (x - 552, y - 238)
    for altitude in (LOW, MEDIUM, HIGH):
        assert spots[0, altitude][0] > 350
        assert spots[180, altitude][0] < -350
        assert spots[90, altitude][1] > 90
        assert spots[270, altitude][1] < -90
        x, y = spots[45, altitude]
        assert x > 100
        assert y > 90
        x, y = spots[225, altitude]
        assert x < -100
        assert y < -90
    for degrees in BEARINGS:
        distances = [abs(spots[degrees, a][0]) + abs(spots[degrees, a][1]) for a in range(3)]
        assert distances == sorted(distances)
        assert distances[2] - distances[0] > 60


def test_planes_of_one_space_do_not_hide_each_other() -> None:
    state = fresh()
    state.planes = [Plane(0, bearing, LOW) for bearing in (0, 6, 7) for _ in range(3)]
    root = drawn(state)
    spots = [offset(ids(root)[f"plane:{number}"]) for number in range(1, 10)]
    for number, (x, y) in enumerate(spots):
        for u, v in spots[number + 1 :]:
            assert abs(x - u) >= 30 or abs(y - v) >= 20


def test_a_plane_tells_its_number_type_and_hits() -> None:
    state = attacked()
    state.planes[1].hits = 2
    plane = thing(state, "plane:2")
    assert "2" in words(plane)
    assert "Oscar" in words(plane)
    assert (crossed(plane), box_count(plane)) == (2, 3)
    assert tooltip(plane) == "plane 2: Oscar at 90M, 2 hits"


@pytest.mark.parametrize(
    ("fate", "mark", "flames", "crosses"),
    [(FLAMED, "flamed", 1, 0), (DESTROYED, "shot-down", 0, 1), (SPENT, "spent", 0, 1)],
)
def test_the_fate_of_a_plane_is_marked(fate: int, mark: str, flames: int, crosses: int) -> None:
    state = attacked()
    state.planes[0].fate = fate
    plane = thing(state, "plane:1")
    assert mark in classes(plane)
    assert len(of_class(plane, "fire")) == flames
    assert len(plane.findall(f"{SVG}path[@class='cross']")) == crosses
    assert mark not in classes(thing(state, "plane:2"))


def test_twin_engined_planes_look_different() -> None:
    state = attacked()
    shapes = [next(thing(state, f"plane:{n}").iter(f"{SVG}path")).get("d") for n in (1, 2, 3)]
    assert shapes[0] == shapes[1]
    assert shapes[0] != shapes[2]


def test_specials_are_in_their_boxes_with_weapon_and_section() -> None:
    state = attacked()
    state.specials[0].section = AFT
    state.specials[1].fate = DESTROYED
    ohka, bomb = thing(state, "special:1"), thing(state, "special:2")
    assert {"1", "Betty", "Ohka", "at aft"} <= set(words(ohka))
    assert {"2", "Zero", "bomb"} <= set(words(bomb))
    assert tooltip(ohka) == "special 1: Betty with Ohka at aft"
    assert tooltip(bomb) == "special 2: Zero with bomb, shot down"
    assert "shot-down" in classes(bomb)


def test_empty_special_boxes_say_so() -> None:
    state = attacked()
    state.specials.pop()
    (specials,) = of_class(drawn(state), "specials")
    assert words(specials).count("no special") == 1


def test_waves_to_come_are_listed() -> None:
    (wave,) = of_class(drawn(attacked()), "wave")
    assert words(wave) == ["2", "Val 180L, Nate 225H, Zero with bomb"]
    assert "Wave 1 of 2" in words(drawn(attacked()))
    assert "No attack now" in words(drawn(fresh()))


def test_targets_are_marked_on_guns_and_planes() -> None:
    state = attacked()
    step = DefensiveFire()
    step.targets = Targets(state)
    state.agenda.append(step)
    state.afs = 3
    step.targets.aim(state, 5, 3)
    step.targets.slave(state, 0, 3)
    step.targets.place_afs(state, 0)
    step.targets.place_sfs(state, 0)
    gun = thing(state, "gun:5in1")
    assert "4" in words(gun)
    assert "aimed at plane 4 by the Mk37 director" in tooltip(gun)
    assert tooltip(thing(state, "gun:40A")).endswith("aimed at plane 4")
    assert tooltip(thing(state, "plane:4")).endswith("aimed at by 5in1 40A")
    assert "G2" in words(thing(state, "plane:4"))
    assert {"A1", "S1"} <= set(words(thing(state, "plane:1")))
    assert tooltip(thing(state, "plane:1")).endswith("AFS 1, SFS 1")
    assert "aimed" not in tooltip(thing(state, "gun:5in2"))


def test_support_and_spray_are_marked_on_specials() -> None:
    state = attacked()
    step = SpecialDefence()
    step.afs, step.sfs, step.sprayed = [2, 0], [0, 1], 0b10
    state.agenda.append(step)
    assert tooltip(thing(state, "special:1")).endswith("AFS 2")
    assert tooltip(thing(state, "special:2")).endswith("SFS 1, spray fire")
    assert "spray" in words(thing(state, "special:2"))


def test_hits_of_the_log_stand_at_their_bearing() -> None:
    state = fresh()
    state.hits_by_bearing[BEARINGS.index(135)] = 2
    assert "2 planes struck from here" in tooltip(thing(state, "bearing:135"))
    assert "struck" not in tooltip(thing(state, "bearing:90"))
    (names,) = of_class(drawn(state), "names")
    assert "2" in words(names)


# The ship.


def test_guns_show_hits_loss_and_silence() -> None:
    state = fresh()
    state.guns[0], state.guns[1], state.guns[12] = 2, 3, 1
    assert classes(thing(state, "gun:5in1")) == ["gun", "damaged"]
    assert "2" in words(thing(state, "gun:5in1"))
    assert "2 of 3 hits" in tooltip(thing(state, "gun:5in1"))
    for lost in ("gun:5in2", "gun:20C"):
        assert classes(thing(state, lost)) == ["gun", "destroyed"]
        assert len(of_class(thing(state, lost), "cross")) == 1
    assert classes(thing(state, "gun:5in3")) == ["gun"]
    assert not of_class(thing(state, "gun:5in3"), "cross")
    state.ammo = 0
    assert classes(thing(state, "gun:5in3")) == ["gun", "silent"]
    assert "cannot fire" in tooltip(thing(state, "gun:5in3"))


def test_men_and_the_xo_at_a_gun() -> None:
    state = fresh()
    state.guns[0], state.at_gun[0], state.posts[XO] = 1, 2, AT_GUN + 0
    gun = thing(state, "gun:5in1")
    assert men_in(gun) == 2
    assert tooltip(gun).endswith("2 crewmen repair it, the XO is there")
    assert "5in 1" in words(thing(state, "officer:xo"))


@pytest.mark.parametrize(
    ("item", "place"), [(MK37, "equipment:mk37"), (1, "equipment:40a"), (SC, "equipment:sc")]
)
def test_equipment_shows_damage_loss_and_the_man_at_it(item: int, place: str) -> None:
    state = fresh()
    assert classes(thing(state, place)) == ["equipment"]
    state.equipment[item], state.at_equipment[item] = 1, 1
    assert classes(thing(state, place)) == ["equipment", "damaged"]
    assert men_in(thing(state, place)) == 1
    state.equipment[item], state.at_equipment[item] = 2, 0
    assert classes(thing(state, place)) == ["equipment", "destroyed"]
    assert len(of_class(thing(state, place), "cross")) == 1
    assert men_in(thing(state, place)) == 0


@pytest.mark.parametrize("room", [MAG_1, ENGINE_FWD, PORT_SHAFT])
def test_rooms_show_their_boxes_and_hits(room: int) -> None:
    state = fresh()
    boxes = state.charts.ship.primaries[room].boxes
    for hits in range(boxes + 1):
        state.primaries[room] = hits
        element = thing(state, PRIMARY_PLACES[room])
        assert (crossed(element), box_count(element)) == (hits, boxes)
        assert f"{hits} of {boxes} boxes" in tooltip(element)
        assert ("destroyed" in classes(element)) == (hits == boxes)
        assert ("damaged" in classes(element)) == (0 < hits < boxes)


def test_rooms_show_fire_and_flooding() -> None:
    state = fresh()
    state.primaries[MAG_1] = 1
    state.fires, state.flooded = 1 << MAG_1, 1 << ENGINE_FWD
    burning, flooded = (thing(state, PRIMARY_PLACES[room]) for room in (MAG_1, ENGINE_FWD))
    assert len(of_class(burning, "fire")) == len(of_class(flooded, "flood")) == 1
    assert len(of_class(burning, "flood")) == len(of_class(flooded, "fire")) == 0
    assert "burning" in tooltip(burning)
    assert "flooded" in tooltip(flooded)


def test_the_state_of_a_room_changes_its_colour() -> None:
    looks = []
    for hits, fire in ((0, 0), (1, 0), (1, 1), (4, 0)):
        state = fresh()
        state.primaries[MAG_1], state.fires = hits, fire << MAG_1
        room = thing(state, PRIMARY_PLACES[MAG_1])
        looks.append(next(room.iter(f"{SVG}rect")).get("fill"))
    assert len(set(looks)) == len(looks)


def test_crewmen_and_officers_stand_in_their_rooms() -> None:
    state = fresh()
    state.at_primary[MAG_1] = 3
    state.posts[CPO] = MAG_1
    room = thing(state, PRIMARY_PLACES[MAG_1])
    assert men_in(room) == 3
    assert "CP" in words(room)
    assert tooltip(room).endswith("3 crewmen, CPO")
    assert {"CO", "XO"} <= set(words(thing(state, "compartment:bridge")))
    state.alive &= ~(1 << CPO)
    assert "CP" not in words(thing(state, PRIMARY_PLACES[MAG_1]))


def test_secondaries_show_hits_flooding_and_crew() -> None:
    state = fresh()
    state.secondaries[0], state.secondaries[1] = 1, 2
    state.secondary_flooded, state.secondary_crew = 0b10, 0b1
    damaged, lost, whole = (thing(state, SECONDARY_PLACES[room]) for room in range(3))
    assert (crossed(damaged), crossed(lost), crossed(whole)) == (1, 2, 0)
    assert (men_in(damaged), men_in(lost), men_in(whole)) == (1, 0, 0)
    assert "damaged" in classes(damaged)
    assert {"destroyed", "flooded"} <= set(classes(lost))
    assert len(of_class(lost, "flood")) == 1
    assert classes(whole) == ["secondary"]


def test_the_basic_game_has_no_secondaries_no_flood_and_no_list() -> None:
    basic = ids(drawn(fresh("basic")))
    assert not [place for place in basic if place.startswith("secondary:")]
    assert "track:flood" not in basic
    assert "track:list" not in basic


def test_sections_show_their_deck_fires_and_crews() -> None:
    state = fresh()
    state.deck_fires = [0, 0, 2]
    state.crew, state.at_primary[MAG_1] = [12, 10, 13], 3
    assert len(of_class(thing(state, "section:aft"), "fire")) == 2
    assert not of_class(thing(state, "section:forward"), "fire")
    crews = {crew.get("data-place"): crew for crew in of_class(drawn(state), "crew")}
    assert len(of_class(crews["section:aft"], "fire")) == 2
    assert men_in(crews["section:forward"]) == 9
    assert "9 free of 12" in words(crews["section:forward"])
    assert men_in(crews["section:midship"]) == 10


# The panel.


@pytest.mark.parametrize("track", ["ammo", "hull", "manoeuvre", "fuel", "flood"])
@pytest.mark.parametrize("value", [0, 3, 4, 10])
def test_tracks_are_filled_as_far_as_their_markers(track: str, value: int) -> None:
    state = fresh()
    setattr(state, track, value)
    element = thing(state, f"track:{track}")
    fills = [rect.get("fill") for rect in element.iter(f"{SVG}rect")]
    assert len(fills) == 10
    assert sum(fill != "#fff" for fill in fills) == value
    assert words(element)[-1] == str(value)
    assert ("#c0271b" in fills) == (0 < value <= 3)


def test_morale_water_lines_list_and_trim() -> None:
    state = fresh()
    state.morale, state.water_lines = -2, 3
    state.lean[PORT], state.lean[STARBOARD], state.lean[STERN] = 3, 1, 2
    assert tooltip(thing(state, "track:morale")) == "morale -2"
    lines = thing(state, "track:water-lines")
    assert (crossed(lines), box_count(lines)) == (3, 3)
    assert "destroyed" in words(lines)
    shown = words(thing(state, "track:list"))
    assert shown[1:5] == ["3", "1", "0", "2"]
    assert shown[5:] == ["2 list to port", "2 by the stern"]
    assert words(thing(fresh(), "track:list"))[5:] == ["on an even keel"]


def test_people_show_value_post_and_death() -> None:
    state = fresh()
    state.values[GUNNERY], state.values[CPO] = -2, 1
    state.posts[GUNNERY], state.posts[DCO] = 5, IN_SECTION + FORWARD
    state.alive &= ~(1 << CPO)
    assert words(thing(state, "officer:gunnery")) == ["GU", "Gunnery", "-2", "CIC"]
    assert words(thing(state, "officer:dco"))[-1] == "repairs forward"
    assert words(thing(state, "officer:chief-2"))[-1] == "Repair 2"
    dead = thing(state, "officer:cpo")
    assert words(dead)[-1] == "killed"
    assert "killed" in classes(dead)
    assert len([p for p in ids(drawn(state)) if p.startswith("officer:")]) == len(PEOPLE)


def test_time_weather_station_and_support() -> None:
    state = fresh()
    state.phase, state.weather, state.station = 2, RAIN, 9
    state.fdt, state.sfs, state.sfs_used, state.afs = True, 2, 1, 5
    time = thing(state, "track:calendar")
    assert tooltip(time) == "12 Apr 1945, night, rain"
    assert "Kikusui" in words(time)
    bold = [t.text for t in time.iter(f"{SVG}text") if t.get("font-weight") == "bold"]
    assert bold[0] == "night"
    station = thing(state, "track:station")
    assert words(station)[:6] == ["FDT", "aboard", "SFS", "1 of 2", "AFS", "5 left"]
    assert "Station 9" in words(drawn(state))


def test_the_three_kinds_of_weather_have_three_signs() -> None:
    signs = set()
    for weather in (0, RAIN, STORM):
        state = fresh()
        state.weather = weather
        time = thing(state, "track:calendar")
        signs.add(tuple(p.get("d") for p in time.iter(f"{SVG}path")))
    assert len(signs) == 3


def test_conditions_of_the_ship_are_told() -> None:
    state = fresh()
    state.dead_in_water = state.emergency = True
    assert "dead in the water, emergency repairs" in words(thing(state, "track:station"))
    assert len(words(thing(fresh(), "track:station"))) == 7


def test_the_log_tells_what_was_shot_down() -> None:
    state = fresh()
    state.kills_by_kind = {"Zero": 3, "Val": 1}
    assert "Val, Zero 3" in words(drawn(state))
    assert "4 planes" in words(drawn(state))


def test_the_log_tells_the_hits_taken() -> None:
    state = fresh()
    assert not any("hits taken" in line for line in words(drawn(state)))
    state.hits_by_bearing[2] = 2
    assert "hits taken 2" in words(drawn(state))
    state.crashes[1] = 1
    assert "hits taken 3, 1 by special planes" in words(drawn(state))


@pytest.mark.parametrize(
    ("winner", "victory"), [("usn", "US victory"), ("ijn", "Japanese victory"), (None, "Draw")]
)
def test_a_banner_tells_the_result(winner: str | None, victory: str) -> None:
    state = fresh()
    assert of_class(drawn(state), "result") == []
    state.result = Result(winner, "8 ships sunk")
    (banner,) = of_class(drawn(state), "result")
    assert words(banner) == [victory, "8 ships sunk"]


def test_names_are_escaped() -> None:
    state = fresh()
    state.ship = 'Bush & "Co" <3'
    (heading,) = of_class(drawn(state), "heading")
    assert words(heading)[0].startswith('USS Bush & "Co" <3')


def test_a_ship_without_a_name_is_called_so() -> None:
    assert "without a name" in words(thing(state_of("naming"), "track:ship"))[0]


def test_the_sections_of_the_plan_are_named() -> None:
    root = drawn(fresh())
    for number, name in enumerate(SECTIONS, 1):
        assert tooltip(ids(root)[f"section:{name}"]) == f"{name}, the section of Repair {number}"


# --- Overlays ---


def sector_of(state: PicketState, gun: str) -> int:
    """How many spaces are marked as the gun's."""
    root = ElementTree.fromstring(picture(state, [f"sector:{gun}"]))
    (overlay,) = of_class(root, "overlay")
    assert overlay.get("id") == f"overlay:sector:{gun}"
    return len(overlay)


def test_the_sector_of_a_gun_is_what_the_chart_lets_it_reach() -> None:
    state = fresh()
    for mount in state.charts.mounts:
        gun = GUN_PLACES[mount.id].removeprefix("gun:")
        assert sector_of(state, gun) == mount.reach.bit_count()
    assert of_class(drawn(state), "overlay") == []


def test_a_list_takes_from_the_sector() -> None:
    state = fresh()
    upright = sector_of(state, "5in1")
    state.lean[PORT] = 4
    assert sector_of(state, "5in1") < upright


@pytest.mark.parametrize("name", ["sector:5in9", "sector", "range:5in1", ""])
def test_an_overlay_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="no overlay"):
        picture(fresh(), [name])


# --- The campaign's calendar ---


def test_a_campaign_has_its_calendar() -> None:
    state = state_of("naming")
    days = thing(state, "track:days")
    raids = [name for name in words(days) if name.isdecimal()]
    assert sorted(set(map(int, raids))) == list(range(1, 11))
    assert {"Mar", "Apr", "May", "Jun"} <= set(words(days))
    assert len(days.findall(f"{SVG}rect")) == 94
    assert "Kikusui 1 in" in tooltip(days)
    assert "track:days" not in ids(drawn(fresh()))
