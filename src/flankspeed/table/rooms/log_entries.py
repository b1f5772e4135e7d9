"""Log entries: the log of a match in the form the wire has, kept up with the match."""

from __future__ import annotations

from typing import Any, NamedTuple

from flankspeed.engine import Event, Game, Match
from flankspeed.table.wire import Entry, ModifierInfo, Thrown

_MOST_FOLDED = 64  # events in one line: what is told of them takes the longer the more they are


class _Fold(NamedTuple):
    """Events that are one line up to now, and the number of the first one's entry."""

    key: str
    first: int
    events: list[Event]


class LogEntries:
    """Entries are made once for each event, and dropped when choices are taken back."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._chapters: list[list[Event]] = []
        self._folds: list[_Fold] = []  # one for each entry: what it is a part of
        self._entries: list[Entry] = []
        self._ends: list[int] = []  # how many entries there are after each chapter

    def entries(self) -> list[Entry]:
        """All entries up to now."""
        self._catch_up()
        return self._entries

    def length_at(self, choice: int) -> int:
        """How many entries there were after so many choices."""
        self._catch_up()
        return self._ends[min(choice, len(self._ends) - 1)] if self._ends else 0

    def _catch_up(self) -> None:
        chapters = self._match.chapters
        while self._chapters and not self._still_there():
            self._chapters.pop()
            self._ends.pop()
            left = self._ends[-1] if self._ends else 0
            del self._entries[left:]
            del self._folds[left:]
        for choice in range(len(self._chapters), len(chapters)):
            for event in chapters[choice]:
                self._add(choice, event)
            self._chapters.append(chapters[choice])
            self._ends.append(len(self._entries))

    def _add(self, choice: int, event: Event) -> None:
        game, number = self._match.game, len(self._entries)
        fold = self._fold(game.fold_key(event), event)
        text = game.fold_text(fold.events) if fold.key else game.describe(event)
        self._folds.append(fold)
        self._entries.append(_entry(game, number, choice, event, fold.first, text))

    def _fold(self, key: str, event: Event) -> _Fold:
        """The event with those before it that have the same key; a long line is begun anew."""
        last = self._folds[-1] if self._folds else None
        if last is None or not key or key != last.key or len(last.events) == _MOST_FOLDED:
            return _Fold(key, len(self._entries), [event])
        return _Fold(key, last.first, [*last.events, event])

    def _still_there(self) -> bool:
        last, chapters = len(self._chapters) - 1, self._match.chapters
        return last < len(chapters) and chapters[last] is self._chapters[last]


def _entry(
    game: Game[Any], number: int, choice: int, event: Event, fold: int, summary: str
) -> Entry:
    return Entry(
        number=number,
        choice=choice,
        kind=event.kind,
        text=game.describe(event),
        rule=event.rule,
        dice=[Thrown(throw.sides, list(throw.values), throw.why) for throw in event.throws],
        modifiers=[ModifierInfo(modifier.name, modifier.value) for modifier in event.modifiers],
        places=list(event.places),
        charts=list(game.rows_used(event)),
        weight=game.weight(event),
        fold=fold,
        summary=summary,
    )
