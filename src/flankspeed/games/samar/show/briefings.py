"""What players are told before a scenario begins: the words of `briefings.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flankspeed.engine.data import rule_ids
from flankspeed.engine.show.briefing import Briefings, abouts

_FOLDER = files("flankspeed.games.samar")
_FILE = _FOLDER / "show" / "briefings.toml"
ABOUTS = abouts(_FILE)  # by scenario: how long it takes, how hard it is


@cache
def briefings(seats: tuple[str, ...]) -> Briefings:
    """The briefings of all scenarios for these seats."""
    return Briefings(_FILE, list(ABOUTS), seats, rule_ids(_FOLDER))
