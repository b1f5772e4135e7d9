"""Probes: what those who run the server ask it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from flankspeed import __version__
from flankspeed.table.metrics import exposition
from flankspeed.table.problems import Refused, documented
from flankspeed.table.routes.parameters import TheServices
from flankspeed.table.wire import Health, Readiness


@get("/healthz", summary="Whether the server lives", responses=documented())
async def healthz(services: TheServices) -> Health:
    """Whether the server answers at all; it says nothing of its store."""
    return Health("ok", services.store.kind, __version__)


@get("/readyz", summary="Whether the server is ready", responses=documented())
async def readyz(services: TheServices) -> Readiness:
    """Whether the store answers and the server is not about to stop; 503 if it is not ready."""
    if services.stopping:
        raise Refused(503, "the server is stopping")
    return Readiness("ready", await services.store.count())


@get("/metrics", include_in_schema=False)
async def metrics(services: TheServices) -> Response[str]:
    """What the server counts, for Prometheus."""
    return Response(
        exposition(services.gauges()),
        media_type="text/plain; version=0.0.4",
        headers={"Cache-Control": "no-store"},
    )


HANDLERS: list[Any] = [healthz, readyz, metrics]
