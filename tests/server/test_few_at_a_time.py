"""What hundreds send at the same moment is spread over many iterations of the event loop: nobody waits for it all."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, thread_time
from typing import Any

import pytest
import uvicorn

from tablee.server import listener
from tablee.server.limits import LimitSettings
from tablee.server.listener import Listener, PacedServer
from tablee.server.protocol import http_connections, turnstile
from tablee.server.protocol.http_connections import bounded_protocol
from tablee.server.protocol.turnstile import Turnstile
from tablee.server.serve import GC_THRESHOLDS
from tablee.server.tables.periodic_jobs import QUIET, collect_garbage
from tests.server.tables_on_a_node import noded
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

MANY = 60
ROUNDS = 12


class Iterations:
    """Counts the iterations of the event loop, and what happens in each."""

    def __init__(self) -> None:
        self.loop, self.number, self.done = asyncio.get_running_loop(), 0, False
        self.seen: Counter[int] = Counter()
        self.step()

    def step(self) -> None:
        self.number += 1
        if not self.done:
            self.loop.call_soon(self.step)

    def count(self) -> None:
        self.seen[self.number] += 1


@contextmanager
def iterations() -> Iterator[Iterations]:
    made = Iterations()
    try:
        yield made
    finally:
        made.done = True


# ---- requests ------------------------------------------------------------------------------


async def test_of_many_who_come_at_once_one_enters_in_each_iteration_and_addresses_take_turns() -> None:
    gate, order = Turnstile(), list[str]()
    with iterations() as counted:

        async def come(address: str) -> None:
            await gate.enter(address)
            counted.count()
            order.append(address)

        await asyncio.gather(*(come("192.0.2.1") for _ in range(MANY)), come("192.0.2.2"))
    assert sum(counted.seen.values()) == MANY + 1 and max(counted.seen.values()) <= turnstile.AT_ONCE
    assert order.index("192.0.2.2") < 3 * turnstile.AT_ONCE


async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    gate = Turnstile()
    waiting = [asyncio.create_task(gate.enter("192.0.2.1")) for _ in range(MANY)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    await asyncio.wait(waiting)
    assert all(task.done() and not task.cancelled() for task in waiting[1::2])
    await gate.enter("192.0.2.1")


# ---- connections, and what arrives on them ----------------------------------------------------


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An application."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})


def bound_socket() -> socket.socket:
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    bound.listen(2 * MANY)
    return bound


async def test_of_many_connections_and_requests_one_is_taken_in_each_iteration() -> None:
    bound, accepted, read = bound_socket(), Counter[int](), Counter[int]()
    clients = [socket.create_connection(bound.getsockname()) for _ in range(MANY)]  # before anybody accepts them
    with iterations() as counted:

        class Counted(bounded_protocol(LimitSettings(), "127.0.0.1")):  # type: ignore[misc]
            def connection_made(self, transport: Any) -> None:
                accepted[counted.number] += 1
                super().connection_made(transport)

            def read_packet(self, data: bytes) -> None:
                read[counted.number] += 1
                super().read_packet(data)

        config = uvicorn.Config(answer, http=Counted, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
        config.load()
        server = PacedServer(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([bound])
        await eventually(lambda: sum(accepted.values()) == MANY, "all connections")
        for client in clients:
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await eventually(lambda: sum(read.values()) == MANY, "all requests")
        for client in clients:
            assert (await asyncio.to_thread(client.recv, 1000)).startswith(b"HTTP/1.1 204")
            client.close()
        await server.shutdown([bound])
    assert max(accepted.values()) == 1 and max(read.values()) <= http_connections.AT_ONCE


async def test_a_request_in_pieces_is_read_in_its_order_however_many_others_come_at_the_same_time() -> None:
    heard: list[bytes] = []

    class Heard(bounded_protocol(LimitSettings(), "127.0.0.1")):  # type: ignore[misc]
        def on_body(self, body: bytes) -> None:
            heard.append(body)
            super().on_body(body)

    bound = bound_socket()
    config = uvicorn.Config(answer, http=Heard, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
    config.load()
    server = PacedServer(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup([bound])
    text = bytes(range(256)) * 4000
    reader, writer = await asyncio.open_connection(*bound.getsockname())
    others = [await asyncio.open_connection(*bound.getsockname()) for _ in range(MANY)]
    writer.write(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(text))
    for start in range(0, len(text), 64_000):
        writer.write(text[start : start + 64_000])
        for _, other in others:
            other.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 0.001)
    await eventually(lambda: len(b"".join(heard)) == len(text), "the whole text")
    assert b"".join(heard) == text
    for _, other in [(reader, writer), *others]:
        other.close()
    await server.shutdown([bound])


async def test_without_file_handles_connections_wait_and_are_accepted_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "PAUSE", 0.01)
    made: list[asyncio.Protocol] = []

    class Full(socket.socket):
        failures = 3

        def accept(self) -> Any:
            if self.failures:
                self.failures -= 1
                raise OSError(24, "Too many open files")
            return super().accept()

    def make_protocol() -> asyncio.Protocol:
        made.append(asyncio.Protocol())
        return made[-1]

    bound = Full()
    bound.bind(("127.0.0.1", 0))
    listening = Listener(bound, make_protocol)
    _, writer = await asyncio.open_connection(*bound.getsockname())
    await eventually(lambda: made, "a connection")
    assert bound.failures == 0
    writer.close()
    listening.close()
    bound.close()


# ---- reference cycles --------------------------------------------------------------------------


@pytest.mark.untraced
def test_looking_for_cycles_among_young_objects_takes_less_than_two_milliseconds() -> None:
    """Everything that is allocated between two looks may still be alive."""
    young, older, _ = GC_THRESHOLDS
    gc.collect()
    gc.disable()
    try:
        times = []
        for _ in range(ROUNDS):
            kept = [[n] for n in range(young * (1 + older))]
            begun = thread_time()
            gc.collect(1)
            times.append(thread_time() - begun)
            del kept
            gc.collect()
    finally:
        gc.enable()
    assert min(times) < 0.002, times


async def test_all_objects_are_looked_through_only_when_nobody_moves(tmp_path: Path) -> None:
    class Ring:
        """Something that holds itself."""

        def __init__(self) -> None:
            self.me = self

    async with noded(tmp_path) as node:
        gc.collect()
        gc.disable()
        try:
            ring = weakref.ref(Ring())
            node.moved = monotonic()
            await collect_garbage(node)
            assert ring() is not None
            node.moved -= 2 * QUIET
            await collect_garbage(node)
            assert ring() is None
        finally:
            gc.enable()
