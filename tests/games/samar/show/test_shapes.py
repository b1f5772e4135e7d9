"""Nothing in the picture of Samar is told by colour alone."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from samar_scenes import blow
from samar_table import number, table
from shapes import all_differ, drawn, of_class, shapes

from flankspeed.engine import Choice, Decision
from flankspeed.engine.side import NAVIES
from flankspeed.games.samar.data.markers import COMBAT, GUN, MOVEMENT, SUNK, TORPEDO
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.show.picture.parts import STAR
from flankspeed.games.samar.state import SamarState

MARKS = (
    *("", "damaged", "hulk", "slowed", "diw", "cruise", "flank", "evasive"),
    *("hits=1", "fires=1", "panic", "launched=1"),
)


def picture(state: SamarState, *overlays: str) -> dict[str, Element]:
    return drawn(Samar().picture(state, state.seat_to_choose, overlays))


def row(state: SamarState) -> Element:
    """The only ship's line in the order of battle."""
    (found,) = of_class(picture(state)[""], "row")
    return found


def hull(row: Element) -> Element:
    """The ship that is drawn in a line of the order of battle."""
    return next(e for e in row.iter() if "rotate(90)" in e.get("transform", ""))


def test_every_marker_and_the_state_of_a_ship_have_shapes_of_their_own() -> None:
    states = [table({"J-CA2": f"1620 NE {mark}"}) for mark in MARKS]
    assert all_differ(picture(state)["ship:J-CA2"] for state in states)


@pytest.mark.parametrize("ship", ["J-Yamato", "J-DD1", "U-CVE7", "U-DE6"])
def test_the_order_of_battle_draws_sound_damaged_and_lost_ships_differently(ship: str) -> None:
    states = [table({ship: f"1620 NE {mark}"}) for mark in ("", "damaged", "hulk")]
    assert all_differ(hull(row(state)) for state in states)
    states[0].where[number(states[0], ship)] = SUNK
    assert shapes(hull(row(states[0]))) == shapes(hull(row(states[2])))


def test_ships_lost_are_crossed_out_where_they_are_counted() -> None:
    state = table({"J-CA2": "1620 NE hulk"})
    (wreck,) = of_class(picture(state)[""], "wreck")
    whole = table({"J-CA2": "1620 NE"})
    assert shapes(wreck[-1]) in shapes(hull(row(state)))
    assert shapes(wreck[-1]) not in shapes(hull(row(whole)))


@pytest.mark.parametrize("stack", [1, 2, 8])
def test_the_name_of_a_ship_bears_the_sign_of_her_navy(stack: int) -> None:
    hexes = {"J-DD": "1620 N", "U-CVE": "2020 N"}
    ships = [(f"{kind}{n}", where) for kind, where in hexes.items() for n in range(1, stack + 1)]
    state = table(dict(ships))
    (names,) = of_class(picture(state)[""], "names")
    signs = [(name.text or "")[0] for name in names]
    assert signs == [NAVIES["ijn"].sign] * stack + [NAVIES["usn"].sign] * stack


def test_a_turn_that_is_over_that_is_played_and_that_is_to_come() -> None:
    tracks = [of_class(picture(table({}, turn=turn))[""], "track")[0] for turn in (6, 7, 8)]
    assert all_differ(track[6] for track in tracks)


def test_ships_on_the_track_bear_the_sign_of_their_navy() -> None:
    state = table({})
    (track,) = of_class(picture(state)[""], "track")
    for turn, drawn_turn in zip(state.charts.turns, track, strict=True):
        stars = [e for e in drawn_turn.iter() if e.get("d") == STAR]
        assert len(stars) == sum(event in ("taffy2", "bombardment") for event in turn.events)


def test_the_phase_under_way_is_pointed_at() -> None:
    clocks = []
    for phase in (COMBAT, MOVEMENT):
        state = table({})
        state.phase = phase
        clocks += of_class(picture(state)[""], "clock")
    assert all_differ(clocks)


def test_what_can_be_chosen_is_outlined() -> None:
    state = table({"J-CA2": "1620 NE"})
    before = picture(state)
    places = ["ship:J-CA2", "hex:1411", "air:TB"]
    state.decision = Decision("usn", "?", tuple(Choice(place, place, place) for place in places))
    after = picture(state)
    assert all_differ([before["ship:J-CA2"], after["ship:J-CA2"]])
    assert all_differ([before["air:TB"], after["air:TB"]])
    assert len(of_class(after[""], "options")) == 1


def test_hits_misses_guns_and_torpedoes() -> None:
    shots = []
    for weapon in (GUN, TORPEDO):
        for hits in (0, 1):
            state = table({"J-CA2": "1620 N", "U-DD1": "2020 N"})
            state.phase = COMBAT
            blow(state, "J-CA2", "U-DD1", weapon, hits)
            shots += of_class(picture(state)[""], "shot")
    assert all_differ(shots)


def test_the_arcs_of_bow_and_stern_are_dashed() -> None:
    (arcs,) = of_class(picture(table({"U-DD4": "1620 N"}), "arcs:U-DD4")[""], "overlay")
    dashes = [e.get("stroke-dasharray") for e in arcs if e.get("d")]
    assert dashes[0] is None
    assert all(dashes[1:])
