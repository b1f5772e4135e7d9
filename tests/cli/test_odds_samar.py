"""`flankspeed odds samar`: one attack, from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run

YAMATO = ("--firer", "J-Yamato", "--target", "U-CVE12", "--range", "12")
KUMANO = ("--firer", "J-CA4", "--target", "U-DD6", "--range", "5")
STRIKE = ("--strike", "TB", "--target", "J-Yamato")


def report(cwd: Path, *args: str) -> dict[str, Any]:
    ran = run("odds", "samar", *args, "--json", cwd=cwd)
    assert (ran.err, ran.code) == ("", 0)
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_ex_4(tmp_path: Path) -> None:
    found = report(tmp_path, *YAMATO, "--smoke", "1")
    assert found["dice"] == 6
    assert found["modifiers"] == [["gunnery rating", 5], ["broadside", 2], ["smoke", -1]]
    assert found["damage"] == [["weight 7 against armor 2", 2]]
    assert found["column"] == "low arc"
    assert found["sunk"] == pytest.approx(0.3748, abs=1e-4)
    for kind in ("hits", "plain", "criticals"):
        assert sum(found[f"{kind}_thrown"]) == pytest.approx(1)
        assert len(found[f"{kind}_thrown"]) == 7


def test_ex_6(tmp_path: Path) -> None:
    call = (*KUMANO, "--no-broadside", "--firer-status", "cruise", "--target-status", "evasive")
    found = report(tmp_path, *call)
    assert (found["dice"], found["column"]) == (2, "all other")
    assert dict(found["modifiers"])["target evading"] == -3


def test_everything_about_the_target(tmp_path: Path) -> None:
    bare = report(tmp_path, *YAMATO)
    assert bare["dice"] == 7
    for more, dice in (
        (("--target-broadside",), 8),
        (("--others", "2"), 9),
        (("--target-status", "slowed"), 8),
        (("--firer-damaged",), 5),
        (("--firer-status", "flank"), 6),
        (("--no-broadside",), 5),
    ):
        assert report(tmp_path, *YAMATO, *more)["dice"] == dice
    damaged = report(tmp_path, *YAMATO, "--target-damaged", "--target-hits", "1")
    assert (damaged["to_flip"], damaged["to_sink"]) == (0, 1)
    assert report(tmp_path, *YAMATO, "--panicked", "3")["panic_at"] == bare["panic_at"] - 3


def test_other_weapons(tmp_path: Path) -> None:
    assert report(tmp_path, *KUMANO, "--weapon", "torpedoes")["dice"] == 2
    near = (*YAMATO[:-1], "2")
    assert report(tmp_path, *near, "--weapon", "reaction")["column"] == "plain hits only"
    secondary = ("--weapon", "secondary", "--option", "secondary_surface_fire=instead_of_main")
    assert report(tmp_path, *near, *secondary)["dice"] == 4
    radar = ("--firer", "U-DD6", "--target", "J-CA1", "--range", "6", "--smoke", "1")
    assert report(tmp_path, *radar)["dice"] == 4
    assert report(tmp_path, *radar, "--shallows")["dice"] == 3


def test_options_and_own_figures(tmp_path: Path) -> None:
    near = (*YAMATO[:-1], "1")
    assert report(tmp_path, *near)["dice"] == 5
    assert report(tmp_path, *near, "--option", "point_blank_dice=2")["dice"] == 9
    (tmp_path / "own.toml").write_text("[ships.J-Yamato]\nfront = { gunnery = 9 }\n")
    assert report(tmp_path, *YAMATO, "--data", "own.toml")["dice"] == 11


def test_a_strike(tmp_path: Path) -> None:
    found = report(tmp_path, *STRIKE, "--units", "2")
    assert (found["dice"], found["aa"]) == (5, [4])
    assert found["units_left"] == pytest.approx([0, 4 / 6, 2 / 6])
    escorted = report(tmp_path, *STRIKE, "--units", "2", "--aa", "4, 2")
    assert escorted["units_left"] == pytest.approx([4 / 18, 10 / 18, 4 / 18])
    assert report(tmp_path, *STRIKE, "--aa", "none")["hits"] == pytest.approx(1)


def test_as_a_table(tmp_path: Path) -> None:
    ran = run("odds", "samar", *YAMATO, "--smoke", "1", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    lines = [line.rstrip() for line in ran.out.splitlines()]
    dice = "6 dice (gunnery rating +5, broadside +2, smoke -1)"
    assert lines[0] == f"J-Yamato on U-CVE12, guns: {dice}"
    assert "critical hits: low arc, no armored deck +1" in lines
    assert "panic: a throw of 18 or more" in lines
    assert "2       0.3292  0.1156  0.2711" in lines
    assert any(line.split() == ["sunk", "0.3748"] for line in lines)


def test_a_strike_as_a_table(tmp_path: Path) -> None:
    args = ("--units", "3", "--aa", "4,2", "--option", "air_pooling=each")
    ran = run("odds", "samar", *STRIKE, *args, cwd=tmp_path)
    lines = ran.out.splitlines()
    dice = "3 dice, 3 times (air units: 1 +2, target's broadside +1)"
    assert lines[0] == f"TB on J-Yamato, air torpedoes: {dice}"
    assert lines[1] == "AA fire: 4, 2; units left: 0: 0.0000, 1: 0.2222, 2: 0.5556, 3: 0.2222"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((*YAMATO[:-1], "24"), "J-Yamato reaches 23 hexes with guns, not 24"),
        (("--firer", "J-Musashi", *YAMATO[2:]), "there is no ship 'J-Musashi'"),
        ((*YAMATO, "--weapon", "rockets"), "there is no weapon 'rockets'"),
        ((*YAMATO, "--smoke", "7"), "J-Yamato has no dice left for guns (gunnery rating +5, "),
        ((*YAMATO, "--others", "-1"), "--others"),
        (("--firer", "J-Yamato", "--target", "J-DD1", "--range", "3"), "on the same side"),
        (("--target", "U-CVE12"), "say who attacks"),
        ((*YAMATO, "--strike", "SA"), "either a ship attacks (--firer, --range) or aircraft"),
        ((*STRIKE, "--units", "5"), "there are 1 to 4 units of TB, not 5"),
        ((*STRIKE, "--aa", "4;2"), "--aa takes AA ratings like 4,2, or none, not '4;2'"),
        ((*YAMATO, "--option", "colour=red"), "samar has no option 'colour'"),
        ((*YAMATO, "--data", "none.toml"), "cannot read none.toml"),
    ],
)
def test_wrong_calls(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run("odds", "samar", *args, cwd=tmp_path))


def test_a_target_must_be_named(tmp_path: Path) -> None:
    assert "--target" in refusal(run("odds", "samar", cwd=tmp_path))
