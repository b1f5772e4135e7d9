"""A recorded game, choice by choice: what was chosen, what came of it, and the board then."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from flankspeed.cli.common import number_in, print_event, print_text
from flankspeed.engine import Event, Game, OptionError, Record, replay

HELP = """\
  Enter, n    the next choice
  b           back to the choice before
  t           on to the next turn (where a new heading begins)
  3, 4, ...   to the choice of that number; 0: to the start
  e           to the end
  l           the log up to here
  q           leave
  ?           this help"""


class Stepper:
    """Shows the positions of a record one by one, as the reader asks for them."""

    def __init__(self, game: Game[Any], record: Record, console: Console) -> None:
        self._game = game
        self._record = record
        self._console = console
        self._whole = replay(game, record)
        self._at = 0

    def run(self, start: int) -> None:
        """Show the game after choice `start`, then go where the reader says until he leaves."""
        self._go(start)
        while (word := self._input()) not in ("q", "quit"):
            try:
                self._obey(word)
            except OptionError as error:
                self._say(f"{error}.")

    def _input(self) -> str:
        prompt = f"{self._at} of {self._whole.choices} (Enter: on, ? for help): "
        try:
            return self._console.input(Text(prompt, style="bold")).strip()
        except EOFError:
            self._say("")
            return "q"

    def _obey(self, word: str) -> None:
        if word == "?":
            self._say(HELP)
        elif word == "l":
            for chapter in range(self._at + 1):
                self._show_events(chapter)
        else:
            self._go(self._goal(word))

    def _goal(self, word: str) -> int:
        """The choice to show next."""
        last = self._whole.choices
        if word in ("", "n"):
            if self._at == last:
                raise OptionError("this is the end of the record")
            return self._at + 1
        if word == "b":
            if not self._at:
                raise OptionError("this is the start of the record")
            return self._at - 1
        if word == "e":
            return last
        if word == "t":
            return self._next_heading()
        number = number_in(word)
        if number is None:
            raise OptionError(f"{word!r} is no answer: ? shows what can be typed")
        if number > last:
            raise OptionError(f"the record has only {last} choices")
        return number

    def _next_heading(self) -> int:
        for chapter in range(self._at + 1, self._whole.choices + 1):
            if any(event.kind == "heading" for event in self._events(chapter)):
                return chapter
        raise OptionError("no further turn begins")

    def _events(self, chapter: int) -> list[Event]:
        """What came of a choice; of none, if the record ends before the first dice."""
        chapters = self._whole.chapters
        return chapters[chapter] if chapter < len(chapters) else []

    def _show_events(self, chapter: int) -> None:
        for event in self._events(chapter):
            print_event(self._console, self._game, event)

    def _go(self, to: int) -> None:
        """Show a choice with its dice, what came of it, the board, and who must choose then."""
        self._at = to
        for line in self._whole.record.lines:
            if line.number == to:
                self._say(f"\n{line._replace(comment='')}", bold=True)
        self._show_events(to)
        match = replay(self._game, self._record, to)
        self._console.print(Text(f"\n{match}\n"))
        if match.result:
            self._say(f"Result: {match.result.winner or 'draw'} ({match.result.outcome})")
        elif match.decision:
            self._say(f"{match.decision.seat}: {match.decision.prompt}")

    def _say(self, text: str, bold: bool = False) -> None:
        print_text(self._console, text, bold)
