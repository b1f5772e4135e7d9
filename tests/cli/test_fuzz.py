"""`flankspeed fuzz`: a clean run, and a bug planted in a real process."""

import json
from pathlib import Path

import pytest
from command_line import plant, refusal, run

from flankspeed.engine.compiled import COMPILED

BUG = """
from flankspeed.games.kamikaze.rules import aerial_combat

def shot(*_):
    raise ZeroDivisionError("planted")

aerial_combat._fire = shot
"""


def test_a_clean_run(tmp_path: Path) -> None:
    ran = run("fuzz", "kamikaze", "--games", "4", cwd=tmp_path)
    assert ran == ("4 games of kamikaze: nothing found\n", "", 0)
    ran = run("fuzz", "kamikaze", "--games", "2", "--seed", "9", "--json", cwd=tmp_path)
    report = {"game": "kamikaze", "games": 2, "seed": 9, "fault": None}
    assert (json.loads(ran.out), ran.err, ran.code) == (report, "", 0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(COMPILED, reason="no bug can be planted in compiled rules")
def test_a_bug_is_recorded_and_replayed(tmp_path: Path) -> None:
    planted = plant(tmp_path, BUG)
    (tmp_path / "out").mkdir()
    args = ("fuzz", "kamikaze", "--games", "9", "--seed", "1", "--out", "out")
    ran = run(*args, cwd=tmp_path, planted=planted)
    (record,) = (tmp_path / "out").iterdir()
    name = str(record.relative_to(tmp_path))
    number = record.stem.rpartition("-")[2]
    says = f"game {number}: ZeroDivisionError: planted; it is recorded in {name}\n"
    assert ran == (says, "", 1)

    report = json.loads(run(*args, "--json", cwd=tmp_path, planted=planted).out)
    fault = {"game": int(number), "message": "ZeroDivisionError: planted", "record": name}
    assert report["fault"] == fault

    with_bug = run("replay", name, cwd=tmp_path, planted=planted)
    assert with_bug.code == 3
    assert "a fault in Flank Speed itself: ZeroDivisionError: planted" in with_bug.err
    last = record.read_text(encoding="utf-8").splitlines()[-1].split()[0]
    until_then = run("replay", name, "--to", str(int(last) - 1), cwd=tmp_path)
    assert until_then.code == 0
    assert "may fire" in until_then.out.splitlines()[-1]


def test_nowhere_to_put_a_record(tmp_path: Path) -> None:
    ran = run("fuzz", "kamikaze", "--out", "nowhere", cwd=tmp_path)
    assert refusal(ran) == "nowhere is not a folder"
