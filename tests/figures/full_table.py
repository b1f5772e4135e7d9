"""How soon players are answered at a full table, by store and number of servers.

    PYTHONPATH=tests/support python tests/figures/full_table.py --players 50 200 400
    PYTHONPATH=tests/support python tests/figures/full_table.py --before ../before

Each thinks three seconds, more or less, and has somebody who follows his match. Several servers are
behind one address: nginx hands every connection to the next one. All stores wait for the disk. With
`--before`, another checkout serves first, which knows nothing of several servers. The clock is the
one on the wall: nothing else shall run meanwhile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

from table_postgresql import binaries, own_database, postgresql
from table_server import wait_for

from flankspeed.table.bench import running
from flankspeed.table.bench_players import play_at

_PORT = 8046
_SITE = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 4096; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream table {{ {servers} keepalive 256; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://table; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering off; proxy_read_timeout 1h;
    }}
  }}
}}
"""


@contextmanager
def one_address(ports: list[int]) -> Iterator[int]:
    """The port of an nginx in front of servers."""
    servers = " ".join(f"server 127.0.0.1:{port};" for port in ports)
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "nginx.conf"
        site.write_text(_SITE.format(folder=folder, servers=servers, port=_PORT))
        process = subprocess.Popen([nginx, "-c", str(site)])
        try:
            wait_for(f"http://127.0.0.1:{_PORT}/")
            yield _PORT
        finally:
            process.terminate()
            process.wait()


def measure(store: str, servers: int, players: int, seconds: float) -> str:
    """All but a hundredth of the answers, and of what others heard, came within so many ms."""
    with ExitStack() as stack:
        ports = [stack.enter_context(running(store)).port for _ in range(servers)]
        if servers > 1:
            ports = [stack.enter_context(one_address(ports))]
        met = play_at(ports, players, seconds)
    answered, heard = (1000 * quantiles(took, n=100)[-1] for took in (met.answered, met.heard))
    return f"{answered:7.1f} ({heard:.1f})"


@contextmanager
def served_by(tree: Path | None) -> Iterator[None]:
    """Let servers be those of another checkout."""
    if tree:
        os.environ["PYTHONPATH"] = str(tree / "src")
    try:
        yield
    finally:
        os.environ.pop("PYTHONPATH", None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 10, 50, 200, 400])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--before", type=Path, help="another checkout, to be compared with")
    called = parser.parse_args()
    cases: list[tuple[str, Path | None, str, int]] = [
        ("SQLite", None, "sqlite", 1),
        ("PostgreSQL", None, "postgresql", 1),
        ("two servers", None, "postgresql", 2),
    ]
    if called.before:
        cases[:0] = [
            ("before: SQLite", called.before, "sqlite", 1),
            ("before: PostgreSQL", called.before, "postgresql", 1),
        ]
    installed = binaries()
    assert installed, "PostgreSQL is not installed"
    print("p99 in ms of a choice answered (and of others hearing of it)")
    print(f"{'players':8}" + "".join(f"{name:>22}" for name, *_ in cases) + "  load")
    with postgresql(installed, durable=True) as database:
        for players in called.players:
            row = f"{players:8}"
            for number, (_, tree, kind, servers) in enumerate(cases):
                with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                    url = f"sqlite:///{folder}/table.db"
                    if kind == "postgresql":
                        name = f"table_{players}_{number}"
                        url = stack.enter_context(own_database(database, name))
                    with served_by(tree):
                        row += f"{measure(url, servers, players, called.seconds):>22}"
            print(f"{row}  {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
