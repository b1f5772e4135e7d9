"""`flankspeed replay`: step through a record, or verify it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, check_number, console, print_event, print_json
from flankspeed.cli.stepper import Stepper
from flankspeed.cli.streams import on_terminal, say
from flankspeed.engine import (
    FlankspeedError,
    Match,
    OptionError,
    Record,
    RecordError,
    Rolled,
    verify,
)
from flankspeed.engine import replay as replay_record
from flankspeed.engine.records.replay import sources


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record.")],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this choice.")] = None,
    step: Annotated[
        bool | None,
        typer.Option(
            "--step/--no-step",
            help="Go through it choice by choice, from --to on; without --to a terminal does so.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--verify", help="Only check that choices, dice and result are right.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Step through a record, or show its log and the board at its end (or after choice --to).

    On a terminal you go through the game choice by choice, forwards and backwards. With --verify
    the exit code is 1 if the file is no record, or one that does not replay, and the first line
    that differs is named; it is 2 if the file cannot be read at all.
    """
    if check:
        if to is not None or step:
            raise OptionError("--verify checks the whole record: it takes no --to and no --step")
        _verify(file, json)
        return
    record = Record.read(file)
    game = games.load(record.header.game)
    check_number(record, to)
    if step and json:
        raise OptionError("--step is for people: it takes no --json")
    if step or (step is None and to is None and not json and on_terminal()):
        Stepper(game, record, console()).run(to or 0)
        return
    match = replay_record(game, record, to)
    if json:
        print_json({"choices": match.choices, "log": match.log(), "view": match.view()})
        return
    _show(match)


def _verify(file: Path, json: bool) -> None:
    try:
        record = Record.read(file)
        dice_checked = verify(games.load(record.header.game), record)
    except FlankspeedError as error:
        if json:
            line = error.line if isinstance(error, RecordError) else None
            print_json({"ok": False, "line": line, "message": str(error)})
        if isinstance(error.__cause__, OSError):  # there is nothing to verify
            raise
        if not json:
            say(f"does not verify: {error}")
        raise typer.Exit(1) from None
    finished = record.result is not None
    dice = _dice_words(record, dice_checked)
    if json:
        report = {"ok": True, "line": None, "finished": finished, "dice_checked": dice_checked}
        print_json(report | {"dice": dice, "taken_back": record.taken_back})
        return
    state = "finished" if finished else "unfinished"
    times = record.taken_back
    taken = f", taken back after dice {times} time{'s' * (times != 1)}" if times else ""
    say(f"verified: {len(record.lines)} lines, {state}{taken}; {dice}")


def _dice_words(record: Record, checked: bool) -> str:
    """What could be checked of a record's dice."""
    parts = [isinstance(source, Rolled) for source in sources(record)]
    if len(parts) > 1 and checked:
        return f"its dice became others {_times(len(parts) - 1)}, and all are their streams'"
    if len(parts) > 1:
        known = [str(number) for number, stream in enumerate(parts, 1) if stream]
        told = f"those of part {' and '.join(known)} are the stream's" if known else "none is known"
        return f"of its {len(parts)} kinds of dice, one after another, {told}"
    if checked:
        return "its dice are the stream's"
    if record.named.secret:
        return "its dice are not checkable yet: their key is told at the end"
    return "its dice have no stream to check"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _show(match: Match) -> None:
    screen = console()
    for event in match.events:
        print_event(screen, match.game, event)
    screen.print(f"\n{match}\n", markup=False)
    if match.result:
        screen.print(f"Result: {match.result.winner or 'draw'} ({match.result.outcome})")
    elif match.decision:
        screen.print(f"{match.decision.seat}: {match.decision.prompt}", markup=False)
