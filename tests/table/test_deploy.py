"""The examples in deploy/: each is started where its tool is installed, and checked in any case."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from table_server import PATIENCE, Server, environment, wait_for
from typer.main import get_command

from flankspeed.cli import app
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import StoreError

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NAME = "table.example.org"


def tool(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(args: list[str], url: str, **more: str) -> Iterator[None]:
    """A proxy as a process, once it answers."""
    process = subprocess.Popen(args, env=os.environ | more, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.TransportError):
                httpx.get(url, verify=False, timeout=PATIENCE)
                break
            assert process.poll() is None, "the proxy has stopped"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def plays_through(server: Server, url: str, site: str) -> None:
    """Begin a match through a proxy as the page does, choose, and see the stream tell of it."""
    named = {"Host": site.partition("://")[2], "Origin": site, "Sec-Fetch-Site": "same-origin"}
    with httpx.Client(base_url=url, verify=False, timeout=PATIENCE, headers=named) as client:
        assert "Flank Speed" in client.get("/").text
        assert client.get("/metrics").status_code == client.get("/readyz").status_code == 404
        assert server.client.get("/metrics").status_code == 200
        begun = client.post("/api/matches", json={"game": "kamikaze", "seed": 1})
        assert begun.status_code == 201, begun.text
        match = begun.json()
        link = {"Authorization": f"Bearer {match['links']['ijn']}"}
        with client.stream("GET", f"/api/matches/{match['id']}/events", headers=link) as events:
            lines = events.iter_lines()
            assert next(line for line in lines if line.startswith("id: ")) == "id: 0.0"
            choice = {"version": 0, "choice": "pick E1", "key": "a-key-of-mine"}
            path = f"/api/matches/{match['id']}/choices"
            assert client.post(path, json=choice, headers=link).status_code == 200
            assert next(line for line in lines if line.startswith("id: 1.")) == "id: 1.0"


def fair_through(url: str) -> None:
    """Each who asks through a proxy has his own budget, whatever he says of himself."""

    def statuses(address: str, count: int) -> list[int]:
        own = httpx.HTTPTransport(verify=False, local_address=address)
        with httpx.Client(base_url=url, transport=own, timeout=PATIENCE) as client:
            made_up = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in range(1, count + 1))
            return [client.get("/api/games", headers=each).status_code for each in made_up]

    assert 429 in statuses("127.0.0.2", 60)
    assert statuses("127.0.0.3", 1) == [200]


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with strict limits, which trusts a proxy on its machine."""
    store = tmp_path_factory.mktemp("limited") / "table.db"
    with Server(f"sqlite:///{store}", "--rate", "2", "--proxy", "127.0.0.1") as running:
        yield running


def upstream(server: Server) -> str:
    return server.url.split("/")[2]


def test_nginx(server: Server, limited: Server, tmp_path: Path) -> None:
    with nginx(server, tmp_path) as (secure, plain):
        plays_through(server, secure, f"https://{NAME}")
        moved = httpx.get(f"{plain}/x", headers={"Host": NAME})
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/x")
    with nginx(limited, tmp_path) as (secure, _):
        fair_through(secure)


@contextmanager
def nginx(server: Server, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Our example in front of a server: its addresses with HTTPS and without."""
    program, openssl = tool("nginx"), tool("openssl")
    certificate = [str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    make = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout"]
    subprocess.run([*make, *certificate, "-subj", f"/CN={NAME}"], check=True, capture_output=True)
    secure, plain = free_port(), free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for written, here in (
        ("127.0.0.1:8045", upstream(server)),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(tmp_path / "cert.pem")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(tmp_path / "key.pem")),
    ):
        assert written in site
        site = site.replace(written, here)
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    (tmp_path / "site.conf").write_text(site, encoding="utf-8")
    folders = "".join(
        f"{kind}_temp_path {tmp_path / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {tmp_path / 'pid'}; error_log stderr; events {{}}"
    whole += f"http {{ access_log off; {folders} include {tmp_path / 'site.conf'}; }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    args = [program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    subprocess.run([*args, "-t"], check=True, capture_output=True)
    with running(args, f"https://127.0.0.1:{secure}/healthz"):
        yield f"https://127.0.0.1:{secure}", f"http://127.0.0.1:{plain}"


def test_caddy(server: Server, limited: Server, tmp_path: Path) -> None:
    with caddy(server, tmp_path) as url:
        plays_through(server, url, url)
    with caddy(limited, tmp_path) as url:
        fair_through(url)


@contextmanager
def caddy(server: Server, tmp_path: Path) -> Iterator[str]:
    """Our example in front of a server: its address."""
    program, port = tool("caddy"), free_port()
    args = [program, "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    settings = {
        "FLANKSPEED_HOST": f"http://127.0.0.1:{port}",
        "FLANKSPEED_UPSTREAM": upstream(server),
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    with running(args, f"http://127.0.0.1:{port}/healthz", **settings):
        yield f"http://127.0.0.1:{port}"


def unit() -> dict[str, str]:
    lines = (DEPLOY / "flankspeed.service").read_text("utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    written = (DEPLOY / "flankspeed.service").read_text("utf-8")
    program = unit()["ExecStart"].split()[0]
    here = tmp_path / "flankspeed.service"
    ours = f'"{sys.executable}"'  # in a folder whose name may have a space
    here.write_text(written.replace(program, ours), encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(here)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    here.write_text(here.read_text("utf-8") + "\nNonsense\n[Servise]\nX=1\n", encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(here)], capture_output=True, text=True
    )
    assert done.stderr


def test_what_the_unit_starts(tmp_path: Path) -> None:
    """Its command is run as it stands there, with a store and a port of our own."""
    words = shlex.split(unit()["ExecStart"])
    assert words[0].endswith("/flankspeed")
    process = subprocess.Popen(
        [sys.executable, "-m", "flankspeed", *words[1:], "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment() | {"FLANKSPEED_STORE": f"sqlite:///{tmp_path / 'table.db'}"},
    )
    assert process.stdout is not None
    wait_for(process.stdout.readline().split()[4])
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    process.stdout.close()
    assert (tmp_path / "table.db").exists()


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: the word, and the rest."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def known_call(words: list[str]) -> None:
    """Fail unless the command line knows this call."""
    group: Any = get_command(app)
    with group.commands[words[0]].make_context("flankspeed", words[1:]):
        pass


def test_the_image_is_made_of_what_is_there() -> None:
    """What is copied exists and is let in; what is started is a call that we know."""
    let_in = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY"]
    sources = [path for paths in copied for path in paths if "--from=" not in " ".join(paths)]
    assert len(sources) == 6
    for path in sources:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in let_in, path
    (command,) = [rest for word, rest in instructions() if word == "CMD"]
    known_call(yaml.safe_load(command))
    lock = (DEPLOY / "requirements.txt").read_text("utf-8")
    whole = (ROOT / "requirements.txt").read_text("utf-8")
    pins = re.findall(r"^([a-z][\w.-]*)(?:\[[\w,]+\])?==(\S+)", lock, re.MULTILINE)
    assert {"litestar", "uvicorn", "sqlalchemy", "asyncpg", "numpy"} <= {name for name, _ in pins}
    for name, version in pins:
        assert re.search(rf"^{re.escape(name)}(\[[\w,]+\])?=={re.escape(version)}\b", whole, re.M)


def test_the_services_of_the_compose_file_fit_together() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
    services, table = compose["services"], compose["services"]["table"]
    assert (DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]).exists()
    known_call(table["command"])
    settings = services["store"]["environment"]
    user, database = settings["POSTGRES_USER"], settings["POSTGRES_DB"]
    assert table["environment"] == {
        "FLANKSPEED_STORE": f"postgresql://{user}@store/{database}",
        "PGPASSWORD": settings["POSTGRES_PASSWORD"],
    }
    door = services["door"]
    assert door["environment"]["FLANKSPEED_UPSTREAM"] == "table:8045"
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (
                (DEPLOY / source).exists()
                if source.startswith(".")
                else source in compose["volumes"]
            )


def test_a_password_stands_apart_from_the_address(database: str) -> None:
    """One that a URL could not hold as it is, and that no list of processes shows."""
    asyncio.run(_want_a_password(database, "guarded", "p@ss/w#1"))
    url = database.replace("table@", "guarded@")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGPASSWORD", "wrong")
        with pytest.raises(StoreError, match='password authentication failed for user "guarded"'):
            asyncio.run(_opened(url))
        patch.setenv("PGPASSWORD", "p@ss/w#1")
        asyncio.run(_opened(url))
        with Server(url) as server:
            assert httpx.get(f"{server.url}readyz").status_code == 200


async def _want_a_password(url: str, role: str, password: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"create role {role} superuser login password '{password}'")
        rules = Path(await connection.fetchval("show hba_file"))
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text('utf-8')}", "utf-8")
        await connection.execute("select pg_reload_conf()")
    finally:
        await connection.close()
    with suppress(asyncpg.InvalidPasswordError):
        while True:  # it takes a moment until the rules are read anew
            let_in = await asyncpg.connect(url, user=role, password="none")
            await let_in.close()


async def _opened(url: str) -> None:
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


def _engine() -> bool:
    """Whether a Docker engine answers: a client alone builds nothing."""
    found = shutil.which("docker")
    return bool(found) and not subprocess.run([str(found), "info"], capture_output=True).returncode


if _engine():  # a test that cannot be run anywhere but there is none that was skipped

    def test_the_image_is_built_and_serves() -> None:
        build = ["docker", "build", "-q", "-f", "deploy/Dockerfile", "."]
        done = subprocess.run(build, cwd=ROOT, check=True, capture_output=True, text=True)
        run = ["docker", "run", "--rm", "-d", "-p", "127.0.0.1::8045", done.stdout.strip()]
        started = subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()
        try:
            port = ["docker", "port", started, "8045"]
            address = subprocess.run(port, check=True, capture_output=True, text=True).stdout
            deadline = time.monotonic() + PATIENCE
            while True:
                with suppress(httpx.TransportError):
                    assert httpx.get(f"http://{address.strip()}/readyz").status_code == 200
                    break
                assert time.monotonic() < deadline
                time.sleep(0.1)
        finally:
            subprocess.run(["docker", "stop", started], check=True, capture_output=True)
