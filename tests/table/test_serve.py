"""`flankspeed serve` and `flankspeed` alone, as processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from command_line import plant, refusal, run
from table_server import PATIENCE, Server, environment, wait_for

import flankspeed

BOTS = {"usn": "random", "ijn": "random"}


def test_help(tmp_path: Path) -> None:
    ran = run("serve", "--help", cwd=tmp_path)
    assert ran.code == 0
    for option in ("--host", "--port", "--store", "--workers", "--rate", "--seed"):
        assert option in ran.out


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port), cwd=tmp_path)
    assert refusal(ran) == f"cannot listen on 127.0.0.1:{port}: Address already in use"


def test_calls_that_are_wrong(tmp_path: Path) -> None:
    for args, words in (
        (["--store", "nothing"], "no store"),
        (["--store", "sqlite:////proc/x/y.db"], "cannot make"),
        (["--port", "99999"], "--port"),
        (["--seed", "-1"], "--seed"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
    ):
        ran = run("serve", "--port", "0", *args, cwd=tmp_path)
        assert ran.code == 2
        assert words in ran.err.splitlines()[-1]


def test_without_the_packages_it_says_what_to_install(tmp_path: Path) -> None:
    planted = plant(tmp_path, "import sys\nsys.modules['litestar'] = None\n")
    ran = run("serve", cwd=tmp_path, planted=planted)
    assert refusal(ran) == "this needs litestar: pip install 'flankspeed[table]'"


def test_health_and_a_graceful_stop(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'deep' / 'table.db'}", seed=None) as server:
        health = server.client.get("/healthz").json()
        assert health == {
            "status": "ok",
            "store": "sqlite",
            "version": flankspeed.__version__,
        }
        assert server.client.get("/readyz").json() == {"status": "ready", "matches": 0}
        server.begin("kamikaze")
        assert server.client.get("/readyz").json()["matches"] == 1
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert lines[-1]["event"] == "stopped"
        request = next(line for line in lines if line.get("path") == "/api/matches")
        assert (request["method"], request["status"]) == ("POST", 201)
        assert {line["level"] for line in lines} == {"info"}


def test_a_second_server_on_a_file_is_refused(tmp_path: Path) -> None:
    """Also by another name of the file; who only reads it is not, and a killed one leaves it."""
    store, link = tmp_path / "table.db", tmp_path / "link.db"
    link.symlink_to(store)
    with Server(f"sqlite:///{store}") as server:
        server.begin("kamikaze")
        for name in (store, link):
            ran = run("serve", "--port", "0", "--store", f"sqlite:///{name}", cwd=tmp_path)
            assert refusal(ran) == (
                f"another server works on {store}: several need a store of PostgreSQL"
            )
        assert run("check-store", f"sqlite:///{store}", cwd=tmp_path).code == 0
        assert run("backup", f"sqlite:///{store}", "all.gz", cwd=tmp_path).code == 0
        server.kill()
        with Server(f"sqlite:///{link}") as other:
            assert other.client.get("/readyz").json()["matches"] == 1


def test_a_server_told_a_seed_deals_the_same_match_again(tmp_path: Path) -> None:
    """Dice and bots alike, in every match that names no seed of its own; the log warns of it."""
    records = []
    for number in range(2):
        with Server(f"sqlite:///{tmp_path / f'{number}.db'}", "--rate", "0", seed=7) as server:
            tables = [server.begin(scenario="dives-2", seats=BOTS) for _ in range(2)]
            tables.append(server.begin(scenario="dives-2", seats=BOTS, seed=8))
            for table in tables:
                table.watcher.until("over")
            records += [told(table.watcher.text("/record")) for table in tables]
            first = json.loads(server.log().splitlines()[0])
            assert (first["level"], first["seed"]) == ("warning", 7)
            assert first["event"] == "the dice of new matches can be foretold"
    assert records[0] == records[1] == records[3] == records[4]
    assert records[0].startswith("dice: seed 7\n")
    assert records[2] == records[5] != records[0]
    assert records[2].startswith("dice: seed 8\n")


def told(record: str) -> str:
    """What a record says from its dice on; the line before is the day's date."""
    return record[record.index("dice: ") :]


def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}") as server:
        table = server.begin("kamikaze", seats={"ijn": "random"})
        table.seat("usn").until("turn", seat="usn")
        children = _children(server.process.pid)
        assert children
        server.kill()
        deadline = time.monotonic() + PATIENCE
        while any(_alive(child) for child in children):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _children(pid: int) -> list[int]:
    out = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in out.stdout.split()]


def _alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_other_hosts_are_warned_of(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--host", "0.0.0.0") as server:
        assert "without encryption" in server.log()


def test_flankspeed_alone_is_the_table(tmp_path: Path) -> None:
    """On the next free port, with its store in the data folder, and without a browser here."""
    command = [sys.executable, "-m", "flankspeed", "--no-browser"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment() | {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("The table is at http://127.0.0.1:80")
        url = line.split()[4]
        wait_for(url)
        assert list(tmp_path.rglob("table.db"))
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stdout is not None
        process.stdout.close()


def test_where_the_table_is_not_installed_the_terminal_is(tmp_path: Path) -> None:
    code = "import importlib.util as u\nfind = u.find_spec\n"
    code += "u.find_spec = lambda name, *a: None if name == 'litestar' else find(name, *a)\n"
    ran = run(cwd=tmp_path, planted=plant(tmp_path, code))
    assert (ran.err, ran.code) == ("", 0)
    assert "\nResult: " in ran.out
    assert os.listdir(tmp_path) == ["planted"]
