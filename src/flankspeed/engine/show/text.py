"""Texts: events in words, one template for each kind in the TOML files of a folder; and lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.errors import DataError
from flankspeed.engine.event import Event

SCREEN = 80  # letters in a line: what every terminal has


def filled(
    start: str, words: Iterable[str], between: str = ", ", indent: str = "   "
) -> Iterator[str]:
    """A start and short words after it, in as many lines as they need; none without any."""
    line, fresh, end = start, True, between.rstrip()
    for word in words:
        if not fresh and len(f"{line}{between}{word}{end}") > SCREEN:
            yield f"{line}{end}"
            line, fresh = indent, True
        line = f"{line}{word}" if fresh else f"{line}{between}{word}"
        fresh = False
    if not fresh:
        yield line


def listed(heading: str, words: Iterable[str]) -> Iterator[str]:
    """A heading and a list of short things; nothing if there are none."""
    return filled(f"{heading}: ", words)


def counted(count: int, thing: str) -> str:
    """1 fire; 2 fires."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


class _Number(int):
    """A number that counts things: `{hits:hit|hits}` is 1 hit, 2 hits."""

    def __format__(self, spec: str) -> str:
        """The number and the word for one or for many, or as numbers are usually written."""
        one, between, many = spec.partition("|")
        if not between:
            return format(int(self), spec)
        return f"{int(self)} {one if self == 1 else many}"


def fill(template: str, facts: Mapping[str, object]) -> str:
    """A template with its facts; `{hits:hit|hits}` counts what the number is followed by."""
    return template.format(
        **{name: _Number(value) if type(value) is int else value for name, value in facts.items()}
    )


class Templates:
    """`kind = "text with {facts}"`; `{dice}` and `{modifiers}` stand for what was thrown.

    `{hits:hit|hits}` is a number with what it counts, in the singular or the plural.
    """

    __slots__ = ("_texts",)

    def __init__(self, folder: Traversable) -> None:
        """Read all files of the folder; a kind of event may stand in one of them only."""
        self._texts: dict[str, str] = {}
        for path in sorted(folder.iterdir(), key=lambda path: path.name):
            for kind, text in convert(read_toml(path), dict[str, str], path.name).items():
                if kind in self._texts:
                    raise DataError(f"{path.name}: the event {kind!r} stands in another file too")
                self._texts[kind] = text

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of events that there are."""
        return self._texts.keys()

    def describe(self, event: Event) -> str:
        """An event in one line: what happened, every die, and every modifier that counted."""
        dice = " ".join(str(value) for throw in event.throws for value in throw.values)
        modifiers = ", ".join(f"{m.name} {m.value:+d}" for m in event.modifiers)
        facts = {"dice": dice, "modifiers": modifiers or "no modifiers", **event.facts}
        return fill(self._texts[event.kind], facts)
