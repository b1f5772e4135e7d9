"""The command line: one module per command.

Exit codes: 0 fine, 1 the answer is no, 2 the call or its input is wrong (one sentence on stderr),
3 a fault of our own.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import typer

from flankspeed import __version__
from flankspeed.cli.common import Command, refuse
from flankspeed.cli.odds import odds
from flankspeed.cli.play import play
from flankspeed.cli.serve import is_installed, open_table
from flankspeed.cli.streams import on_terminal, prepare, say
from flankspeed.cli.study import study
from flankspeed.engine import FlankspeedError
from flankspeed.engine.compiled import HOW

_STOPPED = 130  # by Ctrl-C

app = typer.Typer(
    name="flankspeed",
    help="Play, study and measure board wargames of the Pacific war at sea.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=False,
)

for _name in (
    "play",
    "serve",
    "backup",
    "restore",
    "check-store",
    "migrate",
    "replay",
    "report",
    "review",
    "sim",
    "ladder",
    "luck",
    "picture",
    "rules",
    "options",
    "scenarios",
    "template",
    "lessons",
    "fuzz",
    "perft",
    "tree",
    "bench",
):
    _function = _name.replace("-", "_")
    app.command(_name, cls=Command)(
        getattr(import_module(f"flankspeed.cli.{_function}"), _function)
    )

app.add_typer(odds, name="odds")
app.add_typer(study, name="study")


@app.callback(invoke_without_command=True)
def flankspeed(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", help="Print the version, and whether it is compiled."
    ),
    no_browser: bool = typer.Option(
        False, "--no-browser", help="Without a command: start the table, but no browser."
    ),
) -> None:
    """Play, study and measure board wargames of the Pacific war at sea.

    Without a command: start the table and open it in the browser. Where the table is not installed:
    choose a game and play it here, as "flankspeed play" does.
    """
    if version:
        say(f"{__version__} ({HOW})")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        refuse(context, "no_browser", why="is for flankspeed without a command")
    else:
        if is_installed():
            open_table(not no_browser)
        else:
            play()


def main() -> None:
    """Run a command; whatever goes wrong is one sentence on stderr and an exit code."""
    prepare()
    sys.exit(_run())


def _run() -> int:
    try:
        code = app(standalone_mode=False)
    except FlankspeedError as error:
        return _fail(str(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("stopped", _STOPPED)
    except BrokenPipeError:
        _write_no_more()
        return 0
    except Exception as error:
        # What the command line library says of a wrong call has a message and an exit code.
        message = getattr(error, "format_message", None)
        if message is not None:
            return _fail(message(), getattr(error, "exit_code", 2))
        if isinstance(error, OSError) and error.filename is None:  # it is of standard output
            _write_no_more()
            return _fail(f"cannot write: {error.strerror}", 2)
        if os.environ.get("FLANKSPEED_DEBUG"):
            raise
        kind = type(error).__name__
        hint = "FLANKSPEED_DEBUG=1 shows where"
        return _fail(f"a fault in Flank Speed itself: {kind}: {error} ({hint})", 3)
    if code == _STOPPED and on_terminal():
        say("", error=True)  # leave the line that Ctrl-C was typed on
    return code if isinstance(code, int) else 0


def _write_no_more() -> None:
    """Let what is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    sentence = " ".join(message.split())
    say(f"flankspeed: {sentence}", error=True)
    return code
