"""The application: routes, headers, and what stands between a request and its answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_bytes
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tablee.contract import Refusal
from tablee.server import address, claims, corner, help, moments, shelf, study  # noqa: F401 (their routes are the API's)
from tablee.server.api import House, api, language, somebody
from tablee.server.bus import Alone, Bus, PostgresBus, RedisBus
from tablee.server.clerk import Denied
from tablee.server.errors import refused, status
from tablee.server.files import page
from tablee.server.health import health
from tablee.server.limits import Limits
from tablee.server.metrics import REGISTRY
from tablee.server.node import Node
from tablee.server.people import People
from tablee.server.rounds import rounds
from tablee.server.settings import Setup
from tablee.server.sockets import lobby_socket, table_socket
from tablee.server.store import Store
from tablee.server.thinkers import Thinkers

log = structlog.get_logger()

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}


def stored(setup: Setup) -> Store:
    if setup.store.startswith("postgresql://"):
        from tablee.server.store.postgres import Postgres

        return Postgres(setup.store)
    from tablee.server.store.sqlite import Sqlite

    return Sqlite(setup.file)


def bus(setup: Setup) -> Bus:
    if setup.bus:
        return RedisBus(setup.bus)
    return PostgresBus(setup.store) if setup.store.startswith("postgresql://") else Alone()


def application(setup: Setup) -> ASGIApp:
    """The whole server as an ASGI application; what it needs is opened when it starts."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        store, thinkers = stored(setup), Thinkers(setup.workers)
        await store.open()
        talk = bus(setup)
        node = Node(store, talk, thinkers, pace=setup.pace / 1000)
        await talk.open(node.heard)
        people = People(store, await store.key("signing", token_bytes(32)))
        app.state.house = House(node, people, Limits(setup.limits))
        walking = asyncio.create_task(rounds(node))
        try:
            yield
        finally:
            walking.cancel()
            with suppress(asyncio.CancelledError):
                await walking
            await talk.close()
            thinkers.stop()
            await store.close()

    routes = [
        *api.routes(),
        Route("/openapi.json", openapi),
        Route("/metrics", metrics),
        Route("/healthz", health),
        Mount("/api", app=unknown),
        *page(Path(setup.web) if setup.web else Path(__file__).parent.parent / "page"),
    ]
    app = Starlette(routes=routes, lifespan=life, exception_handlers={Exception: broken, Refusal: denied,
                    msgspec.MsgspecError: denied, UnicodeError: denied, HTTPException: misled})  # fmt: skip
    return Guard(app, setup.origins)


async def openapi(request: Request) -> Response:
    return Response(msgspec.json.encode(api.openapi("Tablée", "1")), media_type="application/json")


async def metrics(request: Request) -> Response:
    return Response(generate_latest(REGISTRY), media_type="text/plain; version=0.0.4")


async def unknown(scope: Scope, receive: Receive, send: Send) -> None:
    request = HTTPConnection(scope)
    error = Denied("path", "there is nothing at {path}", path=request.url.path)
    response = Response(msgspec.json.encode(refused(error, language(request))), 404, media_type="application/json")
    await response(scope, receive, send)


async def denied(request: Request, error: Exception) -> Response:
    who = None
    with suppress(Refusal):  # the store may be what is away
        who = await somebody(request)
    answer = refused(error, language(request, who), getattr(request.state, "asked", None))
    return Response(msgspec.json.encode(answer), status(answer), media_type="application/json")


async def misled(request: Request, error: Exception) -> Response:
    """A path that is not there, or that does not know this method."""
    assert isinstance(error, HTTPException)
    answer = refused(Denied("path", "there is nothing at {path}", path=f"{request.method} {request.url.path}"),
                     language(request))  # fmt: skip
    return Response(msgspec.json.encode(answer), error.status_code, error.headers, "application/json")


async def broken(request: Request, error: Exception) -> Response:
    """Ours to mend: the log has it, the client is told no more than that."""
    log.error("broken", path=request.url.path, error=repr(error))
    answer = refused(Denied("broken", "something went wrong here; nothing was changed"), language(request))
    return Response(msgspec.json.encode(answer), 500, media_type="application/json")


TABLE = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")


class Guard:
    """Around everything: the usual headers, and no page of somebody else's talks to this server in a person's name."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app, self.origins = app, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if not self.welcome(HTTPConnection(scope)):
            await self.turn_away(scope, receive, send)
            return
        if scope["type"] == "http":
            await self.app(scope, receive, headed(send))
        else:
            await self.listen(scope, receive, send)

    async def listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The sockets have a way of their own: what Starlette puts around each would stay as long as it is open."""
        scope["app"] = self.app
        found = TABLE.fullmatch(scope["path"])
        scope["path_params"] = found.groupdict() if found else {}
        if found:
            await table_socket(scope, receive, send)
        elif scope["path"] == "/api/lobby":
            await lobby_socket(WebSocket(scope, receive, send))
        else:
            await WebSocket(scope, receive, send).close(4404)

    def welcome(self, connection: HTTPConnection) -> bool:
        """From this very host, from a page that was named, or from a program, which has no origin."""
        origin = connection.headers.get("origin")
        safe = connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD", "OPTIONS")
        return (
            origin is None
            or safe
            or origin in self.origins
            or urlsplit(origin).netloc == connection.headers.get("host", "")
        )

    async def turn_away(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        answer = refused(Denied("origin", "this page may not speak for you here"), language(HTTPConnection(scope)))
        response = Response(msgspec.json.encode(answer), status(answer), media_type="application/json")
        await response(scope, receive, headed(send))


def headed(send: Send) -> Callable[[Message], Any]:
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return with_headers
