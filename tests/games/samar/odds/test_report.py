"""Attacks set up by hand: the examples of the rulebook, and T1."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from flankspeed.engine import OptionError
from flankspeed.games.samar.data.charts import Charts, charts_of
from flankspeed.games.samar.odds.in_full import ShotOdds
from flankspeed.games.samar.odds.report import Firer, Target, shot_report, strike_report
from flankspeed.games.samar.options import SamarOptions


@pytest.fixture(scope="module")
def charts() -> Charts:
    return charts_of(SamarOptions())


def _by_name(report: ShotOdds) -> dict[str, int]:
    return {modifier.name: modifier.value for modifier in report.modifiers}


@pytest.mark.rule("S-T1-broad", "S-T1-smoke", "S-T4-P-1")
def test_ex_4_yamato_on_gambier_bay(charts: Charts) -> None:
    report = shot_report(charts, Firer(ship="J-Yamato", range=12), Target(ship="U-CVE12", smoke=1))
    assert report.dice == 6
    assert _by_name(report) == {"gunnery rating": 5, "broadside": 2, "smoke": -1}
    assert (report.column, report.panic_at) == ("low arc", 18)
    assert sum(value for _, value in report.damage) == 2
    assert sum(value for _, value in report.critical) == 1
    one = 1 / 3 * 4 / 6 * 2 / 6  # a die that sinks the ship by itself
    assert report.sunk > 1 - (1 - one) ** 6
    assert report.sunk == pytest.approx(0.3748, abs=1e-4)
    assert report.hits_thrown[2] == pytest.approx(15 * 16 / 3**6)


@pytest.mark.rule("S-T1-cruise", "S-T1-close", "S-T1-tevade")
def test_ex_6_kumano_on_johnston(charts: Charts) -> None:
    johnston = Target(ship="U-DD6", status="evasive")
    kumano: dict[str, Any] = {"ship": "J-CA4", "status": "cruise", "broadside": False}
    close = shot_report(charts, Firer(range=5, **kumano), johnston)
    assert (close.dice, close.column) == (2, "all other")
    assert shot_report(charts, Firer(range=9, **kumano), johnston).dice == 1


def _dice(charts: Charts, distance: int, weapon: str = "guns", **more: Any) -> int:
    ship, target = more.pop("ship", "J-Yamato"), more.pop("target", "U-DD6")
    asked = {name: more.pop(name) for name in ("broadside", "target_broadside") if name in more}
    firer = Firer(ship=ship, range=distance, weapon=weapon, **asked)
    return shot_report(charts, firer, Target(ship=target, **more)).dice


@pytest.mark.rule("S-T1-pb", "S-T1-ext", "S-T1-far")
def test_dv_3_ranges_of_yamato(charts: Charts) -> None:
    for distance, dice in (
        (0, 3),
        (1, 5),
        (2, 5),
        (3, 8),
        (8, 8),
        (9, 7),
        (15, 7),
        (16, 5),
        (23, 5),
    ):
        assert _dice(charts, distance) == dice, distance
    with pytest.raises(OptionError, match="J-Yamato reaches 23 hexes with guns, not 24"):
        _dice(charts, 24)


@pytest.mark.rule("S-T1-tbroad")
def test_dv_6_reaction_fire(charts: Charts) -> None:
    assert _dice(charts, 2, "reaction", target_broadside=True) == 6
    assert _dice(charts, 2, "reaction", target_broadside=True, status="evasive") == 3
    assert _dice(charts, 1, "reaction", broadside=False) == 3
    fletcher = {"ship": "U-DD6", "target": "J-DD1"}
    assert _dice(charts, 2, "reaction", **fletcher) == 2
    with pytest.raises(OptionError, match=r"no dice left .*rating \+2, point blank -2"):
        _dice(charts, 2, "reaction", broadside=False, **fletcher)
    with pytest.raises(OptionError, match="reaches 2 hexes with reaction"):
        _dice(charts, 3, "reaction")


@pytest.mark.rule("S-T1-crowd", "S-T1-tslow", "S-T1-slowflank", "S-T1-evading")
def test_the_other_entries(charts: Charts) -> None:
    assert _dice(charts, 9, others=2) == 9
    assert _dice(charts, 9, status="slowed") == 8
    assert _dice(charts, 9, status="dead", smoke=3) == 5
    assert _dice(charts, 0, others=1) == 4
    assert _dice(charts, 4, "torpedoes", ship="J-DD5", target_broadside=True, smoke=1) == 3
    assert _dice(charts, 4, "torpedoes", ship="J-DD5", status="evasive") == 1
    for status, dice in (("slowed", 6), ("dead", 6), ("flank", 6), ("cruise", 8), ("evasive", 5)):
        firer = Firer(ship="J-Yamato", range=9, status=status)
        assert shot_report(charts, firer, Target(ship="U-DD6")).dice == dice


def test_radar_and_shallows(charts: Charts) -> None:
    """4.5, A-35: radar sees through smoke, but not to a target in shallows."""
    fletcher = {"ship": "U-DD6", "target": "J-DD1"}
    assert _dice(charts, 7, smoke=1, **fletcher) == 4
    assert _dice(charts, 7, smoke=1, shallows=True, **fletcher) == 3
    assert _dice(charts, 0, shallows=True, others=3, **fletcher) == 3


def test_every_option_of_arcs_finds_a_place() -> None:
    for half_angle in (30, 60):
        for boundary in ("broadside", "end"):
            arcs: dict[str, Any] = {"arc_half_angle": half_angle, "arc_boundary": boundary}
            options = SamarOptions(**arcs)
            for distance in range(2, 24):
                dice = [
                    _dice(charts_of(options), distance, broadside=b, target_broadside=t)
                    for b in (True, False)
                    for t in (True, False)
                ]
                assert [dice[0] - n for n in dice] == [0, 1, 2, 3]


def _calm(dice: int, least: int) -> float:
    """Of throws without a hit, those with at least this sum."""
    sums = [sum(faces) for faces in product(range(1, 5), repeat=dice)]
    return sum(total >= least for total in sums) / len(sums)


def test_damaged_ships(charts: Charts) -> None:
    report = shot_report(
        charts,
        Firer(ship="Yamato", range=9, damaged=True),
        Target(ship="gambier bay", damaged=True, hits=1, panicked=4),
    )
    assert (report.firer, report.target, report.dice) == ("J-Yamato", "U-CVE12", 5)
    assert (report.to_flip, report.to_sink, report.panic_at) == (0, 1, 13)
    assert report.sunk == pytest.approx(report.hit)
    assert report.flipped == 0
    assert report.panicked == pytest.approx(1 / 6**5 * 4**5 * _calm(5, 13))


def test_ex_1_torpedo_squadrons_on_yamato(charts: Charts) -> None:
    report = strike_report(charts, "tb", 2, Target(ship="J-Yamato"))
    assert (report.firer, report.dice, report.aa) == ("TB", 5, (4,))
    assert report.units_left == pytest.approx((0, 4 / 6, 2 / 6))
    assert report.hits == pytest.approx((4 / 6 * 3 + 2 / 6 * 5) / 3)
    alone = strike_report(charts, "TB", 1, Target(ship="J-Yamato"), [])
    assert (alone.dice, alone.aa, alone.units_left) == (3, (), (0, 1))
    assert _by_name(alone) == {"air units: 1": 2, "target's broadside": 1}
    hidden = strike_report(charts, "DB", 1, Target(ship="J-Yamato", smoke=2), [6, 6])
    assert hidden.dice == 0
    assert hidden.hits == 0
    assert hidden.hits_thrown[0] == pytest.approx(1)


@pytest.mark.parametrize(
    ("firer", "target", "says"),
    [
        ({"ship": "J-Musashi"}, {}, "no ship 'J-Musashi'"),
        ({}, {"ship": "U-CVE13"}, "no ship 'U-CVE13'"),
        ({"ship": "U-CVE7"}, {"ship": "J-DD1"}, "U-CVE7 has no guns to use on ships"),
        ({}, {"ship": "J-DD1"}, "J-Yamato and J-DD1 are on the same side"),
        ({"weapon": "torpedoes"}, {}, "J-Yamato has no torpedoes"),
        ({"weapon": "secondary"}, {}, "secondary_surface_fire=instead_of_main"),
        ({"weapon": "rockets"}, {}, "no weapon 'rockets' (there are: guns, "),
        ({"status": "stopped"}, {}, "no status 'stopped'"),
        ({}, {"status": "flank"}, "U-CVE12 cannot go to flank speed"),
        ({}, {"hits": 3}, "U-CVE12 bears 2 hits on this side, not 3"),
        ({}, {"others": 40, "panicked": 1}, "U-CVE12 has only 40 friends"),
        ({}, {"smoke": 7}, "no dice left for guns"),
    ],
)
def test_attacks_that_cannot_be_made(
    charts: Charts, firer: dict[str, Any], target: dict[str, Any], says: str
) -> None:
    attacker: dict[str, Any] = {"ship": "J-Yamato", "range": 9, **firer}
    attacked: dict[str, Any] = {"ship": "U-CVE12", **target}
    with pytest.raises(OptionError) as refused:
        shot_report(charts, Firer(**attacker), Target(**attacked))
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "units", "ship", "says"),
    [
        ("B17", 1, "J-Yamato", "no aircraft 'b17'"),
        ("TB", 5, "J-Yamato", "there are 1 to 4 units of TB, not 5"),
        ("TB", 1, "U-CVE7", "TB and U-CVE7 are on the same side"),
        ("SA", 1, "J-Yamato", "SA and J-Yamato are on the same side"),
    ],
)
def test_strikes_that_cannot_be_flown(
    charts: Charts, kind: str, units: int, ship: str, says: str
) -> None:
    with pytest.raises(OptionError, match=says):
        strike_report(charts, kind, units, Target(ship=ship))
