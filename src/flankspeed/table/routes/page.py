"""The page: files of the package, sent as they are."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from flankspeed.table.problems import Refused

FOLDER = Path(__file__).parents[1] / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}


@get("/", include_in_schema=False)
async def get_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page itself."""
    return _send("index.html", request)


@get("/page/{name:path}", include_in_schema=False)
async def get_part(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """A part of the page."""
    return _send(name.lstrip("/"), request)


def _send(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    file = parts().get(name)
    if file is None:
        raise Refused(404, "there is no such page")
    content, zipped, tag = _read(file, file.stat().st_mtime_ns)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = zipped, "gzip"
    return Response(content, media_type=_TYPES[file.suffix], headers=headers)


def parts() -> dict[str, Path]:
    """The files of the page, by their path: nothing else can be asked for."""
    found = (file for file in FOLDER.rglob("*") if file.suffix in _TYPES)
    return {file.relative_to(FOLDER).as_posix(): file for file in found}


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> tuple[bytes, bytes, str]:
    """A file as it is, and compressed, and a tag for what is in it."""
    content = file.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return content, gzip.compress(content, mtime=0), tag
