"""`flankspeed rules`: the rule index, which test carries each rule, and the decisions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from flankspeed import games
from flankspeed.cli.common import AsJson, print_json, print_table
from flankspeed.cli.streams import say
from flankspeed.engine import OptionError

_CHECKOUT = Path(__file__).parents[3]
_MARKER = "pytest.mark.rule"


def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game only.")] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only the rules that no test carries.")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", help="The folder of the tests (in a checkout: found).")
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Only the decisions, by the ids the code names.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show the rules in our words, with the tests that carry them, and what players decide.

    Exit code 1 if rules are missing a test and --missing is given.
    """
    names = [game] if game else games.names()
    if decisions:
        if missing:
            raise OptionError("--missing is for rules, not for --decisions")
        _show_decisions(names, json)
        return
    carried = tests_by_rule(_test_folder(tests, needed=missing))
    rows = [
        {
            "id": rule.id,
            "statement": rule.statement,
            "note": rule.note,
            "tests": carried.get(rule.id, []),
        }
        for name in names
        for rule in games.load(name).rules()
    ]
    if missing:
        rows = [row for row in rows if not row["tests"] and not row["note"]]
    if json:
        print_json(rows)
    elif missing:
        for row in rows:
            say(f"{row['id']}: {row['statement']}")
    else:
        print_table(
            "Rules",
            ["rule", "statement", "tests"],
            [
                [str(r["id"]), str(r["statement"]), str(len(carried.get(str(r["id"]), [])))]
                for r in rows
            ],
        )
        _show_decisions(names, json=False, title="\nDecisions")
    if missing and rows:
        raise typer.Exit(1)


def _show_decisions(names: Sequence[str], json: bool, title: str = "Decisions") -> None:
    """Who decides what, by the ids that code and tests name."""
    rows = [
        {"game": name, **msgspec.structs.asdict(decision)}
        for name in names
        for decision in games.load(name).decisions()
    ]
    if json:
        print_json(rows)
    elif rows:
        cells = [[str(value) for value in row.values()] for row in rows]
        print_table(title, ["game", "decision", "seat", "statement"], cells)


def _test_folder(named: Path | None, needed: bool) -> Path | None:
    folder = named or _CHECKOUT / "tests"
    if folder.is_dir():
        return folder
    if named or needed:
        raise OptionError(f"there are no tests in {folder}")
    return None


def tests_by_rule(folder: Path | None) -> dict[str, list[str]]:
    """The ids of the tests that carry each rule, read off their markers."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")) if folder and folder.is_dir() else []:
        for test in _tests_in(path):
            name = f"{path.relative_to(folder.parent) if folder else path}::{test.name}"
            for rule in _rules_of(test):
                found.setdefault(rule, []).append(name)
    return found


def _tests_in(path: Path) -> list[ast.FunctionDef]:
    """The tests of a file, if any of them carries a rule."""
    try:
        text = path.read_bytes()
        if _MARKER.encode() not in text:
            return []
        tree = ast.parse(text, str(path))
    except (OSError, SyntaxError, ValueError) as error:
        raise OptionError(f"cannot read {path}: {error}") from None
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in nodes if node.name.startswith("test")]


def _rules_of(test: ast.FunctionDef) -> list[str]:
    rules = []
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == _MARKER:
            rules += [arg.value for arg in decorator.args if isinstance(arg, ast.Constant)]
    return [rule for rule in rules if isinstance(rule, str)]
