"""Large answers are compressed for those who can read that."""

from __future__ import annotations

import zlib

import httpx
import pytest
from table_server import Server


def asked(server: Server, path: str, encoding: str) -> tuple[httpx.Headers, bytes]:
    headers = {"Accept-Encoding": encoding}
    with server.client.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", ["/api/games", "/schema/openapi.json"])
def test_large_answers(server: Server, path: str) -> None:
    plain, text = asked(server, path, "identity")
    squeezed, body = asked(server, path, "br, gzip")
    assert "content-encoding" not in plain
    assert squeezed["content-encoding"] == "gzip"
    assert squeezed["vary"] == "Accept-Encoding"
    assert int(squeezed["content-length"]) == len(body) < len(text) / 2
    assert zlib.decompress(body, 31) == text
    there = [name for name in plain if name not in ("content-length", "date")]
    assert {name: squeezed[name] for name in there} == {name: plain[name] for name in there}


def test_small_answers_are_left_as_they_are(server: Server) -> None:
    headers, body = asked(server, "/healthz", "gzip")
    assert "content-encoding" not in headers
    assert int(headers["content-length"]) == len(body)
