"""Stored tables, and what their seats were told: short ones are played here, in small steps, long ones by a worker."""

from __future__ import annotations

from typing import Final

import msgspec

from tablee.contract import Seat
from tablee.server.metering import Pacer
from tablee.server.refusals import ServerRefusal, TableDamaged, TableLost, Unreadable
from tablee.server.store import Store
from tablee.server.tables import events
from tablee.server.tables.live import log_entries, recent_steps
from tablee.server.tables.long_tables import play_elsewhere, play_long, write_log_page
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.stored_events import read_stored
from tablee.server.tables.table import EventStep, TableState, fold, fold_on
from tablee.server.worker_pool import WorkerPool

LONG: Final = 300  # events; playing more of them takes longer than ten milliseconds, and is a worker's job
CHUNK: Final = 16  # events that are played at once; more in the next step
LOG_PAGE: Final = 1000  # events of one page of a log
encode_log = msgspec.json.Encoder().encode


async def load_table(store: Store, id: str, workers: WorkerPool) -> TableState:
    """A stored table; ServerRefusal where there is none, or where it is damaged or of another version."""
    known = await store.known_length(id) if id.isalnum() else 0
    stored = await store.load(id, 0, LONG + 1) if id.isalnum() else []
    if not stored:
        if known:
            raise TableDamaged(id, 1)
        if store.lost_tables:
            raise TableLost(id)
        raise ServerRefusal("table", "there is no table {table} here: please check the link", table=id)
    try:
        table = await (fold_stored(id, stored) if len(stored) <= LONG else load_long(store, id, workers))
    except ServerRefusal:
        raise
    except Exception as error:  # whatever is wrong with it, in the store or in our rules
        raise Unreadable(id) from error
    if table.n < known:
        raise TableDamaged(id, table.n + 1)
    return table


async def fold_stored(id: str, stored: list[bytes]) -> TableState:
    """The table that these events make, played in small steps so that nobody waits for it."""
    table: TableState | None = None
    pacer = Pacer()
    for start in range(0, len(stored), CHUNK):
        some = [events.decoder.decode(body) for body in stored[start : start + CHUNK]]
        table = fold(id, some) if table is None else fold_on(table, some)
        await pacer.pause()
    assert table is not None
    return table


async def load_long(store: Store, id: str, workers: WorkerPool) -> TableState:
    """A long table: a worker plays it up to its last events. These are played here, as the states around them count."""
    stored = await read_stored(store, id)
    table, pacer = (await play_elsewhere(workers, play_long, stored)).read(), Pacer()
    for body in stored.last(len(stored.numbers) - table.n):
        table = table.take(events.decoder.decode(body))
        await pacer.pause()
    return table


async def past_steps(store: Store, table: TableState, after: int, until: int) -> list[EventStep]:
    """The events of a short table after one number and up to another, with the states around each."""
    steps: list[EventStep] = []
    pacer = Pacer()
    stored = await store.load(table.id, 0, until)
    current = await fold_stored(table.id, stored[: max(1, after)])
    if after == 0:
        steps += current.tail
    for body in stored[max(1, after) :]:
        current = current.take(events.decoder.decode(body))
        steps.append(current.tail[-1])
        await pacer.pause()
    return steps


async def read_log(
    store: Store, workers: WorkerPool, table: TableState, seat: Seat | None, plays: bool, after: int, owner: str
) -> bytes:
    """One page of the log of this seat, as JSON: what it was told of the events after this number."""
    until, steps = min(after + LOG_PAGE, table.n), recent_steps(table, after)
    if after >= table.n:
        steps = []
    elif steps is None and until > LONG:
        stored = await read_stored(store, table.id, until)
        return await play_elsewhere(workers, write_log_page, stored, seat, plays, after, owner=owner)
    entries: list[LogLine | LogNote] = []
    pacer = Pacer()
    for step in await past_steps(store, table, after, until) if steps is None else steps:
        entries += log_entries(table, [step], seat, plays)
        await pacer.pause()
    return encode_log(entries)
