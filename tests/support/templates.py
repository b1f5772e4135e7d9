"""Templates in tests: filled in, and begun to be played with."""

from __future__ import annotations

import re
from typing import Any

from flankspeed import games
from flankspeed.engine import Match, Rolled
from flankspeed.engine.data import parse_toml
from flankspeed.engine.own_file import Start, own_start
from flankspeed.engine.templates import Template

# What a template that is switched on as a whole is to be played with.
NEEDED: dict[str, dict[str, object]] = {
    "kamikaze": {"p1.fig2": "custom", "p2.entryLayout": "custom"},
}


def switched_on(text: str) -> str:
    """A template with every line that was switched off."""
    return re.sub(r"^#(?=\S)", "", text, flags=re.MULTILINE)


def changed(text: str, old: str, new: str) -> str:
    """A template in which a player has changed one thing."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def start(
    game: str, template: Template, text: str, options: dict[str, object] | None = None
) -> Match:
    """A match with what a player has made of a template."""
    rules = games.load(game)
    contents: dict[str, Any] = parse_toml(text, template.name)
    given = Start(None, options or {}, contents)
    if template.scenario:
        given = own_start(rules, contents, template.name, given.options, {})
    return Match(rules, given.scenario, given.options, dice=Rolled(1), data=given.data)


def charts_with(
    game: str, template: Template, text: str, options: dict[str, object] | None = None
) -> Any:
    """The charts of such a match."""
    state: Any = start(game, template, text, options).state
    return state.charts
