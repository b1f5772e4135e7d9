"""The benchmark of the table: what it reports, not how fast it is."""

from __future__ import annotations

import pytest

from flankspeed import games
from flankspeed.engine import OptionError
from flankspeed.table.bench import bench
from flankspeed.table.bench_players import bench_players


def test_every_figure_is_measured() -> None:
    figures = {figure.name: figure for figure in bench(matches=2, choices=3)}
    measured = ("a choice answered: median", "a choice answered: p99", "a match in memory")
    heard = ("CPU time of a request", "others hear of it: median", "others hear of it: p99")
    expected = {f"{game}: {what}" for game in games.names() for what in (*measured, *heard)}
    assert set(figures) == expected | {"the page, compressed"}
    for figure in figures.values():  # two matches may fit into what is there
        assert figure.value > 0 or (figure.value == 0 and figure.name.endswith("memory"))
    assert figures["the page, compressed"].unit == "kB"


def test_players_on_two_servers(database: str) -> None:
    figures = {figure.name: figure.value for figure in bench_players(3, database, 2, seconds=8)}
    name = "3 players, 2 servers"
    for what in ("a choice answered", "others hear of it"):
        assert figures[f"{name}: {what}: p99"] >= figures[f"{name}: {what}: median"] > 0
    assert figures[f"{name}: choices a second"] > 0


def test_a_file_is_for_one_server() -> None:
    with pytest.raises(OptionError, match="several servers need --store postgresql"):
        bench_players(3, servers=2)
