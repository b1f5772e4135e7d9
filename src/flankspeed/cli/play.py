"""`flankspeed play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from flankspeed import bots, games
from flankspeed.cli.common import (
    BotList,
    DataFile,
    OptionList,
    ScenarioName,
    bot_names,
    console,
    start_of,
)
from flankspeed.cli.keys import delete_key, read_key, write_key
from flankspeed.cli.terminal import TerminalTable
from flankspeed.engine import (
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
from flankspeed.engine.record import dice_name


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
        str, typer.Option("--dice", metavar="rolled|entered", help="Who throws: we, or you.")
    ] = "rolled",
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="FILE", help="Write the game here; resume it if it exists."
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Bots only: print the result, not the log.")
    ] = False,
) -> None:
    """Play in the terminal: alone on both sides, or against a bot.

    With a bot on every seat the game is played out. A game with --record can be left at any time
    and goes on when it is called again with the same file.
    """
    if game is None:
        from flankspeed.cli.chooser import choose_and_play  # which plays by this command

        if scenario or seat or bot or option or data or record:
            raise OptionError("name the game first: flankspeed play GAME")
        choose_and_play()
        return
    rules = games.load(game)
    seats = _seats(rules, seat, bot)
    thrown = _dice(dice, seed)
    lock = RecordLock(record) if record and _has_game(record) else None
    if record and lock:
        try:
            match = _resume(rules, record, scenario, option, data, thrown)
        except FlankspeedError:
            lock.release()
            raise
        if seat is None and not bot:
            seats = _recorded_bots(match)
    else:
        start = start_of(rules, scenario, option, data)
        match = Match(
            rules,
            start.scenario,
            start.options,
            dice=thrown,
            data=start.data,
            seats={name: seats.get(name, "human") for name in rules.seats},
        )
    opponents = {name: bots.make(game, bot_name) for name, bot_name in seats.items()}
    files: list[Path] = []

    def save_to(path: Path, lock: RecordLock | None = None) -> None:
        save(match, path, lock)
        files.append(path)

    if record:
        save_to(record, lock)
    try:
        TerminalTable(match, opponents, console(), save_to, quiet=quiet).play()
    finally:
        match.close()
    if files and match.result:
        delete_key(files[-1])


def _seats(game: Game[Any], seat: str | None, words: list[str] | None) -> dict[str, str]:
    """Who is a bot: those named, and all other seats if the player has taken one.

    `--bot usn=human` takes a seat back that was a bot's in a recorded game.
    """
    named = bot_names(game, [word for word in words or [] if not word.endswith("=human")])
    if seat is None:
        return named
    if game.check_seat(seat) in named:
        raise OptionError(f"{seat} cannot be both your seat and a bot's")
    strongest = bots.strongest(game.name)
    return {name: named.get(name, strongest) for name in game.seats if name != seat}


def _recorded_bots(match: Match) -> dict[str, str]:
    """Who was a bot when the game was left."""
    seated = {name: match.record.header.seats.get(name, "human") for name in match.game.seats}
    return {name: who for name, who in seated.items() if who != "human"}


def _dice(kind: str, seed: int | None) -> Dice | None:
    if kind == "entered":
        if seed is not None:
            raise OptionError("--seed is for rolled dice, not for entered ones")
        return Entered()
    if kind != "rolled":
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
    other_dice = dice is not None and dice_name(dice) != record.header.dice
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
