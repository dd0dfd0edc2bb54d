"""PostgreSQL, for several nodes: plain SQL, and group commit.

All moves that have come in while others were being written are one statement, which is one transaction: so a busy node
costs the database little more than a quiet one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import asyncpg
import structlog

from tablee.server.refusals import (
    ServerRefusal,
    StoreDamaged,
    StoreFull,
    StoreNotOpened,
    StoreReadOnly,
    StoreUnavailable,
)
from tablee.server.store import (
    SUMMARY_COLUMNS,
    Append,
    Conflict,
    SqlRow,
    Statement,
    Store,
    TableSummary,
    event_rows,
    resolve,
    result_statements,
    sitter_rows,
    summary_row,
    upsert_sitters,
    upsert_summaries,
)
from tablee.server.store.schema import steps

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

log = structlog.get_logger()

DIALECT = {
    "blob": "bytea",
    "packed": "",
    "asked_by": """substring(encode(body, 'escape') from '"ask":"([a-z0-9]+) ')""",
    "opened_by": """substring(encode(body, 'escape') from '"by":"([a-z0-9]+)"')""",
}
LOCK = 21_777_016  # held while the tables are brought up to date: nodes that start together do it once

MOST = 500  # moves in one statement
WRITERS = 2  # statements under way at once: one waits for the disk while the other is prepared

CONFLICTS = (  # somebody else has written the same, in this batch or in another
    asyncpg.UniqueViolationError, asyncpg.CardinalityViolationError, asyncpg.DeadlockDetectedError,
)  # fmt: skip

SUMMARY_ROWS = (
    "select * from unnest($8::text[], $9::bigint[], $10::text[], $11::int[], $12::bigint[], $13::bigint[], $14::int[],"
    " $15::bytea[])"
)
SITTERS = upsert_sitters("select * from unnest($5::text[], $6::text[], $7::bigint[])")
APPEND = f"""
with written as (
    insert into events (tab, n, body, sum) select * from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[])
), sat as (
    {SITTERS}
)
{upsert_summaries(SUMMARY_ROWS)}
"""
AnyConnection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


class Postgres(Store):
    def __init__(self, address: str) -> None:
        self.address = address
        self.waiting: list[Append] = []
        self.writers: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        try:
            self.pool = await asyncpg.create_pool(
                self.address, min_size=1, max_size=8, command_timeout=10, reset=keep_connection
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
            raise StoreNotOpened(error) from error
        async with self.pool.acquire() as connection, connection.transaction():
            await update_schema(connection)

    async def close(self) -> None:
        await asyncio.gather(*self.writers)
        await self.pool.close()

    async def read(self, sql: str, *args: Any) -> list[SqlRow]:
        try:
            return [tuple(row) for row in await self.pool.fetch(sql, *args)]
        except ERRORS as error:
            raise why_failed(error) from error

    async def scrub(self) -> None:
        """PostgreSQL's own vacuum does that, as it is set up."""

    async def finish_scrub(self) -> None:
        """There is nothing left to do."""

    async def append(self, table: str, after: int, events: Sequence[bytes], summary: TableSummary | None) -> None:
        done = asyncio.get_running_loop().create_future()
        self.waiting.append(Append(table, after, events, summary, done))
        if len(self.writers) < WRITERS:
            writer = asyncio.create_task(self.run())
            self.writers.add(writer)
            writer.add_done_callback(self.writers.discard)
        await done

    async def run(self) -> None:
        """Writes until nothing waits any more."""
        while self.waiting:
            batch, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            await self.commit(sorted(batch, key=lambda one: one.table))  # all nodes lock rows in the same order

    async def commit(self, batch: list[Append]) -> None:
        """All at once; where that fails, one by one, so that one that fails does not affect the others."""
        error: Exception | None = None
        try:
            results = [statement for one in batch for statement in result_statements(one.table, one.summary)]
            results.sort(key=lambda statement: str(statement[1][0]))  # by person: all nodes lock rows in the same order
            await self.write((APPEND, columns(batch)), *results)
        except Conflict as taken:
            if len(batch) > 1:
                for one in batch:
                    await self.commit([one])
                return
            error = taken
        except Exception as failed:
            error = failed
        for one in batch:
            resolve(one.done, error)

    async def write(self, *statements: Statement) -> None:
        try:
            if len(statements) == 1:
                ((sql, args),) = statements
                await self.pool.execute(sql, *args)
                return
            async with self.pool.acquire() as connection, connection.transaction():
                for sql, args in statements:
                    await connection.execute(sql, *args)
        except CONFLICTS as error:
            raise Conflict from error
        except ERRORS as error:
            raise why_failed(error) from error


def why_failed(error: Exception) -> ServerRefusal:
    """What a client is told when a read or a write has failed."""
    match error:
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            log.error("store_damaged", error=type(error).__name__)
            return StoreDamaged()
        case asyncpg.DiskFullError():
            return StoreFull()
        case asyncpg.ReadOnlySQLTransactionError():
            return StoreReadOnly()
        case _:
            return StoreUnavailable()


async def update_schema(connection: AnyConnection) -> int:
    """Brings the tables up to date, within a transaction. Returns the version that they had."""
    await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
    await connection.execute("create table if not exists schema (version int not null)")
    version: int = await connection.fetchval("select coalesce(max(version), 0) from schema")
    for number, statements in steps(DIALECT, version):
        for statement in statements:
            await connection.execute(statement)
        await connection.execute("insert into schema values ($1)", number)
    return version


async def keep_connection(connection: object) -> None:
    """A connection goes back to the pool as it is: nothing is set for longer than a transaction."""


def columns(batch: Sequence[Append]) -> SqlRow:
    """What a batch writes, column by column: events, who sits where, summaries."""
    events = [row for one in batch for row in event_rows(one.table, one.after, one.events)]
    changed = [(one.table, one.after + len(one.events), one.summary) for one in batch if one.summary]
    sitters = [row for table, _, summary in changed for row in sitter_rows(table, summary)]
    summaries = [summary_row(*one) for one in changed]
    return (*transpose(events, 4), *transpose(sitters, 3), *transpose(summaries, len(SUMMARY_COLUMNS)))


def transpose(rows: Sequence[SqlRow], width: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(width)]
