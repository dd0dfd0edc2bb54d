"""The clerk's rounds: clocks that have fallen, bots that nobody asked, tables that nobody needs.

Deadlines are stored, so whoever makes the rounds finds them: after a restart, or on another node. Two nodes that find
the same one write the same event, and the store takes one of them.
"""

from __future__ import annotations

import asyncio

import structlog

from tablee.server import clerk
from tablee.server.clerk import Denied
from tablee.server.events import Ended
from tablee.server.node import Node, now

log = structlog.get_logger()

EVERY = 0.5  # seconds between two looks at the clocks
OFTEN = 4  # looks at the clocks for one look at what other nodes have written
SLOWLY = 20  # looks at the clocks for one look at everything else
MANY = 500  # tables that are asked for at once
FEW = 25  # cards that are written at once, so that nobody waits for it
DAY = 86_400_000
OPEN_FOR, LIVE_FOR = 2 * DAY, 60 * DAY  # idle tables: not begun, not ended


async def rounds(node: Node) -> None:
    count = 0
    while True:
        await asyncio.sleep(EVERY)
        count += 1
        try:
            await clocks(node)
            await node.freshen(FEW)
            if count % OFTEN == 1:
                await catch_up(node)
            if count % SLOWLY == 1:
                await wake(node)
                node.forget()
            if count % (SLOWLY * 60) == 1:
                await expire(node)
        except Denied as error:
            log.warning("rounds_wait", why=error.code)
        except Exception as error:
            log.error("rounds_failed", error=repr(error))


async def clocks(node: Node) -> None:
    for id in await node.store.due(now()):
        live = await node.live(id)
        async with live.lock:
            due = live.table.deadline
            if due is not None and due[0] <= now():
                await node.commit(live, clerk.fallen(live.table, due[1], now(), live.secret))


async def catch_up(node: Node) -> None:
    """What the bus did not bring: tables in memory here have grown elsewhere, or the lobby has changed."""
    known = list(node.tables)
    for some in (known[place : place + MANY] for place in range(0, len(known), MANY)):
        for id, n in await node.store.newest(some):
            await node.heard(id, n or 0)
    if (stirred := await node.store.stirred()) > node.stirred:
        node.stirred = stirred
        node.announce()


async def wake(node: Node) -> None:
    """Bots whose node has gone are asked by another."""
    for id in await node.store.wakeful():
        node.attend(await node.live(id))


async def expire(node: Node) -> None:
    """A table that nobody has touched for long is closed; its record stays."""
    for id in await node.store.idle(now() - OPEN_FOR, now() - LIVE_FOR):
        live = await node.live(id)
        async with live.lock:
            if live.table.ended is None:
                await node.commit(live, [Ended(now(), "expired", live.secret.hex())])
