"""Jobs for worker processes in tests; they are imported there, and need little for it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def busy() -> None:
    """Never end."""
    while True:
        pass


def sleepy() -> None:
    """Never end, and cost nothing."""
    while True:
        time.sleep(1)


def greedy() -> None:
    """Want much memory."""
    len(bytearray(3_000_000_000))


def fatal() -> None:
    """Take the worker along."""
    os.kill(os.getpid(), signal.SIGKILL)


def quick() -> int:
    """Be as a job should be."""
    return os.getpid()


def first() -> int:
    """Be as a bot should be."""
    return os.getpid()


def patient(file: Path) -> bool:
    """Wait until there is such a file."""
    while not file.exists():
        time.sleep(0.01)
    return True
