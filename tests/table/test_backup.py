"""Backup, restore and check of a store: while a server runs, and from one kind to the other."""

from __future__ import annotations

import gzip
import json
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from table_postgresql import own_database
from table_server import Server, Table

from flankspeed.cli import app
from flankspeed.engine import FlankspeedError
from flankspeed.table.store import backup
from flankspeed.table.store.check import faults
from flankspeed.table.store.reading import reading
from flankspeed.table.store.schema import METADATA


@pytest.fixture(params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """An empty store of either kind, and one of the other kind."""
    whole: str = request.getfixturevalue("database")
    with own_database(whole, f"backup_{request.param}") as other:
        pair = f"sqlite:///{tmp_path / 'table.db'}", other
        yield pair if request.param == "sqlite" else (pair[1], pair[0])


def command(*args: str) -> None:
    """Run a command in this process: those of this file are many."""
    app(list(args), standalone_mode=False)


def faults_of(url: str) -> list[str]:
    return reading(url, lambda connection: list(faults(connection)))


def lived_in(server: Server) -> list[Table]:
    """Matches of which each has something that others have not."""
    one = server.begin("kamikaze", name="Ein Abend, 大和", seats={"ijn": "random"})
    one.seat("usn").until("turn", seat="usn")
    two = server.begin("picket")
    two.seat("usn").ask("PUT", "/notes", json={"text": "keep some AFS"})
    three = server.begin("kamikaze", scenario="dives-1", dice="entered")
    three.seat("ijn").post("/dice", version=0, values=[3])
    three.seat("usn").ask("POST", "/chat", json={"text": "good luck"})
    return [one, two, three, server.begin("kamikaze", lesson="last-pass")]


def seen(table: Table) -> list[Any]:
    """All that those at a table can see of it."""
    seats = [table.seat(name) for name in table.links]
    return [[seat.position(), seat.get("/log"), seat.get("/chat")] for seat in seats]


def test_a_store_moves_to_the_other_kind_while_the_server_runs(
    stores: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl.gz"
    with Server(stores[0], "--rate", "0") as server:
        tables = lived_in(server)
        before = [seen(table) for table in tables]
        ran = run("backup", stores[0], str(file), cwd=tmp_path)
        assert (ran.out, ran.err, ran.code) == (f"The matches are in {file}.\n", "", 0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    ran = run("restore", str(file), stores[1], cwd=tmp_path)
    assert (ran.out, ran.err, ran.code) == ("4 matches are in the store.\n", "", 0)
    with Server(stores[1], "--rate", "0") as server:
        moved = [Table(server, {"id": table.id, "links": table.links}) for table in tables]
        assert [seen(table) for table in moved] == before
        assert moved[1].seat("usn").get("/notes") == {"text": "keep some AFS"}
        usn = moved[0].seat("usn")
        position = usn.position()
        usn.choose(position["view"]["options"][0]["text"], position["version"])
    ran = run("check-store", stores[1], cwd=tmp_path)
    assert (ran.out, ran.code) == ("4 matches, all as they should be\n", 0)


def test_a_backup_is_of_one_moment(tmp_path: Path) -> None:
    """Choices are made as fast as can be while backups are written: every one of them is whole."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with Server(url, "--rate", "0") as server:
        table = server.begin(scenario="dives-6", seats={"usn": "ensign", "ijn": "ensign"})
        player = threading.Thread(target=lambda: table.watcher.until("over"))
        player.start()
        backups = list[Path]()
        while player.is_alive() or not backups:
            backups.append(tmp_path / f"{len(backups)}.gz")
            command("backup", url, str(backups[-1]))
        player.join()
    for number, file in enumerate({backups[0], backups[len(backups) // 2], backups[-1]}):
        copy = f"sqlite:///{tmp_path / f'copy-{number}.db'}"
        command("restore", str(file), copy)
        assert faults_of(copy) == []


def test_every_table_of_matches_is_in_it() -> None:
    assert {table.name for table in backup.tables()} <= set(METADATA.tables)
    assert {"matches", "lines", "tokens", "keys", "chat", "notes"} <= {
        table.name for table in backup.tables()
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match, which is over."""
    folder = tmp_path_factory.mktemp("small")
    with Server(f"sqlite:///{folder / 'table.db'}", "--rate", "0") as server:
        server.begin(scenario="dives-1", seats={"usn": "ensign", "ijn": "ensign"}).watcher.until(
            "over"
        )
    command("backup", f"sqlite:///{folder / 'table.db'}", str(folder / "all.gz"))
    return folder


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["backup", "sqlite:///none.db", "out.gz"], "there is no store none.db"),
        (["backup", "mysql://x", "out.gz"], "a store cannot be 'mysql'"),
        (["backup", "sqlite:///table.db", "no/such/out.gz"], "cannot write no/such/out.gz"),
        (["restore", "none.gz", "sqlite:///new.db"], "cannot read none.gz"),
        (["restore", "table.db", "sqlite:///new.db"], "table.db is no backup of a table"),
        (["restore", "all.gz", "sqlite:///table.db"], "the store has matches already"),
        (["check-store", "sqlite:///none.db"], "there is no store none.db"),
        (["check-store", "sqlite:///all.gz"], "the store cannot be read"),
    ],
)
def test_calls_that_are_wrong(
    small: Path, args: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small)
    with pytest.raises(FlankspeedError, match=words):
        command(*args)
    assert not (small / "none.db").exists()


def broken(lines: list[bytes]) -> dict[str, tuple[list[bytes], str]]:
    head, end = json.loads(lines[0]), lines[-1]
    later = json.dumps(head | {"flankspeed-backup": 2}).encode()
    return {
        "cut off": (lines[:-1], "cut off"),
        "a row less": ([*lines[:-2], end], "damaged"),
        "more after the end": ([*lines, end], "damaged"),
        "another format": ([later, *lines[1:]], "format 2"),
        "no backup": ([b"{}", *lines[1:]], "no backup"),
        "a table unknown": ([lines[0], b'{"table":"x","columns":[]}'], "does not know: x"),
        "a column unknown": ([lines[0], b'{"table":"chat","columns":["x"]}'], "chat.x"),
        "a row of no table": ([lines[0], b"[1]"], "a row of no table"),
        "a short row": ([*lines[:2], b"[1]"], "has 1 values"),
        "a wrong value": ([*lines[:2], lines[2].replace(b'"', b"", 2)], "line 3"),
        "no JSON": ([*lines[:2], b"["], "line 3"),
    }


def test_a_backup_that_is_broken_leaves_the_store_empty(small: Path, tmp_path: Path) -> None:
    file, store = tmp_path / "b.gz", tmp_path / "new.db"
    lines = gzip.decompress((small / "all.gz").read_bytes()).splitlines()
    for content, words in broken(lines).values():
        file.write_bytes(gzip.compress(b"\n".join(content) + b"\n"))
        with pytest.raises(FlankspeedError, match=words):
            command("restore", str(file), f"sqlite:///{store}")
        with sqlite3.connect(store) as made:
            assert made.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    file.write_bytes((small / "all.gz").read_bytes()[:-30])
    with pytest.raises(FlankspeedError, match="cut off"):
        command("restore", str(file), f"sqlite:///{store}")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM lines WHERE place = 2", "lines 2 is missing"),
        ("UPDATE lines SET text = '1 ijn face XX' WHERE place = 1", "it does not replay"),
        ("UPDATE matches SET header = 'x'", "it does not replay"),
        ("UPDATE matches SET seats = '{'", "it cannot be read"),
        ("UPDATE matches SET turn = 'usn'", "the store says that 'usn' must choose"),
        ("UPDATE tokens SET seat = 'raf'", "there is a link for a seat 'raf' that it has not"),
        ("DELETE FROM tokens", "nobody has a link to it"),
        ("UPDATE tokens SET match = 'x'", "tokens: rows of a match x that is not there"),
    ],
)
def test_what_is_wrong_with_a_store_is_told(
    small: Path, tmp_path: Path, statement: str, words: str
) -> None:
    with sqlite3.connect(small / "table.db") as whole, sqlite3.connect(tmp_path / "b.db") as copy:
        whole.backup(copy)
        copy.execute(statement)
    copy.close()
    found = faults_of(f"sqlite:///{tmp_path / 'b.db'}")
    assert words in found[0]


def test_faults_are_lines_and_the_answer_is_no(small: Path, tmp_path: Path) -> None:
    with sqlite3.connect(small / "table.db") as whole, sqlite3.connect(tmp_path / "b.db") as copy:
        whole.backup(copy)
        copy.execute("DELETE FROM tokens")
    copy.close()
    ran = run("check-store", "sqlite:///b.db", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 1)
    assert ran.out.endswith(": nobody has a link to it\n")
    ran = run("check-store", "sqlite:///b.db", "--json", cwd=tmp_path)
    told = json.loads(ran.out)
    assert (told["matches"], len(told["faults"]), ran.code) == (1, 1, 1)
