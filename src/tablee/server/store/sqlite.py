"""SQLite: one file, one writer, group commit.

One thread writes. Everything that came in while it wrote is the next transaction, synced to the disk once: so a hundred
tables wait for the disk as long as one. An acknowledged move survives a killed process and a power cut.

Under load, waking the writer and running a statement (which releases the interpreter lock and has to wait for it again)
take longer than writing. So the writer is given a batch at a time, and many moves of it are one statement.
"""

from __future__ import annotations

import asyncio
import glob
import os
import re
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic, time
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from tablee.server.refusals import ServerRefusal, StoreGone
from tablee.server.store import (
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
from tablee.server.store.sqlite_errors import (
    PRIVATE,
    error_name,
    is_damage,
    make_private,
    why_failed,
    why_not_opened,
)
from tablee.server.store.wal import check_wal
from tablee.server.worker_pool import JobFailed, WorkerPool, WorkLimits

log = structlog.get_logger()

DIALECT = {
    "blob": "blob",
    "packed": " without rowid",
    "asked_by": """cast(substr(body, instr(body, cast('"ask":"' as blob)) + 7, 16) as text)""",
    "opened_by": """cast(substr(body, instr(body, cast('"by":"' as blob)) + 6, 16) as text)""",
}
MOST = 500  # jobs in one transaction
CHECKED_AT_START: Final = 64 * 2**20  # bytes of a file whose pages are checked before the server says that it runs
SCRUBBED_AT_ONCE: Final = 2**19  # bytes of a file that is written anew at once: nobody can move meanwhile
SCRUBBED_IN_QUIET: Final = 32 * 2**20  # bytes of one that is written anew when nobody has moved for a while
SCRUBBED_EVERY: Final = 60.0  # seconds between two times, at least
QUIET: Final = 10.0  # seconds without a move
LOOKED_FOR_EVERY: Final = 0.1  # seconds between two looks whether the file is still there: each has to wait for the GIL
DAMAGED: Final = ".damaged-"  # between a file's name and that of the log that was found damaged
REPORTED_EVERY: Final = 60.0  # seconds between two lines in the log about damage
NEWEST: Final = 5000  # tables that are looked for one by one where a list meets a damaged page
LIST: Final = re.compile(  # queries that list tables
    r"select (?P<what>.+?) from (?P<source>tables|sitters s join tables t on t\.id = s\.tab) where (?P<rest>.+)"
)

TOGETHER: Final = 32  # events that one statement inserts, at most: the connection keeps each text of it compiled
SITTERS: Final = upsert_sitters("select value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true")
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
    def __init__(self, path: Path, make_folder: bool = False) -> None:
        """`make_folder`: the folder is our own, and is created where it is missing."""
        self.path, self.make_folder = path, make_folder
        self.damage: list[str] = []  # what SQLite says of its pages
        self.reported = -REPORTED_EVERY
        self.there_until = 0.0  # the file was looked for just now, and is not looked for again before that
        self.scrubbed = -SCRUBBED_EVERY  # when the file was last written anew
        self.appended = -QUIET  # when somebody last moved
        self.waiting: list[Job] = []
        self.writing = False
        self.batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self.reader = ThreadPoolExecutor(1, "sqlite-reader")
        self.upkeep = WorkerPool("upkeep", WorkLimits(waiting=1, nice=0, idle=1.0))  # moves wait for it: it goes first

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        try:
            await self.loop.run_in_executor(self.reader, self.prepare)
        except (sqlite3.Error, OSError) as error:
            raise why_not_opened(error, self.path) from error
        self.writer = Thread(target=self.run, name="sqlite-writer", daemon=True)
        self.writer.start()

    def prepare(self) -> None:
        """Opens the reader's connection, creates or updates the tables, and looks whether the file is damaged."""
        if self.make_folder:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.keep_damaged_log()
        for file in make_private(self.path):
            log.warning("store_readable_by_others", file=file.name)
        self.connection = connect(self.path)
        self.connection.execute("begin immediate")
        (version,) = self.connection.execute("pragma user_version").fetchone()
        for number, statements in steps(DIALECT, version):
            for statement in statements:
                self.connection.execute(statement)
            self.connection.execute(f"pragma user_version = {number}")
        self.connection.execute("commit")
        self.scrub_at_start()
        self.file = os.stat(self.path)
        self.lost_tables = bool(damaged_logs(self.path))
        if self.file.st_size <= CHECKED_AT_START:
            self.damage = check_pages(self.connection)
            if self.damage:
                log.error("store_damaged", what="pages", found=self.damage[:5])

    def keep_damaged_log(self) -> None:
        """A damaged write-ahead log is kept under another name before SQLite writes over what it cannot read of it."""
        found = check_wal(self.path)
        if found.damaged:
            copy = Path(f"{self.path}{DAMAGED}{int(time())}-wal")
            wal = Path(f"{self.path}-wal")
            content = wal.read_bytes() if wal.exists() else b""
            os.close(os.open(copy, os.O_WRONLY | os.O_CREAT, PRIVATE))
            copy.write_bytes(content)
            log.error("store_damaged", what="log", taken=found.taken, lost=found.lost, kept_as=copy.name)

    async def close(self) -> None:
        self.upkeep.stop()
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
            raise why_failed(error) from error
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            self.report_damage(error)
            if (found := LIST.fullmatch(sql)) is None:
                raise why_failed(error) from error
            return self.fetch_one_by_one(found, args)

    def fetch_one_by_one(self, query: re.Match[str], args: SqlRow) -> list[SqlRow]:
        """A list of tables without those that lie on a damaged page: the newest ones are found through an index."""
        row = "rowid" if query["source"] == "tables" else "t.rowid"
        sql = f"select {query['what']} from {query['source']} where {row} = {{row}} and {query['rest']}"
        found: list[SqlRow] = []
        try:
            rows = self.connection.execute(f"select rowid from tables order by touched desc limit {NEWEST}").fetchall()
        except sqlite3.DatabaseError as error:
            raise why_failed(error) from error
        for (number,) in rows:
            with suppress(sqlite3.DatabaseError):
                found += self.connection.execute(sql.format(row=number), args).fetchall()
        return found

    def report_damage(self, error: Exception) -> None:
        """In the log, but not for every read."""
        if monotonic() - self.reported > REPORTED_EVERY:
            self.reported = monotonic()
            log.error("store_damaged", what="pages", error=str(error))

    # ---- writing ------------------------------------------------------------------

    async def append(self, table: str, after: int, events: Sequence[bytes], summary: TableSummary | None) -> None:
        self.appended = monotonic()
        await self.enqueue(Append(table, after, events, summary, self.loop.create_future()))

    async def write(self, *statements: Statement) -> None:
        await self.enqueue(Statements(statements, self.loop.create_future()))

    async def scrub(self) -> None:
        """`secure_delete` leaves copies where rows were moved between pages: writing the whole file anew does not. But
        nobody can move meanwhile, so a large file has to wait, at most until the next start."""
        await self.key("scrub", b"")
        await self.finish_scrub()

    async def finish_scrub(self) -> None:
        moment, size = monotonic(), os.stat(self.path).st_size
        quiet = size <= SCRUBBED_IN_QUIET and moment - self.appended > QUIET
        if moment - self.scrubbed < SCRUBBED_EVERY or not (size <= SCRUBBED_AT_ONCE or quiet):
            return
        if await self.read("select 1 from keys where name = 'scrub'"):
            self.scrubbed = moment
            try:
                await self.upkeep.run(write_anew, self.path)
            except (ServerRefusal, JobFailed) as error:  # it is tried again later
                log.warning("scrub_failed", error=str(error))
                return
            await self.write(("delete from keys where name = 'scrub'", ()))

    def scrub_at_start(self) -> None:
        if self.connection.execute("select 1 from keys where name = 'scrub'").fetchone():
            write_anew(self.path)
            self.connection.execute("delete from keys where name = 'scrub'")

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
        connection = connect(self.path)
        while (batch := self.batches.get()) is not None:
            errors: list[Exception | None]
            try:
                errors = commit(connection, batch) if self.is_there() else [StoreGone() for _ in batch]
            except Exception as error:  # whatever it is: the thread goes on, and nobody waits in vain
                errors = [error for _ in batch]
            self.loop.call_soon_threadsafe(self.finish, batch, errors)
        connection.close()

    def is_there(self) -> bool:
        """Whether the file is still in its place, or was a moment ago: what is written to a removed one is lost."""
        if monotonic() < self.there_until:
            return True
        try:
            there = os.path.samestat(os.stat(self.path), self.file)
        except OSError:
            there = False
        if there:
            self.there_until = monotonic() + LOOKED_FOR_EVERY
        return there

    def finish(self, batch: list[Job], errors: list[Exception | None]) -> None:
        """In the event loop, once a batch is written."""
        self.hand_over()
        for job, error in zip(batch, errors, strict=True):
            resolve(job.done, error)


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in (
        "journal_mode = wal", "synchronous = full", "busy_timeout = 5000", "wal_autocheckpoint = 4000",
        "secure_delete = on",
    ):  # fmt: skip
        connection.execute(f"pragma {pragma}")
    return connection


def write_anew(path: Path) -> None:
    """The whole file, without what was deleted."""
    with closing(connect(path)) as connection:
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")


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
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("rollback")
        if is_damage(error) and len(batch) > 1:  # only those that need the damaged page fail
            return [commit(connection, [job])[0] for job in batch]
        log.error("store_failed", error=error_name(error))
        return [why_failed(error) for _ in batch]
    return errors


def damaged_logs(path: Path) -> list[Path]:
    """The damaged write-ahead logs that were kept beside this file. An operator removes them after a look at them."""
    return sorted(path.parent.glob(f"{glob.escape(path.name)}{DAMAGED}*"))


def check_pages(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the pages of its file."""
    try:
        said = [str(line) for (line,) in connection.execute("pragma quick_check(20)")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if said == ["ok"] else said


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
        events += event_rows(table, job.after, job.events)
        if summary:
            *columns, head = summary_row(table, newest, summary)
            summaries.append((*columns, head.decode()))
            sitters += sitter_rows(table, summary)
    for start in range(0, len(events), TOGETHER):
        found.append(insert_events(events[start : start + TOGETHER]))
    for sql, rows in ((SUMMARIES, summaries), (SITTERS, sitters)):
        if rows:
            found.append((sql, (msgspec.json.encode(rows).decode(),)))
    return found


def insert_events(rows: Sequence[SqlRow]) -> Statement:
    return sql_for_events(len(rows)), tuple(chain.from_iterable(rows))


@cache
def sql_for_events(rows: int) -> str:
    """With "or fail", SQLite keeps no copy of each page for the case that a row is refused. Nothing is lost: the whole
    transaction is rolled back then, or the savepoint of the job."""
    return f"insert or fail into events (tab, n, body, sum) values {', '.join(['(?, ?, ?, ?)'] * rows)}"
