"""The server's log: one JSON object a line, on standard error. Tokens never get here."""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Literal

import msgspec

Level = Literal["info", "warning", "error"]


def report(
    event: str, level: Level = "info", error: BaseException | None = None, **facts: object
) -> None:
    """Write one line."""
    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    line: dict[str, object] = {"time": time, "level": level, "event": event, **facts}
    if error is not None:
        line["error"] = f"{type(error).__name__}: {error}"
        line["trace"] = "".join(traceback.format_tb(error.__traceback__))
    print(msgspec.json.encode(line).decode(), file=sys.stderr, flush=True)


class Lines(logging.Handler):
    """Writes what libraries have to say in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        level: Level = "error" if record.levelno >= logging.ERROR else "warning"
        error = record.exc_info[1] if record.exc_info else None
        report(record.getMessage(), level, error, source=record.name)
