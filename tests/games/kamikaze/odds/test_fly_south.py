"""All kamikazes are sent south in one word, played and recorded as single choices."""

from __future__ import annotations

import pytest

import flankspeed
from flankspeed.engine import Match
from flankspeed.games.kamikaze.data.board import column_row
from flankspeed.games.kamikaze.data.planes import GROUPS, KAMIKAZES
from flankspeed.games.kamikaze.odds.fly_south import SOUTH_ALL
from flankspeed.games.kamikaze.state import KamikazeState


def _kamikazes_turn(**options: object) -> Match:
    """The escorts of turn 1 have moved."""
    match = flankspeed.new("kamikaze", seed=3, options=options)
    while _state(match).group != KAMIKAZES:
        match.play(0)
    return match


def _state(match: Match) -> KamikazeState:
    assert isinstance(match.state, KamikazeState)
    return match.state


def _offered(match: Match) -> list[str]:
    return [shortcut.text for shortcut in match.game.shortcuts(match.state)]


@pytest.mark.parametrize("mp_roll", ["perPlane", "perGroup"])
def test_each_flies_as_far_as_its_throw_lets_it(mp_roll: str) -> None:
    match = _kamikazes_turn(**{"p1.mpRoll": mp_roll})
    assert _offered(match) == [SOUTH_ALL]
    match.play(SOUTH_ALL)
    state = _state(match)
    assert state.decision is not None
    assert state.decision.seat == "usn"
    thrown = {
        event.facts["who"]: event.facts["mp"]
        for event in match.events
        if event.kind == "movement points"
    }
    for plane, name in zip(GROUPS[KAMIKAZES], ("K1", "K2", "K3", "K4", "K5", "K6"), strict=True):
        _, row = column_row(state.positions[plane] >> 3)
        assert row == thrown[name]  # it comes in on the first row, for one of its points


def test_it_is_recorded_as_single_choices() -> None:
    match = _kamikazes_turn()
    match.play(SOUTH_ALL)
    texts = [line.choice for line in match.record.lines]
    assert SOUTH_ALL not in texts
    assert [text for text in texts if text.startswith("pick K")] == [
        f"pick K{number}" for number in range(1, 7)
    ]


def test_the_foremost_goes_first_and_nobody_else_is_moved() -> None:
    match = _kamikazes_turn()
    match.play("pick K5")
    assert _offered(match) == []  # one is under way
    while _state(match).active >= 0:
        match.play(0)
    match.play(SOUTH_ALL)
    while _state(match).turn == 1 or _state(match).group != KAMIKAZES:
        match.play(0)
    before = _state(match)
    assert _offered(match) == [SOUTH_ALL]
    flying = [plane for plane in GROUPS[KAMIKAZES] if before.positions[plane] >= 0]
    rows = {plane: column_row(before.positions[plane] >> 3)[1] for plane in flying}
    start = match.choices
    match.play(SOUTH_ALL)
    first = next(line.choice for line in match.record.lines if line.number == start + 1)
    foremost = max(rows, key=lambda plane: rows[plane])
    assert first == f"pick K{GROUPS[KAMIKAZES].index(foremost) + 1}"


def test_it_is_for_the_kamikazes_alone() -> None:
    match = flankspeed.new("kamikaze", seed=3)
    assert _offered(match) == []
