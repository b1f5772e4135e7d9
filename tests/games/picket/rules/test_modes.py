"""What the basic and the advanced game share, and what only one of them has (the mode matrix)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_attack import PLOT_ROOM, assign, turn
from picket_attack import picket as on_date
from picket_damage import cell, kinds, struck
from picket_duty import go, on_station
from picket_fire import EM, counted, event_of, play, texts, wave
from picket_repair import a_ship, control, hits
from picket_repair import texts as control_texts

from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.damage.condition import half_damaged
from flankspeed.games.picket.rules.station.support import column_shifts, kikusui_today

both = pytest.mark.parametrize("mode", ["basic", "advanced"])
ENGINE_ROOM, MAG_1, MESS_ROOM = (1, 2), (0, 3), (4, 2)  # cells of Table 11


def ship(mode: str, damage: dict[str, int] | None = None, **fields: Any) -> Any:
    return a_ship(damage, options={"mode": mode}, **fields)


@pytest.mark.rule("P-12.A-1")
def test_the_game_is_basic_unless_told_otherwise() -> None:
    assert PicketOptions().mode == "basic"


@both
@pytest.mark.rule("P-4.0.A-1")
def test_stations_by_table_1_1_or_by_date(mode: str) -> None:
    state = on_date(date="Mar 29", mode=mode)
    assign(state, *((1, 2) if mode == "basic" else ()), 6, 6, 1, 1)
    assert state.station == (3 if mode == "basic" else 9)


@both
@pytest.mark.rule("P-5.3.A-1", "P-2.0.G-1")
def test_land_radar(mode: str) -> None:
    state = on_date(date="May 15", mode=mode)
    turn(state, *((6, 6) * 3 if mode == "advanced" else ()))
    assert len(state.land_radar) == (3 if mode == "advanced" else 0)


@both
@pytest.mark.rule("P-6.1.A-1")
def test_weather(mode: str) -> None:
    state = on_station(options={"mode": mode}, first_phase=False)
    assert go(state).asked == ("air cover" if mode == "basic" else "weather")


@pytest.mark.rule("P-6.7.B-1")
@pytest.mark.parametrize(
    ("mode", "option", "raid"),
    [("basic", "off", False), ("basic", "on", True), ("advanced", "off", True)],
)
def test_kikusui_on_red_dates_of_a_campaign(mode: str, option: str, raid: bool) -> None:
    options = {"mode": mode, "basic_campaign_kikusui": option}
    assert kikusui_today(on_station("long-b", "Apr 6", options=options)) == raid
    assert not kikusui_today(on_station("long-b", "Apr 8", options=options))


@both
@pytest.mark.rule("P-6.8.C-1", "P-6.8.C.1-1")
def test_five_inch_guns_are_slaved_only_in_the_advanced_game(mode: str) -> None:
    state = wave("Zero 180H", "Zero 180M", advanced=mode == "advanced")
    assert bool(texts(state, "slave")) == (mode == "advanced")
    play(state, "aim 5in3 1")
    # V-59: in the basic game another gun may take the other plane, and both have the bonus.
    assert ("aim 5in4 2" in texts(state)) == (mode == "basic")
    bonus = counted(event_of(play(state, "fire", 1, 1), "gun misses"))
    assert bonus == ({"director": 1} if mode == "basic" else {})


@both
@pytest.mark.rule("P-6.10.A-1")
def test_emergency_manoeuvre(mode: str) -> None:
    state = wave("Zero 180H", advanced=mode == "advanced", steps=(EM,))
    assert bool(texts(state)) == (mode == "advanced")


@both
@pytest.mark.rule("P-7.3.F-1", "P-2.0.H-1", "P-7.4.A-1")
def test_flooding_list_and_trim(mode: str) -> None:
    state = ship(mode)
    struck(state, 90, *cell(*ENGINE_ROOM, 4), *((6, 1) if mode == "advanced" else ()))
    flooded = mode == "advanced"
    assert hits(state, "fwd-engine-room") == 1
    assert (state.flood, state.manoeuvre) == ((9, 9) if flooded else (10, 10))
    assert any(state.lean) == flooded


@both
@pytest.mark.rule("P-7.3.I-1", "P-7.3.J-1")
def test_r10_the_fourth_hit(mode: str) -> None:
    state = ship(mode, {"5in-mag-1": 3})
    dice = (2, 6, 6) if mode == "advanced" else ()  # no flooding, Table 21
    events = struck(state, 0, *cell(*MAG_1, 1), *dice)
    assert hits(state, "5in-mag-1") == 4
    assert ("flooded in time" in kinds(events)) == (mode == "advanced")


@both
@pytest.mark.rule("P-7.5.C-1", "P-7.3.K-1", "P-1.1.1.A-1")
def test_v58_secondary_compartments(mode: str) -> None:
    state = ship(mode)
    struck(state, 0, *cell(*MESS_ROOM))
    assert state.hull == (9 if mode == "basic" else 10)
    assert sum(state.secondaries) == (mode == "advanced")


@pytest.mark.rule("P-7.7.L-1")
@pytest.mark.parametrize(
    ("mode", "primaries", "secondaries", "half"),
    [
        ("basic", 11, 0, False), ("basic", 12, 0, True),
        ("advanced", 20, 19, False), ("advanced", 20, 20, True), ("advanced", 23, 0, False),
    ],
)  # fmt: skip
def test_r09_half_of_the_compartments(
    mode: str, primaries: int, secondaries: int, half: bool
) -> None:
    state = ship(mode)
    state.primaries[:primaries] = [1] * primaries
    state.secondaries[:secondaries] = [1] * secondaries
    assert half_damaged(state) == half


@both
@pytest.mark.rule("P-6.6.B-1")
def test_r15_the_plot_room(mode: str) -> None:
    state = on_date(mode=mode)
    state.secondaries[PLOT_ROOM] = 2
    names = [shift.name for shift in column_shifts(state)]
    assert ("Plot Room destroyed" in names) == (mode == "advanced")


@both
@pytest.mark.rule("P-7.9.H-1")
def test_counterflooding(mode: str) -> None:
    state = ship(mode, lean=[2, 0, 0, 0])
    control(state)
    assert bool(control_texts(state)) == (mode == "advanced")
