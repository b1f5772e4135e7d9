"""Replaying records: to any line, to check them, or to go on playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from flankspeed.engine.dice import Dice, Entered, Rolled, Scripted
from flankspeed.engine.errors import DataError, DiceError, FlankspeedError, OptionError, RecordError
from flankspeed.engine.game import Game
from flankspeed.engine.match import Match
from flankspeed.engine.records.named_dice import NamedDice
from flankspeed.engine.records.record import FORMAT, Record
from flankspeed.engine.records.rows import Ended, Line, NewDice, Row, TakenBack, placed, written
from flankspeed.engine.values import Result


def replay(
    game: Game[Any],
    record: Record,
    to: int | None = None,
    watch: Callable[[Match], None] | None = None,
    tell: Callable[[int], None] | None = None,
) -> Match:
    """Play a record again, up to choice `to` (None: all of it).

    Every choice must be legal for the seat that made it and must throw exactly the dice that stand
    beside it; `RecordError` names the first line that does not fit. `watch` is shown the match at
    its start and after every line that still counts; `tell` is told how many lines are played.
    """
    lines = record.lines if to is None else [line for line in record.lines if line.number <= to]
    if watch:
        lines = [_without_taken_back(line) for line in lines]
    with _telling_of_older_rules(game, record):
        match = _replay_lines(game, record, lines, watch, tell)
        if to is None:
            check_result(match, record)
            match.record.key = record.key
    return match


def _without_taken_back(line: Line) -> Line:
    return line._replace(then=tuple(row for row in line.then if not isinstance(row, TakenBack)))


@contextmanager
def _telling_of_older_rules(game: Game[Any], record: Record) -> Iterator[None]:
    """If a record does not replay, the rules may have changed since it was made: say so."""
    try:
        yield
    except RecordError as error:
        if record.header.rules >= game.rules_version:
            raise
        raise RecordError(
            f"{error.message} (the record was made under rules {record.header.rules} "
            f"of {game.name}, which is at rules {game.rules_version} now)",
            error.line,
        ) from None


def _replay_lines(
    game: Game[Any],
    record: Record,
    lines: list[Line],
    watch: Callable[[Match], None] | None = None,
    tell: Callable[[int], None] | None = None,
) -> Match:
    """Play these lines of a record; what comes of it is of today's format and rules."""
    header = record.header
    if header.game != game.name:
        raise RecordError(f"this is a record of {header.game}, not of {game.name}")
    if header.rules > game.rules_version:
        raise RecordError(
            f"this record was made under rules {header.rules} of {game.name}, "
            f"and only those up to {game.rules_version} are known here"
        )
    rows = list(written(lines))
    # A record may end before the first dice: then the match waits for them, or was ended so.
    waits = not lines or (len(lines) == 1 and isinstance(rows[-1], Ended))
    dice = Entered() if waits and not thrown(rows) else Scripted(thrown(rows))
    try:
        match = Match(game, header.scenario, header.options, dice=dice, data=header.data)
    except DiceError as error:
        raise RecordError(str(error), record.first_line) from None
    except (OptionError, DataError) as error:
        raise RecordError(f"the header does not fit the game: {error}") from None
    _check_contributors(game, header.named)
    match.record.header = msgspec.structs.replace(header, format=FORMAT, rules=game.rules_version)
    started = 1 if lines and lines[0].number == 0 else 0
    if header.format == 1 and lines:
        _take_single_options(match)
    _compare_throws(match.record.lines, lines[:started], record.first_line)
    if watch:
        watch(match)
    rest = list(placed(lines, record.first_line))[started:]
    _replay_placed(match, rest, "" if header.format == 1 else None, watch, tell)
    return match


def replay_rows(match: Match, lines: list[Line], first: int) -> None:
    """Play further lines in a match that stands before them; the first stands on line `first`."""
    _replay_placed(match, list(placed(lines, first)), None)


def _replay_placed(
    match: Match,
    rows: list[tuple[int, Row]],
    shortcut: str | None,
    watch: Callable[[Match], None] | None = None,
    tell: Callable[[int], None] | None = None,
) -> None:
    for number, (at, row) in enumerate(rows):
        if tell:
            tell(number)
        if not isinstance(row, Line):
            _replay_row(match, row, at)
            continue
        shortcut = _replay_line(match, row, at, shortcut)
        if watch:
            watch(match)


def thrown(rows: list[Row]) -> list[int]:
    """All dice, in the order in which they were thrown."""
    lines = [row for row in rows if isinstance(row, Line)]
    return [value for line in lines for throw in line.throws for value in throw.values]


def _replay_row(match: Match, row: TakenBack | NewDice | Ended, at: int) -> None:
    """What is no choice: something taken back, other dice, or an end by people."""
    try:
        if isinstance(row, TakenBack):
            match.take_back(row.lines[0].number - 1, row.seat, row.comment)
        elif isinstance(row, NewDice):
            _check_contributors(match.game, row.dice)
            match.record.change_dice(row)
        else:
            match.end(row)
    except FlankspeedError as error:
        raise RecordError(str(error), at) from None


def _check_contributors(game: Game[Any], dice: NamedDice) -> None:
    """Only the game's own seats can have a part in shared dice."""
    try:
        for seat in dice.commitments:
            game.check_seat(seat)
    except OptionError as error:
        raise RecordError(f"the header does not fit the game: {error}") from None


def _replay_line(match: Match, line: Line, at: int, shortcut: str | None) -> str | None:
    """Make the choice of a line; `shortcut`: the last one of format 1, where they may stand."""
    before = len(match.record.lines)
    try:
        if shortcut is not None:
            shortcut = _play_old(match, line, shortcut)
        else:
            if match.decision is not None:
                match.decision.find(line.choice)
            match.play(line.choice, line.seat)
    except FlankspeedError as error:
        raise RecordError(str(error), at) from None
    _compare_throws(match.record.lines[before:], [line], at)
    return shortcut


def _play_old(match: Match, line: Line, shortcut: str) -> str:
    """A line of format 1 may be a shortcut, which went on by itself after a choice in between."""
    before = len(match.record.lines)
    if line.choice in _shortcuts(match):
        shortcut = line.choice
    match.play(line.choice, line.seat)
    played = before
    while (
        played < (played := len(match.record.lines))  # a shortcut may stand for nothing more
        and _dice(match.record.lines[before:]) < _dice([line])
        and shortcut in _shortcuts(match)
    ):
        match.play(shortcut, line.seat)
    _take_single_options(match)
    return shortcut


def _take_single_options(match: Match) -> None:
    """In format 1 nobody was ever asked where there was one option only."""
    while match.decision is not None and len(match.decision.options) == 1:
        match.play(0)


def _shortcuts(match: Match) -> list[str]:
    return [shortcut.text for shortcut in match.game.shortcuts(match.state)]


def _dice(lines: list[Line]) -> int:
    """How many dice were thrown."""
    return sum(len(throw.values) for line in lines for throw in line.throws)


def _compare_throws(played: list[Line], recorded: list[Line], at: int) -> None:
    thrown, wanted = (
        " ".join(str(throw) for line in lines for throw in line.throws)
        for lines in (played, recorded)
    )
    if wanted != thrown:
        raise RecordError(f"the rules throw [{thrown}] here, the record has [{wanted}]", at)


def check_result(match: Match, record: Record) -> None:
    """Check that the match has ended as its record says."""
    if match.result != record.result:
        at = record.first_line + sum(str(line).count("\n") + 1 for line in record.lines)
        raise RecordError(
            f"the record ends with {_ending(record.result)}, the game with {_ending(match.result)}",
            at,
        )


def _ending(result: Result | None) -> str:
    return f"{result.winner or 'draw'}: {result.outcome}" if result else "no result"


def sources(record: Record) -> list[Dice | None]:
    """The dice of each part of a record, from their start: of its first, and of each change.

    None are those that nobody can throw again: scripted ones, and secret ones without their key.
    """
    named, found = record.header.named, list[Dice | None]()
    for row in written(record.lines):
        if isinstance(row, NewDice):
            found.append(named.source(row.old_key))
            named = row.dice
    return [*found, named.source(record.key)]


def check_dice(record: Record, streams: list[Dice | None]) -> None:
    """Check that the dice of each part are its stream's; afterwards these stand where it ends."""
    part = 0
    for at, row in placed(record.lines, record.first_line):
        if isinstance(row, NewDice):
            part += 1
        stream = streams[part]
        if not isinstance(row, Line) or not isinstance(stream, Rolled):
            continue
        for throw in row.throws:
            values = tuple(stream.throw(len(throw.values), throw.why, throw.sides))
            if values != throw.values:
                raise RecordError(f"the dice stream shows {throw._replace(values=values)} here", at)
    for stream in streams:
        if stream is not None:
            stream.keep()


def verify(game: Game[Any], record: Record) -> bool:
    """Replay a record and check its dice; True if all dice could be checked against a stream.

    Typed-in dice cannot, nor secret ones before the game is over; then their key must be there.
    `RecordError` says what is wrong.
    """
    _, streams = _checked(game, record)
    return all(isinstance(stream, Rolled) for stream in streams)


def reopen(game: Game[Any], record: Record, tell: Callable[[int], None] | None = None) -> Match:
    """Verify a record of anybody's and take it in; `tell` is told how many lines are played.

    A match that is not over goes on with other dice, which `Match.change_dice` must be told:
    whoever has made the record may know what those of the record will show.
    """
    if record.key and record.result is None:
        raise RecordError(
            "a record that is not over must not tell the key of its dice: all dice to come are "
            "known by it"
        )
    match, streams = _checked(game, record, tell)
    if match.result is not None:
        stream = streams[-1]
        if stream is None:
            stream = Entered()
            match.record.name_dice(NamedDice.of(stream))
        match.go_on_with(stream)
    return match


def _checked(
    game: Game[Any], record: Record, tell: Callable[[int], None] | None = None
) -> tuple[Match, list[Dice | None]]:
    """The match that a record leads to, and the dice of its parts where these end, if known."""
    streams = sources(record)
    if record.named.secret and record.result is not None and not record.key:
        raise RecordError("the game is over, but the record lacks the key of its dice")
    match, errors = None, []
    try:
        match = replay(game, record, tell=tell)
    except RecordError as error:
        errors.append(error)
    try:
        check_dice(record, streams)
    except RecordError as error:
        errors.append(error)
    if match is None or errors:  # an edited die shows in either check: name the earlier line
        raise min(errors, key=lambda error: error.line or 0)
    return match, streams


def resume(game: Game[Any], record: Record, dice: Dice | None = None) -> Match:
    """A match that goes on where its record ends, with the record's own dice.

    A secret stream whose key is not in the record yet must be given as `dice`.
    """
    with _telling_of_older_rules(game, record):
        match = _replay_lines(game, record, record.lines)
        if record.result is not None:  # a process may have been killed just before it wrote it
            check_result(match, record)
    streams = sources(record)
    if dice is not None:
        streams[-1] = dice
    stream = streams[-1]
    if stream is None:
        scripted = record.named.kind == "scripted"
        why = "scripted" if scripted else "secret: it goes on only with its key"
        raise RecordError(f"this record's dice are {why}")
    if isinstance(stream, Rolled) and record.named != NamedDice.of(stream):
        raise RecordError("these are not the dice that the record's header names")
    check_dice(record, streams)
    match.go_on_with(stream)
    return match
