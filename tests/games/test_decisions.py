"""The decision index of each game: well formed, and whatever code or a test names is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flankspeed import games

HERE = Path(__file__).parents[2]
# `D-12` and `D2-face`; `P-7.9.D-1` is a rule.
MENTION = re.compile(r"(?<![\w.-])D(?:-\d\d|\d-[a-z]+)\b")
FILES = [path for folder in ("src", "tests") for path in sorted((HERE / folder).rglob("*.py"))]


def game_of(path: Path) -> str | None:
    """The game that a file is about: one of its folders, or it itself, is named after it."""
    parts = path.relative_to(HERE).parts
    return next((name for name in games.names() if any(name in part for part in parts)), None)


def mentioned(game: str | None) -> set[str]:
    found: set[str] = set()
    for path in FILES:
        if game_of(path) == game and path != Path(__file__):
            found.update(MENTION.findall(path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("name", games.names())
def test_every_decision_that_is_mentioned_is_in_the_index(name: str) -> None:
    ids = [decision.id for decision in games.load(name).decisions()]
    assert mentioned(name)
    assert sorted(mentioned(name) - set(ids)) == []


def test_what_belongs_to_no_game_mentions_none() -> None:
    assert mentioned(None) == set()


@pytest.mark.parametrize("name", games.names())
def test_the_index_is_well_formed(name: str) -> None:
    game = games.load(name)
    found = game.decisions()
    assert len({decision.id for decision in found}) == len(found)
    for decision in found:
        assert MENTION.fullmatch(decision.id)
        assert decision.seat in (*game.seats, "any")
        assert re.fullmatch(r"[A-Z][^\n\"*|]+\.", decision.statement)
