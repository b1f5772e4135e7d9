"""The app: all handlers, what every request goes through, and what every answer carries."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from litestar import Litestar, Request, Router
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from flankspeed import __version__
from flankspeed.table import wire
from flankspeed.table.defaults import AWAY, RATE
from flankspeed.table.problems import HANDLERS, Refused
from flankspeed.table.rooms.holders import see
from flankspeed.table.rooms.seats import REPLACED, Sitter, digest
from flankspeed.table.routes import (
    beginning,
    choosing,
    events,
    games,
    looking,
    notices,
    page,
    people,
    probes,
    report,
    seats,
    tables,
)
from flankspeed.table.routes.guard import Guard, add_headers
from flankspeed.table.routes.parameters import TheServices, wanted
from flankspeed.table.routes.squeezing import squeezing
from flankspeed.table.services import Services

BODY_BYTES = 256 * 1024


async def _sitter(
    match_id: FromPath[str], services: TheServices, request: Request[Any, Any, Any]
) -> Sitter:
    """Who asks, by the token."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Refused(401, "this needs the match's link")
    kept = digest(token)
    seat = await services.rooms.seat(match_id, kept)
    if seat is None:
        raise Refused(401, REPLACED)
    sitter = Sitter(match_id, seat, kept)
    if not sitter.watches:
        await see(services.store, match_id, services.rooms.known(match_id), seat)
    return sitter


def create_app(
    store_url: str,
    *,
    workers: int | None = None,
    rate: float = RATE,
    seed: int | None = None,
    away: timedelta = AWAY,
    public_url: str = "",
) -> Litestar:
    """The server as an ASGI application; its `state.services` is what it works with."""
    services = Services(
        store_url, workers=workers, rate=rate, seed=seed, away=away, public_url=public_url
    )

    def the_services() -> Services:
        return services

    def guarded(app: ASGIApp) -> ASGIApp:
        guard = Guard(services)

        async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
            guard.check(Request(scope))
            await app(scope, receive, send)

        return middleware

    app = Litestar(
        route_handlers=[
            *probes.HANDLERS,
            games.list_games,
            games.list_rules,
            games.list_charts,
            games.get_briefing,
            games.get_template,
            *beginning.HANDLERS,
            *tables.JOINING,
            _of_a_match(),
            page.get_page,
            page.get_part,
        ],
        dependencies={
            "services": Provide(the_services, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        middleware=[guarded, squeezing],
        before_send=[add_headers],
        on_startup=[services.open],
        on_shutdown=[services.close],
        openapi_config=_document(),
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )
    app.state.services = services
    return app


class _Json(JsonRenderPlugin):
    """Also says of everything that clients send that it has no fields but those named."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        for name, schema in openapi_schema["components"]["schemas"].items():
            kind = getattr(wire, name, None)
            if kind is not None and kind.__struct_config__.forbid_unknown_fields:
                schema["additionalProperties"] = False
        return super().render(request, openapi_schema)


async def _describe(request: Request[Any, Any, Any]) -> None:
    """Make the document beside the event loop: the first time it takes long, then none."""
    await asyncio.to_thread(request.app.plugins.get(OpenAPIPlugin).provide_openapi_schema)


def _document() -> OpenAPIConfig:
    scheme = SecurityScheme(type="http", scheme="bearer", description="The secret of a link.")
    return OpenAPIConfig(
        title="Flank Speed",
        version=__version__,
        description="The table: play all games over the wire.",
        components=Components(security_schemes={"link": scheme}),
        openapi_router=Router(
            "/schema", route_handlers=[], before_request=_describe, include_in_schema=False
        ),
        render_plugins=[_Json()],
        use_handler_docstrings=True,
    )


def _of_a_match() -> Router:
    """All that needs a match's link."""
    return Router(
        "/api/matches/{match_id:str}",
        route_handlers=[
            *looking.HANDLERS,
            *choosing.HANDLERS,
            *events.HANDLERS,
            *people.HANDLERS,
            *seats.HANDLERS,
            *notices.HANDLERS,
            *tables.HANDLERS,
            *report.HANDLERS,
        ],
        dependencies={
            "sitter": Provide(_sitter),
            "wanted": Provide(wanted),
        },
        security=[{"link": []}],
    )
