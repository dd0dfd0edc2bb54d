"""Every test of the server runs on asyncio, and on real engines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from tablee.server.store import Store
from tablee.server.store.postgres import Postgres
from tablee.server.store.sqlite import Sqlite
from tests.server.engines import PostgresServer, ValkeyServer


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    with ValkeyServer() as server:
        yield server


async def emptied(address: str) -> str:
    """The database at this address, with nothing in it."""
    connection = await asyncpg.connect(address)
    await connection.execute("drop schema public cascade")
    await connection.execute("create schema public")
    await connection.close()
    return address


@pytest.fixture
async def postgres(postgres_server: PostgresServer) -> str:
    """The address of an empty database."""
    return await emptied(postgres_server.address)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store, open, on each engine."""
    if request.param == "sqlite":
        found: Store = Sqlite(tmp_path / "tables.db")
    else:
        found = Postgres(await emptied(request.getfixturevalue("postgres_server").address))
    await found.open()
    yield found
    await found.close()
