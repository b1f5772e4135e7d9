"""The benchmark of the table: what it reports, not how fast it is."""

from __future__ import annotations

from flankspeed import games
from flankspeed.table.bench import bench


def test_every_figure_is_measured() -> None:
    figures = {figure.name: figure for figure in bench(matches=2, choices=3)}
    measured = ("a choice answered: median", "a choice answered: p99", "a match in memory")
    heard = ("CPU time of a request", "others hear of it: median", "others hear of it: p99")
    expected = {f"{game}: {what}" for game in games.names() for what in (*measured, *heard)}
    assert set(figures) == expected | {"the page, compressed"}
    for figure in figures.values():  # two matches may fit into what is there
        assert figure.value > 0 or (figure.value == 0 and figure.name.endswith("memory"))
    assert figures["the page, compressed"].unit == "kB"
