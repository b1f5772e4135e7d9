"""The odds of attacks: against every fall of the dice through the game itself."""

from __future__ import annotations

from typing import Any

import pytest
from samar_table import fly, number, put, table

from flankspeed.engine import Dice
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.figures import LOW
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
from flankspeed.games.samar.odds.attacks import aa_chances, expected, harm_of, hull_of, shot, strike
from flankspeed.games.samar.odds.in_full import shot_odds, strike_odds
from flankspeed.games.samar.odds.throw import Outcome, units_left
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.air.strike import Strike, air_entries
from flankspeed.games.samar.rules.combat.damage import apply_blows
from flankspeed.games.samar.rules.combat.firing import dice_of, sight_of
from flankspeed.games.samar.rules.combat.gunnery import attack_of, fire
from flankspeed.games.samar.state import Blow, SamarState
from flankspeed.odds.enumerate import enumerate_dice

# --- Ships ---


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


def test_an_attack_made_already() -> None:
    """What a bot asks: the same answer from the attack and a hull it keeps."""
    state = table({"J-Yamato": "1411 NE", "U-CVE12": "1423 N"}, turn=16)
    state.phase = COMBAT
    firer, target, sight = number(state, "J-Yamato"), number(state, "U-CVE12"), sight_of(state)
    attack = attack_of(state, firer, target, GUN, sight)
    found = shot(state, firer, target, GUN, sight)
    assert expected(state, attack) == expected(state, attack, hull_of(state, target)) == found
    assert harm_of(state, target, GUN, 7, LOW) == (4 / 6, LOW, 1, 1, 1)


# --- Aircraft ---


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
