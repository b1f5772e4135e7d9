"""`flankspeed template`: files to fill in, printed or written, and then used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import refusal, run

from flankspeed import games

SCENARIO = games.load("picket").find_template("scenario")
FIGURES = games.load("kamikaze").find_template("figures")


def test_the_only_one_is_printed(tmp_path: Path) -> None:
    ran = run("template", "kamikaze", cwd=tmp_path)
    assert (ran.out, ran.err, ran.code) == (FIGURES.text, "", 0)


def test_several_are_listed(tmp_path: Path) -> None:
    ran = run("template", "picket", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0].strip() == "Templates of picket"
    assert [line.split()[0] for line in lines[2:]] == ["names", "scenario"]
    assert SCENARIO.title in ran.out


def test_as_json(tmp_path: Path) -> None:
    rows = json.loads(run("template", "picket", "--json", cwd=tmp_path).out)
    assert [row["name"] for row in rows] == ["names", "scenario"]
    assert rows[1] == {
        "name": "scenario",
        "title": SCENARIO.title,
        "scenario": True,
        "text": SCENARIO.text,
    }
    (row,) = json.loads(run("template", "picket", "scenario", "--json", cwd=tmp_path).out)
    assert row == rows[1]


def test_it_is_written_filled_in_and_used(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    ran = run("template", "picket", "scenario", "-o", "my.toml", cwd=tmp_path)
    assert (ran.out, ran.err, ran.code) == ("", "", 0)
    assert file.read_text(encoding="utf-8") == SCENARIO.text
    file.write_text(SCENARIO.text.replace("Laffey", "Undaunted"), encoding="utf-8")
    drawn = run("picture", "picket", "--scenario", "my.toml", cwd=tmp_path)
    assert (drawn.err, drawn.code) == ("", 0)
    assert "Undaunted" in drawn.out


def test_what_somebody_has_filled_in_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("kept", encoding="utf-8")
    ran = run("template", "picket", "scenario", "-o", "my.toml", cwd=tmp_path)
    assert refusal(ran) == "cannot write my.toml: File exists"
    assert file.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("picket chart", "picket has no template 'chart' (there are: names, scenario)"),
        ("picket -o my.toml", "name the template to write (there are: names, scenario)"),
        ("picket names --json -o my.toml", "--json is printed: it takes no --output"),
    ],
)
def test_wrong_calls(tmp_path: Path, call: str, says: str) -> None:
    assert refusal(run("template", *call.split(), cwd=tmp_path)) == says
    assert not (tmp_path / "my.toml").exists()
