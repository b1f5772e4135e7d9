"""Set-up: names, values, posts, station and support (2.0, 18.A)."""

from __future__ import annotations

import pytest
from picket_duty import ADVANCED, go, new, on_station, play, texts
from picket_fire import plays, wave
from picket_fire import texts as fire_texts

from flankspeed.games.picket.data.ids import (
    BRIDGE,
    CAPTAIN,
    CIC,
    CPO,
    DCO,
    ENGINE_AFT,
    ENGINEER,
    GUNNERY,
    PRIMARIES,
    RADIO,
    XO,
)
from flankspeed.games.picket.data.scenarios import ship_names
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.rules.damage.people import free_crew, standing

CHITS = ("+2", "+1", "0", "-1", "-2", "+2", "+1", "0", "-1")
STATION_9, TEAM, NO_SFS = (4, 5), (6, 6), (1, 1)


@pytest.mark.rule("P-2.0.A-1", "P-1.3.1.A-1", "P-2.0.I-1")
def test_nine_chits_are_drawn_in_the_order_of_the_log() -> None:
    state = new("1")
    assert state.station == 0  # none yet
    go(state, *CHITS)
    assert state.values == [2, 1, 0, -1, -2, 2, 1, 0, -1]
    assert state.morale == 0


@pytest.mark.rule("P-2.0.A-1")
def test_no_chit_goes_back_before_all_nine_are_drawn() -> None:
    with pytest.raises(ValueError, match="not in list"):  # there are four of +2
        go(new("1"), *(["+2"] * 9))
    state = new("1", chit_mix="0,0,0,0,9")
    go(state, *(["+2"] * 9))
    assert state.values == [2] * 9


@pytest.mark.rule("P-2.0.B-1", "P-2.0.C-1", "P-1.3.2.A-1")
def test_posts() -> None:
    state = new("1")
    go(state, *CHITS)
    assert texts(state) == ["engineer fwd-engine-room", "engineer aft-engine-room"]
    play(state, "engineer aft-engine-room")
    assert len(texts(state)) == len(PRIMARIES)
    play(state, "cpo radio", *TEAM, *NO_SFS)
    assert [standing(state, who) for who in (CAPTAIN, XO, ENGINEER, GUNNERY, DCO, CPO)] == [
        BRIDGE, BRIDGE, ENGINE_AFT, CIC, CIC, RADIO,
    ]  # fmt: skip
    assert [free_crew(state, section) for section in range(3)] == [14, 10, 13]


@pytest.mark.rule("P-2.0.K-1", "P-16-1")
def test_the_ship_takes_the_name_of_a_fletcher() -> None:
    state = new("long-b")
    go(state)
    assert texts(state) == [f"name {ship.name}" for ship in ship_names()]
    assert len(texts(state)) == 57
    play(state, "name William D. Porter", *CHITS)
    assert state.ship == "William D. Porter"
    assert texts(state)[0].startswith("engineer")


@pytest.mark.rule("P-2.0.K-1", "P-9.0.E-1")
def test_a_name_is_taken_once() -> None:
    state = on_station(names_used=("Bush",), sunk=True)
    go(state)
    assert "name Bush" not in texts(state)
    assert len(texts(state)) == 56


@pytest.mark.rule("P-2.0.L-1", "P-12.A-1")
def test_what_can_be_played() -> None:
    names = [scenario.name for scenario in Picket().scenarios]
    # The first scenario may end without a fight: it is not the one to begin with.
    assert names == [*"23451678", "mini", "long-a", "long-b", "own"]


@pytest.mark.rule("P-18.A-1", "P-2.0.G-1")
def test_order_of_set_up_in_the_advanced_game() -> None:
    state = new("own", {"date": "May 15", "ship": "Bush"}, **ADVANCED)
    go(state, *CHITS)
    play(state, "engineer fwd-engine-room")
    # Station by Table 2-3D, FDT, SFS, then one roll for each radar whose date has come.
    told = play(state, "cpo radio", 1, 4, 6, 6, 4, 4, 6, 6, 1, 1, 2, 3)
    assert told.kinds == [
        "station rolled", "team aboard", "surface support", "heading",
        "land radar active", "land radar silent", "land radar active",
        "phase begins", "weather clear",
    ]  # fmt: skip
    assert told.asked == "air cover"
    assert (state.station, state.fdt, state.sfs, state.land_radar) == (7, True, 2, [0, 2])
    assert [state.ammo, state.hull, state.manoeuvre, state.fuel, state.flood] == [10] * 5


@pytest.mark.rule("P-18.A-1", "P-4.0.A-1")
def test_a_station_on_the_card_is_not_rolled() -> None:
    state = new("1")
    go(state, *CHITS)
    play(state, "engineer fwd-engine-room")
    told = play(state, "cpo bridge", *TEAM, *NO_SFS)
    assert told.kinds[:3] == ["station named", "team aboard", "surface support"]
    assert (state.station, state.ship) == (1, "Anthony")


@pytest.mark.rule("P-18.A-1")
def test_r86_a_ship_assigned_on_25_march_waits_a_day() -> None:
    state = new("own", {"date": "Mar 25", "ship": "Bush"}, **ADVANCED)
    go(state, *CHITS)
    play(state, "engineer fwd-engine-room")
    told = play(state, "cpo bridge", *TEAM, *NO_SFS)
    assert told.kinds[:2] == ["no station manned", "station by date"]
    assert told.of("heading").facts["title"] == "Turn 3: 26 Mar 1945"
    assert state.station == 9


@pytest.mark.rule("P-2.0.J-1")
def test_every_gun_has_one_target_marker() -> None:
    state = wave("Zero 90L", "Zero 90M")
    guns = {text.split()[1] for text in fire_texts(state, "aim ")}
    plays(state, *(f"aim {gun} 1" for gun in sorted(guns)))
    assert fire_texts(state, "aim ") == []
