"""A cluster of many machines, or one that is started here, by dask.distributed."""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Self

from flankspeed.engine import FlankspeedError, MissingPackage, OptionError
from flankspeed.lab.versions import versions

_LOCAL = re.compile(r"local:([1-9]\d{0,3})")
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d+")
_PATIENCE = 10.0  # seconds to find the cluster, and a worker in it
_AHEAD = 2  # calls for each thread of a worker that are handed out at a time


class Cluster:
    """The workers of a scheduler at an address, or as many as `local:N` says."""

    def __init__(self, address: str, game: str) -> None:
        try:
            import distributed
        except ModuleNotFoundError as missing:
            raise MissingPackage("distributed", "cluster") from missing
        local = address.startswith("local:")
        if not (_LOCAL if local else _ADDRESS).fullmatch(address):
            raise OptionError(f"{address!r} names no cluster: tcp://HOST:8786, or local:4?")
        self._distributed: Any = distributed
        self._address = address
        self._game = game
        self._started: Any = None
        # What dask says of workers that come and go is for those who look after a cluster.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)

    def __enter__(self) -> Self:
        try:
            self.client = self._connect()
        except (OSError, ValueError, TypeError) as error:
            raise FlankspeedError(f"there is no cluster at {self._address}: {error}") from None
        try:
            self._check()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self._started:
            self._started.close()

    def _connect(self) -> Any:
        if local := _LOCAL.fullmatch(self._address):
            with _interrupts_ignored():  # a process keeps what it was started with
                self._started = self._distributed.LocalCluster(
                    n_workers=int(local[1]),
                    threads_per_worker=1,
                    dashboard_address=":0",  # any that is free
                    silence_logs=logging.CRITICAL,
                )
            return self._distributed.Client(self._started, set_as_default=False)
        return self._distributed.Client(self._address, timeout=_PATIENCE, set_as_default=False)

    def _check(self) -> None:
        """All workers must play by the rules that are kept here."""
        try:
            self.client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise FlankspeedError(f"the cluster at {self._address} has no workers") from None
        try:
            found = self.client.run(versions, self._game)
        except Exception as error:
            raise FlankspeedError(
                f"a worker of {self._address} cannot play {self._game}: "
                f"{type(error).__name__}: {error}"
            ) from None
        for worker, theirs in sorted(found.items()):
            if different := versions(self._game).differs(theirs):
                raise FlankspeedError(f"worker {worker} has {different}")

    def run(self, function: Any, calls: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """A worker that dies costs what it was at: another one does that again."""
        left = enumerate(calls)
        numbers: dict[Any, int] = {}
        done = self._distributed.as_completed(loop=self.client.loop)
        while True:
            while len(numbers) < self._window() and (taken := next(left, None)):
                future = self.client.submit(function, *taken[1], pure=False)
                numbers[future] = taken[0]
                done.add(future)
            if not numbers:
                return
            future = next(done)
            try:
                result = future.result()
            except self._distributed.KilledWorker as error:
                raise FlankspeedError(f"workers of {self._address} die: {error}") from None
            except (OSError, self._distributed.CancelledError):
                raise FlankspeedError(f"the cluster at {self._address} is gone") from None
            yield numbers.pop(future), result

    def _window(self) -> int:
        """How many calls to hand out: some for each worker that is there now."""
        threads: int = sum(self.client.nthreads().values())
        return max(1, _AHEAD * threads)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl-C to the one who started them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
