"""`flankspeed play`: a game in the terminal."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from flankspeed import bots, games
from flankspeed.cli.chooser import choose
from flankspeed.cli.common import (
    HUMAN,
    BotList,
    DataFile,
    OptionList,
    ScenarioName,
    bot_names,
    console,
    start_of,
)
from flankspeed.cli.guide import Guide
from flankspeed.cli.keys import delete_key, read_key, write_key
from flankspeed.cli.terminal import TerminalTable
from flankspeed.engine import (
    Bot,
    Dice,
    Entered,
    FlankspeedError,
    Game,
    Match,
    OptionError,
    Record,
    RecordError,
    RecordLock,
    Rolled,
    resume,
)
from flankspeed.engine.lessons.lesson import Lesson
from flankspeed.engine.lessons.progress import begin
from flankspeed.engine.own_file import Start
from flankspeed.engine.records.named_dice import dice_name


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; without it you are asked.")
    ] = None,
    scenario: ScenarioName = None,
    seat: Annotated[
        str | None, typer.Option("--seat", help="Your seat; bots take the others.")
    ] = None,
    bot: BotList = None,
    option: OptionList = None,
    data: DataFile = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same dice.")] = None,
    dice: Annotated[
        str | None,
        typer.Option("--dice", metavar="rolled|entered", help="Who throws: we (default), or you."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="FILE", help="Write the game here; resume it if it exists."
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Bots only: print the result, not the log.")
    ] = False,
    lesson: Annotated[
        str | None,
        typer.Option(
            "--lesson",
            metavar="NAME",
            help="Learn the game by this lesson; `flankspeed lessons` lists them.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before torpedoes, leaving the map and such.")
    ] = False,
) -> None:
    """Play in the terminal: alone on both sides, or against a bot.

    With a bot on every seat the game is played out. A game with --record can be left at any time
    and goes on when it is called again with the same file and bots; `--bot SEAT=human` takes a
    seat back from a bot.
    """
    if game is None:
        given = (
            scenario,
            seat,
            bot,
            option,
            data,
            dice,
            record,
            quiet or None,
            lesson,
            yes or None,
        )
        if seed is not None or any(value is not None for value in given):
            raise OptionError("name the game first: flankspeed play GAME")
        play(**choose()._asdict())
        return
    rules = games.load(game)
    if lesson is not None:
        others = (scenario, seat, bot, option, data, dice, seed, quiet or None)
        if any(value is not None for value in others):
            raise OptionError("a lesson has its own scenario, seats, options and dice")
        _learn(rules, rules.find_lesson(lesson), record)
        return
    said = _said(rules, seat, bot)
    thrown = _dice(dice, seed)
    lock = RecordLock(record) if record and _has_game(record) else None
    if record and lock:
        match = _go_on(rules, record, lock, dice, (scenario, option, data, thrown))
        seats = _seats(rules, said, match.record.header.seats, alone=seat is None)
    else:
        seats = _seats(rules, said, {}, alone=seat is None)
        match = _begin(rules, start_of(rules, scenario, option, data), thrown, seats)
    opponents = _opponents(match, seats)
    if quiet and len(opponents) < len(seats):
        raise OptionError("--quiet is for games that bots play among themselves")
    _run(match, opponents, record, lock, quiet=quiet, asks=sys.stdin.isatty() and not yes)


def _opponents(match: Match, seats: Mapping[str, str]) -> dict[str, Bot]:
    """The bots of a match; what they do by chance goes by its dice, also when it goes on later."""
    chance = zlib.crc32(match.record.header.dice.encode())
    return {
        seat: bots.make(match.game, who, chance + i)
        for i, (seat, who) in enumerate(seats.items())
        if who != HUMAN
    }


def _learn(game: Game[Any], lesson: Lesson, record: Path | None) -> None:
    """Play the match of a lesson, with its cards."""
    if record and _has_game(record):
        raise OptionError(f"{record} exists: a lesson begins a match of its own")
    opponents = {seat: bots.make(game, who) for seat, who in lesson.bots.items()}
    match = begin(game, lesson)
    _run(match, opponents, record, None, guide=Guide(lesson, match))


def _run(
    match: Match,
    opponents: Mapping[str, Bot],
    record: Path | None,
    lock: RecordLock | None,
    *,
    quiet: bool = False,
    guide: Guide | None = None,
    asks: bool = False,
) -> None:
    """Play a match at the terminal, recorded from the start if there is a file for it."""
    files: list[Path] = []

    def save_to(path: Path, lock: RecordLock | None = None) -> None:
        save(match, path, lock)
        files.append(path)

    if record:
        save_to(record, lock)
    try:
        TerminalTable(
            match, opponents, console(), save_to, quiet=quiet, guide=guide, asks=asks
        ).play()
    finally:
        match.close()
    if files and match.result:
        delete_key(files[-1])


def _begin(game: Game[Any], start: Start, dice: Dice | None, seats: dict[str, str]) -> Match:
    people = [name for name, who in seats.items() if who == HUMAN]
    options = game.options_for(people, start.options)
    return Match(game, start.scenario, options, dice=dice, data=start.data, seats=seats)


def _go_on(
    game: Game[Any],
    record: Path,
    lock: RecordLock,
    kind: str | None,
    given: tuple[str | None, list[str] | None, Path | None, Dice | None],
) -> Match:
    """Go on with the game in a record that is locked for it; `kind` of dice, if one was named."""
    try:
        match = _resume(game, record, *given)
        if kind == "rolled" and isinstance(match.dice, Entered):
            raise OptionError(f"{record} exists: its game goes on with entered dice")
    except FlankspeedError:
        lock.release()
        raise
    return match


def _said(game: Game[Any], seat: str | None, words: list[str] | None) -> dict[str, str]:
    """Who sits where, as far as `--seat` and `--bot` say."""
    named = bot_names(game, words, humans=True)
    if seat is None:
        return named
    if named.get(game.check_seat(seat), HUMAN) != HUMAN:
        raise OptionError(f"{seat} cannot be both your seat and a bot's")
    return named | {seat: HUMAN}


def _seats(
    game: Game[Any], said: Mapping[str, str], recorded: Mapping[str, str], *, alone: bool
) -> dict[str, str]:
    """Who sits where: as it was said, else the bot that sat there when the game was left.

    All other seats are the player's if he plays `alone`, else the strongest bot's.
    """
    seats = {}
    for name in game.seats:
        before = recorded.get(name, HUMAN)
        if before == HUMAN and not alone:
            before = bots.strongest(game)
        seats[name] = said.get(name, before)
    return seats


def _dice(kind: str | None, seed: int | None) -> Dice | None:
    if kind == "entered":
        if seed is not None:
            raise OptionError("--seed is for rolled dice, not for entered ones")
        return Entered()
    if kind not in (None, "rolled"):
        raise OptionError(f"--dice cannot be {kind!r}: it takes rolled|entered")
    return Rolled(seed) if seed is not None else None


def _resume(
    game: Game[Any],
    path: Path,
    scenario: str | None,
    option: list[str] | None,
    data: Path | None,
    dice: Dice | None,
) -> Match:
    """Go on with a record; what it was begun with cannot be changed."""
    record = Record.read(path, mend=True)
    other_dice = dice is not None and dice_name(dice) != record.named.name
    if scenario or option or data or other_dice:
        raise OptionError(
            f"{path} exists: its game goes on with its own scenario, options and dice"
        )
    if record.header.game != game.name:
        raise RecordError(f"{path} is a record of {record.header.game}, not of {game.name}")
    return resume(game, record, read_key(path, record))


def _has_game(path: Path) -> bool:
    """Whether there is a game to go on with; an empty file is as good as none."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


def save(match: Match, path: Path, lock: RecordLock | None = None) -> None:
    """Record a match in a file from now on; the key of secret dice is kept beside it."""
    lock = lock or RecordLock(path)  # first: the key beside it may be another process's
    new = lock.created
    try:
        if match.secret_key and match.result is None:
            write_key(path, match.secret_key)
        match.save(path, lock)
    except RecordError:
        lock.give_up()
        if new:
            delete_key(path)
        raise
