"""What Kamikaze Attack! says of a table that cannot be, and what a finished game is measured by."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from kamikaze_dives import GAME, crash, dive, entering, fate, play
from kamikaze_dogfight import act, dogfight

from flankspeed.engine import DataError, OptionError, Result
from flankspeed.engine.data import read_toml
from flankspeed.games.kamikaze import KamikazeState
from flankspeed.games.kamikaze.data import board, charts, guns
from flankspeed.games.kamikaze.data.board import SQUARES, position_at
from flankspeed.games.kamikaze.data.planes import FLYING, LOST, NAMES, THROUGH
from flankspeed.games.picket.options import PicketOptions


def fighting() -> KamikazeState:
    return dogfight(C1="5,9 N", K1="9,4 S", K2="9,6 S", rest="lost", to_move="C1", roll=1)


def diving(**setting: Any) -> KamikazeState:
    return dive("11,4 S", **setting)


def standing_on_the_ship(state: KamikazeState) -> None:
    other = NAMES.index("K2")
    state.positions[other], state.fates[other] = position_at(11, 12, "N"), FLYING


@pytest.mark.parametrize(
    ("state", "broken", "fault"),
    [
        (
            fighting(),
            {"fates": [LOST] * 18},
            "K1 is on the board but not flying; K2 is on the board but not flying; "
            "C1 is on the board but not flying",
        ),
        (fighting(), {"mp": -1}, "-1 MP left"),
        (diving(), {"hits": 6}, "a kamikaze flies on with 6 hits"),
        (diving(), {"hits": -1}, "a kamikaze flies on with -1 hits"),
        (diving(), {"damage": 6}, "the ship floats with 6 damage"),
        (diving(), {"result": Result("usn", "")}, "the game is over with kamikazes in the air"),
    ],
)
def test_a_table_that_cannot_be_is_found_out(
    state: KamikazeState, broken: dict[str, Any], fault: str
) -> None:
    assert GAME.faults(state) == []
    for name, value in broken.items():
        setattr(state, name, value)
    assert "; ".join(GAME.faults(state)) == fault


def test_planes_that_cannot_stand_there_are_found_out() -> None:
    state = fighting()
    state.positions[NAMES.index("K2")] = position_at(9, 4, "N")
    assert GAME.faults(state) == ["two planes stand in one square"]
    state.positions[NAMES.index("K2")] = state.positions[NAMES.index("C1")]
    assert GAME.faults(state) == []  # C1 is moving: it may fly through
    state = diving(waiting=1)
    standing_on_the_ship(state)
    assert GAME.faults(state) == [
        "more than the diving kamikaze is on the board in phase 2",
        "a plane stands on the ship",
    ]
    state = diving(damage=5, hits=5)  # as bad as it may be
    assert GAME.faults(state) == []


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        ({}, ["a volley takes 17 dice"]),
        ({"sharpTurns": "extended"}, []),  # of other options it is not known
    ],
)
def test_a_volley_of_more_dice_than_there_are_is_found_out(
    options: dict[str, object], faults: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = dive("12,14 S", mp=9, options=options)
    assert GAME.faults(state) == []  # ten
    battery = state.charts.battery
    monkeypatch.setattr(battery, "bearing", ((("", battery.all),),) * SQUARES)
    assert GAME.faults(state) == faults


def test_what_a_game_is_measured_by() -> None:
    planes = {"C1": "10,10 N", "E1": "10,8 S", "K2": "3,9 S", "K4": "through"}
    state = dogfight(planes, rest="lost", turn=4, to_move="C1", roll=1)
    act(state, "move ahead")
    act(state, "fire E1", dice=[6, 6])
    assert GAME.figures(state) == {
        "turns of phase 1": 4,
        "escorts lost": 6,
        "CAP lost": 6,
        "kamikazes through": 2,
        "crashes": 0,
        "damage to the ship": 0,
        "mounts lost": 0,
    }
    state = dogfight(planes, C2="1,1 S", E2="5,5 S", rest="lost", turn=4, to_move="C1", roll=1)
    assert (GAME.figures(state)["escorts lost"], GAME.figures(state)["CAP lost"]) == (4, 4)
    state = crash("11,10 S", "crash ahead", 5, 4, 1, waiting=1, hits=2)
    assert GAME.figures(state)["crashes"] == 1
    assert GAME.figures(state)["mounts lost"] == 2
    assert GAME.figures(entering(1, count=5))["kamikazes through"] == 5


@pytest.mark.parametrize("count", range(1, 7))
def test_phase_2_alone_has_as_many_kamikazes_as_its_name_says(count: int) -> None:
    state = GAME.new(f"dives-{count}", GAME.options())
    assert state.kamikazes(THROUGH) == list(range(6, 6 + count))
    assert state.kamikazes(LOST) == list(range(6 + count, 12))


@pytest.mark.parametrize(
    ("module", "part"),
    [
        (board, "board"),
        (board, "ship"),
        (board, "entry_points"),
        (charts, "kill_numbers"),
        (charts, "turn"),
        (guns, "gun_type"),
        (guns, "mount"),
    ],
)
def test_every_part_of_the_data_says_where_it_comes_from(
    module: ModuleType, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def guessed(path: Any) -> dict[str, Any]:
        data = read_toml(path)
        for each in data[part] if isinstance(data[part], list) else [data[part]]:
            each["source"] = "guess"
        return data

    monkeypatch.setattr(module, "read_toml", guessed)
    with pytest.raises(DataError, match="source must be 'rulebook' or 'reconstructed'"):
        module._load()


def test_the_options_of_another_game_are_refused() -> None:
    with pytest.raises(OptionError, match="not the options of kamikaze"):
        GAME.new("attack", PicketOptions())


def test_a_dive_ends_with_its_marker_at_0() -> None:
    state = dive("11,10 S", waiting=0)
    play(state, "crash ahead", 1, 1)
    assert (fate(state), state.mp, state.active) == ("crashed", 0, -1)
