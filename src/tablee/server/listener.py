"""Accepts one connection in each iteration of the event loop.

asyncio and uvloop accept all that wait, and then read from all of them, in one iteration: hundreds of connections at
once would hold up everybody for some ten milliseconds.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import uvicorn

WAITING: Final = 2048  # connections that the system keeps until they are accepted
PAUSE: Final = 0.5  # seconds, if the system has no more file handles or memory


class Listener:
    """One listening socket. It has the methods of asyncio's servers that uvicorn uses."""

    def __init__(self, bound: socket.socket, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        self.loop, self.bound, self.make_protocol = asyncio.get_running_loop(), bound, make_protocol
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False
        bound.setblocking(False)
        bound.listen(WAITING)
        self.listen()

    def listen(self) -> None:
        if not self.closed:
            self.loop.add_reader(self.bound.fileno(), self.accept_one)

    def accept_one(self) -> None:
        try:
            connection, _ = self.bound.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError:
            self.loop.remove_reader(self.bound.fileno())
            self.loop.call_later(PAUSE, self.listen)
            return
        connection.setblocking(False)
        task = self.loop.create_task(self.take(connection))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def take(self, connection: socket.socket) -> None:
        try:
            await self.loop.connect_accepted_socket(self.make_protocol, connection)
        except OSError:  # the client has gone
            connection.close()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            with suppress(OSError, ValueError):  # it is closed already
                self.loop.remove_reader(self.bound.fileno())

    async def wait_closed(self) -> None:
        """Nothing is left to wait for."""


class PacedServer(uvicorn.Server):
    """uvicorn's server, with our way of accepting connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        loop, config = asyncio.get_running_loop(), self.config

        def make_protocol() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            made: asyncio.Protocol = kind(
                config=config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
            )
            return made

        listeners: list[Any] = [Listener(bound, make_protocol) for bound in sockets or ()]
        self.servers = listeners
