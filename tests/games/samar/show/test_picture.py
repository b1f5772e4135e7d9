"""The picture of Samar: well-formed, complete, and true to the state it shows."""

from __future__ import annotations

import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from samar_scenes import SCENES, blow, crowded, formation, fresh, late, melee, over, sail
from samar_table import begin, fly, number, put, table

from flankspeed.engine import Choice, Decision, Match, OptionError, Rolled
from flankspeed.games.samar.data.hexes import FACINGS, STEPS, hex_name, hex_named
from flankspeed.games.samar.data.markers import ABSENT, COMBAT, GUN, MOVEMENT, TORPEDO
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.show.picture.grid import centre, outline
from flankspeed.games.samar.state import Blow, SamarState

SVG = "{http://www.w3.org/2000/svg}"
SHIPS = {
    "BB": "J-Yamato",
    "CA": "J-CA1",
    "CL": "J-CL1",
    "DD": "U-DD4",
    "CVE": "U-CVE7",
    "DE": "U-DE6",
}
MARKERS = {
    "hits=3": ("hits", "3/7"),
    "fires=2": ("fire", "2"),
    "panic": ("panic", ""),
    "launched=2": ("torpedoes", "2"),
    "cruise": ("cruise", ""),
    "flank": ("flank", ""),
    "evasive": ("evasive", ""),
    "slowed": ("slowed", ""),
    "diw": ("diw", ""),
}


# Reading a picture.


def picture(state: SamarState, overlays: Sequence[str] = ()) -> str:
    return Samar().picture(state, state.seat_to_choose, overlays)


def drawn(state: SamarState, *overlays: str) -> Element:
    return ElementTree.fromstring(picture(state, overlays))


def ids(root: Element) -> dict[str, Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def thing(state: SamarState, place: str) -> Element:
    return ids(drawn(state))[place]


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def of_class(root: Element, *names: str) -> list[Element]:
    return [element for element in root.iter() if set(names) <= set(classes(element))]


def words(element: Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def tooltip(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


def markers(element: Element) -> list[str]:
    return [classes(marker)[1] for marker in of_class(element, "marker")]


def offset(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def outlines(element: Element) -> int:
    """How many dashed outlines of an option there are."""
    return sum(e.get("stroke-dasharray") == "6 3" for e in element.iter())


def row(root: Element, ship: str) -> Element:
    """A ship's line in the order of battle."""
    found = [
        e for e in of_class(root, "row") if f"ship:{ship}" in (e.get("id"), e.get("data-place"))
    ]
    assert len(found) == 1
    return found[0]


def every_place(state: SamarState) -> list[str]:
    """Whatever the picture of a state must have: each of these once."""
    charts = state.charts
    return [
        *(f"hex:{hex_name(hex_)}" for hex_ in charts.hexes),
        *(charts.places[s] for s, where in enumerate(state.where) if where != ABSENT),
        *(f"air:{squadron.kind}" for squadron in charts.squadrons),
    ]


def offer(state: SamarState, *places: str) -> None:
    options = [Choice(f"take {place}", f"take the {place}", place) for place in places]
    state.decision = Decision("usn", "Choose", tuple(options))


# What is true of every picture.


@pytest.mark.parametrize("name", SCENES)
def test_it_is_well_formed_and_complete_in_itself(name: str) -> None:
    svg = picture(SCENES[name]())
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert len(svg) < 400_000
    assert not re.search(r"<(script|style|image|use|foreignObject)\b|href|url\(| on\w+=", svg)
    assert not re.search(r"\d\.\d{3}", svg), "numbers are rounded"


@pytest.mark.parametrize("name", SCENES)
def test_everything_carries_its_id_once(name: str) -> None:
    state = SCENES[name]()
    counts = Counter(e.attrib["id"] for e in drawn(state).iter() if "id" in e.attrib)
    assert counts == Counter(every_place(state))


@pytest.mark.parametrize("name", SCENES)
def test_it_has_a_title_and_a_description(name: str) -> None:
    root = drawn(SCENES[name]())
    assert (root[0].text or "").startswith("Yamato Unleashed: turn ")
    assert "IJN at sea: " in root.findtext(f"{SVG}desc", "")


@pytest.mark.parametrize("name", SCENES)
def test_the_same_state_gives_the_same_text_and_is_not_changed(name: str) -> None:
    state = SCENES[name]()
    before = state.copy()
    assert picture(state) == picture(before)
    assert state == before


def test_it_does_not_depend_on_the_order_of_hashes() -> None:
    program = (
        "from samar_scenes import melee;"
        "from flankspeed.games.samar.game import Samar;"
        "overlays = ('range:J-Yamato', 'arcs:U-DD4', 'sighting:J-CA1');"
        "state = melee();"
        "print(Samar().picture(state, state.seat_to_choose, overlays), end='')"
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


def test_every_option_of_a_game_has_its_place() -> None:
    match = Match(Samar(), "battle", dice=Rolled(5))
    chance = random.Random(5)
    prompts = set()
    for step in range(900):
        if not match.decision:
            break
        state = match.state
        assert isinstance(state, SamarState)
        prompt = match.decision.prompt.split()[0]
        if step % 60 == 0 or prompt not in prompts:
            prompts.add(prompt)
            found = ids(drawn(state))
            for option in match.decision.options:
                if option.place:
                    assert "option" in classes(found[option.place]), option
        match.play(chance.choice(match.decision.options))
    assert len(prompts) >= 4


# The map.


def test_hexes_lie_in_columns_and_even_ones_lower() -> None:
    assert centre(hex_named("0101")) == (26, 23)
    assert centre(hex_named("0102")) == (26, 69)
    assert centre(hex_named("0201")) == (65, 46)
    for here in ("1411", "1512"):
        x, y = centre(hex_named(here))
        for facing, step in enumerate(STEPS):
            u, v = centre(hex_named(here) + step)
            angle = math.degrees(math.atan2(u - x, y - v)) % 360
            assert abs(angle - facing * 60) < 1
            assert 45 < math.hypot(u - x, v - y) < 47


def test_every_hex_has_its_number_at_its_north_face() -> None:
    root = drawn(fresh())
    (numbers,) = of_class(root, "fine")
    assert words(numbers) == [hex_name(hex_) for hex_ in fresh().charts.hexes]
    for column in numbers:
        x, _ = offset(column)
        for text in column:
            middle = centre(hex_named(text.text or ""))
            assert (x, float(text.get("y", "")) + 14) == middle


def test_land_and_shallows_are_drawn_where_they_are() -> None:
    own: dict[str, dict[str, str]] = {f"{column:02d}": {} for column in range(1, 11)}
    (empty,) = of_class(drawn(table({}, data={"map": own})), "sea")
    islet = {**own, "20": {"shallows": "20", "land": "21"}}
    (sea,) = of_class(drawn(table({}, data={"map": islet})), "sea")
    for fill, hexes in (("#5f6b43", ["2021"]), ("#23798a", ["2020", "2021"])):
        assert [e for e in empty.iter() if e.get("fill") == fill] == []
        (shape,) = (e for e in sea.iter() if e.get("fill") == fill)
        figures = [int(figure) for figure in re.findall(r"-?\d+", shape.get("d", ""))]
        points = list(zip(figures[::2], figures[1::2], strict=True))
        for point in points:
            assert min(math.dist(point, centre(hex_named(name))) for name in hexes) < 34
        for name in hexes:
            x, y = centre(hex_named(name))
            assert min(u for u, _ in points) < x - 10 < x + 10 < max(u for u, _ in points)
            assert min(v for _, v in points) < y - 10 < y + 10 < max(v for _, v in points)


def test_the_set_up_area_is_shown_at_set_up_only() -> None:
    assert len(of_class(drawn(fresh()), "set-up")) == 1
    assert of_class(drawn(formation()), "set-up") == []


# Marks for a page that knows no game.


def test_the_map_is_the_field_and_what_moves_on_it_are_pieces() -> None:
    root = drawn(melee())
    (field,) = of_class(root, "field")
    pieces = of_class(field, "pieces")
    assert pieces == of_class(root, "pieces")
    names = [name for piece in pieces for name in classes(piece) if name != "pieces"]
    assert sorted(names) == ["names", "ships", "shots", "smokes", "trails"]


def test_hexes_and_sides_are_spaces_and_things_are_not() -> None:
    state, _ = steering_ship()
    found = ids(drawn(state))
    spaces = {place for place, element in found.items() if "space" in classes(element)}
    kinds = ("hex:", "side:", "smoke:")
    assert spaces == {place for place in found if place.startswith(kinds)}
    assert {place.partition(":")[0] for place in set(found) - spaces} == {"ship", "air"}
    offer(state, "hex:1411")
    assert {"space", "option"} <= set(classes(thing(state, "hex:1411")))


# Options.


def test_every_option_is_outlined_and_tells_its_labels() -> None:
    state = melee()
    places = ["hex:1411", "ship:J-Yamato", "air:TB", "ship:U-CVE3"]
    offer(state, *places)
    root = drawn(state)
    found = ids(root)
    assert [p for p, e in found.items() if "option" in classes(e)] == places
    for place in places:
        assert f"take the {place}" in tooltip(found[place])
        assert outlines(found[place]) == (place[:3] != "hex")
    (marked,) = of_class(root, "options")
    assert marked.get("d", "").count("M") == 1
    assert "option" in classes(row(root, "J-Yamato"))
    assert outlines(row(root, "J-Nagato")) == 0


def test_many_labels_of_one_place_are_cut_short() -> None:
    state = melee()
    options = [Choice(f"do {n}", f"label {n}", "ship:J-Yamato") for n in range(1, 8)]
    state.decision = Decision("ijn", "Choose", tuple(options))
    shown = tooltip(thing(state, "ship:J-Yamato"))
    assert "label 4" in shown
    assert "label 5" not in shown
    assert "and 3 more" in shown


def test_the_heading_tells_who_must_choose_what() -> None:
    state = melee()
    offer(state, "ship:J-Yamato")
    state.decision = Decision(
        "usn", 'a <b> & "c"', state.decision.options if state.decision else ()
    )
    (heading,) = of_class(drawn(state), "heading")
    assert words(heading)[-1] == 'USNa <b> & "c"'


def test_what_is_plotted_is_drawn_for_the_seat_that_plots_alone() -> None:
    match = Match(Samar(), "battle", {"combat_declaration": "plot"}, dice=Rolled(1))
    chance = random.Random(1)
    while match.decision and "attack whom" not in match.decision.prompt:
        match.play(chance.choice(match.decision.options))
    state = match.state
    assert isinstance(state, SamarState)
    own = state.seat_to_choose
    (other,) = {"usn", "ijn"} - {own}
    shown = ElementTree.fromstring(Samar().picture(state, own))
    assert of_class(shown, "option")
    assert of_class(shown, "acting")
    assert "attack whom" in "".join(words(shown))
    for seat in (other, None):
        hidden = ElementTree.fromstring(Samar().picture(state, seat))
        assert not of_class(hidden, "option")
        assert not of_class(hidden, "acting")
        assert "attack whom" not in "".join(words(hidden))


def steering_ship() -> tuple[SamarState, int]:
    """A ship about to steer, with all turns open to her."""
    match = Match(Samar(), "battle", dice=Rolled(2))
    for text in ("formation", "usn first", "move U-DD4", "battle"):
        match.play(text)
    assert isinstance(match.state, SamarState)
    return match.state, number(match.state, "U-DD4")


def test_a_moving_ship_is_ringed_and_its_headings_are_arrows_in_the_hex_ahead() -> None:
    state, ship = steering_ship()
    assert state.decision
    root = drawn(state)
    ahead = state.where[ship] + STEPS[state.facing[ship]]
    found = {p: e for p, e in ids(root).items() if p.startswith(("side:", "smoke:"))}
    for place, area in found.items():
        heading = place.partition(":")[2]
        assert offset(area) == centre(ahead)
        assert f"rotate({60 * FACINGS.index(heading)})" in area.get("transform", "")
        assert "option" in classes(area)
    (acting,) = of_class(root, "acting")
    assert acting.get("id") == state.charts.places[ship]


def test_each_way_to_steer_has_a_place_of_its_own_that_says_what_it_is() -> None:
    state, _ = steering_ship()
    assert state.decision
    found = ids(drawn(state))
    assert len({option.place for option in state.decision.options}) == 12
    for option in state.decision.options:
        kind, _, heading = option.place.partition(":")
        smoke = " and lay smoke in 1211" if kind == "smoke" else ""
        words = f"Steer {heading}{smoke}. Now: {option.label}"
        assert tooltip(found[option.place]) == words
        assert option.text.endswith(" smoke") == (kind == "smoke")


def test_the_hex_ahead_stands_for_straight_on() -> None:
    state, ship = steering_ship()
    (steering,) = of_class(drawn(state), "steering")
    (area,) = (element for element in steering.iter() if element.get("data-place"))
    assert area.get("data-place") == f"side:{FACINGS[state.facing[ship]]}"
    x, y = centre(state.where[ship] + STEPS[state.facing[ship]])
    assert area.get("d", "").startswith(f"M{x - 26} {y}")


# Ships.


@pytest.mark.parametrize("facing", FACINGS)
def test_a_ship_lies_in_her_hex_and_points_where_she_heads(facing: str) -> None:
    state = table({"J-Yamato": f"1620 {facing}"})
    ship = thing(state, "ship:J-Yamato")
    assert offset(ship) == centre(hex_named("1620"))
    turns = [
        float(t)
        for t in re.findall(r'transform="rotate\((\d+)\)', ElementTree.tostring(ship, "unicode"))
    ]
    assert turns == ([60 * FACINGS.index(facing)] if facing != "N" else [])


def test_names_stand_by_the_ships() -> None:
    state = table({"J-Yamato": "1620 N", "U-DE9": "0505 S", "U-CA4": "3030 NE hulk"})
    (names,) = of_class(drawn(state), "names")
    assert words(names) == ["● Yamato", "★ S.B. Roberts", "★ Shropshire"]
    for text, where in zip(names, ("1620", "0505", "3030"), strict=True):
        x, y = centre(hex_named(where))
        assert float(text.get("x", "")) == x
        assert 13 < abs(float(text.get("y", "")) - y) < 30


def test_every_type_has_its_own_shape_in_both_navies() -> None:
    def hull(ship: str) -> str | None:
        state = table({ship: "1620 N diw"})
        return next(thing(state, f"ship:{ship}").iter(f"{SVG}path")).get("d")

    shapes = [hull(ship) for ship in (*SHIPS.values(), "U-Tenn", "U-CA1", "U-CL1", "J-DD1")]
    assert len(set(shapes)) == len(shapes)


def test_navies_differ_by_more_than_colour() -> None:
    state = table({"J-DD1": "1620 N", "U-DD1": "1820 N"})
    flags = []
    for ship in ("J-DD1", "U-DD1"):
        shapes = [e.get("d") for e in thing(state, f"ship:{ship}").iter(f"{SVG}path")]
        flags.append(shapes[-1])
    assert flags[0] != flags[1]


def test_a_damaged_side_and_a_hulk_look_different() -> None:
    looks, names = [], []
    for marks in ("", "damaged", "hulk"):
        state = table({"J-Kongo": f"1620 N {marks}"})
        ship = thing(state, "ship:J-Kongo")
        hull = next(e for e in ship.iter(f"{SVG}path") if (e.get("d") or "").startswith("M0-24"))
        looks.append((hull.get("fill"), hull.get("stroke-dasharray"), len(list(ship.iter()))))
        names.append(classes(ship)[1:])
    assert len(set(looks)) == 3
    assert names == [["ijn", "BB"], ["ijn", "BB", "damaged"], ["ijn", "BB", "hulk"]]


@pytest.mark.parametrize("mark", MARKERS)
def test_every_marker_is_drawn_on_the_ship_and_in_her_row(mark: str) -> None:
    name, figure = MARKERS[mark]
    plain = drawn(table({"J-Yamato": "1620 NE"}))
    assert markers(ids(plain)["ship:J-Yamato"]) == markers(row(plain, "J-Yamato")) == []
    root = drawn(table({"J-Yamato": f"1620 NE {mark}"}))
    for element in (ids(root)["ship:J-Yamato"], row(root, "J-Yamato")):
        assert markers(element) == [name]
        (marker,) = of_class(element, "marker")
        assert words(marker) == ([figure] if figure else [])


def test_all_markers_together_do_not_hide_each_other() -> None:
    for facing in FACINGS:
        words_ = f"1620 {facing} hits=2 fires=2 panic launched=1 slowed"
        ship = thing(table({"J-CA2": words_}), "ship:J-CA2")
        spots = [offset(child) for child in ship if child.find(f"{SVG}g[@class]") is not None]
        assert len(spots) == len(markers(ship)) == 5
        for i, (x, y) in enumerate(spots):
            assert math.hypot(x, y) > 12, "clear of the hull"
            assert all(math.hypot(x - u, y - v) > 11 for u, v in spots[i + 1 :])


def test_a_hulk_has_no_markers_and_no_wake() -> None:
    moving = thing(table({"J-CA2": "1620 N"}), "ship:J-CA2")
    state = table({"J-CA2": "1620 N hulk"})
    state.launched[number(state, "J-CA2")] = 1
    hulk = thing(state, "ship:J-CA2")
    assert markers(hulk) == []
    foam = [e for e in moving.iter() if e.get("stroke") == "#e6f6ff"]
    assert foam
    assert not [e for e in hulk.iter() if e.get("stroke") == "#e6f6ff"]
    assert len(of_class(hulk, "plume")) == 1


def test_wakes_tell_the_speed() -> None:
    def wake(marks: str) -> tuple[str | None, ...]:
        ship = thing(table({"J-CA2": f"1620 N {marks}"}), "ship:J-CA2")
        return tuple(e.get("d") for e in ship.iter() if e.get("stroke") == "#e6f6ff")

    assert len({wake(marks) for marks in ("", "cruise", "flank", "evasive", "diw")}) == 5
    assert wake("slowed") == wake("cruise")
    assert wake("panic") == wake("evasive"), "a panicked ship at battle speed evades (A-13)"
    assert wake("diw") == ()


def test_a_tooltip_tells_all_of_a_ship() -> None:
    state = melee()
    assert tooltip(thing(state, "ship:J-CA2")) == (
        "Chokai (CA2), dead in the water at 1812 heading SW, damaged, 2 of 2 hits, 3 fires, panic, "
        "torpedoes out 1, under attack by 1 bomber squadron. "
        "Rng 11 G 2 S 0A W 3 A 2T T 0 V 5 M 1"
    )
    slow = tooltip(thing(table({"J-CA2": "1620 N cruise"}), "ship:J-CA2"))
    assert slow.startswith("Chokai (CA2), cruising at 1620 heading N. ")
    assert tooltip(thing(state, "ship:U-DE9")).startswith("Samuel B. Roberts (DE9), hulk at 1312. ")
    assert tooltip(thing(state, "ship:U-CVE3")).startswith(
        "Marcus Island (CVE3), waits off the map"
    )


# Stacks.


@pytest.mark.parametrize("count", range(1, 20))
def test_ships_in_one_hex_fan_out(count: int) -> None:
    state = fresh()
    ships = state.charts.groups["center"][:count]
    for ship in ships:
        put(state, state.charts.ids[ship], "1620 NE")
    root = drawn(state)
    spots = [offset(ids(root)[state.charts.places[ship]]) for ship in ships]
    x, y = centre(hex_named("1620"))
    for i, (u, v) in enumerate(spots):
        assert math.hypot(u - x, v - y) < (40 if count <= 6 else 80)
        assert all(math.hypot(u - p, v - q) > 14 for p, q in spots[i + 1 :])
    hubs = of_class(root, "stack")
    assert len(hubs) == (count > 1)
    if count > 2:
        assert words(hubs[0]) == [str(count)]
        spokes = next(e for e in hubs[0].iter(f"{SVG}path")).get("d", "")
        assert spokes.count("L") == count


def test_large_stacks_bear_numbers_for_names() -> None:
    (names,) = of_class(drawn(crowded()), "names")
    assert {"★ CVE7", "★ DE9", "● Shimakaze", "★ Manila Bay"} <= set(words(names))
    assert "★ St. Lo" not in words(names)


# What has happened.


def test_smoke_lies_in_its_hexes_with_the_number_of_markers() -> None:
    root = drawn(melee())
    found = {offset(bank): (words(bank), tooltip(bank)) for bank in of_class(root, "smoke")}
    assert len(found) == 7
    assert found[centre(hex_named("1615"))] == (["3"], "3 smoke in 1615")
    assert found[centre(hex_named("1313"))] == ([], "1 smoke in 1313")
    assert of_class(drawn(fresh()), "smoke") == []


def test_trails_run_through_the_hexes_of_the_last_move() -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "2020 N"})
    assert of_class(drawn(state), "trails") == []
    sail(state, "J-CA1", "NE", "N", "N")
    (trails,) = of_class(drawn(state), "trails")
    points = [centre(step >> 3) for step in state.trails[number(state, "J-CA1")]]
    (x, y), *rest = points
    assert len(points) == 4
    lines = [e.get("d", "") for e in trails.iter(f"{SVG}path")]
    assert lines[0] == f"M{x} {y}L" + " ".join(f"{u} {v}" for u, v in rest)


def test_shots_show_weapon_effect_and_both_ends() -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "2020 N"})
    state.phase = COMBAT
    assert of_class(drawn(state), "shots") == []
    blow(state, "J-CA1", "U-DD1", GUN, 2)
    blow(state, "J-CA1", "U-DD1", GUN, 0)
    blow(state, "U-DD1", "J-CA1", TORPEDO, 1)
    blow(state, "TB", "J-CA1", TORPEDO, 0)
    (shots,) = of_class(drawn(state), "shots")
    assert [classes(shot)[1] for shot in shots] == ["hit", "miss", "hit", "miss"]
    assert [words(shot) for shot in shots] == [["2"], [], ["1"], []]
    pens = {(e[0].get("stroke"), e[0].get("stroke-dasharray")) for e in shots}
    assert len(pens) == 3
    x, y = centre(hex_named("1620"))
    assert shots[0][0].get("d", "").startswith(f"M{x} {y}L")
    assert shots.get("opacity") is None


def test_shots_stay_where_they_fell_when_ships_move_on() -> None:
    state = table({"J-CA1": "1620 N", "U-DD1": "2020 N"})
    state.phase = MOVEMENT
    blow(state, "J-CA1", "U-DD1", GUN, 2)
    sail(state, "J-CA1", "N", "N")
    (shots,) = of_class(drawn(state), "shots")
    x, y = centre(hex_named("1622"))
    assert shots[0][0].get("d", "").startswith(f"M{x} {y}L")
    assert shots.get("opacity") == "0.5"
    state.where[number(state, "U-DD1")] = -6
    assert of_class(drawn(state), "shots") == []


def test_air_units_circle_over_their_targets() -> None:
    state = melee()
    strike = of_class(thing(state, "ship:J-Yamato"), "strike")[0]
    assert words(strike) == ["2", "1"]
    assert len(of_class(strike, "plane")) == 2
    assert of_class(thing(state, "ship:J-Nagato"), "strike") == []


# Around the map.


def test_the_air_box_counts_the_units() -> None:
    state = melee()
    torpedo, special = thing(state, "air:TB"), thing(state, "air:SA")
    assert tooltip(torpedo) == "torpedo squadrons: 1 ready, 2 on targets, 0 to come, 1 spent"
    assert tooltip(special) == "special attack units: 0 ready, 1 on targets, 4 to come, 1 spent"
    assert words(torpedo)[:2] == ["1", "TB"]
    state.special = 1
    assert "1 ready, 1 on targets, 3 to come" in tooltip(thing(state, "air:SA"))
    assert "a special attack must be placed" in words(drawn(state))


def test_the_track_shows_every_turn_and_the_marker() -> None:
    state = melee()
    (track,) = of_class(drawn(state), "track")
    turns = of_class(track, "turn")
    assert [words(turn)[1] for turn in turns] == [turn.time for turn in state.charts.turns]
    assert [words(turn)[2] for turn in turns] == [str(t.sighting) for t in state.charts.turns]
    assert [classes(turn)[1:] for turn in turns] == [["past"]] * 6 + [["now"]] + [[]] * 9
    assert "Taffy 2 may enter; air units are drawn" in tooltip(turns[2])


def test_the_clock_tells_time_phase_and_sight() -> None:
    (clock,) = of_class(drawn(melee()), "clock")
    assert words(clock)[:3] == ["0800", "turn 7 of 16", "sighting limit 15 hexes"]
    assert "moves first" not in " ".join(words(clock))  # nobody knows yet
    bright = [e.get("fill") for e in clock.iter(f"{SVG}rect")]
    assert [fill == "#ffc83d" for fill in bright] == [False, True, False, False]
    (clock,) = of_class(drawn(late()), "clock")
    assert "IJN moves first" in words(clock)


def test_cups_count_what_is_to_come() -> None:
    cups = [words(cup) for cup in of_class(drawn(fresh()), "cup")]
    assert cups == [
        ["19", "Center Force cup"],
        ["4", "battleships later"],
        ["13", "Taffy 3 to set up"],
        ["14", "Taffy 2 off the map"],
        ["14", "Bombardment cup"],
    ]


def test_victory_shows_armor_gone_and_lost() -> None:
    root = drawn(late())
    assert "map cleared at 0848" in words(root)
    (gauge,) = of_class(root, "exited")
    assert "8" in words(gauge)
    fills = [e.get("fill") for e in gauge.iter(f"{SVG}rect")]
    assert len(fills) == 20
    assert Counter(fills).most_common()[-1][1] == 8
    ijn, usn = of_class(root, "losses")
    assert words(ijn) == ["IJN lost", "14"]
    assert words(usn) == ["USN lost", "22"]
    assert (len(of_class(ijn, "wreck")), len(of_class(usn, "wreck"))) == (4, 13)
    assert "map not yet cleared of USN ships" in words(drawn(melee()))


def test_the_roster_shows_the_ratings_of_the_side_that_shows() -> None:
    state = melee()
    root = drawn(state)
    yamato, haruna = row(root, "J-Yamato"), row(root, "J-Haruna")
    assert words(yamato)[0:3] == ["Yamato", "155477051", "1009 SE"]
    assert words(haruna)[0:3] == ["Haruna", "132143041", "1109 S"]
    assert words(row(root, "U-DD6"))[:4] == ["DD6", "Johnston", "9MR11A111" + "52", "1311 NW"]
    assert words(row(root, "J-CA4"))[-1] == "1208 hulk"
    assert "lost" in classes(row(root, "J-CA4"))
    assert words(row(root, "J-CA5"))[-1] == "cup"
    assert words(row(drawn(fresh()), "J-Yamato"))[-1] == "0700"
    assert len(of_class(root, "row")) == len(state.charts.ships) - 3, "no optional cruisers"


def test_a_ship_off_the_map_has_her_id_in_the_roster() -> None:
    root = drawn(melee())
    assert row(root, "U-CVE3").get("id") == "ship:U-CVE3"
    assert row(root, "U-CVE7").get("data-place") == "ship:U-CVE7"
    assert row(root, "U-CVE7").get("id") is None


def test_charts_follow_the_options() -> None:
    assert "\u22122" in words(drawn(fresh()))
    before = Counter(words(drawn(table({}))))
    after = Counter(words(drawn(table({}, point_blank_dice=2))))
    assert (before["\u22122"], after["\u22122"]) == (2, 1)


def test_the_result_is_announced() -> None:
    root = drawn(over())
    (banner,) = of_class(root, "result")
    assert words(banner) == ["Japanese victory", "IJN major victory"]
    assert "Japanese victory: IJN major victory." in root.findtext(f"{SVG}desc", "")
    assert of_class(drawn(late()), "result") == []


# Overlays.


def test_overlays_are_drawn_only_when_asked_for() -> None:
    state = melee()
    assert of_class(drawn(state), "overlay") == []
    names = ["range:J-Yamato", "arcs:U-DD4", "sighting:J-CA1"]
    found = of_class(drawn(state, *names), "overlay")
    assert [e.get("id") for e in found] == [f"overlay:{name}" for name in names]
    assert all(len(list(e)) > 2 for e in found)


@pytest.mark.parametrize("name", ["range:J-Nobody", "course:J-Yamato", "J-Yamato", ""])
def test_an_overlay_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="no overlay"):
        picture(melee(), (name,))


def test_the_overlay_of_a_ship_off_the_map_is_empty() -> None:
    (overlay,) = of_class(drawn(melee(), "range:U-CVE3"), "overlay")
    assert list(overlay) == []


def test_range_bands_end_where_the_rules_say() -> None:
    """DV-3, DV-5: Yamato 2, 8, 15, 23; a Fletcher 2, 5, 9 and no extended range."""
    state = table({"J-Yamato": "1622 N", "U-DD4": "1630 N"})
    (yamato,) = of_class(drawn(state, "range:J-Yamato"), "overlay")
    names = ["point blank 2", "close 8", "effective 15", "extended 23 (too dark)"]
    assert words(yamato) == names
    (fletcher,) = of_class(drawn(state, "range:U-DD4"), "overlay")
    assert words(fletcher) == ["point blank 2", "close 5", "effective 9"]
    edges = [e.get("d") for e in fletcher.iter(f"{SVG}path") if e.get("fill") == "none"]
    middle = hex_named("1630")
    near = [middle, *(middle + step for step in STEPS)]
    ring = {hex_ + step for hex_ in near for step in STEPS} | set(near)
    assert edges[0] == outline(ring)
    dashes = [e.get("stroke-dasharray") for e in yamato.iter(f"{SVG}path") if e.get("stroke")]
    assert len(set(dashes)) == 4, "not by colour alone"


def test_arcs_are_those_of_the_rules() -> None:
    """DV-13: the bow and stern hexes up to distance 3 of a ship at 1620 that faces north."""
    state = table({"U-DD4": "1620 N"}, data={"sighting": {"0800": 3}})
    (arcs,) = of_class(drawn(state, "arcs:U-DD4"), "overlay")
    drawn_ = [e.get("d") for e in arcs.iter(f"{SVG}path")]
    bow = [hex_named(name) for name in ("1619", "1618", "1518", "1617", "1718")]
    stern = [hex_named(name) for name in ("1621", "1622", "1523", "1623", "1723")]
    assert drawn_[1:] == [outline(bow), outline(stern)]
    assert words(arcs) == ["bow", "stern", "broadside +2", "broadside +2"]


def test_the_sighting_limit_is_that_of_the_turn_and_land_hides_what_is_behind() -> None:
    open_sea = table({"J-Yamato": "2020 N"}, turn=3)
    (sight,) = of_class(drawn(open_sea, "sighting:J-Yamato"), "overlay")
    assert words(sight) == ["sighting limit 12"]
    dark, rim = (e.get("d", "") for e in sight.iter(f"{SVG}path"))
    assert dark.endswith(rim), "all within the limit is seen"
    coast = table({"J-Yamato": "0521 N"}, turn=3)
    (sight,) = of_class(drawn(coast, "sighting:J-Yamato"), "overlay")
    dark, rim = (e.get("d", "") for e in sight.iter(f"{SVG}path"))
    assert not dark.endswith(rim)


def test_a_ship_close_by_hides_what_is_behind_her() -> None:
    alone = table({"J-Yamato": "2020 N"})
    blocked = table({"J-Yamato": "2020 N", "U-DD4": "2019 N"})
    pictures = [
        ElementTree.tostring(of_class(drawn(state, "sighting:J-Yamato"), "overlay")[0])
        for state in (alone, blocked)
    ]
    assert pictures[0] != pictures[1]


def test_air_strikes_of_one_ship_do_not_hide_each_other() -> None:
    state = table({"J-Yamato": "1620 N"})
    for kind in ("TB", "DB", "F"):
        fly(state, kind, "J-Yamato")
    (strike,) = of_class(thing(state, "ship:J-Yamato"), "strike")
    spots = [offset(child) for child in strike]
    assert len(set(spots)) == 3


# --- The attacks of the phase ---


def test_attacks_are_summed_up_before_they_take_effect() -> None:
    state = table({"J-CA3": "1411 N", "U-CVE7": "2211 N", "U-DD6": "2214 N"})
    begin(state, Combat())
    assert of_class(drawn(state), "attacked") == []
    firer, carrier = number(state, "J-CA3"), number(state, "U-CVE7")
    state.blows = [
        Blow(firer, carrier, GUN, 1, fires=1),
        Blow(firer, number(state, "U-DD6"), GUN, 0),
        Blow(firer, carrier, GUN, 1, catastrophic=1),
    ]
    sunk, unharmed = of_class(drawn(state), "attacked")
    name = state.charts.ships[carrier].name
    assert words(sunk) == [name, "2 attacks, 2 hits, 1 fire, catastrophic", "sinks"]
    assert words(unharmed)[1:] == ["1 attack, no effect"]
    assert tooltip(sunk).count(f"on {name} (guns)") == 2
    state.agenda.clear()  # the phase is over: what is drawn has happened
    assert of_class(drawn(state), "attacked") == []
