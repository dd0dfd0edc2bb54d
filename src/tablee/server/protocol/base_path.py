"""A server under one path of a bigger site: behind it, every path is as if the server had its host for itself.

A proxy may pass the path on as it is, or without the base; both are answered. Links, cookies and the page carry it.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class BasePath:
    """Takes the base off the paths of all requests."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path == self.base and scope["type"] == "http":
            await RedirectResponse(f"{self.base}/", 308)(scope, receive, send)
            return
        if path.startswith(f"{self.base}/"):
            scope["path"] = path[len(self.base) :]
        await self.app(scope, receive, send)
