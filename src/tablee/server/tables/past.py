"""The events of a table as they are read from the store, in small steps: nobody waits for a long game."""

from __future__ import annotations

from typing import Final

from tablee.contract import Seat
from tablee.server.metering import Pacer
from tablee.server.refusals import ServerRefusal, TableDamaged, TableLost, Unreadable
from tablee.server.store import Store
from tablee.server.tables import events
from tablee.server.tables.live import log_entries
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.table import EventStep, TableState, fold, fold_on

PAGE: Final = 500  # events that are read from the store at once
CHUNK: Final = 16  # events that are played at once; more in the next step
LOG_PAGE: Final = 1000  # events of one page of a log


async def load_events(store: Store, id: str, until: int) -> list[bytes]:
    """The first events of a table, so many of them."""
    found: list[bytes] = []
    while len(found) < until and (page := await store.load(id, len(found), PAGE)):
        found += page
    return found[:until]


async def load_table(store: Store, id: str) -> TableState:
    """A stored table; ServerRefusal where there is none, or where it is damaged or of another version."""
    known = await store.known_length(id) if id.isalnum() else 0
    stored = await store.load(id, 0, PAGE) if id.isalnum() else []
    if not stored:
        if known:
            raise TableDamaged(id, 1)
        if store.lost_tables:
            raise TableLost(id)
        raise ServerRefusal("table", "there is no table {table} here: please check the link", table=id)
    try:
        table = await fold_stored(store, id, stored)
    except ServerRefusal:
        raise
    except Exception as error:  # whatever is wrong with it, in the store or in our rules
        raise Unreadable(id) from error
    if table.n < known:
        raise TableDamaged(id, table.n + 1)
    return table


async def fold_stored(store: Store, id: str, stored: list[bytes], until: int | None = None) -> TableState:
    """The table after its first events, all of them or so many. `stored` are the first of them. Long ones are read
    and played in small steps, so that nobody waits for a long game."""
    pacer = Pacer()
    table: TableState | None = None
    while stored:
        if until is not None:
            stored = stored[: until - (table.n if table else 0)]
        for start in range(0, len(stored), CHUNK):
            some = [events.decoder.decode(body) for body in stored[start : start + CHUNK]]
            table = fold(id, some) if table is None else fold_on(table, some)
            await pacer.pause()
        assert table is not None
        enough = len(stored) < PAGE or table.n == until
        stored = [] if enough else await store.load(id, table.n, PAGE)
    assert table is not None
    return table


async def past_steps(store: Store, table: TableState, after: int, until: int | None = None) -> list[EventStep]:
    """The events of this table after one number and up to another, or up to now, with the states around each."""
    end, pacer = min(until or table.n, table.n), Pacer()
    if after >= end:
        return []
    current = await fold_stored(store, table.id, await store.load(table.id, 0, PAGE), max(1, after))
    steps = list(current.tail[-1:]) if after == 0 else []
    while current.n < end and (stored := await store.load(table.id, current.n, PAGE)):
        for body in stored[: end - current.n]:
            current = current.take(events.decoder.decode(body))
            steps.append(current.tail[-1])
            await pacer.pause()
    return steps


async def read_log(
    store: Store, table: TableState, seat: Seat | None, plays: bool, after: int = 0
) -> list[LogLine | LogNote]:
    """One page of the log of this seat: what it was told of the events after this number."""
    entries: list[LogLine | LogNote] = []
    pacer = Pacer()
    for step in await past_steps(store, table, after, after + LOG_PAGE):
        entries += log_entries(table, [step], seat, plays)
        await pacer.pause()
    return entries
