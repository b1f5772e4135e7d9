"""The odds of the options on offer, in words."""

from __future__ import annotations

import pytest
from samar_table import begin, fly, number, play, table

from flankspeed import games
from flankspeed.games.samar.data.hexes import hex_named
from flankspeed.games.samar.data.markers import GUN, MOVEMENT
from flankspeed.games.samar.odds.hazards import beaching_chance, collision_chance
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.state import Blow, SamarState


def sentences(state: SamarState) -> dict[str, str]:
    return {option: told.text for option, told in games.load("samar").option_odds(state).items()}


def counted(state: SamarState, option: str) -> dict[str, int]:
    return dict(games.load("samar").option_odds(state)[option].modifiers)


def test_the_odds_of_a_combat_phase() -> None:
    ships = {"J-Yamato": "1411 NE", "J-DD5": "1418 N", "U-CVE12": "1423 N", "U-DD6": "1422 N"}
    state = table(ships)
    begin(state, Combat())
    told = sentences(state)
    assert set(told) == {"ship J-Yamato", "ship J-DD5"}
    assert told["ship J-Yamato"].startswith(
        "guns at Gambier Bay, 7 dice: 2.3 hits, sunk 43%, damaged 17%"
    )
    assert counted(state, "ship J-Yamato") == {"gunnery rating": 5, "broadside": 2}
    play(state, "ship J-DD5")
    told = sentences(state)
    assert (
        told["torpedoes U-DD6"] == "3 dice: 1.0 hits, damaged 4%, slowed 40%, dead in the water 13%"
    )
    assert set(told) == {"guns U-CVE12", "guns U-DD6", "torpedoes U-CVE12", "torpedoes U-DD6"}


def test_a_target_that_is_lost_already() -> None:
    ships = {"J-Yamato": "1411 NE", "J-Nagato": "1611 NE", "U-DE6": "1521 N", "U-DE7": "1522 N"}
    state = table(ships)
    begin(state, Combat())
    play(state, "ship J-Yamato")
    play(state, "guns U-DE6", *(6, 6, 6, 6, 1, 1, 1), *(1, 1, 1, 1))
    told = sentences(state)
    assert told["ship J-Nagato"].startswith("guns at Raymond, ")
    play(state, "ship J-Nagato")
    told = sentences(state)
    assert told["guns U-DE6"] == "lost already"
    assert counted(state, "guns U-DE6") == {}
    assert told["guns U-DE7"].startswith("6 dice: 2.0 hits, sunk ")


def test_the_odds_of_strikes_and_of_aa_fire() -> None:
    state = table(
        {"J-Yamato": "1411 N", "J-CL1": "1412 N", "U-DD6": "1423 N"}, routine_choices="ask"
    )
    fly(state, "TB", "J-Yamato", 2)
    fly(state, "F", "J-Yamato")
    fly(state, "DB", "J-CL1")
    begin(state, Combat())
    while state.decision and state.decision.seat == "ijn":
        play(state, "pass")
    told = sentences(state)
    assert told["strike TB J-Yamato"].startswith("1.2 of 2 get through AA: 1.1 hits, slowed ")
    assert told["strike F J-Yamato"].startswith("0.3 of 1 get through AA: 0.2 hits, ")
    assert told["strike DB J-CL1"].startswith("0.5 of 1 get through AA (dive bombers +1): ")
    assert counted(state, "strike TB J-Yamato") == {"air units: 2": 4, "target's broadside": 1}
    play(state, "strike TB J-Yamato")
    told = sentences(state)
    assert told["fire"].startswith("1.2 of 2 get through AA")
    assert told["hold J-CL1"].startswith("1.3 of 2 get through AA")
    assert told["hold J-Yamato"].startswith("1.8 of 2 get through AA")


def test_a_strike_on_a_ship_that_is_lost_already() -> None:
    state = table({"J-DD1": "1411 N", "J-DD2": "1420 N", "U-DD6": "2040 N"})
    fly(state, "TB", "J-DD1")
    fly(state, "TB", "J-DD2")
    begin(state, Combat())
    state.blows = [Blow(number(state, "U-DD6"), number(state, "J-DD1"), GUN, 5)]
    told = sentences(state)
    assert told["strike TB J-DD1"] == "lost already"
    assert told["strike TB J-DD2"].startswith("0.8 of 1 get through AA: 0.8 hits, ")


def test_the_odds_of_placing_aircraft() -> None:
    state = table({"J-Yamato": "1411 N", "U-DD6": "1430 N"})
    state.phase = MOVEMENT
    fly(state, "TB", "J-Yamato", 1)
    fly(state, "TB")
    begin(state, Part(1))
    told = sentences(state)
    assert told["air TB J-Yamato"].startswith("1.3 of 2 get through AA: 1.2 hits")
    assert "move U-DD6" not in told


def test_the_odds_of_a_step() -> None:
    """4.3: the next hex holds two ships, one at flank speed, and brings Yamato within reach."""
    ships = {"U-DD6": "1420 N", "U-DD5": "1419 N flank", "U-DE6": "1419 N", "J-Yamato": "1417 NE"}
    state = table(ships)
    state.phase = MOVEMENT
    begin(state, Course(number(state, "U-DD6")))
    assert sentences(state) == {}
    play(state, "battle")
    told = sentences(state)
    struck = "collision 75% (flank speed +1)"
    assert told["ahead"].startswith(f"{struck}; reaction fire, 7 dice: 2.3 hits, sunk ")
    assert told["starboard 1"].startswith(f"{struck}; reaction fire, 8 dice: 2.7 hits")
    assert counted(state, "ahead") == {
        "gunnery rating": 5,
        "broadside": 2,
        "point blank": -2,
        "others in its hex": 2,
    }
    assert told["ahead smoke"] == told["ahead"]  # it lies astern
    assert state.decision is not None
    assert list(told) == [option.text for option in state.decision.options]


@pytest.mark.rule("S-4.5-effect-1")
@pytest.mark.parametrize("before", [0, 1])
def test_the_odds_of_a_step_away_from_an_enemy_know_the_smoke_it_leaves(before: int) -> None:
    """Yamato is right astern, and would fire over the hex that is left."""
    state = table({"U-DD6": "1421 N", "J-Yamato": "1422 N"}, smoke={"1421": 1} if before else {})
    begin(state, Course(number(state, "U-DD6")))
    play(state, "battle")
    assert counted(state, "ahead").get("smoke", 0) == -before
    assert counted(state, "ahead smoke")["smoke"] == -before - 1
    play(state, "ahead smoke", *[1] * sum(counted(state, "ahead smoke").values()))
    assert state.smoke[hex_named("1421")] == before + 1


def test_the_odds_of_shallows() -> None:
    state = table({"J-CA1": "0938 S", "J-DD1": "1041 S", "U-DD6": "2020 N"})
    cruiser = number(state, "J-CA1")
    begin(state, Course(cruiser))
    play(state, "battle")
    assert sentences(state)["ahead"] == "shallows, beached 33%"
    assert beaching_chance(state, cruiser) == 0
    state.where[cruiser] += 1
    assert beaching_chance(state, cruiser) == pytest.approx(1 / 3)
    state.face[cruiser] |= 1
    assert beaching_chance(state, cruiser) == 0


@pytest.mark.parametrize(
    ("mover", "other", "faces"),
    [
        ("", "", 2),
        ("cruise", "slowed", 1),
        ("flank", "", 3),
        ("", "evasive", 4),
        ("flank", "evasive", 5),
    ],
)
def test_dv_7_collisions(mover: str, other: str, faces: int) -> None:
    state = table({"U-DD6": f"1420 N {mover}", "U-DD5": f"1420 N {other}"})
    pair = number(state, "U-DD6"), number(state, "U-DD5")
    assert collision_chance(state, pair[0], [pair[1]]) == pytest.approx(faces / 6)


def test_the_odds_of_entering_and_of_reaction_fire() -> None:
    ships = {"U-DD6": "0302 S", "U-DD5": "0101 N", "J-CA1": "0938 S"}
    state = table(ships, routine_choices="ask")
    state.phase = MOVEMENT
    state.where[number(state, "J-CA1")] = -3
    begin(state, Course(number(state, "J-CA1"), entering=True))
    told = sentences(state)
    assert told["enter 0101 SE"].startswith("collision 33%; reaction fire, ")
    assert "enter 0401 S" in told
    assert "enter 0104 SE" not in told
    play(state, "enter 0102 SE")
    play(state, "ahead")
    told = sentences(state)
    assert set(told) == {"react U-DD5", "react U-DD6", "in order"}
    assert told["in order"].split(":")[0] != told["react U-DD5"].split(":")[0]


def test_nothing_to_tell() -> None:
    state = table({"J-Yamato": "1411 N"})
    assert sentences(state) == {}
