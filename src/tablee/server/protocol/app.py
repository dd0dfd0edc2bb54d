"""The application: what it consists of, its routes, its headers and its error handlers."""

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
from tablee.server.config import ServerConfig
from tablee.server.metrics import REGISTRY
from tablee.server.people.people import People
from tablee.server.protocol import (  # noqa: F401  (importing them adds their routes to the API)
    address_api,
    claims_api,
    games_api,
    help_api,
    history_api,
    people_api,
    study_api,
    tables_api,
)
from tablee.server.protocol.context import Services, api, find_person, language
from tablee.server.protocol.errors import refusal_message, retry_headers, status
from tablee.server.protocol.health import health
from tablee.server.protocol.rate_limits import Limits
from tablee.server.protocol.sockets import lobby_socket, table_socket
from tablee.server.protocol.static_files import page
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import Bus, NoBus, PostgresBus, RedisBus
from tablee.server.tables.node import Node
from tablee.server.tables.periodic_jobs import run_periodic_jobs

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


def choose_store(config: ServerConfig) -> Store:
    if config.store.startswith("postgresql://"):
        from tablee.server.store.postgres import Postgres

        return Postgres(config.store)
    from tablee.server.store.sqlite import Sqlite

    return Sqlite(config.file)


def choose_bus(config: ServerConfig) -> Bus:
    if config.bus:
        return RedisBus(config.bus)
    return PostgresBus(config.store) if config.store.startswith("postgresql://") else NoBus()


def application(config: ServerConfig) -> ASGIApp:
    """The whole server as an ASGI application. The store and the bus are opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store, bot_pool = choose_store(config), BotPool(config.workers)
        await store.open()
        bus = choose_bus(config)
        node = Node(store, bus, bot_pool, pace=config.pace / 1000)
        await bus.open(node.on_table_grown)
        people = People(store, await store.key("signing", token_bytes(32)))
        app.state.services = Services(node, people, Limits(config.limits))
        jobs = asyncio.create_task(run_periodic_jobs(node))
        try:
            yield
        finally:
            jobs.cancel()
            with suppress(asyncio.CancelledError):
                await jobs
            await bus.close()
            bot_pool.stop()
            await store.close()

    routes = [
        *api.routes(),
        Route("/openapi.json", openapi),
        Route("/metrics", metrics),
        Route("/healthz", health),
        Mount("/api", app=unknown),
        *page(Path(config.web) if config.web else Path(__file__).parents[2] / "page"),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={Exception: internal_error, Refusal: refuse,
                    msgspec.MsgspecError: refuse, UnicodeError: refuse, HTTPException: wrong_path})  # fmt: skip
    return Guard(app, config.origins)


async def openapi(request: Request) -> Response:
    return Response(msgspec.json.encode(api.openapi("Tablée", "1")), media_type="application/json")


async def metrics(request: Request) -> Response:
    return Response(generate_latest(REGISTRY), media_type="text/plain; version=0.0.4")


async def unknown(scope: Scope, receive: Receive, send: Send) -> None:
    request = HTTPConnection(scope)
    error = ServerRefusal("path", "there is nothing at {path}", path=request.url.path)
    response = Response(
        msgspec.json.encode(refusal_message(error, language(request))), 404, media_type="application/json"
    )
    await response(scope, receive, send)


async def refuse(request: Request, error: Exception) -> Response:
    who = None
    with suppress(Refusal):  # the store may be away
        who = await find_person(request)
    answer = refusal_message(error, language(request, who), getattr(request.state, "asked", None))
    return Response(msgspec.json.encode(answer), status(answer), retry_headers(answer), "application/json")


async def wrong_path(request: Request, error: Exception) -> Response:
    """A path that is not there, or that does not know this method."""
    assert isinstance(error, HTTPException)
    refusal = ServerRefusal("path", "there is nothing at {path}", path=f"{request.method} {request.url.path}")
    answer = refusal_message(refusal, language(request))
    return Response(msgspec.json.encode(answer), error.status_code, error.headers, "application/json")


async def internal_error(request: Request, error: Exception) -> Response:
    """A mistake of ours: it is logged, and the client learns no more than that."""
    log.error("broken", path=request.url.path, error=repr(error))
    answer = refusal_message(
        ServerRefusal("broken", "something went wrong on the server; nothing was changed"), language(request)
    )
    return Response(msgspec.json.encode(answer), 500, media_type="application/json")


TABLE = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")


class Guard:
    """Around everything: adds the usual headers, and rejects requests that pages of other origins make for a person."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app, self.origins = app, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if not self.is_allowed(HTTPConnection(scope)):
            await self.reject(scope, receive, send)
            return
        if scope["type"] == "http":
            await self.app(scope, receive, add_headers(send))
        else:
            await self.serve_socket(scope, receive, send)

    async def serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets do not go through Starlette: what it puts around each would stay in memory as long as it is open."""
        scope["app"] = self.app
        found = TABLE.fullmatch(scope["path"])
        scope["path_params"] = found.groupdict() if found else {}
        if found:
            await table_socket(scope, receive, send)
        elif scope["path"] == "/api/lobby":
            await lobby_socket(WebSocket(scope, receive, send))
        else:
            await WebSocket(scope, receive, send).close(4404)

    def is_allowed(self, connection: HTTPConnection) -> bool:
        """Whether it comes from this host, from a page that was named, or from a program, which has no origin."""
        origin = connection.headers.get("origin")
        safe = connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD", "OPTIONS")
        return (
            origin is None
            or safe
            or origin in self.origins
            or urlsplit(origin).netloc == connection.headers.get("host", "")
        )

    async def reject(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        answer = refusal_message(
            ServerRefusal("origin", "this page is not allowed to act for you"), language(HTTPConnection(scope))
        )
        response = Response(msgspec.json.encode(answer), status(answer), media_type="application/json")
        await response(scope, receive, add_headers(send))


def add_headers(send: Send) -> Callable[[Message], Any]:
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return with_headers
