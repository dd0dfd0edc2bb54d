"""The built page as files: what has its fingerprint in its name is kept for good, all else is asked for again."""

from __future__ import annotations

import os
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from tablee.server.protocol.context import language
from tablee.words import words

FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
KINDS: Final = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript"}
PACKED: Final = (("br", ".br"), ("gzip", ".gz"))  # the smaller first


def page(folder: Path) -> list[Any]:
    """The page, if it is built: any address that is no file is the page's own business. Else how to build it."""
    if not (folder / "index.html").is_file():
        return [Route("/{path:path}", unbuilt)]
    return [Mount("/assets", Files(folder / "assets", FOR_GOOD)), Mount("/", Page(folder, ASK_AGAIN))]


async def unbuilt(request: Request) -> Response:
    """What is seen where nobody has built the page."""
    house = words(language(request))
    text = escape(house.house("no_page"))
    title = escape(house.title)
    return HTMLResponse(
        f'<!doctype html><html lang="{house.lang}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{text}</p><pre>npm --prefix web ci\nnpm --prefix web run build</pre></html>",
        headers={"cache-control": ASK_AGAIN},
    )


class Files(StaticFiles):
    """Files of one folder, each as it was compressed beforehand where the client takes that."""

    def __init__(self, folder: Path, cache: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.cache = cache

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        asked = Headers(scope=scope)
        headers = {"cache-control": self.cache, "vary": "accept-encoding"}
        path = Path(full_path)
        kind = KINDS.get(path.suffix) or guess_type(path)[0] or "application/octet-stream"
        for coding, ending in PACKED:
            packed = path.with_name(path.name + ending)
            if takes(asked.get("accept-encoding", ""), coding) and packed.is_file():
                headers["content-encoding"], path = coding, packed
                break
        response = FileResponse(path, status_code, headers, kind, stat_result=path.stat())
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response


class Page(Files):
    """Whatever is not there is for the page itself to show."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return await super().get_response("index.html", scope)


def takes(accepted: str, coding: str) -> bool:
    """Whether a client that accepts this takes that coding: it is named, and not with a weight of 0."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
