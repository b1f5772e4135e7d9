"""The shared rooms know no game: neither a name nor a seat of one stands in their code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import flankspeed
from flankspeed import games

ROOMS = ("engine", "odds", "bots", "lab", "table", "cli", "adapters")
SOURCE = Path(flankspeed.__file__).parent
LOADED = [games.load(name) for name in games.names()]
SEATS = {seat for game in LOADED for seat in (*game.seats, *game.enemies)}
WORDS = re.compile(rf"\b({'|'.join([*games.names(), *sorted(SEATS)])})\b", re.IGNORECASE)
SIDES = SOURCE / "engine" / "side.py"  # the two navies, for whichever game is about them

_TOLD = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code(path: Path) -> str:
    """What a file does: all of it but the docstrings and comments of Python."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, _TOLD) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_no_game_is_named() -> None:
    files = [path for room in ROOMS for path in (SOURCE / room).rglob("*.*") if path != SIDES]
    parts = [path for path in files if path.suffix in (".py", ".js", ".css", ".html", ".toml")]
    assert len(parts) > 100
    found = {str(path.relative_to(SOURCE)): WORDS.findall(code(path)) for path in parts}
    assert {path: words for path, words in found.items() if words} == {}
