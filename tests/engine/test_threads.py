"""Games in many threads at once, as a server has them: in a process where nothing is loaded yet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import flankspeed

CODE = """
import sys, threading
from flankspeed import bots, games, new

def begin():
    together.wait()
    for name in games.names():
        match = new(name, seed=1)
        bot = bots.make(games.load(name), "random")
        for _ in range(30):
            if match.decision:
                match.play(bot.choose(match.state, match.decision))
        boards.append(str(match))

sys.setswitchinterval(1e-6)
boards = []
together = threading.Barrier(6)
threads = [threading.Thread(target=begin) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(boards), len(set(boards)))
"""


@pytest.mark.slow
def test_first_matches_in_many_threads() -> None:
    package = str(Path(flankspeed.__file__).parents[1])
    for _ in range(3):
        ran = subprocess.run(
            [sys.executable, "-c", CODE],
            env=os.environ | {"PYTHONPATH": package},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout == "18 3\n"
