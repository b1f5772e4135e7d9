"""`flankspeed picture`: the board as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import GameName, ScenarioName, check_number, start_of, write_picture
from flankspeed.cli.streams import say_utf8
from flankspeed.engine import Match, OptionError, Record, RecordError, Rolled
from flankspeed.engine import replay as replay_record


def picture(
    game: GameName,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="The game to draw.")
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="After this choice of the record.")
    ] = None,
    scenario: ScenarioName = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Default: standard output."),
    ] = None,
) -> None:
    """Draw the board of a recorded game, or of a scenario's start."""
    rules = games.load(game)
    if record is None:
        if to is not None:
            raise OptionError("--to counts the choices of a record: name it with --record")
        start = start_of(rules, scenario, None, None)
        match = Match(rules, start.scenario, start.options, dice=Rolled(0), data=start.data)
    else:
        if scenario is not None:
            raise OptionError("--record has its own scenario: it takes no --scenario")
        read = Record.read(record)
        if read.header.game != game:
            raise RecordError(f"{record} is a record of {read.header.game}, not of {game}")
        check_number(read, to)
        match = replay_record(rules, read, to)
    svg = rules.picture(match.state, match.state.seat_to_choose)
    if output is None:
        say_utf8(svg)
        return
    write_picture(output, svg)
