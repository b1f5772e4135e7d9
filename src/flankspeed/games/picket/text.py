"""Events in words: the templates of `text/*.toml`, filled in. The only place where text is made."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flankspeed.engine import DataError, Event
from flankspeed.engine.table import convert, read_toml


@cache
def _templates() -> dict[str, str]:
    """All templates by the kind of event; a kind may stand in one file only."""
    found: dict[str, str] = {}
    folder = files("flankspeed.games.picket") / "text"
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        for kind, template in convert(read_toml(path), dict[str, str], path.name).items():
            if kind in found:
                raise DataError(f"{path.name}: the event {kind!r} stands in another file already")
            found[kind] = template
    return found


def describe(event: Event) -> str:
    """An event in one line: what happened, every die, and every modifier that counted."""
    dice = " ".join(str(value) for throw in event.throws for value in throw.values)
    modifiers = ", ".join(f"{m.name} {m.value:+d}" for m in event.modifiers) or "no modifiers"
    return _templates()[event.kind].format(dice=dice, modifiers=modifiers, **event.facts)
