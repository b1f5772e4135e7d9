"""Metrics: what the server counts of itself, written as Prometheus reads it.

A counter or a histogram is made once, in this module, and added to where things happen; what can be
looked up (rooms, streams, jobs) is looked up when somebody asks. Nothing here names a match or a
person.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterator

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Labels = tuple[str, ...]


class Counter:
    """How often something has happened, by its labels."""

    kind = "counter"

    def __init__(self, name: str, help: str, *labels: str) -> None:
        self.name = name
        self.help = help
        self._labels = labels
        self._values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *labels: str, count: float = 1) -> None:
        """Count."""
        assert len(labels) == len(self._labels)
        self._values[labels] = self._values.get(labels, 0) + count

    def lines(self) -> Iterator[str]:
        """Its values."""
        for labels, value in self._values.items():
            yield _line(self.name, self._labels, labels, value)


class Histogram:
    """How long something took, by its labels."""

    kind = "histogram"

    def __init__(self, name: str, help: str, *labels: str) -> None:
        self.name = name
        self.help = help
        self._labels = labels
        self._values: dict[Labels, list[float]] = {}  # one for each bucket, more, and their sum

    def add(self, *labels: str, seconds: float) -> None:
        """Count something that took so long."""
        assert len(labels) == len(self._labels)
        values = self._values.setdefault(labels, [0.0] * (len(_BUCKETS) + 2))
        values[bisect_left(_BUCKETS, seconds)] += 1
        values[-1] += seconds

    def timed(self, *labels: str) -> _Timed:
        """Count what is done in the block, however it ends."""
        return _Timed(self, labels)

    def lines(self) -> Iterator[str]:
        """Its values: a bucket counts all that took no longer than it says."""
        names = (*self._labels, "le")
        for labels, values in self._values.items():
            count = 0.0
            for most, value in zip((*map(str, _BUCKETS), "+Inf"), values[:-1], strict=True):
                count += value
                yield _line(f"{self.name}_bucket", names, (*labels, most), count)
            yield _line(f"{self.name}_sum", self._labels, labels, values[-1])
            yield _line(f"{self.name}_count", self._labels, labels, count)


class _Timed:
    """A block whose time counts."""

    __slots__ = ("_histogram", "_labels", "_started")

    def __init__(self, histogram: Histogram, labels: Labels) -> None:
        self._histogram = histogram
        self._labels = labels
        self._started = time.perf_counter()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._histogram.add(*self._labels, seconds=time.perf_counter() - self._started)


REQUESTS = Counter(
    "flankspeed_requests_total", "Requests that were answered.", "method", "route", "status"
)
REQUEST_SECONDS = Histogram(
    "flankspeed_request_seconds", "How long answers took, streams apart.", "method", "route"
)
CHOICES = Counter("flankspeed_choices_total", "Choices that were made.", "by")
STORE_SECONDS = Histogram(
    "flankspeed_store_seconds", "How long transactions of the store took.", "transaction"
)
JOB_SECONDS = Histogram(
    "flankspeed_job_seconds", "How long jobs of workers took, with their time in the queue.", "job"
)
ERRORS = Counter("flankspeed_errors_total", "Answers of 500 and more, by what was wrong.", "reason")
BLOCKED_SECONDS = Histogram(
    "flankspeed_blocked_seconds", "How long nobody was served, if it was more than 50 ms."
)
CONNECTIONS_CLOSED = Counter(
    "flankspeed_connections_closed_total", "Connections that were cut off, by why.", "reason"
)
_ALL: tuple[Counter | Histogram, ...] = (
    REQUESTS,
    REQUEST_SECONDS,
    CHOICES,
    STORE_SECONDS,
    JOB_SECONDS,
    ERRORS,
    BLOCKED_SECONDS,
    CONNECTIONS_CLOSED,
)


def exposition(gauges: dict[str, tuple[str, float]]) -> str:
    """All metrics as text; `gauges` are looked up by the caller: name, help and value."""
    lines = list[str]()
    for name, (words, value) in gauges.items():
        lines += [f"# HELP {name} {words}", f"# TYPE {name} gauge", _line(name, (), (), value)]
    for metric in _ALL:
        lines += [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
        lines += metric.lines()
    return "\n".join(lines) + "\n"


def _line(name: str, names: Labels, labels: Labels, value: float) -> str:
    pairs = ",".join(f'{key}="{_escaped(said)}"' for key, said in zip(names, labels, strict=True))
    return f"{name}{{{pairs}}} {value:g}" if pairs else f"{name} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
