"""Standard input and output: what a terminal has no letters for is written in those it has."""

from __future__ import annotations

import codecs
import json
import os
import sys
from io import TextIOWrapper
from unicodedata import normalize

_PLAIN = {
    "°": " deg",
    "×": "x",
    "·": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "←": "<-",
    "→": "->",
}
_ERRORS = {
    "stdin": "surrogateescape",  # a file's name may be any bytes
    "stdout": "flankspeed.plain",
    "stderr": "flankspeed.plain",
}


def prepare() -> None:
    """Let no letter be an error, neither one that cannot be written nor bytes that are none."""
    codecs.register_error("flankspeed.plain", _plain)
    codecs.register_error("flankspeed.json", _escaped)
    for name, errors in _ERRORS.items():
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def on_terminal() -> bool:
    """Whether somebody sits at a terminal who reads and types."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(text: str, *, error: bool = False) -> None:
    """Print a line at once, to standard output or to standard error."""
    print(text, file=sys.stderr if error else sys.stdout, flush=True)


def say_json(text: str) -> None:
    """Print JSON; letters that cannot be written become JSON's own escapes."""
    encoding = sys.stdout.encoding
    say(text.encode(encoding, "flankspeed.json").decode(encoding))


def say_utf8(text: str) -> None:
    """Print what is a file rather than a text for people: it has the same bytes everywhere."""
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(letter: str) -> str:
    """A letter without its accent, a sign in other signs; `?` for all else."""
    bare = normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _PLAIN.get(letter) or bare or "?"


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
