"""What is published: sdist and wheel, one version, a lock with hashes, and what is said of them.

`make published` is the long form: every installer, every Python that is here, every command.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from published.commands import ROOT, prepare, shortened, tried, written
from published.environments import build, offline

import flankspeed


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return offline(wheel, tmp_path_factory.mktemp("clean"))


def test_wheel_and_sdist_hold_what_they_must(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src" / "flankspeed"
    ours = {
        str(path.relative_to(package.parent))
        for path in package.rglob("*")
        if path.suffix in (".py", ".toml", ".js", ".css", ".html", ".typed", ".svg", ".webmanifest")
    }
    assert len(ours) > 500
    assert ours <= held
    assert not [name for name in held if name.startswith(("tests", "docs", "deploy"))]
    (sdist,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(sdist) as opened:
        roots = {name.split("/")[1] for name in opened.getnames() if "/" in name}
    assert roots >= {"src", "tests", "docs", "Makefile", "requirements.txt", "LICENSE", "README.md"}


def test_the_version_stands_in_one_place(program: Path, wheel: Path) -> None:
    version = flankspeed.__version__
    said = subprocess.run([str(program), "--version"], capture_output=True, text=True).stdout
    assert said == f"{version} (pure Python)\n"
    assert wheel.name.startswith(f"flankspeed-{version}-")
    assert version not in (ROOT / "pyproject.toml").read_text("utf-8")
    assert f"## {version}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_commands_of_the_readme_work_without_extras(program: Path, tmp_path: Path) -> None:
    """A command that needs an extra names it, in one sentence."""
    prepare(tmp_path, program)
    handful = [
        "flankspeed serve --store postgresql://...",
        "flankspeed lessons",
        "flankspeed replay game.fsr --verify",
        "flankspeed review game.fsr",
        "flankspeed odds picket --planes 315H,315M,180L --gunnery 1",
        "flankspeed picture kamikaze --record game.fsr -o board.svg",
    ]
    assert set(handful) <= set(written())
    outcomes = [outcome.how for outcome in tried(tmp_path, program, handful)]
    assert outcomes == ["lacks", "works", "works", "lacks", "works", "works"]


def test_every_command_of_the_readme_is_tried(tmp_path: Path) -> None:
    commands = written()
    assert len(commands) > 30
    assert not [c for c in commands if re.search(r"\.\.\.|\b[A-Z]{3,}\b", " ".join(shortened(c)))]


def test_the_lock_has_hashes_for_all_and_names_no_host() -> None:
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    entries = re.split(r"\n(?=[a-z])", lock.partition("\n")[2])
    pinned = [entry for entry in entries if re.match(r"[a-z][\w.-]*(\[[\w,]+\])?==", entry)]
    assert len(pinned) > 100
    assert not [entry.split()[0] for entry in pinned if "--hash=sha256:" not in entry]
    assert "://" not in lock
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "--require-hashes -r requirements.txt" in makefile
    assert "--generate-hashes" in makefile
