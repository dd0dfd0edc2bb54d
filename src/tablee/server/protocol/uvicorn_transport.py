"""A fast transport, built on the class with which uvicorn itself speaks WebSocket.

Three habits of that class are changed, because tables are many and moves are small. It stops reading after each message
until that is taken up, which asks the kernel twice for each move: here it reads on until a few wait. It keeps the
handshake in memory, headers and all, as long as a socket is open: here that is dropped. And what is sent goes through a
coroutine, an ASGI message and a frame object of the library, all made anew: here a text is one call.

That class is no public interface of uvicorn. So its version has an upper bound in pyproject.toml, `is_supported` looks
whether everything is there that is used here, and `PlainTransport` does the same without it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tablee.server.protocol.transport import EXTENSION

FEW: Final = 8  # messages that may wait
SLICE: Final = 512  # bytes that are read in one step: of empty messages that is 85
SOON: Final = 0.005  # seconds until it is looked again whether there is room for more messages
UNREAD: Final = 1024 * 1024  # bytes of one client that wait to be read
ASIDES: Final = 64  # pings, pongs and parts of messages that a client may send in a second
USED: Final = (
    "run_asgi", "send", "send_receive_event_to_app", "start_keepalive", "pause_writing", "data_received",
    "handle_ping", "handle_pong", "handle_cont",
)  # fmt: skip


def is_supported() -> bool:
    """Whether this version of uvicorn has what is used here."""
    return all(callable(getattr(WebSocketsSansIOProtocol, name, None)) for name in USED)


class SocketProtocol(WebSocketsSansIOProtocol):
    rest = b""  # what was received and not read yet
    feeding = False
    asides = 0  # frames that are no messages, in this second
    second = 0.0

    def data_received(self, data: bytes) -> None:
        """Many small frames are read in several steps: the library reads slowly, and others wait meanwhile."""
        if not self.feeding and len(data) <= SLICE:
            super().data_received(data)
            return
        self.rest += data
        self.transport.pause_reading()
        if len(self.rest) > UNREAD:  # it sends far more than it is answered
            self.rest = b""
            self.transport.abort()
            return
        if not self.feeding:
            self.feeding = True
            self.feed()

    def feed(self) -> None:
        if self.transport.is_closing() or self.close_sent:
            self.rest = b""
        if not self.rest:
            self.feeding = False
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
        elif self.read_paused or self.queue.qsize() >= FEW:
            self.loop.call_later(SOON, self.feed)  # the application has not taken up what came before
        else:
            some, self.rest = self.rest[:SLICE], self.rest[SLICE:]
            super().data_received(some)
            self.loop.call_soon(self.feed)

    def count_aside(self) -> bool:
        """Whether a frame that is no message may be answered: a client that sends many of them is dropped."""
        if self.loop.time() - self.second > 1:
            self.second, self.asides = self.loop.time(), 0
        self.asides += 1
        if self.asides <= ASIDES:
            return True
        self.rest = b""
        self.transport.abort()
        return False

    def handle_ping(self) -> None:
        if self.count_aside():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.count_aside():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self.count_aside():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # uvicorn believes so, and does not pause
        super().send_receive_event_to_app()
        self.read_paused = False

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {EXTENSION: {"transport": UvicornTransport(self)}}
        await super().run_asgi()
        self.scope["extensions"] = {}  # two objects that hold each other are freed late

    def start_keepalive(self) -> None:
        """The handshake is done."""
        super().start_keepalive()
        del self.request, self.response


class UvicornTransport:
    """One socket. See `Transport`."""

    __slots__ = ("loop", "protocol")

    def __init__(self, protocol: SocketProtocol) -> None:
        self.protocol = protocol
        self.loop: asyncio.AbstractEventLoop = protocol.loop

    @property
    def open(self) -> bool:
        return not self.protocol.close_sent and not self.protocol.transport.is_closing()

    @property
    def writable(self) -> bool:
        return self.protocol.writable.is_set()

    async def wait_writable(self) -> None:
        await self.protocol.writable.wait()

    def send_texts(self, texts: Iterable[bytes]) -> None:
        if self.open:
            self.protocol.transport.write(b"".join([encode_frame(text) for text in texts]))

    async def receive(self) -> str | bytes | None:
        """As the protocol's own method, which would be one coroutine more for each message."""
        protocol = self.protocol
        message: Any = await protocol.queue.get()
        if protocol.read_paused and protocol.queue.empty():
            protocol.read_paused = False
            if not protocol.feeding:
                protocol.transport.resume_reading()
        if message["type"] == "websocket.disconnect":
            return None
        return message.get("text") or message.get("bytes") or ""

    async def close(self, code: int) -> None:
        with suppress(ClientDisconnected):
            if self.open:
                await self.protocol.send({"type": "websocket.close", "code": code, "reason": ""})


def encode_frame(text: bytes) -> bytes:
    """A text as one frame of a server (RFC 6455, section 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
