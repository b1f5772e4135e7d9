"""`flankspeed picture`: the board as SVG."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import refusal, run

import flankspeed

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a record of two choices."""
    match = flankspeed.new("kamikaze", "dives-1", seed=4)
    match.save(tmp_path / "g.fsr")
    match.play("face E")
    match.play("move ahead")
    match.close()
    return tmp_path


def what(svg: str) -> str:
    """What a picture says of itself to those who cannot see it."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return f"{root.findtext(f'{SVG}title')}: {root.findtext(f'{SVG}desc')}"


def test_the_start_of_a_scenario(tmp_path: Path) -> None:
    first = run("picture", "kamikaze", cwd=tmp_path)
    assert (first.err, first.code) == ("", 0)
    assert "phase 1, turn 1" in what(first.out)
    dive = run("picture", "kamikaze", "--scenario", "dives-1", cwd=tmp_path)
    assert "phase 2" in what(dive.out)


@pytest.mark.parametrize(("to", "square"), [(("--to", "1"), "(1,12)"), ((), "(2,12)")])
def test_a_recorded_game(folder: Path, to: tuple[str, ...], square: str) -> None:
    ran = run("picture", "kamikaze", "--record", "g.fsr", *to, "-o", "b.svg", cwd=folder)
    assert ran == ("", "", 0)
    told = what((folder / "b.svg").read_text(encoding="utf-8"))
    assert f"On the board: K1 at {square}" in told


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--record", "g.fsr", "--to", "3"), "the record has only 2 choices"),
        (("--record", "h.fsr"), "cannot read h.fsr: No such file or directory"),
        (("--scenario", "dives-7"), "kamikaze has no scenario 'dives-7'"),
        (("-o", "no/b.svg"), "cannot write no/b.svg: No such file or directory"),
    ],
)
def test_wrong_calls(folder: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run("picture", "kamikaze", *args, cwd=folder))
    assert [path.name for path in folder.iterdir()] == ["g.fsr"]
