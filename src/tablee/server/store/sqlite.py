"""SQLite: one file, one writer, group commit.

One thread writes. All that has come in while it wrote the last time is one transaction, synced to the disk once: so a
hundred tables wait for the disk as long as one. An acknowledged move survives a killed process and a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

from tablee.server.store import Card, Row, Statement, Store, Taken, Unavailable, upsert
from tablee.server.store.schema import steps

DIALECT = {"blob": "blob", "packed": " without rowid"}
Job: TypeAlias = tuple[Callable[[sqlite3.Connection], None], "asyncio.Future[None]"]


class Sqlite(Store):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.reader = ThreadPoolExecutor(1, "sqlite-reader")

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.loop.run_in_executor(self.reader, self.prepare)
        self.writer = Thread(target=self.run, name="sqlite-writer", daemon=True)
        self.writer.start()

    def prepare(self) -> None:
        """The reader's connection; and, first of all, the tables."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.connection = self.connected()
        self.connection.execute("begin immediate")
        (version,) = self.connection.execute("pragma user_version").fetchone()
        for number, statements in steps(DIALECT, version):
            for statement in statements:
                self.connection.execute(statement)
            self.connection.execute(f"pragma user_version = {number}")
        self.connection.execute("commit")

    def connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = wal", "synchronous = full", "busy_timeout = 5000"):
            connection.execute(f"pragma {pragma}")
        return connection

    async def close(self) -> None:
        self.jobs.put(None)
        await self.loop.run_in_executor(None, self.writer.join)
        self.reader.shutdown()
        self.connection.close()

    # ---- reading ------------------------------------------------------------------

    async def read(self, sql: str, *args: Any) -> list[Row]:
        return await self.loop.run_in_executor(self.reader, self.fetch, sql.replace("$", "?"), args)

    def fetch(self, sql: str, args: Row) -> list[Row]:
        try:
            return self.connection.execute(sql, args).fetchall()
        except sqlite3.OperationalError as error:
            raise Unavailable from error

    # ---- writing ------------------------------------------------------------------

    async def append(self, table: str, after: int, events: Sequence[bytes], card: Card) -> None:
        rows = [(table, after + n, body) for n, body in enumerate(events, 1)]
        sql, args = upsert(table, after, len(events), card)

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany("insert into events values (?, ?, ?)", rows)
            connection.execute(sql.replace("$", "?"), args)
            connection.executemany(
                "insert or ignore into sitters values (?, ?)", [(who, table) for who in card.sitters]
            )

        await self.done(job)

    async def write(self, *statements: Statement) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for sql, args in statements:
                connection.execute(sql.replace("$", "?"), args)

        await self.done(job)

    def done(self, job: Callable[[sqlite3.Connection], None]) -> asyncio.Future[None]:
        future: asyncio.Future[None] = self.loop.create_future()
        self.jobs.put((job, future))
        return future

    def run(self) -> None:
        """The writer: whatever waits is one transaction."""
        connection = self.connected()
        while (job := self.jobs.get()) is not None:
            batch = [job]
            while not self.jobs.empty() and len(batch) < 500:
                if (more := self.jobs.get()) is None:
                    self.jobs.put(None)
                    break
                batch.append(more)
            outcomes = self.commit(connection, batch)
            self.loop.call_soon_threadsafe(settle, outcomes)
        connection.close()

    def commit(
        self, connection: sqlite3.Connection, batch: list[Job]
    ) -> list[tuple[asyncio.Future[None], Exception | None]]:
        """Each job on its own savepoint: one that fails takes nothing else with it."""
        outcomes: list[tuple[asyncio.Future[None], Exception | None]] = []
        try:
            connection.execute("begin immediate")
            for job, future in batch:
                connection.execute("savepoint job")
                try:
                    job(connection)
                    outcomes.append((future, None))
                except sqlite3.IntegrityError:
                    connection.execute("rollback to job")
                    outcomes.append((future, Taken()))
                connection.execute("release job")
            connection.execute("commit")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("rollback")
            return [(future, Unavailable()) for _, future in batch]
        return outcomes


def settle(outcomes: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    """Back in the loop: who waited is told."""
    for future, error in outcomes:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
