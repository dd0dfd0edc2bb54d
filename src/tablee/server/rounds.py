"""The clerk's rounds: clocks that have fallen, bots that nobody asked, tables that nobody needs.

Deadlines are stored, so whoever makes the rounds finds them: after a restart, or on another node. Two nodes that find
the same one write the same event, and the store takes one of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic

import structlog

from tablee.server import clerk
from tablee.server.clerk import Denied
from tablee.server.events import Ended, Slept
from tablee.server.live import Live, now
from tablee.server.node import Node
from tablee.server.store import Unavailable

log = structlog.get_logger()

EVERY = 0.5  # seconds between two looks at the clocks
BEAT = 2000  # milliseconds after which it is stored again that somebody is awake
AWAY = 5000  # milliseconds without that are an outage
OFTEN = 4  # looks at the clocks for one look at what other nodes have written
SLOWLY = 20  # looks at the clocks for one look at everything else
MANY = 500  # tables that are asked for at once
FEW = 25  # cards that are written at once, so that nobody waits for it
AWHILE = 60.0  # seconds before a table that could not be read is tried again
DAY = 86_400_000
OPEN_FOR, LIVE_FOR = 2 * DAY, 60 * DAY  # idle tables: not begun, not ended


async def rounds(node: Node) -> None:
    count = 0
    while True:
        count += 1
        steps: list[Callable[[Node], Awaitable[None]]] = [clocks, freshen]
        if count % OFTEN == 1:
            steps.append(catch_up)
        if count % SLOWLY == 1:
            steps += [wake, forget]
        if count % (SLOWLY * 60) == 1:
            steps.append(expire)
        for step in steps:
            try:
                await step(node)
            except Denied as error:
                log.warning("rounds_wait", why=error.code)
            except Exception as error:
                log.error("rounds_failed", step=step.__name__, error=type(error).__name__)
        await asyncio.sleep(EVERY)


async def each(node: Node, tables: Iterable[str], visit: Callable[[str], Awaitable[None]]) -> None:
    """One table after the other. One that cannot be read holds up nobody: it is logged, once, and left for a while."""
    for id in tables:
        if id in node.unwell and monotonic() - node.unwell[id] < AWHILE:
            continue
        try:
            await visit(id)
        except Unavailable:  # no table can be read
            raise
        except Exception as error:
            node.ails(id, error)


async def found(node: Node, id: str) -> Live:
    """The table, not counted as used: nobody has looked at it."""
    return node.tables.get(id) or await node.live(id)


async def clocks(node: Node) -> None:
    await stay_awake(node)

    async def judge(id: str) -> None:
        live = await found(node, id)
        async with live.lock:
            due = live.table.deadline
            if due is not None and due[0] <= now():
                await node.commit(live, clerk.fallen(live.table, due[1], now(), live.secret))

    await each(node, await node.store.due(now()), judge)


async def stay_awake(node: Node) -> None:
    """While no node was awake, or none could reach the store, nobody could move: that time is given back."""
    moment, then = now(), await node.store.awake()
    if moment - then < BEAT:
        return
    if moment - then > AWAY:  # or no clock ran meanwhile: then none has begun before the last look at them

        async def give_back(id: str) -> None:
            live = await found(node, id)
            async with live.lock:
                while live.table.deadline and moment - (since := max(then, live.table.since)) > AWAY:
                    await node.commit(live, [Slept(moment, since)])

        await each(node, await node.store.ticking(), give_back)
    await node.store.stay_awake(moment)


async def freshen(node: Node) -> None:
    await node.freshen(FEW)


async def catch_up(node: Node) -> None:
    """What the bus did not bring: tables in memory here have grown elsewhere, or the lobby has changed."""
    known = list(node.tables)
    for some in (known[place : place + MANY] for place in range(0, len(known), MANY)):
        newest: dict[str, int | None] = dict(await node.store.newest(some))

        async def hear(id: str, newest: dict[str, int | None] = newest) -> None:
            await node.heard(id, newest[id] or 0)

        await each(node, newest, hear)
    if (stirred := await node.store.stirred()) > node.stirred:
        node.stirred = stirred
        node.announce()


async def wake(node: Node) -> None:
    """Bots whose node has gone are asked by another."""

    async def attend(id: str) -> None:
        node.attend(await found(node, id))

    await each(node, await node.store.wakeful(), attend)


async def forget(node: Node) -> None:
    node.forget()


async def expire(node: Node) -> None:
    """A table that nobody has touched for long is closed; its record stays."""

    async def close(id: str) -> None:
        live = await found(node, id)
        async with live.lock:
            if live.table.ended is None:
                await node.commit(live, [Ended(now(), "expired", live.secret.hex())])

    await each(node, await node.store.idle(now() - OPEN_FOR, now() - LIVE_FOR), close)
