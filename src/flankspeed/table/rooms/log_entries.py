"""Log entries: the log of a match in the form the wire has, kept up with the match."""

from __future__ import annotations

from typing import Any

from flankspeed.engine import Event, Game, Match
from flankspeed.table.wire import Entry, ModifierInfo, Thrown


class LogEntries:
    """Entries are made once for each event, and dropped when choices are taken back."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._chapters: list[list[Event]] = []
        self._events: list[Event] = []  # of the chapters, one for each entry
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
            del self._events[left:]
        for choice in range(len(self._chapters), len(chapters)):
            for event in chapters[choice]:
                self._add(choice, event)
            self._chapters.append(chapters[choice])
            self._ends.append(len(self._entries))

    def _add(self, choice: int, event: Event) -> None:
        game, number = self._match.game, len(self._entries)
        folded = [*self._folded(game.fold_key(event)), event]
        fold = number - len(folded) + 1
        self._events.append(event)
        self._entries.append(_entry(game, number, choice, event, fold, game.fold_text(folded)))

    def _folded(self, key: str) -> list[Event]:
        """The last events, if they have this key."""
        fold_key, first = self._match.game.fold_key, len(self._events)
        while key and first and fold_key(self._events[first - 1]) == key:
            first -= 1
        return self._events[first:]

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
