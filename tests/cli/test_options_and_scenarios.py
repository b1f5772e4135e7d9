"""`flankspeed options` and `flankspeed scenarios`: what can be chosen."""

import json
from pathlib import Path

from command_line import run

from flankspeed import games

KAMIKAZE = games.load("kamikaze")


def test_options(tmp_path: Path) -> None:
    ran = run("options", "kamikaze", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    rows = json.loads(ran.out)
    assert [row["name"] for row in rows] == [info.name for info in KAMIKAZE.option_infos()]
    for row in rows:
        assert list(row) == ["name", "values", "default", "meaning", "title", "words"]
        assert row["meaning"]
        for value in row["values"].split("|") if "|" in row["values"] else [row["default"]]:
            KAMIKAZE.options({row["name"]: value})
        assert "|" not in row["values"] or row["default"] == row["values"].split("|")[0]


def test_scenarios(tmp_path: Path) -> None:
    ran = run("scenarios", "kamikaze", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    rows = json.loads(ran.out)
    assert [row["name"] for row in rows] == ["attack", *(f"dives-{n}" for n in range(1, 7))]
    known = ["name", "title", "summary", "minutes", "hardness", "note"]
    assert all(list(row) == known for row in rows)
    assert all(row["minutes"] > 0 and row["hardness"] for row in rows)


def test_as_tables(tmp_path: Path) -> None:
    options = run("options", "kamikaze", cwd=tmp_path).out.splitlines()
    assert options[0].strip() == "Options of kamikaze"
    assert options[1].split() == ["option", "default", "values", "meaning"]
    assert any(line.split()[:3] == ["p2.holdFire", "no", "no|yes"] for line in options)
    scenarios = run("scenarios", "kamikaze", cwd=tmp_path).out.splitlines()
    assert scenarios[0].strip() == "Scenarios of kamikaze"
    assert {line.split()[0] for line in scenarios} >= {"attack", "dives-1", "dives-6"}
    assert "About 50 min, middling." in " ".join(" ".join(scenarios).split())
