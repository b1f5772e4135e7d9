"""Notices of one's turn: by mail after a code was typed, or to a web address that is allowed."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from table_post import mail_server, web_server
from table_server import PATIENCE, Seat, Server, problem

from flankspeed.engine import OptionError
from flankspeed.table.post import Post


class Telling(NamedTuple):
    """A server that sends notices at once, and those who take them."""

    server: Server
    letters: queue.Queue[Message]
    hook: str
    called: queue.Queue[tuple[str, Any]]


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telling]:
    store = tmp_path_factory.mktemp("telling") / "table.db"
    with (
        mail_server() as (mail, letters),
        web_server() as (web, called),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("FLANKSPEED_SMTP", f"smtp+plain://{mail}")
        patch.setenv("FLANKSPEED_MAIL_FROM", "table@example.org")
        patch.setenv("FLANKSPEED_WEBHOOKS", f"http://{web}, https://hooks.example.org")
        patch.setenv("FLANKSPEED_PUBLIC_URL", "https://table.example.org/")
        patch.setenv("FLANKSPEED_NOTICE_AFTER", "0")
        with Server(f"sqlite:///{store}", "--rate", "0") as server:
            yield Telling(server, letters, f"http://{web}", called)


def want(seat: Seat, to: str) -> Any:
    return seat.ask("PUT", "/notice", json={"to": to})


def move_on(seat: Seat) -> None:
    """All escorts and kamikazes enter: it is the other side's turn then."""
    position = seat.position()
    while position["view"]["waiting_for"] == "ijn":
        option = position["view"]["options"][0]["text"]
        position = seat.choose(option, position["version"])


def test_nothing_is_offered_unless_the_operator_says_so(server: Server) -> None:
    seat = server.begin(seed=1).seat("usn")
    assert seat.get("/notice") == {"ways": [], "state": "off", "to": ""}
    assert "no notices are sent here" in problem(want(seat, "anna@example.org"), 422)


def test_a_web_address_is_called_when_it_is_ones_turn(telling: Telling) -> None:
    table = telling.server.begin(seed=1, name="Evening")
    usn, ijn = table.seat("usn"), table.seat("ijn")
    assert want(usn, f"{telling.hook}/hook?x=1").json()["state"] == "on"
    move_on(ijn)
    path, told = telling.called.get(timeout=PATIENCE)
    assert path == "/hook?x=1"
    assert told["text"].startswith("Your turn: Evening\nIt is your turn in Evening (")
    assert "https://table.example.org/" in told["text"]
    assert (told["match"], told["seat"]) == (table.id, "usn")
    assert usn.token not in json.dumps(told)
    assert usn.ask("DELETE", "/notice").status_code == 204
    assert usn.get("/notice")["state"] == "off"


def test_a_mail_address_must_be_shown_to_be_ones_own(telling: Telling) -> None:
    table = telling.server.begin(seed=1, name="Abend 大和")
    usn, ijn = table.seat("usn"), table.seat("ijn")
    assert want(usn, "anna@example.org").json() == {
        "ways": ["mail", "webhook"],
        "state": "waiting",
        "to": "anna@example.org",
    }
    letter = telling.letters.get(timeout=PATIENCE)
    assert (letter["To"], letter["From"]) == ("anna@example.org", "table@example.org")
    found = re.search(r"\b\d{6}\b", letter.get_payload(decode=True).decode())  # type: ignore[union-attr]
    assert found
    wrong = f"{(int(found[0]) + 1) % 1_000_000:06}"
    assert "not the code" in problem(usn.ask("POST", "/notice/code", json={"code": wrong}), 422)
    assert usn.ask("POST", "/notice/code", json={"code": found[0]}).json()["state"] == "on"
    assert "no code" in problem(usn.ask("POST", "/notice/code", json={"code": wrong}), 409).lower()
    move_on(ijn)
    letter = telling.letters.get(timeout=PATIENCE)
    assert "It is your turn" in letter.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert "anna@example.org" not in telling.server.log()


def test_a_code_cannot_be_guessed_for_long(telling: Telling) -> None:
    usn = telling.server.begin(seed=1).seat("usn")
    want(usn, "bert@example.org")
    letter = telling.letters.get(timeout=PATIENCE)
    code = re.search(r"\d{6}", letter.get_payload(decode=True).decode())  # type: ignore[union-attr]
    assert code
    wrong = f"{(int(code[0]) + 1) % 1_000_000:06}"
    for _ in range(5):
        problem(usn.ask("POST", "/notice/code", json={"code": wrong}), 422)
    problem(usn.ask("POST", "/notice/code", json={"code": code[0]}), 409)
    assert usn.get("/notice")["state"] == "off"


def test_nobody_is_flooded(telling: Telling) -> None:
    """Three codes to an address, from however many matches; none after that for some minutes."""
    answers = [
        want(telling.server.begin(seed=1).seat("usn"), "carl@example.org").status_code
        for _ in range(5)
    ]
    assert answers == [200, 200, 200, 429, 429]
    for _ in range(3):
        telling.letters.get(timeout=PATIENCE)


def test_who_is_here_is_not_told_and_who_takes_the_seat_is_asked_anew(telling: Telling) -> None:
    table = telling.server.begin(seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    want(usn, f"{telling.hook}/here")
    events = usn.events()
    next(events)
    move_on(ijn)
    other = telling.server.begin(seed=1)
    want(other.seat("usn"), f"{telling.hook}/away")
    move_on(other.seat("ijn"))
    assert telling.called.get(timeout=PATIENCE)[0] == "/away"
    events.close()  # type: ignore[attr-defined]
    assert want(usn, f"{telling.hook}/here").json()["state"] == "on"
    links = usn.ask("POST", "/seats/usn/link").json()["links"]
    assert Seat(table, links["usn"]).get("/notice")["state"] == "off"
    problem(table.watcher.ask("GET", "/notice"), 403)


@pytest.mark.parametrize(
    "to",
    [
        "http://127.0.0.1:1/",
        "http://169.254.169.254/latest",
        "https://hooks.example.org.evil.example/",
        "https://hooks.example.org@evil.example/",
        "https://user@hooks.example.org/",
        "http://[",
        "file:///etc/passwd",
        "anna@example",
        "anna@@example.org",
        "a,b@example.org",
    ],
)
def test_only_what_is_allowed_is_called(telling: Telling, to: str) -> None:
    seat = telling.server.begin(seed=1).seat("usn")
    assert "no address for notices" in problem(want(seat, to), 422)


def test_what_cannot_be_sent(telling: Telling) -> None:
    table = telling.server.begin(seed=1)
    assert "no mail" in problem(want(table.seat("usn"), "nobody@example.org"), 422).lower()
    want(table.seat("usn"), f"{telling.hook}/elsewhere")
    move_on(table.seat("ijn"))
    assert telling.called.get(timeout=PATIENCE)[0] == "/elsewhere"
    table.seat("usn").ask("DELETE", "/notice")
    assert telling.called.empty()  # where it was sent on to is not called
    assert telling.server.client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"FLANKSPEED_SMTP": "mail.example.org"}, "FLANKSPEED_SMTP must be"),
        ({"FLANKSPEED_SMTP": "smtp://h:x"}, "FLANKSPEED_SMTP must be"),
        ({"FLANKSPEED_SMTP": "smtp://mail.example.org"}, "needs FLANKSPEED_MAIL_FROM"),
        ({"FLANKSPEED_WEBHOOKS": "hooks.example.org"}, "not of the form https://host"),
        ({"FLANKSPEED_WEBHOOKS": "https://h/path"}, "not of the form https://host"),
        ({"FLANKSPEED_NOTICE_AFTER": "soon"}, "no number of seconds"),
    ],
)
def test_settings_that_are_wrong(settings: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Post(settings)
    assert Post({}).ways == []


def test_notices_are_part_of_a_backup(tmp_path: Path) -> None:
    from flankspeed.table.store import backup

    assert "notices" in {table.name for table in backup.tables()}
