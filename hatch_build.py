"""Compile the hot modules with mypyc, where FLANKSPEED_COMPILE=1 asks for it.

Which modules, and in which libraries, stands in pyproject.toml under [tool.flankspeed.compile].
`python hatch_build.py` compiles them in place (`make compile`): the libraries lie beside the
sources, and Python prefers them.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.resolve()
SOURCE = ROOT / "src"
BUILD = ROOT / "build" / "compiled"


def _settings() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return project["tool"]["flankspeed"]["compile"]  # type: ignore[no-any-return]


def _groups(settings: dict[str, Any]) -> dict[str, list[str]]:
    """The modules of each library, as paths from the folder of the sources."""
    package = SOURCE / "flankspeed"
    pure = {path for pattern in settings["pure"] for path in package.glob(pattern)}
    groups = {}
    for name, patterns in settings["groups"].items():
        found = {path for pattern in patterns for path in package.glob(pattern)} - pure
        groups[f"flankspeed.{name}"] = sorted(str(path.relative_to(SOURCE)) for path in found)
    return groups


def compile_modules() -> list[Path]:
    """Compile all of them; a library whose modules have not changed is left as it is.

    Returns the libraries, which lie in `BUILD / "lib"` as they will in the package.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    shutil.rmtree(BUILD / "cache", ignore_errors=True)  # mypyc forgets parts of what it has cached
    groups = _groups(_settings())
    here = Path.cwd()
    os.chdir(SOURCE)  # tracebacks name sources by the path they are compiled by
    try:
        extensions = mypycify(
            [
                f"--config-file={ROOT / 'pyproject.toml'}",
                f"--cache-dir={BUILD / 'cache'}",
                *(path for paths in groups.values() for path in paths),
            ],
            separate=[(paths, name) for name, paths in groups.items()],
            opt_level="2",
            debug_level="0",
            target_dir=str(BUILD / "c"),
        )
        for extension in extensions:
            extension.include_dirs.append(str(BUILD / "c" / "flankspeed"))
        command = build_ext(Distribution({"name": "flankspeed", "ext_modules": extensions}))
        command.build_lib = str(BUILD / "lib")
        command.build_temp = str(BUILD / "o")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        return [Path(path) for path in command.get_outputs()]
    finally:
        os.chdir(here)


def compile_in_place() -> None:
    """Put the libraries beside the sources, and take away those of an earlier time."""
    libraries = compile_modules()
    for old in SOURCE.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        old.unlink()
    for library in libraries:
        shutil.copy(library, SOURCE / library.relative_to(BUILD / "lib"))


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries to the wheel, or to the sources of an editable install."""

    PLUGIN_NAME = "custom"

    @property
    def _wanted(self) -> bool:
        return os.environ.get("FLANKSPEED_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """What the compiler needs: mypyc reads the types of everything that is imported."""
        if not self._wanted:
            return []
        return [*self.metadata.core.dependencies, *_settings()["requires"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, if it is wanted."""
        if not self._wanted:
            return
        if version == "editable":
            compile_in_place()
            return
        for library in compile_modules():
            where = library.relative_to(BUILD / "lib")
            build_data["force_include"][str(library)] = str(where)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


if __name__ == "__main__":
    sys.exit(compile_in_place())
