"""JSON that is the same for everybody and holds no secret: encoded, compressed and hashed once.

Nothing else that is sent is compressed: the length of a compressed secret would tell something about it.
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.protocol.static_files import ASK_AGAIN, accepts_encoding


class CachedJson(Struct, frozen=True):
    body: bytes
    packed: bytes
    digest: str


def cache_json(value: Any) -> CachedJson:
    body = msgspec.json.encode(value)
    return CachedJson(body, gzip.compress(body, mtime=0), sha256(body).hexdigest()[:32])


def respond(request: Request, cached: CachedJson) -> Response:
    """In the encoding that this client accepts; without a body for a client that has it already."""
    packed = accepts_encoding(request.headers.get("accept-encoding", ""), "gzip")
    etag = f'"{cached.digest}{"-gzip" if packed else ""}"'
    headers = {"etag": etag, "cache-control": ASK_AGAIN, "vary": "accept-encoding"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if etag in known or known == ["*"]:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(cached.packed if packed else cached.body, media_type="application/json", headers=headers)
