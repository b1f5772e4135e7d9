"""Ships sent to a hex in one word."""

from __future__ import annotations

import random

import pytest
from samar_table import begin, of, play, table
from sendings import random_states, send

from flankspeed.engine import IllegalChoice, Match, Rolled
from flankspeed.games.samar.data.hexes import FACINGS
from flankspeed.games.samar.data.markers import USN
from flankspeed.games.samar.game import Samar
from flankspeed.games.samar.rules.movement.course import Course
from flankspeed.games.samar.rules.turn.movement_phase import Part
from flankspeed.games.samar.state import SamarState

SAMAR = Samar()
HEERMANN = "U-DD4"
PLACE = f"ship:{HEERMANN}"


def under_way(*others: tuple[str, str], heading: str = "N") -> SamarState:
    """Heermann in 1511, about to be told her speed."""
    state = table({HEERMANN: f"1511 {heading}", **dict(others)})
    state.phase = 2
    begin(state, Course(state.charts.number[HEERMANN]))
    return state


def told(state: SamarState, text: str) -> tuple[str, bool]:
    """The words of a destination, and whether it is risky."""
    (found,) = (d for d in SAMAR.destinations(state, PLACE) if d.text == text)
    return found.words, found.risky


def test_the_hex_alone_means_the_plainest_way_there() -> None:
    state = under_way()
    found = {d.text: d for d in SAMAR.destinations(state, PLACE)}
    ahead = found["to 1505"]
    assert ahead.label == "Heermann to 1505, heading N"
    assert ahead.path == [f"hex:15{row:02d}" for row in range(10, 4, -1)]
    assert (ahead.words, ahead.risky) == ("6 hexes at battle speed", False)
    assert found["to 1505 NE"].words == "6 hexes at battle speed, 1 hexside turned"
    assert "to 1505 N" not in found
    after, made = send(SAMAR, state, "to 1505 NE", Rolled(1))
    assert made == ["battle", *["ahead"] * 5, "starboard 1"]
    assert (of(after, HEERMANN, "where"), of(after, HEERMANN, "facing")) == ("1505", "NE")


def test_she_keeps_her_speed_where_that_leads_there() -> None:
    state = under_way()
    assert "battle speed" in told(state, "to 1505")[0]
    assert "flank speed" in told(state, "to 1503")[0]  # too far otherwise


def test_a_move_that_has_begun_is_gone_on_with() -> None:
    state = under_way()
    play(state, "battle")
    play(state, "ahead")
    assert told(state, "to 1505") == ("5 hexes at battle speed", False)
    assert send(SAMAR, state, "to 1505", Rolled(1))[1] == ["ahead"] * 5


def test_she_goes_round_danger_if_she_can() -> None:
    state = under_way(("U-DE7", "1509 N"))
    found = {d.text: d for d in SAMAR.destinations(state, PLACE)}
    assert not found["to 1507"].risky
    assert "hex:1509" not in found["to 1507"].path
    assert "hex:1509" in found["to 1505"].path  # there is no time to go round


def test_what_may_befall_her_is_told() -> None:
    state = under_way(("U-DE7", "1509 N"))
    words, risky = told(state, "to 1509")
    assert risky
    assert "; collision 33%" in words
    state = under_way(("J-Yamato", "1505 S"))
    words, risky = told(state, "to 1507")
    assert risky
    assert "; reaction fire of Yamato" in words
    assert told(state, "to 1508")[1] is False


def test_she_is_not_sent_on_once_she_is_hit() -> None:
    state = under_way(("J-Yamato", "1507 S"))
    marks = ("condition", "face", "hits", "fires", "panic")
    sound = [of(state, HEERMANN, mark) for mark in marks]
    ends = set()
    for seed in range(30):
        after, _ = send(SAMAR, state, "to 1505", Rolled(seed))
        there = of(after, HEERMANN, "where") == "1505"
        ends.add(there)
        assert there or [of(after, HEERMANN, mark) for mark in marks] != sound
    assert ends == {True, False}


def test_a_ship_is_sent_before_she_is_chosen() -> None:
    state = table({HEERMANN: "1511 N", "U-DE7": "1515 N"})
    begin(state, Part(USN))
    assert SAMAR.travellers(state) == [PLACE, "ship:U-DE7"]
    text = f"move {HEERMANN} to 1505"
    assert text in [d.text for d in SAMAR.destinations(state, PLACE)]
    assert SAMAR.leads_somewhere(state, text)
    after, made = send(SAMAR, state, text, Rolled(1))
    assert made[:2] == [f"move {HEERMANN}", "battle"]
    assert of(after, HEERMANN, "where") == "1505"
    assert of(after, "U-DE7", "where") == "1515"


def test_a_match_records_the_single_choices() -> None:
    match = Match(SAMAR, dice=Rolled(1))
    for choice in ("formation", "usn first", f"move {HEERMANN}"):
        match.play(choice)
    assert isinstance(match.state, SamarState)
    goal = next(d for d in SAMAR.destinations(match.state, PLACE) if not d.risky)
    before = match.choices
    match.play(goal.text)
    assert match.choices > before + 1
    assert all(" to " not in f" {line.choice}" for line in match.record.lines)
    with pytest.raises(IllegalChoice, match="'to 0101' cannot be chosen now"):
        match.play("to 0101")


@pytest.mark.parametrize("seed", range(3))
def test_every_way_is_legal_and_leads_there(seed: int) -> None:
    dice, chance = Rolled(seed), random.Random(seed)
    seen = 0
    for state in random_states(SAMAR, "battle", dice, seed, 800):
        if chance.random() > 0.05:
            continue
        who = chance.choice(list(SAMAR.travellers(state)))
        found = list(SAMAR.destinations(state, who))
        ship = state.charts.number[who.partition(":")[2]]
        for goal in chance.sample(found, min(4, len(found))):
            after, _ = send(SAMAR, state, goal.text, Rolled(seed))
            stands = f"hex:{of(after, state.charts.ids[ship], 'where')}"
            if not goal.risky:
                assert stands == goal.place, goal
                assert goal.label.endswith(FACINGS[after.facing[ship]])
            else:
                assert stands in [*goal.path, "hex:-6"]
            seen += 1
    assert seen > 20
