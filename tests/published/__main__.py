"""`make published`: install the wheel as people do, and run every command of the README there.

    make published ARGS="--python 3.12 --installer uv"

Without extras a command works, or names the extra that it needs; with `[all]` every one works. It
needs the registry that pip uses, and takes some minutes for each environment. The command ends with
1 if anything did not go as it should.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from published.commands import prepare, tried, written
from published.environments import INSTALLERS, VERSIONS, build, pythons, tools


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="make published", description="Does the wheel work?")
    parser.add_argument("--python", choices=VERSIONS, help="one version; without it, all here")
    parser.add_argument("--installer", choices=sorted(INSTALLERS), help="one; without it, all")
    parser.add_argument("--extras", choices=["none", "all"], help="one; without it, both")
    wanted = parser.parse_args()
    here = {v: p for v, p in pythons().items() if wanted.python in (None, v)}
    missing = sorted(set(VERSIONS if wanted.python is None else [wanted.python]) - set(here))
    if missing:
        print(f"Not installed here: Python {', '.join(missing)}", flush=True)
    faults = 0
    with tempfile.TemporaryDirectory(prefix="flankspeed-published-") as name:
        wheel = build(Path(name) / "dist")
        tools(Path(name) / "tools")
        for version, python in here.items():
            for installer, install in INSTALLERS.items():
                for extras in ("none", "all"):
                    if wanted.installer in (None, installer) and wanted.extras in (None, extras):
                        folder = Path(name) / f"{version}-{installer}-{extras}"
                        program = install(python, wheel, "[all]" if extras == "all" else "", folder)
                        faults += _try(f"{version} {installer} {extras}", program, folder, extras)
                        shutil.rmtree(folder)
    return 1 if faults or not here else 0


def _try(name: str, program: Path, folder: Path, extras: str) -> int:
    """Run all commands there; how many did not go as they should."""
    place = folder / "place"
    place.mkdir(parents=True)
    prepare(place, program)
    outcomes = list(tried(place, program, written()))
    good = {"works"} if extras == "all" else {"works", "lacks"}
    bad = [outcome for outcome in outcomes if outcome.how not in good]
    works = sum(outcome.how == "works" for outcome in outcomes)
    print(f"Python {name}: {works} of {len(outcomes)} commands work", flush=True)
    for outcome in bad:
        print(f"  {outcome.command}: {outcome.how.strip()}", flush=True)
    return len(bad)


if __name__ == "__main__":
    sys.exit(main())
