"""Seats and notes belong to those who hold them: nobody gives them away without knowing."""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from table_server import PATIENCE, Seat, Server, Table, problem


def sit(seat: Seat, at: str, who: str) -> httpx.Response:
    return seat.ask("PUT", f"/seats/{at}", json={"who": who})


def link(seat: Seat, at: str, **wanted: Any) -> Seat:
    """Make a new link: whoever has it."""
    answer = seat.ask("POST", f"/seats/{at}/link", json=wanted)
    assert answer.status_code == 201, answer.text
    return Seat(seat.table, answer.json()["links"][at])


def write(seat: Seat, text: str) -> None:
    assert seat.ask("PUT", "/notes", json={"text": text}).status_code == 200


def let_time_pass(file: Path, days: float) -> None:
    """Whoever was here was here so much earlier; the server must not be running."""
    with sqlite3.connect(file) as store:
        for table, column in (("seen", "at"), ("matches", "changed")):
            for row, text in store.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
                before = datetime.fromisoformat(text) - timedelta(days=days)
                said = before.isoformat(timespec="seconds")
                store.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (said, row))


def test_a_bot_in_ones_place_gives_neither_seat_nor_notes_away(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    write(ijn, "E1 is weak")
    assert sit(ijn, "ijn", "random").status_code == 200
    for who in ("human", "lieutenant"):
        said = problem(sit(usn, "ijn", who), 403)
        assert "with its holder's consent" in said
        assert "away for 3 days" in said
    assert usn.position()["replaceable"] == []
    assert ijn.get("/notes") == {"text": "E1 is weak"}
    assert sit(ijn, "ijn", "human").json()["links"] == {}
    assert ijn.position()["seats"]["ijn"] == "human"
    assert ijn.get("/notes") == {"text": "E1 is weak"}


def test_a_bots_seat_that_nobody_holds_is_for_all_at_the_table(server: Server) -> None:
    table = server.begin("kamikaze", seats={"ijn": "random"}, seed=1)
    usn = table.seat("usn")
    assert usn.position()["replaceable"] == ["ijn"]
    friend = Seat(table, sit(usn, "ijn", "human").json()["links"]["ijn"])
    assert friend.position()["seat"] == "ijn"
    assert usn.position()["replaceable"] == []
    problem(sit(usn, "ijn", "random"), 403)


def test_notes_and_name_go_with_who_hands_his_seat_on(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    ijn.ask("PUT", "/name", json={"name": "Anna"})
    write(ijn, "E1 is weak")
    ijn = link(ijn, "ijn", own=True)  # a new link for oneself
    assert ijn.get("/notes") == {"text": "E1 is weak"}
    assert ijn.position()["names"] == {"ijn": "Anna"}
    heir = link(ijn, "ijn")
    assert heir.get("/notes") == {"text": ""}
    assert heir.position()["names"] == {}
    problem(ijn.ask("GET", "/notes"), 401)


def test_whoever_joins_an_open_table_reads_nobodys_notes(server: Server) -> None:
    table = server.begin("kamikaze", seed=1, open=["usn"])
    write(table.seat("usn"), "mine, before anybody came")
    joined = server.client.post(f"/api/tables/{table.id}", json={"seat": "usn"})
    assert Seat(table, joined.json()["links"]["usn"]).get("/notes") == {"text": ""}


def test_after_the_stated_time_away_others_may_fill_the_seat(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        table = server.begin("kamikaze")
        usn, ijn = table.seat("usn"), table.seat("ijn")
        write(ijn, "E1 is weak")

        def days_later(days: float) -> None:
            assert server.stop() == 0
            let_time_pass(file, days)
            server.start()

        days_later(2.9)
        said = problem(sit(usn, "ijn", "random"), 403)
        soon = datetime.now(UTC) + timedelta(days=0.1)
        assert f"{soon:%Y-%m-%d}" in said
        ijn.position()  # which counts as being here
        days_later(2.9)
        problem(sit(usn, "ijn", "random"), 403)
        days_later(0.2)
        assert usn.position()["replaceable"] == ["ijn"]
        assert sit(usn, "ijn", "random").status_code == 200
        assert sit(ijn, "ijn", "human").status_code == 200  # he is back: it was kept for him
        assert ijn.get("/notes") == {"text": "E1 is weak"}
        problem(sit(usn, "ijn", "random"), 403)
        days_later(3.1)
        heir = Seat(table, sit(usn, "ijn", "human").json()["links"]["ijn"])
        assert heir.get("/notes") == {"text": ""}
        problem(ijn.ask("GET"), 401)


def test_the_time_is_the_servers_to_state(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0", "--away", "0.5") as server:
        table = server.begin("kamikaze")
        said = problem(sit(table.seat("usn"), "ijn", "random"), 403)
        assert "away for 0.5 days" in said
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0", "--away", "0") as server:
        table = server.begin("kamikaze")
        table.seat("ijn").position()
        assert sit(table.seat("usn"), "ijn", "random").status_code == 200


def test_a_store_of_before_knows_who_played(tmp_path: Path) -> None:
    """It says of nobody when he was here: the time counts from the last change."""
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        table = server.begin("kamikaze")
        table.seat("ijn").choose("pick E1", 0)
        server.stop()
        with sqlite3.connect(file) as store:
            for name in ("seen", "expires", "imports", "schema_number"):
                store.execute(f"DROP TABLE {name}")
        server.start()
        usn = table.seat("usn")
        problem(sit(usn, "ijn", "random"), 403)
        assert usn.ask("DELETE").json() == {"deleted": False}
        assert table.seat("ijn").position()["choices"] == 1


def left(seat: Seat) -> Any:
    answer = seat.ask("DELETE")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_one_who_leaves_deletes_nobodys_copy(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    ijn.choose("pick E1", 0)
    assert left(usn) == {"deleted": False}
    problem(usn.ask("GET"), 401)
    position = ijn.position()
    assert (position["choices"], position["replaceable"]) == (1, ["usn"])
    assert "pick E1" in ijn.text("/record")
    assert sit(ijn, "usn", "random").status_code == 200  # and the match goes on
    assert left(ijn) == {"deleted": True}
    for name in table.links:
        problem(table.seat(name).ask("GET"), 404)


def test_a_match_to_which_nobody_else_came_is_deleted(server: Server) -> None:
    for wanted in ({}, {"seats": {"ijn": "random"}}):
        table: Table = server.begin("kamikaze", seed=1, **wanted)
        problem(table.watcher.ask("DELETE"), 403)
        assert left(table.seat("usn")) == {"deleted": True}
        problem(table.watcher.ask("GET"), 404)


def test_one_may_leave_while_the_dice_are_drawn(fair: Server) -> None:
    table = fair.begin("kamikaze")
    usn, ijn = table.seat("usn"), table.seat("ijn")
    for seat in (usn, ijn):
        seat.position()
    assert usn.post("/dice/commitment", commitment="ab" * 32).status_code == 200
    assert left(usn) == {"deleted": False}
    assert ijn.position()["shared"]["commitments"] == {}
    assert sit(ijn, "usn", "random").status_code == 200
    assert ijn.position()["shared"] is None  # it has begun


def test_a_link_can_be_made_to_expire(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0") as server:
        table = server.begin("kamikaze")
        usn = table.seat("usn")
        lasting = link(usn, "watch", hours=1)
        assert lasting.position()["seat"] is None
        ijn = link(table.seat("ijn"), "ijn", hours=0.0001)  # a third of a second
        deadline = time.monotonic() + PATIENCE
        while ijn.ask("GET").status_code == 200:
            assert time.monotonic() < deadline
        said = "This link has expired: ask those at the table for a new one."
        assert problem(ijn.ask("GET"), 401) == said
        assert problem(ijn.post("/choices", choice="pick E1", version=1), 401) == said
        server.kill()
        server.start()
        assert problem(ijn.ask("GET"), 401) == said
        assert lasting.position()["seat"] is None
        assert usn.position()["replaceable"] == ["ijn"]
        friend = Seat(table, sit(usn, "ijn", "human").json()["links"]["ijn"])
        assert friend.position()["view"]["options"]
        for hours in (0, -1, 1e9):
            problem(friend.ask("POST", "/seats/ijn/link", json={"hours": hours}), 400)
