"""Work for a client who may go away before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from tablee.server.refusals import ServerRefusal

T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work returns. If the client goes away before that, it is cancelled. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(wait_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ServerRefusal("gone", "nobody is waiting for this answer any more")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def wait_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
