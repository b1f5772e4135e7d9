"""Processes of `flankspeed` that start at once: forked from one that has loaded everything.

Hundreds of tests run a command, and most of their time went into loading the same modules again.
"""

from __future__ import annotations

import gc
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import IO

import msgspec

_LOADED = ("flankspeed.cli", "flankspeed.bots", "flankspeed.odds", "flankspeed.games")
_BIGGEST = 1 << 20  # bytes of a request


class _Request(msgspec.Struct):
    """What to run; with an environment it goes on, and its exit code comes by a fourth stream."""

    cwd: str
    args: tuple[str, ...]
    environment: dict[str, str] | None = None


class Started:
    """A process that goes on, with what is used of `subprocess.Popen`."""

    def __init__(self, pid: int, out: IO[str], ending: int, patience: float) -> None:
        self.pid = pid
        self.stdout = out
        self._ending = ending  # whence its exit code comes
        self._patience = patience
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._read(0)

    def wait(self, patience: float | None = None) -> int:
        """Its exit code, once it has ended."""
        code = self._read(self._patience if patience is None else patience)
        assert code is not None, "it does not end"
        return code

    def _read(self, patience: float) -> int | None:
        if self._code is None and select.select([self._ending], [], [], patience)[0]:
            self._code = int(os.read(self._ending, 16))
            os.close(self._ending)
        return self._code


class Forked:
    """Runs commands, each in a process of its own."""

    def __init__(
        self, environment: Mapping[str, str], patience: float, *, serving: bool = False
    ) -> None:
        """`serving`: what a server needs is loaded besides."""
        self._patience = patience
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(patience)
        self._socket = ours
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno()), *(["serving"] if serving else [])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment,
                pass_fds=[theirs.fileno()],
            )

    def run(self, args: tuple[str, ...], cwd: Path, stdin: bytes) -> tuple[bytes, bytes, int]:
        """What a command prints on both streams, and its exit code."""
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(stdin)
            given.seek(0)
            streams = [stream.fileno() for stream in (given, out, err)]
            self._ask(_Request(str(cwd), args), streams)
            code = int(self._socket.recv(16))
            return _all(out), _all(err), code

    def start(
        self, args: tuple[str, ...], cwd: Path, err: int, environment: Mapping[str, str]
    ) -> Started:
        """A command that goes on, as the first of its session."""
        (out, its_out), (ending, its_ending) = os.pipe(), os.pipe()
        with open(os.devnull, "rb") as nothing:
            streams = [nothing.fileno(), its_out, err, its_ending]
            self._ask(_Request(str(cwd), args, dict(environment)), streams)
        os.close(its_out)
        os.close(its_ending)
        pid = int(self._socket.recv(16))
        return Started(pid, os.fdopen(out, encoding="utf-8"), ending, self._patience)

    def _ask(self, request: _Request, streams: list[int]) -> None:
        socket.send_fds(self._socket, [msgspec.json.encode(request)], streams)


def _all(stream: IO[bytes]) -> bytes:
    stream.seek(0)
    return stream.read()


def _serve(requests: socket.socket) -> None:
    """Fork for every request, until nobody can ask any more."""
    while True:
        asked, streams, _, _ = socket.recv_fds(requests, _BIGGEST, 4)
        if not asked:
            return
        _reap()
        request = msgspec.json.decode(asked, type=_Request)
        if (child := os.fork()) == 0:
            if request.environment is not None:
                _stand_by(requests, streams.pop())
                os.setsid()
                os.environ.clear()
                os.environ.update(request.environment)
            requests.close()
            _become(request, streams)
            return
        for stream in streams:
            os.close(stream)
        if request.environment is None:
            _, status = os.waitpid(child, 0)
            requests.send(b"%d" % os.waitstatus_to_exitcode(status))


def _reap() -> None:
    """Let go of those that stood by and have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _stand_by(requests: socket.socket, ending: int) -> None:
    """Fork once more: tell who asks of the new process, and how it has ended; only it returns."""
    if (child := os.fork()) == 0:
        os.close(ending)
        return
    requests.send(b"%d" % child)
    requests.close()
    _, status = os.waitpid(child, 0)
    with suppress(BrokenPipeError):
        os.write(ending, b"%d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _become(request: _Request, streams: list[int]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # it is of another kind
    os.chdir(request.cwd)
    sys.argv = ["flankspeed", *request.args]
    runpy.run_module("flankspeed", run_name="__main__", alter_sys=True)


def _load(serving: bool) -> None:
    for name in _LOADED:
        package = import_module(name)
        for found in walk_packages(package.__path__, f"{name}."):
            import_module(found.name)
    if serving:
        import_module("flankspeed.table.serve")
        import_module("flankspeed.table.getting_ready").get_ready()
    gc.freeze()  # nobody looks through it again: each process would have a copy of its own then


if __name__ == "__main__":
    _load(serving="serving" in sys.argv)
    _serve(socket.socket(fileno=int(sys.argv[1])))
