"""The odds of Samar: against every fall of the dice through the game itself, and by hand."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import pytest
from samar_table import begin, fly, number, play, put, table

from flankspeed import odds
from flankspeed.engine import Dice, OptionError
from flankspeed.games.samar.data.charts import Charts, charts_of
from flankspeed.games.samar.data.figures import HIGH, LOW, OTHER
from flankspeed.games.samar.data.figures import TORPEDO as TORPEDO_COLUMN
from flankspeed.games.samar.data.markers import (
    COMBAT,
    DIW,
    GUN,
    HULK,
    MOVEMENT,
    REACTION,
    SECONDARY,
    SLOWED,
    TORPEDO,
)
from flankspeed.games.samar.odds.attacks import (
    ShotOdds,
    aa_chances,
    expected,
    harm_of,
    hull_of,
    shot,
    shot_odds,
    strike,
    strike_odds,
)
from flankspeed.games.samar.odds.hazards import beaching_chance, collision_chance
from flankspeed.games.samar.odds.report import Firer, Target, shot_report, strike_report
from flankspeed.games.samar.odds.throw import (
    NEVER,
    NOTHING,
    PLAIN,
    STRAFING,
    Outcome,
    outcome,
    units_left,
)
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.air.strike import Strike, air_entries
from flankspeed.games.samar.rules.combat.damage import apply_blows
from flankspeed.games.samar.rules.combat.firing import dice_of, sight_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of, fire
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.state import Blow, SamarState
from flankspeed.odds.enumerate import enumerate_dice

# --- Every fall of the dice, through the game ---


def _seen(before: SamarState, after: SamarState, target: int) -> Outcome:
    """What one way of the dice added to a ship; the dice that hit are not seen here."""
    afloat = after.condition[target] != HULK
    condition = before.condition[target]
    fires = after.fires[target] - before.fires[target] if afloat else 0
    attacks = after.blows[len(before.blows) :]
    return Outcome(
        hits=0,
        markers=sum(blow.hits for blow in attacks),
        fires=fires,
        hit=0,
        sunk=not afloat,
        flipped=afloat and after.face[target] != before.face[target],
        slowed=after.condition[target] == SLOWED != condition,
        dead=after.condition[target] == DIW != condition,
        burning=fires > 0,
        panicked=afloat and after.panic[target] > before.panic[target],
    )


def _tried(state: SamarState, target: int, attack: Any) -> Outcome:
    """The mean over all dice of an attack, damage applied at the end of the phase (A-32)."""
    before = state.copy()
    apply_blows(before, None)
    assert before.condition[target] != HULK

    def thrown(dice: Dice) -> Outcome:
        twin = state.copy()
        attack(twin, dice)
        apply_blows(twin, None)
        return _seen(before, twin, target)

    cases = enumerate_dice(thrown)
    assert sum(chance for chance, _ in cases) == pytest.approx(1)
    return Outcome(*(sum(p * seen[i] for p, seen in cases) for i in range(len(Outcome._fields))))


def _agree(found: Outcome, tried: Outcome) -> None:
    for field in Outcome._fields:
        if field not in ("hits", "hit"):
            assert getattr(found, field) == pytest.approx(getattr(tried, field)), field


def _agrees(state: SamarState, firer: str, target: str, weapon: int, dice: int) -> Outcome:
    """The odds of a ship's attack are those of the game; returns them."""
    state.phase = COMBAT
    ships, sight = (number(state, firer), number(state, target)), sight_of(state)

    def attack(twin: SamarState, source: Dice) -> None:
        twin.blows.append(fire(twin, *ships, weapon, sight, source, None))

    told = shot_odds(state, *ships, weapon, sight)
    assert told.dice == dice
    found = shot(state, *ships, weapon, sight)
    _agree(found, _tried(state, ships[1], attack))
    assert found.hits == pytest.approx(dice / 3)
    assert found.hit == pytest.approx(1 - (2 / 3) ** dice)
    return found


GUNS: list[tuple[dict[str, str], dict[str, Any]]] = [  # the first fires on the second
    # All other: close range, W 4 on A 2.
    ({"J-CA4": "1411 N cruise", "U-DD6": "1406 N evasive"}, {}),
    ({"J-CA4": "1411 N cruise", "U-DD6": "1406 N evasive hits=2"}, {"critical_markers": 2}),
    # Low arc on flag P, the second on the reverse of the counter.
    ({"J-CL1": "1411 N", "U-CVE7": "1404 N"}, {}),
    ({"J-CL1": "1411 N", "U-CVE7": "1404 N damaged"}, {}),
    # High arc: 3 - 1 dice.
    ({"J-CA1": "1420 N", "U-CVE7": "1407 N hits=2"}, {}),
    ({"J-CA1": "1420 N", "U-CVE7": "1407 N hits=2"}, {"p_high_arc": 2}),
    # M ships never plunge, and radar does not mind a burning target.
    ({"U-DD6": "1411 N", "J-CL1": "1403 N fires=2"}, {}),
]


@pytest.mark.parametrize(("ships", "options"), GUNS)
def test_guns_as_in_the_game(ships: dict[str, str], options: dict[str, Any]) -> None:
    firer, target = ships
    found = _agrees(table(ships, **options), firer, target, GUN, 2)
    assert found.burning > 0


def test_a_ship_slowed_already_can_only_be_stopped() -> None:
    ships = {"J-CA4": "1411 N evasive", "U-DD6": "1406 N slowed hits=1"}
    state = table(ships, smoke={"1408": 1})
    found = _agrees(state, "J-CA4", "U-DD6", GUN, 3 - 2 + 1 + 1 - 1)
    assert found.slowed == 0 < found.dead


def test_panic_goes_with_the_hits() -> None:
    """Panicked friends bring the sum within reach of two dice; a ship that sinks does not panic."""
    state = table({"J-DD1": "1411 N damaged hits=1", "U-DD6": "1403 N"})
    for friend in range(2, 9):
        put(state, f"J-DD{friend}", "2040 N panic")
    found = _agrees(state, "U-DD6", "J-DD1", GUN, 2)
    assert hull_of(state, number(state, "J-DD1")).panic_at == 13 + 1 - 7
    assert 0 < found.sunk < 1
    assert found.panicked < 21 / 36


def test_panic_of_the_whole_phase() -> None:
    """A-12: the dice thrown before count too."""
    state = table({"J-DD1": "1411 N", "U-DD6": "1403 N"}, panic_scope="per_phase")
    state.shaken = {number(state, "J-DD1"): 6}
    found = _agrees(state, "U-DD6", "J-DD1", GUN, 2)
    assert hull_of(state, number(state, "J-DD1")).panic_at == 9
    assert found.panicked == pytest.approx(10 / 36)


@pytest.mark.parametrize("t_flag", ["damage_plus_1", "none", "double_waterline"])
@pytest.mark.parametrize("marker", ["", "slowed"])
def test_torpedoes_as_in_the_game(t_flag: str, marker: str) -> None:
    """7.1: the launcher's flank speed does not matter."""
    ships = {"U-DD4": "1411 N flank", "J-CA1": f"1409 N damaged hits=1 {marker}"}
    found = _agrees(table(ships, t_flag=t_flag), "U-DD4", "J-CA1", TORPEDO, 3 if marker else 2)
    assert (found.slowed > 0) == (not marker and t_flag != "double_waterline")
    assert 0 < found.sunk < found.hit
    assert (found.dead > 0) == (bool(marker) or t_flag == "double_waterline")


def test_three_torpedo_dice_on_a_weak_ship() -> None:
    state = table({"J-DD5": "1411 N", "U-DE6": "1409 N hits=1"})
    found = _agrees(state, "J-DD5", "U-DE6", TORPEDO, 3)
    assert found.sunk == pytest.approx(1 / 27)  # a fourth hit in all
    assert found.flipped == pytest.approx(1 - (2 / 3) ** 3 - 1 / 27)


@pytest.mark.parametrize("weapon", [REACTION, SECONDARY])
def test_criticals_that_are_plain_hits(weapon: int) -> None:
    """S-T3-2: reaction fire and secondary batteries only make hit markers."""
    ships = {"J-Nagato": "1411 N", "U-DE6": "1409 N damaged"}
    state = table(ships, secondary_surface_fire="instead_of_main")
    found = _agrees(state, "J-Nagato", "U-DE6", weapon, 2)
    assert found.burning == found.slowed == found.dead == 0
    assert found.sunk == pytest.approx(1 / 9)


def test_damage_of_the_phase_so_far_counts() -> None:
    """A-32: hits, waterlines and panic wait for the end of the phase, and are reckoned with."""
    state = table({"J-CA4": "1411 N cruise", "U-DD6": "1406 N evasive"})
    firer, target = number(state, "J-CA4"), number(state, "U-DD6")
    state.blows = [Blow(firer, target, GUN, 2, 1, 0, 0, 11, 1), Blow(firer, firer, GUN, 9)]
    found = _agrees(state, "J-CA4", "U-DD6", GUN, 2)
    assert found.panicked == 0
    assert found.flipped == pytest.approx(found.hit)
    state.phase = MOVEMENT  # blows of the past
    assert hull_of(state, target) == (18, 3, 5, 0)


def test_nothing_can_be_added_to_a_lost_ship() -> None:
    state = table({"J-CA4": "1411 N cruise", "U-DD6": "1406 N evasive"})
    firer, target = number(state, "J-CA4"), number(state, "U-DD6")
    state.phase = COMBAT
    for blow in (Blow(firer, target, GUN, 5), Blow(firer, target, GUN, 1, catastrophic=1)):
        state.blows = [blow]
        found = shot(state, firer, target, GUN, sight_of(state))
        assert hull_of(state, target).to_sink == 0
        assert found.hits == pytest.approx(2 / 3)
        assert found[4:] == (0,) * 6


# --- Aircraft, through the game ---


def _strike_agrees(state: SamarState, kind: str, target: str, count: int, dice: int) -> Outcome:
    """The odds of an air attack are those of the game; `dice` are those of all units together."""
    state.phase = COMBAT
    fly(state, kind, target, count)
    squadron = next(n for n, s in enumerate(state.charts.squadrons) if s.kind == kind)
    ship, sight = number(state, target), sight_of(state)
    assert dice_of(air_entries(state, squadron, ship, count, sight)) == dice

    def attack(twin: SamarState, source: Dice) -> None:
        twin.agenda = [Strike(squadron, ship, count, sight)]
        twin.advance(source)

    found = strike(state, squadron, ship, count, sight)
    _agree(found, _tried(state, ship, attack))
    told = strike_odds(state, squadron, ship, count, sight)
    assert [getattr(told, field) for field in Outcome._fields] == pytest.approx(list(found))
    assert sum(told.units_left) == pytest.approx(1)
    assert sum(told.hits_thrown) == pytest.approx(1)
    assert sum(n * p for n, p in enumerate(told.hits_thrown)) == pytest.approx(found.hits)
    return found


WEAK = {"air": {kind: {"dice": 1} for kind in ("TB", "DB", "F", "SA")}}


def test_air_torpedoes_as_in_the_game() -> None:
    state = table({"J-CA1": "1411 N hits=3"}, data=WEAK)
    found = _strike_agrees(state, "TB", "J-CA1", 2, 3)
    assert found.flipped > 0
    assert found.dead > 0


def test_bombs_as_in_the_game() -> None:
    """AA of the target and of a ship close by, 1 worse against dive bombers; high arc on P."""
    ships = {"U-CVE7": "1411 N", "U-DD6": "1413 N", "U-DD5": "1413 N fires=1"}
    found = _strike_agrees(table(ships, data=WEAK), "SA", "U-CVE7", 1, 1)
    assert found.hits == pytest.approx(5 / 6 / 3)  # only the destroyer's 2 - 1 can hit
    assert found.sunk > 0


def test_strafing_as_in_the_game() -> None:
    state = table({"J-DD1": "1411 N evasive"}, data={"air": {"F": {"dice": 3}}})
    found = _strike_agrees(state, "F", "J-DD1", 2, 3)
    assert found.markers == found.sunk == found.flipped == 0
    assert found.burning > 0


@pytest.mark.parametrize("scope", ["per_throw", "per_phase"])
def test_units_that_throw_each_for_itself(scope: str) -> None:
    """A-47: throws of one die each, any of which may panic the ship, or all together (A-12)."""
    options: dict[str, Any] = {"air_pooling": "each", "air_broadside": "none", "panic_scope": scope}
    state = table({"J-DD1": "1411 N damaged"}, data=WEAK, **options)
    for friend in range(2, 11):
        put(state, f"J-DD{friend}", "2040 N panic")
    found = _strike_agrees(state, "TB", "J-DD1", 2, 2)
    assert 0 < found.panicked < 1


def test_all_can_be_shot_down() -> None:
    charts = charts_of(SamarOptions())
    kinds = {squadron.kind: n for n, squadron in enumerate(charts.squadrons)}
    assert aa_chances(charts, kinds["TB"], [4, 1, 0, 9]) == (4 / 6, 1 / 6, 0, 1)
    assert aa_chances(charts, kinds["DB"], [4, 1]) == (3 / 6, 0)  # DV-11
    assert units_left(1, (0.5, 0.5)) == pytest.approx((0.75, 0.25))
    assert units_left(2, (0.5, 0.5)) == pytest.approx((0.25, 0.5, 0.25))
    assert units_left(3, ()) == (0, 0, 0, 1)
    assert units_left(1, (1.0,)) == (1, 0)


# --- By hand ---


def test_a_single_die() -> None:
    """W = A: 5 and 6 are criticals; the other column floods on 1-2 and burns on 3-6."""
    found = outcome(1, 0, OTHER, 0, 1, 1, 5, 1, 3, 0)
    assert found[:4] == pytest.approx((1 / 3, 1 / 3, 1 / 3 * 1 / 3 * 2 / 3, 1 / 3))
    assert found.flipped == pytest.approx(1 / 3)
    assert found.slowed == pytest.approx(1 / 3 * 1 / 3 * 1 / 3)
    assert found.burning == pytest.approx(1 / 3 * 1 / 3 * 2 / 3)
    assert found.panicked == pytest.approx(2 / 6)
    assert found.sunk == found.dead == 0


@pytest.mark.parametrize(
    ("column", "bonus", "faces"),
    [(HIGH, 0, 2), (HIGH, 1, 3), (HIGH, 2, 4), (LOW, 0, 1), (LOW, 1, 2)],
)
def test_catastrophic_hits(column: int, bonus: int, faces: int) -> None:
    """T4, S-T4-P-1: with +2 to the damage die, 3-6 are criticals."""
    one = 1 / 3 * 4 / 6 * faces / 6
    for dice in (1, 6, 9):
        found = outcome(dice, 2, column, bonus, 1, 1, NEVER, 50, 99, 0)
        assert found.sunk == pytest.approx(1 - (1 - one) ** dice)
        assert found.panicked == found.slowed == found.flipped == 0


def test_sinking_by_hits_alone() -> None:
    found = outcome(8, -1, PLAIN, 0, 1, 1, NEVER, 3, 5, 0)
    exactly = [comb(8, k) * (1 / 3) ** k * (2 / 3) ** (8 - k) for k in range(9)]
    assert found.sunk == pytest.approx(sum(exactly[5:]))
    assert found.flipped == pytest.approx(sum(exactly[3:5]))


def test_two_waterline_hits_stop_a_ship() -> None:
    """Torpedoes, +2: two thirds of the hits flood."""
    flood = 1 / 3 * 4 / 6
    fresh = outcome(2, 2, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 0)
    assert fresh.slowed == pytest.approx(2 * flood * (1 - flood))
    assert fresh.dead == pytest.approx(flood**2)
    slowed = outcome(2, 2, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 1)
    assert slowed.slowed == 0
    assert slowed.dead == pytest.approx(1 - (1 - flood) ** 2)
    assert outcome(2, 2, TORPEDO_COLUMN, 0, 1, 1, NEVER, 9, 18, 2).dead == 0
    assert outcome(2, 2, TORPEDO_COLUMN, 0, 1, 2, NEVER, 9, 18, 0).slowed == 0


def test_two_markers_for_a_critical() -> None:
    found = outcome(1, 2, OTHER, 0, 2, 1, NEVER, 2, 3, 0)
    assert found.markers == pytest.approx(1 / 3 * (1 + 4 / 6))
    assert found.flipped == pytest.approx(1 / 3 * 4 / 6)


def test_strafing_only_burns() -> None:
    found = outcome(3, 0, STRAFING, 0, 1, 1, 1, 1, 1, 0)
    assert found.fires == pytest.approx(3 / 9)
    assert found.panicked == pytest.approx(1)
    assert found.sunk == found.markers == found.flipped == 0


def test_no_dice() -> None:
    assert outcome(0, 2, LOW, 1, 1, 1, 1, 1, 1, 0) == NOTHING
    assert outcome(-3, 2, LOW, 1, 1, 1, 1, 1, 1, 0) == NOTHING
    assert outcome(3, 2, LOW, 1, 1, 1, 1, 1, 1, 0, 0) == NOTHING


# --- Examples and T1 ---


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


def test_an_attack_made_already() -> None:
    """What a bot asks: the same answer from the attack and a hull it keeps."""
    state = table({"J-Yamato": "1411 NE", "U-CVE12": "1423 N"}, turn=16)
    state.phase = COMBAT
    firer, target, sight = number(state, "J-Yamato"), number(state, "U-CVE12"), sight_of(state)
    attack = attack_of(state, firer, target, GUN, sight)
    found = shot(state, firer, target, GUN, sight)
    assert expected(state, attack) == expected(state, attack, hull_of(state, target)) == found
    assert harm_of(state, target, GUN, 7, LOW) == (2, LOW, 1, 1, 1)


# --- Options ---


def sentences(state: SamarState) -> dict[str, str]:
    return {option: told.text for option, told in odds.option_odds("samar", state).items()}


def counted(state: SamarState, option: str) -> dict[str, int]:
    return dict(odds.option_odds("samar", state)[option].modifiers)


def test_the_odds_of_a_combat_phase() -> None:
    ships = {"J-Yamato": "1411 NE", "J-DD5": "1418 N", "U-CVE12": "1423 N", "U-DD6": "1422 N"}
    state = table(ships)
    begin(state, Combat())
    told = sentences(state)
    assert set(told) == {"ship J-Yamato", "ship J-DD5"}
    assert told["ship J-Yamato"].startswith("guns U-CVE12, 7 dice: 2.3 hits, sunk 43%, damaged 17%")
    assert counted(state, "ship J-Yamato") == {"gunnery rating": 5, "broadside": 2}
    play(state, "ship J-DD5")
    told = sentences(state)
    assert (
        told["torpedoes U-DD6"] == "3 dice: 1.0 hits, damaged 4%, slowed 40%, dead in the water 13%"
    )
    assert set(told) == {"guns U-CVE12", "guns U-DD6", "torpedoes U-CVE12", "torpedoes U-DD6"}


def test_a_target_that_is_lost_already() -> None:
    ships = {"J-Yamato": "1411 NE", "J-Nagato": "1611 NE", "U-DE6": "1521 N", "U-DE7": "1522 N"}
    state = table(ships)
    begin(state, Combat())
    play(state, "ship J-Yamato")
    play(state, "guns U-DE6", *(6, 6, 6, 6, 1, 1, 1), *(1, 1, 1, 1))
    told = sentences(state)
    assert told["ship J-Nagato"].startswith("guns U-DE7, ")
    play(state, "ship J-Nagato")
    told = sentences(state)
    assert told["guns U-DE6"] == "lost already"
    assert counted(state, "guns U-DE6") == {}
    assert told["guns U-DE7"].startswith("6 dice: 2.0 hits, sunk ")


def test_the_odds_of_strikes_and_of_aa_fire() -> None:
    state = table(
        {"J-Yamato": "1411 N", "J-CL1": "1412 N", "U-DD6": "1423 N"}, routine_choices="ask"
    )
    fly(state, "TB", "J-Yamato", 2)
    fly(state, "F", "J-Yamato")
    fly(state, "DB", "J-CL1")
    begin(state, Combat())
    while state.decision and state.decision.seat == "ijn":
        play(state, "pass")
    told = sentences(state)
    assert told["strike TB J-Yamato"].startswith("1.2 of 2 get through AA: 1.1 hits, slowed ")
    assert told["strike F J-Yamato"].startswith("0.3 of 1 get through AA: 0.2 hits, ")
    assert told["strike DB J-CL1"].startswith("0.5 of 1 get through AA (dive bombers +1): ")
    assert counted(state, "strike TB J-Yamato") == {"air units: 2": 4, "target's broadside": 1}
    play(state, "strike TB J-Yamato")
    told = sentences(state)
    assert told["fire"].startswith("1.2 of 2 get through AA")
    assert told["hold J-CL1"].startswith("1.3 of 2 get through AA")
    assert told["hold J-Yamato"].startswith("1.8 of 2 get through AA")


def test_a_strike_on_a_ship_that_is_lost_already() -> None:
    state = table({"J-DD1": "1411 N", "J-DD2": "1420 N", "U-DD6": "2040 N"})
    fly(state, "TB", "J-DD1")
    fly(state, "TB", "J-DD2")
    begin(state, Combat())
    state.blows = [Blow(number(state, "U-DD6"), number(state, "J-DD1"), GUN, 5)]
    told = sentences(state)
    assert told["strike TB J-DD1"] == "lost already"
    assert told["strike TB J-DD2"].startswith("0.8 of 1 get through AA: 0.8 hits, ")


def test_the_odds_of_placing_aircraft() -> None:
    state = table({"J-Yamato": "1411 N", "U-DD6": "1430 N"})
    state.phase = MOVEMENT
    fly(state, "TB", "J-Yamato", 1)
    fly(state, "TB")
    begin(state, Part(1))
    told = sentences(state)
    assert told["air TB J-Yamato"].startswith("1.3 of 2 get through AA: 1.2 hits")
    assert "move U-DD6" not in told


def test_the_odds_of_a_step() -> None:
    """4.3: the next hex holds two ships, one at flank speed, and brings Yamato within reach."""
    ships = {"U-DD6": "1420 N", "U-DD5": "1419 N flank", "U-DE6": "1419 N", "J-Yamato": "1417 NE"}
    state = table(ships)
    state.phase = MOVEMENT
    begin(state, Course(number(state, "U-DD6")))
    assert sentences(state) == {}
    play(state, "battle")
    told = sentences(state)
    struck = "collision 75% (flank speed +1)"
    assert told["ahead"].startswith(f"{struck}; reaction fire, 7 dice: 2.3 hits, sunk ")
    assert told["starboard 1"].startswith(f"{struck}; reaction fire, 8 dice: 2.7 hits")
    assert counted(state, "ahead") == {
        "gunnery rating": 5,
        "broadside": 2,
        "point blank": -2,
        "others in its hex": 2,
    }
    assert told["ahead smoke"] == told["ahead"]  # it lies astern
    assert state.decision is not None
    assert list(told) == [option.text for option in state.decision.options]


def test_the_odds_of_shallows() -> None:
    state = table({"J-CA1": "0938 S", "J-DD1": "1041 S", "U-DD6": "2020 N"})
    cruiser = number(state, "J-CA1")
    begin(state, Course(cruiser))
    play(state, "battle")
    assert sentences(state)["ahead"] == "shallows, beached 33%"
    assert beaching_chance(state, cruiser) == 0
    state.where[cruiser] += 1
    assert beaching_chance(state, cruiser) == pytest.approx(1 / 3)
    state.face[cruiser] |= 1
    assert beaching_chance(state, cruiser) == 0


@pytest.mark.parametrize(
    ("mover", "other", "faces"),
    [
        ("", "", 2),
        ("cruise", "slowed", 1),
        ("flank", "", 3),
        ("", "evasive", 4),
        ("flank", "evasive", 5),
    ],
)
def test_dv_7_collisions(mover: str, other: str, faces: int) -> None:
    state = table({"U-DD6": f"1420 N {mover}", "U-DD5": f"1420 N {other}"})
    pair = number(state, "U-DD6"), number(state, "U-DD5")
    assert collision_chance(state, pair[0], [pair[1]]) == pytest.approx(faces / 6)


def test_the_odds_of_entering_and_of_reaction_fire() -> None:
    ships = {"U-DD6": "0302 S", "U-DD5": "0101 N", "J-CA1": "0938 S"}
    state = table(ships, routine_choices="ask")
    state.phase = MOVEMENT
    state.where[number(state, "J-CA1")] = -3
    begin(state, Course(number(state, "J-CA1"), entering=True))
    told = sentences(state)
    assert told["enter 0101 SE"].startswith("collision 33%; reaction fire, ")
    assert "enter 0401 S" in told
    assert "enter 0104 SE" not in told
    play(state, "enter 0102 SE")
    play(state, "ahead")
    told = sentences(state)
    assert set(told) == {"react U-DD5", "react U-DD6", "in order"}
    assert told["in order"].split(":")[0] != told["react U-DD5"].split(":")[0]


def test_nothing_to_tell() -> None:
    state = table({"J-Yamato": "1411 N"})
    assert sentences(state) == {}
    assert odds.option_odds("go", state) == {}
