"""Rows: what is kept of each of many games."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from flankspeed import bots, games
from flankspeed.engine import Match, Record, Rolled, verify
from flankspeed.engine.streams import Streams
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import Row, counted_rows, figure_names, paired_rows, sides
from flankspeed.lab.sim import play_games

PLAYERS = {"usn": "lieutenant", "ijn": "lieutenant"}
DIVES = Batch("kamikaze", "dives-2", {}, PLAYERS, 4)
PATROL = Batch("picket", "6", {}, {"usn": "lieutenant"}, 4)


def content(row: Row) -> Row:
    """All but the time it took, and what only a watched game has."""
    return msgspec.structs.replace(row, seconds=0.0, turns=None, record="")


def test_rows_are_the_games_that_sim_plays() -> None:
    rows, tally = list(counted_rows(DIVES, 3, 20)), play_games(DIVES, 3, 20)
    assert [row.number for row in rows] == list(range(3, 23))
    winners = [row.winner for row in rows]
    assert {name: winners.count(name) for name in set(winners)} == tally.wins
    for name, sample in tally.figures.items():
        assert sum(row.figures[name] for row in rows) == sample.total


def test_a_row_tells_a_game() -> None:
    """The game of a number, played through `Match`."""
    game = games.load("picket")
    row = next(iter(counted_rows(PATROL, 2, 1)))
    match = Match(game, "6", dice=Rolled(4, 2))
    player = PATROL.players(game, 2)["usn"]
    while match.decision:
        match.play(player.choose(match.state, match.decision))
    assert match.result is not None
    assert (row.winner, row.outcome) == match.result
    assert row.figures == game.figures(match.state)
    assert row.decisions == match.choices
    assert row.throws == sum(len(line.throws) for line in match.record.lines)
    assert row.scores == {"usn": game.score(match.state, "usn"), "ijn": -row.scores["usn"]}
    assert row.turns is None
    assert row.seconds > 0


@pytest.mark.parametrize("batch", [DIVES, PATROL], ids=lambda batch: batch.game)
def test_a_watched_game_is_the_same_game(batch: Batch) -> None:
    plain = list(paired_rows(batch, 0, 6))
    watched = list(paired_rows(batch, 0, 6, watched=4, records=True))
    assert list(map(content, plain)) == list(map(content, watched))
    assert [row.turns is not None for row in watched] == [True] * 4 + [False] * 2
    game = games.load(batch.game)
    for row in watched:
        record = Record.parse(row.record)
        verify(game, record)
        assert record.result == (row.winner, row.outcome)
        assert record.header.seats == batch.bots


def test_turns_lead_from_the_start_to_the_end() -> None:
    game = games.load("picket")
    row = next(iter(paired_rows(PATROL, 0, 1, watched=1)))
    assert row.turns is not None
    first, *_, last = row.turns
    assert (first.turn, last.turn) == ("start", "end")
    assert "26 Mar morning" in [turn.turn for turn in row.turns]
    assert first.strength == {"usn": 0, "ijn": 0}
    shot_down = sum(v for name, v in row.figures.items() if name.startswith("planes shot down"))
    assert last.strength["usn"] >= shot_down  # others than guns shoot planes down, too
    assert last.scores == row.scores
    begun = game.new("6", game.options())
    assert first.scores == {side: game.score(begun, side) for side in ("usn", "ijn")}


def test_each_purpose_has_its_own_dice() -> None:
    """A rule that throws more dice for one thing leaves those for another as they are."""
    options = {"p2.crashVolley": "on"}
    more = msgspec.structs.replace(DIVES, options=options)
    game = games.load("kamikaze")
    points: list[list[object]] = []
    for batch in (DIVES, more):
        dice = Streams(batch.dice(0))
        match = Match(game, batch.scenario, batch.options, dice=dice)
        players = batch.players(game, 0)
        while match.decision:
            match.play(players[match.decision.seat].choose(match.state, match.decision))
        throws = [throw for line in match.record.lines for throw in line.throws]
        points.append([throw.values for throw in throws if throw.why == "entry point"])
    assert points[0] == points[1]
    assert len(points[0]) == 2


@pytest.mark.parametrize("name", games.names())
def test_no_game_has_a_figure_that_is_not_named(name: str) -> None:
    game = games.load(name)
    for scenario in game.ready_scenarios():
        if scenario in game.campaigns:
            continue
        batch = Batch(name, scenario, {}, dict.fromkeys(game.seats, "random"), 1)
        named = figure_names(game, batch)
        for row in counted_rows(batch, 0, 2):
            assert row.figures.keys() <= set(named)
            assert set(named) - row.figures.keys() <= set(game.rare_figures)
            assert list(row.scores) == sides(game)


def test_a_rare_figure() -> None:
    """Who clears the map of Samar does it in some turn; who does not, has no such figure."""
    game: Any = games.load("samar")
    state = game.new("battle", game.options())
    assert "turn of clearing" not in game.figures(state)
    state.cleared, state.cleared_turn = True, 7
    assert game.figures(state)["turn of clearing"] == 7


ORDERS = """
import sys
from flankspeed.lab.playout import Batch
from flankspeed.lab.rows import counted_rows
name, scenario, option, bot, *numbers = sys.argv[1:]
key, values = option.split("=")
told = {}
for value in values.split(","):
    batch = Batch(name, scenario, {key: value}, {"usn": bot, "ijn": bot}, 3)
    if name == "picket":
        del batch.bots["ijn"]
    for number in map(int, numbers):
        [row] = counted_rows(batch, number, 1)
        told[value, number] = (row.decisions, row.throws, row.figures)
print(sorted(told.items()))
"""


@pytest.mark.parametrize(
    ("name", "scenario", "key", "values", "bot"),
    [
        ("kamikaze", "dives-3", "p2.crashVolley", ("off", "on"), "admiral"),
        ("picket", "3", "mode", ("basic", "advanced"), "admiral"),
        ("samar", "battle", "critical_markers", ("1", "2"), "captain"),
    ],
)
def test_a_game_does_not_depend_on_those_before_it(
    name: str, scenario: str, key: str, values: tuple[str, str], bot: str
) -> None:
    """What a process remembers of other games, and the order of its sets, change nothing."""
    numbers = {"picket": ["15", "17", "35", "48"], "kamikaze": ["0", "1"]}.get(name, ["0"])
    told = []
    for hashes, order, each in ((1, values, numbers), (2, values[::-1], numbers[::-1])):
        call = [sys.executable, "-c", ORDERS, name, scenario, f"{key}={','.join(order)}", bot]
        done = subprocess.run(
            [*call, *each],
            env={"PYTHONHASHSEED": str(hashes)},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1] != ""


def test_bots_of_a_game_have_seeds_of_their_own() -> None:
    game = games.load("kamikaze")
    batch = Batch("kamikaze", "attack", {}, {"usn": "random", "ijn": "random"}, 5)
    state = game.new("attack", game.options())
    state.advance(Rolled(1))
    decision = state.decision
    choices = [
        [batch.players(game, number)[seat].choose(state, decision).text for number in range(20)]
        for seat in game.seats
    ]
    assert choices[0] != choices[1]
    assert len(set(choices[0])) > 2
    expected = bots.make(game, "random", 5 * 1_000_003 + 10).choose(state, decision)
    assert choices[1][1] == expected.text  # ijn is the first seat by name
