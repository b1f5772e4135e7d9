"""What several commands share: their options, reading them, and printing reports."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand

from flankspeed import bots
from flankspeed.cli.streams import say_json
from flankspeed.engine import Event, FlankspeedError, Game, OptionError, Record
from flankspeed.engine.data import read_toml
from flankspeed.engine.own_file import Start, own_start
from flankspeed.lab.plot import figure

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of the game.")]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        help="The scenario (see: flankspeed scenarios GAME), or your own FILE.toml "
        "(see: flankspeed template GAME).",
    ),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A rule option; may be repeated."),
]
BotList = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="SEAT=NAME", help="Let a bot sit there; may be repeated."),
]
DataFile = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FILE",
        help="Your own figures or names, in TOML (see: flankspeed template GAME).",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Same seed, same games.")]
Jobs = Annotated[
    int, typer.Option("--jobs", min=0, help="Processes side by side; 0: one for each core.")
]
PictureFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.svg", help="Draw a picture, too.")
]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="A cluster of dask instead, such as tcp://HOST:8786; local:4 starts one of four here.",
    ),
]
HUMAN = "human"
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Command(TyperCommand):
    """A command that takes an option once, unless it may be repeated: else one would be ignored."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param in given:
            if given.count(param) > 1 and not param.multiple:
                raise OptionError(f"{param.opts[0]} is given twice")
        return super().parse_args(ctx, args)


def console() -> Console:
    """Standard output: colours on a terminal, plain text elsewhere."""
    return Console(highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Print a report as JSON."""
    encoded = msgspec.json.encode(value, enc_hook=_plain)
    say_json(msgspec.json.format(encoded, indent=2).decode())


def _plain(value: object) -> object:
    if hasattr(value, "item"):
        return value.item()  # a NumPy number
    raise TypeError(f"{type(value).__name__} cannot become JSON")


def print_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_event(screen: Console, game: Game[Any], event: Event) -> None:
    """Print what happened in a line; a heading stands apart."""
    text, heading = game.describe(event), event.kind == "heading"
    print_text(screen, f"\n{text}" if heading else f"  {text}", bold=heading)


def print_text(screen: Console, text: str, bold: bool = False, end: str = "\n") -> None:
    """Print text for people; lines too long for a terminal are broken between words."""
    if screen.is_terminal:
        text = "\n".join(_folded(line, screen.width) for line in text.split("\n"))
    screen.print(Text(text, style="bold" if bold else ""), end=end)


def _folded(line: str, width: int) -> str:
    """A line in several if it must be; they hang below its beginning."""
    if len(line) <= width:
        return line
    hang = " " * (len(line) - len(line.lstrip()) + 4)
    return "\n".join(wrap(line, width, subsequent_indent=hang, break_on_hyphens=False))


def number_in(text: str) -> int | None:
    """The number that somebody has typed; None if it is none, or one that nobody means."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def pairs(words: list[str] | None, what: str) -> dict[str, str]:
    """`key=value` words as a dictionary."""
    found = {}
    for word in words or []:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise OptionError(f"{what} {word!r} should be of the form key=value")
        if key in found:
            raise OptionError(f"{what} {key!r} is given twice")
        found[key] = value
    return found


def bot_names(game: Game[Any], words: list[str] | None, humans: bool = False) -> dict[str, str]:
    """The bots named on the command line, by seat; `human` is one of them only if allowed."""
    named = pairs(words, "bot")
    for seat, name in named.items():
        game.check_seat(seat)
        if name != HUMAN or not humans:
            bots.make(game, name)  # raises, naming the bots there are
    return named


def refuse(context: typer.Context, *names: str, why: str) -> None:
    """Refuse those of these options that were given: they would be ignored."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in names and source and source.name == "COMMANDLINE":
            raise OptionError(f"{parameter.opts[0]} {why}")


def one_of_jobs_and_cluster(context: typer.Context) -> None:
    """Refuse `--jobs` beside `--cluster`, which has workers of its own."""
    if context.params.get("cluster"):
        refuse(context, "jobs", why="is for this machine: --cluster has its own workers")


def read_data(path: Path | None) -> dict[str, Any]:
    """The overriding data of a `--data` file."""
    return read_toml(path) if path else {}


def start_of(
    game: Game[Any], scenario: str | None, option: list[str] | None, data: Path | None
) -> Start:
    """What `--scenario`, `--option` and `--data` say; an option given here beats the file's."""
    options: dict[str, object] = dict(pairs(option, "option"))
    figures = read_data(data)
    if not scenario or not scenario.endswith(".toml"):
        return Start(scenario, options, figures)
    path = Path(scenario)
    return own_start(game, read_toml(path), path.name, options, figures)


def check_number(record: Record, to: int | None) -> None:
    """Refuse a `--to` beyond the record's end."""
    choices = record.lines[-1].number if record.lines else 0
    if to is not None and to > choices:
        raise OptionError(f"the record has only {choices} choices")


def check_picture(path: Path | None) -> None:
    """Refuse a picture that could not be drawn or written, before much is done for it."""
    if path is None:
        return
    if path.suffix != ".svg":
        raise OptionError(f"the picture {path} should be an .svg file")
    if not path.parent.is_dir():
        raise FlankspeedError(f"cannot write {path}: there is no folder {path.parent}")
    figure(1, 1)  # raises, naming the package that is missing


def write_picture(path: Path, svg: str) -> None:
    """Write a picture to a file."""
    try:
        path.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise FlankspeedError(f"cannot write {path}: {error.strerror}") from error


def progress_bar() -> Progress:
    """A progress bar on standard error; silent where that is no terminal."""
    screen = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
        transient=True,
    )
