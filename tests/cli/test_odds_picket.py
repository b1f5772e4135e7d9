"""`flankspeed odds picket`: a wave against the best fire, from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run

CHANCES = ("undamaged", "damaged", "flamed", "destroyed")
CALL = ("odds", "picket", "--planes", "315H,315M,180L", "--gunnery", "1")


def report(cwd: Path, *args: str) -> dict[str, Any]:
    ran = run(*CALL, *args, "--json", cwd=cwd)
    assert (ran.err, ran.code) == ("", 0)
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_a_wave(tmp_path: Path) -> None:
    found = report(
        tmp_path, "--mode", "advanced", "--lost", " 5in1, 40A", "--sfs", "1", "--afs", "2"
    )
    assert (found["mode"], found["gunnery"], found["lost"]) == ("advanced", 1, ["5in1", "40A"])
    assert [plane["plane"] for plane in found["planes"]] == ["315H", "315M", "180L"]
    guns = [gun for plane in found["planes"] for gun in plane["guns"]]
    assert len(guns) == len(set(guns)) > 8
    assert not {"5in1", "40A"} & set(guns)
    assert sum(plane["sfs"] for plane in found["planes"]) == 1
    assert sum(plane["afs"] for plane in found["planes"]) == 2
    for plane in found["planes"]:
        assert sum(plane[chance] for chance in CHANCES) == pytest.approx(1)
        assert 0 < plane["hit"] < 10 / 36
    assert found["hits"] == pytest.approx(sum(plane["hit"] for plane in found["planes"]))


def test_options_and_scenario(tmp_path: Path) -> None:
    """The basic game is the default; the Dunlap has no fifth 5-inch gun."""
    basic = report(tmp_path)
    assert basic["mode"] == "basic"
    assert report(tmp_path, "--option", "mode=advanced")["mode"] == "advanced"
    assert report(tmp_path, "--option", "gunnery_fixed=-2")["gunnery"] == -2
    assert report(tmp_path, "--manoeuvred")["hits"] < basic["hits"]
    dunlap = report(tmp_path, "--scenario", "8")
    assert not any("5in5" in plane["guns"] for plane in dunlap["planes"])


def test_as_a_table(tmp_path: Path) -> None:
    ran = run(*CALL, "--mode", "advanced", "--afs", "1", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0].strip() == "A wave in the advanced game, Gunnery +1, lost: none"
    assert lines[1].split()[:3] == ["plane", "undamaged", "damaged"]
    assert lines[2].startswith("315H ")
    assert "(Mk37)" in ran.out
    assert "AFS" in ran.out
    assert lines[-1].startswith("To be expected: 0.")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--planes", "360H"), "'360H' is no bearing and altitude"),
        (("--planes", ""), "a wave has 1 to 18 planes, not 0"),
        (("--planes", "Hellcat:90L"), "there is no plane 'Hellcat'"),
        (("--lost", "40Z"), "the ship has no gun '40Z' (she has: 5in1, "),
        (("--scenario", "8", "--lost", "5in5"), "the ship has no gun '5in5'"),
        (("--gunnery", "3"), "--gunnery"),
        (("--sfs", "3"), "--sfs"),
        (("--afs", "-1"), "--afs"),
        (("--mode", "expert"), "option mode cannot be 'expert': it takes basic|advanced"),
        (("--mode", "basic", "--option", "mode=advanced"), "do not agree"),
        (("--option", "colour=red"), "picket has no option 'colour'"),
        (("--scenario", "9"), "picket has no scenario '9'"),
        (("--scenario", "own"), "needs its file"),
    ],
)
def test_wrong_calls(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    call = CALL if "--planes" not in args else CALL[:2]
    assert says in refusal(run(*call, *args, cwd=tmp_path))


def test_planes_must_be_named(tmp_path: Path) -> None:
    assert "--planes" in refusal(run("odds", "picket", cwd=tmp_path))
