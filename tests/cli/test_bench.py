"""`flankspeed bench`: what it reports, not how fast it is."""

import importlib.util
import json
from pathlib import Path

import pytest
from command_line import plant, run

from flankspeed import games

WHAT = ["random-play decisions", "random games", "copy of a state", "undo of a choice"]
NAMES = [f"{game}: {what}" for game in games.names() for what in WHAT] + ["samar: line of sight"]


def test_beside_its_peer(tmp_path: Path) -> None:
    ran = run("bench", "--seconds", "0.02", "--rounds", "1", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    rows = json.loads(ran.out)
    assert [row["name"] for row in rows] == NAMES
    assert rows.pop()["unit"] == "us"  # a line of sight has no peer
    peer = "python-chess" if importlib.util.find_spec("chess") else None
    for row in rows:
        assert list(row) == ["name", "value", "unit", "peer", "peer_value", "ratio"]
        assert row["unit"] in ("/s", "us")
        assert row["value"] > 0
        assert row["peer"] == peer
        if peer:
            faster = row["value"] / row["peer_value"]
            faster = faster if row["unit"] == "/s" else 1 / faster
            assert row["ratio"] == pytest.approx(faster, rel=0.05, abs=0.01)


def test_alone_as_a_table(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys; sys.modules['chess'] = None")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    args = ("bench", "--seconds", "0.02", "--rounds", "1")
    ran = run(*args, cwd=tmp_path, planted=planted, env=ascii_only)
    assert ran.out.isascii()
    lines = ran.out.splitlines()
    assert lines[0].strip() == "Benchmark"
    assert len(lines) == 2 + len(NAMES)
    assert all(line.split()[-3:] == ["-", "-", "-"] for line in lines[2:])


CPU_TIME_ONLY = """
import time
from itertools import count

def on_the_wall():
    raise AssertionError("this depends on who else is at work")

def of_the_process(ticks=count()):
    return next(ticks) ** 2 / 1e6

time.process_time = of_the_process
time.perf_counter = on_the_wall
"""


def test_nothing_but_cpu_time_counts(tmp_path: Path) -> None:
    """With a CPU clock that moves only when it is read, the figures are the same each time."""
    planted = plant(tmp_path, CPU_TIME_ONLY)
    first, again = (
        run("bench", "--seconds", "0.01", "--rounds", "1", "--json", cwd=tmp_path, planted=planted)
        for _ in range(2)
    )
    assert (first.err, first.code) == ("", 0)
    assert [row["name"] for row in json.loads(first.out)] == NAMES
    assert first == again
