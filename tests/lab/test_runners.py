"""Runners: whoever does the work, the same comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from study_files import Deadly, die, dives, run_study, square, wait_but_the_first

import flankspeed
from flankspeed.engine import FlankspeedError, OptionError
from flankspeed.lab.runners import cluster as clusters
from flankspeed.lab.runners import in_order, runner
from flankspeed.lab.runners.cluster import Cluster
from flankspeed.lab.runners.processes import Processes
from flankspeed.lab.runners.serial import Serial
from flankspeed.lab.sim import Batch, simulate
from flankspeed.lab.versions import versions

CALLS = [(number,) for number in range(20)]
SQUARES = [number * number for number in range(20)]


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    """A cluster of two workers."""
    with Cluster("local:2", "kamikaze") as started:
        yield started


def test_results_in_order() -> None:
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


def test_alone() -> None:
    assert list(Serial().run(square, CALLS)) == list(enumerate(SQUARES))


def test_calls_are_taken_as_they_are_wanted(tmp_path: Path) -> None:
    """What was found out by then can decide how large the next chunk is."""
    gate = tmp_path / "open"
    for kind, ahead in ((Serial(), 1), (Processes(2), 6)):
        taken: list[int] = []

        def calls(taken: list[int] = taken) -> Iterator[tuple[int, Path]]:
            for number in range(100):
                taken.append(number)
                yield number, gate

        results = kind.run(wait_but_the_first, calls())
        next(results)
        assert len(taken) <= ahead
        gate.touch()
        assert len(list(results)) == 99
        gate.unlink()


def test_a_process_that_dies_costs_its_call(tmp_path: Path) -> None:
    deadly = Deadly(Processes(2), tmp_path)
    assert list(in_order(deadly.run(square, CALLS))) == SQUARES
    assert deadly.died.exists()


def test_processes_that_die_again_and_again() -> None:
    with pytest.raises(FlankspeedError, match="a process died 3 times in a row"):
        list(Processes(2).run(die, CALLS))


def test_a_wrong_call_is_told() -> None:
    for kind in (Serial(), Processes(2)):
        with pytest.raises(TypeError):
            list(kind.run(square, [(1, 2)]))


def test_which_runner() -> None:
    assert isinstance(runner("kamikaze"), Serial)
    assert isinstance(runner("kamikaze", jobs=3), Processes)
    assert isinstance(runner("kamikaze", cluster="local:2"), Cluster)


# Clusters


def test_a_cluster_finds_the_same(local: Cluster) -> None:
    assert list(in_order(local.run(square, CALLS))) == SQUARES
    batch = Batch("kamikaze", "dives-2", {}, {"usn": "lieutenant", "ijn": "lieutenant"}, 1)
    there, here = (simulate(batch, 40, runner=each) for each in (local, Serial()))
    assert there.figures == here.figures
    assert there.wins == here.wins


def test_a_worker_that_dies_costs_its_chunk(tmp_path: Path, local: Cluster) -> None:
    study = dives(tmp_path)
    deadly = Deadly(local, tmp_path)
    found = run_study(tmp_path / "out", study, deadly)
    assert deadly.died.exists()
    assert found.complete
    assert found.hash == run_study(tmp_path / "alone", study, Serial()).hash


def test_workers_that_die_again_and_again(local: Cluster) -> None:
    with pytest.raises(FlankspeedError, match="workers of local:2 die"):
        list(local.run(die, CALLS[:1]))
    assert list(in_order(local.run(square, CALLS))) == SQUARES  # new ones have come


def test_by_address(local: Cluster) -> None:
    with Cluster(local.client.scheduler.address, "kamikaze") as same:
        assert list(in_order(same.run(square, CALLS))) == SQUARES


def test_a_worker_of_another_version(local: Cluster) -> None:
    address = local.client.scheduler.address

    def change(version: str) -> None:
        flankspeed.__version__ = version
        versions.cache_clear()

    worker = sorted(local.client.run(versions, "kamikaze"))[0]
    local.client.run(change, "0.0.7", workers=[worker])
    try:
        says = f"worker {worker} has Flank Speed 0.0.7, not {flankspeed.__version__}"
        with pytest.raises(FlankspeedError, match=says), Cluster(address, "kamikaze"):
            pass
    finally:
        local.client.run(change, flankspeed.__version__, workers=[worker])


def test_a_worker_without_the_game(local: Cluster) -> None:
    address = local.client.scheduler.address
    with (
        pytest.raises(FlankspeedError, match=r"a worker of .* cannot play chess: OptionError"),
        Cluster(address, "chess"),
    ):
        pass


def test_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_PATIENCE", 0.2)
    says = "there is no cluster at tcp://127.0.0.1:1: "
    with pytest.raises(FlankspeedError, match=says), Cluster("tcp://127.0.0.1:1", "kamikaze"):
        pass


@pytest.mark.parametrize(
    "address", ["here", "local", "local:", "local:0", "local:two", "ftp://a:1"]
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(OptionError, match=r"names no cluster: tcp://HOST:8786, or local:4\?"):
        Cluster(address, "kamikaze")


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "_PATIENCE", 0.2)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        cluster = Cluster(empty.scheduler_address, "kamikaze")
        with pytest.raises(FlankspeedError, match="has no workers"), cluster:
            pass
