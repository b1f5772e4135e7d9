"""The blocks of code in the documentation: all of them are what they say.

Blocks of Python are run by `make check` (what they print is compared), the listings of
docs/adding-a-game.md by `tests/cli/test_added_game.py`. Here are commands, and files to write.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from flankspeed import bots, games
from flankspeed.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands that say what there is, or work out something small: they are run as they stand.
QUICK = ("lessons", "options", "scenarios", "rules", "template", "odds samar", "odds picket")


class Block(NamedTuple):
    """A block of code, and where it stands."""

    page: str
    language: str
    text: str


def blocks() -> list[Block]:
    return [
        Block(page.name, language, text)
        for page in PAGES
        for language, text in _BLOCK.findall(page.read_text("utf-8"))
    ]


def commands() -> list[tuple[str, str]]:
    """Every `flankspeed ...` in a block for the shell, with its page."""
    return [
        (block.page, " ".join(shlex.split(line, comments=True)))
        for block in blocks()
        if block.language == "sh"
        for line in block.text.replace("\\\n", " ").splitlines()
        if line.startswith("flankspeed")
    ]


def test_every_block_of_python_is_run() -> None:
    """As an example with what it prints; what is not, is a file, or for a cluster of one's own."""
    python = [block for block in blocks() if block.language == "python"]
    assert len(python) > 30
    listings = {block.page for block in python if not block.text.startswith(">>> ")}
    assert listings == {"adding-a-game.md", "cluster.md"}
    for block in python:
        if not block.text.startswith(">>> "):
            compile(block.text, block.page, "exec")


def test_every_file_to_write_is_toml() -> None:
    files = [block for block in blocks() if block.language == "toml"]
    assert len(files) > 8
    for block in files:
        tomllib.loads(block.text)


def test_commands_are_called_as_they_may_be() -> None:
    """Every command, option and kind of value is one that the command line knows."""
    found = commands()
    assert len(found) > 40
    for page, command in found:
        part: Any = get_command(app)
        words = command.split()[1:]
        while words and words[0] in getattr(part, "commands", ()):
            part, words = part.commands[words[0]], words[1:]
        try:
            with part.make_context("flankspeed", words):
                pass
        except Exception as error:
            pytest.fail(f"{page}: {command}: {error}")


def test_commands_name_games_scenarios_bots_and_lessons_that_exist() -> None:
    for page, command in commands():
        words = command.split()[1:]
        if words[:1] not in (["play"], ["sim"], ["ladder"], ["fuzz"], ["perft"], ["tree"]):
            continue
        if len(words) > 1 and not words[1].startswith("-"):
            assert words[1] in games.names(), (page, command)
            _exists(words[1], words[2:])


def _exists(name: str, words: list[str]) -> None:
    game = games.load(name)
    for option, value in pairwise(words):
        if option == "--scenario" and not value.endswith(".toml") and value != "all":
            assert value in [scenario.name for scenario in game.scenarios]
        if option == "--lesson":
            assert value in [lesson.name for lesson in game.lessons()]
        if option == "--bot":
            seat, _, bot = value.rpartition("=")
            assert not seat or seat in game.seats
            assert bot in bots.names(game)
        if option == "--option":
            key, _, chosen = value.partition("=")
            game.options({key: chosen})


def test_what_is_quick_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for page, command in commands():
        words = command.split()[1:]
        if " ".join(words).startswith(QUICK):
            code = app(words, standalone_mode=False)
            assert code in (None, 0), (page, command)
            assert capsys.readouterr().out or list(tmp_path.iterdir())
            ran += 1
    assert ran >= 5
