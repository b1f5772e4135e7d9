"""3.3 The sequence of play."""

import pytest
from samar_table import fly, number, table

from flankspeed.engine import Log, Rolled
from flankspeed.games.samar.data.markers import HULK, SUNK
from flankspeed.games.samar.rules.turn.sequence import Battle
from flankspeed.games.samar.state import SamarState

_TURN = 1  # a Battle that begins with the start of a turn


def headings(state: SamarState) -> list[str]:
    """The phases of a turn in which nobody has anything to decide."""
    log = Log()
    turn = state.turn
    state.agenda.append(Battle(stage=_TURN))
    dice = Rolled(1)
    state.advance(dice, log)
    while state.decision and state.turn == turn:
        state.play(state.decision.options[0], dice, log)
    return [
        str(e.facts["title"]) for e in log.events if e.kind == "heading" and e.facts["turn"] == turn
    ]


@pytest.mark.rule("S-3.3-1", "S-3.3-2", "S-3.3-3", "S-3.3-4", "S-3.3-only-1")
def test_a_turn_has_its_phases_in_order() -> None:
    state = table({"J-Yamato": "1411 S", "J-Kongo": "1412 S", "U-DE6": "3120 N"}, turn=3)
    assert headings(state) == ["the turn begins", "combat phase", "movement phase", "removal phase"]


@pytest.mark.rule("S-3.3-4")
def test_then_the_turn_marker_advances() -> None:
    state = table({"J-Yamato": "1411 S", "J-Kongo": "1412 S", "U-DE6": "3120 N"}, turn=3)
    headings(state)
    assert state.turn == 4


@pytest.mark.rule("S-6.4-hulk-1")
def test_hulks_are_rolled_for_as_the_combat_phase_begins() -> None:
    state = table({"J-Yamato": "1411 S", "J-Kongo": "1412 S", "U-DE6": "3120 N hulk"}, turn=3)
    seen = []
    for seed in range(12):
        twin = state.copy()
        twin.agenda.append(Battle(stage=_TURN))
        log = Log()
        twin.advance(Rolled(seed), log)
        roll = next(e for e in log.events if any("hulk" in t.why for t in e.throws))
        (die,) = roll.throws[0].values
        ship = number(twin, "U-DE6")
        assert (twin.where[ship] == SUNK) is (die <= 2)
        assert twin.condition[ship] == HULK
        seen.append(die <= 2)
    assert len(set(seen)) == 2


@pytest.mark.rule("S-3.2-special-1")
@pytest.mark.parametrize("timing", ["immediate", "movement"])
def test_special_timing_says_when_the_unit_is_placed(timing: str) -> None:
    state = table(
        {"J-Yamato": "1411 S", "U-DE6": "3120 N", "U-DE7": "3121 N"}, turn=6, special_timing=timing
    )
    for seed in range(20):
        twin = state.copy()
        twin.agenda.append(Battle(stage=_TURN))
        twin.advance(Rolled(seed), None)
        offered = [o.text for o in twin.decision.options] if twin.decision else []
        asked = any(text.startswith("air SA") for text in offered)
        assert asked is (timing == "immediate" and twin.special == 1)
        if asked:
            assert offered == ["air SA U-DE6", "air SA U-DE7"]
            return
    assert timing == "movement"


@pytest.mark.rule("S-3.2-special-1")
def test_without_a_target_an_immediate_special_attack_returns() -> None:
    state = table({"J-Yamato": "1411 S", "J-CA1": "1412 S"}, turn=6, special_timing="immediate")
    for seed in range(20):
        twin = state.copy()
        twin.agenda.append(Battle(stage=_TURN))
        twin.advance(Rolled(seed), None)
        assert twin.special == 0
        assert all(place == -1 for place in twin.air)


def test_a_strike_marked_before_is_resolved_in_the_combat_phase() -> None:
    state = table({"J-Yamato": "1411 S", "J-Kongo": "1420 S", "U-DE6": "3120 N"}, turn=6)
    fly(state, "TB", "J-Yamato", 2)
    state.agenda.append(Battle(stage=2))
    state.advance(Rolled(3), None)
    assert state.decision is not None  # together, or one by one
    state.play(state.decision.find("strike TB J-Yamato"), Rolled(3))
    assert state.air.count(number(state, "J-Yamato")) == 0
