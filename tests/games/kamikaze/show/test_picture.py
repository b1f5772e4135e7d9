"""The picture: well-formed, complete, and true to the state it shows."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import flankspeed
from flankspeed.engine import Choice, Decision, OptionError
from flankspeed.games.kamikaze import Kamikaze, KamikazeState
from flankspeed.games.kamikaze.data.board import (
    BOARD,
    COLUMNS,
    FACINGS,
    ROWS,
    SECTION_AT,
    SECTIONS,
    SQUARES,
    position_at,
    square_at,
    square_place,
)
from flankspeed.games.kamikaze.data.charts import DIVE_MP, HITS_TO_DESTROY, SINKING_DAMAGE
from flankspeed.games.kamikaze.data.guns import RANGES
from flankspeed.games.kamikaze.data.planes import (
    FLYING,
    GROUPS,
    KAMIKAZES,
    LOST,
    NAMES,
    SHOT_DOWN,
    THROUGH,
    WAITING,
)
from flankspeed.games.kamikaze.rules.movement import Move

SVG = "{http://www.w3.org/2000/svg}"
RED = "#c0271b"


# States, found by play from fixed seeds or set up by hand.


def played(
    scenario: str, until: Callable[[KamikazeState], bool], data: Mapping[str, Any] | None = None
) -> KamikazeState:
    """The first state that is as wanted, in games from fixed seeds."""
    for seed in range(40):
        match = flankspeed.new("kamikaze", scenario, seed=seed, data=data)
        chance = random.Random(seed)
        while True:
            state = match.state
            assert isinstance(state, KamikazeState)
            if until(state):
                return state
            if match.decision is None:
                break
            match.play(_choice(state, match.decision, chance))
    raise AssertionError("no game came to the state wanted")


def _choice(state: KamikazeState, decision: Decision, chance: random.Random) -> Choice:
    """Any choice in the dogfight; in a dive the shortest way to the ship."""
    moves = [option for option in decision.options if isinstance(option, Move)]
    if state.phase == 1 or not moves:
        return chance.choice(decision.options)
    crash = [move for move in moves if SECTION_AT[move.to >> 3] >= 0]
    return crash[0] if crash else min(moves, key=lambda m: m.cost + state.charts.reach[m.to])


@cache
def _named(name: str) -> KamikazeState:
    wanted: dict[str, tuple[str, Callable[[KamikazeState], bool]]] = {
        "start": ("attack", lambda s: s.phase == 1),
        "entering": ("attack", lambda s: s.active >= 0),
        "dogfight": ("attack", lambda s: s.turn == 3 and s.active >= 0 and len(s.path) > 2),
        "facing": ("dives-3", lambda s: s.phase == 2),
        "dive": ("dives-6", lambda s: s.phase == 2 and s.hits > 0 and len(s.path) > 3),
        "sunk": ("dives-6", lambda s: s.result is not None and s.result.winner == "ijn"),
        "afloat": ("dives-2", lambda s: s.result is not None and s.result.winner == "usn"),
    }
    return played(*wanted[name])


def state_of(name: str) -> KamikazeState:
    return _named(name).copy()


STATES = ("start", "entering", "dogfight", "facing", "dive", "sunk", "afloat")


def diving(column: int, row: int, facing: str) -> KamikazeState:
    """Kamikaze 1 in its dive, at a place of our choice."""
    state = state_of("facing")
    state.decision = None
    state.positions[state.active] = position_at(column, row, facing)
    state.path = [state.positions[state.active]]
    return state


# Reading a picture.


def picture(state: KamikazeState, overlays: Sequence[str] = ()) -> str:
    return Kamikaze().picture(state, state.seat_to_choose, overlays)


def drawn(state: KamikazeState) -> Element:
    return ElementTree.fromstring(picture(state))


@lru_cache(maxsize=4)
def ids(root: Element) -> dict[str, Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in classes(element)]


def words(element: Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def tooltip(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


def struck(element: Element) -> list[str]:
    return [
        text.text or ""
        for text in element.iter(f"{SVG}text")
        if text.get("text-decoration") == "line-through"
    ]


def offset(element: Element) -> tuple[float, float]:
    """Where a group has been moved to."""
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def corner(root: Element, square: int) -> tuple[float, float, float]:
    """The corner of a square and its width."""
    found = re.match(r"M(\d+) (\d+)h(\d+)", ids(root)[square_place(square)].get("d", ""))
    assert found
    return float(found[1]), float(found[2]), float(found[3])


def centre(root: Element, square: int) -> tuple[float, float]:
    x, y, width = corner(root, square)
    return x + width / 2, y + width / 2


def block(root: Element, heading: str, following: str) -> list[Element]:
    """The part of the panel between two headings."""
    (panel,) = of_class(root, "panel")
    texts = [element.text if element.tag == f"{SVG}text" else None for element in panel]
    return list(panel)[texts.index(heading) : texts.index(following)]


def boxes(part: Element) -> int:
    return len(list(part.iter(f"{SVG}rect")))


def crosses(part: Element) -> float:
    """How many red crosses of two strokes there are."""
    strokes = [e for e in part.iter(f"{SVG}path") if e.get("stroke") == RED]
    return len(strokes) / 2


# What is true of every picture.


@pytest.mark.parametrize("name", STATES)
def test_it_is_well_formed_and_complete_in_itself(name: str) -> None:
    svg = picture(state_of(name))
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert len(svg) < 150_000
    assert not re.search(r"<(script|style|image|use|foreignObject)\b|href|url\(| on\w+=", svg)
    assert not re.search(r"\d\.\d{3}", svg), "numbers are rounded"


@pytest.mark.parametrize("name", STATES)
def test_no_two_elements_have_the_same_id(name: str) -> None:
    counts = Counter(e.attrib["id"] for e in drawn(state_of(name)).iter() if "id" in e.attrib)
    assert [key for key, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("name", STATES)
def test_every_square_is_there(name: str) -> None:
    squares = {key for key in ids(drawn(state_of(name))) if key.startswith("square:")}
    assert squares == {f"square:{c},{r}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)}


@pytest.mark.parametrize("name", STATES)
def test_it_has_a_title_and_a_description(name: str) -> None:
    root = drawn(state_of(name))
    assert root[0].tag == f"{SVG}title"
    assert (root[0].text or "").startswith("Kamikaze Attack!")
    assert "On the board:" in root.findtext(f"{SVG}desc", "")


@pytest.mark.parametrize("name", STATES)
def test_the_same_state_gives_the_same_text(name: str) -> None:
    assert picture(state_of(name)) == picture(state_of(name).copy())


def test_it_does_not_depend_on_the_order_of_hashes() -> None:
    program = (
        "import flankspeed; from flankspeed.games.kamikaze import Kamikaze;"
        "state = flankspeed.new('kamikaze', 'dives-3', seed=3).state;"
        "print(Kamikaze().picture(state, state.seat_to_choose), end='')"
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


def test_it_does_not_change_the_state() -> None:
    state = state_of("dive")
    before = state.copy()
    picture(state)
    assert state == before


def test_rows_and_columns_are_numbered_and_north_is_up() -> None:
    root = drawn(state_of("start"))
    labels = Counter(words(root))
    assert all(labels[str(number)] >= 2 for number in range(1, max(COLUMNS, ROWS) + 1))
    (compass,) = of_class(root, "compass")
    assert words(compass) == ["N"]
    south, north = (centre(root, square_at(1, row)) for row in (ROWS, 1))
    assert north[1] < south[1]


# The title line and the result.


def test_the_title_of_phase_1_tells_the_turn() -> None:
    state = state_of("dogfight")
    state.turn = 14
    assert drawn(state)[0].text == "Kamikaze Attack! phase 1, turn 14"
    assert any(line.endswith("phase 1, turn 14") for line in words(drawn(state)))


def test_the_title_of_phase_2_tells_the_damage() -> None:
    state = state_of("dive")
    state.damage = 3
    assert drawn(state)[0].text == f"Kamikaze Attack! phase 2, damage 3 of {SINKING_DAMAGE}"


@pytest.mark.parametrize(
    ("name", "winner", "outcome"),
    [
        ("sunk", "Japanese victory", "the ship is sunk"),
        ("afloat", "US victory", "the ship is afloat"),
    ],
)
def test_a_banner_tells_the_result(name: str, winner: str, outcome: str) -> None:
    (banner,) = of_class(drawn(state_of(name)), "result")
    assert words(banner) == [winner, outcome]


@pytest.mark.parametrize("name", ["start", "dogfight", "dive"])
def test_there_is_no_banner_before_the_end(name: str) -> None:
    assert of_class(drawn(state_of(name)), "result") == []


# Planes.


@pytest.mark.parametrize("name", ["dogfight", "dive"])
def test_every_plane_on_the_board_stands_in_its_square(name: str) -> None:
    state = state_of(name)
    root = drawn(state)
    on_board = {NAMES[p]: position for p, position in enumerate(state.positions) if position >= 0}
    assert on_board
    assert {key[6:] for key in ids(root) if "plane" in classes(ids(root)[key])} == set(on_board)
    for plane, position in on_board.items():
        counter = ids(root)[f"plane:{plane}"]
        x, y, width = corner(root, position >> 3)
        found = offset(counter)
        assert x < found[0] < x + width
        assert y < found[1] < y + width
        assert plane in words(counter)
        assert plane in tooltip(counter)


@pytest.mark.parametrize("facing", range(8))
def test_a_plane_is_turned_to_its_facing(facing: int) -> None:
    state = diving(4, 5, FACINGS[facing])
    counter = ids(drawn(state))[f"plane:{NAMES[state.active]}"]
    turns = "".join(e.get("transform", "") for e in counter.iter())
    degrees = [int(turn) for turn in re.findall(r"rotate\((\d+)\)", turns)]
    assert degrees == ([facing * 45] if facing else [])


def test_the_three_groups_differ_in_shape_colour_and_label() -> None:
    state = state_of("dogfight")
    looks = []
    for group in GROUPS:
        state.positions[group[0]] = position_at(3 + group[0], 8, "N")
        state.fates[group[0]] = FLYING
    root = drawn(state)
    for group in GROUPS:
        counter = ids(root)[f"plane:{NAMES[group[0]]}"]
        shape = next(counter.iter(f"{SVG}path"))
        looks.append((shape.get("d"), shape.get("fill"), words(counter)[0]))
    for feature in zip(*looks, strict=True):
        assert len(set(feature)) == len(GROUPS)


def test_the_active_plane_is_ringed_and_drawn_on_top() -> None:
    state = state_of("dogfight")
    root = drawn(state)
    (planes,) = of_class(root, "planes")
    active = [element for element in planes if "active" in classes(element)]
    assert [element.get("id") for element in active] == [f"plane:{NAMES[state.active]}"]
    assert planes[-1] is active[0]
    rings = [len(list(e.findall(f"{SVG}circle"))) for e in planes]
    assert rings == [0] * (len(planes) - 1) + [1]


def test_two_planes_in_one_square_do_not_hide_each_other() -> None:
    state = state_of("dogfight")
    state.decision = None
    other = next(p for p, pos in enumerate(state.positions) if pos >= 0 and p != state.active)
    state.positions[state.active] = state.positions[other]
    root = drawn(state)
    counters = [ids(root)[f"plane:{NAMES[plane]}"] for plane in (other, state.active)]
    assert offset(counters[0]) != offset(counters[1])
    assert all("shared" in classes(counter) for counter in counters)


def test_the_last_flight_is_a_line_from_square_to_square() -> None:
    state = state_of("dogfight")
    root = drawn(state)
    (flight,) = of_class(root, "flight")
    line = flight[0].get("d", "")
    points = [tuple(map(float, pair.split())) for pair in line[1:].split("L")]
    assert points == [centre(root, position >> 3) for position in state.path]
    assert len(flight.findall(f"{SVG}circle")) == len(state.path)


def test_there_is_no_flight_at_the_start() -> None:
    assert of_class(drawn(state_of("start")), "flight") == []


def test_the_panel_lists_what_has_become_of_the_planes() -> None:
    state = state_of("start")
    state.decision = None
    fates = {"E1": WAITING, "K1": THROUGH, "K2": LOST, "C1": SHOT_DOWN}
    for name, fate in fates.items():
        state.fates[NAMES.index(name)] = fate
    root = drawn(state)
    rows = {name: ids(root)[f"plane:{name}"] for name in fates}
    assert {name: words(row)[-1] for name, row in rows.items()} == {
        "E1": "waiting",
        "K1": "through",
        "K2": "lost",
        "C1": "shot down",
    }
    assert [name for name, row in rows.items() if struck(row)] == ["K2", "C1"]
    assert [name for name, row in rows.items() if crosses_in_group(row)] == ["K2", "C1"]
    assert len(of_class(root, "row")) == len(NAMES)


def crosses_in_group(row: Element) -> bool:
    return any(e.get("stroke") == RED for e in row.iter(f"{SVG}g"))


# The ship.


@pytest.mark.parametrize("name", ["start", "entering", "dogfight"])
def test_phase_1_has_no_ship(name: str) -> None:
    root = drawn(state_of(name))
    assert [key for key in ids(root) if key.startswith(("mount:", "section:"))] == []
    for part in ("ship", "mount", "section", "dice", "guidance", "entries"):
        assert of_class(root, part) == []


def test_phase_2_has_the_ship_on_its_squares() -> None:
    state = state_of("dive")
    root = drawn(state)
    (ship,) = of_class(root, "ship")
    assert offset(ship) == centre(root, square_at(*BOARD.ship.amidships))
    inside = {e.get("id") for e in ship.iter()}
    assert {f"section:{section}" for section in SECTIONS} <= inside
    assert {f"mount:{mount.id}" for mount in state.charts.battery.mounts} <= inside


@pytest.mark.parametrize("lost", [[], ["51"], ["41", "23", "27"], ["53", "54", "55", "45"]])
def test_every_destroyed_mount_is_marked(lost: list[str]) -> None:
    state = state_of("dive")
    state.guns = state.charts.battery.all & ~state.charts.battery.mask(lost)
    root = drawn(state)
    mounts = {key[6:]: e for key, e in ids(root).items() if key.startswith("mount:")}
    marked = [name for name, e in mounts.items() if "destroyed" in classes(e)]
    crossed = [name for name, e in mounts.items() if any(g.get("stroke") == RED for g in e.iter())]
    told = [name for name, e in mounts.items() if "destroyed" in tooltip(e)]
    assert sorted(marked) == sorted(crossed) == sorted(told) == sorted(lost)
    plan = [e for e in of_class(root, "destroyed") if e.get("data-place")]
    assert sorted(e.get("data-place", "") for e in plan) == sorted(f"mount:{i}" for i in lost)
    (panel,) = of_class(root, "panel")
    ship_ids = {mount.id for mount in state.charts.battery.mounts}
    assert sorted(name for name in struck(panel) if name in ship_ids) == sorted(lost)
    assert f"Mounts destroyed: {', '.join(lost)}" in root.findtext(f"{SVG}desc", "") or not lost


def test_mounts_stand_in_their_section_and_on_their_side() -> None:
    state = state_of("dive")
    assert_placed(state)


def assert_placed(state: KamikazeState) -> None:
    root = drawn(state)
    width = corner(root, 0)[2]
    spots = []
    for mount in state.charts.battery.mounts:
        x, y = offset(ids(root)[f"mount:{mount.id}"])
        top = (SECTIONS.index(mount.section) - 1.5) * width
        assert top < y < top + width, mount
        assert abs(x) < width / 2
        if mount.side != "centre":
            assert (x > 0) == (mount.side == "starboard"), mount
        spots.append((x, y))
    assert len(set(spots)) == len(spots), "no mount stands on another"


CUSTOM = [
    {"id": f"{section[0]}-{side[0]}-{calibre[0]}-{number}", "type": calibre}
    | {"section": section, "side": side}
    for section in SECTIONS
    for side in ("port", "starboard", "centre")
    for calibre in RANGES
    for number in range(3)
]


@pytest.mark.parametrize("mounts", [CUSTOM[:1], CUSTOM[5:12], CUSTOM])
def test_mounts_of_the_players_own_data_are_drawn(mounts: list[dict[str, str]]) -> None:
    state = played("dives-2", lambda s: s.phase == 2, {"mounts": mounts})
    found = {key for key in ids(drawn(state)) if key.startswith("mount:")}
    assert found == {f"mount:{mount['id']}" for mount in mounts}
    assert_placed(state)
    (panel,) = of_class(drawn(state), "panel")
    assert {mount["id"] for mount in mounts} <= set(words(panel))


def test_labels_are_escaped() -> None:
    name = "<b>&\"'"
    mount = {"id": name, "type": "40mm", "section": "bow", "side": "port"}
    state = played("dives-1", lambda s: s.phase == 2, {"mounts": [mount]})
    label = '<script> & "more"'
    state.decision = Decision("ijn", "a < b & c", (Choice("x", label, "square:3,4"),))
    root = drawn(state)
    assert "mount:<b>&\"'" in ids(root)
    assert tooltip(ids(root)["square:3,4"]) == label
    assert "IJN: a < b & c" in words(root)


# Guns and their reach.


@pytest.mark.parametrize("lost", [[], ["51", "52"]])
def test_every_sea_square_tells_its_dice(lost: list[str]) -> None:
    state = state_of("dive")
    battery = state.charts.battery
    state.guns = battery.all & ~battery.mask(lost)
    root = drawn(state)
    (dice,) = of_class(root, "dice")
    told = {(float(e.get("x", "")), float(e.get("y", ""))): e.text for e in dice}
    sea = [square for square in range(SQUARES) if SECTION_AT[square] < 0]
    assert len(told) == len(sea)
    tints: dict[int, set[str | None]] = {}
    for square in sea:
        x, y, width = corner(root, square)
        count = battery.firing(square, state.guns).bit_count()
        (number,) = [t for at, t in told.items() if x < at[0] < x + width and y < at[1] < y + width]
        assert number == str(count)
        tints.setdefault(count, set()).add(ids(root)[square_place(square)].get("fill"))
    assert all(len(fills) == 1 for fills in tints.values()), "as many dice, the same tint"
    assert len({fill for fills in tints.values() for fill in fills}) == len(tints)


def test_the_range_of_each_type_is_outlined() -> None:
    root = drawn(state_of("dive"))
    (guidance,) = of_class(root, "guidance")
    assert words(guidance) == [f"{name}: range {reach}" for name, reach in RANGES.items()]
    width = corner(root, 0)[2]
    bow, stern = BOARD.ship.bow, BOARD.ship.stern
    for rect, reach in zip(guidance.iter(f"{SVG}rect"), RANGES.values(), strict=True):
        x, y = corner(root, square_at(bow[0] - reach, bow[1] - reach))[:2]
        far = centre(root, square_at(stern[0] + reach, stern[1] + reach))
        left, top, wide, high = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
        assert (x, y) <= (left, top) < (x + width / 2, y + width / 2)
        assert far < (left + wide, top + high) <= (far[0] + width / 2, far[1] + width / 2)


def test_entry_points_are_numbered_at_their_squares() -> None:
    state = state_of("dive")
    root = drawn(state)
    (entries,) = of_class(root, "entries")
    texts = list(entries.iter(f"{SVG}text"))
    assert [text.text for text in texts] == [str(number) for number in range(1, 9)]
    for text, square in zip(texts, state.charts.entry_points, strict=True):
        x, y, width = corner(root, square)
        assert x < float(text.get("x", "")) < x + width
        assert y < float(text.get("y", "")) < y + width


# The panel of phase 2.


@pytest.mark.parametrize("damage", [0, 1, SINKING_DAMAGE - 1, SINKING_DAMAGE + 3])
def test_damage_boxes(damage: int) -> None:
    state = state_of("dive")
    state.damage = damage
    part = block(drawn(state), "Damage to the ship", f"{NAMES[state.active]} dives")
    shown = min(damage, SINKING_DAMAGE)
    assert part[1].text == f"{shown} of {SINKING_DAMAGE}"
    assert boxes(part[-1]) == SINKING_DAMAGE
    assert crosses(part[-1]) == shown


def test_hits_and_movement_points_of_the_dive() -> None:
    state = diving(4, 12, "E")
    state.hits, state.mp = 2, 13
    part = block(drawn(state), f"{NAMES[state.active]} dives", "Kamikazes")
    tracks = [e for e in part if boxes(e)]
    assert [boxes(track) for track in tracks] == [HITS_TO_DESTROY, DIVE_MP]
    assert crosses(tracks[0]) == 2
    fills = Counter(rect.get("fill") for rect in tracks[1].iter(f"{SVG}rect"))
    assert sorted(fills.values()) == [DIVE_MP - 13, 13]
    told = [word for e in part for word in words(e)]
    assert f"2 of {HITS_TO_DESTROY}" in told
    assert f"13 of {DIVE_MP}" in told
    square = state.positions[state.active] >> 3
    assert f"{state.charts.battery.firing(square, state.guns).bit_count()} dice" in told


def test_the_kamikazes_and_their_fates() -> None:
    state = state_of("sunk")
    root = drawn(state)
    rows = [ids(root)[f"plane:{NAMES[plane]}"] for plane in GROUPS[KAMIKAZES]]
    gone = [state.fates[plane] >= LOST for plane in GROUPS[KAMIKAZES]]
    assert [bool(struck(row)) for row in rows] == gone
    assert "crashed" in [words(row)[-1] for row in rows]


# Options.


@pytest.mark.parametrize("name", ["entering", "dogfight", "dive"])
def test_squares_that_can_be_chosen_are_outlined(name: str) -> None:
    state = state_of(name)
    assert state.decision
    places: dict[str, list[str]] = {}
    for option in state.decision.options:
        places.setdefault(option.place, []).append(option.label)
    wanted = {place for place in places if place.startswith("square:")}
    assert wanted
    root = drawn(state)
    chosen = {key for key, e in ids(root).items() if "option" in classes(e)}
    assert chosen == set(places)
    assert all(tooltip(ids(root)[place]) == "; ".join(places[place]) for place in wanted)
    (outlines,) = of_class(root, "options")
    assert outlines.get("stroke-dasharray")
    found = {(float(e.get("x", "")) // 1, float(e.get("y", "")) // 1) for e in outlines}
    squares = [s for s in range(SQUARES) if square_place(s) in wanted]
    inset = min(found)[0] - min(corner(root, square)[:2] for square in squares)[0]
    assert found == {
        (x + inset, y + inset) for x, y, _ in (corner(root, square) for square in squares)
    }


def test_planes_mounts_and_sections_that_can_be_chosen_are_marked() -> None:
    state = diving(4, 12, "E")
    places = ["plane:K1", "plane:K2", "mount:41", "section:stern", "facing:N", ""]
    state.decision = Decision("ijn", "?", tuple(Choice(place, place, place) for place in places))
    root = drawn(state)
    chosen = {key: e for key, e in ids(root).items() if "option" in classes(e)}
    assert set(chosen) == set(places[:4])
    for element in chosen.values():
        assert any(e.get("stroke-dasharray") for e in element.iter())


@pytest.mark.parametrize("name", ["sunk", "afloat"])
def test_nothing_can_be_chosen_after_the_end(name: str) -> None:
    root = drawn(state_of(name))
    assert of_class(root, "option") == of_class(root, "options") == []


# Overlays.


def covered(state: KamikazeState, mount: str) -> int:
    """How many squares are marked as the mount's."""
    root = ElementTree.fromstring(picture(state, [f"sector:{mount}"]))
    (overlay,) = of_class(root, "overlay")
    assert overlay.get("id") == f"overlay:sector:{mount}"
    return sum((part.get("d") or "").count("M") for part in overlay)


def test_the_sector_of_a_mount_is_where_it_can_fire() -> None:
    state = diving(11, 4, "S")
    battery = state.charts.battery
    for number, mount in enumerate(battery.mounts):
        squares = [groups for groups in battery.bearing if any(m >> number & 1 for _, m in groups)]
        assert covered(state, mount.id) == len(squares) > 0
    assert of_class(drawn(state), "overlay") == []


def test_there_are_no_sectors_before_the_dives() -> None:
    assert covered(played("attack", lambda state: state.phase == 1), "51") == 0


@pytest.mark.parametrize("name", ["sector:99", "sector", "range:51"])
def test_an_overlay_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="no overlay"):
        picture(diving(11, 4, "S"), [name])


# Where a plane can fly.


def test_the_flight_is_previewed_with_the_points_left() -> None:
    state = played("attack", lambda state: state.active >= 0 and state.mp == 3)
    assert state.decision
    moves = [option for option in state.decision.options if isinstance(option, Move)]
    assert moves
    (preview,) = of_class(drawn(state), "preview")
    left = Counter(words(preview))
    by_hand = Counter(str(state.mp - move.cost) for move in moves if move.cost < state.mp)
    assert left >= by_hand  # the next squares, and those beyond
    assert max(map(int, left)) == state.mp - 1
    for seat in {"usn", "ijn", None} - {state.seat_to_choose}:
        assert "preview" not in Kamikaze().picture(state, seat)


def test_no_flight_is_previewed_in_a_dive() -> None:
    assert of_class(drawn(diving(11, 4, "S")), "preview") == []
