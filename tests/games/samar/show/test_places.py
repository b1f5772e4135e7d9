"""The places that choices of Samar name, with their roles."""

from __future__ import annotations

import random
import re

import pytest
from samar_table import begin, fly, play, table

from flankspeed.engine import Choice, Match, Rolled
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.combat_phase import Combat
from flankspeed.games.samar.state import SamarState

GAME = Samar()


def roles(state: SamarState, text: str) -> list[tuple[str, str]]:
    assert state.decision
    return [(place.id, place.role) for place in state.decision.find(text).places]


def drawn(state: SamarState) -> set[str]:
    """The places that the picture has."""
    return set(re.findall(r' id="([a-z]+:[^"]+)"', GAME.picture(state, state.seat_to_choose)))


def guessed(choice: Choice, known: set[str]) -> set[str]:
    """What a choice is about by its text: its place, and whatever is called like a word of it."""
    found = {choice.place} if choice.place else set()
    for place in known:
        kind, _, name = place.partition(":")
        if name in choice.text.split() and (
            not re.fullmatch(r"\d{1,2}", name) or re.search(rf"\b{kind} {name}\b", choice.label)
        ):
            found.add(place)
    return found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"combat_declaration": "plot", "air_timing": "combat_phase", "reaction_optional": "true"},
        {"evasive_in_combat": "true", "movement_sequence": "by_speed", "routine_choices": "ask"},
    ],
    ids=str,
)
def test_choices_name_all_that_their_text_names_and_only_what_is_drawn(
    options: dict[str, str],
) -> None:
    match = Match(GAME, "battle", options, dice=Rolled(11))
    chance = random.Random(11)
    step, seen = 0, set[type]()
    while match.decision:
        state = match.state
        assert isinstance(state, SamarState)
        choices = [*match.decision.options, *GAME.shortcuts(state)]
        kinds = {type(choice) for choice in choices}
        if step % 25 == 0 or not kinds <= seen:
            seen |= kinds
            known = drawn(state)
            for choice in choices:
                named = {place.id for place in choice.places}
                assert guessed(choice, known) <= named <= known, choice
                assert len(named) == len(choice.places)
        match.play(chance.choice(match.decision.options))
        step += 1
    assert len(seen) >= 8


def test_a_ship_starts_in_a_hex() -> None:
    state = Match(GAME, "battle", dice=Rolled(1)).state
    assert isinstance(state, SamarState)
    assert state.decision
    (ship, who), (hex_, where) = roles(state, state.decision.options[0].text)
    assert (who, where) == ("who", "where")
    assert state.decision.options[0].text == f"{ship[5:]} {hex_[4:]}"


def test_a_ship_is_picked_and_steered_to_a_side() -> None:
    match = Match(GAME, "battle", dice=Rolled(2))
    for text in ("formation", "usn first"):
        match.play(text)
    state = match.state
    assert isinstance(state, SamarState)
    assert roles(state, "move U-DD4") == [("ship:U-DD4", "who")]
    match.play("move U-DD4")
    state = match.state
    assert isinstance(state, SamarState)
    assert roles(state, "flank") == []
    match.play("battle")
    state = match.state
    assert isinstance(state, SamarState)
    assert roles(state, "port 1") == [("side:NW", "where")]
    assert roles(state, "port 1 smoke") == [("smoke:NW", "where")]


def test_an_entry_names_its_hex() -> None:
    state = table({})
    begin(state, Course(state.charts.number["J-CA1"], entering=True))
    assert state.decision
    for option in state.decision.options:
        assert [(p.id, p.role) for p in option.places] == [(f"hex:{option.text[6:10]}", "where")]


def test_attackers_are_who_and_targets_are_whom() -> None:
    state = table({"J-CA1": "1009 N", "U-DD4": "1408 N"}, combat_declaration="plot")
    fly(state, "TB", "J-CA1", 2)
    begin(state, Combat())
    assert roles(state, "ship J-CA1") == [("ship:J-CA1", "who")]
    play(state, "ship J-CA1")
    assert roles(state, "guns U-DD4") == [("ship:U-DD4", "whom")]
    play(state, "guns U-DD4")
    assert roles(state, "strike TB 1 J-CA1") == [("air:TB", "who"), ("ship:J-CA1", "whom")]


def test_air_units_are_sent_to_a_ship() -> None:
    state = table({"J-CA1": "1009 N", "U-DD4": "1408 N"}, air_timing="combat_phase")
    fly(state, "TB")
    begin(state, Combat())
    assert roles(state, "air TB J-CA1") == [("air:TB", "who"), ("ship:J-CA1", "whom")]
