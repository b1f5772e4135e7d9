"""Known history: of a match that other rules have changed, what the store has of it is shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flankspeed import games
from flankspeed.engine import Match, Record, Rolled, State, verify
from flankspeed.engine.records.written_state import write_state
from flankspeed.table.rooms.past.known_history import Known, KnownHistory
from flankspeed.table.rooms.past.restore import turn_of
from flankspeed.table.rooms.past.snapshots import zipped
from flankspeed.table.rooms.past.upgrading import taken_up
from flankspeed.table.store.stored import Pending, Stored, Vouched

KEY = "5e" * 32


def played(choices: int) -> tuple[Match, list[State]]:
    """A match of Kamikaze, and its states after each choice."""
    match, random = Match(games.load("kamikaze"), dice=Rolled(bytes.fromhex(KEY))), Random(7)
    states = [match.state]
    while match.decision is not None and match.choices < choices:
        match.play(random.choice(match.decision.options))
        states.append(match.state)
    return match, states


def otherwise(state: State) -> str:
    """The text of a state that no rule leads to."""
    other: Any = state.copy()
    other.damage += 1
    return write_state(other)


def told_otherwise(match: Match, number: int) -> None:
    """Let the record tell a choice in other words than today's."""
    lines = match.record.lines
    at = next(at for at, line in enumerate(lines) if line.number == number)
    lines[at] = lines[at]._replace(comment="so it was told then")


def known_at(history: KnownHistory, choices: int) -> list[int]:
    """Those of so many choices after which a state can be shown."""
    return [at for at in range(choices + 1) if history.nearest(at) == at]


def test_between_states_that_lead_to_each_other_all_is_known() -> None:
    match, states = played(12)
    for number in (2, 6):
        told_otherwise(match, number)
    known = [Known(at, write_state(states[at])) for at in (4, 9)]
    history = KnownHistory(match.game, match.record, known)
    assert [history.state_at(at) for at in range(13)] == states
    assert history.last == (12, states[12])


def test_where_they_do_not_there_is_a_gap() -> None:
    match, states = played(12)
    for number in (6, 9, 12):
        told_otherwise(match, number)
    known = [
        Known(4, write_state(states[4])),
        Known(8, otherwise(states[8])),
        Known(10, write_state(states[10])),
    ]
    history = KnownHistory(match.game, match.record, known)
    assert known_at(history, 12) == [0, 1, 2, 3, 4, 5, 8, 10, 11]
    assert write_state(history.state_at(8)) == known[1].state
    assert history.last == (11, states[11])


def test_what_follows_a_state_that_cannot_be_read_is_not_known() -> None:
    match, states = played(12)
    told_otherwise(match, 3)
    text = write_state(states[8]).replace('"damage"', '"harm"')
    assert text != write_state(states[8])
    known = [Known(8, otherwise(states[8])), Known(9, ""), Known(10, "")]
    history = KnownHistory(match.game, match.record, known)
    assert known_at(history, 12) == [0, 1, 2, 8]
    assert history.last[0] == 8
    assert [history.nearest(at) for at in (3, 7, 9, 12)] == [2, 2, 8, 8]
    renamed = KnownHistory(match.game, match.record, [Known(8, text)])
    assert known_at(renamed, 12) == [*range(13)]


def test_a_choice_that_cannot_be_made_is_the_end() -> None:
    match, states = played(12)
    match.record.lines[6] = match.record.lines[6]._replace(choice="no such choice")
    number = match.record.lines[6].number
    history = KnownHistory(match.game, match.record, [])
    assert history.last == (number - 1, states[number - 1])
    match.record.lines[3] = match.record.lines[3]._replace(throws=())
    match.record.lines[0] = match.record.lines[0]._replace(choice="no such choice")
    assert KnownHistory(match.game, match.record, []).last == (0, states[0])


def stored(match: Match, state: str) -> Stored:
    """A match as an earlier version has left it, in this state."""
    return Stored(
        id="one",
        name="one",
        header=str(match.record.header),
        key=KEY,
        seats=dict.fromkeys(match.game.seats, "human"),
        version=5,
        undone=2,
        pending=Pending(),
        turn=turn_of(match),
        lines=[str(line) for line in match.record.lines],
        tokens={},
        begun="0.0.9",
        edition="another",
        vouched=Vouched("one", match.choices, 2, zipped(state)),
    )


def test_the_record_of_a_match_that_is_over_tells_its_end() -> None:
    match, states = played(10**6)
    assert match.result is not None
    match.record.header.seats = dict.fromkeys(match.game.seats, "human")
    kept, frozen = taken_up(stored(match, otherwise(states[-1])))
    assert frozen is not None
    assert kept.result == match.result
    assert str(kept.record) == str(match.record)
    assert verify(match.game, Record.parse(str(kept.record)))


def test_the_record_of_a_match_that_people_have_ended_tells_its_end() -> None:
    match, states = played(9)
    match.resign("usn")
    match.record.header.seats = dict.fromkeys(match.game.seats, "human")
    for text, is_frozen in (
        (otherwise(states[-1]), True),
        (otherwise(match.state), True),
        (write_state(states[-1]), False),
        (write_state(match.state), False),
    ):
        kept, frozen = taken_up(stored(match, text))
        assert (frozen is not None) is is_frozen
        assert kept.result == match.result
        assert str(kept.record) == str(match.record)


def test_what_people_have_ended_is_known_as_they_left_it() -> None:
    match, states = played(9)
    match.resign("usn")
    told_otherwise(match, 3)
    for text in (write_state(states[-1]), write_state(match.state)):
        history = KnownHistory(match.game, match.record, [Known(9, text)])
        assert known_at(history, 9) == [*range(10)]


def test_a_key_is_told_by_no_record_of_a_match_that_is_not_over() -> None:
    match, states = played(9)
    kept, frozen = taken_up(stored(match, otherwise(states[-1])))
    assert frozen is not None
    assert KEY not in str(kept.record)


def test_who_must_choose_is_compared() -> None:
    match, states = played(9)
    other = stored(match, write_state(states[-1]))
    assert taken_up(other)[1] is None
    other.turn = ""
    frozen = taken_up(other)[1]
    assert frozen is not None
    assert "by the rules of today it goes on otherwise after 9" in frozen.words


def test_a_state_of_before_something_was_taken_back_does_not_count() -> None:
    match, states = played(9)
    other = stored(match, otherwise(states[-1]))
    other.undone += 1
    assert taken_up(other)[1] is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("options: ", "options: no.more=yes "),
        ("date: ", 'data: {"none":1}\ndate: '),
        ("scenario: attack", "scenario: none"),
    ],
)
def test_a_match_is_shown_also_if_it_could_not_be_set_up_any_more(old: str, new: str) -> None:
    match, states = played(9)
    other = stored(match, write_state(states[-1]))
    other.header = other.header.replace(old, new, 1)
    kept, frozen = taken_up(other)
    assert frozen is not None
    assert "the header does not fit the game" in frozen.words
    assert "board, log and record are whole" in frozen.words
    assert write_state(frozen.history.state_at(9)) == write_state(states[9])
    assert [str(line) for line in kept.record.lines] == other.lines
    assert new.split("\n")[0] in str(kept.record)
