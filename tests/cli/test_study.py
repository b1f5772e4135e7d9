"""`flankspeed study`: run, stopped, killed, resumed, shown."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from command_line import Session, plant, refusal, run
from study_files import DIVES, dives, run_study

from flankspeed.lab.runners.serial import Serial
from flankspeed.lab.versions import versions

# A process that ends itself in this way as soon as so many chunks are kept.
STOP = """
import os
from flankspeed.lab.study import store
add, kept = store.Store.add, []
def add_and_stop(self, cell, rows):
    add(self, cell, rows)
    kept.append(rows)
    if len(kept) == {chunks}:
        os.kill(os.getpid(), {signal})
store.Store.add = add_and_stop
"""


def write(folder: Path, games: int = 40) -> None:
    (folder / "dives.toml").write_text(DIVES.format(games=games), encoding="utf-8")


def report(cwd: Path, *args: str) -> dict[str, Any]:
    ran = run("study", *args, "--json", cwd=cwd)
    assert (ran.err, ran.code) == ("", 0)
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_what_is_reported(tmp_path: Path) -> None:
    write(tmp_path, 12)
    found = report(tmp_path, "run", "dives.toml", "--out", "out")
    assert (found["name"], found["game"], found["seed"]) == ("Dives", "kamikaze", 3)
    assert found["complete"] is True
    assert (found["games"], found["wanted"]) == (48, 48)
    assert found["versions"]["files"] == versions("kamikaze").files
    assert len(found["hash"]) == 64
    assert len(found["cells"]) == 4
    for cell in found["cells"]:
        assert sum(cell["wins"].values()) == sum(cell["outcomes"].values()) == 12
        assert cell["win_rates"]["usn"]["low"] <= cell["wins"]["usn"] / 12
        assert cell["figures"]["crashes"]["mean"] >= 0
    assert report(tmp_path, "show", "out") == found


def test_as_a_table(tmp_path: Path) -> None:
    write(tmp_path, 5)
    ran = run("study", "run", "dives.toml", "--out", "out", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0] == "Dives (kamikaze, seed 3): done"
    assert lines[1].split() == ["cell", "games", "usn", "ijn", "draw"]
    assert lines[-1] == "flankspeed study report out makes the report."
    assert run("study", "show", "out", cwd=tmp_path).out in ran.out


def test_the_same_results_in_any_number_of_processes(tmp_path: Path) -> None:
    write(tmp_path)
    found = report(tmp_path, "run", "dives.toml", "--out", "out", "--jobs", "2")
    assert found["hash"] == run_study(tmp_path / "alone", dives(tmp_path), Serial()).hash


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_stopped_at_a_quarter_and_resumed(tmp_path: Path, end: signal.Signals) -> None:
    """40 games of four cells: a chunk of one game each, of eight, of the rest."""
    write(tmp_path)
    planted = plant(tmp_path, STOP.format(chunks=8, signal=int(end)))
    ran = run("study", "run", "dives.toml", "--out", "out", cwd=tmp_path, planted=planted)
    says = "stopped; what was played is kept, and the same command goes on\n"
    killed = end is signal.SIGKILL
    assert ran == ("", "" if killed else says, -9 if killed else 130)
    stopped = report(tmp_path, "show", "out")
    assert stopped["complete"] is False
    assert (stopped["games"], stopped["wanted"]) == (36, 160)
    resumed = report(tmp_path, "run", "dives.toml", "--out", "out")
    assert resumed["complete"] is True
    assert resumed["hash"] != stopped["hash"]
    assert resumed["hash"] == run_study(tmp_path / "whole", dives(tmp_path), Serial()).hash


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    write(tmp_path)
    args = ("study", "run", "dives.toml", "--out", "out")
    with Session(*args, cwd=tmp_path, terminal=True) as session:
        session.until("Dives: 0 of 4 cells, 0 of 160 games")
        seen = session.until("Dives: 4 of 4 cells, 160 of 160 games")
        assert " games a second, 0:00:0" in seen
        assert "wins.usn" in seen
        assert "87.5% (73.9% to 94.5%)" in session.until("makes the report.")


def test_records(tmp_path: Path) -> None:
    write(tmp_path, 2)
    report(tmp_path, "run", "dives.toml", "--out", "out", "--records")
    records = sorted((tmp_path / "out").glob("records/*/*.fsr"))
    assert len(records) == 8
    ran = run("replay", str(records[0]), "--verify", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)


WRONG = {
    "option.toml": ("[options]\ncolour = 1", "kamikaze has no option 'colour'"),
    "bot.toml": ('[bots]\nusn = "hal"', "kamikaze has no bot 'hal' (there are: random, ensign"),
    "figure.toml": ('figures = ["tears"]', "kamikaze has no figure 'tears' (there are: turns of"),
    "until.toml": ('[until]\nof = "x"\nwidth = 1', "'x' cannot be measured"),
    "key.toml": ("nonsense = 1", "key.toml: Object contains unknown field `nonsense`"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files(tmp_path: Path, name: str) -> None:
    text, says = WRONG[name]
    start = 'name = "A"\ngame = "kamikaze"\ngames = 3\n'
    (tmp_path / name).write_text(start + text, encoding="utf-8")
    assert refusal(run("study", "run", name, "--out", "out", cwd=tmp_path)).startswith(says)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("run none.toml --out out", "cannot read none.toml: No such file or directory"),
        ("run dives.toml", "Missing option '--out'"),
        ("run dives.toml --out full", "full holds other things, but no study"),
        ("run dives.toml --out dives.toml", "dives.toml is not a folder"),
        ("run dives.toml --out dives.toml/in", "cannot write dives.toml/in: Not a directory"),
        ("run dives.toml --out out --jobs -1", "--jobs"),
        ("run dives.toml --out out --jobs 2 --cluster local:2", "--jobs is for this machine"),
        ("run dives.toml --out out --cluster nowhere", "'nowhere' names no cluster"),
        ("run dives.toml --out out --out full", "--out is given twice"),
        ("show none", "none holds no study"),
        ("show full", "full holds no study"),
        ("walk", "walk"),
    ],
)
def test_wrong_calls(tmp_path: Path, args: str, says: str) -> None:
    write(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thing").touch()
    assert says in refusal(run("study", *args.split(), cwd=tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dives.toml", "full"]
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["thing"]


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path)
    planted = plant(
        tmp_path, "from flankspeed.lab.runners import cluster\ncluster._PATIENCE = 0.2\n"
    )
    args = ("study", "run", "dives.toml", "--out", "out", "--cluster", "tcp://127.0.0.1:1")
    ran = run(*args, cwd=tmp_path, planted=planted)
    assert refusal(ran).startswith("there is no cluster at tcp://127.0.0.1:1: ")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("package", "args", "says"),
    [
        ("pyarrow", "", "this needs pyarrow: pip install 'flankspeed[lab]'"),
        ("joblib", "--jobs 2", "this needs joblib: pip install 'flankspeed[lab]'"),
        ("distributed", "--cluster local:2", "this needs distributed: pip install 'flankspeed[cl"),
    ],
)
def test_without_a_package(tmp_path: Path, package: str, args: str, says: str) -> None:
    write(tmp_path)
    planted = plant(tmp_path, f"import sys; sys.modules[{package!r}] = None")
    call = ("study", "run", "dives.toml", "--out", "out", *args.split())
    assert refusal(run(*call, cwd=tmp_path, planted=planted)).startswith(says)
    assert not (tmp_path / "out").exists()


def test_the_folder_of_another_study(tmp_path: Path) -> None:
    write(tmp_path, 2)
    report(tmp_path, "run", "dives.toml", "--out", "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    text = DIVES.format(games=2).replace("seed = 3", "seed = 4")
    (tmp_path / "dives.toml").write_text(text, encoding="utf-8")
    ran = run("study", "run", "dives.toml", "--out", "out", cwd=tmp_path)
    assert refusal(ran) == (
        "out holds another study ('Dives', or other cells): name another folder"
    )
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


def test_the_study_is_that_of_its_file(tmp_path: Path) -> None:
    write(tmp_path, 2)
    report(tmp_path, "run", "dives.toml", "--out", "out")
    kept = json.loads((tmp_path / "out" / "study.json").read_text(encoding="utf-8"))
    assert kept["text"] == DIVES.format(games=2)
    assert [cell["id"] for cell in kept["cells"]] == [cell.id for cell in dives(tmp_path, 2).cells]


def test_the_report(tmp_path: Path) -> None:
    write(tmp_path, 6)
    report(tmp_path, "run", "dives.toml", "--out", "out")
    ran = run("study", "report", "out", cwd=tmp_path)
    assert ran == ("out/report.html\n", "", 0)
    text = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert (
        "flankspeed study run dives.toml --out out &amp;&amp; flankspeed study report out" in text
    )
    ran = run("study", "report", "out", "-o", "mine.html", cwd=tmp_path)
    assert ran == ("mine.html\n", "", 0)
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == text
    found = report(tmp_path, "report", "out")
    assert found["summary"]["complete"] is True
    assert {effect["factor"] for effect in found["effects"]} == {
        "scenario",
        "option.p2.crashVolley",
    }
    refused = run("study", "report", "out", "-o", "no/mine.html", cwd=tmp_path)
    assert refusal(refused) == "cannot write no/mine.html: No such file or directory"
    refused = run("study", "report", "out", "-o", "mine.html", "--json", cwd=tmp_path)
    assert refusal(refused) == "--json is printed: it takes no --output"
    (tmp_path / "bare").mkdir()
    planted = plant(tmp_path / "bare", "import sys; sys.modules['matplotlib'] = None")
    refused = run("study", "report", "out", cwd=tmp_path, planted=planted)
    assert refusal(refused) == "this needs matplotlib: pip install 'flankspeed[lab]'"
