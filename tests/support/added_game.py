"""The game that docs/adding-a-game.md builds: read out of the page, and installed as it says.

The page is all there is of it: whoever tests it asks this module for its name.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"

# A file's name alone in a line, then its contents.
_FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))
_ENTRIES = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]["flankspeed.games"]
NAME: str = next(iter(_ENTRIES))


def write(folder: Path) -> Path:
    """Write the files of the page to a folder."""
    for name, contents in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents, encoding="utf-8")
    return folder


def install(package: Path, folder: Path) -> Path:
    """Install the package into a folder of its own, to be put on the path of processes."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, *offline, "--target", str(folder), str(package)], check=True)
    return folder
