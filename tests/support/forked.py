"""Processes of `flankspeed` that start at once: forked from one that has loaded everything.

Hundreds of tests run a command, and most of their time went into loading the same modules again.
"""

from __future__ import annotations

import os
import runpy
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import IO

import msgspec

_LOADED = ("flankspeed.cli", "flankspeed.bots", "flankspeed.odds", "flankspeed.games")
_BIGGEST = 1 << 20  # bytes of a request


class Forked:
    """Runs commands one after another, each in a process of its own."""

    def __init__(self, environment: Mapping[str, str], patience: float) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(patience)
        self._socket = ours
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
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
            request = msgspec.json.encode([str(cwd), *args])
            socket.send_fds(self._socket, [request], streams)
            code = int(self._socket.recv(16))
            return _all(out), _all(err), code


def _all(stream: IO[bytes]) -> bytes:
    stream.seek(0)
    return stream.read()


def _serve(requests: socket.socket) -> None:
    """Fork for every request, until nobody can ask any more."""
    while True:
        request, streams, _, _ = socket.recv_fds(requests, _BIGGEST, 3)
        if not request:
            return
        if (child := os.fork()) == 0:
            requests.close()
            _become(request, streams)
            return
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        requests.send(b"%d" % os.waitstatus_to_exitcode(status))


def _become(request: bytes, streams: list[int]) -> None:
    cwd, *args = msgspec.json.decode(request, type=list[str])
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(cwd)
    sys.argv = ["flankspeed", *args]
    runpy.run_module("flankspeed", run_name="__main__", alter_sys=True)


def _load() -> None:
    for name in _LOADED:
        package = import_module(name)
        for found in walk_packages(package.__path__, f"{name}."):
            import_module(found.name)


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
