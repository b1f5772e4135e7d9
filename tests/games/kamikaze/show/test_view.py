"""The view: all that is shown of the board, and what text and picture make of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

import pytest
from kamikaze_dives import GAME, Choices, dive, play, sixes, where
from kamikaze_dogfight import act, dogfight, ends, positions

from flankspeed.engine import Event
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data.board import COLUMNS, ROWS, ColumnRow
from flankspeed.games.kamikaze.show.board_text import board_text
from flankspeed.games.kamikaze.show.picture.board import picture
from flankspeed.games.kamikaze.show.view import TAKEN_OFF, BoardView


def viewed(state: KamikazeState) -> BoardView:
    return GAME.board_view(state, None)


def panel_line(state: KamikazeState, words: str) -> str:
    """What the panel of the picture says after some words."""
    found = re.search(rf">{words}</text><text [^>]*>([^<]*)<", GAME.picture(state))
    assert found
    return found[1]


def named(svg: str, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    root = ElementTree.fromstring(svg)
    return [element for element in root.iter() if name in element.get("class", "").split()]


# Text and picture say what the view says.


@pytest.mark.parametrize(("scenario", "seed"), [("attack", 1), ("attack", 2), ("dives-6", 3)])
def test_text_and_picture_agree(scenario: str, seed: int) -> None:
    for number, state in enumerate(positions(scenario, seed)):
        if number % 50 and state.decision:
            continue
        view = viewed(state)
        text, svg = board_text(view), picture(view)
        for plane in view.planes:
            if plane.square:
                assert f"{plane.name} {plane.where}" in text
                assert f"{plane.name} at {plane.where}" in svg
        if view.active:
            assert f"{view.active} has {view.mp} MP left" in svg
            assert re.search(rf"{view.active} .* {view.mp} MP", text)
        if view.dives:
            lost = [mount.id for mount in view.ship.mounts if mount.destroyed]
            assert re.findall(r"\bx(\d\d)\b", text) == lost
            assert f"Mounts destroyed: {', '.join(lost) or 'none'}." in svg
            assert all(f"damage {view.ship.damage} of 6" in shown for shown in (text, svg))


@pytest.mark.parametrize(("scenario", "seed"), [("attack", 4), ("dives-4", 5)])
def test_whatever_flies_stands_somewhere_or_comes_in_now(scenario: str, seed: int) -> None:
    for state in positions(scenario, seed):
        view = viewed(state)
        flying = [plane for plane in view.planes if plane.fate == "flying"]
        assert [plane.name for plane in flying if not plane.square] in ([], [view.active])
        assert all(plane.fate == "flying" for plane, _ in view.on_board)


# Planes and the ship in the dives.


@pytest.mark.rule("K-2-setup-1")
def test_fighters_that_are_left_are_taken_off_before_the_dives() -> None:
    # With its single MP the last kamikaze can do nothing but leave in the south.
    state = dogfight(E1="5,5 S", K1="7,23 S", C1="11,11 N", rest="lost", to_move="K1", roll=1)
    view = viewed(state)
    assert view.dives
    fates = {plane.name: plane.fate for plane in view.planes}
    assert (fates["E1"], fates["C1"], fates["K1"]) == (TAKEN_OFF, TAKEN_OFF, "through")
    assert not any(plane.gone for plane in view.planes if plane.name in ("E1", "C1", "K1"))


@pytest.mark.rule("K-2-hit-2")
def test_hits_are_those_of_the_dive_under_way() -> None:
    state = dive("11,4 S", hits=5)
    assert (viewed(state).hits, panel_line(state, "Hits")) == (5, "5 of 6")
    play(state, "move ahead", *sixes(1, 2))
    assert state.hits == 6
    assert (viewed(state).active, viewed(state).hits) == (None, 0)
    assert panel_line(state, "Hits") == "0 of 6"


@pytest.mark.rule("K-2-dive-2")
def test_the_entry_point_is_told_of_a_dive_only() -> None:
    state = dive("11,10 S")
    assert viewed(state).entry == 1
    play(state, "crash ahead", 1, 1)
    assert viewed(state).entry is None


def test_a_ship_without_mounts_is_shown() -> None:
    state = dive("11,10 S", data={"mounts": []})
    assert viewed(state).ship.most_dice == 0
    assert panel_line(state, "Guns") == "0 of 0 mounts"


# The dice that fire.


def volley_dice(events: list[Event]) -> int:
    """How many dice the first volley took."""
    volleys = [event for event in events if event.kind == "volley"]
    return len(volleys[0].throws[0].values) if volleys else 0


@pytest.mark.rule("K-2-fire-10")
@pytest.mark.parametrize("beam_row", ["choice", "cameFrom", "bow", "stern"])
@pytest.mark.parametrize("row", [11, 13])
def test_the_dice_shown_on_row_12_are_those_that_are_thrown(beam_row: str, row: int) -> None:
    """A-26: from which half the kamikaze came may count; its way so far tells."""
    heading = "S" if row == 11 else "N"
    lost = ["51", "52", "41"]  # so that the halves differ
    state = dive(f"14,{row} {heading}", mp=9, lost=lost, options={"p2.beamRow": beam_row})
    shown = viewed(state).dice[12 - 1][14 - 1]
    events = play(state, "move ahead", *[1] * shown)
    assert where(state) == f"14,12 {heading}"
    assert volley_dice(events) == shown == viewed(state).under_fire
    assert panel_line(state, "Guns that bear on it") == f"{shown} dice"


@pytest.mark.rule("K-2-fire-10")
def test_with_no_dive_under_way_row_12_shows_the_larger_group() -> None:
    options: Choices = {"p2.beamRow": "cameFrom"}
    state = dive("14,11 S", mp=9, lost=["51", "52"], options=options)
    from_ahead = viewed(state).dice[12 - 1][14 - 1]
    state.active = -1
    assert viewed(state).dice[12 - 1][14 - 1] > from_ahead


def test_the_volley_that_is_coming_counts_as_the_us_chose() -> None:
    options: Choices = {"p2.usChoices": "ask", "p2.holdFire": "yes"}
    state = dive("14,11 S", mp=9, lost=["51", "52"], options=options)
    play(state, "move ahead")
    larger = viewed(state).under_fire
    assert larger == viewed(state).dice[12 - 1][14 - 1]
    play(state, "guns bow")
    smaller = viewed(state).under_fire
    assert larger is not None
    assert smaller is not None
    assert smaller < larger
    assert state.decision
    play(state, state.decision.options[1].text)
    assert viewed(state).under_fire == smaller - 1
    assert panel_line(state, "Guns that bear on it") == f"{smaller - 1} dice"


# Where the plane that moves can fly.


def squares_flown(state: KamikazeState) -> Iterator[tuple[ColumnRow, int]]:
    """The squares on every way that the active plane can fly, each with the MP left there."""
    name = viewed(state).active
    assert state.decision
    for option in state.decision.options:
        after = state.copy()
        for event in act(after, option.text):
            if event.kind == "move":
                yield square_of(str(event.facts["to"])), int(str(event.facts["mp"]))
        if viewed(after).active == name:
            yield from squares_flown(after)


def square_of(text: str) -> ColumnRow:
    column, row = re.findall(r"\d+", text)
    return int(column), int(row)


@pytest.mark.rule("K-1-move-12")
@pytest.mark.parametrize(
    ("planes", "roll"),
    [
        ({"K1": "7,22 S"}, 3),  # may leave
        ({"K1": "5,5 S", "K2": "5,7 S"}, 2),  # straight ahead it could not end
        ({"E1": "20,12 E", "E2": "18,10 S"}, 2),  # not over the edge
    ],
)
@pytest.mark.parametrize("edges", ["forbidden", "lost"])
def test_the_squares_shown_are_those_of_all_ways_that_can_be_finished(
    planes: dict[str, str], roll: int, edges: str
) -> None:
    mover = next(iter(planes))
    state = dogfight(planes, to_move=mover, roll=roll, options={"p1.edgeExit": edges})
    most: dict[ColumnRow, int] = {}
    for square, mp in squares_flown(state):
        most[square] = max(most.get(square, 0), mp)
    assert {reach.square: reach.mp for reach in viewed(state).reach} == most
    stops = {square_of(end) for end in ends(state) if end not in ("through", "lost")}
    assert {reach.square for reach in viewed(state).reach if reach.stop} == stops


# A square with two planes.


def test_the_plane_that_moves_lies_on_top_in_letters_too() -> None:
    state = dogfight(E1="10,10 S", K1="10,11 S", rest="lost", C1="1,23 N", to_move="E1", roll=2)
    act(state, "move ahead")
    assert "e1v" in GAME.board_text(state)
    assert "k1v" not in GAME.board_text(state)
    assert all(f"{name} (10,11) S" in GAME.board_text(state) for name in ("E1", "K1"))


# What the page knows the parts of a picture by.


@pytest.mark.parametrize(
    "make", [lambda: dogfight(E1="10,10 S", to_move="E1", roll=2), lambda: dive("11,4 S")]
)
def test_map_pieces_and_spaces_are_marked(make: Callable[[], KamikazeState]) -> None:
    svg = GAME.picture(make())
    (field,) = named(svg, "field")
    assert field.get("class") == "sea field"
    assert {e.get("class") for e in named(svg, "pieces")} == {"planes pieces", "flight pieces"}
    spaces = [element.get("id") for element in named(svg, "space")]
    assert spaces == [f"square:{c},{r}" for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1)]
