"""A table with no node and no store: asks decided at moments of our choosing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.server.people.people import Person
from tablee.server.store import Store
from tablee.server.tables import decisions, events
from tablee.server.tables.asks import TableAsk
from tablee.server.tables.decisions import AskContext
from tablee.server.tables.settings import Clock, Fallen, SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import TableState, fold
from tests.server.tables_on_a_node import ANN, BEN

SECRET = bytes(32)


def begun(clock: Clock | None, at: int, game: str = "sixteen", fallen: Fallen = "wait", players: int = 2) -> TableState:
    """Ann on the first seat, Ben on all others, begun at this moment; Ann is to move."""
    options = {"players": str(players), **({"first": "0"} if game == "sixteen" else {})}
    settings = Settings(
        game, options, (SeatPlan("me"), *[SeatPlan("open")] * (players - 1)), clock=clock, fallen=fallen
    )
    table = fold("t", decisions.opened(settings, ANN.id, ANN.name, at, SECRET))
    for seat in range(1, players):
        asks(table, BEN, at, seat, sit=f"Ben {seat}")
    asks(table, ANN, at, 0, start=True)
    return table


def asks(table: TableState, who: Person, at: int, seat: int | None = None, **verb: Any) -> None:
    for event in decisions.decide(AskContext(table, who.id, TableAsk(id=f"a{table.n}", seat=seat, **verb), at, SECRET)):
        table.take(event)


def moves(table: TableState, seat: int, at: int, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> None:
    who = (ANN, BEN)[min(seat, 1)]
    asks(table, who, at, seat, do=choose([str(action) for action in table.game.legal(table.state, table.seats[seat])]))


async def laid(store: Store, table: TableState, id: str) -> None:
    """This table as a server that has gone would have stored it."""
    happened = [step.event for step in table.tail]
    assert len(happened) == table.n
    await store.create(id, SECRET, [events.encode(event) for event in happened], summarise(fold(id, happened)))
