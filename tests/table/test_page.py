"""The files of the page: compressed for those who take it so, and fetched anew only if changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from table_server import Server, problem

from flankspeed.table.routes.page import FOLDER


def test_parts_are_compressed_for_those_who_take_it_so(server: Server) -> None:
    plain = server.client.get("/page/board/board.js", headers={"Accept-Encoding": "identity"})
    zipped = server.client.get("/page/board/board.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert plain.text == zipped.text
    assert int(zipped.headers["content-length"]) < len(plain.content) / 2
    assert plain.headers["vary"] == zipped.headers["vary"] == "Accept-Encoding"


def test_a_part_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    tag = server.client.get("/").headers["etag"]
    again = server.client.get("/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["..%2fpage.py", "%2e%2e/serve.py", "none.js", "board", "%00"])
def test_nothing_but_the_page_is_sent(server: Server, name: str) -> None:
    problem(server.client.get(f"/page/{name}"), 404)


def test_every_part_loads_parts_that_are_there() -> None:
    loads = [
        (file, name)
        for file in FOLDER.rglob("*.js")
        for name in re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', file.read_text())
    ]
    assert len(loads) > 100
    for file, name in loads:
        assert (file.parent / name).is_file(), f"{file.name} loads {name}"


def test_nothing_is_loaded_from_elsewhere() -> None:
    for file in filter(Path.is_file, FOLDER.rglob("*")):
        found = re.findall(r"https?://[\w.]+", file.read_text())
        assert set(found) <= {"http://www.w3.org"}, file.name
