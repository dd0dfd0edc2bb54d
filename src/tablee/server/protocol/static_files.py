"""The files of the built page: browsers keep those with a hash in their names, and ask again for all others."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
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
from starlette.types import Receive, Scope, Send

from tablee.server.protocol.context import language
from tablee.server.protocol.previews import Previews
from tablee.words import words

FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
KINDS: Final = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript",
         ".mjs": "text/javascript", ".wasm": "application/wasm"}  # fmt: skip
MANIFEST: Final = "manifest.webmanifest"
PACKED: Final = (("br", ".br"), ("gzip", ".gz"))  # the smallest first


def page(folder: Path, previews: Previews) -> list[Any]:
    """The routes of the page, which itself handles every path that is no file; without a page, how to build it."""
    if not (folder / "index.html").is_file():
        return [Route("/{path:path}", page_not_built)]
    return [Mount("/assets", Files(folder / "assets", FOR_GOOD)), Mount("/", Page(folder, previews))]


async def page_not_built(request: Request) -> Response:
    """Shown where the page is not built."""
    house = words(language(request))
    text = escape(house.house("no_page"))
    title = escape(house.title)
    return HTMLResponse(
        f'<!doctype html><html lang="{house.lang}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{text}</p><pre>npm --prefix web ci\nnpm --prefix web run build</pre></html>",
        headers={"cache-control": ASK_AGAIN},
    )


class Files(StaticFiles):
    """The files of one folder, compressed beforehand, where the client accepts that."""

    def __init__(self, folder: Path, cache: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.cache = cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One part of a file may be asked for; of several, which would take time to sort, the whole file is sent."""
        parts = [value for name, value in scope["headers"] if name == b"range"]
        if len(parts) > 1 or any(b"," in value for value in parts):
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__(scope, receive, send)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        asked = Headers(scope=scope)
        headers = {"cache-control": self.cache, "vary": "accept-encoding"}
        path = Path(full_path)
        kind = KINDS.get(path.suffix) or guess_type(path)[0] or "application/octet-stream"
        for coding, ending in PACKED:
            packed = path.with_name(path.name + ending)
            if accepts_encoding(asked.get("accept-encoding", ""), coding) and packed.is_file():
                headers["content-encoding"], path = coding, packed
                break
        response = FileResponse(path, status_code, headers, kind, stat_result=path.stat())
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response


class Page(Files):
    """Paths that are no files are answered with the page, which shows what they mean."""

    def __init__(self, folder: Path, previews: Previews) -> None:
        super().__init__(folder, ASK_AGAIN)
        self.index, self.manifest, self.previews = folder / "index.html", folder / MANIFEST, previews

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] in ("GET", "HEAD") and path in (".", "index.html"):
            return await self.page_response(scope)
        if scope["method"] in ("GET", "HEAD") and path == MANIFEST and self.manifest.is_file():
            request = Request(scope)
            text = self.previews.write_manifest(read_text(self.manifest, self.manifest.stat().st_mtime_ns), request)
            return self.text_response(text, KINDS[".webmanifest"], request)
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return await self.page_response(scope)

    async def page_response(self, scope: Scope) -> Response:
        """The page, with the head of this address."""
        request = Request(scope)
        stat = self.index.stat()  # a page that is built anew names other files
        text = await self.previews.write_head(read_text(self.index, stat.st_mtime_ns), request)
        return self.text_response(text, "text/html", request)

    def text_response(self, text: str, kind: str, request: Request) -> Response:
        """A text that was written for the language of this request."""
        body = text.encode()
        etag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
        headers = {"cache-control": self.cache, "vary": "accept-language", "etag": etag}
        response = Response(body, 200, headers, kind)
        return (
            NotModifiedResponse(response.headers)
            if self.is_not_modified(response.headers, request.headers)
            else response
        )


@lru_cache(4)
def read_text(file: Path, changed: int) -> str:
    """A file of the page as it was built; `changed` is when."""
    return file.read_text(encoding="utf-8")


def accepts_encoding(accepted: str, coding: str) -> bool:
    """Whether this header accepts that encoding: it is named, and not with a weight of 0."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
