"""Shortcuts: one word for many choices, recorded as the single choices it stands for."""

import pytest
from samar_table import begin, of, put, table, texts

import flankspeed
from flankspeed.engine import IllegalChoice, Match, Rolled, replay
from flankspeed.games.samar.markers import IJN
from flankspeed.games.samar.part import Part
from flankspeed.games.samar.shortcuts import shortcut_choice, shortcuts
from flankspeed.games.samar.state import SamarState


def words(state: SamarState) -> list[str]:
    return [shortcut.text for shortcut in shortcuts(state)]


def expand(state: SamarState, text: str) -> list[str]:
    """Play a shortcut out; the single choices it stood for."""
    assert text in words(state)
    made = []
    dice = Rolled(1)
    while state.decision and (choice := shortcut_choice(state, text)) is not None:
        made.append(choice.text)
        state.play(choice, dice)
    return made


def squadron(**ships: str) -> SamarState:
    """The IJN moves these ships."""
    state = table({f"J-{name}": words for name, words in ships.items()})
    begin(state, Part(IJN))
    return state


def test_the_formation_sets_up_what_is_left_of_taffy_3() -> None:
    match = flankspeed.new("samar", seed=1)
    match.play(match.decision.options[0])  # type: ignore[union-attr]
    first = match.record.lines[0].choice
    match.play("formation", "usn")
    assert match.record.lines[0].choice == first
    assert match.choices == 13
    assert sum(hex_ > 0 for hex_ in match.state.where) == 13  # type: ignore[attr-defined]
    assert replay(match.game, match.record).state == match.state


def test_a_ship_continues_at_her_course_and_speed() -> None:
    state = squadron(CA1="1411 S flank", CA2="1611 S")
    assert expand(state, "continue J-CA1") == ["move J-CA1", "flank", *["ahead"] * 8]
    assert (of(state, "J-CA1", "where"), of(state, "J-CA1", "facing")) == ("1419", "S")
    assert of(state, "J-CA1", "speed") == "flank"
    assert of(state, "J-CA2", "where") == "1611"


def test_a_ship_under_way_goes_straight_on() -> None:
    state = squadron(CA1="1411 S", CA2="1611 S")
    for text in ("move J-CA1", "battle", "port 1 smoke"):
        assert state.decision
        state.play(state.decision.find(text), Rolled(1))
    assert words(state) == ["continue J-CA1"]
    assert expand(state, "continue J-CA1") == ["ahead"] * 5
    assert of(state, "J-CA1", "facing") == "SE"
    assert texts(state) == ["battle", "cruise", "flank", "evasive"]  # of the only ship left


def test_all_ships_continue() -> None:
    state = squadron(CA1="1411 S", CA2="1611 S", CA3="1811 S evasive")
    made = expand(state, "continue all")  # the last ship need not be chosen
    assert [text for text in made if text.startswith("move")] == ["move J-CA1", "move J-CA2"]
    assert [of(state, f"J-CA{n}", "where") for n in (1, 2, 3)] == ["1417", "1617", "1817"]


@pytest.mark.parametrize(
    "where", ["0101 NW", "1402 N", "3141 S", "0817 SW"], ids=["edge", "north", "south", "coast"]
)
def test_no_shortcut_takes_a_ship_off_the_map_or_aground(where: str) -> None:
    state = squadron(CA1=where, CA2="1611 S", CA3="2011 S")
    assert "continue J-CA1" not in words(state)
    made = expand(state, "continue all")
    assert "move J-CA1" not in made
    assert of(state, "J-CA1", "where") == where.split()[0]
    assert not of(state, "J-CA1", "moved")


def test_the_division_follows_its_leader() -> None:
    state = squadron(CA1="1411 S", CA4="1421 S", CA6="1431 S", Yamato="2011 S")
    charts = state.charts
    assert charts.ships[charts.number["J-CA1"]].division == "CruDiv 7"
    for text in ("move J-CA1", "flank", "ahead", "port 2", *["ahead"] * 6):
        assert state.decision
        state.play(state.decision.find(text), Rolled(1))
    made = expand(state, "follow J-CA1")
    followers = [text for text in made if text.startswith("move")]
    assert followers == ["move J-CA4", "move J-CA6"]
    assert made[1:10] == ["flank", "ahead", "port 2", *["ahead"] * 6]
    assert {of(state, ship, "facing") for ship in ("J-CA1", "J-CA4", "J-CA6")} == {"NE"}
    assert of(state, "J-Yamato", "where") == "2011"


def test_a_follower_that_cannot_turn_like_the_leader_goes_straight() -> None:
    state = squadron(CA1="1411 S", CA6="1511 S damaged", Yamato="2011 S")
    for text in ("move J-CA1", "battle", "starboard 2", *["ahead"] * 5):
        assert state.decision
        state.play(state.decision.find(text), Rolled(1))
    assert expand(state, "follow J-CA1")[:3] == ["move J-CA6", "battle", "ahead"]


def test_nobody_follows_when_all_have_moved() -> None:
    state = squadron(CA1="1411 S", Yamato="2011 S", Kongo="2211 S")
    expand(state, "continue J-CA1")
    assert "follow J-CA1" not in words(state)


def test_a_shortcut_needs_its_moment() -> None:
    match: Match = flankspeed.new("samar", seed=1)
    for text in ("continue all", "follow U-CVE7", "continue U-CVE7"):
        with pytest.raises(IllegalChoice):
            match.play(text)
    assert match.choices == 0


def test_what_lies_ahead_does_not_stop_a_ship_with_friends_there() -> None:
    state = squadron(CA1="1411 S", CA2="1611 S")
    put(state, "J-DD1", "1413 S hulk")
    assert "continue J-CA1" in words(state)
