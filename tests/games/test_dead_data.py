"""Every figure in the games' data is read by somebody: data nobody reads is dead.

Data files are loaded strictly (an unknown key is refused), so each key is a field of a class. Here
each field of these classes must be read somewhere as an attribute. What a loader hands on from the
class of the file to the class that is kept (`Ship(crews=people.crews)`) does not count as reading
the latter, nor does what a state, which is no data, has under the same name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent / "src" / "flankspeed"
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "data").is_dir())
BASES = {"NamedTuple", "Struct"}
NO_DATA = {"state", "self", "twin", "view"}
# What says where figures come from, or heads a chart, is read by name in `engine.chart_view`.
HEADS = {"source", "why", "title", "rule", "dice", "columns", "rows", "damaged"}
# Kept although no rule reads it, and why.
KEPT = {
    "Sea.miles": "the scale of the map: tests reckon ratings with it",
    "Sea.yards": "the scale of the map: tests reckon ratings with it",
    "ThroughData.crashing": "beside what the best pilots do: tests compute all anew",
    "ThroughData.direct": "beside what the best pilots do: tests compute all anew",
    "_InputChange.knots": "all of a ship's changes are handed on together",
    "_InputChange.light_aa": "all of a ship's changes are handed on together",
    "_ShipFile.divisions": "says only where the names of divisions come from",
    "_Squadron.aircraft": "tells who reads the file what flies there",
    "_Squadron.role": "all of a squadron is handed on together",
}

TREES = {path: ast.parse(path.read_text()) for path in sorted(ROOT.rglob("*.py"))}


def is_loader(tree: ast.Module) -> bool:
    """Whether a module makes typed objects of what stands in data files."""
    return any(
        isinstance(node, ast.Call) and word(node.func) in ("convert", "typed", "read_toml")
        for node in ast.walk(tree)
    )


def word(node: ast.AST) -> str:
    """The last word of an expression: `ship` in `state.charts.ship`, `tables` in `tables()`."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case ast.Call():
            return word(node.func)
        case ast.Subscript():
            return word(node.value)
    return ""


def data_classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """The classes of a module that hold data: those of `BASES`, and what is built on them here."""
    known = BASES | {"Sourced", "MountData"}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(word(base) in known for base in node.bases):
            known.add(node.name)
            yield node


def fields(node: ast.ClassDef) -> list[str]:
    return [
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]


def reads(tree: ast.Module, handing_on: bool = False) -> set[tuple[str, str]]:
    """Every attribute that is read, with the last word of what it is read from."""
    handed_on = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword)
        for inner in ast.walk(node.value)
        if isinstance(inner, ast.Attribute) and inner.attr == node.arg
    }
    return {
        (node.attr, word(node.value))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and (handing_on or id(node) not in handed_on)
    }


READS = {path: reads(tree) for path, tree in TREES.items()}


def raw_classes(tree: ast.Module) -> set[str]:
    """The classes of files: those that data are converted to, and all that are private."""
    targets = {
        word(node.args[1])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and word(node.func) in ("convert", "typed")
    }
    return targets | {node.name for node in data_classes(tree) if node.name.startswith("_")}


def picked_by_name(game: Path, home: Path) -> set[str]:
    """Where a module picks fields by name (`getattr(sides, side)`), all words the game knows."""
    picks = any(
        isinstance(node, ast.Call) and word(node.func) in ("getattr", "asdict", "fields")
        for node in ast.walk(TREES[home])
    )
    return {
        node.value
        for path, tree in TREES.items()
        if picks and path.is_relative_to(game)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def dead_fields(game: Path) -> Iterator[str]:
    for home, tree in TREES.items():
        if not home.is_relative_to(game) or not is_loader(tree):
            continue
        raw, picked = raw_classes(tree), picked_by_name(game, home)
        here = {name for name, _ in reads(tree)}
        handed_on = {name for name, _ in reads(tree, handing_on=True)}
        elsewhere = {
            name
            for path, found in READS.items()
            for name, owner in found
            if path != home and owner not in NO_DATA
        }
        for node in data_classes(tree):
            read = elsewhere | picked | (handed_on if node.name in raw else here)
            for field in fields(node):
                if field not in HEADS and field not in read:
                    yield f"{node.name}.{field}"


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_the_data_is_read(game: str) -> None:
    dead = [name for name in dead_fields(ROOT / "games" / game) if name not in KEPT]
    assert not dead, "\n".join(dead)


def test_dead_data_are_found() -> None:
    tree = ast.parse("class Ship(NamedTuple):\n    crews: int\n    tubes: int\n")
    assert [fields(node) for node in data_classes(tree)] == [["crews", "tubes"]]
    handed = ast.parse("Ship(crews=people.crews, tubes=len(people.crews))")
    assert reads(handed) == {("crews", "people")}
    assert reads(ast.parse("Ship(crews=people.crews)")) == set()
