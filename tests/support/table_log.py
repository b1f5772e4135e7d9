"""The log as the page shows it: entries that are parts of one thing make one line."""

from __future__ import annotations

from itertools import groupby
from typing import Any


def lines(entries: list[Any]) -> list[str]:
    """What stands in each line while nothing is unfolded."""
    return [_words(list(fold)) for _, fold in groupby(entries, key=lambda entry: entry["fold"])]


def _words(fold: list[Any]) -> str:
    many = sum(len(thrown["values"]) for thrown in fold[0]["dice"]) > 12
    words: str = fold[-1]["summary"] if len(fold) > 1 or many else fold[0]["text"]
    return words
