"""Seats: a link opens one seat of one match and nothing else, and is known to nobody."""

from __future__ import annotations

import sqlite3
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from table_server import Seat, Server, Table, bound, draw_together, drawn, problem

KEY = "abcdefgh"
# Everything that can be asked of a match, with a body of the right form.
WRITES: list[tuple[str, str, Any]] = [
    ("POST", "/choices", {"version": 0, "choice": "pick E1", "key": KEY}),
    ("POST", "/dice", {"version": 0, "values": [1], "key": KEY}),
    ("POST", "/undo", {"version": 0, "key": KEY}),
    ("POST", "/dice/commitment", {"commitment": bound("usn"), "key": KEY}),
    ("POST", "/dice/contribution", {"contribution": drawn("usn"), "key": KEY}),
    ("POST", "/chat", {"text": "hello"}),
    ("PUT", "/notes", {"text": "mine"}),
    ("POST", "/seats/usn/link", None),
    ("PUT", "/seats/usn", {"who": "random"}),
    ("PATCH", "", {"name": "other"}),
    ("DELETE", "", None),
]
VIEWS = (
    "",
    "/position",
    "/position?at=0",
    "/log",
    "/since",
    "/briefing",
    "/picture",
    "/picture?at=0",
    "/odds",
    "/advice",
    "/events",
    "/chat",
    "/notes",
    "/record",
)
REQUESTS = [*WRITES, *(("GET", view, None) for view in VIEWS)]


def wrong_tokens(table: Table, other: Table) -> list[str]:
    right = table.links["ijn"]
    return ["x", right[:-1], right + "A", right.swapcase(), *other.links.values()]


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_every_request_with_every_wrong_token(
    server: Server, method: str, path: str, body: Any
) -> None:
    table, other = server.begin("kamikaze"), server.begin("kamikaze")
    before = table.watcher.position()
    for token in wrong_tokens(table, other):
        answer = Seat(table, token).ask(method, path, json=body)
        problem(answer, 401)
        assert answer.headers["www-authenticate"] == "Bearer"
    for headers in ({"Authorization": ""}, {"Authorization": f"Basic {table.links['ijn']}"}):
        problem(table.seat("ijn").ask(method, path, json=body, headers=headers), 401)
    assert table.watcher.position() == before


@pytest.mark.parametrize(("method", "path", "body"), [w for w in WRITES if w[1] != "/chat"])
def test_who_watches_changes_nothing(server: Server, method: str, path: str, body: Any) -> None:
    table = server.begin("kamikaze")
    before = table.seat("usn").position()
    problem(table.watcher.ask(method, path, json=body), 403)
    assert table.seat("usn").position() == before


def test_every_choice_with_the_other_seats_token(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=2)
    random = Random(1)
    position = table.seat("ijn").position()
    while not position["result"]:
        turn = position["view"]["waiting_for"]
        options = table.seat(turn).position()["view"]["options"]
        others = [seat for seat in ("usn", "ijn") if seat != turn]
        for option in options:
            for seat in others:
                answer = table.seat(seat).post(
                    "/choices", version=position["version"], choice=option["text"]
                )
                assert "turn" in problem(answer, 422)
            answer = table.watcher.post(
                "/choices", version=position["version"], choice=option["text"]
            )
            problem(answer, 403)
        after = table.seat(turn).position()
        assert (after["version"], after["choices"]) == (position["version"], position["choices"])
        position = table.seat(turn).choose(random.choice(options)["text"], position["version"])


def test_a_seat_sees_its_own_options_only(server: Server) -> None:
    table = server.begin("samar", seed=1)
    assert table.seat("usn").position()["view"]["options"]
    for link in ("ijn", "watch"):
        view = table.seat(link).position()["view"]
        assert view["options"] == view["shortcuts"] == []


def test_what_is_plotted_stays_hidden(server: Server) -> None:
    table = server.begin("samar", seed=1, options={"combat_declaration": "plot"})
    usn, ijn = table.seat("usn"), table.seat("ijn")
    position = usn.choose("formation", 0)
    random = Random(3)
    for _ in range(400):
        turn = position["view"]["waiting_for"]
        mine = table.seat(turn).position()["view"]
        if mine["board"]["phase"].lower().startswith("combat"):
            other = {"usn": ijn, "ijn": usn}[turn]
            assert other.position()["view"]["prompt"] == ""
            assert table.watcher.position()["view"]["prompt"] == ""
            assert mine["prompt"] in unescape(table.seat(turn).text("/picture"))
            assert mine["prompt"] not in unescape(other.text("/picture"))
            assert other.text("/picture") == table.watcher.text("/picture")
            assert "hidden" in problem(other.ask("GET", "/record"), 409)
            return
        choices = mine["shortcuts"] or mine["options"]
        choice = random.choice(choices)["text"]
        position = table.seat(turn).choose(choice, position["version"])
    raise AssertionError("no combat")


def test_tokens_are_kept_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}") as server:
        tables = [server.begin("kamikaze"), server.begin("picket")]
        seat = tables[0].seat("ijn")
        seat.choose("pick E1", 0)
        new = seat.ask("POST", "/seats/ijn/link").json()["links"]["ijn"]
        problem(Seat(tables[0], "x").ask("GET"), 401)
        tokens = [*tables[0].links.values(), *tables[1].links.values(), new]
        log = server.log()
        assert seat.table.id in log
        for entry in tmp_path.iterdir():
            content = entry.read_bytes()
            assert not [token for token in tokens if token.encode() in content]
        assert not [token for token in tokens if token in log]


def test_the_key_of_the_dice_is_told_at_the_end_only(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with Server(f"sqlite:///{file}", "--rate", "0", seed=None) as server:
        table = server.begin("kamikaze", scenario="dives-1")
        with sqlite3.connect(file) as store:
            (key,) = store.execute("SELECT key FROM matches").fetchone()
        assert len(key) == 64
        draw_together(table)
        random = Random(1)
        ijn = table.seat("ijn")
        while True:
            position = ijn.position()
            said = [ijn.ask("GET", view).text for view in VIEWS if view != "/events"]
            if position["result"]:
                break
            assert not [text for text in said if key in text]
            seat = table.seat(position["view"]["waiting_for"])
            options = seat.position()["view"]["options"]
            seat.choose(random.choice(options)["text"], position["version"])
        assert f"key: {key}\n" in ijn.text("/record")
        assert key not in server.log()


def test_a_seat_is_handed_on(server: Server) -> None:
    table = server.begin("kamikaze")
    ijn, usn = table.seat("ijn"), table.seat("usn")
    problem(usn.ask("POST", "/seats/ijn/link"), 403)
    answer = ijn.ask("POST", "/seats/ijn/link")
    assert answer.status_code == 201
    heir = Seat(table, answer.json()["links"]["ijn"])
    problem(ijn.ask("GET"), 401)
    assert heir.position()["view"]["options"]
    assert usn.position()["version"] == 1
    watch = usn.ask("POST", "/seats/watch/link").json()["links"]["watch"]
    problem(table.watcher.ask("GET"), 401)
    assert Seat(table, watch).position()["seat"] is None
    problem(usn.ask("POST", "/seats/raf/link"), 403)


def test_a_bot_is_replaced(server: Server) -> None:
    table = server.begin("kamikaze", seats={"ijn": "random"}, seed=1)
    usn = table.seat("usn")
    answer = usn.ask("PUT", "/seats/ijn", json={"who": "human"})
    assert answer.status_code == 200
    ijn = Seat(table, answer.json()["links"]["ijn"])
    assert usn.position()["seats"] == {"usn": "human", "ijn": "human"}
    problem(usn.ask("PUT", "/seats/ijn", json={"who": "random"}), 403)
    assert ijn.ask("PUT", "/seats/ijn", json={"who": "lieutenant"}).json()["links"] == {}
    assert usn.position()["seats"]["ijn"] == "lieutenant"
    problem(ijn.post("/choices", version=0, choice="pick E1"), 403)
    assert "seats: usn=human ijn=lieutenant" in usn.text("/record")
    problem(ijn.ask("PUT", "/seats/ijn", json={"who": "nobody"}), 422)
    problem(usn.ask("PUT", "/seats/raf", json={"who": "human"}), 404)


def test_bots_alone_can_be_joined(server: Server) -> None:
    table = server.begin("kamikaze", seats={"usn": "random", "ijn": "random"})
    ijn = table.seat("ijn")
    assert ijn.ask("PUT", "/seats/ijn", json={"who": "human"}).json()["links"] == {}
    position = ijn.until("turn", seat="ijn")
    assert position["seats"]["ijn"] == "human"


def test_chat_and_notes(server: Server) -> None:
    table = server.begin("kamikaze")
    usn, ijn = table.seat("usn"), table.seat("ijn")
    assert usn.ask("POST", "/chat", json={"text": "Good luck <b>!"}).status_code == 201
    assert ijn.ask("POST", "/chat", json={"text": "You too"}).json()["number"] == 1
    assert table.watcher.ask("POST", "/chat", json={"text": "I watch"}).status_code == 201
    said = ijn.get("/chat")
    assert [(line["number"], line["seat"]) for line in said] == [(0, "usn"), (1, "ijn"), (2, "")]
    assert said[0]["text"] == "Good luck <b>!"
    assert usn.get("/chat?from=2") == said[2:]
    assert usn.position()["chat_length"] == 3
    problem(usn.ask("POST", "/chat", json={"text": "   "}), 422)
    problem(usn.ask("POST", "/chat", json={"text": "x" * 1001}), 400)
    usn.ask("PUT", "/notes", json={"text": "E1 is weak"})
    usn.ask("PUT", "/notes", json={"text": "E2 is weak"})
    assert usn.get("/notes") == {"text": "E2 is weak"}
    assert ijn.get("/notes") == {"text": ""}
    problem(table.watcher.ask("GET", "/notes"), 403)
    problem(usn.ask("PUT", "/notes", json={"text": "x" * 20_001}), 400)


def test_rename(server: Server) -> None:
    table = server.begin("kamikaze")
    usn = table.seat("usn")
    assert usn.ask("PATCH", json={"name": "Sunday"}).json()["name"] == "Sunday"
    assert table.seat("ijn").position()["name"] == "Sunday"
    problem(usn.ask("PATCH", json={"name": "x" * 81}), 400)
    problem(usn.ask("PATCH", json={"name": "  "}), 422)
