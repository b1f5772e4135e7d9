"""Matches: a state in play with its record. Everybody who plays, plays through here."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from flankspeed.engine.decision import Choice, Decision
from flankspeed.engine.dice import Dice, Entered, Rolled, Traced
from flankspeed.engine.errors import DiceError, IllegalChoice, NeedDice, OptionError, UndoBarred
from flankspeed.engine.event import Event, Log
from flankspeed.engine.game import Game, Options, option_text
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.records.record import START, Earlier, Header, Record
from flankspeed.engine.records.record_file import RecordFile, RecordLock
from flankspeed.engine.records.rows import AGREED, RESIGNED, Ended, Line, NewDice
from flankspeed.engine.records.states import first_state, next_state
from flankspeed.engine.show.view import View, view
from flankspeed.engine.step import State
from flankspeed.engine.values import Result


class _Shortcut:
    """A shortcut under way: the choices it stands for, and whose they are."""

    def __init__(self, choices: Generator[Choice, State, None], seat: str) -> None:
        self.seat = seat
        self._choices = choices
        self._begun = False

    def next(self, state: State) -> Choice | None:
        """The next choice, now that the last one has led to this state; None when it is done."""
        try:
            return self._choices.send(state) if self._begun else next(self._choices)
        except StopIteration:
            return None
        finally:
            self._begun = True


class _Before(NamedTuple):
    """The table before a choice, and what that was for people."""

    state: State
    label: str


class Bookmark(NamedTuple):
    """Where a match stood."""

    state: State
    earlier: tuple[_Before, ...]
    lines: int
    chapters: int
    place: tuple[int, int]  # of the stream of dice


class Match:
    """A game under way: look at `decision`, `play` a choice, `undo` it, `view` the table.

    Nothing is ever half done: a choice that is illegal, or whose dice are not there yet, leaves
    the match as it was.
    """

    def __init__(
        self,
        game: Game[Any],
        scenario: str | None = None,
        options: Options | Mapping[str, object] | None = None,
        *,
        dice: Dice | None = None,
        data: Mapping[str, Any] | None = None,
        seats: Mapping[str, str] | None = None,
        begin: bool = True,
    ) -> None:
        """Set the game up; without `dice` the computer rolls them, by a secret key.

        If it is not to `begin`, nothing happens before `go_on_with` is told the dice.
        """
        self.game = game
        self.dice = dice if dice is not None else Rolled.secret()
        chosen = options if isinstance(options, Options) else game.options(options)
        header = Header(
            game=game.name,
            rules=game.rules_version,
            scenario=game.find_scenario(scenario).name,
            options={k: option_text(v) for k, v in msgspec.to_builtins(chosen).items()},
            data=dict(data or {}),
            seats=_checked_seats(game, seats or {}),
            date=date.today().isoformat(),
        )
        for name, value in header.options.items():
            if len(value.split()) != 1:
                raise OptionError(f"option {name} cannot be {value!r}: use one word")
        header.name_dice(NamedDice.of(self.dice))
        for seat in header.commitments:
            game.check_seat(seat)
        self.state: State = game.new(header.scenario, chosen, data)  # which checks the data
        self.record = Record(header)
        self._traced = Traced(self.dice)
        self._file: RecordFile | None = None
        self._events: list[list[Event]] = []
        self._earlier: list[_Before] = []  # each choice since dice were last thrown
        self._started = False
        self._waiting: Choice | None = None
        self._shortcut: _Shortcut | None = None
        self.first_chapter = 0
        self._base: tuple[int, State] | None = None  # where it goes on from, and after which choice
        if begin:
            with suppress(NeedDice):  # `need` tells
                self._go_on()

    @classmethod
    def going_on(cls, game: Game[Any], record: Record, state: State, dice: Dice) -> Match:
        """A match that stands where its record ends, which leads to this state.

        What has happened before is not known to it: its chapters begin after that.
        """
        header = record.header
        match = cls(game, header.scenario, header.options, dice=dice, data=header.data, begin=False)
        match.state, match.record = state, record
        match.first_chapter, match._started = match.choices + 1, True
        match._base = match.choices, state
        match.go_on_with(dice)
        return match

    def forget(self, earlier: Earlier) -> None:
        """Keep the record from the line after these on: those before are kept elsewhere."""
        record = self.record
        gone, number = earlier.lines - record.earlier.lines, earlier.choices + 1
        assert number <= self.settled[0], "what can be undone is not forgotten"
        self._base = self.settled if number == self.settled[0] else self._base
        del record.lines[:gone]
        record.earlier = earlier
        del self._events[: number + 1 - self.first_chapter]
        self.first_chapter = number + 1

    def recall(self, lines: list[Line]) -> None:
        """Have the whole record again."""
        self.record.lines, self.record.earlier = lines, Earlier(0, 0)

    @property
    def settled(self) -> tuple[int, State]:
        """The table where dice were last thrown, behind which no undo goes; after which choice."""
        if self._earlier:
            return self.choices - len(self._earlier), self._earlier[0].state
        return self.choices, self.state

    @property
    def decision(self) -> Decision | None:
        """What must be decided now; None when the game is over (or waits for its first dice)."""
        return self.state.decision

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        return self.state.result

    @property
    def need(self) -> NeedDice | None:
        """The dice that must be typed in before anything else can happen."""
        return self.dice.need if isinstance(self.dice, Entered) else None

    @property
    def choices(self) -> int:
        """How many choices have been made."""
        lines = self.record.lines
        return lines[-1].number if lines else self.record.earlier.choices

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, in order."""
        return [event for events in self._events for event in events]

    @property
    def chapters(self) -> list[list[Event]]:
        """What has happened: first at the start, then after each choice (once it has started).

        In a match that goes on from a state they begin with the one after choice `first_chapter`.
        """
        return self._events

    @property
    def waiting(self) -> Choice | None:
        """The choice that waits for typed-in dice, if one does."""
        return self._waiting

    def play(self, choice: Choice | str | int, seat: str | None = None) -> list[Event]:
        """Make a choice (an option, its text or its number) and return what happened.

        A shortcut of the game (`game.shortcuts`, or the text of a destination) is played as the
        single choices it stands for, and recorded as these. `seat`, if given, must be the one
        whose turn it is. Raises `IllegalChoice` for anything not on offer now, and `NeedDice` when
        dice must be typed in first (see `enter`).
        """
        if self.need is not None:
            raise IllegalChoice(f"the dice come first: {self.need}")
        decision = self.decision
        text = str(choice)
        if decision is None:
            raise IllegalChoice(f"{text!r} cannot be chosen: the game is over")
        if seat is not None and self.game.check_seat(seat) != decision.seat:
            raise IllegalChoice(f"it is {decision.seat}'s turn to choose, not {seat}'s")
        try:
            self._waiting = decision.find(choice)
        except IllegalChoice:
            if not self._is_shortcut(text):
                raise
            choices = self.game.shortcut_choices(self.state, text)
            self._shortcut = _Shortcut(choices, decision.seat)
            return self._go_on_shortcut()
        return self._go_on()

    def _is_shortcut(self, text: str) -> bool:
        shortcuts = self.game.shortcuts(self.state)
        return any(text == shortcut.text for shortcut in shortcuts) or self.game.leads_somewhere(
            self.state, text
        )

    def _go_on_shortcut(self) -> list[Event]:
        """Make the choices a shortcut stands for, as long as they are its seat's to make.

        It is left in the middle when dice must be typed in; `enter` goes on with it.
        """
        events: list[Event] = []
        while (shortcut := self._shortcut) is not None:
            decision, choice = self.decision, None
            if decision is not None and decision.seat == shortcut.seat:
                choice = shortcut.next(self.state)
            if decision is None or choice is None:
                self._shortcut = None
            else:
                self._waiting = decision.find(choice)
                events += self._go_on()
        return events

    def enter(self, *values: int) -> list[Event]:
        """Type in the dice that `need` asks for, and go on with the choice that caused them.

        If it was one of a shortcut's, the shortcut goes on too.
        """
        if not isinstance(self.dice, Entered):
            raise DiceError("this match rolls its own dice")
        self.dice.enter(values)
        return self._go_on() + self._go_on_shortcut()

    def _go_on(self) -> list[Event]:
        """Play the waiting choice (or the start) on a copy; keep it if all is well."""
        choice, state, log = self._waiting, self.state.copy(), Log()
        decision = self.decision
        try:
            if choice is None or decision is None:
                state.advance(self._traced, log)
                line = Line(*START, tuple(self._traced.throws))
            else:
                state.play(choice, self._traced, log)
                throws = tuple(self._traced.throws)
                line = Line(self.choices + 1, decision.seat, choice.text, throws)
            line = line._replace(comment=comment(self.game, log.events))
            if self._file:
                ending = Record(self.record.header, result=state.result, key=self.secret_key)
                self._file.add(line, ending.ending())
        except NeedDice:
            self._traced.rewind()
            raise
        except BaseException:
            self._traced.rewind()
            self._give_up()
            raise
        self._commit(state, line, log)
        return log.events

    def _commit(self, state: State, line: Line, log: Log) -> None:
        self._traced.keep()
        choice, self._waiting = self._waiting, None
        if line.throws:
            self._earlier.clear()
        elif self._started:
            assert choice is not None, "nothing else happens without dice"
            self._earlier.append(_Before(self.state, choice.label))
        if self._started or line.throws:
            self.record.lines.append(line)
        self._started = True
        self._events.append(log.events)
        self.state = state
        if state.result is not None:
            self.record.result, self.record.key = state.result, self.secret_key

    def _give_up(self) -> None:
        """Forget the choice under way, the shortcut it belongs to, and what was typed in for it."""
        self._waiting = self._shortcut = None
        if isinstance(self.dice, Entered):
            self.dice.forget()

    @property
    def secret_key(self) -> str:
        """The key of the dice, if only the key can tell what they were; show it to nobody yet."""
        return self.dice.secret_key if isinstance(self.dice, Rolled) else ""

    def bookmark(self) -> Bookmark | None:
        """Where it stands, for `go_back`; None where dice are typed in."""
        if not isinstance(self.dice, Rolled):
            return None
        return Bookmark(
            self.state,
            tuple(self._earlier),
            len(self.record.lines),
            len(self._events),
            self.dice.place,
        )

    def go_back(self, mark: Bookmark) -> None:
        """Be as it was: what was played since then could not be kept, and nobody has seen it."""
        assert isinstance(self.dice, Rolled), "others have no bookmark"
        self.dice.go_to(mark.place)
        self.state, self._earlier = mark.state, list(mark.earlier)
        del self.record.lines[mark.lines :], self._events[mark.chapters :]
        self.record.result, self.record.key = mark.state.result, ""

    def undo_barred(self, seat: str | None = None) -> str | None:
        """Why the last choice (of `seat`) cannot be taken back; None if it can."""
        if self.need is not None and self._waiting is not None:
            if seat is not None and self.decision and self.decision.seat != seat:
                return f"the last choice was {self.decision.seat}'s"
            typed = isinstance(self.dice, Entered) and self.dice.entered
            return "dice have been typed in for this choice" if typed else None
        if not self.choices:
            return "nothing has been chosen yet"
        if self.result is not None:
            return "the game is over"
        last = self.record.lines[-1]
        if last.throws:
            what = ", ".join(dict.fromkeys(throw.why for throw in last.throws))
            return f"dice were thrown after {last.choice!r} ({what})"
        if seat is not None and last.seat != seat:
            return f"the last choice was {last.seat}'s"
        if last.then:
            other = isinstance(last.then[-1], NewDice)
            what = "the dice are others since then" if other else "what followed it was taken back"
            return f"{what}, and the record shows that"
        return None

    def undo_seat(self) -> str | None:
        """The seat whose choice can be taken back now; None if none can."""
        if self.undo_barred() is not None:
            return None
        if self._waiting is not None:
            return self.state.seat_to_choose
        return self.record.lines[-1].seat

    def undo(self, seat: str | None = None) -> None:
        """Take the last choice back; raise `UndoBarred` with the reason if that cannot be."""
        reason = self.undo_barred(seat)
        if reason:
            raise UndoBarred(f"this cannot be taken back: {reason}")
        if self._waiting is not None:  # its dice were never thrown
            self._give_up()
            return
        if self._file:
            self._file.undo()
        self.state = self._earlier.pop().state
        self.record.lines.pop()
        self._events.pop()

    def undo_points(self, seat: str | None = None) -> list[tuple[int, str]]:
        """How far choices (of `seat`) can be taken back, the last one first.

        Each is the number of choices left then, and the label of the first one taken back.
        """
        if self._waiting is not None or self.undo_barred(seat) is not None:
            return []
        points = []
        lines = reversed(self.record.lines)
        for line, before in zip(lines, reversed(self._earlier), strict=False):
            if seat is not None and line.seat != seat:
                break
            points.append((line.number - 1, before.label))
        return points

    def earliest(self, seat: str | None = None) -> int:
        """The fewest choices that taking back (those of `seat`) can leave."""
        points = self.undo_points(seat)
        return points[-1][0] if points else max(0, self.choices - 1)

    def undo_to(self, number: int, seat: str | None = None) -> None:
        """Take choices back until so many are left; raise `UndoBarred` if that is too far."""
        if number >= self.choices:
            raise UndoBarred("there is nothing to take back: nothing was chosen since then")
        earliest = self.earliest(seat)
        if number < earliest:
            last = next(line for line in self.record.lines if line.number == earliest)
            why = "dice were thrown after" if last.throws else f"{last.seat} has chosen"
            raise UndoBarred(f"this cannot be taken back so far: {why} {last.choice!r}")
        while self.choices > number:
            self.undo(seat)

    def take_back_barred(self, number: int) -> str | None:
        """Why nothing after so many choices can be taken back once dice were thrown."""
        if self.result is not None:
            return "the game is over"
        if not 0 <= number < self.choices:
            return "nothing was chosen since then"
        if self.need is not None:
            return f"the dice come first: {self.need}"
        if self._file is not None:
            return "the record is written to a file, which only grows"
        return None

    def take_back(
        self, number: int, seat: str, comment: str = "", state: State | None = None
    ) -> None:
        """Go back to where so many choices were made, whatever dice were thrown since.

        The record keeps what is taken back, for which `seat` and why; dice that have been seen are
        not thrown again. All who play must agree to it. Raises `UndoBarred` if it cannot be. Who
        knows the `state` after these choices spares the match to play them again.
        """
        reason = self.take_back_barred(number)
        if reason:
            raise UndoBarred(f"this cannot be taken back: {reason}")
        if state is None:
            state = self._state_at(number)
        elif self._base and number < self._base[0]:
            self._base = number, state
        self.record.take_back(number, self.game.check_seat(seat), " ".join(comment.split()))
        del self._events[max(0, number + 1 - self.first_chapter) :]
        self.first_chapter = min(self.first_chapter, number + 1)
        self._earlier.clear()
        self.state = state

    def _state_at(self, number: int) -> State:
        """The table after so many choices, played again."""
        at, state = self._base or (0, None)
        if state is None or number < at:
            assert not self.record.earlier.lines, "whoever goes back so far has the whole record"
            self._base = None
            at, state = 0, first_state(self.game, self.record)
        for line in self.record.lines:
            if at < line.number <= number:
                state = next_state(state, line)
        return state

    def go_on_with(self, dice: Dice) -> None:
        """Take all further dice from here: a replayed match becomes one that can be played."""
        self.dice = dice
        self._traced = Traced(dice)
        if self.result is not None:
            self.record.key = self.secret_key
        elif not self._started:
            with suppress(NeedDice):
                self._go_on()

    def change_dice(self, dice: Dice, why: str = "") -> None:
        """Take all further dice from here instead of those before; the record names both."""
        if self._file is not None:
            raise DiceError("the record is written to a file, which only grows")
        self.record.change_dice(NewDice(NamedDice.of(dice), why))
        self.go_on_with(dice)

    def resign(self, seat: str) -> None:
        """Give the match up for a seat: the other side has won."""
        self.end(Ended(RESIGNED, (seat,)))

    def agree_to_draw(self, seats: Sequence[str]) -> None:
        """End the match as a draw: all who play have agreed."""
        self.end(Ended(AGREED, tuple(seats)))

    def end(self, ended: Ended) -> None:
        """End the match as people want it; `IllegalChoice` if it is over, or cannot be.

        Rules know nothing of this: it is the match that is over, and its record says why.
        """
        if self.result is not None:
            raise IllegalChoice("the game is over")
        result = self._outcome(ended)
        if self._file:
            self._write_end(ended, result)
        self._give_up()
        state = self.state.copy()
        state.agenda.clear()
        state.decision, state.result = None, result
        self.state = state
        self._earlier.clear()
        self.record.end(ended)
        self.record.result, self.record.key = result, self.secret_key

    def _write_end(self, ended: Ended, result: Result) -> None:
        assert self._file is not None
        after = Record(msgspec.structs.replace(self.record.header), lines=self.record.lines[-1:])
        new = "" if after.lines else f"{Line(*START)}\n"
        after.end(ended)
        after.result, after.key = result, self.secret_key
        self._file.end(after, f"{new}{ended.rows()}\n{after.ending()}")

    def _outcome(self, ended: Ended) -> Result:
        """What such an end means: the only other side has won, or nobody."""
        for seat in ended.seats:
            self.game.check_seat(seat)
        if ended.how == AGREED:
            return Result(None, "a draw was agreed")
        others = [*self.game.seats, *self.game.enemies]
        if len(others) != 2 or len(ended.seats) != 1:
            raise IllegalChoice("only one of two sides can resign")
        (seat,) = ended.seats
        others.remove(seat)
        return Result(others[0], f"{seat} has resigned")

    def view(self, seat: str | None = None) -> View:
        """What a seat (None: an observer) may see."""
        return view(self.game, self.state, seat)

    def log(self) -> list[str]:
        """Everything that has happened, in words."""
        return [self.game.describe(event) for event in self.events]

    def save(self, path: Path | str, lock: RecordLock | None = None) -> None:
        """Write the record to a file, and every further choice as it is made.

        No other match can be written there meanwhile; `lock` is the right to do so, if it has been
        taken before.
        """
        path = Path(path)
        if self._file and lock is None and self._file.is_at(path):
            return  # it is there already
        opened = RecordFile(path, self.record, lock)
        self.close()
        self._file = opened

    def close(self) -> None:
        """Close the record's file, if there is one."""
        if self._file:
            self._file.close()
            self._file = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_file": None}  # a copy is recorded nowhere yet

    def __copy__(self) -> Match:
        return deepcopy(self)  # two matches with one record would be none

    def __str__(self) -> str:
        return self.game.board_text(self.state, self.state.seat_to_choose)

    def _repr_svg_(self) -> str:
        return self.game.picture(self.state, self.state.seat_to_choose)


def comment(game: Game[Any], events: Sequence[Event]) -> str:
    """What has happened after a choice, as a record says it beside it."""
    told = [game.describe(event) for event in events if event.kind != "heading"]
    return " ".join("; ".join(told).splitlines())  # whatever is told, a line is a line


def _checked_seats(game: Game[Any], seats: Mapping[str, str]) -> dict[str, str]:
    """Who sits where, if it can stand in a record's header."""
    for seat, name in seats.items():
        if not name or len(name.split()) != 1 or name != name.strip():
            raise OptionError(f"{name!r} cannot sit at {game.check_seat(seat)}: use one word")
        game.check_seat(seat)
    return dict(seats)
