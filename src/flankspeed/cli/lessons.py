"""`flankspeed lessons`: where to start."""

from __future__ import annotations

from typing import Annotated

import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, print_json, print_table


def lessons(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game.")] = None,
    json: AsJson = False,
) -> None:
    """List the lessons for newcomers; `flankspeed play GAME --lesson` begins the first."""
    names = [game] if game else games.names()
    found = [(name, lesson) for name in names for lesson in games.load(name).lessons()]
    if json:
        print_json(
            [
                {"game": name, "name": each.name, "title": each.title, "minutes": each.minutes}
                for name, each in found
            ]
        )
        return
    rows = [[name, each.name, each.title, str(each.minutes)] for name, each in found]
    print_table("Lessons", ["game", "lesson", "title", "minutes"], rows)
