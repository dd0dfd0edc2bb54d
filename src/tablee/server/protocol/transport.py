"""How texts come and go on an open socket. There are two implementations, and one interface.

`UvicornTransport` is the fast one; it needs internals of uvicorn. `PlainTransport` needs nothing but ASGI, so it works
with every version and every server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

from starlette.types import Receive, Scope, Send

EXTENSION: Final = "tablee.transport"  # under this name the server may offer a transport in the scope


class Transport(Protocol):
    """A socket that was accepted."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop: ...

    @property
    def open(self) -> bool:
        """Whether anything can still be sent."""
        ...

    @property
    def writable(self) -> bool:
        """Whether the client keeps up: more should be sent only then."""
        ...

    async def wait_writable(self) -> None: ...

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Sends texts, each as a message of its own, without waiting; nothing where the client has gone."""

    async def receive(self) -> str | bytes | None:
        """The next message; None: the client has gone."""

    async def close(self, code: int) -> None: ...


class PlainTransport:
    """A socket by means of ASGI alone. A task sends what is to be sent; meanwhile it is not writable."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.loop = asyncio.get_running_loop()
        self.open = True
        self._receive, self._send = receive, send
        self._texts: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def writable(self) -> bool:
        return self._idle.is_set()

    async def wait_writable(self) -> None:
        await self._idle.wait()

    def send_texts(self, texts: Iterable[bytes]) -> None:
        if not self.open:
            return
        self._texts += texts
        if self._sending is None and self._texts:
            self._idle.clear()
            self._sending = self.loop.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._texts:
                texts, self._texts = self._texts, []
                for text in texts:
                    await self._send({"type": "websocket.send", "text": text.decode()})
        except (OSError, RuntimeError):  # the client has gone
            self.open = False
            self._texts = []
        finally:
            self._sending = None
            self._idle.set()

    async def receive(self) -> str | bytes | None:
        message: Any = await self._receive()
        if message["type"] == "websocket.disconnect":
            self.open = False
            return None
        return message.get("text") or message.get("bytes") or ""

    async def close(self, code: int) -> None:
        await self._idle.wait()
        if not self.open:
            return
        self.open = False
        with suppress(OSError, RuntimeError):  # the client has gone
            await self._send({"type": "websocket.close", "code": code, "reason": ""})


def find_transport(scope: Scope, receive: Receive, send: Send) -> Transport:
    """The fast one where the server offers it, else the plain one."""
    offered: Any = (scope.get("extensions") or {}).get(EXTENSION)
    if offered is not None:
        transport: Transport = offered["transport"]
        return transport
    return PlainTransport(scope, receive, send)
