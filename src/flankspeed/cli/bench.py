"""`flankspeed bench`: how fast it is, side by side with peers where they are installed."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from flankspeed.cli.common import AsJson, print_json, print_table, refuse
from flankspeed.cli.serve import needs_table
from flankspeed.engine.compiled import HOW
from flankspeed.lab.bench import Row, beside, compare, decisions, peer_decisions
from flankspeed.lab.bench import bench as run_bench


def bench(
    context: typer.Context,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="CPU time of one measurement.")
    ] = 0.4,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="How often each is made; the best counts.")
    ] = 12,
    table: Annotated[
        bool, typer.Option("--table", help="Measure the table instead: a server with 50 matches.")
    ] = False,
    players: Annotated[
        int,
        typer.Option(
            "--players",
            min=0,
            metavar="N",
            help="With --table: so many players who think 3 seconds, for half a minute.",
        ),
    ] = 0,
    servers: Annotated[
        int, typer.Option("--servers", min=1, help="With --players: on so many servers.")
    ] = 1,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            metavar="URL",
            help="With --players: their store, sqlite:///FILE or postgresql://...; the matches "
            "stay there.",
        ),
    ] = "",
    adapters: Annotated[
        bool,
        typer.Option("--adapters", help="Measure the environments for agents instead."),
    ] = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Measure many games in lock step instead, for training."),
    ] = False,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Set beside: Catanatron, and the environments of PettingZoo and OpenSpiel.",
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    """Measure play and simulation; a ratio above 1 means we are that much faster.

    What counts is CPU time, of the peer too: a busy machine does not change the figures. Only how
    soon the table answers (--table) is told in the time of the clock on the wall, and how much of
    it the server was at work; and how many steps several processes make together (--batch).
    """
    if not (table and players):
        refuse(context, "servers", "store", why="is for --table with --players")
    if not table:
        refuse(context, "players", why="is for --table")
    if batch:
        refuse(context, "table", "adapters", "peers", why="is not for --batch, which has no peers")
        rows = _in_lock_step(seconds, rounds)
    elif table:
        refuse(context, "seconds", "rounds", why="is not for --table, which measures once")
        refuse(context, "adapters", "peers", why="is not for --table, which measures a server")
        rows = _of_the_table(players, store, servers)
    elif adapters:
        rows = _of_environments(seconds, rounds, peers)
    else:
        rows = run_bench(seconds, rounds, peers)
    if json:
        print_json(rows)
        return
    columns = ["what", "value", "unit"]
    if not (table or batch):
        columns += ["peer", "peer's value", "ratio"]
    cells = [[_cell(value) for value in msgspec.structs.astuple(row)] for row in rows]
    print_table(f"Benchmark ({HOW})", columns, [row[: len(columns)] for row in cells])


def _of_environments(seconds: float, rounds: int, peers: bool) -> list[Row]:
    from flankspeed.adapters.bench import ours, theirs

    lines = beside(ours(), theirs() if peers else {}, seconds)
    if peers:
        lines += beside(decisions(), peer_decisions(), seconds)
    return compare(lines, rounds)


def _in_lock_step(seconds: float, rounds: int) -> list[Row]:
    from flankspeed.lab.bench.of_lockstep import bench_lockstep

    return bench_lockstep(seconds, rounds)


def _of_the_table(players: int, store: str, servers: int) -> list[Row]:
    with needs_table():
        from flankspeed.table.bench import bench as bench_table
        from flankspeed.table.bench_players import bench_players
    figures = bench_players(players, store, servers) if players else bench_table()
    return [Row(*figure) for figure in figures]


def _cell(value: str | float | None) -> str:
    return "-" if value is None else value if isinstance(value, str) else f"{value:,}"
