"""3.3 phase 1: who attacks when, and that nothing counts before everybody has."""

from __future__ import annotations

import pickle

import pytest
from samar_fight import dice_for, fight, shots
from samar_table import begin, event_of, fly, kinds, number, of, play, table, texts

from flankspeed.engine import IllegalChoice
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import SamarState

TWO_AND_TWO = {
    "J-Yamato": "2440 NE",
    "J-DD5": "1210 N",
    "U-CVE12": "2430 N",
    "U-DD4": "1206 N",
}  # two duels far apart


def seat(state: SamarState) -> str:
    return state.decision.seat if state.decision else "over"


# --- Turn by turn ---


@pytest.mark.rule("S-3.3-1", "S-5.1-once-1", "S-5.1-either-1")
def test_sides_attack_in_turn_the_ijn_first() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    assert (seat(state), texts(state)) == ("ijn", ["ship J-Yamato", "ship J-DD5", "pass"])
    play(state, "ship J-DD5")
    assert texts(state) == ["guns U-DD4", "torpedoes U-DD4"]
    play(state, "guns U-DD4", 1, 1, 1)
    assert (seat(state), texts(state)) == ("usn", ["ship U-DD4", "pass"])
    play(state, "ship U-DD4")
    play(state, "torpedoes J-DD5", 1, 1)
    assert (seat(state), texts(state)) == ("ijn", ["ship J-Yamato", "pass"])  # DD5 has fired
    play(state, "ship J-Yamato", *[1] * dice_for(state, "J-Yamato", "U-CVE12"))  # her only target
    assert seat(state) == "over"
    assert not state.agenda


@pytest.mark.rule("S-3.3-1")
def test_a_pass_is_final() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    play(state, "pass")
    assert seat(state) == "usn"
    play(state, "ship U-DD4")
    play(state, "guns J-DD5", 1, 1, 1)
    assert seat(state) == "over"  # nobody is left: the IJN has passed for good


@pytest.mark.rule("S-3.3-1")
def test_the_other_side_goes_on_alone_after_a_pass() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    play(state, "ship J-DD5")
    play(state, "torpedoes U-DD4", 1, 1, 1)
    play(state, "pass")
    assert (seat(state), texts(state)) == ("ijn", ["ship J-Yamato", "pass"])


@pytest.mark.rule("S-5.1-either-1")
def test_ex_5_hayashimo_holds_her_torpedoes() -> None:
    state = table({"J-DD4": "1640 N", "U-DD6": "1636 N"})
    assert shots(state, "J-DD4") == ["guns U-DD6", "torpedoes U-DD6"]
    fight(state, [])
    assert of(state, "J-DD4", "launched") == 0
    assert state.blows == []


@pytest.mark.rule("S-3.3-1")
def test_a_phase_without_targets_is_over_at_once() -> None:
    for ships in ({}, {"J-Yamato": "1640 N"}, {"J-Yamato": "1640 N", "U-CVE12": "0505 N"}):
        state = table(ships)
        begin(state, Combat())
        assert state.decision is None


@pytest.mark.rule("S-5.1-once-1")
def test_what_is_not_offered_cannot_be_chosen() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    with pytest.raises(IllegalChoice):
        play(state, "ship U-DD4")
    with pytest.raises(IllegalChoice):
        play(state, "ship J-CA1")


# --- All at once ---


@pytest.mark.rule("S-3.3-1", "S-5.0-simul-1")
def test_a_ship_that_will_sink_fires_all_the_same() -> None:
    state = table({"J-DD5": "1210 N", "U-DD4": "1206 N damaged hits=1"})
    begin(state, Combat())
    play(state, "ship J-DD5")
    play(state, "torpedoes U-DD4", 6, 1, 1, 6)  # a hit too many, and a critical
    assert of(state, "U-DD4", "condition") == "fit"
    play(state, "ship U-DD4")
    events = play(state, "guns J-DD5", 6, 1, 4)
    assert event_of(events, "guns fire").modifiers[0].value == 1  # it is not slowed either
    assert kinds(events)[-2:] == ["hits", "ship lost"]
    assert (of(state, "U-DD4", "condition"), of(state, "J-DD5", "hits")) == ("hulk", 1)


@pytest.mark.rule("S-3.3-1", "S-T3-3")
def test_every_attack_is_judged_by_the_start_of_the_phase() -> None:
    state = table({"J-Yamato": "1640 N", "J-Kongo": "1730 N", "U-CVE12": "1630 N"})
    assert [dice_for(state, s, "U-CVE12") for s in ("J-Yamato", "J-Kongo")] == [5, 5]
    # Three hits turn the carrier over, but only in the end.
    plan = ["J-Yamato guns U-CVE12", "J-Kongo guns U-CVE12"]
    events = fight(state, plan, 6, 6, 6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 2)
    throws = [event for event in events if event.kind == "damage throw"]
    assert [m.name for event in throws for m in event.modifiers] == [
        "weight 7 against armor 2",
        "weight 5 against armor 2",
    ]
    assert kinds(events)[-2:] == ["counter turned", "ship panics"]


@pytest.mark.rule("S-3.3-1", "S-T2-1")
def test_panic_of_this_phase_does_not_spread_in_it() -> None:
    ships = {"U-WVa": "1640 N", "U-Tenn": "1740 N", "J-CA1": "1630 N", "J-CA2": "1830 N"}
    state = table(ships)
    plan = ["U-WVa guns J-CA1", "U-Tenn guns J-CA2"]
    assert dice_for(state, "U-WVa", "J-CA1") == dice_for(state, "U-Tenn", "J-CA2") == 5
    fight(state, plan, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2)  # 20 - 4 = 16; 16 - 4 = 12
    assert (of(state, "J-CA1", "panic"), of(state, "J-CA2", "panic")) == (1, 0)


@pytest.mark.rule("S-3.3-1")
def test_the_attacks_stay_to_be_seen_until_the_next_phase() -> None:
    state = table(TWO_AND_TWO)
    fight(state, ["J-DD5 torpedoes U-DD4"], 1, 1, 1)
    assert [(b.firer, b.target, b.dice) for b in state.blows] == [
        (number(state, "J-DD5"), number(state, "U-DD4"), 3)
    ]
    fight(state, [])
    assert state.blows == []


# --- Plotted attacks ---


@pytest.mark.rule("S-3.3-1")
def test_plot() -> None:
    state = table(TWO_AND_TWO, combat_declaration="plot")
    begin(state, Combat())
    play(state, "ship J-DD5")
    play(state, "torpedoes U-DD4")  # no dice yet
    assert (seat(state), texts(state)) == ("ijn", ["ship J-Yamato", "pass"])
    step = state.agenda[-1]
    assert isinstance(step, Combat)
    assert [(ship, str(shot)) for ship, shot in step.orders] == [
        (number(state, "J-DD5"), "torpedoes U-DD4")
    ]
    play(state, "ship J-Yamato")
    assert (seat(state), texts(state)) == ("usn", ["ship U-DD4", "pass"])
    assert of(state, "J-DD5", "launched") == 0
    play(state, "ship U-DD4")
    dice = dice_for(state, "J-Yamato", "U-CVE12")
    events = play(state, "guns J-DD5", 1, 1, 1, *[2] * dice, 1, 1, 1)
    assert kinds(events) == ["torpedoes launched", "guns fire", "guns fire"]
    assert [event.facts["firer"] for event in events] == ["Isokaze", "Yamato", "Heermann"]
    assert seat(state) == "over"


@pytest.mark.rule("S-3.3-1")
def test_plotted_attacks_can_be_none() -> None:
    state = table(TWO_AND_TWO, combat_declaration="plot")
    begin(state, Combat())
    play(state, "pass")
    play(state, "pass")
    assert (seat(state), state.blows) == ("over", [])


@pytest.mark.rule("S-3.3-1", "S-8.4-type-1")
def test_strikes_are_plotted_with_the_rest() -> None:
    ships = {**TWO_AND_TWO, "J-DD5": "1210 N fires=1"}  # no AA
    state = table(ships, combat_declaration="plot")
    fly(state, "TB", "J-DD5", 2)
    fly(state, "F", "J-DD5")
    begin(state, Combat())
    play(state, "pass")
    strikes = ["strike TB J-DD5", "strike TB 1 J-DD5", "strike F J-DD5"]
    assert texts(state) == ["ship U-DD4", *strikes]
    twin = state.copy()
    play(twin, "strike TB 1 J-DD5")
    assert texts(twin) == ["ship U-DD4", "strike TB J-DD5", "strike F J-DD5"]  # one is left
    play(state, "strike TB J-DD5")
    assert texts(state) == ["ship U-DD4", "strike F J-DD5"]
    play(state, "strike F J-DD5")
    assert texts(state) == ["ship U-DD4", "pass"]
    events = play(state, "ship U-DD4", *[1] * 4, 1, *[1] * 2)  # torpedoes, its only attack
    assert kinds(events) == ["air torpedoes dropped", "strafing", "torpedoes launched"]


# --- A-30 Evasive action in combat ---


@pytest.mark.rule("S-4.1-voluntary-1")
def test_no_evasive_action_in_combat() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    assert not texts(state, "evade")


@pytest.mark.rule("S-4.1-voluntary-1", "S-4.1-evasive-1")
def test_evasive_action_in_combat() -> None:
    ships = {**TWO_AND_TWO, "J-DD1": "1240 N flank", "J-DD2": "1240 N panic", "J-DD3": "1240 N diw"}
    state = table(ships, evasive_in_combat=True)
    begin(state, Combat())
    assert (seat(state), texts(state)) == ("ijn", ["evade J-Yamato", "evade J-DD5", "pass"])
    (event,) = play(state, "evade J-DD5")
    assert event.kind == "evasive action"
    assert texts(state) == ["evade J-Yamato", "pass"]
    play(state, "pass")
    assert (seat(state), texts(state)) == ("usn", ["evade U-CVE12", "evade U-DD4", "pass"])
    play(state, "evade U-DD4")
    play(state, "evade U-CVE12")
    assert (seat(state), texts(state, "ship")) == ("ijn", ["ship J-Yamato", "ship J-DD5"])
    assert of(state, "J-DD5", "speed") == "evasive"
    assert dice_for(state, "J-DD5", "U-DD4") < 1


# --- Copies ---


@pytest.mark.rule("S-3.3-1")
def test_a_copy_goes_its_own_way() -> None:
    state = table(TWO_AND_TWO)
    begin(state, Combat())
    play(state, "ship J-DD5")
    twin = state.copy()
    play(twin, "torpedoes U-DD4", 6, 6, 6, 6, 6, 6)
    assert state != twin
    assert texts(state) == ["guns U-DD4", "torpedoes U-DD4"]
    assert (state.blows, of(state, "J-DD5", "launched")) == ([], 0)
    assert pickle.loads(pickle.dumps(twin)) == twin
