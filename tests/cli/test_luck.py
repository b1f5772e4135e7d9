"""`flankspeed luck`: the throws of a record against what was to be expected."""

import json
from pathlib import Path

import pytest
from command_line import refusal, run

RECORDS = Path(__file__).parents[1] / "records"
DIVES = str(RECORDS / "kamikaze-dives-2.fsr")


def test_all_parts_are_told(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ran = run("luck", DIVES, "--most", "2", "--rollouts", "6", "-o", "l.svg", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    head, luck, kinds, turns, biggest = ran.out.strip().split("\n\n")
    assert head == "Kamikaze Attack!, dives-2: 20 choices"
    assert luck.splitlines()[0] == "Luck, in standard deviations"
    assert "US Navy, all throws (" in luck
    assert kinds.splitlines()[1].split() == [
        "side", "kind", "throws", "thrown", "expected", "(deviation)", "luck"
    ]  # fmt: skip
    assert any(line.startswith("usn   volleys of the ship ") for line in kinds.splitlines())
    assert turns.splitlines()[0] == "By turn"
    assert [line.strip()[:2] for line in biggest.splitlines()[1::3]] == ["1.", "2."]
    assert biggest.count("percentage points (standard error ") == 2
    assert (tmp_path / "l.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_as_json_every_throw(tmp_path: Path) -> None:
    args = ("--rollouts", "2", "--bot", "random", "--most", "1", "--json")
    ran = run("luck", DIVES, *args, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert len(found["throws"]) == sum(kind["throws"] for kind in found["kinds"]) == 20
    assert found["biggest"][0]["swing"]["rollouts"] == 2
    assert {"counted", "expected", "spread", "as_good", "as_bad"} < found["throws"][0].keys()


def test_a_game_under_way_has_luck_too(tmp_path: Path) -> None:
    lines = Path(DIVES).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "g.fsr").write_text("".join(lines[:24]), encoding="utf-8")
    ran = run("luck", "g.fsr", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert 0 < len(json.loads(ran.out)["throws"]) < 20


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("none.fsr",), "cannot read none.fsr"),
        ((DIVES, "--bot", "random"), "--bot is for --rollouts"),
        ((DIVES, "--rollouts", "2", "--bot", "hal"), "kamikaze has no bot 'hal'"),
        ((DIVES, "--rollouts", "-1"), "--rollouts"),
        ((DIVES, "-o", "l.txt"), "the picture l.txt should be an .svg file"),
    ],
)
def test_bad_input(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run("luck", *args, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []
