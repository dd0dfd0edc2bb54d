"""What is the same for everybody and holds nobody's secret: written, compressed and fingerprinted once.

Nothing else that is sent is compressed: the length of a packed secret would say something about it.
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.files import ASK_AGAIN, takes


class Leaflet(Struct, frozen=True):
    body: bytes
    packed: bytes
    digest: str


def printed(value: Any) -> Leaflet:
    body = msgspec.json.encode(value)
    return Leaflet(body, gzip.compress(body, mtime=0), sha256(body).hexdigest()[:32])


def handed(request: Request, leaflet: Leaflet) -> Response:
    """As this client takes it; nothing at all to who has it already."""
    packed = takes(request.headers.get("accept-encoding", ""), "gzip")
    etag = f'"{leaflet.digest}{"-gzip" if packed else ""}"'
    headers = {"etag": etag, "cache-control": ASK_AGAIN, "vary": "accept-encoding"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if etag in known or known == ["*"]:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(leaflet.packed if packed else leaflet.body, media_type="application/json", headers=headers)
