"""What `flankspeed odds picket` tells of a wave."""

from __future__ import annotations

import pytest
from picket_fire import plane_outcome

from flankspeed.engine import Modifier, OptionError
from flankspeed.games.picket.data.ids import LOW, TWENTY
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.odds.chances import roll_results, strike_chance
from flankspeed.games.picket.odds.report import wave_report
from flankspeed.games.picket.rules.attack.regular_hits import dives
from flankspeed.games.picket.rules.attack.strike_rolls import dives_with
from flankspeed.games.picket.rules.gunnery.gun_rolls import gun_roll_on
from flankspeed.games.picket.state import PicketState

GAME = Picket()


def new(scenario: str = "3", **options: object) -> PicketState:
    return GAME.new(scenario, GAME.options(options))


def test_an_unarmed_ship() -> None:
    state = new()
    names = [f"5in{n}" for n in range(1, 6)]
    names += [f"40{x}" for x in "ABCDE"] + [f"20{x}" for x in "ABCDEFG"]
    report = wave_report(state, ["180L", "Betty:45H"], lost=names)
    for plane in report["planes"]:
        assert plane["guns"] == []
        assert plane["undamaged"] == 1
        assert plane["hit"] == pytest.approx(10 / 36)
        assert plane["near_miss"] == pytest.approx(16 / 36)
    assert report["hits"] == pytest.approx(20 / 36)
    assert report["no_hit"] == pytest.approx((26 / 36) ** 2)
    assert [plane["type"] for plane in report["planes"]] == ["Zero", "Betty"]


def test_one_20mm_gun() -> None:
    names = (
        [f"5in{n}" for n in range(1, 6)]
        + [f"40{x}" for x in "ABCDE"]
        + [f"20{x}" for x in "BCDEFG"]
    )
    report = wave_report(new(), ["315L"], lost=names, gunnery=1)
    (plane,) = report["planes"]
    roll = gun_roll_on(TWENTY, LOW, [Modifier("Gunnery officer", 1)])
    outcome = plane_outcome([roll_results(roll)])
    assert plane["guns"] == ["20A"]
    assert [plane[end] for end in outcome._fields] == pytest.approx(list(outcome))
    assert plane["hit"] == pytest.approx(strike_chance(outcome, dives_with(())).hit)


def test_everything_helps() -> None:
    bare = wave_report(new(), ["180M", "90H"])
    for more in (
        {"gunnery": 2},
        {"sfs": 1},
        {"afs": 2},
        {"manoeuvred": True},
    ):
        better = wave_report(new(), ["180M", "90H"], **more)
        assert better["hits"] < bare["hits"]
    assert wave_report(new(), ["180M", "90H"], lost=["5in3", "40E"])["hits"] > bare["hits"]
    stopped = new("8")
    stopped.stopped = True
    assert {roll.shift for roll in dives(stopped)} == {1}


def test_markers_are_all_placed_and_chances_sum_up() -> None:
    report = wave_report(new(mode="advanced"), ["315H", "315M", "180L"], sfs=2, afs=3)
    assert sum(plane["sfs"] for plane in report["planes"]) == 2
    assert sum(plane["afs"] for plane in report["planes"]) == 3
    for plane in report["planes"]:
        ends = ("undamaged", "damaged", "flamed", "destroyed")
        assert sum(plane[end] for end in ends) == pytest.approx(1)
        assert set(plane["slaved"]) <= set(plane["guns"])
    slaved = [plane for plane in report["planes"] if plane["slaved"]]
    assert len(slaved) == 1


@pytest.mark.parametrize(
    ("planes", "lost", "says"),
    [
        (["400H"], [], "400H"),
        (["180X"], [], "180X"),
        (["Spitfire:180L"], [], "there is no plane 'Spitfire'"),
        ([], [], "1 to 18 planes"),
        (["180L"] * 19, [], "1 to 18 planes, not 19"),
        (["180L"], ["5in9"], "no gun '5in9'"),
    ],
)
def test_wrong_waves(planes: list[str], lost: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        wave_report(new(), planes, lost=lost)
