"""The body of an import: piece by piece, no more than may be, and decoded beside the event loop."""

from __future__ import annotations

import asyncio
import json
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from table_server import Server, problem

from flankspeed.table.app import create_app
from flankspeed.table.routes import bodies

PIECE = 64 * 1024
LARGE = 4_000_000  # what a record may have


class Sent:
    """A request that is sent in pieces, and its answer."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.taken = 0
        self.ended = False
        self.status = 0
        self.answer = b""

    async def receive(self) -> Any:
        if self.ended:  # the client waits for its answer
            await asyncio.Event().wait()
        piece = next(self.pieces, b"")
        self.ended = not piece
        self.taken += len(piece)
        return {"type": "http.request", "body": piece, "more_body": bool(piece)}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        self.answer += message.get("body", b"")


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    """An application in the process of the test; it opens no store for what is refused here."""
    return create_app(f"sqlite:///{tmp_path / 'table.db'}", workers=1, rate=0)


def ask(app: Litestar, pieces: Iterator[bytes]) -> Sent:
    """Ask for an import."""
    sent = Sent(pieces)
    scope: Any = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/matches/import",
        "raw_path": b"/api/matches/import",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"table"), (b"content-type", b"application/json")],
        "client": ("192.0.2.1", 1),
        "server": ("table", 80),
    }
    asyncio.run(app(scope, sent.receive, sent.send))
    return sent


def cut(body: bytes) -> Iterator[bytes]:
    return (body[at : at + PIECE] for at in range(0, len(body), PIECE))


def test_it_is_decoded_beside_the_event_loop_and_not_kept(
    app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the record is on its way to a worker it is there once, and once more on this way."""
    threads, decoded = list[threading.Thread](), bodies._decoded

    def noted(body: bytearray) -> Any:
        threads.append(threading.current_thread())
        return decoded(body)

    monkeypatch.setattr(bodies, "_decoded", noted)
    ask(app, iter([b'{"record": ""}']))  # all that is made once is made
    body = json.dumps({"record": "x" * LARGE}).encode()
    tracemalloc.start()
    try:
        sent = ask(app, cut(body))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        app.state.services.workers.close()
    assert (sent.status, sent.taken) == (422, len(body))
    assert most < 3.5 * len(body)
    assert [each is threading.main_thread() for each in threads] == [True, False]


def test_what_is_too_large_is_refused_as_soon_as_it_is(app: Litestar) -> None:
    """However much is still to come, and whatever its length was said to be."""

    def without_end() -> Iterator[bytes]:
        while True:
            yield b" " * PIECE

    sent = ask(app, without_end())
    assert sent.status == 413
    assert LARGE < sent.taken < LARGE + 10 * PIECE


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "Data: Input data was truncated."),
        (b"{}", "Data: Object missing required field `record`."),
        (b'{"record": 5}', "Record: Expected `str`, got `int`."),
        (b'{"record": "\xff"}', "The request is not UTF-8."),
        (b'{"record": "", "seats": ' + b"[" * 100_000, "Seats: Expected `object`, got `array`."),
    ],
)
def test_what_is_wrong_with_it_is_said(server: Server, body: bytes, words: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.client.post("/api/matches/import", content=body, headers=headers)
    assert problem(answer, 400) == words
