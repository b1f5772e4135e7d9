"""What a server holds after many choices, and how soon one starts with many matches.

    PYTHONPATH=tests/support python tests/figures/table_for_long.py --choices 20000 --matches 20000

Memory and CPU time are those of the server's own process.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from table_filled import fill, play
from table_server import Server

STEPS = 10  # times that the memory is told


def memory(server: Server) -> float:
    """Megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def held(url: str, choices: int) -> None:
    """One battle after another, until so many choices are made."""
    random, made, told = Random(1), 0, 0
    with Server(url, "--rate", "0") as server:
        print(f"{made:8,} choices: {memory(server):6.1f} MB")
        while made < choices:
            made += play(server.begin("samar", seed=made), random, choices - made)
            if made * STEPS // choices > told:
                told = made * STEPS // choices
                print(f"{made:8,} choices: {memory(server):6.1f} MB", flush=True)


def started(file: Path) -> None:
    """How long it takes until the server answers, and until a room is open."""
    begun = time.monotonic()
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        print(f"answers after {time.monotonic() - begun:.2f} s, {memory(server):.0f} MB")
        begun = time.monotonic()
        server.begin("kamikaze", seed=1).watcher.position()
        print(f"a new match is begun and shown after {time.monotonic() - begun:.2f} s more")


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=int, default=20_000)
    parser.add_argument("--matches", type=int, default=20_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.choices:
            held(f"sqlite:///{folder}/choices.db", args.choices)
        if args.matches:
            file = Path(folder, "matches.db")
            fill(file, args.matches)
            print(f"{args.matches:,} matches: {file.stat().st_size / 1e6:.0f} MB")
            started(file)


if __name__ == "__main__":
    main()
