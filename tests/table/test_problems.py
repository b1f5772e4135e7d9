"""Problems: what is wrong with a request is said in one sentence, and never breaks anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_server import Server, problem

NEW = {"game": "kamikaze"}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, ""),
        (b"{", 400, ""),
        (b"[]", 400, ""),
        (b"null", 400, ""),
        (b'{"game":"kamikaze"}x', 400, ""),
        (b"\xff\xfe", 400, ""),
        (b'{"game":7}', 400, "str"),
        (b"{}", 400, "game"),
        (b'{"game":"chess"}', 422, "there is no game 'chess'"),
        (b'{"game":"kamikaze","scenario":"moon"}', 422, "no scenario 'moon'"),
        (b'{"game":"kamikaze","options":{"x":"1"}}', 422, "no option 'x'"),
        (b'{"game":"kamikaze","options":{"p1.fig2":"soft"}}', 422, "cannot be 'soft'"),
        (b'{"game":"kamikaze","options":{"p1.fig2":null}}', 400, ""),
        (b'{"game":"kamikaze","seats":{"raf":"human"}}', 422, "no seat 'raf'"),
        (b'{"game":"kamikaze","seats":{"usn":"hal"}}', 422, "no bot 'hal'"),
        (b'{"game":"kamikaze","seats":{"usn":"a b"}}', 400, ""),
        (b'{"game":"kamikaze","data":{"x":1}}', 422, ""),
        (b'{"game":"picket","data":{"scenario":{}}}', 422, ""),
        (b'{"game":"picket","scenario":"own"}', 422, ""),
        (b'{"game":"kamikaze","dice":"loaded"}', 400, ""),
        (b'{"game":"kamikaze","dice":"entered","seed":1}', 422, "seed"),
        (b'{"game":"kamikaze","seed":-1}', 400, ""),
        (b'{"game":"kamikaze","seed":1e999}', 400, ""),
        (b'{"game":"kamikaze","name":""}', 400, ""),
        (b'{"game":"kamikaze","name":"a\\u0000b"}', 400, ""),
        (b'{"game":"kamikaze","name":"\\ud800"}', 400, ""),
        (b'{"game":"kamikaze","cheat":true}', 400, "cheat"),
        (b'{"game":"\xff"}', 400, "utf-8"),
        (b'{"game":"kamikaze","name":"\xc3("}', 400, "utf-8"),
        (b'{"game":"picket","file":"[scenario]\\nstation = ' + b"9" * 5000 + b'"}', 422, "digits"),
        (b'{"game":"kamikaze","data":' + b'{"x":' * 40_000, 400, ""),
        (b"[" * 200_000, 400, ""),
    ],
)
def test_a_match_that_cannot_be(server: Server, body: bytes, status: int, words: str) -> None:
    answer = server.client.post("/api/matches", content=body)
    assert words.lower() in problem(answer, status).lower()


def test_bots_cannot_type_in_dice(server: Server) -> None:
    body = NEW | {"seats": {"usn": "random", "ijn": "random"}, "dice": "entered"}
    assert "type in dice" in problem(server.client.post("/api/matches", json=body), 422)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/choices", {"version": 0, "choice": "pick E1"}),
        ("/choices", {"version": "now", "choice": "pick E1", "key": "abcdefgh"}),
        ("/choices", {"version": 0, "choice": 3, "key": "abcdefgh"}),
        ("/choices", {"version": 0, "choice": "x" * 401, "key": "abcdefgh"}),
        ("/choices", {"version": 0, "choice": "pick E1", "key": "short"}),
        ("/choices", {"version": 0, "choice": "pick E1", "key": "a b c d e f"}),
        ("/choices", {"version": -1, "choice": "pick E1", "key": "abcdefgh"}),
        ("/dice", {"version": 0, "values": [], "key": "abcdefgh"}),
        ("/dice", {"version": 0, "values": ["six"], "key": "abcdefgh"}),
        ("/dice", {"version": 0, "values": [0], "key": "abcdefgh"}),
        ("/dice", {"version": 0, "values": [1] * 201, "key": "abcdefgh"}),
        ("/undo", {"version": 0}),
        ("/dice/commitment", {"commitment": "ab" * 31, "key": "abcdefgh"}),
        ("/dice/commitment", {"commitment": "ab" * 33, "key": "abcdefgh"}),
        ("/dice/commitment", {"commitment": "AB" * 32, "key": "abcdefgh"}),
        ("/dice/commitment", {"commitment": "xy" * 32, "key": "abcdefgh"}),
        ("/dice/commitment", {"commitment": "ab" * 31 + "a\n", "key": "abcdefgh"}),
        ("/dice/commitment", {"commitment": 7, "key": "abcdefgh"}),
        ("/dice/commitment", {"key": "abcdefgh"}),
        ("/dice/contribution", {"contribution": "", "key": "abcdefgh"}),
        ("/dice/contribution", {"contribution": "ab" * 32}),
        ("/chat", {"text": ""}),
    ],
)
def test_a_write_of_the_wrong_form(server: Server, path: str, body: Any) -> None:
    table = server.begin()
    problem(table.seat("ijn").ask("POST", path, json=body), 400)
    assert table.seat("ijn").position()["version"] == 0


@pytest.mark.parametrize("choice", ["pick E9", "pick", " pick E1", "pick E1\n", "Pick E1", "☠"])
def test_a_choice_that_is_not_on_offer(server: Server, choice: str) -> None:
    table = server.begin()
    answer = table.seat("ijn").post("/choices", version=0, choice=choice)
    assert "cannot be chosen now" in problem(answer, 422)


def test_dice_that_nobody_asked_for(server: Server) -> None:
    table = server.begin()
    problem(table.seat("ijn").post("/dice", version=0, values=[1]), 422)


def test_what_is_not_there(server: Server) -> None:
    for path in (
        "/nothing",
        "/api",
        "/api/games/chess/rules",
        "/api/games/chess/charts",
        "/page/x",
    ):
        problem(server.client.get(path), 404)
    link = {"Authorization": "Bearer x"}
    problem(server.client.get("/api/matches/nothing", headers=link), 404)
    problem(server.client.get("/api/matches/nothing"), 401)


@pytest.mark.parametrize(
    "path", ["/../wire.py", "/%2e%2e/wire.py", "/..%2fwire.py", "//etc/passwd"]
)
def test_the_page_is_no_way_out(server: Server, path: str) -> None:
    problem(server.client.get(f"/page{path}"), 404)


def test_methods_that_are_not_there(server: Server) -> None:
    for method, path in (("PUT", "/healthz"), ("DELETE", "/api/games"), ("GET", "/api/matches")):
        answer = server.client.request(method, path)
        problem(answer, 405)
        assert answer.headers["allow"]


def test_too_much_at_once(server: Server) -> None:
    big = b'{"game":"kamikaze","name":"' + b"x" * 300_000 + b'"}'
    problem(server.client.post("/api/matches", content=big), 413)
    record = "flankspeed: 1\n" + "x" * 4_600_000
    problem(server.client.post("/api/matches/import", json={"record": record}), 413)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_writes_from_another_site(server: Server, headers: dict[str, str]) -> None:
    assert "another site" in problem(
        server.client.post("/api/matches", json=NEW, headers=headers), 403
    )
    assert server.client.get("/api/games", headers=headers).status_code == 200


def test_writes_from_the_page(server: Server) -> None:
    headers = {"Origin": server.url.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert server.client.post("/api/matches", json=NEW, headers=headers).status_code == 201


def test_an_import_that_is_no_text(server: Server) -> None:
    problem(server.client.post("/api/matches/import", content=b'{"record":"\xff"}'), 400)


def test_what_is_said_of_the_type_is_said_once(server: Server) -> None:
    """The letters of a text are named once."""
    seat = server.begin(seed=1).seat("ijn")
    types = [seat.ask("GET", "/record").headers["content-type"]]
    pages = ("/", "/page/app.js", "/page/base.css")
    types += [server.client.get(path).headers["content-type"] for path in pages]
    assert types[0] == "text/plain; charset=utf-8"
    assert [kind for kind in types if kind.count("charset") != 1] == []


def test_what_every_answer_carries(server: Server) -> None:
    for path in ("/healthz", "/nothing", "/api/games", "/"):
        headers = server.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_too_many_requests(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "2") as server:
        assert server.client.get("/api/games").status_code == 200
        answers = (server.client.get("/api/games") for _ in range(1000))
        refused = next(answer for answer in answers if answer.status_code != 200)
        problem(refused, 429)
        assert refused.headers["retry-after"] == "1"


def test_a_bot_that_fails_is_reported_and_replaced(tmp_path: Path) -> None:
    """A broken bot, planted in the worker process; the match stands and goes on with another."""
    code = "import os\nfrom flankspeed.bots import random\n"
    code += "def choose(self, state, decision): raise ZeroDivisionError\n"
    code += "random.RandomBot.choose = choose\n"
    planted = tmp_path / "planted"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(code)
    with Server(f"sqlite:///{tmp_path / 'table.db'}", planted=planted) as server:
        table = server.begin(seats={"ijn": "random"}, seed=1)
        usn = table.seat("usn")
        position = usn.until("fault")
        assert position["fault"] == "the bot 'random' at ijn has failed: ZeroDivisionError"
        assert position["thinking"] is None
        assert '"event":"bot failed"' in server.log()
        assert usn.ask("PUT", "/seats/ijn", json={"who": "lieutenant"}).status_code == 200
        assert usn.until("turn", seat="usn")["fault"] is None
