"""A table with no node and no store: asks decided at moments of our choosing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.server.people.people import Person
from tablee.server.store import Store
from tablee.server.tables import events
from tablee.server.tables.asks import OfferAsk, ShortAsk, tagged_ask
from tablee.server.tables.decisions import AskContext, decide
from tablee.server.tables.decisions.seats import open_new
from tablee.server.tables.events import Sat
from tablee.server.tables.settings import Clock, Fallen, SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import TableState, fold
from tablee.server.tables.takebacks import shows_nothing, takeback_question
from tests.server.tables_on_a_node import ANN, BEN

SECRET = bytes(32)


class TestedTable:
    """A table that is replaced by the next one at every decision: all else is asked of the one that it is now."""

    __test__ = False

    def __init__(self, table: TableState) -> None:
        self.table = table

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    def change(self, **fields: Any) -> None:
        self.table = replace(self.table, **fields)

    def copy(self) -> TestedTable:
        return TestedTable(self.table)


def begun(
    clock: Clock | None, at: int, game: str = "sixteen", fallen: Fallen = "wait", players: int = 2
) -> TestedTable:
    """Ann on the first seat, Ben on all others, begun at this moment; Ann is to move."""
    options = {"players": str(players), **({"first": "0"} if game == "sixteen" else {})}
    settings = Settings(
        game, options, (SeatPlan("me"), *[SeatPlan("open")] * (players - 1)), clock=clock, fallen=fallen
    )
    table = TestedTable(open_new("t", settings, ANN, at, SECRET).table)
    for seat in range(1, players):
        table.table = table.table.take(Sat(at, seat, BEN.id, f"Ben {seat}"))  # who comes alone takes one seat only
    asks(table, ANN, at, 0, start=True)
    return table


def asks(table: TestedTable, who: Person, at: int, seat: int | None = None, **verb: Any) -> None:
    ask = tagged_ask(ShortAsk(id=f"a{table.n}", seat=seat, **verb))
    mine = next(iter(table.seats_of(who.id)), 0) if seat is None else seat
    question = takeback_question(table.table, mine)
    harmless = isinstance(ask, OfferAsk) and question is not None and shows_nothing(msgspec.json.encode(question))
    decision = decide(AskContext(table.table, who, ask, at, SECRET, harmless=harmless))
    again = table.table
    for event in decision.events:  # the fold makes the same of the events as the decision did
        again = again.take(event)
    assert (again.n, again.state, again.places) == (decision.table.n, decision.table.state, decision.table.places)
    table.table = decision.table


def moves(table: TestedTable, seat: int, at: int, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> None:
    who = (ANN, BEN)[min(seat, 1)]
    asks(table, who, at, seat, do=choose([str(action) for action in table.game.legal(table.state, table.seats[seat])]))


async def laid(store: Store, table: TestedTable, id: str) -> None:
    """This table as a server that has gone would have stored it."""
    happened = [step.event for step in table.tail]
    assert len(happened) == table.n
    await store.create(id, SECRET, [events.encode(event) for event in happened], summarise(fold(id, happened)))
