"""`flankspeed odds`: exact odds before the dice are thrown. A game says what it asks and tells.

A game's odds command is a function with the options of the command line as its parameters. What
several games ask for it only names, and is handed what was said: `scenario`, `options` and `data`;
besides the `game`, `given` (the options that were typed) and `progress` (how far it is).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from flankspeed import games
from flankspeed.cli.common import (
    AsJson,
    Command,
    DataFile,
    OptionList,
    ScenarioName,
    console,
    print_json,
    print_table,
    progress_bar,
    start_of,
)
from flankspeed.engine import Game, OddsReport
from flankspeed.engine.game import named_object

# What several games ask for, as it is typed: by the name in a game's function.
_SHARED: dict[str, tuple[str, Any]] = {
    "scenario": ("scenario", ScenarioName),
    "options": ("option", OptionList),
    "data": ("data", DataFile),
}
_HANDED = ("game", "given", "progress")  # these are not typed

Tell = Callable[..., OddsReport]


class _OddsOfGames(TyperGroup):
    """A command for every game that has odds to tell; a game is loaded when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name in games.names() if games.load(name).odds_command]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in games.names() or not games.load(cmd_name).odds_command:
            return None
        alone = typer.Typer(rich_markup_mode=None, add_completion=False)
        alone.command(cmd_name, cls=Command)(_command(games.load(cmd_name)))
        return typer.main.get_command(alone)


odds = typer.Typer(
    cls=_OddsOfGames, help="Exact odds of an attack, a wave, a dive.", rich_markup_mode=None
)


@odds.callback()
def _all() -> None:
    """Exact odds of an attack, a wave, a dive."""


def _command(game: Game[Any]) -> Callable[..., None]:
    """A game's odds as a command: its own options, the shared ones it names, and `--json`."""
    tell: Tell = named_object(game.odds_command)
    wanted = inspect.signature(tell, eval_str=True).parameters

    def run(context: typer.Context, **said: Any) -> None:
        as_json = said.pop("json")
        _print(_told(game, tell, wanted, context, said), as_json)

    asked = [_parameter("context", typer.Context)]
    for name, parameter in wanted.items():
        if name in _SHARED:
            asked.append(_parameter(*_SHARED[name], None))
        elif name not in _HANDED:
            asked.append(_parameter(name, parameter.annotation, parameter.default))
    asked.append(_parameter("json", AsJson, False))
    run.__signature__ = inspect.Signature(asked)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in asked}
    run.__doc__ = tell.__doc__
    return run


def _parameter(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _told(
    game: Game[Any],
    tell: Tell,
    wanted: Mapping[str, inspect.Parameter],
    context: typer.Context,
    said: dict[str, Any],
) -> OddsReport:
    """Ask the game, with what was said in the form it wants it in."""
    start = start_of(game, *(said.pop(typed, None) for typed, _ in _SHARED.values()))
    handed: dict[str, Any] = {"game": game, **start._asdict()}
    handed["given"] = frozenset(name for name in said if _was_typed(context, name))
    with progress_bar() as bar:
        task = bar.add_task("working out", total=None)
        handed["progress"] = lambda done, of: bar.update(task, completed=done, total=of)
        return tell(**said, **{name: value for name, value in handed.items() if name in wanted})


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _print(report: OddsReport, as_json: bool) -> None:
    if as_json:
        print_json(report.data)
        return
    for part in report.parts:
        if isinstance(part, str):
            console().print(part)
        else:
            print_table(part.title, list(part.columns), [list(row) for row in part.rows])
