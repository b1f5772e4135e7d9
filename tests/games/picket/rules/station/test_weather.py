"""Rules 6.1 to 6.3: weather, storms and typhoons (Tables 6-1 to 6-5)."""

from __future__ import annotations

from collections import Counter

import pytest
from picket_attack import Called, advanced, attack, counted, of_kind, picket, sky, strike

from flankspeed.engine import Log
from flankspeed.games.picket.rules.station.weather import typhoon
from flankspeed.games.picket.state import CLEAR, RAIN, STORM, WEATHERS, ShipLost


@pytest.mark.rule("P-6.1.A-1")
@pytest.mark.parametrize("phase", ["morning", "midday", "night"])
def test_basic_game_is_always_clear(phase: str) -> None:
    state = picket(phase=phase)
    assert sky(state) == (True, [])  # no dice
    assert state.weather == CLEAR


@pytest.mark.rule("P-6.2.A-1")
def test_first_phase_of_the_game_is_clear() -> None:
    state = advanced()
    state.first_phase = True
    attacks, events = sky(state)
    assert attacks
    assert [event.kind for event in events] == ["weather clear"]
    state.first_phase = False  # the second phase is rolled
    sky(state, 2, 2, 6)
    assert state.weather == RAIN


@pytest.mark.rule("P-6.2.B-1", "P-6.2.D-1", "P-6.2.E-1")
def test_table_6_1() -> None:
    found: Counter[str] = Counter()
    for first in range(1, 7):
        for second in range(1, 7):
            state, roll = advanced(), first + second
            more = [3] if roll == 2 else [6] if roll <= 4 else []
            attacks, _ = sky(state, first, second, *more)
            found[WEATHERS[state.weather]] += 1
            assert state.weather == (STORM if roll == 2 else RAIN if roll <= 4 else CLEAR)
            assert attacks == (roll > 2)
    assert found == {"storm": 1, "rain": 5, "clear": 30}


@pytest.mark.rule("P-6.2.C-1")
@pytest.mark.parametrize(("before", "name"), [("rain", RAIN), ("storm", STORM)])
def test_bad_weather_before_takes_1(before: str, name: int) -> None:
    state = advanced(weather=before)
    _, events = sky(state, 1, 4, 6)
    assert state.weather == RAIN
    assert counted(of_kind(events, "weather")) == {f"{before} in the phase before": -1}
    state = advanced(weather=before)
    sky(state, 1, 2, 6)  # 2: a storm
    assert state.weather == STORM
    state = advanced(weather=before)
    sky(state, 2, 4)
    assert state.weather == CLEAR
    assert state.weather_before == name


@pytest.mark.rule("P-6.2.C-1")
def test_only_the_phase_before_counts() -> None:
    state = advanced(weather="rain")
    sky(state, 6, 6)
    _, events = sky(state, 1, 4)
    assert state.weather == CLEAR
    assert counted(of_kind(events, "weather")) == {}


@pytest.mark.rule("P-6.2.F-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_attack_in_the_rain(die: int) -> None:
    attacks, events = sky(advanced(), 1, 2, die)
    assert attacks == (die >= 5)
    assert events[-1].kind == ("rain attack" if die >= 5 else "rain no attack")


@pytest.mark.rule("P-6.2.F-2", "P-6.6.C-1")
def test_rain_counts_on_the_roll_and_not_on_the_column() -> None:
    state = advanced(weather="rain")
    events = attack(state, 5, 6)  # 12 in column 0: no attack
    assert counted(of_kind(events, "attack none")) == {"rain": 1}
    assert of_kind(events, "attack column").facts["column"] == "0"
    assert "rain" not in counted(of_kind(events, "attack column"))


@pytest.mark.rule("P-6.3.A-1")
@pytest.mark.parametrize("before", ["clear", "rain", "storm"])
@pytest.mark.parametrize("die", range(1, 7))
def test_table_6_2(before: str, die: int) -> None:
    """A natural 1 stays 1 and a natural 6 stays 6; a 2 becomes 1 after bad weather."""
    struck = die == 1 or (die == 2 and before != "clear")
    state = advanced(weather=before)
    attacks, events = sky(state, 1, 1, die, *([1] if struck else []))
    assert not attacks
    assert state.weather == STORM
    assert (state.typhoon_days > 0) == struck
    modified = before != "clear" and 1 < die < 6
    assert bool(of_kind(events, "typhoon" if struck else "storm").modifiers) == modified


@pytest.mark.rule("P-6.3.B.1-1")
@pytest.mark.parametrize(("die", "days"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (6, 4)])
def test_table_6_3(die: int, days: int) -> None:
    state = advanced()
    _, events = sky(state, 1, 1, 1, die)
    assert state.typhoon_days == days
    assert of_kind(events, "typhoon days").facts["days"] == days


@pytest.mark.rule("P-6.3.B.1-1", "P-6.3.B.2-1")
@pytest.mark.parametrize(("die", "rolls"), [(1, 6), (4, 9), (6, 12)])
def test_table_6_4_is_rolled_for_every_lost_phase(die: int, rolls: int) -> None:
    """V-16: two days are six rolls."""
    state = advanced(date="Apr 1")
    sky(state, 1, 1, 1, die)
    strike(state, *[3] * (2 * rolls))
    assert state.hull == 10
    assert state.typhoon_anchorage == 0


@pytest.mark.rule("P-6.3.B.1-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_only_a_6_does_damage_by_option(die: int) -> None:
    state = advanced(typhoon_damage="six_only")
    sky(state, 1, 1, 1, die)
    strike(state, *[3] * (24 if die == 6 else 0))


@pytest.mark.rule("P-6.3.B.2-1")
def test_table_6_4() -> None:
    harmless = [3] * 10
    for first in range(1, 7):
        for second in range(1, 7):
            state, roll = advanced(), first + second
            sky(state, 1, 1, 1, 1)
            if roll == 2:
                for log in (None, Log()):
                    with pytest.raises(ShipLost):
                        typhoon(state, Called(state, [first, second]), log)
                continue
            strike(state, first, second, *([4] if roll == 3 else harmless))
            assert state.hull == 10 - {4: 2, 5: 1}.get(roll, 0)
            assert state.typhoon_anchorage == (3 if roll == 3 else 0)


@pytest.mark.rule("P-6.3.B.2-1")
def test_no_more_is_rolled_at_hull_0() -> None:
    state = advanced()
    state.hull = 3
    sky(state, 1, 1, 1, 6)
    events = strike(state, 2, 2, 6, 6, 1, 3)
    assert state.hull == 0
    assert [event.kind for event in events].count("typhoon damage") == 2


@pytest.mark.rule("P-6.3.B.4-1")
@pytest.mark.parametrize(("die", "days"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (6, 4)])
def test_table_6_5(die: int, days: int) -> None:
    state = advanced()
    sky(state, 1, 1, 1, 1)
    strike(state, 6, 6, 1, 2, die)  # the second roll sends the ship away
    assert state.typhoon_anchorage == days
    assert state.typhoon_days == 2


@pytest.mark.rule("P-6.2.C-1")
def test_a_typhoon_counts_as_a_storm_for_the_next_phase() -> None:
    state = advanced()
    sky(state, 1, 1, 1, 1)
    strike(state, *[3] * 12)
    state.typhoon_days = 0
    _, events = sky(state, 1, 4, 6)
    assert counted(of_kind(events, "weather")) == {"storm in the phase before": -1}
