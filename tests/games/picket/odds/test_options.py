"""The odds of the options on offer, as the log will name what counts."""

from __future__ import annotations

import pytest
from picket_fire import DEFENCE, EM, play, values, wave
from picket_repair import a_ship, control, place
from picket_repair import play as play_repair

from flankspeed import games
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.state import PicketState

GAME = Picket()


def new(scenario: str = "3", **options: object) -> PicketState:
    return GAME.new(scenario, GAME.options(options))


def sentences(state: PicketState) -> dict[str, str]:
    return {option: told.text for option, told in games.load("picket").option_odds(state).items()}


def counted(state: PicketState, option: str) -> dict[str, int]:
    return dict(games.load("picket").option_odds(state)[option].modifiers)


def test_the_odds_of_aiming() -> None:
    state = wave("Zero 315L", "Zero 315H")
    told = sentences(state)
    first = "miss 42%, 1 hit 17%, 2 hits 25%, flamed 8%, destroyed 8%"
    assert told["aim 20A 1"].startswith(f"{first}; then undamaged 58%")
    assert "0.56 hits and 0.89 near misses" in told["fire"]
    assert float(told["auto"].split()[0]) < 0.56
    play(state, "aim 20A 1")
    again = sentences(state)
    assert again["aim 20D 1"].startswith(first)
    assert again["aim 20D 1"] != told["aim 20D 1"]  # the first gun counts too
    assert again["fire"] != told["fire"]


def test_the_odds_of_markers_and_of_the_order() -> None:
    state = wave("Zero 0L", afs=1, sfs=1)
    told = sentences(state)
    assert told["afs 1"].startswith("miss 83%, destroyed 17%; then undamaged 83%")
    play(state, "afs 1")
    play(state, "aim 5in1 1")
    play(state, "fire")
    told = sentences(state)
    assert told["resolve afs 1"] == "miss 83%, destroyed 17%"
    assert told["resolve 5in1"].startswith("miss ")
    assert "resolve all" not in told


def test_the_odds_against_specials_and_of_the_manoeuvre() -> None:
    state = wave(specials=["Betty"], steps=[DEFENCE], dice=[1], sfs=1)
    told = sentences(state)
    assert told == {"spray 1": "destroyed 72%", "sfs 1": "miss 83%, destroyed 17%"}
    em = wave("Zero 0L", steps=[EM], advanced=True, values=values(captain=1))
    assert sentences(em) == {"manoeuvre": "succeeds 72%"}
    assert counted(em, "manoeuvre") == {"Captain": 1, "Engineer": 0}


def test_the_odds_of_repairs() -> None:
    """V-06: chief and DCO +1, two hits: one man -1, three men +2, which 5-12 repairs."""
    damage = {"fwd-fuel-tanks": 2, "sc": 1, "radio": 1}
    state = a_ship(damage, values={"Chief 1": 1, "DCO": 1})
    control(state)
    told = sentences(state)
    # 1+1+1-4 = -1 without the DCO; of the successes 4 in 6 take both markers off
    assert told["crew fwd-fuel-tanks"] == "with 1 man: roll succeeds 58%, repaired 39%"
    assert told["crew sc"] == "repaired 72%"  # the +1 column, 6-12
    value = {"repair value": 1, "crewmen": 1, "Chief 1": 1, "hit markers": -4}
    assert counted(state, "crew fwd-fuel-tanks") == value
    assert counted(state, "crew sc") == {}
    place(state, *["crew fwd-fuel-tanks"] * 2, "dco forward")
    told = sentences(state)
    assert told["crew fwd-fuel-tanks"] == "with 3 men: roll succeeds 83%, repaired 56%"
    place(state, "crew fwd-fuel-tanks", "crew radio", "xo radio", "begin repairs")
    told = sentences(state)
    assert told["repair fwd-fuel-tanks"] == "roll succeeds 83%, repaired 56%"
    assert told["repair radio"] == "roll succeeds 83%, repaired 83%"  # one marker: any success
    assert "repair all" not in told


def test_an_officer_who_moves_on_has_odds_only_where_something_is_still_to_be_rolled() -> None:
    damage = {"cic": 1, "radio": 1, "fwd-fuel-tanks": 2, "steering-room": 1}
    state = a_ship(damage, values={"XO": 2})
    control(state)
    place(state, "crew cic", "crew radio", "crew fwd-fuel-tanks", "xo cic", "dco forward")
    place(state, "begin repairs")
    play_repair(state, "repair fwd-fuel-tanks", 1, 1)
    play_repair(state, "repair cic", 6, 6, 1)
    told = [text for text in sentences(state) if text.startswith("xo ")]
    assert told == ["xo radio"]  # not the tanks, rolled already, nor the steering room, unmanned


@pytest.mark.parametrize(
    ("hits", "men", "told"),
    [
        (1, 1, "with 1 man: roll succeeds 58%, repaired 58%"),
        (2, 3, "with 3 men: roll succeeds 58%, repaired 39%"),
        (3, 3, "with 3 men: roll succeeds 58%, repaired 9.7%"),
    ],
)
def test_a_repair_roll_is_one_thing_and_the_repair_another(hits: int, men: int, told: str) -> None:
    state = a_ship({"fwd-fuel-tanks": hits})
    control(state)
    place(state, *["crew fwd-fuel-tanks"] * (men - 1))
    assert sentences(state)["crew fwd-fuel-tanks"] == told


def test_the_odds_of_secondaries_and_of_a_declaration() -> None:
    state = a_ship({"sec-aft-sail-locker": 1}, options={"mode": "advanced"})
    control(state)
    assert sentences(state)["crew sec-aft-sail-locker"] == "repaired 67%"
    rooms = ["5in-mag-1", "5in-mag-2", "bridge", "cic", "radio", "fwd-stack", "aft-stack"]
    rooms += ["5in-mag-3", "5in-mag-4", "5in-mag-5", "steering-room", "rudder"]
    wreck = a_ship(dict.fromkeys(rooms, 1), values={"Captain": 1})
    control(wreck)
    assert sentences(wreck) == {"declare": "succeeds 67%"}
    assert counted(wreck, "declare") == {"Captain": 1}


def test_nothing_to_tell() -> None:
    state = new()
    assert sentences(state) == {}
