"""`flankspeed review`: the decisions of a record that cost most."""

import json
from pathlib import Path

from command_line import run

RECORDS = Path(__file__).parents[1] / "records"
PICKET = str(RECORDS / "picket-3.fsr")


def test_the_worst_is_told_first_with_the_better_one(tmp_path: Path) -> None:
    ran = run("review", PICKET, "--most", "2", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    head, first, second = ran.out.strip().split("\n\n")
    assert head.startswith("The bot 'admiral' weighed ")
    for part in (first, second):
        lines = [line.strip().split(":")[0] for line in part.splitlines()]
        assert lines[1:3] == ["chosen", "better"]
        assert lines[3].startswith("it cost ")


def test_as_json_the_same(tmp_path: Path) -> None:
    ran = run("review", PICKET, "--json", cwd=tmp_path)
    review = json.loads(ran.out)
    assert (ran.err, ran.code, review["bot"]) == ("", 0, "admiral")
    assert len(review["costly"]) == 3
    assert review["costly"][0]["cost"] >= review["costly"][2]["cost"] > 0


def test_bad_input(tmp_path: Path) -> None:
    ran = run("review", PICKET, "--seat", "nobody", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "no seat 'nobody'" in ran.err
    ran = run("review", "none.fsr", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "cannot read none.fsr" in ran.err
