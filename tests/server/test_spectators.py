"""Spectators: a thousand of them cost one encoding, hold up nobody, and each hears everything once."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from tablee.server.tables import news, shared_news
from tablee.server.tables.fan_out import PAUSE, SLICE, FanOut
from tablee.server.tables.live import SPECTATOR, LiveTable, Reader
from tablee.server.tables.node import FEW_READERS, Node
from tablee.server.tables.shared_news import news_texts, recent_texts
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, BEN, ask, noded, opened, play
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.anyio

MANY = 1000


class Encodings:
    """How often news was encoded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, real = 0, news.encode_news

        def counted(told: Any) -> bytes:
            self.count += 1
            return real(told)

        monkeypatch.setattr(shared_news, "encode_news", counted)


class Woken(Reader):
    __slots__ = ("times",)
    times: int

    def wake(self) -> None:
        self.times = getattr(self, "times", 0) + 1


def read(node: Node, live: LiveTable, reader: Reader) -> dict[str, Any]:
    texts = recent_texts(node, live, reader)
    assert texts is not None
    (text,) = texts
    found: dict[str, Any] = json.loads(text)
    return found


async def test_a_thousand_spectators_cost_one_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        watching = [Reader(None, SPECTATOR, 0) for _ in range(MANY)]
        for reader in watching:
            node.join(live, reader)
        await eventually(lambda: live.presence is None, "everybody to be present")
        encodings = Encodings(monkeypatch)
        first = [read(node, live, reader) for reader in watching]
        assert encodings.count == 1
        assert {news["head"]["watchers"] for news in first} == {MANY} and all(news["now"] for news in first)
        for happened in range(1, 6):
            await play(node, live, Random(happened), 1)
            told = [read(node, live, reader) for reader in watching]
            assert encodings.count == 1 + happened
            assert {json.dumps(news["events"]) for news in told} == {json.dumps(told[0]["events"])}
            assert told[0]["events"] and {news["n"] for news in told} == {live.table.n}


async def test_who_looks_through_a_seat_is_never_sent_the_news_of_spectators(tmp_path: Path) -> None:
    """Not even somebody who has just sat down, and was a spectator when the last news was sent."""
    from tablee.server.tables.settings import SeatPlan, Settings

    async with noded(tmp_path) as node:
        id = await node.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("open"))), ANN)
        live = await node.live(id)
        sitting, standing = Reader(BEN, SPECTATOR, 0), Reader(None, SPECTATOR, 0)
        for reader in (sitting, standing):
            node.join(live, reader)
            assert read(node, live, reader)["seat"] is None
        await ask(node, live, BEN, 1, sit="Ben")
        await ask(node, live, ANN, 0, start=True)
        assert read(node, live, standing)["seat"] is None
        mine = read(node, live, sitting)
        assert mine["seat"] == 1 and mine["view"]["seat"] == 1
        await ask(node, live, ANN, 0, say="only for players")
        assert "players" in json.dumps(read(node, live, sitting)["events"])
        assert not read(node, live, standing).get("events")


async def test_what_many_have_missed_is_replayed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        for _ in range(100):
            await ask(node, live, ANN, 0, say="word")
        loads, load = 0, node.store.load

        async def counted(*args: Any) -> Any:
            nonlocal loads
            loads += 1
            return await load(*args)

        monkeypatch.setattr(node.store, "load", counted)
        encodings = Encodings(monkeypatch)
        late = [Reader(None, SPECTATOR, 1) for _ in range(50)]
        texts = await asyncio.gather(*(news_texts(node, live, reader) for reader in late))
        assert encodings.count == 1 and loads <= 3
        assert len({text.rpartition(b',"now"')[0] for (text,) in texts}) == 1
        assert {reader.n for reader in late} == {live.table.n}


async def test_arrivals_at_a_table_with_many_spectators_wake_nobody_but_the_one_who_arrives(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        watching = [Woken(None, SPECTATOR, 0) for _ in range(400)]
        for reader in watching:
            node.join(live, reader)
        woken = sum(reader.times for reader in watching)
        assert woken <= 400 + FEW_READERS * FEW_READERS
        await eventually(lambda: live.presence is None, "all arrivals to be told at once")
        assert sum(reader.times for reader in watching) - woken <= 2 * 400
        for reader in watching[:300]:
            node.leave(live, reader)
        await eventually(lambda: live.presence is None and live.table_head(None).watchers == 100, "those who have left")


async def test_between_two_times_that_spectators_are_sent_something_the_event_loop_rests() -> None:
    """Otherwise a move meets them in each of its iterations, and the thread of the store waits for the interpreter."""
    fan_out, loop, sent = FanOut(), asyncio.get_running_loop(), list[float]()

    class Slow:
        """It takes as long as one time may."""

        def send_news(self) -> None:
            end = perf_counter() + SLICE
            while perf_counter() < end:
                pass
            sent.append(end)

    for _ in range(20):
        fan_out.add(loop, Slow())
    await eventually(lambda: len(sent) == 20, "all of them")
    assert min(later - one for one, later in pairwise(sent)) > SLICE + PAUSE / 2


async def test_every_spectator_hears_everything_once_and_in_order(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ann, ben = served.guest("Ann"), served.guest("Ben")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}], options={"first": "0"})
        served.ask(table, ben, seat=1, sit="Ben")
        sockets = [await served.socket(table) for _ in range(60)]
        served.ask(table, ann, start=True)
        n = served.call("GET", f"/api/tables/{table}")[0]["n"]

        async def hear(socket: Any) -> list[int]:
            heard: list[int] = []
            while not heard or heard[-1] < n:
                news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                heard += [event["n"] for event in news.get("events", ())]
            return heard

        assert await asyncio.gather(*map(hear, sockets)) == [list(range(1, n + 1))] * len(sockets)
        await asyncio.gather(*(socket.close() for socket in sockets))
