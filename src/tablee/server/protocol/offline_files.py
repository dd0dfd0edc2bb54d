"""What a page needs to play without this server: the archive of Python's packages, and where everything is.

The rest of it are files of the built page (`assets/offline.json`).
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.server.protocol.python_bundle import bundle, bundle_name

FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}


def kit(page: Path) -> dict[str, str]:
    """By what they are, the addresses of Pyodide's folder and of the archive, below the page's."""
    pyodide = json.loads((page / "assets" / "offline.json").read_text())["pyodide"]
    return {"pyodide": pyodide, "python": f"offline/{bundle_name()}"}


def offline_files(page: Path) -> list[Any]:
    """The routes; none where the page is not built."""

    async def described(request: Request) -> Response:
        text = await asyncio.to_thread(lambda: json.dumps(kit(page)))
        return Response(text, media_type="application/json", headers={"cache-control": "no-cache"})

    async def archive(request: Request) -> Response:
        if request.path_params["name"] != await asyncio.to_thread(bundle_name):
            return Response(status_code=404)
        return Response(bundle(), media_type="application/zip", headers=FOR_GOOD)

    if not (page / "assets" / "offline.json").is_file():
        return []
    return [Route("/offline/kit.json", described), Route("/offline/{name}", archive)]
