"""Log entries: the log of a match in the form the wire has, kept up with the match."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import msgspec

from flankspeed.engine import Event, Game, Match
from flankspeed.table.wire import Entry, ModifierInfo, Thrown

_MOST_FOLDED = 64  # events in one line: what is told of them takes the longer the more they are

Told = Entry | msgspec.Raw  # an entry; one that was kept is handed on as it is, as JSON
Reader = Callable[[int], list[Told]]  # reads the entries from a number on


class Part(NamedTuple):
    """The log from number `first` on, as it was at one moment; what was kept is not read yet."""

    first: int
    before: int
    reader: Reader
    entries: list[Entry]

    async def read(self) -> list[Entry]:
        """The entries to be sent; a log may be long, so others are served while it is read."""
        if self.first >= self.before:
            return self.entries
        return cast("list[Entry]", await asyncio.to_thread(self.read_at_once))  # once it is JSON

    def read_at_once(self) -> list[Told]:
        """The same, where nobody is kept waiting."""
        kept = self.reader(self.first)[: self.before - self.first]
        return [*kept, *self.entries]


class _Fold(NamedTuple):
    """Events that are one line up to now, and the number of the first one's entry."""

    key: str
    first: int
    events: list[Event]


class LogEntries:
    """Entries are made once for each event, and dropped when choices are taken back.

    Those of before the match's first chapter are kept elsewhere: they are asked for when somebody
    wants to see them.
    """

    def __init__(
        self, match: Match, before: int = 0, kept: Callable[[], Reader] = lambda: lambda _: []
    ) -> None:
        """Follow a match that has so many entries before its first chapter.

        `kept` gives what reads these as they are when it is called.
        """
        self._match = match
        self._before, self._first = before, match.first_chapter
        self._elsewhere = self._kept = kept
        self._chapters: list[list[Event]] = []
        self._folds: list[_Fold] = []  # one for each entry: what it is a part of
        self._entries: list[Entry] = []
        self._ends: list[int] = []  # how many entries there are after each chapter

    def part(self, first: int = 0) -> Part:
        """The entries up to now, from number `first` on."""
        self.catch_up()
        own = self._entries[max(0, first - self._before) :]
        return Part(first, self._before, self._kept(), own)

    def length_at(self, choice: int) -> int:
        """How many entries there were after so many choices."""
        self.catch_up()
        if choice < self._first - 1:
            return self._recalled_at(choice)
        at = min(choice - self._first, len(self._ends) - 1)
        return self._ends[at] if at >= 0 else self._before

    def forget(self) -> None:
        """The match has forgotten what lies before its first chapter: so do we."""
        gone = self._match.first_chapter - self._first
        self._before = self._ends[gone - 1] if gone else self._before
        del self._chapters[:gone], self._ends[:gone]
        del self._entries[: len(self._entries) - (self._length() - self._before)]
        self._folds = self._folds[len(self._folds) - len(self._entries) :]
        self._first += gone
        self._kept = self._elsewhere

    def remember(self) -> None:
        """Read entries as they are kept now: they may be gone elsewhere soon."""
        reader = self._kept()
        self._kept = lambda: reader

    def _length(self) -> int:
        return self._ends[-1] if self._ends else self._before

    def _recalled_at(self, choice: int) -> int:
        """How many entries of those that are kept elsewhere there were after so many choices."""
        return bisect_right(self._kept()(0)[: self._before], choice, key=_choice)

    def catch_up(self) -> None:
        """Have the entries of all that has happened; for a long match this takes a while."""
        chapters = self._match.chapters
        if self._match.first_chapter < self._first:  # taken back to before it
            self._first = self._match.first_chapter
            self._before = self._recalled_at(self._first - 1)
            for gone in (self._chapters, self._folds, self._entries, self._ends):
                gone.clear()
        while self._chapters and not self._still_there():
            self._chapters.pop()
            self._ends.pop()
            left = self._length() - self._before
            del self._entries[left:]
            del self._folds[left:]
        for number in range(len(self._chapters), len(chapters)):
            for event in chapters[number]:
                self._add(self._first + number, event)
            self._chapters.append(chapters[number])
            self._ends.append(self._before + len(self._entries))

    def _add(self, choice: int, event: Event) -> None:
        game, number = self._match.game, self._before + len(self._entries)
        fold = self._fold(game.fold_key(event), event)
        text = game.fold_text(fold.events) if fold.key else game.describe(event)
        self._folds.append(fold)
        self._entries.append(_entry(game, number, choice, event, fold.first, text))

    def _fold(self, key: str, event: Event) -> _Fold:
        """The event with those before it that have the same key; a long line is begun anew."""
        last = self._folds[-1] if self._folds else None
        if last is None or not key or key != last.key or len(last.events) == _MOST_FOLDED:
            return _Fold(key, self._before + len(self._entries), [event])
        return _Fold(key, last.first, [*last.events, event])

    def _still_there(self) -> bool:
        last, chapters = len(self._chapters) - 1, self._match.chapters
        return last < len(chapters) and chapters[last] is self._chapters[last]


class _OfChoice(msgspec.Struct):
    choice: int


def _choice(entry: Told) -> int:
    """The choice that an entry is about."""
    if isinstance(entry, Entry):
        return entry.choice
    return msgspec.json.decode(entry, type=_OfChoice).choice


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
