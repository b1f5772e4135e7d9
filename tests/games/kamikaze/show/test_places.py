"""The places that choices name: all that they are about, and what each is to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from kamikaze_dives import GAME, dive, play
from kamikaze_dogfight import act, dogfight, positions

from flankspeed.engine import Choice
from flankspeed.engine.decision import WHERE, WHO, WHOM, Place
from flankspeed.games.kamikaze import KamikazeState

# Groups of guns and facings stand nowhere on the board: they are chosen from the list.
NOT_DRAWN = ("guns", "facing")
ASKED = {"p2.usChoices": "ask", "p2.holdFire": "yes", "p2.lossSide": "us"}
WIDE = {"p1.entryFacing": "inward3", "p1.edgeExit": "lost", "p1.mpRoll": "perGroup"}


def with_news(options: dict[str, str]) -> Iterator[tuple[KamikazeState, set[str]]]:
    """Positions of random games that offer something new, each with the ids of its picture."""
    seen: set[tuple[str, str]] = set()
    for seed in range(20):
        for state in positions("dives-6" if seed % 2 else "attack", seed, options):
            offered = state.decision.options if state.decision else ()
            news = {(option.text, option.place.partition(":")[0]) for option in offered} - seen
            if news:
                seen |= news
                svg = GAME.picture(state, state.seat_to_choose)
                yield state, set(re.findall(r' id="([^"]+:[^"]+)"', svg))


def guessed(option: Choice, ids: set[str]) -> set[str]:
    """The place of a choice, and what is drawn under a name that stands in its text.

    A bare number counts only if its kind stands before it in the label.
    """
    found = {option.place} - {""}
    for place in ids:
        kind, _, name = place.partition(":")
        if name in option.text.split():
            number = re.fullmatch(r"\d{1,2}", name)
            if not number or re.search(rf"\b{kind} {name}\b", option.label):
                found.add(place)
    return found


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, "pick enter move fire hold exit dive face crash"),
        (ASKED, "pick enter move fire hold face guns crash"),
        (WIDE, "throw pick enter move fire leave face crash"),
    ],
)
def test_a_choice_names_all_places_that_its_words_do(options: dict[str, str], wanted: str) -> None:
    seen = set()
    for state, ids in with_news(options):
        assert state.decision
        for option in state.decision.options:
            named = {place.id for place in option.places}
            assert guessed(option, ids) <= named
            undrawn = {place.partition(":")[0] for place in named - ids}
            assert undrawn <= set(NOT_DRAWN)
            seen.add(option.text.split()[0])
    assert seen >= set(wanted.split())


def roles(state: KamikazeState, text: str) -> list[tuple[str, str]]:
    assert state.decision
    return [(place.id, place.role) for place in state.decision.find(text).places]


def test_places_of_the_dogfight_have_their_roles() -> None:
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1 C2")
    assert roles(state, "pick C1") == [("plane:C1", WHO)]
    state = dogfight(C1="10,10 N", K2="10,8 N", to_move="C1", roll=1)
    assert roles(state, "move ahead") == [("square:10,9", WHERE)]
    act(state, "move ahead")
    assert roles(state, "fire K2") == [("plane:K2", WHOM)]
    assert roles(state, "hold") == []
    state = dogfight(to_move="K1", roll=3)
    assert roles(state, "enter 4") == [("square:4,1", WHERE)]


def test_places_of_the_dives_have_their_roles() -> None:
    state = dive("14,11 S", options=ASKED)
    play(state, "move ahead")
    assert roles(state, "guns bow") == [("guns:bow", WHO), ("section:bow", WHO)]
    play(state, "guns bow")
    assert roles(state, "hold 51") == [("mount:51", WHO)]
    state = dive("11,10 S", options=ASKED)
    assert roles(state, "crash ahead") == [("section:bow", WHOM)]
    play(state, "crash ahead", 1, 3)
    assert roles(state, "lose 41") == [("mount:41", WHOM)]
    state = GAME.new("dives-1", GAME.options())
    assert state.charts.faces[0].places == (Place("facing:N", WHERE),)
