"""`tablee store migrate`: brings a store of an older version up to date before the server does it, or only tries to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from tablee.server.store.schema import STEPS
from tablee.server.store.sqlite import Sqlite
from tablee.server.store.sqlite_errors import why_not_opened
from tablee.server.store_copy import current_copy, existing, is_postgres


class Migration(Struct, frozen=True):
    found: int  # the version of the schema
    newest: int = len(STEPS)


async def migrate_store(address: str, dry_run: bool) -> Migration:
    if is_postgres(address):
        from tablee.server.store.postgres_copy import migrate

        return Migration(await migrate(address, dry_run))
    path = existing(Path(address))
    try:
        with closing(sqlite3.connect(path)) as file:
            (found,) = file.execute("pragma user_version").fetchone()
    except sqlite3.Error as error:
        raise why_not_opened(error, path) from error
    if dry_run:
        with current_copy(path):
            return Migration(found)
    store = Sqlite(path)
    await store.open()
    await store.close()
    return Migration(found)
