"""Shortcuts: one word for many choices, recorded as the single choices it stands for."""

import pytest
from samar_table import begin, fly, number, of, put, table, texts

import flankspeed
from flankspeed.engine import IllegalChoice, Match, Rolled, replay
from flankspeed.games.samar.data.markers import IJN, MOVEMENT, USN
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.shortcuts import shortcut_choice, shortcut_odds, shortcuts
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


def squadron(stage: int = 0, **ships: str) -> SamarState:
    """The IJN moves these ships, all of them or those of a step of 3.5."""
    state = table({f"J-{name}": words for name, words in ships.items()})
    begin(state, Part(IJN, stage))
    return state


def lead(state: SamarState, *choices: str) -> None:
    """A ship moves by single choices."""
    for text in choices:
        assert state.decision
        state.play(state.decision.find(text), Rolled(1))


def label(state: SamarState, text: str) -> str:
    (found,) = (shortcut.label for shortcut in shortcuts(state) if shortcut.text == text)
    return found


def speeds(state: SamarState, *ships: str) -> list[str]:
    return [of(state, f"J-{ship}", "speed") for ship in ships]


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
    assert words(state) == ["continue J-CA2"]


def test_a_ship_under_way_does_not_go_straight_on_off_the_map() -> None:
    state = squadron(CA1="3020 S", CA2="1611 S")
    lead(state, "move J-CA1", "battle")
    assert words(state) == ["continue J-CA1"]
    lead(state, "port 1")
    assert words(state) == []


def test_a_ship_that_comes_on_has_no_course_yet_to_continue() -> None:
    state = table({"J-CA1": "0938 S"}, routine_choices="ask")
    state.phase = MOVEMENT
    state.where[number(state, "J-CA1")] = -3
    begin(state, Course(number(state, "J-CA1"), entering=True))
    assert "enter 0101 SE" in texts(state)
    assert words(state) == []


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
    # The turn that she cannot make would take her off the map.
    state = squadron(CA1="1411 S", CA6="3120 S damaged", Yamato="2011 S")
    lead(state, "move J-CA1", "battle", "port 2", *["ahead"] * 5)
    assert label(state, "follow J-CA1") == "CruDiv 7: 1 ship follows Chikuma"


def test_nobody_follows_when_all_have_moved() -> None:
    state = squadron(CA1="1411 S", Yamato="2011 S", Kongo="2211 S")
    expand(state, "continue J-CA1")
    assert "follow J-CA1" not in words(state)


# --- 3.5: ships that move by speed ---

SLOW, BATTLE, FLANK = 1, 2, 3


def test_no_ship_at_battle_speed_slows_to_cruise_because_it_was_to_continue() -> None:
    match = flankspeed.new("samar", options={"movement_sequence": "by_speed"}, seed=1)
    match.play("formation")
    match.play("usn first")
    state = match.state
    assert isinstance(state, SamarState)
    assert len(texts(state, "move U-")) == 13  # all may begin to cruise in the first step
    assert words(state) == []


_BY_SPEED = {
    "CA1": "0811 S cruise",
    "CA2": "1011 S slowed",
    "CA3": "1211 S",
    "CA4": "1411 S evasive",
    "CA5": "1611 S flank",
    "CA6": "1811 S flank",
    "Yamato": "2011 S",
}


@pytest.mark.parametrize(
    ("stage", "steady", "others"),
    [
        (SLOW, ["CA1", "CA2"], ["CA3", "CA4", "CA5", "CA6", "Yamato"]),
        (BATTLE, ["CA3", "CA4", "Yamato"], ["CA5", "CA6"]),
        (FLANK, ["CA5", "CA6"], ["CA3", "Yamato"]),
    ],
)
def test_all_ships_continue_that_can_hold_their_speed_in_this_step(
    stage: int, steady: list[str], others: list[str]
) -> None:
    state = squadron(stage, **{ship: _BY_SPEED[ship] for ship in (*steady, *others)})
    before = speeds(state, *steady, *others)
    wanted = [*(f"continue J-{ship}" for ship in steady), "continue all"]
    assert sorted(words(state)) == sorted(wanted)
    expand(state, "continue all")
    assert all(of(state, f"J-{ship}", "moved") for ship in steady)
    assert not any(of(state, f"J-{ship}", "moved") for ship in others)
    assert speeds(state, *steady, *others) == before


def test_a_ship_under_way_that_must_change_speed_does_not_continue() -> None:
    state = table({"J-CA1": "1411 S flank", "J-CA2": "1811 S"}, one_speed_change=False)
    begin(state, Part(IJN, BATTLE))
    lead(state, "move J-CA1")
    assert texts(state) == ["battle", "evasive"]
    assert words(state) == []
    lead(state, "evasive")
    assert words(state) == ["continue J-CA1"]


# --- Following ---


@pytest.mark.parametrize(
    ("where", "why"),
    [("3141 S", "would leave the map"), ("0318 S", "would enter shallows"), ("0812 S", "")],
    ids=["edge", "shallows", "open sea"],
)
def test_no_follower_is_taken_off_the_map_or_into_shallows(where: str, why: str) -> None:
    state = squadron(CA1="1611 S", CA4="1821 S", CA6=where, Yamato="2811 N")
    lead(state, "move J-CA1", "battle", *["ahead"] * 6)
    told = f"1 ship follows Chikuma; Tone {why}" if why else "2 ships follow Chikuma"
    assert label(state, "follow J-CA1") == f"CruDiv 7: {told}"
    made = expand(state, "follow J-CA1")
    assert ("move J-CA6" in made) is not bool(why)
    assert bool(of(state, "J-CA6", "moved")) is not bool(why)


def test_no_follower_is_turned_onto_the_land() -> None:
    # A destroyer may go through shallows; the leader's turn would put this one ashore.
    state = squadron(DD2="1411 S", DD6="0518 S", DD8="2011 S", Yamato="2811 N")
    charts = state.charts
    boats = [charts.ships[charts.number[f"J-{ship}"]] for ship in ("DD2", "DD6", "DD8")]
    assert len({boat.division for boat in boats}) == 1
    lead(state, "move J-DD2", "battle", "starboard 1", *["ahead"] * 5)
    told = f": 1 ship follows {boats[0].name}; {boats[1].name} would run aground"
    assert label(state, "follow J-DD2").endswith(told)
    made = expand(state, "follow J-DD2")
    assert "move J-DD6" not in made
    assert of(state, "J-DD8", "moved")


def test_a_division_that_cannot_follow_at_all_is_not_asked_to() -> None:
    state = squadron(CA1="1611 S", CA6="3141 S", Yamato="2811 N")
    lead(state, "move J-CA1", "battle", *["ahead"] * 6)
    assert not [text for text in words(state) if text.startswith("follow")]


def test_a_follower_whose_move_begins_by_itself_is_not_taken_off_the_map() -> None:
    # With nobody else left to move there is nothing to choose; the shortcut leaves her alone.
    state = squadron(CA1="1611 S", CA4="1821 S", CA6="3141 S")
    lead(state, "move J-CA1", "battle", *["ahead"] * 6)
    expand(state, "follow J-CA1")
    assert of(state, "J-CA4", "moved")
    assert texts(state) == ["battle", "cruise", "flank", "evasive"]
    assert of(state, "J-CA6", "where") == "3141"


def test_followers_wait_for_the_step_of_their_speed() -> None:
    state = squadron(SLOW, CA1="1611 S cruise", CA4="1821 S", CA6="2021 S evasive", Yamato="2811 N")
    lead(state, "move J-CA1", "ahead", "port 1", "ahead")
    assert label(state, "follow J-CA1") == "CruDiv 7: 1 ship follows Chikuma"  # the other evades
    assert expand(state, "follow J-CA1")[0] == "move J-CA4"
    assert speeds(state, "CA4", "CA6") == ["cruise", "evasive"]
    state = squadron(BATTLE, CA1="1611 S", CA4="1821 S flank", CA6="2021 S", Yamato="2811 N")
    lead(state, "move J-CA1", "evasive", *["ahead"] * 6)
    told = "CruDiv 7: 1 ship follows Chikuma; Kumano cannot keep her speed now"
    assert label(state, "follow J-CA1") == told
    assert expand(state, "follow J-CA1")[:2] == ["move J-CA6", "evasive"]
    assert speeds(state, "CA4", "CA6") == ["flank", "evasive"]


def test_a_shortcut_needs_its_moment() -> None:
    match: Match = flankspeed.new("samar", seed=1)
    state = match.state
    assert isinstance(state, SamarState)
    for text in ("continue all", "follow U-CVE7", "continue U-CVE7"):
        with pytest.raises(IllegalChoice):
            match.play(text)
        assert shortcut_choice(state, text) is None
    assert match.choices == 0


def test_what_lies_ahead_does_not_stop_a_ship_with_friends_there() -> None:
    state = squadron(CA1="1411 S", CA2="1611 S")
    put(state, "J-DD1", "1413 S hulk")
    assert "continue J-CA1" in words(state)


def brings(state: SamarState) -> dict[str, str]:
    return {text: odds.text for text, odds in shortcut_odds(state).items()}


def test_those_in_danger_are_left_out() -> None:
    places = {"Yamato": "1411", "Nagato": "2011", "Kongo": "2021"}
    state = squadron(**{ship: f"{hex_} N" for ship, hex_ in places.items()})  # type: ignore[arg-type]
    put(state, "U-DD4", "1609 N")
    begin(state, Part(IJN))
    assert brings(state)["continue all"] == "3 ships, 1 under fire"
    assert brings(state)["continue safe"] == "2 ships, 1 to be steered"
    expand(state, "continue safe")
    assert [of(state, f"J-{ship}", "where") == hex_ for ship, hex_ in places.items()] == [
        True,
        False,
        False,
    ]


def test_nothing_is_left_out_where_nothing_is_in_danger() -> None:
    state = squadron(Yamato="1411 N", Nagato="1811 N")
    assert "continue all" in words(state)
    assert "continue safe" not in words(state)
    assert brings(state) == {"continue all": "2 ships"}


def test_all_air_units_go_to_one_target_in_one_word() -> None:
    state = table({"J-Yamato": "1411 N", "U-DD4": "1420 N"})
    state.phase = MOVEMENT
    fly(state, "TB", count=2)
    begin(state, Part(USN))
    assert "air all J-Yamato" in words(state)
    assert len(expand(state, "air all J-Yamato")) == 2
    assert "air all J-Yamato" not in words(state)
