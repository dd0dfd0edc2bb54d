"""A node with a real store and no network: tables opened, people seated, games played through asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from tablee.contract import Seat
from tablee.server.people.people import Person
from tablee.server.store import Store
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables.asks import ShortAsk, tagged_ask
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.live import LiveTable
from tablee.server.tables.news import Done
from tablee.server.tables.node import Node
from tablee.server.tables.past import read_log
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.settings import SeatPlan, Settings

ANN, BEN, CLEO = (Person(name.lower(), name, "en") for name in ("Ann", "Ben", "Cleo"))
ids = count()


@asynccontextmanager
async def noded(path: Path, store: Store | None = None) -> AsyncIterator[Node]:
    store = store or Sqlite(path / "tables.db")
    await store.open()
    node = Node(store, NoBus(), BotPool())
    try:
        yield node
    finally:
        for pool in (node.bot_pool, node.work, node.loading):
            pool.stop()
        await store.close()


async def ask(node: Node, live: LiveTable, who: Person, seat: int | None = None, **verb: object) -> Done:
    return await node.ask(live.table.id, who, tagged_ask(ShortAsk(id=f"t{next(ids)}", seat=seat, **verb)))  # type: ignore[arg-type]


async def opened(node: Node, game: str = "sixteen", players: int = 2, **more: object) -> LiveTable:
    """A table with Ann on every seat, begun."""
    options = {"players": str(players), **{name: str(text) for name, text in more.items()}}
    id = await node.open_table(Settings(game, options, (SeatPlan("me"),) * players), ANN)
    live = await node.live(id)
    await ask(node, live, ANN, 0, start=True)
    return live


async def play(node: Node, live: LiveTable, rng: Random, moves: int = 10_000) -> int:
    """Random moves by whoever is awaited; how many were made."""
    for made in range(moves):
        table = live.table
        if not table.live:
            return made
        seat = table.seats[rng.choice(table.waiting)]
        who = Person(table.places[seat].who or "", "", "en")
        await ask(node, live, who, seat, do=str(rng.choice(table.game.legal(table.state, seat))))
    return moves


async def log_page(node: Node, live: LiveTable, since: int = 0, seat: int = 0) -> list[LogLine | LogNote]:
    """A page of the log of somebody who plays."""
    page = await read_log(node.store, node.work, live.table, Seat(seat), True, since, "")
    return msgspec.json.decode(page, type=list[LogLine | LogNote])
