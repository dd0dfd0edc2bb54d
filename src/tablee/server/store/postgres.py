"""PostgreSQL, for many nodes: plain SQL, one round trip a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from tablee.server.store import Card, Row, Statement, Store, Taken, Unavailable
from tablee.server.store.schema import steps

DIALECT = {"blob": "bytea", "packed": ""}
LOCK = 21_777_016  # held while the tables are brought up to date: nodes that start together do it once

APPEND = """
with written as (
    insert into events (tab, n, body) select $1, $2::bigint + place, body
    from unnest($3::bytea[]) with ordinality as new (body, place)
), sat as (
    insert into sitters (who, tab) select who, $1 from unnest($10::text[]) as new (who) on conflict do nothing
)
insert into tables (id, n, status, listed, touched, deadline, wakes, head)
values ($1, $2::bigint + cardinality($3::bytea[]), $4, $5, $6, $7, $8, $9)
on conflict (id) do update set n = excluded.n, status = excluded.status, listed = excluded.listed,
    touched = excluded.touched, deadline = excluded.deadline, wakes = excluded.wakes, head = excluded.head
"""


class Postgres(Store):
    def __init__(self, address: str) -> None:
        self.address = address

    async def open(self) -> None:
        self.pool = await asyncpg.create_pool(self.address, min_size=1, max_size=8, command_timeout=10)
        async with self.pool.acquire() as connection, connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
            await connection.execute("create table if not exists schema (version int not null)")
            version = await connection.fetchval("select coalesce(max(version), 0) from schema")
            for number, statements in steps(DIALECT, version):
                for statement in statements:
                    await connection.execute(statement)
                await connection.execute("insert into schema values ($1)", number)

    async def close(self) -> None:
        await self.pool.close()

    async def read(self, sql: str, *args: Any) -> list[Row]:
        try:
            return [tuple(row) for row in await self.pool.fetch(sql, *args)]
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise Unavailable from error

    async def append(self, table: str, after: int, events: Sequence[bytes], card: Card) -> None:
        await self.write((
            APPEND,
            (table, after, list(events), card.status, int(card.listed), card.touched, card.deadline, int(card.wakes),
             card.head, list(card.sitters)),
        ))  # fmt: skip

    async def write(self, *statements: Statement) -> None:
        try:
            if len(statements) == 1:
                ((sql, args),) = statements
                await self.pool.execute(sql, *args)
                return
            async with self.pool.acquire() as connection, connection.transaction():
                for sql, args in statements:
                    await connection.execute(sql, *args)
        except asyncpg.UniqueViolationError as error:
            raise Taken from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise Unavailable from error
