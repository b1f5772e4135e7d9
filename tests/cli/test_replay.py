"""`flankspeed replay`: records shown, stopped on the way, and verified."""

import json
import re
from pathlib import Path

import pytest
from command_line import BOTS, refusal, run

from flankspeed.engine import Record


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished record with public dice, made by `flankspeed play`."""
    folder = tmp_path_factory.mktemp("played")
    args = ("play", "kamikaze", "--scenario", "dives-1", *BOTS, "--seed", "4", "--record", "g.fsr")
    assert run(*args, cwd=folder).code == 0
    return (folder / "g.fsr").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, played: str) -> Path:
    (tmp_path / "g.fsr").write_text(played, encoding="utf-8")
    return tmp_path


def edit(folder: Path, pattern: str, new: str) -> int:
    """Change the record at one place; the number of the line."""
    path = folder / "g.fsr"
    text = path.read_text(encoding="utf-8")
    found = re.search(pattern, text, re.MULTILINE)
    assert found
    path.write_text(text[: found.start()] + new + text[found.end() :], encoding="utf-8")
    return text.count("\n", 0, found.start()) + 1


def test_log_and_board(folder: Path) -> None:
    ran = run("replay", "g.fsr", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith("\nK1 dives\n  K1: 7 on the D8, entry point 7 (1,12)\n")
    assert "  K1 crashes into the bow from port: damage die 2, 2 in all\n" in ran.out
    assert "\n11  .  .  .  .  .  .  .  .  .  . ###" in ran.out
    assert ran.out.endswith("\nResult: usn (the ship is afloat)\n")
    assert "\x1b" not in ran.out


def test_up_to_a_choice(folder: Path) -> None:
    ran = run("replay", "g.fsr", "--to", "2", cwd=folder)
    assert "  K1 to (2,12) E, 18 MP left\n" in ran.out
    assert "K1 to (3,12)" not in ran.out
    assert "\n12  . K1> " in ran.out
    assert ran.out.endswith("\nijn: K1 dives: 18 MP left, 1 hit\n")
    start = run("replay", "g.fsr", "--to", "0", cwd=folder)
    assert start.out.endswith("\nijn: K1 comes in at entry point 7: choose its facing\n")


def test_as_json(folder: Path) -> None:
    shown = json.loads(run("replay", "g.fsr", "--to", "2", "--json", cwd=folder).out)
    assert shown["choices"] == 2
    assert shown["log"][2] == "K1 to (1,12) E, 19 MP left"
    assert shown["view"]["waiting_for"] == "ijn"


def test_beyond_the_end(folder: Path) -> None:
    ran = run("replay", "g.fsr", "--to", "12", cwd=folder)
    assert refusal(ran) == "the record has only 11 choices"


def test_verify(folder: Path) -> None:
    ran = run("replay", "g.fsr", "--verify", cwd=folder)
    expected = "verified: 12 lines, finished; its dice are the stream's\n"
    assert ran == (expected, "", 0)
    ran = run("replay", "g.fsr", "--verify", "--json", cwd=folder)
    right = {"ok": True, "line": None, "finished": True, "dice_checked": True}
    assert json.loads(ran.out) == right | {"dice": "its dice are the stream's", "taken_back": 0}
    assert ran.code == 0


def test_verify_takes_no_part_of_a_record(folder: Path) -> None:
    ran = run("replay", "g.fsr", "--verify", "--to", "3", cwd=folder)
    assert refusal(ran) == "--verify checks the whole record: it takes no --to and no --step"


def test_an_unfinished_record_verifies(folder: Path) -> None:
    edit(folder, r"^5 (.|\n)*", "")
    ran = run("replay", "g.fsr", "--verify", cwd=folder)
    assert ran == ("verified: 5 lines, unfinished; its dice are the stream's\n", "", 0)


@pytest.mark.parametrize(
    ("pattern", "new", "says"),
    [
        (r"3d6=3,1,3", "3d6=3,1,4", "the dice stream shows 3d6=3,1,3 here"),
        (r"3d6=3,1,3", "2d6=3,1", "the rules throw [3d6="),
        (r"d8=7", "d8=8", ""),
        (r"^2 ijn move ahead", "2 ijn move left45", ""),
        (r"^3 ijn move ahead", "3 ijn move back", "'move back' cannot be chosen now"),
        (r"^3 ijn", "3 usn", "it is ijn's turn to choose, not usn's"),
        (r"^result: usn .*", "result: ijn the ship is sunk", "the record ends with ijn: the ship"),
        (r"^result: .*\n", "", "the record ends with no result, the game with usn"),
    ],
)
def test_what_was_edited_does_not_verify(folder: Path, pattern: str, new: str, says: str) -> None:
    line = edit(folder, pattern, new)
    ran = run("replay", "g.fsr", "--verify", "--json", cwd=folder)
    assert (ran.err, ran.code) == ("", 1)
    found = json.loads(ran.out)
    assert found.keys() == {"ok", "line", "message"}
    assert found["ok"] is False
    assert found["message"].startswith(f"line {found['line']}: {says}")
    # A die or a choice that the rules allow may come to light only by what follows from it.
    assert found["line"] == line if says else line <= found["line"] <= line + 1


def test_the_line_that_differs_in_words(folder: Path) -> None:
    line = edit(folder, "3d6=3,1,3", "3d6=3,1,4")
    ran = run("replay", "g.fsr", "--verify", cwd=folder)
    says = f"does not verify: line {line}: the dice stream shows 3d6=3,1,3 here\n"
    assert ran == (says, "", 1)


def test_a_key_that_was_not_promised(folder: Path) -> None:
    args = ("play", "kamikaze", "--scenario", "dives-1", *BOTS, "--record", "s.fsr")
    assert run(*args, cwd=folder).code == 0
    path = folder / "s.fsr"
    key = Record.read(path).key
    path.write_text(path.read_text(encoding="utf-8").replace(key, "0" * 64), encoding="utf-8")
    ran = run("replay", "s.fsr", "--verify", cwd=folder)
    assert ran.code == 1
    assert "not the one the header is committed to" in ran.out


def test_a_finished_game_without_its_key_does_not_verify(folder: Path) -> None:
    edit(folder, "^dice: seed 4", f"dice: sha256 {'0' * 64}")
    ran = run("replay", "g.fsr", "--verify", cwd=folder)
    says = "does not verify: the game is over, but the record lacks the key of its dice\n"
    assert ran == (says, "", 1)


def test_secret_dice_are_not_checkable_before_the_end(folder: Path) -> None:
    edit(folder, "^dice: seed 4", f"dice: sha256 {'0' * 64}")
    edit(folder, r"^5 (.|\n)*", "")
    says = "its dice are not checkable yet: their key is told at the end"
    ran = run("replay", "g.fsr", "--verify", cwd=folder)
    assert ran == (f"verified: 5 lines, unfinished; {says}\n", "", 0)
    told = json.loads(run("replay", "g.fsr", "--verify", "--json", cwd=folder).out)
    assert (told["dice_checked"], told["dice"]) == (False, says)


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (bytes(range(256)), "is not a record: it is not text"),
        (b"", "line 1: this is not a record"),
        (b"Dear diary,\n", "line 1: this is not a record"),
        (b"flankspeed: 1\n", "the header does not end with an empty line"),
        (None, "cannot read g.fsr: No such file or directory"),
    ],
)
def test_what_is_no_record(tmp_path: Path, contents: bytes | None, says: str) -> None:
    if contents is not None:
        (tmp_path / "g.fsr").write_bytes(contents)
    assert says in refusal(run("replay", "g.fsr", cwd=tmp_path))
    code = 2 if contents is None else 1  # a file that is no record does not verify
    ran = run("replay", "g.fsr", "--verify", cwd=tmp_path)
    assert ran.code == code
    assert says in (refusal(ran) if contents is None else ran.out)
    ran = run("replay", "g.fsr", "--verify", "--json", cwd=tmp_path)
    told = json.loads(ran.out)
    assert (ran.code, told["ok"]) == (code, False)
    assert says in told["message"]
    assert (says in ran.err) == (contents is None)


def test_cut_off_in_the_middle_of_a_line(folder: Path) -> None:
    line = edit(folder, r"ead \[4d6=(.|\n)*", "")
    says = f"line {line}: the record is cut off in the middle of this line"
    assert refusal(run("replay", "g.fsr", cwd=folder)) == says
    assert run("replay", "g.fsr", "--verify", cwd=folder) == (f"does not verify: {says}\n", "", 1)


def test_a_game_that_is_not_known(folder: Path) -> None:
    edit(folder, "^game: kamikaze", "game: chess")
    assert "chess" in refusal(run("replay", "g.fsr", cwd=folder))
    ran = run("replay", "g.fsr", "--verify", "--json", cwd=folder)
    told = json.loads(ran.out)
    assert (ran.code, ran.err, told["ok"], told["line"]) == (1, "", False, None)
    assert "chess" in told["message"]
