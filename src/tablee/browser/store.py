"""The store in a browser: SQLite, compiled for it, in the memory of the worker.

Each write is kept in the browser's own database before it is acknowledged, so a page that is closed at any moment loses
nothing (`web/src/offline/database.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from tablee.server.refusals import StoreFull
from tablee.server.store import (
    SUMMARY_COLUMNS,
    Conflict,
    SqlRow,
    Statement,
    Store,
    TableSummary,
    event_rows,
    result_statements,
    sitter_rows,
    summary_row,
    upsert_sitters,
    upsert_summaries,
)
from tablee.server.store.schema import steps

DIALECT: Final = {
    "blob": "blob",
    "packed": " without rowid",
    "asked_by": """cast(substr(body, instr(body, cast('"ask":"' as blob)) + 7, 16) as text)""",
    "opened_by": """cast(substr(body, instr(body, cast('"by":"' as blob)) + 6, 16) as text)""",
}
EVENT: Final = "insert into events (tab, n, body, sum) values ($1, $2, $3, $4)"
SUMMARY: Final = upsert_summaries(f"values ({', '.join(f'${n}' for n in range(1, len(SUMMARY_COLUMNS) + 1))})")
SITTER: Final = upsert_sitters("values ($1, $2, $3)")


class Database(Protocol):
    """The page's side. A statement that breaks a constraint makes `write` answer "conflict", a full disk "full"."""

    def read(self, sql: str, args: Sequence[Any]) -> list[list[Any]]: ...
    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> str: ...


class BrowserStore(Store):
    def __init__(self, database: Database) -> None:
        self.database = database

    async def open(self) -> None:
        ((version,),) = self.database.read("pragma user_version", ())
        for number, statements in steps(DIALECT, version):
            await self.commit([*((one, ()) for one in statements), (f"pragma user_version = {number}", ())])

    async def close(self) -> None:
        pass

    async def read(self, sql: str, *args: Any) -> list[SqlRow]:
        return [tuple(row) for row in self.database.read(sql.replace("$", "?"), args)]

    async def write(self, *statements: Statement) -> None:
        await self.commit(statements)

    async def append(self, table: str, after: int, events: Sequence[bytes], summary: TableSummary | None) -> None:
        statements: list[Statement] = [(EVENT, row) for row in event_rows(table, after, events)]
        if summary is not None:
            statements.append((SUMMARY, summary_row(table, after + len(events), summary)))
            statements += [(SITTER, row) for row in sitter_rows(table, summary)]
        await self.commit([*result_statements(table, summary), *statements])

    async def commit(self, statements: Sequence[Statement]) -> None:
        if statements:
            said = await self.database.write([(sql.replace("$", "?"), args) for sql, args in statements])
            if said == "conflict":
                raise Conflict
            if said == "full":
                raise StoreFull

    async def scrub(self) -> None:
        """What is deleted is overwritten (`secure_delete`); the browser's own database is its own affair."""

    async def finish_scrub(self) -> None:
        pass
