"""The clerk's rounds: one table that cannot be read holds up no other, and one that only waits is left in peace."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from tablee.server import events, rounds
from tablee.server.bus import Alone
from tablee.server.events import Clock
from tablee.server.node import Node, card, now
from tablee.server.store import Store
from tablee.server.thinkers import Thinkers
from tests.server.desks import SECRET, begun, laid

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
    await laid(store, begun(Clock("move", 60), now() - 61_000, fallen="lose"), "fallen")
    await laid(store, begun(None, 1000), "idle")
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
