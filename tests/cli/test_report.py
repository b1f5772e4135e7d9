"""`flankspeed report`: a record looked back at."""

import json
from pathlib import Path

import pytest
from command_line import run

RECORDS = Path(__file__).parents[1] / "records"


def test_all_parts_are_told(tmp_path: Path) -> None:
    ran = run("report", str(RECORDS / "samar-battle.fsr"), cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0] == "Yamato Unleashed: the Battle off Samar: USN major victory after 909 choices"
    assert lines[1].endswith(
        "a US major victory. The way was never clear of American ships. (S-3.4-usn-major-1)"
    )
    for heading in (
        "Decisive moments",
        "Luck, in standard deviations",
        "Losses",
        "The best shots",
        "Luck by kind of throw",
        "Luck by turn",
        "Ships in the fight (1 each) and their armor",
    ):
        assert heading in lines
    assert "  US Navy, destroyers sunk: 2: Hoel, Johnston" in lines
    assert any(line.startswith("  0700  ijn ###") for line in lines)


def test_as_json(tmp_path: Path) -> None:
    ran = run("report", str(RECORDS / "picket-3.fsr"), "--json", cwd=tmp_path)
    report = json.loads(ran.out)
    assert (ran.err, ran.code, report["winner"]) == ("", 0, "usn")
    assert report["timeline"][-1]["strength"] == {"usn": 16, "ijn": 4}
    assert {luck["side"] for luck in report["luck"]} == {"usn", "ijn"}


@pytest.mark.parametrize("bad", ["unfinished", "none"])
def test_what_is_not_over_has_none(tmp_path: Path, bad: str) -> None:
    if bad == "unfinished":
        text = (RECORDS / "picket-3.fsr").read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        (tmp_path / "g.fsr").write_text("".join(lines[:30]), encoding="utf-8")
    ran = run("report", "g.fsr", cwd=tmp_path)
    wanted = {"unfinished": "once the game is over", "none": "cannot read g.fsr"}
    assert (ran.out, ran.code) == ("", 2)
    assert wanted[bad] in ran.err
