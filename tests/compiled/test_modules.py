"""Which modules are compiled, as pyproject.toml says, and that libraries fit their sources."""

from __future__ import annotations

import ast
import importlib.machinery
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "flankspeed"
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
    "flankspeed"
]["compile"]
GROUPS: dict[str, list[str]] = SETTINGS["groups"]
PURE = {path for pattern in SETTINGS["pure"] for path in PACKAGE.glob(pattern)}
MODULES = sorted(
    {path for patterns in GROUPS.values() for pattern in patterns for path in PACKAGE.glob(pattern)}
    - PURE
)


@pytest.mark.parametrize(
    "pattern", [*SETTINGS["pure"], *(p for some in GROUPS.values() for p in some)]
)
def test_every_pattern_finds_modules(pattern: str) -> None:
    assert list(PACKAGE.glob(pattern))


def test_no_module_is_in_two_libraries() -> None:
    found = [
        {path for pattern in patterns for path in PACKAGE.glob(pattern)} - PURE
        for patterns in GROUPS.values()
    ]
    assert sum(map(len, found)) == len(MODULES) > 150


def test_a_compiled_module_defines_no_struct() -> None:
    """A struct of msgspec, or a class with a metaclass of Python's, would not be what it says."""
    found = [
        (path.name, node.name)
        for path in MODULES
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
        and {ast.unparse(base) for base in node.bases} & {"msgspec.Struct", "ABC", "Options"}
    ]
    assert found == []


def test_libraries_are_newer_than_their_sources() -> None:
    """Python prefers a library to the source beside it: make compile, or make uncompile."""
    stale = [
        str(path.relative_to(PACKAGE))
        for path in MODULES
        for suffix in importlib.machinery.EXTENSION_SUFFIXES
        if (library := path.with_suffix(suffix)).exists()
        and library.stat().st_mtime < path.stat().st_mtime
    ]
    assert stale == []
