"""`flankspeed report`: look back at a match that is over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, console, print_json, print_text
from flankspeed.cli.report_text import full
from flankspeed.engine import Record
from flankspeed.engine.report.report import report as report_of


def report(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game.")],
    json: AsJson = False,
) -> None:
    """Tell why a game ended so, what it cost, when it turned, and how lucky everybody was.

    Luck compares every throw with the exact chances of what was thrown: 0 is as expected, +1 is
    luck that one side in six has. What a throw meant for the game is no part of it.
    """
    record = Record.read(file)
    game = games.load(record.header.game)
    found = report_of(game, record)
    if json:
        print_json(found)
        return
    screen = console()
    for line in full(game, found):
        print_text(screen, line)
