"""The guard at the door: who may write from where, how often, and what answers must carry."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from flankspeed.table.problems import Refused
from flankspeed.table.rooms.seats import Sitter
from flankspeed.table.services import Services

# What requests cost, by the end of their path, as many times what others do: they are drawn,
# reckoned or replayed.
_COSTS = {
    "picture": 3.0,
    "odds": 3.0,
    "destinations": 3.0,
    "events": 3.0,
    "advice": 10.0,
    "report": 20.0,
    "review": 20.0,
    "import": 50.0,
}
_LONGEST_NAME = 64  # of a client that has no address
_READING = ("GET", "HEAD", "OPTIONS")
_HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


class Guard:
    """Refuses what comes too often, and writes that another site has made a browser send."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def check(self, request: Request[Any, Any, Any]) -> None:
        """Let a request pass, or raise."""
        cost = _COSTS.get(request.scope["path"].rpartition("/")[2], 1.0)
        if not self._services.clients.allows(client_of(request), cost):
            raise Refused(429, "too many requests: wait a moment")
        if request.method not in _READING:
            _check_origin(request, _host(self._services.public_url))


async def may_begin(services: Services, request: Request[Any, Any, Any]) -> None:
    """Refuse one who begins matches, or joins them, without end."""
    client = client_of(request)
    if not services.new_matches.allows(client):
        raise Refused(429, "too many matches are being begun: wait a moment")
    most = services.matches_a_day
    if most is not None and not await services.store.begins(client, most):
        raise Refused(429, "you have begun as many matches as one may in a day")


def client_of(request: Request[Any, Any, Any]) -> str:
    """Whose budget a request is on: an address, or of IPv6 the network that one household has."""
    host = request.client.host if request.client else ""
    if ":" not in host:
        return host[:_LONGEST_NAME]
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST_NAME]
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


def not_too_often(services: Services, sitter: Sitter) -> None:
    """Refuse changes without end; each seat has its own budget, and so have all who watch."""
    if not services.changes.allows(f"{sitter.match} {sitter.seat}"):
        raise Refused(429, "you change this match too often: wait a moment")


def _check_origin(request: Request[Any, Any, Any], public: str) -> None:
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    same = origin is None or _host(origin) in (request.headers.get("host"), public or None)
    if site not in ("same-origin", "none") or not same:
        raise Refused(403, "this was sent by the page of another site")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # no address at all
        return ""


async def add_headers(message: Message, scope: Scope) -> None:
    """What every answer carries: nothing from elsewhere runs, loads or embeds the page."""
    if message["type"] == "http.response.start":
        there = {name.lower() for name, _ in message["headers"]}
        more = [(name, value) for name, value in _HEADERS.items() if name not in there]
        message["headers"] = [*message["headers"], *more]
        if scope.get("method") == "OPTIONS" and b"allow" in there:
            MutableScopeHeaders.from_message(message)["allow"] = _allowed(scope)


def _allowed(scope: Scope) -> str:
    """All methods of a path: the framework names those of its first handler alone."""
    routes = (r for r in scope["litestar_app"].routes if r.path_format == scope["path_template"])
    return ", ".join(sorted(method for route in routes for method in route.methods))
