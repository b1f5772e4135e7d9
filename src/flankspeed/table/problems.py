"""Problems: whatever goes wrong becomes a problem document with one sentence (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from flankspeed.engine import (
    DataError,
    DiceError,
    FlankspeedError,
    IllegalChoice,
    OptionError,
    RecordError,
    UndoBarred,
)
from flankspeed.table.log import report
from flankspeed.table.metrics import ERRORS
from flankspeed.table.store.stored import Conflict, StoreError
from flankspeed.table.wire import Problem

MEDIA_TYPE = "application/problem+json"
REASON = "flankspeed.reason"  # where a request keeps why it got an answer of 500 or more
_BROKEN_OFF = "client disconnected prematurely"  # in the framework's words
# What may be answered to one who looks at a match, and to one who changes it.
LOOKING = (401, 404)
CHANGING = (401, 403, 404, 409, 413, 422)


class Refused(Exception):
    """A request that is not granted: its status, and why in one sentence."""

    def __init__(self, status: int, detail: str, version: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.version = version


# What can be wrong with a request whose form is right.
_STATUSES: tuple[tuple[type[FlankspeedError], int], ...] = (
    (IllegalChoice, 422),
    (UndoBarred, 409),
    (DiceError, 422),
    (OptionError, 422),
    (DataError, 422),
    (RecordError, 422),
    (Conflict, 409),
    (StoreError, 503),
    (FlankspeedError, 422),
)


_MEANINGS = {
    400: "The request is not of the form it must have.",
    401: "The link is missing, unknown or void.",
    403: "The link does not allow this, or another site has sent it.",
    404: "There is no such thing.",
    405: "This cannot be done here.",
    409: "The match is elsewhere by now, or does not allow this at present.",
    413: "The request is too large.",
    415: "The request is not of the type it must have.",
    422: "The request is of the right form, but the game does not allow it.",
    429: "Too many requests.",
    503: "The store does not answer.",
}


def answer(
    status: int, detail: str, version: int | None = None, headers: dict[str, str] | None = None
) -> Response[Problem]:
    """A problem document."""
    problem = Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=_sentence(detail),
        version=version,
    )
    return Response(problem, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def _sentence(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:1].upper()}{line[1:]}".rstrip(".") + "."


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    """Answer what we refuse ourselves."""
    _note(request, error.status, error)
    headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}.get(error.status)
    return answer(error.status, error.detail, error.version, headers)


def mistaken(request: Request[Any, Any, Any], error: FlankspeedError) -> Response[Problem]:
    """Answer what the engine, the games or the store refuse."""
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    _note(request, status, error)
    return answer(status, str(error))


def malformed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer what the framework refuses: paths, methods, sizes, and data of the wrong form."""
    _note(request, error.status_code, error)
    phrase = HTTPStatus(error.status_code).phrase
    detail = error.detail or phrase
    if detail == phrase:
        detail = _MEANINGS.get(error.status_code, phrase)
    if error.extra and isinstance(error.extra, list):
        first = error.extra[0]
        if isinstance(first, dict) and "message" in first:
            place = f"{first['key']}: " if first.get("key") else ""
            detail = f"{place}{first['message']}"
    headers = dict(error.headers) if error.headers else None
    return answer(error.status_code, detail, headers=headers)


def not_text(_: Request[Any, Any, Any], __: UnicodeDecodeError) -> Response[Problem]:
    """Answer data that are no text."""
    return answer(400, "the request is not UTF-8")


def _note(request: Request[Any, Any, Any], status: int, error: Exception) -> None:
    """Keep why a request could not be answered, for the log's line of it."""
    if status >= 500:
        request.scope[REASON] = f"{type(error).__name__}: {error}"  # type: ignore[literal-required]
        ERRORS.add(type(error).__name__)


def invalid(_: Request[Any, Any, Any], error: msgspec.ValidationError) -> Response[Problem]:
    """Answer data of the wrong form that no handler has caught."""
    return answer(400, str(error))


def too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Problem]:
    """Answer data that are nested without end."""
    return answer(400, "the data are nested too deeply")


def fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a fault of our own; the log has more of it."""
    if isinstance(error, HTTPException) and error.detail == _BROKEN_OFF:
        return answer(400, "the request broke off")  # nobody hears it, nor is it a fault
    report("fault", level="error", path=request.url.path, error=error)
    _note(request, 500, error)
    return answer(500, "the server has a fault; its log says more")


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: refused,
    FlankspeedError: mistaken,
    HTTPException: malformed,
    msgspec.ValidationError: invalid,
    UnicodeDecodeError: not_text,
    RecursionError: too_deep,
    500: fault,
}


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """What the document says of these answers; every request can get 400, 405, 429 and 503."""
    return {
        status: ResponseSpec(
            data_container=Problem,
            generate_examples=False,
            description=_MEANINGS[status],
            media_type=MEDIA_TYPE,
        )
        for status in sorted({400, 429, 503, *statuses})
    }


def unchanged() -> ResponseSpec:
    """What the document says of an answer that the client has already."""
    return ResponseSpec(
        data_container=None, generate_examples=False, description="It is the one you have."
    )
