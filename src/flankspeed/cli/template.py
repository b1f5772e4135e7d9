"""`flankspeed template`: a file to fill in, for a scenario or figures of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, GameName, print_json, print_table
from flankspeed.cli.streams import say_utf8
from flankspeed.engine import FlankspeedError, OptionError


def template(
    game: GameName,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Which one; without it, those there are."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="A new file; default: print it."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Print a file to fill in, in TOML: a scenario of your own (--scenario), or figures (--data).

    It can be used as it stands, and explains all that may be in it. Where a game has several, they
    are listed unless one is named.
    """
    rules = games.load(game)
    found = [rules.find_template(name)] if name else list(rules.templates())
    if json:
        if output:
            raise OptionError("--json is printed: it takes no --output")
        print_json(msgspec.to_builtins(found))
    elif not found:
        raise OptionError(f"{game} has no templates")
    elif len(found) == 1:
        _write(found[0].text, output)
    elif output:
        names = ", ".join(each.name for each in found)
        raise OptionError(f"name the template to write (there are: {names})")
    else:
        rows = [[each.name, each.title] for each in found]
        print_table(f"Templates of {game}", ["template", "title"], rows)


def _write(text: str, output: Path | None) -> None:
    """Print a template, or write it to a new file: one that somebody has filled in is kept."""
    if output is None:
        say_utf8(text.rstrip("\n"))
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise FlankspeedError(f"cannot write {output}: {error.strerror}") from error
