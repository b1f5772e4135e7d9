"""`flankspeed perft`: positions at each depth."""

import json
from pathlib import Path

import pytest
from command_line import run


@pytest.mark.parametrize(
    ("args", "counts"),
    [
        (("--depth", "3"), [6, 126, 606]),
        (("--depth", "3", "--option", "p1.entryFacing=inward3"), [6, 378, 1578]),
        (("--depth", "3", "--scenario", "dives-1", "--seed", "0"), [8, 25, 105]),
        (("--depth", "1", "--scenario", "dives-1", "--seed", "1"), [8]),
    ],
)
def test_counts(tmp_path: Path, args: tuple[str, ...], counts: list[int]) -> None:
    ran = run("perft", "kamikaze", *args, "--json", cwd=tmp_path)
    assert (json.loads(ran.out), ran.err, ran.code) == (counts, "", 0)


def test_as_a_table(tmp_path: Path) -> None:
    ran = run("perft", "kamikaze", "--depth", "2", cwd=tmp_path)
    rows = [line.split() for line in ran.out.splitlines()[1:]]
    assert rows == [["depth", "positions"], ["1", "6"], ["2", "126"]]
