"""Games are found by entry point: one that is brought twice or cannot be loaded says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import refusal, run

_MODULE = """\
import flankspeed.games.kamikaze

class Nameless:
    pass

class Renamed(flankspeed.games.kamikaze.Kamikaze):
    pass

def broken():
    return 1 / 0
"""


def bring(folder: Path, name: str, value: str) -> Path:
    """A package in a folder that brings a game, as `pip` would leave it."""
    known = folder / f"{name}_game-1.dist-info"
    known.mkdir(parents=True)
    (known / "METADATA").write_text(f"Name: {name}-game\nVersion: 1\n", encoding="utf-8")
    entries = f"[flankspeed.games]\n{name} = {value}\n"
    (known / "entry_points.txt").write_text(entries, encoding="utf-8")
    (folder / "brought.py").write_text(_MODULE, encoding="utf-8")
    return folder


def test_a_game_that_is_brought_twice(tmp_path: Path) -> None:
    brought = bring(tmp_path / "brought", "kamikaze", "brought:Renamed")
    said = refusal(run("scenarios", "samar", cwd=tmp_path, planted=brought))
    assert said.startswith("two packages bring a game 'kamikaze': ")
    assert "brought:Renamed" in said


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("nowhere:Game", "ModuleNotFoundError: No module named 'nowhere'"),
        ("brought:Missing", "AttributeError: module 'brought' has no attribute 'Missing'"),
        ("brought:broken", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_game_that_cannot_be_loaded(tmp_path: Path, value: str, why: str) -> None:
    brought = bring(tmp_path / "brought", "fourth", value)
    said = refusal(run("scenarios", "fourth", cwd=tmp_path, planted=brought))
    assert said == f"the game 'fourth' cannot be loaded ({value}): {why}"
    others = run("scenarios", "kamikaze", cwd=tmp_path, planted=brought)
    assert (others.err, others.code) == ("", 0)


@pytest.mark.parametrize("value", ["brought:Nameless", "brought:Renamed"])
def test_what_is_no_game_of_that_name(tmp_path: Path, value: str) -> None:
    brought = bring(tmp_path / "brought", "fourth", value)
    said = refusal(run("scenarios", "fourth", cwd=tmp_path, planted=brought))
    assert said == f"{value} is no game of the name 'fourth'"


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["odds", "--help"], ["rules"]])
def test_whoever_needs_all_games_says_which_is_broken(tmp_path: Path, command: list[str]) -> None:
    brought = bring(tmp_path / "brought", "fourth", "nowhere:Game")
    store = ["--store", f"sqlite:///{tmp_path}/table.db"] if command[0] == "serve" else []
    said = refusal(run(*command, *store, cwd=tmp_path, planted=brought))
    assert said.startswith("the game 'fourth' cannot be loaded (nowhere:Game): ")
