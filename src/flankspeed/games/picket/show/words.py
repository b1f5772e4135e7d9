"""Events in words: the templates of `text/*.toml`, filled in. The only place where text is made."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flankspeed.engine import Event
from flankspeed.engine.show.telling import Telling
from flankspeed.engine.show.text import Templates


@cache
def _templates() -> Templates:
    return Templates(files("flankspeed.games.picket.show") / "text")


def describe(event: Event) -> str:
    """An event in one line."""
    return _templates().describe(event)


@cache
def telling() -> Telling:
    """What of the events matters, and what is told together."""
    path = files("flankspeed.games.picket.show") / "telling.toml"
    return Telling(path, _templates().kinds)
