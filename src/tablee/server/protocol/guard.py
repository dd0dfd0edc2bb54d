"""Around everything: the usual headers, the pages that may ask in a person's name, and the budget of an address."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from ipaddress import ip_address
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tablee.languages import match_language
from tablee.server.config import ServerConfig
from tablee.server.metering import METER, Meter, metered
from tablee.server.protocol.budgets import WAIT, Caller, Limits
from tablee.server.protocol.context import caller
from tablee.server.protocol.errors import respond_with_refusal
from tablee.server.protocol.sockets import lobby_socket, refuse_socket, table_socket
from tablee.server.refusals import ServerRefusal, TemporaryRefusal, TooFast

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; media-src 'self'; connect-src 'self';"
        " worker-src 'self'; manifest-src 'self'; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
WORKER_POLICY: Final = HEADERS["content-security-policy"].replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
WORKER: Final = re.compile(
    r"/assets/worker-[\w-]+\.js"
)  # the page's own server, which is WebAssembly (`tablee.browser`)
POLICY: Final = b"content-security-policy"
EXTRA: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

Headers: TypeAlias = list[tuple[bytes, bytes]]
SHARED: Final = [(b"access-control-allow-credentials", b"true"), (b"access-control-expose-headers", b"retry-after")]
PREFLIGHT: Final = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}
TABLE = re.compile(r"/api/tables/(?P<table>[^/]{1,100})/socket")
HOST: Final = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
ORIGIN: Final = re.compile(r"(?P<scheme>https?)://(?P<host>[^/\s?#@\\]+)")
LOCAL: Final = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")  # names that no stranger can own
LONGEST_QUERY: Final = 2048  # letters: reading it takes time


class Guard:
    """Lets through what may come in, at the pace of its address."""

    def __init__(self, app: ASGIApp, config: ServerConfig, limits: Limits) -> None:
        self.app, self.limits, self.turnstile = app, limits, limits.turnstile
        self.origins, self.hosts = config.origins, config.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["type"] == "http":
            sharing = self.sharing_headers(connection)
            policy = [(POLICY, WORKER_POLICY.encode())] if WORKER.fullmatch(scope["path"]) else []
            send = add_headers(send, [*sharing, *policy])
            if (
                len(sharing) > 1
                and scope["method"] == "OPTIONS"
                and "access-control-request-method" in connection.headers
            ):
                await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
                return
        from_address = caller(connection)
        try:
            if wait := self.limits.reserve(from_address):
                await asyncio.sleep(wait)
            await self.turnstile.enter(from_address.address)
            self.check(connection)
        except ServerRefusal as error:
            if isinstance(error, TooFast):
                await asyncio.sleep(WAIT)  # a client that asks too fast is answered slowly
                await self.turnstile.enter(from_address.address)
            await reject(error, scope, receive, send)
            return
        meter = Meter(from_address.address)
        METER.set(meter)
        if scope["type"] == "websocket":
            await self.serve_socket(scope, receive, send)
            return
        try:
            await metered(self.app(scope, receive, send), meter)  # type: ignore[arg-type]
        finally:
            self.limits.settle(from_address, meter.person, meter.seconds)
            meter.charge_later = partial(self.limits.charge, Caller(from_address.address, meter.person))

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

    # ---- what may come in ------------------------------------------------------------

    def check(self, connection: HTTPConnection) -> None:
        """ServerRefusal where a request does not say properly where it goes, or comes from a page that may not ask."""
        scope = connection.scope
        if len(scope["query_string"]) > LONGEST_QUERY:
            raise ServerRefusal("large", "this is too large: at most {size} bytes", size=LONGEST_QUERY)
        hosts = connection.headers.getlist("host") or [""]  # old programs send none
        host = HOST.fullmatch(hosts[0])
        if len(hosts) > 1 or (hosts[0] and host is None):
            raise ServerRefusal("malformed", "{name} is not an address", name="host")
        if host is not None and not self.is_called(host["name"].lower(), connection):
            raise ServerRefusal(
                "host", "this server does not answer to the name {name}: its owner can allow it with --hosts",
                name=host["name"],
            )  # fmt: skip
        if not self.is_allowed(connection, hosts[0]):
            raise ServerRefusal("origin", "this page is not allowed to act for you")

    def is_called(self, name: str, connection: HTTPConnection) -> bool:
        """Whether this server may be called so. A page elsewhere can give its own name the address of a server on
        somebody's own network, and then speak to it from there: so on such a network only known names count. What comes
        through a proxy, or from outside, is meant for this server."""
        client = connection.client
        if client is None or client.port == 0 or "." not in name or name in self.hosts or name.endswith(LOCAL):
            return True
        if name[0] == "[" or re.fullmatch(r"[0-9.]+", name) or name == own_name():
            return True
        if any(urlsplit(origin).hostname == name for origin in self.origins):
            return True
        with suppress(ValueError):
            return not ip_address(client.host.partition("%")[0]).is_private
        return True

    def sharing_headers(self, connection: HTTPConnection) -> Headers:
        """With which a browser lets a page of one of the named origins read an answer; none for all others."""
        if not self.origins:
            return []
        origins = connection.headers.getlist("origin")
        if len(origins) != 1 or origins[0] not in self.origins:
            return [(b"vary", b"origin")]
        return [(b"vary", b"origin"), (b"access-control-allow-origin", origins[0].encode()), *SHARED]

    def is_allowed(self, connection: HTTPConnection, host: str) -> bool:
        """Whether it comes from this host, from a page that was named, or from a program, which has no origin."""
        scope = connection.scope
        origins = connection.headers.getlist("origin")
        if not origins or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")):
            return True
        if len(origins) > 1:
            return False
        if origins[0] in self.origins:
            return True
        found = ORIGIN.fullmatch(origins[0])
        if found is None or found["host"].lower() != host.lower():
            return False
        return found["scheme"] == "https" or scope["scheme"] not in ("https", "wss")


@cache
def own_name() -> str:
    """The name of this machine."""
    return socket.gethostname().lower()


async def reject(error: ServerRefusal, scope: Scope, receive: Receive, send: Send) -> None:
    lang = match_language(HTTPConnection(scope).headers.get("accept-language"))
    if scope["type"] == "http":
        await respond_with_refusal(error, lang)(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    if isinstance(error, TemporaryRefusal):
        await refuse_socket(socket, error, lang)
    else:
        await socket.close(4403)  # before it is accepted: this is HTTP's 403


def add_headers(send: Send, others: Headers) -> Callable[[Message], Any]:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = EXTRA if POLICY not in dict(others) else [one for one in EXTRA if one[0] != POLICY]
            message["headers"] = [*message.get("headers", []), *extra, *others]
        await send(message)

    return with_headers
