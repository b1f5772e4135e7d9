"""`flankspeed review`: the decisions of a game that cost most."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flankspeed import bots, games
from flankspeed.bots.advice import cost_text
from flankspeed.bots.review import Review
from flankspeed.bots.review import review as review_of
from flankspeed.cli.common import AsJson, console, print_json, print_text
from flankspeed.engine import Adviser, OptionError, Record


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.")],
    seat: Annotated[list[str] | None, typer.Option(help="Whose decisions; all if none.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many of them are told.")] = 3,
    json: AsJson = False,
) -> None:
    """Tell which decisions cost most by the judgement of the strongest bot, and what was better.

    The bot weighs every option as it would in the player's place, without knowing the dice that
    fell; where it has to estimate, only what is beyond its error counts.
    """
    record = Record.read(file)
    game = games.load(record.header.game)
    for each in seat or ():
        game.check_seat(each)
    name = bots.strongest(game)
    bot = bots.make(game, name)
    if not isinstance(bot, Adviser):
        bots.make(game, bots.names(game)[-1])  # raises where the best one lacks a package
        raise OptionError(f"{game.name} has no bot that weighs its options")
    found = review_of(game, record, name, bot, seat or game.seats, most)
    if json:
        print_json(found)
        return
    screen = console()
    for line in _lines(found):
        print_text(screen, line)


def _lines(found: Review) -> list[str]:
    if not found.costly:
        return [f"The bot {found.bot!r} would have done nothing better for certain."]
    lines = [f"The bot {found.bot!r} weighed {found.weighed} of {found.decisions} decisions."]
    for each in found.costly:
        lines += [
            "",
            f"{each.number + 1}. {each.seat}: {each.prompt}",
            f"   chosen: {each.made.label}: {each.made.words}",
            f"   better: {each.better.label}: {each.better.words}",
            f"   it cost {cost_text(each.cost, found.unit)}",
        ]
    return lines
