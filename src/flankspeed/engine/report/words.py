"""The words of a game's report: a TOML file with all that it says at the end of a match."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.report.stakes import Stakes
from flankspeed.engine.report.types import Verdict


class _Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    words: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    strength: str
    verdict: dict[str, _Sentence]
    kinds: dict[str, str]
    fates: dict[str, str]
    luck: dict[str, Any]


class ReportWords:
    """What a game calls its strength, what is lost (`kinds`, `fates`), its verdicts and stakes."""

    __slots__ = ("_verdicts", "fates", "kinds", "stakes", "strength")

    def __init__(self, path: Traversable, sides: Collection[str]) -> None:
        data = convert(read_toml(path), _File, path.name)
        self.strength = data.strength
        self.kinds = data.kinds
        self.fates = data.fates
        self.stakes = Stakes(data.luck, sides, path.name)
        self._verdicts = data.verdict

    def verdict(self, name: str, **facts: object) -> Verdict:
        """The sentence of that name with its facts, and its rule."""
        sentence = self._verdicts[name]
        return Verdict(sentence.words.format(**facts), sentence.rule)
