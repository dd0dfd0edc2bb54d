"""HTTP connections within bounds: how many there are, how long a request may take to arrive, how much may be in it.

uvicorn itself bounds none of this: requests that never end would hold all of a server's file handles, and many small
ones in one packet would be read in one go. Like the fast sockets this is built on a class of uvicorn that is no public
interface; `is_supported` looks whether everything is there that is used here.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Any, Final, TypeAlias

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tablee.server.limits import LimitSettings
from tablee.server.protocol.budgets import address_key
from tablee.server.protocol.messages import Refused

HEADERS: Final = 100  # of one request
HEADER_BYTES: Final = 16 * 1024  # all of them together
URL_BYTES: Final = 4096
SLOWEST: Final = 4096  # bytes of a body in a second
PIPELINED: Final = 8  # requests that wait for the one before them
AT_ONCE: Final = 1  # packets that are read in one iteration of the event loop
USED: Final = (
    "connection_made", "connection_lost", "data_received", "handle_websocket_upgrade", "on_message_begin", "on_url",
    "on_header", "on_headers_complete", "on_body", "on_message_complete", "on_response_complete",
    "_start_asgi_task", "send_400_response",
)  # fmt: skip
REFUSED: Final = (
    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{retry}connection: close\r\ncontent-length: {size}\r\n\r\n"
)
RETRY: Final = 5  # seconds

Bound: TypeAlias = tuple[str, str, int]  # what is said in English and in French, and how much {most} is
URL_LONG: Final = "an address has at most {most} bytes", "une adresse a au plus {most} octets", URL_BYTES
MANY_HEADERS: Final = "a request has at most {most} headers", "une requête a au plus {most} en-têtes", HEADERS
HEADERS_LONG: Final = (
    "the headers of a request have at most {most} bytes", "les en-têtes d’une requête ont au plus {most} octets",
    HEADER_BYTES,
)  # fmt: skip
MANY_REQUESTS: Final = (
    "at most {most} requests may wait on one connection", "au plus {most} requêtes attendent sur une connexion",
    PIPELINED,
)  # fmt: skip


def is_supported() -> bool:
    """Whether this version of uvicorn has what is used here."""
    return all(callable(getattr(HttpToolsProtocol, name, None)) for name in USED)


class Connections:
    """All HTTP connections of this process that have not become sockets."""

    def __init__(self, settings: LimitSettings, trusted: str) -> None:
        self.settings = settings
        self.trusted = ProxyHeadersMiddleware(no_app, trusted).trusted_hosts
        self.total = 0
        self.by_address: Counter[str] = Counter()
        self.idle: dict[HttpConnection, None] = {}  # those that wait for a request, the one that waits longest first
        self.packets = Packets()

    def open(self, connection: HttpConnection, host: str | None) -> bytes | None:
        """Counts one more; if there are too many, why."""
        settings = self.settings
        address = connection.address = None if host in self.trusted else address_key(host)
        self.total += 1
        if address is not None:
            self.by_address[address] += 1
            if settings.on and self.by_address[address] > settings.address_connections:
                return refuse_full("your address has {most} open connections, and may have no more",
                                   "votre adresse a {most} connexions ouvertes et ne peut en avoir plus",
                                   settings.address_connections)  # fmt: skip
        if settings.on and self.total > settings.connections:
            if not self.idle:
                return refuse_full("this server has {most} open connections, and no more: try again later",
                                   "ce serveur a {most} connexions ouvertes, et pas plus : réessayez plus tard",
                                   settings.connections)  # fmt: skip
            next(iter(self.idle)).give_up()  # the one that has waited longest makes room
        return None

    def close(self, connection: HttpConnection) -> None:
        self.idle.pop(connection, None)
        self.total -= 1
        if connection.address is not None:
            self.by_address[connection.address] -= 1
            if self.by_address[connection.address] <= 0:
                del self.by_address[connection.address]


class Packets:
    """What has arrived is read one packet at a time: what hundreds of clients send at the same moment is spread over as
    many iterations of the event loop."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[HttpConnection, bytes]] = deque()
        self.read = 0  # in this iteration

    def add(self, connection: HttpConnection, data: bytes) -> None:
        if self.read < AT_ONCE and not self.waiting:
            self.take(connection, data)
        else:
            connection.flow.pause_reading()
            self.waiting.append((connection, data))

    def take(self, connection: HttpConnection, data: bytes) -> None:
        self.read += 1
        if self.read == 1:
            connection.loop.call_soon(self.go_on)
        connection.read_packet(data)

    def go_on(self) -> None:
        """In the next iteration."""
        self.read = 0
        while self.waiting and self.read < AT_ONCE:
            connection, data = self.waiting.popleft()
            if not connection.transport.is_closing():
                connection.flow.resume_reading()
                self.take(connection, data)


async def no_app(*_: Any) -> None:
    """Nothing is served here."""


def refusal(status: str, code: str, english: str, french: str, most: int, retry: int | None = None) -> bytes:
    """A whole HTTP answer. The request was not read, so its language is not known: it is said in both."""
    why = f"{english} / {french}".format(most=most)
    text = msgspec.json.encode(Refused(None, code, why, retry=retry))
    head = REFUSED.format(status=status, retry=f"retry-after: {retry}\r\n" if retry else "", size=len(text))
    return head.encode() + text


def refuse_full(english: str, french: str, most: int) -> bytes:
    """There are too many connections just now."""
    return refusal("503 Service Unavailable", "full", english, french, most, RETRY)


class HttpConnection(HttpToolsProtocol):
    """One of them, within the bounds of `connections`, which a subclass sets."""

    connections_open: Connections
    address: str | None = None  # None: a proxy's, which speaks for many
    counted = False
    running: RequestResponseCycle | None = None  # the request that is being answered
    deadline: asyncio.TimerHandle | None = None
    head_bytes = 0
    reading_head = True
    begun = 0.0  # when the body began
    body_bytes = 0
    beyond: Bound | None = None  # the bound that a request was beyond

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.counted = True
        reason = self.connections_open.open(self, self.client[0] if self.client else None)
        if reason is not None:
            transport.write(reason)
            transport.close()
            return
        self.await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.forget()

    def handle_websocket_upgrade(self) -> None:
        self.forget()
        super().handle_websocket_upgrade()

    def forget(self) -> None:
        """It is gone, or has become a socket, which is counted elsewhere."""
        self.stop_waiting()
        if self.running is not None:
            self.running.disconnected = True  # uvicorn tells the newest of several requests only
        if self.counted:
            self.counted = False
            self.connections_open.close(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        """The request makes no sense, or is beyond a bound, which is named then."""
        if self.beyond is None:
            super().send_400_response(msg)
        else:
            self.transport.write(refusal("400 Bad Request", "large", *self.beyond))
            self.transport.close()
        self.forget()

    # ---- in time --------------------------------------------------------------------------

    def await_request(self) -> None:
        """The headers of a request are to come, within some seconds."""
        self.head_bytes, self.reading_head = 0, True
        self.connections_open.idle[self] = None
        self.set_deadline()

    def set_deadline(self) -> None:
        self.stop_waiting()
        self.deadline = self.loop.call_later(self.connections_open.settings.request_seconds, self.give_up)

    def stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def give_up(self) -> None:
        """Too late; or somebody else needs the place."""
        self.connections_open.idle.pop(self, None)
        if self.transport.is_closing():
            return
        if self.head_bytes or not self.reading_head:
            late = refusal("408 Request Timeout", "slow", "a request has to arrive within {most} s, or make room",
                           "une requête doit arriver en {most} s, ou céder sa place",
                           self.connections_open.settings.request_seconds)  # fmt: skip
            self.transport.write(late)
        self.transport.close()

    def on_headers_complete(self) -> None:
        self.connections_open.idle.pop(self, None)
        self.reading_head, self.begun, self.body_bytes = False, self.loop.time(), 0
        super().on_headers_complete()
        self.set_deadline()  # for the body

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.body_bytes += len(body)
        due = self.begun + self.connections_open.settings.request_seconds + self.body_bytes / SLOWEST
        self.stop_waiting()
        self.deadline = self.loop.call_at(due, self.give_up)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.stop_waiting()
        self.head_bytes, self.reading_head = 0, True  # of the next one

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.deadline is None and not self.pipeline and not self.transport.is_closing():
            self.connections_open.idle[self] = None  # uvicorn closes it when it has been quiet for a while

    # ---- not too much -----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.connections_open.packets.add(self, data)

    def read_packet(self, data: bytes) -> None:
        if self.reading_head:
            self.head_bytes += len(data)
            if self.head_bytes == len(data):
                self.set_deadline()  # the first bytes of a request
        super().data_received(data)
        if self.reading_head and self.head_bytes > HEADER_BYTES + URL_BYTES and not self.transport.is_closing():
            self.beyond = HEADERS_LONG
            self.send_400_response("")

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            self.beyond = MANY_REQUESTS
            raise ValueError
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > URL_BYTES:
            self.beyond = URL_LONG
        if self.beyond or not url.isascii():
            raise ValueError

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= HEADERS:
            self.beyond = MANY_HEADERS
            raise ValueError
        super().on_header(name, value)


def bounded_protocol(settings: LimitSettings, trusted: str) -> type[HttpConnection]:
    """A class for uvicorn, of which all connections are counted together."""

    class BoundedConnection(HttpConnection):
        connections_open = Connections(settings, trusted)

    return BoundedConnection
