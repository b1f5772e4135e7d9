"""Names of the player's own for ships, officers and chiefs (2.0.K)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_damage import chit, choose, dead, replaced
from picket_duty import go, play, texts

from flankspeed.engine import DataError, Log, Match, Record, Rolled, replay, verify
from flankspeed.games.picket.data.ids import CAPTAIN, CHIEF_2, CPO, XO
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.rules.damage.people import called, kill
from flankspeed.games.picket.show.board_text import board_text
from flankspeed.games.picket.show.view.board import board_view
from flankspeed.games.picket.show.words import describe
from flankspeed.games.picket.state import PicketState

NAMES = {
    "ships": ["Steadfast", "Fair Wind"],
    "captain": "R. Miller",
    "xo": "S. Novak",
    "chief_2": "Zoë O'Hara",
}
CHITS = ("0", "+1", "-1", "+2", "-2", "0", "+1", "-1", "0")


def named(scenario: str, **names: Any) -> PicketState:
    return Picket().new(scenario, PicketOptions(), {"names": {**NAMES, **names}})


def aboard(scenario: str = "3") -> PicketState:
    """A named ship whose people have come aboard."""
    state = named(scenario)
    go(state, *CHITS)
    return state


def told(state: PicketState, person: int) -> str:
    """What the log says of a man's death."""
    log = Log()
    kill(state, person, log)
    return describe(log.events[0])


@pytest.mark.rule("P-2.0.K-1", "P-1.5-1")
def test_officers_are_called_by_rank_and_name_everywhere() -> None:
    state = aboard()
    assert called(state, CAPTAIN) == "Captain R. Miller"
    assert "Captain R. Miller +0" in Picket().log_sheet(state)
    assert "Chief 2 Zoë O'Hara -1" in board_text(board_view(state))
    assert "Captain R. Miller +0, Bridge" in Picket().picture(state)
    people = board_view(state).people
    assert [man.called for man in people if man.called] == ["R. Miller", "S. Novak", "Zoë O'Hara"]
    assert told(state, CAPTAIN) == "Captain R. Miller is killed"


@pytest.mark.rule("P-2.0.K-1")
def test_who_has_no_name_is_called_by_his_rank() -> None:
    state = aboard()
    assert called(state, CPO) == "CPO"
    assert told(state, CPO) == "CPO is killed"


@pytest.mark.rule("P-2.0.K-1")
def test_the_values_at_set_up_are_told_with_the_names() -> None:
    events = go(named("3"), *CHITS)
    assert describe(events.of("values")).startswith("Values: Captain R. Miller +0, XO S. Novak +1,")


@pytest.mark.rule("P-2.0.K-1")
def test_the_first_ship_is_that_of_a_scenario() -> None:
    assert named("3").ship == "Steadfast"
    assert Picket().log_sheet(named("3")).startswith("The log of Steadfast\n")
    assert named("3", ships=[]).ship == "Cassin Young"


@pytest.mark.rule("P-2.0.K-1", "P-9.0.E-1")
def test_a_campaign_offers_the_players_ships_first_and_each_once() -> None:
    state = named("long-b", ships=["Steadfast", "Bush"])
    go(state)
    assert texts(state)[:3] == ["name Steadfast", "name Bush", "name Ammen"]
    assert texts(state).count("name Bush") == 1
    play(state, "name Steadfast", *CHITS)
    assert state.ship == "Steadfast"
    play(state, "engineer fwd-engine-room")
    state.sunk = True
    play(state, "cpo radio", 4, 5, 6, 6, 1, 1)
    assert texts(state)[:2] == ["name Bush", "name Ammen"]


@pytest.mark.rule("P-7.6.B-1", "P-2.0.K-1")
def test_officers_who_move_up_take_their_names_along() -> None:
    state = aboard()
    kill(state, CAPTAIN, None)
    replaced(state, chit(state, 2))
    choose(state, "promote 2", chit(state, 1))
    assert dead(state) == []
    assert state.names == ("S. Novak", "", "", "", "", "Zoë O'Hara", "", "", "")


@pytest.mark.rule("P-7.6.C-1", "P-2.0.K-1")
def test_new_men_come_without_a_name() -> None:
    state = aboard()
    for person in (CAPTAIN, XO, CHIEF_2):
        kill(state, person, None)
    replaced(state, chit(state, 2), chit(state, 1), chit(state, 0))
    assert state.names == ("",) * 9


@pytest.mark.rule("P-9.0.E-1", "P-2.0.K-1")
def test_the_crew_of_a_new_ship_has_no_names_yet() -> None:
    state = named("long-b")
    go(state)
    play(state, "name Steadfast", *CHITS)
    play(state, "engineer fwd-engine-room")
    state.sunk = True
    play(state, "cpo radio", 4, 5, 6, 6, 1, 1)
    play(state, "name Fair Wind", *CHITS)
    assert (called(state, CAPTAIN), state.names) == ("Captain", ("",) * 9)


@pytest.mark.rule("P-2.0.K-1", "P-12.1.A-1")
def test_a_scenario_of_ones_own_may_have_its_names_in_its_file() -> None:
    own = {"date": "Apr 6", "names": NAMES}
    state = Picket().new("own", PicketOptions(), {"scenario": own})
    go(state, *CHITS)
    assert (state.ship, called(state, XO)) == ("Steadfast", "XO S. Novak")
    own["ship"] = "Laffey"
    assert Picket().new("own", PicketOptions(), {"scenario": own}).ship == "Laffey"


BAD = ["", " ", "a#b", "[x]", "a]", "two\nlines", "tab\there", " Bush", "Bush ", "a  b", "x" * 41]


@pytest.mark.rule("P-2.0.K-1")
@pytest.mark.parametrize("name", BAD)
def test_names_that_a_record_could_not_hold_are_refused(name: str) -> None:
    for names in ({"ships": [name]}, {"captain": name}, {"chief_3": name}):
        with pytest.raises(DataError, match=r"name a (ship|man)") as refused:
            Picket().new("3", PicketOptions(), {"names": names})
        assert "\n" not in str(refused.value)
    if name:  # an empty one means that she is named at set-up
        own = {"date": "Apr 6", "ship": name}
        with pytest.raises(DataError, match=r"name a (ship|man)"):
            Picket().new("own", PicketOptions(), {"scenario": own})


@pytest.mark.rule("P-2.0.K-1")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"names": {"ships": ["A", "A"]}}, "two ships have the same name"),
        ({"names": {"cook": "B"}}, "cook"),
        ({"names": {"captain": 7}}, "captain"),
        ({"names": "Bush"}, "names"),
        ({"figures": {}}, "picket takes no data 'figures', only a scenario and names"),
    ],
)
def test_other_things_are_refused_in_one_sentence(data: dict[str, Any], why: str) -> None:
    with pytest.raises(DataError) as refused:
        Picket().new("3", PicketOptions(), data)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.rule("P-2.0.K-1")
def test_a_record_keeps_the_names() -> None:
    game = Picket()
    data = {"names": {**NAMES, "ships": ["1 usn fire d6=4: key"], "captain": "result: draw"}}
    match = Match(game, "long-b", dice=Rolled(3), data=data)
    match.play(0)
    match.play(0)
    record = Record.parse(str(match.record))
    assert record.lines[0].choice == "name 1 usn fire d6=4: key"
    again = replay(game, record)
    assert again.state == match.state
    assert verify(game, record) is True
