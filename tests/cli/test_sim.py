"""`flankspeed sim`: many games, reported."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import plant, refusal, run

KEYS = {"game", "scenario", "games", "seed", "bots", "wins", "outcomes", "figures", "seconds"}
BOTS = ("--bot", "usn=random", "--bot", "ijn=lieutenant")
ATTACK = ("sim", "kamikaze", *BOTS, "--games", "12")
DIVES = ("sim", "kamikaze", *BOTS, "--scenario", "dives-3", "--games", "60")


def report(cwd: Path, *args: str) -> dict[str, Any]:
    ran = run(*args, "--json", cwd=cwd)
    assert (ran.err, ran.code) == ("", 0)
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_what_is_reported(tmp_path: Path) -> None:
    found = report(tmp_path, *ATTACK, "--seed", "3")
    assert found.keys() >= KEYS
    assert (found["game"], found["scenario"]) == ("kamikaze", "attack")
    assert (found["games"], found["seed"]) == (12, 3)
    assert found["bots"] == {"usn": "random", "ijn": "lieutenant"}
    assert found["wins"].keys() == {"usn", "ijn", "draw"}
    assert sum(found["wins"].values()) == sum(found["outcomes"].values()) == 12
    assert found["seconds"] >= 0
    for figure in found["figures"].values():
        assert list(figure) == ["mean", "low", "high"]
        assert figure["low"] <= figure["mean"] <= figure["high"]
    assert 0 < found["figures"]["kamikazes through"]["mean"] <= 6
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_is_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    calls = [
        (*DIVES, "--seed", "1"),
        (*DIVES, "--seed", "1", "--jobs", "2"),
        (*DIVES, "--seed", "2"),
    ]
    alone, together, other = (report(tmp_path, *call) for call in calls)
    del alone["seconds"], together["seconds"]
    assert alone == together
    assert alone["figures"] != other["figures"]


NOTE_THE_WORKERS = """
import os, sys
if any("loky" in word and "popen" in word for word in sys.orig_argv):
    open(f"worker-{os.getpid()}", "w").close()
"""


@pytest.mark.parametrize(("games", "jobs", "most"), [(2, 5, 2), (1, 5, 0), (2, 1, 0)])
def test_no_more_processes_than_parts(tmp_path: Path, games: int, jobs: int, most: int) -> None:
    """Each worker leaves a file behind; a single part is played without any."""
    pytest.importorskip("joblib")
    planted = plant(tmp_path, NOTE_THE_WORKERS)
    args = ("sim", "kamikaze", *BOTS, "--scenario", "dives-1", "--games", str(games))
    ran = run(*args, "--jobs", str(jobs), "--json", cwd=tmp_path, planted=planted)
    assert (ran.err, ran.code) == ("", 0)
    assert json.loads(ran.out)["games"] == games
    started = list(tmp_path.glob("worker-*"))
    assert len(started) <= most
    assert bool(started) == bool(most)


def test_an_option_changes_the_games(tmp_path: Path) -> None:
    plain = report(tmp_path, *DIVES)
    extra = report(tmp_path, *DIVES, "--option", "p2.crashVolley=on")
    assert plain["figures"] != extra["figures"]


def test_own_figures_change_the_games(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("mounts = []\n", encoding="utf-8")
    found = report(tmp_path, *DIVES, "--data", "own.toml")
    assert found["figures"]["crashes"]["mean"] > 2  # no guns: every dive crashes, some sink early


def test_a_seat_without_a_bot_gets_the_strongest(tmp_path: Path) -> None:
    found = report(tmp_path, "sim", "kamikaze", "--scenario", "dives-2", "--games", "3")
    assert found["bots"] == {"usn": "admiral", "ijn": "admiral"}
    assert found["games"] == sum(found["wins"].values()) == 3


def test_as_tables(tmp_path: Path) -> None:
    """A short game may take no time that can be measured: here the clock stands still."""
    args = ("sim", "kamikaze", *BOTS, "--scenario", "dives-1", "--games", "1")
    planted = plant(tmp_path, "import time; time.perf_counter = lambda: 0.0")
    ran = run(*args, cwd=tmp_path, planted=planted)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0].startswith(
        "kamikaze, dives-1: 1 games (usn random, ijn lieutenant, seed 0) in "
    )
    titles = [line.strip() for line in lines if line.strip() in ("Wins", "Outcomes", "Figures")]
    assert titles == ["Wins", "Outcomes", "Figures"]
    assert any(line.split()[:2] == ["crashes", "0.000"] for line in lines)


def test_without_joblib(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys; sys.modules['joblib'] = None")
    ran = run(*DIVES, "--jobs", "2", cwd=tmp_path, planted=planted)
    assert refusal(ran) == "this needs joblib: pip install 'flankspeed[lab]'"
    assert run(*DIVES, "--json", cwd=tmp_path, planted=planted).code == 0
