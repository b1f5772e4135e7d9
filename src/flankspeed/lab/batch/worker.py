"""A process that plays a share of the games, and writes into memory that all of them share.

The memory has no name and is gone with the last process that has it. A worker is told by a pipe
that only its owner holds; when that is closed, or its owner has died, it ends.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from flankspeed.engine.arena import Arena
from flankspeed.engine.errors import FlankspeedError
from flankspeed.lab.batch.arrays import Arrays, laid_out
from flankspeed.lab.batch.share import Share

# A new interpreter: a fork would keep locks that threads of the owner hold, and pipes of others.
_CONTEXT = multiprocessing.get_context("spawn")
_BEGIN = b""  # what is sent otherwise, is actions
_DONE = b""  # what is answered otherwise, tells what went wrong
_PATIENCE = 5.0  # seconds that a worker has to end by itself


def shared(arena: Arena, games: int) -> tuple[Arrays, Any]:
    """Arrays in memory that can be handed to workers, and that memory."""
    memory: list[Any] = []

    def make(size: int) -> Any:
        memory.append(_CONTEXT.RawArray("b", size))
        return memory[0]

    return laid_out(arena, games, make), memory[0]


class Worker:
    """The process that plays the rows from `first` to `end`."""

    def __init__(
        self, arena: Arena, games: int, memory: Any, reward: str, first: int, end: int
    ) -> None:
        self.first, self.end = first, end
        self._pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(
            target=_work, args=(theirs, arena, games, memory, reward, first, end), daemon=True
        )
        self._process.start()
        theirs.close()

    def begin(self) -> None:
        """Let it begin all its games anew."""
        self._send(_BEGIN)

    def step(self, actions: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Let it do an action in each of its games."""
        self._send(actions.tobytes())

    def wait(self) -> None:
        """Until it has done what it was told."""
        try:
            answer = self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._gone() from None
        if answer != _DONE:
            raise RuntimeError(f"games {self.first} to {self.end - 1}: {answer.decode()}")

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()

    def _send(self, message: bytes) -> None:
        try:
            self._pipe.send_bytes(message)
        except OSError:
            raise self._gone() from None

    def _gone(self) -> FlankspeedError:
        return FlankspeedError(
            f"the process of games {self.first} to {self.end - 1} has died: is there enough memory?"
        )


def _work(
    pipe: Connection, arena: Arena, games: int, memory: Any, reward: str, first: int, end: int
) -> None:
    """What a worker does until nobody tells it anything more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is its owner's to answer
    arrays = laid_out(arena, games, lambda _: memory).rows(first, end)
    share = Share(arena, arrays, reward, games)
    try:
        while True:
            message = pipe.recv_bytes()
            try:
                if message == _BEGIN:
                    share.begin()
                else:
                    share.step(np.frombuffer(message, np.int64).tolist())
            except Exception:
                pipe.send_bytes(traceback.format_exc().encode())
                return
            pipe.send_bytes(_DONE)
    except (EOFError, OSError):
        return
