"""Rule 6.7: the Kikusui mass raids (Tables 22 and 22-1)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from picket_attack import (
    KINDS,
    attack,
    come,
    inside,
    of_kind,
    picket,
    sizes,
    spaces,
    support,
    waves,
)

from flankspeed.games.picket.data.attack_charts import attack_charts
from flankspeed.games.picket.data.calendar import calendar, turn_named
from flankspeed.games.picket.rules.station.support import kikusui_today

TABLE_22 = (12, 9, 7, 11, 9, 10, 8, 12, 13, 6, 18)  # rolls 2 to 12
TABLE_22_1 = (0, 45, 90, 135, 180, 180, 225, 225, 270, 270, 315)
RED = [
    ("Apr 6", "Apr 7"),
    ("Apr 12", "Apr 13"),
    ("Apr 15", "Apr 16"),
    ("Apr 27", "Apr 28"),
    ("May 3", "May 4"),
    ("May 10", "May 11"),
    ("May 23", "May 25"),
    ("May 27", "May 29"),
    ("Jun 3", "Jun 7"),
    ("Jun 21", "Jun 22"),
]
kikusui = partial(picket, kikusui=True)


def dice_of(roll: int) -> tuple[int, int]:
    return max(1, roll - 6), min(6, roll - 1)


def red_days(last_of_ninth: str = "Jun 7") -> set[int]:
    days = set()
    for number, (first, last) in enumerate(RED, 1):
        end = turn_named(last_of_ninth if number == 9 else last)
        days |= set(range(turn_named(first), end + 1))
    return days


def kikusui_days(campaign: str, **options: Any) -> set[int]:
    found = set()
    for day in range(1, 95):
        state = picket(campaign=campaign, **options)
        state.turn = day
        if kikusui_today(state):
            found.add(day)
    return found


@pytest.mark.rule("P-6.7.A-1", "P-6.7.B-1", "P-1.6-1")
@pytest.mark.parametrize("campaign", ["mini", "long_a", "long_b"])
def test_red_dates_of_an_advanced_campaign(campaign: str) -> None:
    assert len(red_days()) == 25
    assert kikusui_days(campaign, mode="advanced") == red_days()
    assert max(calendar().kikusui) == 10


@pytest.mark.rule("P-6.7.B-1")
def test_basic_campaigns_have_none_unless_the_option_says_so() -> None:
    assert kikusui_days("long_b") == set()
    assert kikusui_days("long_b", basic_campaign_kikusui="off") == set()
    assert kikusui_days("long_b", basic_campaign_kikusui="on") == red_days()


@pytest.mark.rule("P-6.7.A-1")
def test_days_of_the_ninth_raid_are_a_setting() -> None:
    assert kikusui_days("long_b", mode="advanced", kikusui9="all") == red_days()
    assert kikusui_days("long_b", mode="advanced", kikusui9="first_two") == red_days("Jun 4")


@pytest.mark.rule("P-6.7.B-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("phase", ["morning", "midday", "night"])
def test_card_decides_in_a_scenario_and_for_all_phases(mode: str, phase: str) -> None:
    """R-96: a red date without a word on the card is no Kikusui day."""
    on_card = kikusui(mode=mode, phase=phase, date="Mar 26")
    gate = [5] if phase == "night" else []
    assert of_kind(attack(on_card, *gate, 5, 6, "Attack Ends"), "kikusui raid")
    silent = picket(mode=mode, phase=phase, date="Apr 7")
    assert of_kind(attack(silent, *gate, 6, 6), "attack none")


@pytest.mark.rule("P-6.7.D-1", "P-6.5.I-1")
def test_air_support_of_the_day() -> None:
    state = kikusui()
    assert [event.kind for event in support(state, 1, 6)] == ["kikusui air support"]
    assert state.afs == 2 * (1 + 4)
    assert state.cover == ()


@pytest.mark.rule("P-6.7.C-1", "P-6.7.E-1", "P-6.7.F-1")
@pytest.mark.parametrize("station", [1, 9])
def test_table_22(station: int) -> None:
    split = {6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [5, 4], 10: [5, 5], 11: [6, 3, 2]} | {
        12: [6, 4, 2],
        13: [7, 4, 2],
        18: [9, 6, 3],
    }
    for roll, count in enumerate(TABLE_22, 2):
        state = kikusui(station=station, weather="rain")  # neither counts here
        names = ["Zero"] * min(count, 16) + ["Oscar"] * max(count - 16, 0)
        events = attack(state, *dice_of(roll), *names, *[1, 1, 1] * count)
        assert of_kind(events, "kikusui raid").facts["planes"] == count
        assert sizes(state) == split[count]
        assert not [event for event in events if event.kind == "attack column"]


@pytest.mark.rule("P-6.7.F-1")
@pytest.mark.parametrize(
    ("count", "split"), [(14, [7, 4, 3]), (15, [8, 5, 2]), (16, [8, 5, 3]), (17, [9, 5, 3])]
)
def test_waves_that_no_roll_gives(count: int, split: list[int]) -> None:
    assert list(attack_charts().waves[count]) == split


@pytest.mark.rule("P-6.7.G-1")
def test_each_plane_rolls_bearing_and_altitude() -> None:
    for roll, bearing in enumerate(TABLE_22_1, 2):
        for die, altitude in zip(range(1, 7), "HHMMLL", strict=True):
            state = kikusui()
            events = attack(
                state, 5, 6, *["Zero"] * 6, *dice_of(roll), die, *[6, 6, 1] * 4, 1, 2, 6
            )
            assert spaces(state) == [f"{bearing}{altitude}", *["315H"] * 4, "45L"]
            assert len(of_kind(events, "places rolled").throws) == 12


@pytest.mark.rule("P-6.7.H-1")
def test_specials_go_back_at_once() -> None:
    state = kikusui()
    before = inside(state, "Sally with Ohka")
    assert before == 1
    draws = ["Zero", "Sally with Ohka", "Sally with Ohka", *["Oscar"] * 5]  # the same one twice
    attack(state, 5, 6, *draws, *[1, 1, 1] * 6)
    assert inside(state, "Sally with Ohka") == before
    assert [len(specials) for _, specials in state.waves] == [0, 0]
    assert waves(state)[0] == ["Zero 0H", "Oscar 0H", "Oscar 0H"]


@pytest.mark.rule("P-6.7.H-1")
def test_a_special_put_back_can_be_drawn_again_by_the_next_draw() -> None:
    state = kikusui()
    draws = ["Zero", "Sally with Ohka", "Sally with Ohka", *["Oscar"] * 5]
    throws = of_kind(attack(state, 5, 6, *draws, *[1, 1, 1] * 6), "planes drawn").throws
    full = throws[0].sides
    assert [throw.sides for throw in throws[:5]] == [full, full - 1, full - 1, full - 1, full - 2]


@pytest.mark.rule("P-6.7.G-1", "P-6.7.I-1")
def test_waves_come_like_any_others() -> None:
    state = kikusui()
    attack(state, 5, 6, *["Zero"] * 3, *["Oscar"] * 3, *[3, 4, 6] * 6)
    come(state)
    assert [KINDS[plane.kind] for plane in state.planes] == ["Zero"] * 3
    assert state.specials == []
    assert waves(state) == [["Oscar 180L"] * 3]


@pytest.mark.rule("P-6.6.M-1", "P-6.7.F-1")
def test_kikusui_at_night() -> None:
    """V-34: 18 planes become 9, in waves of 5 and 4."""
    state = kikusui(phase="night")
    attack(state, 5, 6, 6, *["Zero"] * 9, *[1, 1, 1] * 9)
    assert sizes(state) == [5, 4]
    state = kikusui(phase="night")
    attack(state, 4)
    assert waves(state) == []


@pytest.mark.rule("P-6.6.N-1")
def test_attack_ends_counts_on_kikusui_days() -> None:
    state = kikusui()
    before = state.container[:]
    attack(state, 6, 6, *["Zero"] * 9, "Attack Ends")
    assert waves(state) == []
    assert state.container == before
    assert inside(state, "Attack Ends") == 3
