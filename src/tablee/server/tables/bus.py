"""Messages between nodes: a table has grown. The store has the truth, so nothing is lost with a lost message."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, TypeAlias
from uuid import uuid4

import structlog

log = structlog.get_logger()

OnGrown: TypeAlias = Callable[[str, int], Awaitable[None]]  # a table's id, and the number of its newest event
OnSpent: TypeAlias = Callable[[str, int], None]  # the name of a budget, and how much of it was spent
CHANNEL = "tablee"
BUDGET = "$"  # before the name of a budget, which no table's id begins with
MANY = 100  # tables and budgets in one message
ROOM = 7500  # bytes of one message: PostgreSQL's notifications have less than 8000
AGAIN = 1.0  # seconds before a lost connection is tried again


class Bus(ABC):
    alone = False  # there is no other node

    @abstractmethod
    async def open(self, on_grown: OnGrown, on_spent: OnSpent | None = None) -> None: ...

    @abstractmethod
    def publish(self, table: str, n: int) -> None:
        """Tells the other nodes that this table has grown, without waiting for them."""

    @abstractmethod
    def share(self, spent: Iterable[tuple[str, int]]) -> None:
        """Tells them what clients have used of their budgets here."""

    @abstractmethod
    async def close(self) -> None: ...


class NoBus(Bus):
    """There is no other node."""

    alone = True

    async def open(self, on_grown: OnGrown, on_spent: OnSpent | None = None) -> None:
        pass

    def publish(self, table: str, n: int) -> None:
        pass

    def share(self, spent: Iterable[tuple[str, int]]) -> None:
        pass

    async def close(self) -> None:
        pass


class NetworkBus(Bus):
    """What buses over a network have in common: they listen forever, and reconnect by themselves."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.me = uuid4().hex[:8]
        self.task: asyncio.Task[None] | None = None
        self.sending: asyncio.Task[None] | None = None
        self.down = False
        self.grown: dict[str, int] = {}  # tables and budgets that the other nodes have not been told of yet

    async def open(self, on_grown: OnGrown, on_spent: OnSpent | None = None) -> None:
        self.on_grown, self.on_spent = on_grown, on_spent
        self.task = asyncio.create_task(self.listen_forever())

    async def listen_forever(self) -> None:
        while True:
            try:
                await self.listen()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self.note_down(error)
            await asyncio.sleep(AGAIN)

    def note_down(self, error: Exception) -> None:
        """Logged once, however often it is tried again."""
        if not self.down:
            self.down = True
            log.warning("bus_down", error=repr(error))

    def note_up(self) -> None:
        if self.down:
            self.down = False
            log.info("bus_up")

    @abstractmethod
    async def listen(self) -> None:
        """Receives messages until the connection is lost."""

    @abstractmethod
    async def send(self, message: str) -> None: ...

    def publish(self, table: str, n: int) -> None:
        """At best effort: other nodes also look by themselves. What comes while one is sent is one message."""
        self.grown[table] = n
        self.start_sending()

    def share(self, spent: Iterable[tuple[str, int]]) -> None:
        for name, amount in spent:
            self.grown[f"{BUDGET}{name}"] = self.grown.get(f"{BUDGET}{name}", 0) + amount
        if self.grown:
            self.start_sending()

    def start_sending(self) -> None:
        if self.sending is None:
            self.sending = asyncio.create_task(self.send_all())

    async def send_all(self) -> None:
        try:
            while self.grown:
                await self.send(self.next_message())
        except Exception as error:
            if not self.down:  # else it is known already
                log.warning("bus_down", error=repr(error))
        finally:
            self.sending = None

    def next_message(self) -> str:
        """Some of what the other nodes have not been told of yet, which they are told with this."""
        message = self.me
        for name in list(self.grown)[:MANY]:
            longer = f"{message} {name} {self.grown[name]}"
            if len(longer.encode()) > ROOM:
                break
            del self.grown[name]
            message = longer
        return message

    async def receive(self, message: str) -> None:
        sender, *words = message.split(" ")
        if sender == self.me:
            return
        pairs = [(name, int(number)) for name, number in zip(words[::2], words[1::2], strict=True)]
        for name, amount in pairs:
            if name.startswith(BUDGET) and self.on_spent is not None:
                self.on_spent(name.removeprefix(BUDGET), amount)
        await asyncio.gather(*(self.on_grown(table, n) for table, n in pairs if not table.startswith(BUDGET)))

    async def close(self) -> None:
        for task in (self.task, self.sending):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


class PostgresBus(NetworkBus):
    """LISTEN and NOTIFY: nothing more to install where PostgreSQL is the store."""

    connection: Any = None

    async def listen(self) -> None:
        import asyncpg

        lost = asyncio.Event()
        connection: Any = await asyncpg.connect(self.address)
        self.connection = connection
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self.on_notification)
            self.note_up()
            await lost.wait()
        finally:  # also where it was lost before anything could be heard
            self.connection = None
            connection.terminate()

    def on_notification(self, connection: Any, pid: int, channel: str, message: str) -> None:
        task = asyncio.ensure_future(self.receive(message))
        task.add_done_callback(lambda task: task.exception())

    async def send(self, message: str) -> None:
        if self.connection is not None:
            await self.connection.execute("select pg_notify($1, $2)", CHANNEL, message)


class RedisBus(NetworkBus):
    """Redis or Valkey."""

    def __init__(self, address: str) -> None:
        from redis.asyncio import Redis

        super().__init__(address)
        self.redis = Redis.from_url(address)

    async def listen(self) -> None:
        async with self.redis.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            self.note_up()
            async for message in subscription.listen():
                if message["type"] == "message":
                    await self.receive(message["data"].decode())

    async def send(self, message: str) -> None:
        await self.redis.publish(CHANNEL, message)

    async def close(self) -> None:
        await super().close()
        await self.redis.aclose()
