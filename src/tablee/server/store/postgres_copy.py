"""All rows of a PostgreSQL store: read at one moment, or written in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Final

import asyncpg

from tablee.server.refusals import ServerRefusal, StoreNotOpened
from tablee.server.store import SqlRow
from tablee.server.store.postgres import DIALECT, ERRORS, LOCK, Postgres, update_schema, why_failed
from tablee.server.store.schema import COLUMNS, STEPS, steps

MANY: Final = 1000  # rows that are read at once


async def read_rows(address: str) -> AsyncIterator[tuple[str, list[SqlRow]]]:
    """The rows of each table of the database, some at a time, as they are at one moment. The server may run."""
    source = await connect(address)
    try:
        async with source.transaction(isolation="repeatable_read", readonly=True):
            version = await source.fetchval("select coalesce(max(version), 0) from schema")
            if steps(DIALECT, version):
                raise ServerRefusal(
                    "storage", "this database has schema {found}, not {known}: run `tablee store migrate` first",
                    found=version, known=len(STEPS),
                )  # fmt: skip
            for name, columns in COLUMNS.items():
                cursor = await source.cursor(f"select {', '.join(columns)} from {name}")
                while rows := await cursor.fetch(MANY):
                    yield name, [tuple(row) for row in rows]
    except ERRORS as error:
        raise why_failed(error) from error
    finally:
        await source.close()


async def write_rows(address: str, tables: Iterable[tuple[str, Iterable[SqlRow]]]) -> None:
    """Fills an empty database; ServerRefusal where it is not."""
    store = Postgres(address)
    await store.open()  # makes the tables
    await store.close()
    target = await connect(address)
    try:
        async with target.transaction():
            await target.execute("select pg_advisory_xact_lock($1)", LOCK)
            for name in ("events", "people"):
                if await target.fetchval(f"select exists (select 1 from {name})"):
                    raise ServerRefusal("storage", "this database is not empty: name an empty one")
            await target.execute("delete from keys")  # of a server that was started once and that nobody used
            for name, rows in tables:
                await target.copy_records_to_table(name, records=rows, columns=COLUMNS[name])
    except ERRORS as error:
        raise why_failed(error) from error
    finally:
        await target.close()


async def migrate(address: str, dry_run: bool) -> int:
    """Brings the schema up to date, or tries that in a transaction that is undone. Returns the version it had."""
    database = await connect(address)
    transaction = database.transaction()
    await transaction.start()
    try:
        return await update_schema(database)
    except ERRORS as error:
        raise StoreNotOpened(error) from error
    finally:
        await (transaction.rollback() if dry_run else transaction.commit())
        await database.close()


async def connect(address: str) -> asyncpg.Connection[asyncpg.Record]:
    try:
        return await asyncpg.connect(address)
    except (*ERRORS, ValueError) as error:
        raise StoreNotOpened(error) from error
