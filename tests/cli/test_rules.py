"""`flankspeed rules`: the rule index, and which test carries each rule."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run

from flankspeed import games

TESTS = Path(__file__).parents[1]
RULES = TESTS / "games" / "kamikaze" / "rules"


def index(cwd: Path, *args: str) -> list[dict[str, Any]]:
    ran = run("rules", "kamikaze", *args, "--json", cwd=cwd)
    assert ran.err == ""
    rows: list[dict[str, Any]] = json.loads(ran.out)
    return rows


@pytest.fixture
def pruned(tmp_path: Path) -> tuple[Path, str]:
    """A copy of the tests of the rules in which one rule's marker is missing, and that rule."""
    tests = tmp_path / "tests"
    shutil.copytree(RULES, tests / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    rule = "K-1-move-2"
    for path in tests.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f'"{rule}"', '"removed"'), encoding="utf-8")
    return tests, rule


def test_the_index(tmp_path: Path) -> None:
    rows = index(tmp_path)
    assert [row["id"] for row in rows] == [rule.id for rule in games.load("kamikaze").rules()]
    for row in rows:
        assert list(row) == ["id", "statement", "note", "tests"]
        assert row["statement"]
        assert isinstance(row["note"], bool)
        for test in row["tests"]:
            path, _, function = test.partition("::")
            assert f"def {function}(" in (TESTS.parent / path).read_text(encoding="utf-8")
    assert sum(bool(row["tests"]) for row in rows) > 50


def test_decisions_follow_the_rules(tmp_path: Path) -> None:
    found = games.load("kamikaze").decisions()
    rows = index(tmp_path, "--decisions")
    assert rows == [
        {"game": "kamikaze", "id": d.id, "seat": d.seat, "statement": d.statement} for d in found
    ]
    lines = run("rules", "kamikaze", cwd=tmp_path).out.splitlines()
    after = lines[lines.index("Decisions") :]
    assert [line.split()[1] for line in after[2:] if line.startswith("kamikaze ")] == [
        decision.id for decision in found
    ]
    alone = run("rules", "kamikaze", "--decisions", cwd=tmp_path)
    assert alone.out.splitlines() == after
    refused = run("rules", "kamikaze", "--decisions", "--missing", cwd=tmp_path)
    assert refusal(refused) == "--missing is for rules, not for --decisions"


def test_no_rule_is_missing_a_test(tmp_path: Path) -> None:
    assert run("rules", "kamikaze", "--missing", cwd=tmp_path) == ("", "", 0)


def test_a_missing_marker_is_found(tmp_path: Path, pruned: tuple[Path, str]) -> None:
    tests, rule = pruned
    statement = next(r.statement for r in games.load("kamikaze").rules() if r.id == rule)
    ran = run("rules", "kamikaze", "--missing", "--tests", str(tests), cwd=tmp_path)
    assert ran.err == ""
    assert ran.code == 1
    assert f"{rule}: {statement}\n" in ran.out
    kept = run("rules", "kamikaze", "--missing", "--tests", str(RULES), cwd=tmp_path)
    assert set(ran.out.splitlines()) - set(kept.out.splitlines()) == {f"{rule}: {statement}"}
    missing = index(tmp_path, "--missing", "--tests", str(tests))
    assert rule in [row["id"] for row in missing]
    assert all(row["tests"] == [] and not row["note"] for row in missing)


def test_without_missing_the_answer_is_never_no(tmp_path: Path, pruned: tuple[Path, str]) -> None:
    tests, rule = pruned
    ran = run("rules", "kamikaze", "--tests", str(tests), cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    row = next(line for line in ran.out.splitlines() if line.startswith(f"{rule} "))
    assert row.split()[-1] != "1"


def test_all_games(tmp_path: Path) -> None:
    ran = run("rules", "--json", cwd=tmp_path)
    ids = [row["id"] for row in json.loads(ran.out)]
    assert len(ids) == len(set(ids)) == sum(len(games.load(name).rules()) for name in games.names())


@pytest.mark.parametrize("missing", [(), ("--missing",)])
def test_a_folder_without_tests(tmp_path: Path, missing: tuple[str, ...]) -> None:
    ran = run("rules", "kamikaze", "--tests", "nowhere", *missing, cwd=tmp_path)
    assert refusal(ran) == "there are no tests in nowhere"
