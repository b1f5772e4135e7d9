"""Who asks, through servers in front and without: only those that are named are believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from command_line import refusal, run
from table_server import Server, problem

SITE = "https://table.example.org"


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes its own machine for a proxy, as nginx and Caddy are."""
    store = tmp_path_factory.mktemp("behind") / "table.db"
    args = ("--rate", "2", "--proxy", "127.0.0.1, 192.0.2.0/24", "--public-url", SITE)
    with Server(f"sqlite:///{store}", *args) as server:
        yield server


def asked(server: Server, *names: str) -> httpx.Response:
    """A request that was handed on with these words on whence it came."""
    headers = [("X-Forwarded-For", name) for name in names]
    return server.client.get("/api/games", headers=headers)


def refused_once(server: Server, name: str) -> bool:
    """Whether one who makes up an address before each of his requests comes to a limit."""
    return any(asked(server, name.format(number)).status_code == 429 for number in range(1, 200))


def test_each_client_behind_a_proxy_has_his_own_budget(behind: Server) -> None:
    """What a client says himself stands before what the proxies add, and is not believed."""
    assert refused_once(behind, "198.51.100.{}, 203.0.113.1")
    assert asked(behind, "203.0.113.2").status_code == 200
    assert refused_once(behind, "198.51.100.{}, 203.0.113.3, 192.0.2.7")  # two proxies
    assert asked(behind, "203.0.113.4", "192.0.2.7").status_code == 200
    assert not refused_once(behind, "203.0.113.1{}")


def test_without_a_proxy_nobody_is_believed(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "2") as server:
        assert refused_once(server, "203.0.113.{}")


def test_a_proxy_that_rewrites_the_host(behind: Server) -> None:
    """The page's own writes are known by the public address; those of other sites are refused."""

    def begun(origin: str) -> httpx.Response:
        headers = {"Origin": origin, "Host": "inside:8045", "X-Forwarded-For": "203.0.113.9"}
        return behind.client.post("/api/matches", json={"game": "kamikaze"}, headers=headers)

    assert begun(SITE).status_code == 201
    assert begun("http://inside:8045").status_code == 201
    problem(begun("https://elsewhere.example.org"), 403)
    problem(begun("http://["), 403)
    problem(begun("null"), 403)


def test_calls_that_are_wrong(tmp_path: Path) -> None:
    ran = run("serve", "--port", "0", "--proxy", "127.0.0.1,nginx", cwd=tmp_path)
    assert refusal(ran) == "--proxy: 'nginx' is no address and no network"
    ran = run("serve", "--port", "0", "--public-url", "table.example.org", cwd=tmp_path)
    assert refusal(ran) == "--public-url: 'table.example.org' is no address of a web server"
