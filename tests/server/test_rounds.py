"""The clerk's rounds: one table that cannot be read holds up no other, and one that only waits is left in peace."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from tablee.server import events, rounds
from tablee.server.bus import Alone
from tablee.server.cards import card
from tablee.server.clerk import Denied
from tablee.server.errors import refused, status
from tablee.server.events import Clock, Plan, Settings
from tablee.server.live import Live, now
from tablee.server.node import Node
from tablee.server.store import Store
from tablee.server.thinkers import Thinkers
from tests.server.desks import SECRET, begun, laid
from tests.server.tables import ANN, ask, opened, play

pytestmark = pytest.mark.anyio


async def lay_unreadable(store: Store, id: str) -> None:
    """A table of a game that is not installed any more: its clock has fallen, a bot is to move, nobody was there."""
    table = begun(Clock("move", 60), 1000)
    bodies = [events.encode(step.event).replace(b'"game":"sixteen"', b'"game":"gone"') for step in table.tail]
    await store.create(id, SECRET, bodies, replace(card(table), deadline=1, wakes=True))


async def test_a_table_that_cannot_be_read_holds_up_no_other_and_is_logged_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lay_unreadable(store, "a")
    await laid(store, begun(Clock("move", 60), now() - 600_000, fallen="lose"), "fallen")
    await laid(store, begun(None, 1000), "idle")
    await store.stay_awake(now())
    node = Node(store, Alone(), Thinkers())
    monkeypatch.setattr(rounds, "EVERY", 0.01)
    monkeypatch.setattr(rounds, "AWHILE", 0.0)  # so that it is tried again and again
    with capture_logs() as logged:
        walking = asyncio.create_task(rounds.rounds(node))
        async with asyncio.timeout(10):
            while {"fallen", "idle"} - {id for id, live in node.tables.items() if live.table.ended}:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        walking.cancel()
        with suppress(asyncio.CancelledError):
            await walking
    assert [(entry["event"], entry.get("table")) for entry in logged] == [("table_failed", "a")]
    assert "gone" not in str(logged)  # what is wrong with it may be what is in it


async def test_a_table_that_cannot_be_read_says_so_to_whoever_comes(store: Store) -> None:
    await lay_unreadable(store, "a")
    node = Node(store, Alone(), Thinkers())
    with capture_logs() as logged:
        for _ in range(2):
            with pytest.raises(Denied) as refusal:
                await node.live("a")
            assert status(refused(refusal.value, "fr")) == 503
            assert refused(refusal.value, "fr").why.startswith("la table a ne peut pas être lue")
    assert [(entry["event"], entry["table"]) for entry in logged] == [("table_failed", "a")]
    assert len(await store.load("a")) > 2  # and nothing of it is lost


async def test_a_table_at_which_bots_only_might_cut_in_is_left_in_peace(store: Store) -> None:
    """Code 777: seat 0, a person, is to ask; the others may declare at any time, and were asked whether they do."""
    node = Node(store, Alone(), Thinkers())
    try:
        id = await node.open_table(
            Settings("code777", {"players": "3", "first": "0"}, (Plan("me"), *[Plan("bot", "beginner")] * 2)), ANN
        )
        live = await node.live(id)
        await ask(node, live, ANN, start=True)
        assert live.table.may_cut_in and await store.wakeful() == [id]
        await thought(live)
        assert live.table.waiting == (0,) and len(live.heard) == 2
        assert await store.wakeful() == []
        live.used = 0
        node.forget()
        other = Node(store, Alone(), Thinkers())  # or a node that was started again
        for one in (node, other):
            await rounds.wake(one)
            assert not one.tables
        live = await node.live(id)
        await play(node, live, Random(1), 1)  # and when somebody moves they are asked again
        assert await store.wakeful() == [id] and live.thinking
        await ask(node, live, ANN, say="meanwhile")
        while live.thinking or live.table.waiting != (0,):
            await thought(live)
        assert len(live.table.moves) > 3 and await store.wakeful() == []
    finally:
        node.thinkers.stop()


async def thought(live: Live) -> None:
    async with asyncio.timeout(60):
        while live.thinking:
            await asyncio.wait([live.thinking])


async def test_being_woken_is_not_being_used(store: Store) -> None:
    node = Node(store, Alone(), Thinkers())
    live = await opened(node)
    await store.write(("update tables set wakes = 1", ()))
    live.used = 0
    await rounds.wake(node)
    node.forget()
    assert not node.tables
