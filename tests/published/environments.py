"""Clean environments: the wheel installed as people do it, or without a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def build(folder: Path) -> Path:
    """Make sdist and wheel, the wheel from the sdist, with the tools that are installed here."""
    args = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(args, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def pythons() -> dict[str, Path]:
    """The versions of Python that are installed here, of those that are supported."""
    found = {}
    for version in VERSIONS:
        named = [path for path in [shutil.which(f"python{version}")] if path]
        pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
        named += [str(path) for path in sorted(pyenv.glob(f"{version}.*/bin/python{version}"))]
        if answering := [python for path in named if (python := _answers(path))]:
            found[version] = answering[0]
    return found


def _answers(path: str) -> Path | None:
    """Where a Python really is; None for a name that leads nowhere."""
    ask = [path, "-c", "import ensurepip, sys; print(sys.executable)"]
    done = subprocess.run(ask, capture_output=True, text=True)
    return Path(done.stdout.strip()) if done.returncode == 0 else None


def offline(wheel: Path, folder: Path) -> Path:
    """An environment with the wheel and what it says it needs, copied from the one we run in.

    The program in it.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    into = ["--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, *into, "install", "--no-index", "--no-deps", str(wheel)], check=True)
    (info,) = site.glob("flankspeed-*.dist-info")
    for needed in _closure(PathDistribution(info)):
        for file in needed.files or ():
            if ".." not in file.parts:
                target = site / file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(Path(str(needed.locate_file(file))))
    return folder / "bin" / "flankspeed"


def _closure(start: Distribution) -> list[Distribution]:
    """All distributions that one needs, and those they need, without extras."""
    found: dict[str, Distribution] = {}
    waiting = list(start.requires or ())
    while waiting:
        needed = Requirement(waiting.pop())
        name = re.sub(r"[-_.]+", "-", needed.name).lower()
        if name in found or (needed.marker and not needed.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(needed.name)
        waiting += found[name].requires or ()
    return list(found.values())


def tools(folder: Path) -> None:
    """Install pipx and uv in a folder, and put it first on the path."""
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "install", "pipx", "uv"], check=True)
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"


def with_pip(python: Path, wheel: Path, extras: str, folder: Path) -> Path:
    """Installed by pip into a new environment."""
    subprocess.run([str(python), "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "install", f"{wheel}{extras}"], check=True)
    return folder / "bin" / "flankspeed"


def with_pipx(python: Path, wheel: Path, extras: str, folder: Path) -> Path:
    """Installed by pipx."""
    where = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    pipx = ["pipx", "install", "--quiet", "--python", str(python), f"{wheel}{extras}"]
    subprocess.run(pipx, check=True, env=os.environ | where)
    return folder / "bin" / "flankspeed"


def with_uv(python: Path, wheel: Path, extras: str, folder: Path) -> Path:
    """Installed by uv as a tool."""
    where = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    uv = ["uv", "tool", "install", "--quiet", "--no-config", "--python", str(python)]
    subprocess.run(
        [*uv, f"flankspeed{extras} @ {wheel.as_uri()}"], check=True, env=os.environ | where
    )
    return folder / "bin" / "flankspeed"


INSTALLERS = {"pip": with_pip, "pipx": with_pipx, "uv": with_uv}
