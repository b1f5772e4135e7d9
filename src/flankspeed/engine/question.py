"""Questions: what is asked once more before a choice is made that cannot be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

import msgspec

from flankspeed.engine.data import convert, read_toml


class Question(msgspec.Struct, frozen=True):
    """What would happen, in `words`; who does not want to be asked so again names the `kind`."""

    kind: str
    words: str


class Questions:
    """The questions of a game: words by kind from a TOML file, with facts in braces."""

    def __init__(self, path: Traversable) -> None:
        self._words: Mapping[str, str] = convert(read_toml(path), dict[str, str], path.name)

    def ask(self, kind: str, **facts: object) -> Question:
        """The question of a kind."""
        return Question(kind, self._words[kind].format(**facts))
