"""`flankspeed bench`: how fast it is, side by side with peers where they are installed."""

from __future__ import annotations

from typing import Annotated

import typer

from flankspeed.cli.common import AsJson, print_json, print_table
from flankspeed.lab.bench import Row
from flankspeed.lab.bench import bench as run_bench


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="Length of one measurement.")
    ] = 0.5,
    json: AsJson = False,
) -> None:
    """Measure play and simulation; a ratio above 1 means we are that much faster."""
    rows = run_bench(seconds)
    if json:
        print_json(rows)
        return
    columns = ["what", "value", "unit", "peer", "peer's value", "ratio"]
    print_table("Benchmark", columns, [[_cell(value) for value in _values(row)] for row in rows])


def _values(row: Row) -> list[str | float | None]:
    return [row.name, row.value, row.unit, row.peer, row.peer_value, row.ratio]


def _cell(value: str | float | None) -> str:
    return "-" if value is None else value if isinstance(value, str) else f"{value:,}"
