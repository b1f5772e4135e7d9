"""`flankspeed ladder`: bots rated, in tables, JSON and a picture."""

import json
from pathlib import Path

import pytest
from command_line import plant, refusal, run

DIVES = ("ladder", "kamikaze", "--scenario", "dives-2", "--bots", "lieutenant,random")
SHORT = (*DIVES, "--games", "8")


def test_as_tables_and_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ran = run(*SHORT, "-o", "l.svg", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    head, ladder, seat, meetings = ran.out.strip().split("\n\n")
    assert head.startswith("kamikaze, dives-2: 8 games each from both seats (seed 0) in ")
    assert ladder.splitlines()[0].rstrip() == "Ahead of random (Elo points; 95 %)"
    assert [line.split()[0] for line in ladder.splitlines()[1:]] == ["bot", "lieutenant", "random"]
    assert seat.startswith("The seat usn is worth +")
    assert [line.split()[:2] for line in meetings.splitlines()[2:]] == [
        ["random", "lieutenant"],
        ["lieutenant", "random"],
    ]
    assert (tmp_path / "l.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_as_json_with_another_anchor(tmp_path: Path) -> None:
    ran = run(*SHORT, "--seed", "3", "--anchor", "lieutenant", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert (found["game"], found["games"], found["seed"]) == ("kamikaze", 8, 3)
    assert (found["anchor"], found["unit"], found["low"]) == ("lieutenant", "Elo points", False)
    ratings = {rung["bot"]: rung["rating"]["mean"] for rung in found["rungs"]}
    assert ratings["lieutenant"] == 0 > ratings["random"]
    assert len(found["meetings"]) == 2


def test_a_solitaire(tmp_path: Path) -> None:
    args = ("ladder", "picket", "--scenario", "2", "--bots", "random,ensign", "--games", "5")
    ran = run(*args, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    _, ladder, alone = ran.out.strip().split("\n\n")
    title = "Ahead of random (hits taken, fewer are better; 95 %)"
    assert ladder.splitlines()[0].rstrip() == title
    assert {line.split()[0] for line in alone.splitlines()[2:]} == {"random", "ensign"}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((*DIVES, "--bots", "hal"), "--bots is given twice"),
        (("ladder", "chess"), "chess"),
        (("ladder", "kamikaze", "--bots", "hal,random"), "kamikaze has no bot 'hal' (there are: "),
        (("ladder", "kamikaze", "--bots", "ace,admiral"), "the bot 'admiral' is named twice"),
        (("ladder", "kamikaze", "--bots", "random"), "a ladder is for two bots or more"),
        ((*DIVES, "--anchor", "captain"), "the anchor 'captain' takes no part (random, lieut"),
        ((*DIVES, "--games", "1"), "--games"),
        ((*DIVES, "--option", "colour=red"), "kamikaze has no option 'colour'"),
        ((*DIVES, "-o", "l.png"), "the picture l.png should be an .svg file"),
        ((*DIVES, "-o", "none/l.svg"), "cannot write none/l.svg: there is no folder none"),
    ],
)
def test_bad_input(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run(*args, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["numpy", "matplotlib"])
def test_what_is_missing_is_named(tmp_path: Path, package: str) -> None:
    planted = plant(tmp_path, f"import sys; sys.modules[{package!r}] = None")
    picture = ("-o", "l.svg") if package == "matplotlib" else ()
    ran = run(*SHORT, *picture, cwd=tmp_path, planted=planted)
    assert f"this needs {package}: pip install 'flankspeed[lab]'" in refusal(ran)
