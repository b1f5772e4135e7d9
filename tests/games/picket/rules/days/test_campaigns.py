"""The mini campaign and the long campaign: fighting days, blocks, ships sunk, records (2.20)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from picket_duty import REST, day_done, go, new, on_station, outcome, play, quiet, texts, today

from flankspeed.engine import Match, Record, Rolled, replay, verify
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.state import RAIN

ONE_DAY, REAR = (1, 1), (5, 5)


def ended(scenario: str, date: str = "Apr 1", **setting: Any) -> Any:
    """A ship at the end of a day."""
    return day_done(on_station(scenario, date, **setting))


# --- The mini campaign ---


@pytest.mark.rule("P-10.A-1")
@pytest.mark.parametrize(("die", "days"), [(1, 3), (3, 3), (4, 5), (6, 5)])
def test_length_of_the_mini_campaign(die: int, days: int) -> None:
    state = new("mini")
    go(state, die)
    assert (state.days_wanted, today(state)) == (days, "24 Mar")


@pytest.mark.rule("P-10.A-1", "P-3.0.A-1")
def test_three_fighting_days_on_station_win_it() -> None:
    state = on_station("mini", days_wanted=3)
    go(state, *[*quiet(state), *REST] * 3)
    assert outcome(state) == ("usn", "on station")
    assert (state.fighting_days, today(state)) == (3, "27 Mar")


@pytest.mark.rule("P-10.A-1")
def test_r90_days_at_the_anchorage_do_not_count() -> None:
    state = ended("mini", days_wanted=3, fighting_days=2, leaving="fuel")
    go(state, *ONE_DAY)
    assert state.fighting_days == 2
    assert outcome(state) is None


@pytest.mark.rule("P-9.0.H-1", "P-10.A-1")
def test_v60_a_destroyed_rudder_loses_the_mini_campaign() -> None:
    state = on_station("mini", days_wanted=3, damage={"rudder": 2})
    go(state, *quiet(state, 1))
    assert outcome(state) == ("ijn", "the ship had to withdraw")


@pytest.mark.rule("P-9.0.H-1")
@pytest.mark.parametrize("cause", ["damage", "armament"])
def test_r87_a_withdrawal_may_be_survived(cause: str) -> None:
    state = ended("mini", days_wanted=3, leaving=cause, damage={"rudder": 2})
    go(state)
    assert outcome(state) == ("ijn", "the ship had to withdraw")
    options = {"mini_9h": "off"}
    state = ended("mini", days_wanted=3, leaving=cause, damage={"rudder": 2}, options=options)
    go(state, 1, 1)
    assert (outcome(state), today(state)) == (None, "8 Apr")


@pytest.mark.rule("P-9.0.H-1")
@pytest.mark.parametrize("cause", ["fuel", "ammo", "water lines", "flooding"])
def test_r87_other_trips_do_not_lose_it(cause: str) -> None:
    state = ended("mini", days_wanted=3, leaving=cause)
    go(state, 1, 1)
    assert outcome(state) is None
    assert texts(state)[0].startswith("engineer")


@pytest.mark.rule("P-9.0.H-1", "P-9.0.B-1")
def test_r89_a_ship_sent_to_the_rear_on_such_a_trip_is_replaced() -> None:
    state = ended("mini", days_wanted=3, leaving="fuel", hull=9)
    go(state, *REAR)
    assert texts(state)[0] == "name Ammen"


@pytest.mark.rule("P-7.8.2.L-1")
@pytest.mark.parametrize("option", ["loss", "new_ship"])
def test_r89_sunk_in_the_mini_campaign(option: str) -> None:
    state = on_station("mini", "Apr 1", days_wanted=3, sunk=True, options={"mini_sunk": option})
    go(state)
    if option == "loss":
        assert outcome(state) == ("ijn", "the ship is sunk")
    else:
        assert (outcome(state), today(state), texts(state)[0]) == (None, "2 Apr", "name Ammen")


@pytest.mark.rule("P-10.A-1", "P-7.3.W-1")
def test_the_last_fighting_day_comes_before_a_new_station() -> None:
    state = ended("mini", days_wanted=3, fighting_days=2, new_station=True, hull=9)
    go(state)
    assert outcome(state) == ("usn", "on station")


@pytest.mark.rule("P-10.A-1")
def test_a_mini_campaign_ends_with_the_calendar() -> None:
    state = ended("mini", "Jun 24", days_wanted=5, leaving="fuel")
    go(state, 6, 6)
    assert outcome(state) == ("ijn", "the ship was not on station at the end")


# --- The long campaign ---


@pytest.mark.rule("P-10.A-1", "P-18.D-1")
@pytest.mark.parametrize("scenario", ["long-a", "long-b"])
@pytest.mark.parametrize(
    ("sunk", "winner", "words"),
    [(0, "usn", "0 ships sunk"), (1, "usn", "1 ship sunk"), (7, "usn", "7 ships sunk"),
     (8, None, "8 ships sunk"), (9, "ijn", "9 ships sunk")],
)  # fmt: skip
def test_v61_ships_sunk(scenario: str, sunk: int, winner: str | None, words: str) -> None:
    state = ended(scenario, "Jun 25", ships_sunk=sunk, block=5)
    go(state)
    assert outcome(state) == (winner, words)


@pytest.mark.rule("P-7.8.2.L-1", "P-10.A-1")
def test_a_ship_lost_on_the_last_day_counts() -> None:
    state = on_station("long-b", "Jun 25", ships_sunk=8, sunk=True)
    go(state)
    assert outcome(state) == (None, "8 ships sunk")


@pytest.mark.rule("P-10.A-1")
def test_way_b_begins_on_24_march_and_plays_every_day() -> None:
    state = new("long-b")
    go(state)
    assert (today(state), texts(state)[0]) == ("24 Mar", "name Ammen")
    state = ended("long-b", "Jun 24", fighting_days=70)
    assert go(state).asked == "air cover"
    assert today(state) == "25 Jun"


@pytest.mark.rule("P-10.A-1", "P-2.0.L-1")
def test_way_a_begins_when_the_player_likes() -> None:
    state = new("long-a")
    go(state)
    assert texts(state) == ["begin", "wait"]
    play(state, "wait")
    play(state, "wait")
    assert today(state) == "26 Mar"
    play(state, "begin")
    assert texts(state)[0] == "name Ammen"


@pytest.mark.rule("P-10.A-1")
def test_way_a_must_begin_on_the_last_day() -> None:
    state = new("long-a")
    state.turn = 93
    go(state)
    play(state, "wait")
    assert (today(state), texts(state)[0]) == ("25 Jun", "name Ammen")


@pytest.mark.rule("P-10.A-1")
def test_r91_a_block_is_five_fighting_days_and_the_next_may_wait() -> None:
    state = ended("long-a", block=2, fighting_days=8)
    assert go(state).asked == "air cover"
    state = ended("long-a", block=2, fighting_days=9, hull=7)
    go(state)
    assert (texts(state), today(state)) == (["begin", "wait"], "2 Apr")
    play(state, "wait")
    told = play(state, "begin")
    assert told.kinds == ["heading", "phase begins"]
    assert (today(state), state.block, state.hull) == ("3 Apr", 3, 7)  # the ship carries on


@pytest.mark.rule("P-6.2.C-1")
@pytest.mark.parametrize(("waits", "counted"), [(0, ["rain in the phase before"]), (1, [])])
def test_the_rain_of_the_last_block_is_over_after_a_day_of_waiting(
    waits: int, counted: list[str]
) -> None:
    options = {"mode": "advanced"}
    state = ended("long-a", block=1, fighting_days=4, options=options, first_phase=False)
    state.weather = RAIN
    go(state)
    for _ in range(waits):
        play(state, "wait")
    told = play(state, "begin", 3, 4)
    assert [modifier.name for modifier in told.of("weather").modifiers] == counted


@pytest.mark.rule("P-10.A-1")
def test_r91_way_a_ends_after_five_blocks() -> None:
    state = ended("long-a", block=5, fighting_days=24)
    go(state)
    assert outcome(state) == ("usn", "0 ships sunk")


@pytest.mark.rule("P-10.A-1", "P-7.8.2.L-1")
@pytest.mark.parametrize("setting", [{"sunk": True}, {"leaving": "fuel"}])
def test_r91_the_last_block_is_played_even_if_it_begins_badly(setting: dict[str, Any]) -> None:
    state = ended("long-a", block=5, fighting_days=20, **setting)
    go(state, *(() if "sunk" in setting else ONE_DAY))
    assert outcome(state) is None


@pytest.mark.rule("P-9.0.H-1")
def test_r87_a_withdrawal_means_nothing_in_the_long_campaign() -> None:
    state = ended("long-b", leaving="damage", damage={"rudder": 2})
    go(state, 1, 1)
    assert outcome(state) is None


@pytest.mark.rule("P-10.A-1")
def test_r91_abandoned_ships_are_sunk_ships_sent_to_the_rear_are_not() -> None:
    state = ended("long-b", leaving="fuel", hull=9)
    go(state, *REAR)
    assert state.ships_sunk == 0
    state = on_station("long-b", primaries=[1] * 12 + [0] * 11)
    go(state, *quiet(state, 1))
    play(state, "declare", 1)
    assert play(state, "abandon ship").kinds == ["ship lost"]
    assert state.ships_sunk == 1


# --- One match from the first day to the last ---


@pytest.mark.rule("P-10.A-1")
@pytest.mark.parametrize(
    ("scenario", "mode"), [("mini", "basic"), ("mini", "advanced"), ("long-a", "advanced")]
)
def test_a_campaign_is_one_match_that_can_be_resumed_anywhere(scenario: str, mode: str) -> None:
    game, chance = Picket(), random.Random(7)
    match = Match(game, scenario, {"mode": mode}, dice=Rolled(7))
    while match.decision:
        match.play(chance.choice(match.decision.options))
    record = Record.parse(str(match.record))
    again = replay(game, record)
    assert (again.state, again.events, again.result) == (match.state, match.events, match.result)
    assert verify(game, record) is True
    texts_made = [line.choice for line in match.record.lines if line.number]
    for stop in {1, match.choices // 3, match.choices - 1}:
        resumed = replay(game, record, to=stop)
        dice = Rolled(7)
        direct = Match(game, scenario, {"mode": mode}, dice=dice)
        for text in texts_made[:stop]:
            direct.play(text)
        assert resumed.state == direct.state
        resumed.go_on_with(dice)
        for text in texts_made[stop:]:
            resumed.play(text)
        assert resumed.state == match.state
