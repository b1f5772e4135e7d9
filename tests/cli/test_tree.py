"""`flankspeed tree`: the shape of a game."""

import json
from pathlib import Path

import pytest
from command_line import refusal, run

DIVES = ("tree", "kamikaze", "--scenario", "dives-1", "--games", "3")


def test_as_tables(tmp_path: Path) -> None:
    ran = run(*DIVES, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    head, shape, size, kinds, time = ran.out.strip().split("\n\n")
    assert head == "kamikaze, dives-1: 3 games by random (seed 0)"
    assert len(shape.splitlines()) == 6
    assert "Knuth's estimate" in size
    assert "Dive " in kinds
    assert " ms of CPU time: the rules " in time


def test_as_json_by_a_bot(tmp_path: Path) -> None:
    ran = run(*DIVES, "--bot", "lieutenant", "--seed", "2", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    found = json.loads(ran.out)
    assert (found["bot"], found["seed"], found["games"]) == ("lieutenant", 2, 3)
    assert found["branching"].keys() == {"mean", "median", "p90", "most"}
    assert found["size"]["all"] is None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("tree", "chess"), "chess"),
        ((*DIVES, "--bot", "hal"), "kamikaze has no bot 'hal'"),
        ((*DIVES, "--option", "colour=red"), "kamikaze has no option 'colour'"),
        (("tree", "kamikaze", "--games", "0"), "--games"),
    ],
)
def test_bad_input(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    assert says in refusal(run(*args, cwd=tmp_path))
