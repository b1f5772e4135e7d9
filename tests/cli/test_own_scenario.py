"""Scenarios from a player's own file, all scenarios at once, and what is read out at the end."""

import json
from pathlib import Path

import pytest
from command_line import refusal, run

OWN = """
[scenario]
title = "A quiet night"
date = "Apr 6"
ship = "Laffey"
station = 1
first_phase = "night"
phases = 1
kikusui = true

[options]
mode = "advanced"
attack_ends = 0
"""
STAFF = ("--bot", "usn=staff")
PLAY = ("play", "picket", *STAFF, "--seed", "3")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_it_is_played_recorded_and_replayed(own: Path) -> None:
    ran = run(*PLAY, "--scenario", "own.toml", "--record", "g.fsr", cwd=own)
    assert (ran.err, ran.code) == ("", 0)
    assert "Laffey" in ran.out
    record = (own / "g.fsr").read_text(encoding="utf-8")
    assert "scenario: own\n" in record
    assert "mode=advanced" in record
    (own / "own.toml").unlink()
    again = run("replay", "g.fsr", "--verify", cwd=own)
    assert (again.err, again.code) == ("", 0)


def test_an_option_of_the_call_beats_the_file(own: Path) -> None:
    args = ("--scenario", "own.toml", "--option", "mode=basic", "--record", "g.fsr")
    assert run(*PLAY, *args, cwd=own).code == 0
    record = (own / "g.fsr").read_text(encoding="utf-8")
    assert "mode=basic" in record
    assert "attack_ends=0" in record


def test_it_can_be_simulated(own: Path) -> None:
    args = ("sim", "picket", *STAFF, "--games", "8", "--scenario", "own.toml", "--json")
    ran = run(*args, cwd=own)
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert (found["scenario"], found["games"]) == ("own", 8)
    assert found["wins"].keys() == {"usn", "ijn", "draw"}


def test_it_is_drawn_and_counted(own: Path) -> None:
    drawn = run("picture", "picket", "--scenario", "own.toml", cwd=own)
    assert (drawn.err, drawn.code) == ("", 0)
    assert "Laffey" in drawn.out
    assert "Laffey" not in run("picture", "picket", cwd=own).out
    counted = run("perft", "picket", "--depth", "1", "--scenario", "own.toml", "--json", cwd=own)
    assert (counted.err, counted.code) == ("", 0)
    assert json.loads(counted.out)[0] > 1


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        ("[scenario]\nphases = 1\n", "date"),
        ('[scenario]\ndate = "Aug 6"\n', "not on the time sheet"),
        ('[scenario]\ndate = "Apr 6"\nweather = "rain"\n', "weather"),
        ('[scenario]\ndate = "Apr 6"\nphases = 99\n', "phases"),
        ('[options]\nmode = "basic"\n', "own.toml: Object missing required field `scenario`"),
        ('[scenario]\ndate = "Apr 6"\n[options]\nmode = "expert"\n', "option mode cannot be"),
        ('[scenario]\ndate = "Apr 6"\n[weather]\n', "weather"),
        ("scenario = 3\n", "own.toml: "),
        ("[scenario\n", "own.toml is not valid TOML"),
    ],
)
def test_wrong_files(tmp_path: Path, contents: str, says: str) -> None:
    (tmp_path / "own.toml").write_text(contents, encoding="utf-8")
    for call in (PLAY, ("sim", "picket", *STAFF, "--games", "1")):
        assert says in refusal(run(*call, "--scenario", "own.toml", cwd=tmp_path))


def test_no_file_and_no_such_scenario(own: Path) -> None:
    assert "cannot read none.toml" in refusal(run(*PLAY, "--scenario", "none.toml", cwd=own))
    call = ("play", "kamikaze", "--seat", "usn", "--scenario", "own.toml")
    assert refusal(run(*call, cwd=own)) == "kamikaze takes no scenario of your own (own.toml)"


def test_all_scenarios(tmp_path: Path) -> None:
    call = ("sim", "picket", "--bot", "usn=random", "--games", "3", "--scenario", "all")
    ran = run(*call, "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert [summary["scenario"] for summary in found] == list("23451678")
    assert all(sum(summary["wins"].values()) == 3 for summary in found)
    lines = run(*call, cwd=tmp_path).out.splitlines()
    assert len(lines) == 1 + 8
    assert lines[0] == "picket: 3 games each (usn random, seed 0)"
    assert lines[1].startswith("2: usn ")
    assert "hits taken" in lines[8]


def test_all_scenarios_of_a_game_without_campaigns(tmp_path: Path) -> None:
    call = ("sim", "kamikaze", "--bot", "usn=random", "--bot", "ijn=random", "--games", "1")
    ran = run(*call, "--scenario", "all", "--json", cwd=tmp_path)
    assert [summary["scenario"] for summary in json.loads(ran.out)][:2] == ["attack", "dives-1"]


def test_the_log_sheet_closes_a_game(own: Path) -> None:
    call = ("play", "picket", *STAFF, "--scenario", "3", "--seed", "3")
    lines = run(*call, cwd=own).out.splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith("Result: "))
    assert lines[end + 2] == "The log of Cassin Young (DD-793)"
    assert lines[end + 3].startswith("  12 Apr 1945, ")
    sheet = lines[end + 4 : lines.index("", end + 4)]
    starts = [line.strip().partition(":")[0] for line in sheet]
    assert starts == [
        "Planes shot down",
        "By her own guns",
        "By support and spray fire",
        "Hits taken",
        "Officers and chiefs",
        "Ships lost",
    ]
    down, own_guns, support = (int(line.split(": ")[1].split()[0]) for line in sheet[:3])
    assert down == own_guns + support > 0
    assert "The log of" not in run(*call, "--quiet", cwd=own).out
    mini = run("play", "picket", *STAFF, "--scenario", "mini", "--seed", "3", cwd=own).out
    assert "\n  Days on station: " in mini


def test_ships_and_officers_can_be_named(tmp_path: Path) -> None:
    names = '[names]\nships = ["Steadfast"]\ncaptain = "R. Miller"\n'
    (tmp_path / "names.toml").write_text(names, encoding="utf-8")
    call = (*PLAY, "--scenario", "3", "--data", "names.toml", "--record", "g.fsr")
    ran = run(*call, cwd=tmp_path)
    assert "The log of Steadfast" in ran.out
    assert "Captain R. Miller" in ran.out
    assert run("replay", "g.fsr", "--verify", cwd=tmp_path).code == 0
    (tmp_path / "names.toml").write_text('[names]\ncaptain = "a # b"\n', encoding="utf-8")
    assert "'a # b' cannot name a" in refusal(run(*PLAY, "--data", "names.toml", cwd=tmp_path))
