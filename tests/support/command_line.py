"""`flankspeed` the way people run it: a process of its own, on pipes or on a terminal."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

from forked import Forked

import flankspeed

PROMPT = "Choose (? for help): "
BOTS = ("--bot", "usn=lieutenant", "--bot", "ijn=lieutenant")

_PACKAGE = str(Path(flankspeed.__file__).parents[1])
_CACHE = tempfile.TemporaryDirectory(prefix="flankspeed-cache-")
# A process that draws a secret key draws this one: no test depends on dice that nobody has set.
_SET_KEY = "import secrets\nsecrets.token_bytes = lambda count: bytes(range(count))\n"
_SET = tempfile.TemporaryDirectory(prefix="flankspeed-set-")
Path(_SET.name, "sitecustomize.py").write_text(_SET_KEY, encoding="utf-8")
_FOREIGN = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "FLANKSPEED_DEBUG")
_STOPPING = 30.0  # seconds for a process to end before it is asked again
_NO_MORE: Mapping[str, str] = {}
_PATIENCE = 600.0  # seconds; only a test that hangs gets there, however busy the machine is


class Ran(NamedTuple):
    """What a finished process has printed, and its exit code."""

    out: str
    err: str
    code: int


def _command(args: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", "flankspeed", *args]


def _environment(planted: Path | None = None, **more: str) -> dict[str, str]:
    """Nothing of the caller's that changes the output; `planted` is run before anything else."""
    kept = {key: value for key, value in os.environ.items() if key not in _FOREIGN}
    path = [str(planted or _SET.name), _PACKAGE]
    ours = {"FLANKSPEED_CACHE": _CACHE.name, "PYTHONPATH": os.pathsep.join(path)}
    return kept | ours | {"TERM": "xterm-256color"} | more


def run(
    *args: str,
    cwd: Path,
    stdin: str = "",
    planted: Path | None = None,
    biggest_file: int | None = None,
    env: Mapping[str, str] = _NO_MORE,
    **more: str,
) -> Ran:
    """Run `flankspeed` with these arguments in a folder; `env`, `more`: environment variables.

    A process that nothing is told but its arguments is forked, which is much faster.
    """
    if not (planted or env or more) and biggest_file is None:
        return _forked(args, cwd, stdin)

    def limit() -> None:
        _hear_ctrl_c()
        if biggest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (biggest_file, biggest_file))

    done = subprocess.run(
        _command(args),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",  # a byte that is no text is the same byte on the way back
        cwd=cwd,
        env=_environment(planted, **env, **more),
        timeout=_PATIENCE,
        preexec_fn=limit,
    )
    return Ran(done.stdout, done.stderr, done.returncode)


def _forked(args: tuple[str, ...], cwd: Path, stdin: str) -> Ran:
    text = stdin.encode(errors="surrogateescape")
    out, err, code = _loaded().run(args, cwd, text)
    return Ran(out.decode(errors="surrogateescape"), err.decode(errors="surrogateescape"), code)


@cache
def _loaded() -> Forked:
    return Forked(_environment(), _PATIENCE)


def plant(folder: Path, code: str) -> Path:
    """A folder whose `code` runs at the start of a process: a bug, or a package that is missing."""
    planted = folder / "planted"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(_SET_KEY + code, encoding="utf-8")
    return planted


def refusal(ran: Ran) -> str:
    """The one sentence of a call that was wrong; nothing else may have been printed."""
    assert ran.out == ""
    assert ran.code == 2, ran.err
    assert ran.err.startswith("flankspeed: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("flankspeed: ").rstrip("\n")


def answers(out: str) -> list[str]:
    """What a table said to each line its player typed."""
    return out.split(PROMPT)[1:]


def _hear_ctrl_c() -> None:
    """A shell that has started the tests in the background lets all they start ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Session:
    """A `flankspeed` under way: wait for what it prints, type, and see it end."""

    def __init__(
        self,
        *args: str,
        cwd: Path,
        terminal: bool = False,
        columns: int = 120,
        env: Mapping[str, str] = _NO_MORE,
    ) -> None:
        if terminal:
            self._output, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            self._input, their_input, their_output = os.dup(self._output), theirs, os.dup(theirs)
        else:
            self._output, their_output = os.pipe()
            their_input, self._input = os.pipe()
        self._process = subprocess.Popen(
            _command(args),
            stdin=their_input,
            stdout=their_output,
            stderr=their_output,
            cwd=cwd,
            env=_environment(None, **env),
            start_new_session=True,
            preexec_fn=_hear_ctrl_c,
        )
        os.close(their_input)
        os.close(their_output)
        self._unseen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._input)
        os.close(self._output)

    def until(self, text: str) -> str:
        """Everything printed since the last time, up to and with this text."""
        while text not in self._unseen:
            more = self._read()
            assert more, f"{text!r} never came: {self._unseen!r}"
            self._unseen += more
        end = self._unseen.index(text) + len(text)
        seen, self._unseen = self._unseen[:end], self._unseen[end:]
        return seen

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._input, f"{line}\n".encode())

    def kill(self) -> None:
        """End it as a loss of power would."""
        self._process.kill()

    def interrupt(self) -> None:
        """Press Ctrl-C; again if it came just before the process began to wait for a line."""
        deadline = time.monotonic() + _PATIENCE
        self._process.send_signal(signal.SIGINT)
        while not select.select([self._output], [], [], _STOPPING)[0]:
            assert time.monotonic() < deadline, "it does not stop"
            self._process.send_signal(signal.SIGINT)

    def end(self) -> tuple[str, int]:
        """The rest of what it prints, and its exit code."""
        while more := self._read():
            self._unseen += more
        return self._unseen, self._process.wait(_PATIENCE)

    def _read(self) -> str:
        """Some more output; nothing once the process has closed it."""
        deadline = time.monotonic() + _PATIENCE
        while not select.select([self._output], [], [], 1)[0]:
            assert time.monotonic() < deadline, f"nothing comes after {self._unseen!r}"
        try:
            return os.read(self._output, 65536).decode()
        except OSError as error:  # a terminal that nobody writes to any more
            if error.errno != errno.EIO:
                raise
            return ""
