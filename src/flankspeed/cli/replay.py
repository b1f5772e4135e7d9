"""`flankspeed replay`: step through a record, or verify it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, check_number, console, print_json
from flankspeed.engine import FlankspeedError, Match, Record, RecordError, verify
from flankspeed.engine import replay as replay_record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record.")],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this choice.")] = None,
    check: Annotated[
        bool, typer.Option("--verify", help="Only check that choices, dice and result are right.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show a record's log and the board at its end (or after choice --to), or verify it.

    With --verify the exit code is 1 if the file is no record, or one that does not replay, and the
    first line that differs is named; it is 2 if the file cannot be read at all.
    """
    if check:
        _verify(file, json)
        return
    record = Record.read(file)
    game = games.load(record.header.game)
    check_number(record, to)
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
            typer.echo(f"does not verify: {error}")
        raise typer.Exit(1) from None
    finished = record.result is not None
    if dice_checked:
        dice = "its dice are the stream's"
    elif record.header.secret:
        dice = "its dice are not checkable yet: their key is told at the end"
    else:
        dice = "its dice have no stream to check"
    if json:
        report = {"ok": True, "line": None, "finished": finished, "dice_checked": dice_checked}
        print_json(report | {"dice": dice})
        return
    state = "finished" if finished else "unfinished"
    typer.echo(f"verified: {len(record.lines)} lines, {state}; {dice}")


def _show(match: Match) -> None:
    screen = console()
    for event in match.events:
        heading = event.kind == "heading"
        text = match.game.describe(event)
        screen.print(f"\n{text}" if heading else f"  {text}", markup=False, style="bold" * heading)
    screen.print(f"\n{match}\n", markup=False)
    if match.result:
        screen.print(f"Result: {match.result.winner or 'draw'} ({match.result.outcome})")
    elif match.decision:
        screen.print(f"{match.decision.seat}: {match.decision.prompt}", markup=False)
