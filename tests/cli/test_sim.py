"""`flankspeed sim`: many games, reported."""

import csv
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


COLUMNS = [
    *("scenario", "seed", "number", "winner", "outcome", "score.usn", "score.ijn"),
    *("figure.turns of phase 1", "figure.escorts lost", "figure.CAP lost"),
    *("figure.kamikazes through", "figure.crashes", "figure.damage to the ship"),
    *("figure.mounts lost", "decisions", "throws", "seconds"),
]


def lines(path: Path) -> list[dict[str, Any]]:
    """A line for each game, whatever the format."""
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        found: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
        return found
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return list(csv.DictReader(file))
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("name", ["games.parquet", "games.csv", "games.jsonl"])
def test_a_line_for_each_game(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("what was here before", encoding="utf-8")
    found = report(tmp_path, *DIVES, "--seed", "7", "--out", name)
    rows = lines(tmp_path / name)
    assert all(list(row) == COLUMNS for row in rows)
    assert [int(row["number"]) for row in rows] == list(range(60))
    winners = [row["winner"] for row in rows]
    assert {side: winners.count(side) for side in ("usn", "ijn")} | {"draw": 0} == found["wins"]
    crashes = [float(row["figure.crashes"]) for row in rows]
    assert sum(crashes) / 60 == pytest.approx(found["figures"]["crashes"]["mean"])
    assert {(row["scenario"], int(row["seed"])) for row in rows} == {("dives-3", 7)}
    assert all(float(row["score.ijn"]) == (1 if row["winner"] == "ijn" else -1) for row in rows)
    del found["seconds"]
    plain = report(tmp_path, *DIVES, "--seed", "7")
    del plain["seconds"]
    assert found == plain
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_lines_of_all_scenarios(tmp_path: Path) -> None:
    args = ("sim", "kamikaze", "--bot", "usn=random", "--bot", "ijn=random", "--games", "2")
    ran = run(*args, "--scenario", "all", "--out", "all.csv", "--jobs", "2", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    rows = lines(tmp_path / "all.csv")
    assert [row["scenario"] for row in rows[::2]] == [
        "attack",
        *(f"dives-{n}" for n in range(1, 7)),
    ]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--jobs", "2", "--cluster", "local:2"), "--jobs is for this machine: --cluster has its"),
        (("--cluster", "nowhere"), "'nowhere' names no cluster: tcp://HOST:8786, or local:4?"),
        (("--out", "games"), "games should end in .parquet, .csv, .jsonl"),
        (("--out", "x.parquet", "--seed", str(2**63)), "x.parquet cannot hold so large a seed"),
    ],
)
def test_wrong_calls(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert refusal(run(*DIVES, *args, cwd=tmp_path)).startswith(says)
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_that_comes_to_nothing_is_not_there(tmp_path: Path) -> None:
    """A bug in a bot, in the middle."""
    code = """
from flankspeed.bots.random import RandomBot
choose, chosen = RandomBot.choose, []
def fail(self, state, decision):
    chosen.append(1)
    return 1 / 0 if len(chosen) > 50 else choose(self, state, decision)
RandomBot.choose = fail
"""
    planted = plant(tmp_path, code)
    (tmp_path / "games.csv").write_text("what was here before", encoding="utf-8")
    args = ("--games", "12", "--out", "games.csv")
    ran = run("sim", "kamikaze", *BOTS, *args, cwd=tmp_path, planted=planted)
    assert ran.code == 3
    assert (tmp_path / "games.csv").read_text(encoding="utf-8") == "what was here before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "planted"]
