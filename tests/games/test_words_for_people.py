"""What people read, in games of all kinds: numbers agree with their words, ships go by name."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from flankspeed import bots, games
from flankspeed.engine import Game, Match, Rolled
from flankspeed.engine.show.since import since
from flankspeed.table.rooms.log_entries import LogEntries

# `1 hits` but neither `5in 1 fires`, where 1 is a name, nor 2.1, nor a modifier of +1.
ONE_OF_MANY = re.compile(r"(?<![\w.+/-])(?<!in )1 ([a-z]+s)\b")
# What may follow a 1: verbs after a number that is a name, and words that end in s.
AFTER_A_NAME = {"is", "makes", "rolls", "fires", "follows", "becomes", "dives", "needs", "takes"}
SINGULAR = {"amidships", "pass", "miss"}
SHIP_ID = re.compile(r"\b[UJ]-[A-Z][A-Za-z]*\d*\b")
EVERY = 29  # choices between two looks at all that is shown
MOST = 1500

CASES: list[tuple[str, str | None, dict[str, str]]] = [
    ("samar", None, {}),
    ("kamikaze", "attack", {}),
    ("kamikaze", "dives-4", {"p2.usChoices": "ask"}),
    *(("picket", name, {"mode": "advanced"}) for name in ("3", "8", "mini")),
]


def told(game: Game[Any], match: Match) -> Iterator[str]:
    """What is always in sight."""
    decision = match.decision
    if decision:
        yield decision.prompt
        yield from (option.label for option in decision.options)
        yield from (shortcut.label for shortcut in game.shortcuts(match.state))
    yield game.status(match.state).standing


def looked_at(game: Game[Any], match: Match) -> Iterator[str]:
    """What is drawn and priced."""
    yield from re.findall(r">([^<>]+)<", game.picture(match.state))
    yield from (str(odds) for odds in game.option_odds(match.state).values())


def all_told(name: str, scenario: str | None, options: dict[str, str], bot: str) -> Iterator[str]:
    """Everything that a game has told people."""
    game = games.load(name)
    match = Match(game, scenario, options, dice=Rolled(5))
    player = bots.make(game, bot)
    while match.decision and match.choices < MOST:
        yield from told(game, match)
        if match.choices % EVERY == 0:
            yield from looked_at(game, match)
        match.play(player.choose(match.state, match.decision))
    yield from told(game, match)
    yield from (line.text for line in since(game, match.chapters, 0))
    for entry in LogEntries(match).part().entries:
        yield entry.text
        yield entry.summary


@pytest.mark.parametrize("bot", ["random", "good"])
@pytest.mark.parametrize(("name", "scenario", "options"), CASES)
def test_one_is_not_many_and_ships_go_by_name(
    name: str, scenario: str | None, options: dict[str, str], bot: str
) -> None:
    player = bots.names(games.load(name))[-2] if bot == "good" else bot
    for text in set(all_told(name, scenario, options, player)):
        wrong = set(ONE_OF_MANY.findall(text)) - AFTER_A_NAME - SINGULAR
        assert not wrong, text
        assert not SHIP_ID.search(text), text
