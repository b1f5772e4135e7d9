"""What outlives a phase, and what ends with the day: played through real phases and days."""

from __future__ import annotations

import pytest
from picket_duty import REST, Told, go, on_station, play, quiet, texts

from flankspeed.games.picket.state import PicketState

CARRIER = (3, 3, "0", 1, 1)  # one type of air cover, column 0, no marker
ONE_ZERO = (*CARRIER, 3, 3, 5, 6, "Zero")
ONE_BETTY = (*CARRIER, 3, 3, 5, 6, "Betty with Ohka", "Zero")
FIVE = ("Zero", "Zero", "Zero", "Zero", "Zero")
FIVE_ZEROS = (*CARRIER, 2, 2, 5, 6, *FIVE)  # waves of 3 and 2
MISS = (1, 1)


def rest_of_the_day(state: PicketState) -> list[int | str]:
    """The dice of a quiet midday and night."""
    return quiet(state, 2, phase=1)


def supplies(told: Told) -> list[str]:
    """The tracks that Table 24 was rolled for."""
    return [str(event.facts["track"]) for event in told if event.kind == "supplies"]


@pytest.mark.rule("P-8.2.A-1")
def test_guns_fired_in_the_morning_cost_ammunition_after_the_night_and_not_the_next_day() -> None:
    state = on_station()
    go(state, *ONE_ZERO)
    play(state, next(text for text in texts(state) if text.startswith("aim ")))
    maintenance = (4, 6, 1)  # morale, ammunition, fuel
    day_2 = (*quiet(state), *REST)
    told = play(state, "fire", *MISS, *MISS, *rest_of_the_day(state), *maintenance, *day_2)
    assert supplies(told) == ["ammo", "fuel", "fuel"]
    assert state.ammo < 10


@pytest.mark.rule("P-6.9.G-1")
def test_v19_spray_fire_is_paid_once_a_day() -> None:
    state = on_station()
    go(state, *ONE_BETTY)
    night = (*quiet(state, 1, phase=2), *REST)
    paid = []
    for coming in (ONE_BETTY, (*night, *ONE_BETTY), ()):  # midday, the next morning, nothing more
        play(state, "fire", 3)
        told = play(state, "spray 1", 1, 1, *MISS, *coming)  # down goes the Betty, the Zero misses
        paid.append([event.facts["why"] for event in told if event.kind == "track down"])
    assert paid == [["spray fire"], [], ["spray fire"]]
    assert state.ammo == 8


@pytest.mark.rule("P-5.2.G-1")
def test_a_support_ship_lost_in_the_morning_has_its_chit_the_next_morning() -> None:
    state = on_station(sfs=1, fdt=False)
    morning = (3, 3, "-1", 1, 1, 3, 3, 5, 6, "Zero")  # no team, a marker, radar: column 0
    go(state, *morning)
    no_attack = (3, 3, "+2", 1, 1)  # without the marker
    day = (*no_attack, 6, 6, *no_attack, 1, *REST)
    told = play(state, "fire", 3, 3, 2, 2, *day, "+1")  # a near miss that hits her instead
    kinds = [kind for kind in told.kinds if kind.startswith("support")]
    assert kinds == ["support lost", "support replaced"]
    assert state.sfs == 1


@pytest.mark.rule("P-7.3.W-1")
def test_a_new_station_ordered_in_the_morning_is_taken_at_the_end_of_the_day() -> None:
    state = on_station(date="Apr 1")
    go(state, *FIVE_ZEROS)
    # The first from 180 strikes: Table 15 with 8, then nothing; all others miss.
    play(state, "fire", 6, 6, 1, 1, 4, 4, 1, 2, *MISS * 2)
    told = play(state, "fire", *MISS * 2, 1, 1, *rest_of_the_day(state), *REST, 4, 5)
    assert "station rolled" in told.kinds
    assert told.kinds.index("supplies") < told.kinds.index("station rolled")


@pytest.mark.rule("P-6.6.O-1")
def test_an_attack_ends_marker_stays_out_from_phase_to_phase_and_from_day_to_day() -> None:
    state = on_station()
    attack_ends = (*CARRIER, 2, 2, 5, 6, "Attack Ends")
    told = go(state, *attack_ends, *attack_ends, *quiet(state, 1, phase=2), *REST, *attack_ends)
    assert [event.facts["left"] for event in told if event.kind == "attack ends"] == [3, 2, 1]
    drawn = [event.throws[0].sides for event in told if event.kind == "planes drawn"]
    assert drawn == [150, 149, 148]


@pytest.mark.rule("P-7.7.O-1")
def test_the_attack_after_which_emergency_repairs_may_end_can_be_one_of_the_phase_before() -> None:
    state = on_station(primaries=[1] * 12 + [0] * 11, emergency=True)
    go(state, *ONE_ZERO, *MISS)
    play(state, "keep on")
    play(state, "begin repairs", *quiet(state, 1, phase=1))
    assert texts(state) == ["keep on", "call off"]  # midday, without an attack
