"""4.3 Other ships: reaction fire."""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import finish, part, steam, under_way
from samar_table import counted, event_of, fly, kinds, of, play, put, table, texts

from flankspeed.engine import Event
from flankspeed.games.samar.state import SamarState

YAMATO = "J-Yamato"
DESTROYER = "U-DD1"  # armor 2, maneuver 3
MISS = (1,) * 6


def passing(
    firers: dict[str, str], mover: str = "1822 N", status: str = "battle", **options: Any
) -> SamarState:
    """The destroyer, about to take its first step, at a speed chosen."""
    state = table({DESTROYER: mover, **firers}, **options)
    under_way(state, DESTROYER)
    play(state, status)
    return state


def shots(events: list[Event]) -> list[str]:
    return [str(event.facts["firer"]) for event in events if event.kind == "reaction fire"]


# DV-6: 1821 is two hexes south-east of 1620. Yamato has 5 dice, a Fletcher 2, both less 2.
@pytest.mark.rule("S-4.3-reaction-1", "S-4.2-gunnery-1")
@pytest.mark.parametrize(
    ("facing", "mover", "status", "entries"),
    [
        ("N", "1822 N", "battle", {"broadside": 2, "target's broadside": 1}),
        (
            "N",
            "1822 N",
            "evasive",
            {"broadside": 2, "target's broadside": 1, "target evading": -3},
        ),
        ("SE", "1922 NW", "battle", {}),
    ],
)
def test_dv_6_yamato_fires_on_a_destroyer(
    facing: str, mover: str, status: str, entries: dict[str, int]
) -> None:
    state = passing({YAMATO: f"1620 {facing}"}, mover, status)
    count = 5 - 2 + sum(entries.values())
    event = event_of(play(state, "ahead", *MISS[:count]), "reaction fire")
    assert counted(event) == {"gunnery rating": 5, "point blank": -2, **entries}
    assert event.facts["firer"] == "Yamato"
    assert event.facts["range"] == 2


@pytest.mark.rule("S-4.3-reaction-1", "S-5.5-zero-1")
@pytest.mark.parametrize(("facing", "dice"), [("SE", 0), ("N", 2)])
def test_dv_6_a_fletcher_fires_from_its_broadside_only(facing: str, dice: int) -> None:
    state = table({"J-DD1": "1922 NW", DESTROYER: f"1620 {facing}"})
    under_way(state, "J-DD1")
    play(state, "battle")
    events = play(state, "ahead", *MISS[:dice])
    assert len(shots(events)) == (1 if dice else 0)


@pytest.mark.rule("S-4.3-reaction-1", "S-4.3-reaction-3")
def test_damage_counts_at_once_and_criticals_are_hits() -> None:
    state = passing({YAMATO: "1620 N"})
    # 7 against 2 is +2: the damage die of 6 would be a critical.
    events = play(state, "ahead", 5, 1, 1, 1, 1, 1, 6)
    assert of(state, DESTROYER, "hits") == 1
    assert of(state, DESTROYER, "condition") == "fit"
    assert of(state, DESTROYER, "fires") == 0
    assert not {"critical throw", "ship slowed", "ship burns"} & set(kinds(events))


@pytest.mark.rule("S-4.3-reaction-1")
def test_the_ship_turns_before_it_is_fired_on() -> None:
    # end-on to Yamato after the turn, so no die for the target's broadside.
    state = passing({YAMATO: "1620 N"})
    event = event_of(play(state, "port 1", *MISS[:5]), "reaction fire")
    assert "target's broadside" not in counted(event)


@pytest.mark.rule("S-4.3-reaction-2")
def test_one_attack_for_each_hex_entered_within_two() -> None:
    # 1822 to 1816: distance 2 in 1821, 1820, 1819; Yamato fires over bow, beam or quarter.
    state = passing({YAMATO: "1620 N"})
    for expected in (6, 6, 6, 0, 0, 0):
        events = play(state, "ahead", *MISS[:expected])
        assert shots(events) == (["Yamato"] if expected else [])
    assert state.decision is None


@pytest.mark.rule("S-4.3-reaction-2")
def test_reaction_fire_once_per_enemy() -> None:
    state = passing({YAMATO: "1620 N", "J-Nagato": "1618 N"}, reaction_fire="once_per_enemy")
    thrown = (MISS[:6], (), MISS[:5], (), (), ())
    fired = [shots(play(state, "ahead", *dice)) for dice in thrown]
    assert fired == [["Yamato"], [], ["Nagato"], [], [], []]
    put(state, DESTROYER, "1822 N")
    under_way(state, DESTROYER)  # a new move
    play(state, "battle")
    assert shots(play(state, "ahead", *MISS[:6])) == ["Yamato"]


@pytest.mark.rule("S-4.3-reaction-2")
def test_one_attack_by_each_enemy_in_reach_by_number() -> None:
    state = passing({"J-Kongo": "1620 N", YAMATO: "1620 N", "J-Nagato": "1823 N"})
    # Yamato 5+2-2+1, Kongo 4+2-2+1; Nagato dead astern of the mover, over its bow: 4-2.
    events = play(state, "ahead", *MISS[:6], *(1,) * 2, *(1,) * 5)
    assert shots(events) == ["Yamato", "Nagato", "Kongo"]


@pytest.mark.rule("S-4.3-reaction-1")
def test_an_enemy_far_from_where_the_move_began_fires_at_its_end() -> None:
    state = table({DESTROYER: "1824 N slowed", YAMATO: "1820 NE"})
    under_way(state, DESTROYER)
    assert shots(play(state, "ahead")) == []
    # Over her quarter at a slowed ship's bow: 5 + 2 - 2 + 1.
    assert shots(play(state, "ahead", *MISS[:6])) == ["Yamato"]


@pytest.mark.rule("S-4.3-reaction-2")
def test_nothing_is_fired_at_three_hexes_or_at_a_ship_that_stays() -> None:
    state = table({DESTROYER: "2022 N", "U-DD2": "1620 N", "J-DD1": "1720 N", YAMATO: "1622 S"})
    under_way(state, "U-DD1")
    steam(state, "battle")
    finish(state)  # column 20 is three hexes from J-DD1 and four from Yamato
    assert state.decision is None


@pytest.mark.rule("S-4.3-reaction-2")
def test_the_ship_is_fired_on_in_the_hex_of_an_enemy_too() -> None:
    state = passing({YAMATO: "1821 N"})
    events = play(state, "ahead", 1, *MISS[:3])  # fouling first; no bearing, no broadside
    assert kinds(events) == ["passed clear", "reaction fire"]
    assert counted(event_of(events, "reaction fire")) == {"gunnery rating": 5, "point blank": -2}


@pytest.mark.rule("S-4.3-reaction-1", "S-4.4-heavy-1", "S-4.3-fouling-1")
def test_a_hex_brings_fouling_then_shallows_then_reaction_fire() -> None:
    state = table({"J-Kongo": "0110 S", "J-CA2": "0111 N", DESTROYER: "0212 S"})
    under_way(state, "J-Kongo")
    play(state, "battle")
    events = play(state, "ahead", 1, 6, 1, 1, 1, 1)
    assert kinds(events) == ["passed clear", "shallows passed", "reaction fire"]


@pytest.mark.rule("S-4.3-reaction-1")
def test_a_beached_ship_is_not_fired_on() -> None:
    state = table({"J-Kongo": "0110 S", DESTROYER: "0212 S"})
    under_way(state, "J-Kongo")
    play(state, "battle")
    assert shots(play(state, "ahead", 1)) == []


@pytest.mark.rule("S-4.3-reaction-1")
def test_a_ship_that_sinks_is_fired_on_no_more() -> None:
    state = passing({YAMATO: "1620 N", "J-Nagato": "1620 N"}, "1822 N damaged hits=1")
    events = play(state, "ahead", 5, 1, 1, 1, 1, 1, 1)
    assert shots(events) == ["Yamato"]
    assert of(state, DESTROYER, "condition") == "hulk"
    assert of(state, DESTROYER, "where") == "1821"
    assert state.decision is None


@pytest.mark.rule("S-4.3-reaction-1", "S-4.0-exact-1")
def test_a_ship_turned_over_by_reaction_fire_has_its_new_speed() -> None:
    state = passing({YAMATO: "1620 N"}, "1822 N hits=2")
    play(state, "ahead", 5, 1, 1, 1, 1, 1, 1)
    assert of(state, DESTROYER, "face") % 2 == 1
    assert state.decision is not None
    assert "(4 hexes" in state.decision.prompt  # speed 5
    assert "reverse" not in texts(state)  # maneuver 2


# --- Who fires ---


@pytest.mark.rule("S-4.3-reaction-1")
@pytest.mark.parametrize(
    ("words", "entries"),
    [
        ("diw", {"slowed": -1}),
        ("slowed", {"slowed": -1}),
        ("panic=1", {"evading": -2}),
        ("cruise", {"cruising": 1}),
        ("flank", {"flank speed": -1}),
        ("evasive", {"evading": -2}),
        ("fires=1", {"smoke": -1}),
    ],
)
def test_firers_have_their_normal_entries(words: str, entries: dict[str, int]) -> None:
    state = passing({YAMATO: f"1620 N {words}"})
    event = event_of(play(state, "ahead", *(1,) * (6 + sum(entries.values()))), "reaction fire")
    assert entries.items() <= counted(event).items()


@pytest.mark.rule("S-4.3-reaction-1", "S-2.5-gunnery-A-1")
@pytest.mark.parametrize("firer", ["1620 N hulk", "carrier", "friend"])
def test_hulks_carriers_and_friends_do_not_fire(firer: str) -> None:
    if firer == "carrier":
        state = table({"J-DD1": "1822 N", "U-CVE7": "1620 N"})
        under_way(state, "J-DD1")
    elif firer == "friend":
        state = table({"J-DD1": "1822 N", YAMATO: "1620 N"})
        under_way(state, "J-DD1")
    else:
        state = table({DESTROYER: "1822 N", YAMATO: firer})
        under_way(state, DESTROYER)
    play(state, "battle")
    assert shots(play(state, "ahead")) == []


@pytest.mark.rule("S-4.3-reaction-1", "S-5.2-block-1")
def test_a_ship_next_to_the_firer_stands_in_the_way() -> None:
    state = passing({YAMATO: "1620 N", "U-DD2": "1721 N"})
    assert shots(play(state, "ahead")) == []


@pytest.mark.rule("S-4.3-reaction-1", "S-4.5-effect-1")
def test_smoke_on_the_line_counts() -> None:
    state = passing({YAMATO: "1620 N"}, smoke={"1721": 2})
    event = event_of(play(state, "ahead", *MISS[:4]), "reaction fire")
    assert counted(event)["smoke"] == -2


@pytest.mark.rule("S-4.3-reaction-1", "S-8.2-combined-1")
def test_own_aircraft_on_the_mover_bar_reaction_fire() -> None:
    state = table({"J-DD1": "1822 N", DESTROYER: "1620 N"})
    fly(state, "TB", "J-DD1")
    under_way(state, "J-DD1")
    play(state, "battle")
    assert shots(play(state, "ahead")) == []


@pytest.mark.rule("S-4.3-reaction-1", "S-5.2-spot-1")
def test_the_sighting_limit_holds() -> None:
    state = passing({YAMATO: "1620 N"}, data={"sighting": {"0800": 1}})
    assert shots(play(state, "ahead")) == []


@pytest.mark.rule("S-4.3-reaction-1", "S-4.7-control-2")
def test_a_panicked_ship_is_fired_on_by_its_enemy_though_he_moves_it() -> None:
    state = table({DESTROYER: "1822 N panic=1", "U-DD2": "1922 N", YAMATO: "1620 N"})
    state.led = state.panic[:]
    state.moved[state.charts.number[YAMATO]] = 1
    part(state, "ijn")
    play(state, "battle")
    # Panicked at battle speed it evades: three dice less. Its friend beside it does not fire.
    assert shots(play(state, "ahead", *MISS[:3])) == ["Yamato"]


@pytest.mark.rule("S-4.3-reaction-1", "S-6.5-panic-1")
def test_panic_counts_at_once_but_control_stays_for_this_phase() -> None:
    state = passing({YAMATO: "1620 N", "J-Nagato": "1620 N"})
    # 6, 6 and four 4s: 28 - 2 > 15. Two hits. Then Nagato has 5 dice less 3: it evades now.
    events = play(state, "ahead", 6, 6, 4, 4, 4, 4, 1, 1, 1, 1)
    assert shots(events) == ["Yamato", "Nagato"]
    assert counted(events[-1])["target evading"] == -3
    assert of(state, DESTROYER, "panic") == 1
    assert state.decision is not None
    assert state.decision.seat == "usn"


@pytest.mark.rule("S-T2-1", "S-6.5-panic-1")
@pytest.mark.parametrize(("last", "panic"), [(2, 0), (3, 1)])
def test_the_armor_before_the_damage_of_the_throw_counts_for_panic(last: int, panic: int) -> None:
    # The throw turns her over, armor 2 to 1; 17 - 2 is 15 all the same, and 18 - 2 is 16.
    state = passing({YAMATO: "1620 N"}, "1822 N hits=2")
    play(state, "ahead", 5, 4, 2, 2, 2, last, 1)
    assert of(state, DESTROYER, "face") % 2 == 1
    assert of(state, DESTROYER, "panic") == panic


# --- D-27 ---


@pytest.mark.rule("S-4.3-reaction-2")
def test_routine_choices_ask_lets_the_owner_order_the_fire() -> None:
    state = passing({YAMATO: "1620 N", "J-Kongo": "1620 N"}, routine_choices="ask")
    play(state, "ahead")
    assert state.decision is not None
    assert state.decision.seat == "ijn"
    assert texts(state) == ["react J-Yamato", "react J-Kongo", "in order"]
    # The last one fires without being asked.
    assert shots(play(state, "react J-Kongo", *(1,) * 5, *MISS[:6])) == ["Kongo", "Yamato"]
    play(state, "ahead")
    assert shots(play(state, "in order", *MISS[:6], *(1,) * 5)) == ["Yamato", "Kongo"]


@pytest.mark.rule("S-4.3-reaction-2")
def test_one_firer_needs_no_order() -> None:
    state = passing({YAMATO: "1620 N"}, routine_choices="ask")
    assert shots(play(state, "ahead", *MISS[:6])) == ["Yamato"]


@pytest.mark.rule("S-4.3-reaction-2")
def test_who_can_fire_is_seen_anew_after_each_shot() -> None:
    state = passing({YAMATO: "1620 N", "J-DD1": "1720 N"}, routine_choices="ask")
    play(state, "ahead")
    assert texts(state) == ["react J-Yamato", "react J-DD1", "in order"]
    # The panicked ship evades: 2 + 2 + 1 - 2 - 3 leave the destroyer no dice.
    assert shots(play(state, "react J-Yamato", 6, 6, 4, 4, 4, 4, 1, 1)) == ["Yamato"]
    assert texts(state)[0] == "ahead"


@pytest.mark.rule("S-4.3-reaction-1")
def test_reaction_optional_lets_the_owner_hold() -> None:
    state = passing({YAMATO: "1620 N", "J-Kongo": "1620 N"}, reaction_optional=True)
    play(state, "ahead")
    assert state.decision is not None
    assert state.decision.seat == "ijn"
    assert texts(state) == ["react J-Yamato", "react J-Kongo", "in order", "hold"]
    assert shots(play(state, "react J-Yamato", *MISS[:6])) == ["Yamato"]
    assert texts(state) == ["react J-Kongo", "hold"]
    assert shots(play(state, "hold")) == []
    assert texts(state)[0] == "ahead"
    assert shots(play(state, "ahead")) == []
    assert texts(state) == ["react J-Yamato", "react J-Kongo", "in order", "hold"]


@pytest.mark.rule("S-4.3-reaction-2")
def test_holding_does_not_use_up_the_one_attack() -> None:
    state = passing({YAMATO: "1620 N"}, reaction_optional=True, reaction_fire="once_per_enemy")
    play(state, "ahead")
    play(state, "hold")
    play(state, "ahead")
    assert shots(play(state, "react J-Yamato", *MISS[:6])) == ["Yamato"]
    play(state, "ahead")
    assert texts(state)[0] == "ahead"  # nobody is asked again
