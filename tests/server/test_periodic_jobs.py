"""The clerk's rounds: one table that cannot be read holds up no other, and one that only waits is left in peace."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from tablee.server.protocol.errors import refusal_message, status
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Store
from tablee.server.tables import events, periodic_jobs
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.tables.settings import Clock, SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.timekeeping import now
from tests.server.tables_on_a_node import ANN, ask, opened, play
from tests.server.tables_without_node import SECRET, begun, laid
from tests.waiting import Waiting

pytestmark = pytest.mark.anyio


async def lay_unreadable(store: Store, id: str) -> None:
    """A table of a game that is not installed any more: its clock has fallen, a bot is to move, nobody was there."""
    table = begun(Clock("move", 60), 1000)
    bodies = [events.encode(step.event).replace(b'"game":"sixteen"', b'"game":"gone"') for step in table.tail]
    await store.create(id, SECRET, bodies, replace(summarise(table.table), deadline=1, bot_pending=True))


async def test_a_table_that_cannot_be_read_holds_up_no_other_and_is_logged_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lay_unreadable(store, "a")
    await laid(store, begun(Clock("move", 60), now() - 600_000, fallen="lose"), "fallen")
    await laid(store, begun(None, 1000), "idle")
    await store.heartbeat(now())
    node = Node(store, NoBus(), BotPool())
    monkeypatch.setattr("tablee.server.tables.failed_tables.AWHILE", 0.0)  # so that it is tried again and again
    waiting, sleep, rounds = Waiting("two ended tables"), asyncio.sleep, 0

    async def no_pause(seconds: float) -> None:
        """Ends the jobs between two rounds, ten rounds after the other two tables have ended."""
        nonlocal rounds
        waiting.check()
        rounds += {"fallen", "idle"} <= {id for id, live in node.tables.items() if live.table.ended}
        if rounds > 10:
            raise asyncio.CancelledError
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", no_pause)
    with capture_logs() as logged, suppress(asyncio.CancelledError):
        await periodic_jobs.run_periodic_jobs(node)
    monkeypatch.undo()
    assert [(entry["event"], entry.get("table")) for entry in logged] == [("table_failed", "a")]
    assert "gone" not in str(logged)  # what is wrong with it may be what is in it


async def test_a_table_that_cannot_be_read_says_so_to_whoever_comes(store: Store) -> None:
    await lay_unreadable(store, "a")
    node = Node(store, NoBus(), BotPool())
    with capture_logs() as logged:
        for _ in range(2):
            with pytest.raises(ServerRefusal) as refusal:
                await node.live("a")
            assert status(refusal_message(refusal.value, "fr")) == 503
            assert refusal_message(refusal.value, "fr").why.startswith("la table a ne peut pas être lue")
    assert [(entry["event"], entry["table"]) for entry in logged] == [("table_failed", "a")]
    assert len(await store.load("a")) > 2  # and nothing of it is lost


async def test_a_table_at_which_bots_only_might_cut_in_is_left_in_peace(store: Store) -> None:
    """Code 777: seat 0, a person, is to ask; the others may declare at any time, and were asked whether they do."""
    node = Node(store, NoBus(), BotPool())
    try:
        id = await node.open_table(
            Settings("code777", {"players": "3", "first": "0"}, (SeatPlan("me"), *[SeatPlan("bot", "beginner")] * 2)),
            ANN,
        )
        live = await node.live(id)
        await ask(node, live, ANN, start=True)
        assert live.table.may_cut_in and await store.bot_pending() == [id]
        await thought(live)
        assert live.table.waiting == (0,) and len(live.polling.polled) == 2
        assert await store.bot_pending() == []
        live.used = 0
        node.evict_idle()
        other = Node(store, NoBus(), BotPool())  # or a node that was started again
        for one in (node, other):
            await periodic_jobs.ask_waiting_bots(one)
            assert not one.tables
        live = await node.live(id)
        await play(node, live, Random(1), 1)  # and when somebody moves they are asked again
        assert await store.bot_pending() == [id] and live.thinking
        await ask(node, live, ANN, say="meanwhile")
        while live.thinking or live.table.waiting != (0,):
            await thought(live)
        assert len(live.table.moves) > 3 and await store.bot_pending() == []
    finally:
        node.bot_pool.stop()


async def thought(live: LiveTable) -> None:
    async with asyncio.timeout(60):
        while live.thinking:
            await asyncio.wait([live.thinking])


async def test_being_woken_is_not_being_used(store: Store) -> None:
    node = Node(store, NoBus(), BotPool())
    live = await opened(node)
    await store.write(("update tables set wakes = 1", ()))
    live.used = 0
    await periodic_jobs.ask_waiting_bots(node)
    node.evict_idle()
    assert not node.tables
