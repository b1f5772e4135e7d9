"""3.1 and 3.2: who enters the map, when, where and how; air units; special attacks."""

from __future__ import annotations

from typing import Any

import pytest
from samar_moves import finish, part, steam, trail
from samar_table import begin, event_of, fly, kinds, number, of, play, put, table, texts

from flankspeed.engine import Decision, Dice, Event, Log, Step
from flankspeed.games.samar.data.charts import charts_of
from flankspeed.games.samar.data.markers import (
    ABSENT,
    AIR_BOX,
    AIR_CUP,
    AIR_SPENT,
    CUP,
    IJN,
    LATER,
    USN,
    WAITING,
)
from flankspeed.games.samar.options import SamarOptions
from flankspeed.games.samar.rules.turn.entry import start_of_turn
from flankspeed.games.samar.rules.turn.movement_phase import MovementPhase
from flankspeed.games.samar.state import SamarState

CENTER_FORCE = [f"J-CA{n}" for n in range(1, 7)] + ["J-CL1", "J-CL2"]
CENTER_FORCE += [f"J-DD{n}" for n in range(1, 12)]
BATTLESHIPS = ["J-Haruna", "J-Kongo", "J-Nagato", "J-Yamato"]
TAFFY_2 = [f"U-CVE{n}" for n in range(1, 7)] + [f"U-DD{n}" for n in range(1, 4)]
TAFFY_2 += [f"U-DE{n}" for n in range(1, 6)]
BOMBARDMENT = ["Calif", "Mryld", "Miss", "Penn", "Tenn", "WVa"]
BOMBARDMENT += [f"CA{n}" for n in range(1, 5)] + [f"CL{n}" for n in range(1, 5)]
IJN_HEXES = ["0104 NE", "0104 SE", "0103 NE", "0103 SE", "0102 NE", "0102 SE"]
IJN_HEXES += ["0101 SE", "0101 S", "0201 S", "0301 SE", "0301 S", "0301 SW", "0401 S"]


def fresh(turn: int, **options: Any) -> SamarState:
    """A game at its start, but for the turn."""
    state = SamarState(charts_of(SamarOptions(**options)))
    state.turn = turn
    return state


def at(state: SamarState, place: int) -> list[str]:
    """The ships in a cup or off the map, by id."""
    return [state.charts.ids[ship] for ship, where in enumerate(state.where) if where == place]


def phase(state: SamarState, first: str, *dice: int) -> list[Event]:
    """The movement phase up to the first choice after who moves first."""
    begin(state, MovementPhase())
    return play(state, f"{first} first", *dice)


def entering(ship: str, **options: Any) -> SamarState:
    """A ship of those off the map, about to enter in its side's part."""
    state = table({}, turn=12, **options)
    state.where[number(state, ship)] = WAITING
    part(state, "ijn" if ship.startswith("J-") else "usn")
    if "done" in texts(state):
        play(state, f"enter {ship}")
    return state


class StartOfTurn(Step[SamarState]):
    """What the turn track announces for the beginning of a turn."""

    __slots__ = ()

    def copy(self) -> StartOfTurn:
        return self

    def run(self, state: SamarState, dice: Dice, log: Log | None) -> Decision | None:
        state.agenda.pop()
        start_of_turn(state, dice, log)
        return None


# --- 3.2 Center Force ---


@pytest.mark.rule("S-3.2-center-1", "S-9.1-optional-1")
def test_the_ijn_cup_at_the_start() -> None:
    assert sorted(s for s in at(fresh(1), CUP) if s.startswith("J-")) == sorted(CENTER_FORCE)
    assert sorted(at(fresh(1), LATER)) == BATTLESHIPS
    more = fresh(1, optional_cruisers="CA7+CA9")
    assert {"J-CA7", "J-CA9"} <= set(at(more, CUP))
    assert "J-CA8" not in at(more, CUP)


@pytest.mark.rule("S-3.2-center-1", "S-3.3-2")
@pytest.mark.parametrize("turn", [1, 2, 9, 16])
def test_a_die_of_ships_is_drawn_as_the_ijn_move_begins(turn: int) -> None:
    state = fresh(turn)
    cup = [ship for ship in at(state, CUP) if ship.startswith("J-")]
    events = phase(state, "ijn", 3, 1, 18, 17)
    # The first of 19, the last of the 18 left, the last of 17.
    drawn = [cup[0], cup[-1], cup[-2]]
    event = event_of(events, "ships drawn")
    assert event.places == tuple(f"ship:{ship}" for ship in drawn)
    assert [throw.sides for throw in event.throws] == [6, 19, 18, 17]
    assert sorted(texts(state)) == sorted(f"enter {ship}" for ship in drawn)
    assert len([s for s in at(state, CUP) if s.startswith("J-")]) == 16


@pytest.mark.rule("S-3.2-center-1")
def test_all_that_remain_enter_if_there_are_fewer() -> None:
    state = table({})
    for ship in ("J-CA1", "J-DD5"):
        state.where[number(state, ship)] = CUP
    phase(state, "ijn", 6, 2, 1)
    assert texts(state) == ["enter J-CA1", "enter J-DD5"]


@pytest.mark.rule("S-3.2-center-1", "S-3.2-center-3")
def test_no_die_is_thrown_for_an_empty_cup() -> None:
    state = table({"J-CA1": "1620 N", "J-CA2": "1720 N"})
    assert kinds(phase(state, "ijn")) == ["moves first"]


@pytest.mark.rule("S-3.2-center-3")
def test_the_battleships_join_the_cup_at_0700_and_one_die_is_thrown() -> None:
    state = fresh(1)
    assert begin(state, StartOfTurn()) == []
    assert sorted(at(state, LATER)) == BATTLESHIPS
    state.turn = 2
    event = event_of(begin(state, StartOfTurn()), "join the cup")
    assert event.rule == "S-3.2-center-3"
    assert at(state, LATER) == []
    cup = [ship for ship in at(state, CUP) if ship.startswith("J-")]
    assert sorted(cup) == sorted(CENTER_FORCE + BATTLESHIPS)
    phase(state, "ijn", 1, cup.index("J-Yamato") + 1)
    assert state.decision is not None
    assert "Yamato" in state.decision.prompt  # the only ship: it is asked where she enters


@pytest.mark.rule("S-3.2-center-2", "S-1.0-entry-1")
@pytest.mark.parametrize("ship", ["J-CA1", "J-Yamato", "J-DD1"])
def test_the_ijn_enters_round_the_north_west_corner(ship: str) -> None:
    state = entering(ship)
    assert sorted(texts(state)) == sorted(f"enter {place}" for place in IJN_HEXES)


@pytest.mark.rule("S-3.2-center-1", "S-3.2-center-2")
def test_drawn_ships_must_enter_in_any_order_mixed_with_others() -> None:
    state = table({"J-CA1": "1620 N"})
    for ship in ("J-CA2", "J-CA3"):
        state.where[number(state, ship)] = WAITING
    part(state, "ijn")
    assert texts(state) == ["move J-CA1", "enter J-CA2", "enter J-CA3"]
    steam(state, "enter J-CA3", "enter 0401 S", *["ahead"] * 6)
    assert texts(state) == ["move J-CA1", "enter J-CA2"]
    steam(state, "move J-CA1", "battle", *["ahead"] * 6)
    assert texts(state)[0].startswith("enter 0104")  # no way round it
    steam(state, "enter 0201 S", *["ahead"] * 6)
    assert state.decision is None


# --- The procedure of entering (A-51) ---


@pytest.mark.rule("S-3.2-center-2", "S-4.2-turn-2")
def test_the_entry_hex_is_the_first_of_the_move_and_the_ship_may_turn_in_it() -> None:
    state = entering("J-CA1")
    events = play(state, "enter 0401 S")
    assert event_of(events, "enters").facts["heading"] == "S"
    assert event_of(events, "enters").rule == "S-3.2-center-2"
    assert of(state, "J-CA1", "where") == WAITING  # until its first step
    assert texts(state) == ["ahead", "port 1", "starboard 1", "port 2", "starboard 2"]  # no smoke
    play(state, "port 1")
    assert of(state, "J-CA1", "where") == "0401"
    assert of(state, "J-CA1", "facing") == "SE"
    assert "ahead smoke" in texts(state)
    finish(state)
    assert trail(state) == ["0401", "0502", "0602", "0703", "0803", "0904"]  # six hexes in all
    assert of(state, "J-CA1", "moved") == 1
    assert of(state, "J-CA1", "speed") == "battle"


@pytest.mark.rule("S-3.2-center-2", "S-4.3-fouling-1")
def test_entering_ships_roll_for_fouling() -> None:
    state = entering("J-CA1")
    put(state, "J-CA2", "0401 S")
    play(state, "enter 0401 S")
    assert kinds(play(state, "ahead", 4)) == ["passed clear"]


@pytest.mark.rule("S-3.2-center-2", "S-4.3-reaction-1")
def test_entering_ships_draw_reaction_fire() -> None:
    state = entering("J-DD1")
    put(state, "U-DD1", "0402 NW")
    play(state, "enter 0401 S")
    # 2 - 2 + 2 from its broadside; the destroyer shows its bow.
    events = play(state, "ahead", 1, 1)
    assert kinds(events) == ["reaction fire"]


@pytest.mark.rule("S-3.2-center-2")
def test_an_entering_ship_that_sinks_does_so_in_its_entry_hex() -> None:
    state = entering("J-DD1")
    put(state, "J-CA2", "0401 S")
    state.face[number(state, "J-DD1")] |= 1
    state.hits[number(state, "J-DD1")] = 1
    play(state, "enter 0401 S")
    play(state, "ahead", 5, 1, 1)
    assert of(state, "J-DD1", "condition") == "hulk"
    assert of(state, "J-DD1", "where") == "0401"
    assert state.decision is not None
    assert "Chokai" in state.decision.prompt  # the next ship


@pytest.mark.rule("S-3.2-center-2", "S-2.3-terrain-1")
def test_ships_do_not_enter_where_they_can_only_run_aground() -> None:
    rocks = {"map": {column: {"land": "02"} for column in ("03", "04", "05")}}
    assert "enter 0401 S" not in texts(entering("J-Yamato", data=rocks))
    assert "enter 0201 S" in texts(entering("J-Yamato", data=rocks))
    assert "enter 0401 S" in texts(entering("J-CA1", data=rocks))  # maneuver 2 gets her away


# --- 3.1 Taffy 2 ---


@pytest.mark.rule("S-3.1-taffy2-1")
def test_taffy_2_may_enter_from_0712_on() -> None:
    early = fresh(2)
    part(early, "usn")
    assert early.decision is None
    state = fresh(3)
    part(state, "usn")
    assert sorted(texts(state)) == sorted([*(f"enter {ship}" for ship in TAFFY_2), "done"])


@pytest.mark.rule("S-3.1-taffy2-1")
def test_taffy_2_need_not_enter() -> None:
    state = fresh(3)
    part(state, "usn")
    play(state, "done")
    assert state.decision is None
    state.turn = 9
    part(state, "usn")
    assert len(texts(state, "enter")) == 14


@pytest.mark.rule("S-3.1-taffy2-2")
@pytest.mark.parametrize("ship", ["U-CVE1", "U-DD1"])
def test_taffy_2_enters_at_the_south_end_of_the_east_edge_at_battle_speed(ship: str) -> None:
    state = entering(ship)
    hexes = ["3241 SW", "3241 NW", "3242 SW", "3242 NW", "3243 N", "3243 NW"]
    assert sorted(texts(state)) == sorted(f"enter {place}" for place in hexes)
    play(state, "enter 3242 NW")
    finish(state)
    assert len(trail(state, ship)) == {"U-CVE1": 4, "U-DD1": 6}[ship]
    assert of(state, ship, "speed") == "battle"


@pytest.mark.rule("S-3.1-taffy2-2")
def test_four_ships_of_taffy_2_a_turn() -> None:
    state = fresh(3)
    state.air = [AIR_SPENT] * len(state.air)
    for hull in state.charts.navies[IJN]:
        state.where[hull] = ABSENT
    begin(state, MovementPhase())
    entries = {"U-CVE1": "3241 NW", "U-CVE2": "3242 NW", "U-DE1": "3243 NW", "U-DD1": "3243 N"}
    for ship, place in entries.items():
        assert "done" in texts(state)
        steam(state, f"enter {ship}", f"enter {place}")
        finish(state)
        assert of(state, ship, "moved") or state.decision is None
    assert state.decision is None  # a fifth is not offered, and nothing else is left
    # The next turn has its own four.
    state.turn = 4
    begin(state, MovementPhase())
    assert len(texts(state, "enter")) == 10


# --- 3.1 Bombardment Group ---


def bombardment(turn: int = 12, **options: Any) -> SamarState:
    """The Bombardment Group in its cup, and no other ship or plane in the game."""
    state = table({}, turn=turn, **options)
    state.air = [AIR_SPENT] * len(state.air)
    for ship in BOMBARDMENT:
        state.where[number(state, f"U-{ship}")] = CUP
    return state


@pytest.mark.rule("S-3.1-bombard-1")
def test_the_bombardment_group_is_in_its_cup_from_the_start() -> None:
    cup = [ship for ship in at(fresh(1), CUP) if ship.startswith("U-")]
    assert sorted(cup) == sorted(f"U-{ship}" for ship in BOMBARDMENT)


@pytest.mark.rule("S-3.1-bombard-1")
@pytest.mark.parametrize(("die", "ships"), list(enumerate([0, 1, 1, 2, 2, 3], 1)))
def test_dv_16_half_a_die_of_ships_is_drawn(die: int, ships: int) -> None:
    state = bombardment()
    events = begin(state, MovementPhase(), die, *[1] * ships)
    event = event_of(events, "ships drawn" if ships else "no ships drawn")
    assert event.rule == "S-3.1-bombard-1"
    assert len(event.places) == ships
    assert len(at(state, CUP)) == 14 - ships
    assert len(at(state, WAITING)) == ships


@pytest.mark.rule("S-3.1-bombard-1")
def test_no_bombardment_roll_before_0900_nor_for_an_empty_cup() -> None:
    assert begin(bombardment(11), MovementPhase()) == []
    state = bombardment()
    state.where = [WAITING if where == CUP else where for where in state.where]
    assert begin(state, MovementPhase()) == []


@pytest.mark.rule("S-3.1-bombard-1")
def test_the_rest_of_the_group_if_there_are_fewer() -> None:
    state = bombardment()
    kept = number(state, "U-CL1")
    state.where = [CUP if ship == kept else ABSENT for ship in range(len(state.where))]
    begin(state, MovementPhase(), 6, 1)
    assert at(state, CUP) == []
    assert texts(state)[0].startswith("enter 1143")


@pytest.mark.rule("S-3.1-bombard-2")
@pytest.mark.parametrize("ship", ["U-Penn", "U-CL1"])
def test_the_bombardment_group_enters_anywhere_along_the_deep_south_edge(ship: str) -> None:
    state = entering(ship)
    expected = [f"enter {column}43 N" for column in range(11, 33)]
    for column in range(12, 33, 2):
        expected += [f"enter {column}43 NW"]
        expected += [f"enter {column}43 NE"] if column < 32 else []
    assert sorted(texts(state)) == sorted(expected)
    assert event_of(play(state, "enter 1843 NW"), "enters").rule == "S-3.1-bombard-2"
    finish(state)
    assert of(state, ship, "speed") == "battle"
    assert len(trail(state, ship)) == {"U-Penn": 4, "U-CL1": 6}[ship]


@pytest.mark.rule("S-3.1-bombard-1")
def test_bombardment_entry_mandatory() -> None:
    state = bombardment()
    begin(state, MovementPhase(), 5, 1, 1)
    assert len(texts(state)) == 2
    assert "done" not in texts(state)


@pytest.mark.rule("S-3.1-bombard-1")
def test_bombardment_entry_optional_puts_ships_back_into_the_cup() -> None:
    state = bombardment(bombardment_entry="optional")
    begin(state, MovementPhase(), 5, 1, 1)
    first, second, done = texts(state)
    assert done == "done"
    steam(state, first, "enter 1843 N")
    finish(state)
    assert texts(state) == [second, "done"]
    play(state, "done")
    assert second.removeprefix("enter ") in at(state, CUP)
    assert at(state, WAITING) == []
    assert len(at(state, CUP)) == 13


# --- 3.1 Air units ---


def box(state: SamarState, place: int, navy: int = USN) -> int:
    """How many air units of a navy are in a place."""
    seat = ("ijn", "usn")[navy]
    kinds = [state.charts.squadrons[kind].navy for kind in state.charts.units]
    return sum(w == place and n == seat for w, n in zip(state.air, kinds, strict=True))


@pytest.mark.rule("S-3.1-air-1", "S-2.2-airbox-1")
def test_a_die_of_air_units_is_drawn_in_each_usn_move_from_0712() -> None:
    state = table({"U-CVE7": "1620 N", "U-CVE8": "1720 N"}, turn=3)
    events = begin(state, MovementPhase(), 4, 12, 1, 1, 9)
    event = event_of(events, "air units drawn")
    assert [throw.sides for throw in event.throws] == [6, 12, 11, 10, 9]
    # The last (a fighter), then the first two of the rest (torpedo planes), then a fighter.
    assert event.places == ("air:F", "air:TB", "air:TB", "air:F")
    assert box(state, AIR_BOX) == 4
    assert box(state, AIR_CUP) == 8


@pytest.mark.rule("S-3.1-air-1")
def test_no_air_units_before_0712_and_the_rest_if_there_are_fewer() -> None:
    early = table({"U-CVE7": "1620 N"}, turn=2)
    assert begin(early, MovementPhase()) == []
    state = table({"U-CVE7": "1620 N"}, turn=16)
    state.air = [AIR_SPENT] * 10 + [AIR_CUP] * (len(state.air) - 10)
    begin(state, MovementPhase(), 6, 1, 1)
    assert box(state, AIR_BOX) == 2
    state.agenda.clear()
    assert begin(state, MovementPhase()) == []  # the cup is empty


@pytest.mark.rule("S-3.1-air-2", "S-3.1-air-3", "S-8.2-place-1")
def test_units_wait_or_are_placed_in_any_number_at_any_moment() -> None:
    state = table({"U-CVE7": "1620 N", "U-CVE8": "1720 N", "J-CA1": "2620 N", "J-CA2": "2720 N"})
    fly(state, "TB", count=2)
    fly(state, "F", count=1)
    part(state, "usn")
    on_map = ["air TB J-CA1", "air TB J-CA2", "air F J-CA1", "air F J-CA2"]
    assert texts(state) == ["move U-CVE7", "move U-CVE8", *on_map]
    steam(state, "air TB J-CA1", "move U-CVE7", "cruise", *["ahead"] * 3)
    assert texts(state) == ["move U-CVE8", *on_map]
    steam(state, "air TB J-CA1")
    assert texts(state) == ["move U-CVE8", "air F J-CA1", "air F J-CA2"]
    steam(state, "move U-CVE8", "cruise", *["ahead"] * 3)
    assert texts(state) == ["air F J-CA1", "air F J-CA2", "done"]
    play(state, "done")
    assert state.decision is None
    assert box(state, AIR_BOX) == 1  # it waits for another turn
    assert state.air.count(number(state, "J-CA1")) == 2


@pytest.mark.rule("S-3.1-air-3")
def test_air_timing_combat_phase_places_nothing_in_movement() -> None:
    state = table({"U-CVE7": "1620 N", "J-CA1": "2620 N"}, air_timing="combat_phase")
    fly(state, "TB")
    part(state, "usn")
    steam(state, "cruise", *["ahead"] * 3)
    assert state.decision is None


# --- 3.2 Special attacks ---


@pytest.mark.rule("S-3.2-special-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_for_a_special_attack_from_0736_on(die: int) -> None:
    assert begin(table({}, turn=4), StartOfTurn()) == []
    state = table({}, turn=5)
    events = begin(state, StartOfTurn(), die)
    assert kinds(events) == ["special attack" if die <= 2 else "no special attack"]
    assert state.special == (1 if die <= 2 else 0)


@pytest.mark.rule("S-3.2-special-1")
def test_no_die_once_all_six_units_are_used() -> None:
    state = table({"U-CVE7": "1620 N"}, turn=9)
    fly(state, "SA", "U-CVE7", count=5)
    begin(state, StartOfTurn(), 2)
    assert state.special == 1
    fly(state, "SA", "U-CVE7")
    assert begin(state, StartOfTurn()) == []
    assert state.special == 0


@pytest.mark.rule("S-3.2-special-1")
def test_a_special_attack_unit_must_be_used_that_turn() -> None:
    state = table({"J-CA1": "2620 N", "U-CVE7": "1620 N", "U-CVE8": "1720 N hulk"})
    state.special = 1
    part(state, "ijn")
    assert texts(state) == ["move J-CA1", "air SA U-CVE7"]
    steam(state, "move J-CA1", "battle", *["ahead"] * 6)
    # There is nothing else to do: it goes to its only target by itself.
    assert state.decision is None
    assert state.special == 0
    assert state.air.count(number(state, "U-CVE7")) == 1


@pytest.mark.rule("S-3.2-special-1")
def test_the_ijn_chooses_the_target_at_any_moment_of_its_part() -> None:
    state = table({"J-CA1": "2620 N", "U-CVE7": "1620 N", "U-CVE9": "1720 N"})
    state.special = 1
    part(state, "ijn")
    play(state, "air SA U-CVE9")
    assert state.special == 0
    assert state.air.count(number(state, "U-CVE9")) == 1
    assert texts(state, "air") == []  # one a turn


@pytest.mark.rule("S-3.2-special-1")
def test_without_a_target_the_unit_goes_back() -> None:
    state = table({"J-CA1": "2620 N", "U-CVE7": "1620 N hulk"})
    state.special = 1
    part(state, "ijn")
    steam(state, "battle", *["ahead"] * 6)
    assert state.special == 0
    assert box(state, AIR_CUP, IJN) == 6
