"""The lists of tables as clients get them: the open ones are read and encoded once for everybody who looks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

import msgspec

from tablee.server.metering import Pacer
from tablee.server.people.people import Person
from tablee.server.tables.head import Head, read_heads
from tablee.server.tables.node import Node

QUIET: Final = 0.3  # seconds between two looks at the lists, at least
EACH: Final = 0.002  # seconds more, for each who looks
ALONE: Final = 1.0  # seconds for which a list is good that nothing has changed
BESIDE: Final = 0.1  # the same where there are other nodes
encode = msgspec.json.Encoder().encode


class Lobby:
    def __init__(self, node: Node) -> None:
        self.node = node
        self.watching = 0
        self.made: tuple[asyncio.Event, float, bytes] | None = None  # for which state of the lobby, when, and the list
        self.making: asyncio.Task[bytes] | None = None

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Somebody looks at the lists as long as this lasts."""
        self.watching += 1
        try:
            yield
        finally:
            self.watching -= 1

    @property
    def quiet(self) -> float:
        """Seconds between two looks: many who look are told of changes less often."""
        return max(QUIET, EACH * self.watching)

    async def text(self, who: Person | None) -> bytes:
        """My tables and the open ones (`Listed`), as JSON."""
        mine = [] if who is None else await read_listed(await self.node.store.tables_of(who.id))
        return b'{"mine":%b,"open":%b}' % (encode(mine), await self.open_tables())

    async def open_tables(self) -> bytes:
        if self.made is not None:
            changed, at, text = self.made
            if changed is self.node.lobby_changed and monotonic() - at < (ALONE if self.node.bus.alone else BESIDE):
                return text
        if self.making is None:
            self.making = asyncio.create_task(self.make())
            self.making.add_done_callback(self.finish)
        return await asyncio.shield(self.making)

    async def make(self) -> bytes:
        changed, at = self.node.lobby_changed, monotonic()
        text = encode(await read_listed(await self.node.store.lobby()))
        self.made = changed, at, text
        return text

    def finish(self, task: asyncio.Task[bytes]) -> None:
        self.making = None
        if not task.cancelled():
            task.exception()  # whoever waits for it is told


async def read_listed(rows: list[bytes]) -> list[Head]:
    """The heads of these rows, in small steps."""
    pacer, heads = Pacer(), []
    for row in rows:
        heads += read_heads((row,))
        await pacer.pause()
    return heads
