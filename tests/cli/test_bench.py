"""`flankspeed bench`: what it reports, not how fast it is."""

import importlib.util
import json
from pathlib import Path

import pytest
from command_line import Ran, plant, refusal, run

from flankspeed import games
from flankspeed.engine.compiled import HOW

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


def test_lock_step_needs_numpy(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys; sys.modules['numpy'] = None")
    ran = run("bench", "--batch", "--seconds", "0.02", cwd=tmp_path, planted=planted)
    assert refusal(ran) == "this needs numpy: pip install 'flankspeed[gym]'"


def test_alone_as_a_table(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys; sys.modules['chess'] = None")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    args = ("bench", "--seconds", "0.02", "--rounds", "1")
    ran = run(*args, cwd=tmp_path, planted=planted, env=ascii_only)
    assert ran.out.isascii()
    lines = ran.out.splitlines()
    assert lines[0].strip() == f"Benchmark ({HOW})"
    assert len(lines) == 2 + len(NAMES)
    assert all(line.split()[-3:] == ["-", "-", "-"] for line in lines[2:])


ENVIRONMENTS = ["Gymnasium steps", "PettingZoo steps", "OpenSpiel steps", "OpenSpiel clones"]


def test_environments_beside_their_peers(tmp_path: Path) -> None:
    quick = ("--seconds", "0.01", "--rounds", "1", "--json")
    ran = run("bench", "--adapters", "--peers", *quick, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    rows = json.loads(ran.out)
    what = [*ENVIRONMENTS, "random-play decisions"]
    assert {row["name"] for row in rows} == {f"{game}: {w}" for game in games.names() for w in what}
    assert all(row["value"] > 0 and row["unit"] == "/s" for row in rows)
    found = {(row["name"].split(": ")[1], row["peer"]) for row in rows}
    classics = ["connect four", "chess"] if importlib.util.find_spec("pygame") else []
    assert found >= {("PettingZoo steps", f"PettingZoo's {name}") for name in classics}
    assert found >= {(what, "OpenSpiel's python_tic_tac_toe") for what in ENVIRONMENTS[2:]}
    assert found >= {("random-play decisions", "python-chess"), ("Gymnasium steps", None)}
    for row in rows:
        assert (row["ratio"] is None) == (row["peer"] is None)


def without(folder: Path, *packages: str) -> Ran:
    """The benchmark of environments where these packages are not installed."""
    planted = plant(folder, f"import sys; sys.modules.update(dict.fromkeys({packages}))")
    args = ("bench", "--adapters", "--seconds", "0.01", "--rounds", "1", "--json")
    return run(*args, cwd=folder, planted=planted)


def test_environments_that_are_not_installed_are_left_out(tmp_path: Path) -> None:
    ran = without(tmp_path, "pyspiel", "pettingzoo")
    assert {row["name"].split(": ")[1] for row in json.loads(ran.out)} == {"Gymnasium steps"}


def test_without_any_it_says_what_to_install(tmp_path: Path) -> None:
    ran = without(tmp_path, "pyspiel", "pettingzoo", "gymnasium")
    assert refusal(ran) == "this needs gymnasium: pip install 'flankspeed[gym]'"


def test_a_server_has_no_peers(tmp_path: Path) -> None:
    ran = run("bench", "--table", "--peers", cwd=tmp_path)
    assert refusal(ran) == "--peers is not for --table, which measures a server"


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
