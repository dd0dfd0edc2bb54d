"""Periodic jobs: clocks that have fallen, bots that nobody asked, tables that nobody needs.

Deadlines are stored, so every node finds them, also after a restart. Two nodes that find the same one write the same
event, and the store takes one of them.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic

import structlog

from tablee.server.refusals import NotStored, ServerRefusal, TemporaryRefusal
from tablee.server.tables.decisions import Decision
from tablee.server.tables.decisions.consent import clock_fell
from tablee.server.tables.events import Ended, Slept
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.tables.table import TableState
from tablee.server.timekeeping import DAY, TIME, now

log = structlog.get_logger()

EVERY = 0.5  # seconds between two looks at the clocks
BEAT = 2000  # milliseconds between two heartbeats in the store
AWAY = 5000  # milliseconds without a heartbeat that are an outage
LISTEN = 8  # looks for a heartbeat of another node
OFTEN = 4  # looks at the clocks for one look at what other nodes have written
SLOWLY = 20  # looks at the clocks for one look at everything else
MINUTE = 120  # looks at the clocks
QUIET = 10.0  # seconds in which nobody moves
MANY = 500  # tables that are asked for at once
FEW = 25  # summaries that are written at once, so that no move waits for them
OPEN_FOR, LIVE_FOR = 2 * DAY, 60 * DAY  # idle tables: not begun, not ended


async def run_periodic_jobs(node: Node) -> None:
    count = 0
    while True:
        count += 1
        steps: list[Callable[[Node], Awaitable[None]]] = [check_clocks, refresh_summaries]
        if count % OFTEN == 1:
            steps.append(catch_up)
        if count % SLOWLY == 1:
            steps += [ask_waiting_bots, evict_idle]
        if count % MINUTE == 0:
            steps.append(collect_garbage)
        if count % (SLOWLY * 60) == 1:
            steps.append(expire)
        for step in steps:
            try:
                await step(node)
            except ServerRefusal as error:
                log.warning("jobs_wait", why=error.code)
            except Exception as error:
                log.error("job_failed", step=step.__name__, error=type(error).__name__)
        await asyncio.sleep(EVERY)


async def for_each_table(node: Node, tables: Iterable[str], visit: Callable[[str], Awaitable[None]]) -> None:
    """One table after the other. One that cannot be read is logged once, left alone for a while, and stops no other."""
    for id in tables:
        if id in node.failed:
            continue
        try:
            await visit(id)
        except NotStored:  # no table can be read
            raise
        except TemporaryRefusal:  # too much is to be done just now: it is tried again next time
            continue
        except Exception as error:
            node.failed.add(id, error)


async def find(node: Node, id: str) -> LiveTable:
    """The table. This does not count as use: it may leave the memory as before."""
    return node.tables.get(id) or await node.live(id)


async def check_clocks(node: Node) -> None:
    await heartbeat(node)

    async def judge(id: str) -> None:
        live = await find(node, id)
        async with live.lock:
            due = live.table.deadline
            if due is not None and due[0] <= now():
                await node.commit(live, clock_fell(live.table, due[1], now(), live.secret))

    await for_each_table(node, await node.store.due(now()), judge)


async def join_time(node: Node) -> None:
    """What a node does before it serves anybody: it takes over the time of nodes that run already, or sees what has
    become of the time while none ran."""
    then = await node.store.last_heartbeat()
    newest = max(then, await node.store.last_change())
    if 0 < newest - now() <= AWAY:  # so little is not worth telling anybody
        TIME.set(newest)
    if not node.bus.alone and not 0 <= now() - then <= AWAY:
        for _ in range(LISTEN):  # do others run, by a clock that says something else?
            await asyncio.sleep(EVERY)
            if (latest := await node.store.last_heartbeat()) != then:
                TIME.set(latest)
                break
    await heartbeat(node)


async def heartbeat(node: Node) -> None:
    """While no node ran, or none could reach the store, nobody could move: that time is not counted on any clock.

    If the last heartbeat lies in the future, the machine's clock was set back before this node was started. Then clocks
    have run until that heartbeat, as far as anybody knows, and run on from now.
    """
    moment, then = now(), await node.store.last_heartbeat()
    if 0 <= moment - then < BEAT:
        return
    if not 0 <= moment - then <= AWAY:  # if no clock ran meanwhile, there are none that this concerns

        async def give_back(id: str) -> None:
            live = await find(node, id)
            async with live.lock:
                while missed(live.table, moment, then):
                    slept = Slept(moment, max(then, live.table.since), then)
                    await node.commit(live, Decision(live.table).then(slept))

        await for_each_table(node, await node.store.ticking(), give_back)
    await node.store.heartbeat(moment, then)


def missed(table: TableState, moment: int, then: int) -> bool:
    """Whether a clock of this table has not been told yet that no node ran after `then`."""
    if table.runs_until is None:
        return False
    if table.since - moment > AWAY:  # there was no heartbeat since
        return True
    if then > moment:
        return not any(isinstance(step.event, Slept) and step.event.heartbeat == then for step in table.tail)
    return moment - max(then, table.since) > AWAY


async def refresh_summaries(node: Node) -> None:
    await node.refresh_summaries(FEW)


async def catch_up(node: Node) -> None:
    """What the bus may have lost: tables that have grown on other nodes, or a changed lobby."""
    known = list(node.tables)
    for some in (known[place : place + MANY] for place in range(0, len(known), MANY)):
        newest: dict[str, int | None] = dict(await node.store.newest(some))

        async def refresh(id: str, newest: dict[str, int | None] = newest) -> None:
            await node.on_table_grown(id, newest[id] or 0)

        await for_each_table(node, newest, refresh)
    if (last_change := await node.store.last_change()) > node.last_change:
        node.last_change = last_change
        node.announce_lobby_change()


async def ask_waiting_bots(node: Node) -> None:
    """Asks bots whose node has stopped."""

    async def ask_bots(id: str) -> None:
        node.ask_bots(await find(node, id))

    await for_each_table(node, await node.store.bot_pending(), ask_bots)


async def evict_idle(node: Node) -> None:
    if node.evict_idle():
        await asyncio.to_thread(release_memory)


def release_memory() -> None:
    """Gives memory that nothing uses any more back to the system, where the C library can do that (glibc)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


async def collect_garbage(node: Node) -> None:
    """Frees objects that hold each other. Nobody can move meanwhile: ten milliseconds for a few hundred tables."""
    if monotonic() - node.moved > QUIET:
        gc.collect()


async def expire(node: Node) -> None:
    """A table that nobody has touched for long is closed; its record stays."""

    async def close(id: str) -> None:
        live = await find(node, id)
        async with live.lock:
            if live.table.ended is None:
                ended = Ended(now(), "expired", live.secret.hex())
                await node.commit(live, Decision(live.table).then(ended))

    await for_each_table(node, await node.store.idle(now() - OPEN_FOR, now() - LIVE_FOR), close)
