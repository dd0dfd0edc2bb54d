"""SQLite: one file, one writer, group commit.

One thread writes. Everything that came in while it wrote is the next transaction, synced to the disk once: so a hundred
tables wait for the disk as long as one. An acknowledged move survives a killed process and a power cut.

Under load, waking the writer and running a statement (which releases the interpreter lock and has to wait for it again)
take longer than writing. So the writer is given a batch at a time, and all moves of it are one statement: their rows
are one JSON text.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from tablee.server.refusals import StoreNotOpened, StoreUnavailable
from tablee.server.store import (
    Append,
    Conflict,
    SqlRow,
    Statement,
    Store,
    TableSummary,
    resolve,
    result_statements,
    summary_row,
    upsert_summaries,
)
from tablee.server.store.schema import steps

DIALECT = {"blob": "blob", "packed": " without rowid"}
MOST = 500  # jobs in one transaction

EVENTS: Final = (
    "insert into events (tab, n, body) select value ->> 0, value ->> 1, cast(value ->> 2 as blob) from json_each(?)"
)
SITTERS: Final = (
    "insert into sitters (who, tab) select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing"
)
SUMMARIES: Final = upsert_summaries(
    "select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,"
    " cast(value ->> 7 as blob) from json_each(?) where true"
)


class Statements(Struct, frozen=True):
    """Statements that are all carried out, or none."""

    statements: tuple[Statement, ...]
    done: asyncio.Future[None]


Job: TypeAlias = Append | Statements


class Sqlite(Store):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.waiting: list[Job] = []
        self.writing = False
        self.batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self.reader = ThreadPoolExecutor(1, "sqlite-reader")

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        try:
            await self.loop.run_in_executor(self.reader, self.prepare)
        except (sqlite3.Error, OSError) as error:
            raise StoreNotOpened(error) from error
        self.writer = Thread(target=self.run, name="sqlite-writer", daemon=True)
        self.writer.start()

    def prepare(self) -> None:
        """Opens the reader's connection, and creates or updates the tables."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.connection = self.connect()
        self.connection.execute("begin immediate")
        (version,) = self.connection.execute("pragma user_version").fetchone()
        for number, statements in steps(DIALECT, version):
            for statement in statements:
                self.connection.execute(statement)
            self.connection.execute(f"pragma user_version = {number}")
        self.connection.execute("commit")

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = wal", "synchronous = full", "busy_timeout = 5000", "wal_autocheckpoint = 4000"):
            connection.execute(f"pragma {pragma}")
        return connection

    async def close(self) -> None:
        self.batches.put(None)
        await self.loop.run_in_executor(None, self.writer.join)
        self.reader.shutdown()
        self.connection.close()

    # ---- reading ------------------------------------------------------------------

    async def read(self, sql: str, *args: Any) -> list[SqlRow]:
        return await self.loop.run_in_executor(self.reader, self.fetch, sql.replace("$", "?"), args)

    def fetch(self, sql: str, args: SqlRow) -> list[SqlRow]:
        try:
            return self.connection.execute(sql, args).fetchall()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error

    # ---- writing ------------------------------------------------------------------

    async def append(self, table: str, after: int, events: Sequence[bytes], summary: TableSummary | None) -> None:
        await self.enqueue(Append(table, after, events, summary, self.loop.create_future()))

    async def write(self, *statements: Statement) -> None:
        await self.enqueue(Statements(statements, self.loop.create_future()))

    def enqueue(self, job: Job) -> asyncio.Future[None]:
        self.waiting.append(job)
        if not self.writing:
            self.writing = True
            self.loop.call_soon(self.hand_over)  # so that whatever comes in during this turn of the loop goes with it
        return job.done

    def hand_over(self) -> None:
        """Gives the writer everything that waits, as one transaction."""
        batch, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
        self.writing = bool(batch)
        if batch:
            self.batches.put(batch)

    def run(self) -> None:
        """The writer's thread."""
        connection = self.connect()
        while (batch := self.batches.get()) is not None:
            self.loop.call_soon_threadsafe(self.finish, batch, commit(connection, batch))
        connection.close()

    def finish(self, batch: list[Job], errors: list[Exception | None]) -> None:
        """In the event loop, once a batch is written."""
        self.hand_over()
        for job, error in zip(batch, errors, strict=True):
            resolve(job.done, error)


def commit(connection: sqlite3.Connection, batch: list[Job]) -> list[Exception | None]:
    """All at once; where that fails, one by one, so that one that fails does not affect the others."""
    errors: list[Exception | None] = [None] * len(batch)
    try:
        try:
            write(connection, statements(batch))
        except (sqlite3.IntegrityError, ValueError, OverflowError):
            if connection.in_transaction:
                connection.execute("rollback")
            connection.execute("begin immediate")
            errors = [commit_one(connection, job) for job in batch]
            connection.execute("commit")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("rollback")
        return [StoreUnavailable() for _ in batch]
    return errors


def commit_one(connection: sqlite3.Connection, job: Job) -> Exception | None:
    """One job on a savepoint of its own."""
    failed: Exception | None = None
    connection.execute("savepoint job")
    try:
        for sql, args in statements([job]):
            connection.execute(sql, args)
    except sqlite3.IntegrityError:
        failed = Conflict()
    except (ValueError, OverflowError) as error:  # what no row can hold
        failed = error
    if failed:
        connection.execute("rollback to job")
    connection.execute("release job")
    return failed


def write(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    """A statement alone is a transaction of its own."""
    if len(statements) > 1:
        connection.execute("begin immediate")
    for sql, args in statements:
        connection.execute(sql, args)
    if len(statements) > 1:
        connection.execute("commit")


def statements(batch: list[Job]) -> list[Statement]:
    """What a batch writes."""
    found: list[Statement] = []
    events: list[SqlRow] = []
    summaries: list[SqlRow] = []
    sitters: list[SqlRow] = []
    for job in batch:
        more = job.statements if isinstance(job, Statements) else result_statements(job.table, job.summary)
        found += [(sql.replace("$", "?"), args) for sql, args in more]
        if isinstance(job, Statements):
            continue
        table, summary, newest = job.table, job.summary, job.after + len(job.events)
        events += [(table, n, body.decode()) for n, body in enumerate(job.events, job.after + 1)]
        if summary:
            *columns, head = summary_row(table, newest, summary)
            summaries.append((*columns, head.decode()))
            sitters += [(who, table) for who in summary.sitters]
    for sql, rows in ((EVENTS, events), (SUMMARIES, summaries), (SITTERS, sitters)):
        if rows:
            found.append((sql, (msgspec.json.encode(rows).decode(),)))
    return found
