"""`--cluster`: `sim` and `study run` by the workers of a cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import refusal, run
from study_files import DIVES, dives, run_study

import flankspeed
from flankspeed.lab.runners.cluster import Cluster
from flankspeed.lab.runners.serial import Serial
from flankspeed.lab.sim import Batch, simulate
from flankspeed.lab.versions import versions


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of two workers."""
    with Cluster("local:2", "kamikaze") as started:
        yield started


def test_many_games(tmp_path: Path, cluster: Cluster) -> None:
    players = {"usn": "random", "ijn": "lieutenant"}
    bots = [word for seat, name in players.items() for word in ("--bot", f"{seat}={name}")]
    args = ("sim", "kamikaze", "--scenario", "dives-3", "--games", "40", *bots)
    address = cluster.client.scheduler.address
    ran = run(*args, "--cluster", address, "--out", "games.csv", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    here = simulate(Batch("kamikaze", "dives-3", {}, players, 0), 40)
    assert json.loads(ran.out)["wins"] == here.wins
    assert (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") == 41


def test_a_study(tmp_path: Path, cluster: Cluster) -> None:
    study = dives(tmp_path)
    args = ("study", "run", "study.toml", "--out", "out", "--json")
    ran = run(*args, "--cluster", cluster.client.scheduler.address, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert json.loads(ran.out)["hash"] == run_study(tmp_path / "alone", study, Serial()).hash


def test_a_worker_of_another_version(tmp_path: Path, cluster: Cluster) -> None:
    def change(version: str) -> None:
        flankspeed.__version__ = version
        versions.cache_clear()

    (tmp_path / "dives.toml").write_text(DIVES.format(games=3), encoding="utf-8")
    args = ("study", "run", "dives.toml", "--out", "out")
    cluster.client.run(change, "0.0.7")
    try:
        ran = run(*args, "--cluster", cluster.client.scheduler.address, cwd=tmp_path)
    finally:
        cluster.client.run(change, flankspeed.__version__)
    assert refusal(ran).endswith(f" has Flank Speed 0.0.7, not {flankspeed.__version__}")
    assert [path.name for path in tmp_path.iterdir()] == ["dives.toml"]
