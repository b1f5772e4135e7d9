"""What a connection may cost: long heads, slow ones, slow bodies, and very many that idle."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest
from table_server import PATIENCE, Server

from flankspeed.table.serve import held

MOST = 20
CHUNKED = b"POST /api/matches HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has few connections."""
    store = tmp_path_factory.mktemp("strict") / "table.db"
    with Server(f"sqlite:///{store}", "--connections", str(MOST), "--rate", "0") as server:
        yield server


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits half a second for heads and bodies: on a busy machine not for ours."""
    store = tmp_path_factory.mktemp("hasty") / "table.db"
    with Server(f"sqlite:///{store}", "--timeout", "0.5", "--rate", "0") as server:
        yield server


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    address = urlsplit(server.url)
    with socket.create_connection((str(address.hostname), address.port or 0)) as found:
        found.settimeout(PATIENCE)
        yield found


def told(connection: socket.socket) -> bytes:
    """All that is answered until the server closes the connection."""
    got = b""
    try:
        while part := connection.recv(65536):
            got += part
    except ConnectionResetError:
        pass
    return got


def sent_until_closed(connection: socket.socket, part: bytes, most: int) -> int:
    """How often it could be sent before the server closed the connection."""
    for count in range(most):
        try:
            connection.sendall(part)
        except (BrokenPipeError, ConnectionResetError):
            return count
    return most


def logged(server: Server, reason: str) -> None:
    """Wait until the log has told why connections were closed."""
    deadline = time.monotonic() + PATIENCE
    while True:
        lines = [json.loads(line) for line in server.log().splitlines()]
        if any(line.get("reason") == reason for line in lines):
            return
        assert time.monotonic() < deadline, server.log()
        time.sleep(0.05)


@pytest.mark.parametrize(
    "start",
    [
        b"GET /healthz HTTP/1.1\r\nHost: here\r\nX-Long: ",
        b"GET /healthz?",
        CHUNKED + b"0\r\nX-Late: ",
        CHUNKED + b"1;more=",
    ],
    ids=["header", "address", "trailer", "chunk"],
)
def test_what_has_no_end_is_cut_off(strict: Server, start: bytes) -> None:
    """It froze all others: they are served while it comes."""
    with connected(strict) as endless:
        endless.sendall(start)
        assert sent_until_closed(endless, b"a" * 8192, 8192) < 4096
        assert strict.client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("request_", "status", "reason"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000, b"431", "its head is too long"),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n", b"414", "its address is too long"),
        (b"no request at all\r\n\r\n", b"400", "not HTTP"),
        (b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n" * 100, b"429", "too many requests at once"),
    ],
    ids=["head", "address", "nothing", "ahead"],
)
def test_it_is_told_and_logged_why(
    strict: Server, request_: bytes, status: bytes, reason: str
) -> None:
    with connected(strict) as connection:
        connection.sendall(request_)
        assert told(connection).startswith(b"HTTP/1.1 " + status + b" ")
    logged(strict, reason)
    assert '"level":"error"' not in strict.log()


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost:", "its head took too long"),
        (
            b"POST /api/matches HTTP/1.1\r\nHost: here\r\nContent-Length: 900\r\n\r\n{",
            "its body took too long",
        ),
    ],
    ids=["head", "body"],
)
def test_whoever_is_slow_is_told_and_it_is_logged(
    hasty: Server, request_: bytes, reason: str
) -> None:
    answer, deadline = b"", time.monotonic() + PATIENCE
    while not answer:  # it was closed before we sent anything: we were slower than we wanted to be
        assert time.monotonic() < deadline
        with connected(hasty) as connection, suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(request_)
            answer = told(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    logged(hasty, reason)
    assert '"level":"error"' not in hasty.log()


def test_a_head_that_comes_letter_by_letter_has_no_longer(hasty: Server) -> None:
    with connected(hasty) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nX: ")
        started = time.monotonic()
        while time.monotonic() - started < PATIENCE:
            try:
                slow.sendall(b"a")
            except (BrokenPipeError, ConnectionResetError):
                return
            time.sleep(0.02)
    raise AssertionError("it was never cut off")


def test_idle_connections_give_way(strict: Server) -> None:
    """The oldest is closed for a new one, and the log says so; whoever plays goes on."""
    usn = strict.begin(seats={"ijn": "random"}).seat("usn")
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(strict)) for _ in range(MOST + 10)]
        assert told(idle[0]) == b""
        with httpx.Client(base_url=strict.url, timeout=PATIENCE) as newcomer:
            assert newcomer.get(usn.path(), headers=usn.headers).json()["seat"] == "usn"
        logged(strict, "idle, and others came")


def test_where_none_is_idle_new_ones_are_told_so(strict: Server) -> None:
    """Streams are under way: they are not closed for others."""
    watcher = strict.begin().watcher
    head = f"GET {watcher.path('/events')} HTTP/1.1\r\nHost: x\r\nAuthorization: "
    asking = f"{head}Bearer {watcher.token}\r\n\r\n".encode()
    strict.client.close()
    with ExitStack() as stack:
        for _ in range(MOST):
            stream = stack.enter_context(connected(strict))
            stream.sendall(asking)
            assert stream.recv(12) == b"HTTP/1.1 200"
        with connected(strict) as another:
            assert told(another).startswith(b"HTTP/1.1 503 ")
        logged(strict, "too many connections")


def test_it_holds_as_many_as_the_system_lets_it(capsys: pytest.CaptureFixture[str]) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert held(10) == 10
        assert capsys.readouterr().err == ""
        assert 10 <= held(2**31) < 2**31
        assert "fewer connections than asked for" in capsys.readouterr().err
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.attack
def test_a_crowd_shuts_nobody_out(tmp_path: Path, tried: Counter[str]) -> None:
    """Idle ones, slow heads, slow bodies, endless heads, broken off ones: a thousand at a time."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
    starts = [b"", b"GET /healthz HTTP/1.1\r\nX: ", CHUNKED + b"9\r\na", b"GET /" + b"a" * 6000]
    random = Random(37)
    limits = ("--timeout", "2", "--connections", "500", "--rate", "0")
    with Server(f"sqlite:///{tmp_path / 'table.db'}", *limits) as server:
        for round_ in range(10):
            with ExitStack() as stack:
                for _ in range(1000):
                    connection = stack.enter_context(connected(server))
                    with suppress(OSError):
                        connection.sendall(random.choice(starts))
                tried["connections that idle, are slow or never end"] += 1000
                table = server.begin("kamikaze", scenario="dives-1", seed=round_)
                while not (position := table.seat("ijn").position())["result"]:
                    turn = table.seat(position["view"]["waiting_for"])
                    turn.choose(turn.position()["view"]["options"][0]["text"], position["version"])
                    tried["choices made among them"] += 1
        assert '"level":"error"' not in server.log()
